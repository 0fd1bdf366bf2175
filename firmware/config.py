"""Settings: one TOML file, read into frozen values. Every key has a default: an empty file is a working R1 board.

Owns what may be set, what is allowed and how a mistake is explained. Knows nothing of what the settings do; a key is
described for people in docs/configuration.md, which a test holds against this file.
"""

from __future__ import annotations

import contextlib
import difflib
import ipaddress
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from engine.variants import BACKGAMMON, VARIANTS
from firmware.languages import ENGLISH, available
from hardware.geometry import GEOMETRIES


class ConfigError(Exception):
    """Settings that cannot be used. `problems` has one line each: file, section.key, what is wrong, what is allowed."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class Rule(Protocol):
    """What a key may be. `allowed` says it in words; `read` returns the value or raises ValueError with the reason."""

    @property
    def allowed(self) -> str: ...
    def read(self, value: object) -> Any: ...


class Choice(NamedTuple):
    """One of a few words."""

    words: tuple[str, ...]

    @property
    def allowed(self) -> str:
        return " or ".join(f'"{word}"' for word in self.words)

    def read(self, value: object) -> str:
        if isinstance(value, str) and value in self.words:
            return value
        raise ValueError(f"{_shown(value)} is not allowed: it must be {self.allowed}{_did_you_mean(value, self.words)}")


class Whole(NamedTuple):
    """A whole number, both bounds included; shown in hexadecimal where data sheets do."""

    low: int
    high: int
    is_hexadecimal: bool = False

    @property
    def allowed(self) -> str:
        low, high = (hex(n) if self.is_hexadecimal else str(n) for n in (self.low, self.high))
        return f"a whole number from {low} to {high}"

    def read(self, value: object) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
            return value
        raise ValueError(f"{_shown(value)} is not allowed: it must be {self.allowed}")


class PowerOfTwo(NamedTuple):
    """What a doubling cube can show, both bounds included."""

    low: int
    high: int

    @property
    def allowed(self) -> str:
        return f"a power of two from {self.low} to {self.high}"

    def read(self, value: object) -> int:
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        if isinstance(value, int) and is_whole and self.low <= value <= self.high and not value & (value - 1):
            return value
        raise ValueError(f"{_shown(value)} is not allowed: it must be {self.allowed}")


class Number(NamedTuple):
    """A number, both bounds included."""

    low: float
    high: float

    @property
    def allowed(self) -> str:
        return f"a number from {self.low:g} to {self.high:g}"

    def read(self, value: object) -> float:
        if isinstance(value, int | float) and not isinstance(value, bool) and self.low <= value <= self.high:
            return float(value)
        raise ValueError(f"{_shown(value)} is not allowed: it must be {self.allowed}")


class Flag(NamedTuple):
    """Yes or no."""

    @property
    def allowed(self) -> str:
        return "true or false"

    def read(self, value: object) -> bool:
        if isinstance(value, bool):
            return value
        raise ValueError(f"{_shown(value)} is not allowed: it must be {self.allowed}")


class Address(NamedTuple):
    """An address of this machine to listen on."""

    @property
    def allowed(self) -> str:
        return "an IP address"

    def read(self, value: object) -> str:
        with contextlib.suppress(ValueError):
            if isinstance(value, str):
                return str(ipaddress.ip_address(value))
        raise ValueError(f'{_shown(value)} is not allowed: it must be {self.allowed}, such as "127.0.0.1"')


class Text(NamedTuple):
    """A short text that fits its place on the screen."""

    longest: int

    @property
    def allowed(self) -> str:
        return f"a text of 1 to {self.longest} letters"

    def read(self, value: object) -> str:
        if isinstance(value, str) and 1 <= len(value.strip()) <= self.longest and value.isprintable():
            return value.strip()
        raise ValueError(f"{_shown(value)} is not allowed: it must be {self.allowed}")


class Location(NamedTuple):
    """The full path of a file or device, or a word that means "find it yourself"."""

    word: str

    @property
    def allowed(self) -> str:
        return f'"{self.word}" or a full path'

    def read(self, value: object) -> str:
        if isinstance(value, str) and (value == self.word or value.startswith(("/", "~/"))):
            return value
        raise ValueError(
            f"{_shown(value)} is not allowed: it must be {self.allowed}{_did_you_mean(value, (self.word,))}"
        )


GPIO: Final = Whole(2, 27)


def _is(rule: Rule, default: Any) -> Any:
    return field(default=default, metadata={"rule": rule})


@dataclass(frozen=True, slots=True)
class BoardSettings:
    geometry: str = _is(Choice(tuple(GEOMETRIES)), "R1")


@dataclass(frozen=True, slots=True)
class ScannerSettings:
    port: str = _is(Location("auto"), "auto")
    min_scan_hz: float = _is(Number(5, 100), 20.0)
    silence_s: float = _is(Number(0.2, 10), 1.0)


@dataclass(frozen=True, slots=True)
class DisplaySettings:
    chip: str = _is(Choice(("ssd1309", "ssd1306", "sh1106", "none")), "ssd1309")
    bus: str = _is(Choice(("i2c", "spi")), "i2c")
    i2c_port: int = _is(Whole(0, 22), 1)
    i2c_address: int = _is(Whole(0x08, 0x77, is_hexadecimal=True), 0x3C)
    bus_hz: int = _is(Whole(0, 16_000_000), 0)
    screen: str = _is(Choice(("flip", "fixed", "two")), "flip")
    second_address: int = _is(Whole(0x08, 0x77, is_hexadecimal=True), 0x3D)

    @property
    def speed_hz(self) -> int:
        """The clock of the bus: what is set, or what is usual for it."""
        return self.bus_hz or (400_000 if self.bus == "i2c" else 8_000_000)


@dataclass(frozen=True, slots=True)
class KeySettings:
    near_play: int | None = _is(GPIO, None)
    near_cube: int | None = _is(GPIO, None)
    far_play: int | None = _is(GPIO, None)
    far_cube: int | None = _is(GPIO, None)
    pin_factory: str = _is(Choice(("lgpio", "mock", "none")), "lgpio")

    @property
    def pins(self) -> tuple[int | None, ...]:
        """The pins in the order of the keys on the wire, `2 * seat + key`."""
        return self.near_play, self.near_cube, self.far_play, self.far_cube


@dataclass(frozen=True, slots=True)
class BuzzerSettings:
    pin: int | None = _is(GPIO, None)
    volume: str = _is(Choice(("off", "low", "loud")), "low")


@dataclass(frozen=True, slots=True)
class TableSettings:
    language: str = _is(Choice(available()), ENGLISH)
    policy: str = _is(Choice(("home", "club", "tournament")), "home")
    illegal_play: str = _is(Choice(("legal_moves", "condone", "silent")), "legal_moves")
    length: int = _is(Whole(0, 99), 7)
    variant: str = _is(Choice(tuple(VARIANTS)), BACKGAMMON.name)
    jacoby: bool = _is(Flag(), False)
    beavers: bool = _is(Flag(), False)
    automatic_doubles: int = _is(Whole(0, 3), 0)
    holland: bool = _is(Flag(), False)
    cube_limit: int = _is(PowerOfTwo(2, 4096), 1024)
    clock: str = _is(Choice(("off", "us_2013", "minute_a_point", "free")), "off")
    clock_reserve_s: float = _is(Number(1, 36_000), 600.0)
    clock_delay_s: float = _is(Number(0, 600), 12.0)
    white_seat: str = _is(Choice(("near", "far")), "near")
    white_name: str = _is(Text(12), "White")
    black_name: str = _is(Text(12), "Black")
    white_rating: float | None = _is(Number(0, 9999), None)
    black_rating: float | None = _is(Number(0, 9999), None)
    white_experience: int = _is(Whole(0, 999_999), 0)
    black_experience: int = _is(Whole(0, 999_999), 0)
    white_word: str = _is(Text(5), "White")
    black_word: str = _is(Text(5), "Black")
    short_s: float = _is(Number(0.1, 2), 0.35)
    hold_s: float = _is(Number(0.2, 5), 0.7)
    quiet_s: float = _is(Number(0.1, 5), 0.4)
    warn_after_s: float = _is(Number(0.1, 30), 1.0)
    no_play_passes_after_s: float = _is(Number(0, 60), 0.0)


@dataclass(frozen=True, slots=True)
class RefereeSettings:
    ahead: float = _is(Number(0, 50), 7.0)
    ahead_exact: float = _is(Number(0, 50), 4.0)
    over: float = _is(Number(-20, 50), -2.0)
    over_far: float = _is(Number(-20, 50), 0.5)
    reject: float = _is(Number(1, 100), 10.0)


@dataclass(frozen=True, slots=True)
class JournalSettings:
    path: str = _is(Location("auto"), "auto")


@dataclass(frozen=True, slots=True)
class WebSettings:
    enabled: bool = _is(Flag(), False)
    bind: str = _is(Address(), "127.0.0.1")
    port: int = _is(Whole(1024, 65535), 8080)
    name: str = _is(Text(60), "localhost")


@dataclass(frozen=True, slots=True)
class Config:
    """All settings; `Config()` is the reference board."""

    board: BoardSettings = BoardSettings()
    scanner: ScannerSettings = ScannerSettings()
    display: DisplaySettings = DisplaySettings()
    keys: KeySettings = KeySettings()
    buzzer: BuzzerSettings = BuzzerSettings()
    table: TableSettings = TableSettings()
    referee: RefereeSettings = RefereeSettings()
    journal: JournalSettings = JournalSettings()
    web: WebSettings = WebSettings()


class Key(NamedTuple):
    """One key that may be set: its section and name, its rule and its default (None: not connected)."""

    section: str
    name: str
    rule: Rule
    default: object


def known_keys() -> tuple[Key, ...]:
    """Every key there is, in the order of docs/configuration.md."""
    defaults = Config()
    return tuple(
        Key(section.name, key.name, key.metadata["rule"], key.default)
        for section in fields(Config)
        for key in fields(getattr(defaults, section.name))
    )


def load(path: Path) -> Config:
    """Read a settings file. Raises ConfigError with all its mistakes at once."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ConfigError((f"{path}: there is no such file",)) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError((f"{path}: cannot be read: {error}",)) from error
    return parse(text, str(path))


