"""Settings: defaults, every kind of mistake explained in one line, and the document that describes each key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware.config import Config, ConfigError, JournalSettings, Key, journal_path, known_keys, load, parse

ROOT = Path(__file__).parents[2]


def problems_of(text: str) -> tuple[str, ...]:
    with pytest.raises(ConfigError) as caught:
        parse(text, "board.toml")
    assert str(caught.value) == "\n".join(caught.value.problems)
    return caught.value.problems


def test_empty_file_is_the_reference_board() -> None:
    assert parse("") == Config()
    config = Config()
    assert (config.board.geometry, config.display.chip, config.display.i2c_address) == ("R1", "ssd1309", 0x3C)
    assert (config.table.short_s, config.table.hold_s, config.table.quiet_s, config.table.warn_after_s) == (
        0.35,
        0.7,
        0.4,
        1.0,
    )
    assert config.keys.pins == (None, None, None, None)


def test_file_changes_only_what_it_names() -> None:
    config = parse('[table]\nlength = 11\nwhite_name = "Aranka"\nquiet_s = 1\nwarn_after_s = 2\n[keys]\nfar_cube = 19')
    assert (config.table.length, config.table.white_name, config.table.quiet_s) == (11, "Aranka", 1.0)
    assert isinstance(config.table.quiet_s, float)
    assert config.table.black_name == "Black"
    assert config.keys.pins == (None, None, None, 19)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            '[display]\nchip = "sdd1309"',
            'board.toml: display.chip: "sdd1309" is not allowed: '
            'it must be "ssd1309" or "ssd1306" or "sh1106" or "none"; did you mean "ssd1309"?',
        ),
        (
            "[table]\nlenght = 7",
            "board.toml: table.lenght: there is no such key: [table] has language, policy, illegal_play, length, "
            "variant, jacoby, beavers, automatic_doubles, holland, cube_limit, clock, clock_reserve_s, "
            "clock_delay_s, white_seat, white_name, black_name, white_rating, black_rating, white_experience, "
            "black_experience, white_word, black_word, short_s, hold_s, quiet_s, warn_after_s, "
            'no_play_passes_after_s; did you mean "length"?',
        ),
        ('[display]\nport = "auto"', "board.toml: display.port: this key belongs to [scanner]"),
        (
            "[tabel]\nlength = 7",
            "board.toml: [tabel] is no section: there are [board], [scanner], [display], [keys], [buzzer], [table], "
            "[referee], [journal], [web]; did you mean [table]?",
        ),
        (
            "length = 7",
            "board.toml: length: stands in no section: there are [board], [scanner], [display], [keys], [buzzer], "
            "[table], [referee], [journal], [web]",
        ),
        ("table = 7", "board.toml: table: is a section, not a key: write [table] on a line of its own"),
        *(
            (
                f"[table]\ncube_limit = {limit}",
                f"board.toml: table.cube_limit: {limit} is not allowed: it must be a power of two from 2 to 4096",
            )
            for limit in (1, 48, 8192, "true")
        ),
        (
            "[table]\nlength = 7.5",
            "board.toml: table.length: 7.5 is not allowed: it must be a whole number from 0 to 99",
        ),
        (
            "[table]\nlength = true",
            "board.toml: table.length: true is not allowed: it must be a whole number from 0 to 99",
        ),
        (
            '[table]\nquiet_s = "0.4"',
            'board.toml: table.quiet_s: "0.4" is not allowed: it must be a number from 0.1 to 5',
        ),
        ("[table]\nquiet_s = nan", "board.toml: table.quiet_s: nan is not allowed: it must be a number from 0.1 to 5"),
        (
            "[display]\ni2c_address = 0x80",
            "board.toml: display.i2c_address: 128 is not allowed: it must be a whole number from 0x8 to 0x77",
        ),
        (
            "[keys]\nnear_play = 28",
            "board.toml: keys.near_play: 28 is not allowed: it must be a whole number from 2 to 27",
        ),
        (
            '[scanner]\nport = "ttyACM0"',
            'board.toml: scanner.port: "ttyACM0" is not allowed: it must be "auto" or a full path',
        ),
        (
            '[table]\nwhite_word = "Maroon"',
            'board.toml: table.white_word: "Maroon" is not allowed: it must be a text of 1 to 5 letters',
        ),
        ("[table.policy]", "board.toml: table.policy: a table is not allowed: it must be "
            '"home" or "club" or "tournament"'),
        (
            "[table]\nshort_s = 0.8",
            "board.toml: table.hold_s: 0.7 must be longer than table.short_s, 0.8",
        ),
        (
            "[table]\nquiet_s = 2",
            "board.toml: table.warn_after_s: 1 must not be below table.quiet_s, 2",
        ),
        (
            '[table]\nwhite_word = "Black"',
            'board.toml: table.black_word: "Black" is table.white_word too: the sides need different words',
        ),
        (
            "[display]\nbus_hz = 8_000_000",
            "board.toml: display.bus_hz: 8000000 is too fast for i2c: it must be at most 1000000",
        ),
        (
            '[display]\nscreen = "two"\nbus = "spi"',
            'board.toml: display.screen: "two" needs display.bus = "i2c": '
            "two panels on spi would share their D/C wire",
        ),
        (
            '[display]\nscreen = "two"\ni2c_address = 0x3D',
            "board.toml: display.second_address: 0x3d is display.i2c_address too: move the jumper of one",
        ),
        (
            "[keys]\nnear_play = 5\nfar_play = 5",
            "board.toml: keys.far_play: GPIO 5 is taken by keys.near_play: choose another pin",
        ),
        ("[buzzer]\npin = 3", "board.toml: buzzer.pin: GPIO 3 is taken by the display: choose another pin"),
    ],
)  # fmt: skip
def test_mistake_is_one_line_that_names_key_and_remedy(text: str, problem: str) -> None:
    assert problems_of(text) == (problem,)


def test_all_mistakes_are_told_at_once() -> None:
    found = problems_of('[table]\nlength = -1\npolicy = "Home"\n[keys]\nnear = 4')
    assert [problem.split(": ")[1] for problem in found] == ["table.length", "table.policy", "keys.near"]
    assert all("\n" not in problem for problem in found)


def test_broken_toml_names_file_and_line() -> None:
    (problem,) = problems_of("[table]\nlength = = 7")
    assert problem.startswith("board.toml: not valid TOML: ")
    assert "line 2" in problem


def test_missing_and_unreadable_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml: there is no such file"):
        load(tmp_path / "none.toml")
    with pytest.raises(ConfigError, match="cannot be read"):
        load(tmp_path)
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match=r"binary\.toml: cannot be read"):
        load(binary)


def test_pins_of_an_absent_display_are_free() -> None:
    assert parse('[display]\nchip = "none"\n[buzzer]\npin = 3').buzzer.pin == 3


def test_bus_has_its_usual_speed_unless_set() -> None:
    assert Config().display.speed_hz == 400_000
    assert parse('[display]\nbus = "spi"').display.speed_hz == 8_000_000
    assert parse("[display]\nbus_hz = 100_000").display.speed_hz == 100_000


@pytest.mark.parametrize(
    ("path", "environment", "expected"),
    [
        ("/srv/matches.db", {"STATE_DIRECTORY": "/var/lib/gammond"}, "/srv/matches.db"),
        ("auto", {"STATE_DIRECTORY": "/var/lib/gammond:/var/lib/other"}, "/var/lib/gammond/gammond.db"),
        ("auto", {"XDG_STATE_HOME": "/data/state"}, "/data/state/gammond/gammond.db"),
    ],
)
def test_journal_lies_where_it_is_set_or_where_state_belongs(
    path: str, environment: dict[str, str], expected: str
) -> None:
    assert journal_path(JournalSettings(path), environment) == Path(expected)


def test_journal_started_by_hand_lies_below_the_home_folder() -> None:
    assert journal_path(JournalSettings(), {}) == Path.home() / ".local/state/gammond/gammond.db"


def test_example_file_loads() -> None:
    config = load(ROOT / "systemd" / "gammond.toml")
    assert config.keys.pins == (5, 6, 13, 19)
    assert config.table == Config().table


def documented() -> dict[str, tuple[str, str]]:
    text = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+\.\w+)` \| (.+?) \| (.+?) \| .+ \|$", text, re.MULTILINE)
    return {key: (allowed, default) for key, allowed, default in rows}


def described(key: Key) -> tuple[str, str]:
    """What the document's row of a key must say is allowed, and its default as it would stand in the file."""
    if key.default is None:
        return key.rule.allowed, "not set" if key.section == "table" else "not connected"
    if isinstance(key.default, bool):
        return key.rule.allowed, str(key.default).lower()
    if isinstance(key.default, str):
        return key.rule.allowed, f'"{key.default}"'
    if key.name in ("i2c_address", "second_address") and isinstance(key.default, int):
        return key.rule.allowed, hex(key.default)
    return key.rule.allowed, str(key.default)


def test_every_key_is_documented_with_what_is_allowed_and_its_default() -> None:
    assert documented() == {f"{key.section}.{key.name}": described(key) for key in known_keys()}


def test_every_default_is_allowed() -> None:
    for key in known_keys():
        if key.default is not None:
            assert key.rule.read(key.default) == key.default, key