def parse(text: str, name: str = "settings") -> Config:
    """Settings from TOML text; `name` is the file's name in messages. Raises ConfigError."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError((f"{name}: not valid TOML: {error}",)) from error
    problems: list[str] = []
    sections = {section.name: section.default for section in fields(Config)}
    read = {key: _section(key, table, sections, problems) for key, table in document.items()}
    config = Config(**{key: value for key, value in read.items() if value is not None})
    problems += _contradictions(config)
    if problems:
        raise ConfigError(tuple(f"{name}: {problem}" for problem in problems))
    return config


def journal_path(settings: JournalSettings, environment: Mapping[str, str]) -> Path:
    """Where the journal lies: as set, else where systemd says (STATE_DIRECTORY), else in the user's state folder."""
    if settings.path != "auto":
        return Path(settings.path).expanduser()
    if "STATE_DIRECTORY" in environment:
        return Path(environment["STATE_DIRECTORY"].split(":")[0]) / "gammond.db"
    state = environment.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(state).expanduser() / "gammond" / "gammond.db"


def _section(name: str, table: object, sections: Mapping[str, Any], problems: list[str]) -> Any:
    if name not in sections:
        allowed = ", ".join(f"[{section}]" for section in sections)
        what = f"[{name}] is no section" if isinstance(table, dict) else f"{name}: stands in no section"
        problems.append(f"{what}: there are {allowed}{_did_you_mean(name, tuple(sections), '[{}]')}")
        return None
    if not isinstance(table, dict):
        problems.append(f"{name}: is a section, not a key: write [{name}] on a line of its own")
        return None
    rules = {key.name: key.rule for key in known_keys() if key.section == name}
    values = {}
    for key, value in table.items():
        try:
            values[key] = _rule_of(name, key, rules).read(value)
        except ValueError as error:
            problems.append(f"{name}.{key}: {error}")
    return type(sections[name])(**values)


def _rule_of(section: str, key: str, rules: Mapping[str, Rule]) -> Rule:
    if key in rules:
        return rules[key]
    homes = [known.section for known in known_keys() if known.name == key]
    if homes:
        raise ValueError(f"this key belongs to [{homes[0]}]")
    raise ValueError(f"there is no such key: [{section}] has {', '.join(rules)}{_did_you_mean(key, tuple(rules))}")


def _contradictions(config: Config) -> list[str]:
    """Settings that are fine each but not together."""
    found = []
    table, display = config.table, config.display
    if table.hold_s <= table.short_s:
        found.append(f"table.hold_s: {table.hold_s:g} must be longer than table.short_s, {table.short_s:g}")
    if table.warn_after_s < table.quiet_s:
        found.append(f"table.warn_after_s: {table.warn_after_s:g} must not be below table.quiet_s, {table.quiet_s:g}")
    if table.white_word == table.black_word:
        found.append(f'table.black_word: "{table.black_word}" is table.white_word too: the sides need different words')
    if config.referee.reject <= -config.referee.over:
        found.append(f"referee.reject: {config.referee.reject:g} must be more than minus referee.over")
    if display.screen == "two" and display.bus != "i2c":
        found.append('display.screen: "two" needs display.bus = "i2c": two panels on spi would share their D/C wire')
    if display.screen == "two" and display.second_address == display.i2c_address:
        found.append(
            f"display.second_address: {display.second_address:#04x} is display.i2c_address too: move the jumper of one"
        )
    if display.bus == "i2c" and display.bus_hz > 1_000_000:
        found.append(f"display.bus_hz: {display.bus_hz} is too fast for i2c: it must be at most 1000000")
    return found + _shared_pins(config)


def _shared_pins(config: Config) -> list[str]:
    pins = {f"keys.{name}": getattr(config.keys, name) for name in ("near_play", "near_cube", "far_play", "far_cube")}
    pins["buzzer.pin"] = config.buzzer.pin
    users = dict.fromkeys(_display_pins(config.display), "the display")
    found = []
    for key, pin in pins.items():
        if pin is not None and (user := users.setdefault(pin, key)) != key:
            found.append(f"{key}: GPIO {pin} is taken by {user}: choose another pin")
    return found


def _display_pins(display: DisplaySettings) -> tuple[int, ...]:
    """Pins of the header that the panel's wires use: I2C data and clock, or SPI and its two extra wires."""
    if display.chip == "none":
        return ()
    if display.bus == "spi":
        return 8, 10, 11, 24, 25
    return (2, 3) if display.i2c_port == 1 else ()


def _did_you_mean(value: object, words: tuple[str, ...], form: str = '"{}"') -> str:
    close = difflib.get_close_matches(value.lower(), words, n=1) if isinstance(value, str) else []
    return f"; did you mean {form.format(close[0])}?" if close else ""


def _shown(value: object) -> str:
    """A value as it stands in the file, cut short; what kind of thing it is where that is the mistake."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value[:40]}"'
    if isinstance(value, dict):
        return "a table"
    return "a list" if isinstance(value, list) else str(value)[:40]
