"""The OLED driver on a bus in memory: its bytes, decoded by a model of the panel, are the picture again."""

from __future__ import annotations

import errno
import inspect
import random
from collections.abc import Callable
from typing import Any

import pytest
import smbus2
from PIL import Image, ImageDraw

from hardware.oled import WHOLE_FRAME_S, Oled, changes, open_oled, pages_of
from hardware.ports import HardwareError
from hardware.virtual.panel import NO_ANSWER, Panel, PanelBus

ADDRESS = 0x3C
CHIPS = ["ssd1306", "ssd1309", "sh1106"]
BLACK = Image.new("1", (128, 64))


class Bench:
    """A driver, its panel and the bus between them, with a clock that stands until it is moved."""

    def __init__(self, chip: str = "ssd1309", is_persistent: bool = False) -> None:
        self.panel = Panel(chip)
        self.bus = PanelBus({ADDRESS: self.panel})
        self.now_s = 100.0
        self.oled = open_oled(chip, smbus=self.bus, now_s=lambda: self.now_s, is_persistent=is_persistent)

    def cost(self, act: Callable[[], None]) -> tuple[int, int]:
        """Bytes and transactions of an act."""
        before = self.bus.bytes, self.bus.transactions
        act()
        return self.bus.bytes - before[0], self.bus.transactions - before[1]


@pytest.fixture(params=CHIPS)
def bench(request: pytest.FixtureRequest) -> Bench:
    return Bench(request.param)


def random_picture(seed: int) -> Image.Image:
    return Image.frombytes("1", (128, 64), random.Random(seed).randbytes(1024))


def with_rectangle(image: Image.Image, box: tuple[int, int, int, int], ink: int = 255) -> Image.Image:
    copy = image.copy()
    ImageDraw.Draw(copy).rectangle(box, fill=ink)
    return copy


def same(panel: Panel, image: Image.Image) -> bool:
    return panel.picture().tobytes() == image.tobytes()


def test_random_pictures_come_back_pixel_exact(bench: Bench) -> None:
    for seed in range(5):
        picture = random_picture(seed)
        bench.oled.show(picture)
        assert same(bench.panel, picture)


def test_small_changes_one_after_another_come_back_pixel_exact(bench: Bench) -> None:
    rng = random.Random(7)
    picture = random_picture(99)
    bench.oled.show(picture)
    for _ in range(60):
        x, y = rng.randrange(128), rng.randrange(64)
        picture = with_rectangle(picture, (x, y, x + rng.randrange(30), y + rng.randrange(20)), rng.choice((0, 255)))
        bench.oled.show(picture)
        assert same(bench.panel, picture)


def test_bits_stand_as_the_data_sheet_draws_them() -> None:
    pages = pages_of(with_rectangle(BLACK, (5, 9, 5, 9)))
    assert pages[1][5] == 0b10
    assert sum(map(sum, pages)) == 0b10


def test_unchanged_picture_sends_nothing(bench: Bench) -> None:
    bench.oled.show(random_picture(1))
    assert bench.cost(lambda: bench.oled.show(random_picture(1))) == (0, 0)


def test_one_digit_takes_20_bytes_on_an_ssd1309() -> None:
    bench = Bench("ssd1309")
    bench.oled.show(BLACK)
    digit = with_rectangle(BLACK, (12, 4, 17, 12))
    assert bench.cost(lambda: bench.oled.show(digit)) == (20, 2)


def test_whole_frame_follows_once_a_minute() -> None:
    bench = Bench("ssd1309")
    bench.oled.show(BLACK)
    bench.now_s += WHOLE_FRAME_S - 0.01
    assert bench.cost(lambda: bench.oled.show(BLACK)) == (0, 0)
    bench.now_s += 0.01
    sent, _ = bench.cost(lambda: bench.oled.show(BLACK))
    assert sent == 7 + 1024 + 1024 // 32
    assert bench.cost(lambda: bench.oled.show(BLACK)) == (0, 0)


def test_distant_changes_are_sent_apart_and_near_ones_together() -> None:
    far = with_rectangle(with_rectangle(BLACK, (0, 0, 0, 0)), (127, 0, 127, 0))
    near = with_rectangle(with_rectangle(BLACK, (0, 0, 0, 0)), (5, 0, 5, 0))
    assert len(changes(pages_of(BLACK), pages_of(far))) == 2
    assert changes(pages_of(BLACK), pages_of(near)) == ((0, 0, 0, 5),)


def test_nothing_is_opened_before_the_first_picture(bench: Bench) -> None:
    assert bench.bus.transactions == 0
    assert not bench.panel.is_on


@pytest.mark.parametrize("code", [NO_ANSWER, errno.EIO, errno.ETIMEDOUT])
def test_error_names_chip_address_and_what_to_check(bench: Bench, code: int) -> None:
    bench.oled.show(BLACK)
    bench.bus.fails_with = code
    with pytest.raises(HardwareError) as caught:
        bench.oled.show(random_picture(3))
    for word in (bench.panel.kind, "0x3C", "wiring", "raspi-config", "group i2c"):
        assert word in str(caught.value)


def test_missing_panel_is_an_error_and_is_taken_up_when_it_comes(bench: Bench) -> None:
    panel = bench.bus.panels.pop(ADDRESS)
    for _ in range(3):
        with pytest.raises(HardwareError):
            bench.oled.show(BLACK)
    bench.bus.panels[ADDRESS] = panel
    picture = random_picture(4)
    bench.oled.show(picture)
    assert same(panel, picture)


def test_missing_panel_costs_one_attempt_on_the_bus() -> None:
    bench = Bench()
    attempts: list[int] = []

    class Empty(PanelBus):
        def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
            attempts.append(address)
            super().write_i2c_block_data(address, register, data)

    oled = open_oled("ssd1309", smbus=Empty({}), now_s=lambda: bench.now_s)
    with pytest.raises(HardwareError):
        oled.show(BLACK)
    assert attempts == [ADDRESS]


@pytest.mark.parametrize("after", range(0, 40, 3))
def test_panel_that_fails_in_the_middle_of_a_frame_is_right_after_the_next(bench: Bench, after: int) -> None:
    bench.oled.show(BLACK)
    bench.bus.fails_after = after
    picture = random_picture(after)
    bench.now_s += WHOLE_FRAME_S
    try:
        bench.oled.show(picture)
    except HardwareError:
        bench.bus.fails_after = None
        bench.oled.show(picture)
    assert same(bench.panel, picture)


def test_panel_that_lost_power_gets_its_init_sequence_again(bench: Bench) -> None:
    picture = random_picture(5)
    bench.oled.show(picture)
    bench.bus.fails_with = NO_ANSWER
    with pytest.raises(HardwareError):
        bench.oled.show(BLACK)
    bench.panel.lose_power()
    assert not same(bench.panel, picture)
    bench.bus.fails_with = None
    bench.oled.show(picture)
    assert same(bench.panel, picture)


def test_contrast_outlives_a_lost_panel(bench: Bench) -> None:
    bench.oled.show(BLACK)
    bench.oled.set_contrast(30)
    assert bench.panel.contrast == 30
    bench.bus.fails_with = NO_ANSWER
    with pytest.raises(HardwareError):
        bench.oled.show(random_picture(6))
    bench.panel.lose_power()
    bench.bus.fails_with = None
    bench.oled.show(BLACK)
    assert bench.panel.contrast == 30


def test_close_switches_off_and_never_raises(bench: Bench) -> None:
    bench.oled.show(random_picture(8))
    bench.oled.close()
    assert not bench.panel.is_on
    bench.oled.close()
    bench.oled.show(BLACK)
    bench.bus.fails_with = NO_ANSWER
    bench.oled.close()


def test_persistent_picture_stays_when_the_display_is_closed() -> None:
    bench = Bench(is_persistent=True)
    picture = random_picture(9)
    bench.oled.show(picture)
    bench.oled.close()
    assert same(bench.panel, picture)


@pytest.fixture
def hooks(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], None]]:
    """What luma would have called at the program's end, one hook a device."""
    collected: list[Callable[[], None]] = []
    monkeypatch.setattr("luma.core.device.atexit.register", collected.append)
    return collected


def test_hook_of_a_closed_device_neither_blanks_the_panel_nor_keeps_memory(hooks: list[Callable[[], None]]) -> None:
    bench = Bench()
    picture = random_picture(10)
    bench.oled.show(BLACK)
    bench.bus.fails_with = NO_ANSWER
    with pytest.raises(HardwareError):
        bench.oled.show(picture)
    bench.bus.fails_with = None
    bench.oled.show(picture)
    hooks[0]()
    assert len(hooks) == 2
    assert same(bench.panel, picture)
    assert [len(vars(inspect.getclosurevars(hook).nonlocals["self"])) > 0 for hook in hooks] == [False, True]


def test_missing_panel_leaves_no_hooks_behind(hooks: list[Callable[[], None]]) -> None:
    oled = open_oled("ssd1309", smbus=PanelBus({}), now_s=lambda: 0.0)
    for _ in range(5):
        with pytest.raises(HardwareError):
            oled.show(BLACK)
    assert hooks == []


def test_system_bus_takes_a_whole_frame_in_two_transactions(monkeypatch: pytest.MonkeyPatch) -> None:
    bus = PanelBus({ADDRESS: Panel("ssd1309")})
    ports: list[int] = []

    def smbus_on(port: int) -> PanelBus:
        ports.append(port)
        return bus

    monkeypatch.setattr(smbus2, "SMBus", smbus_on)
    now_s = [0.0]
    oled = open_oled("ssd1309", port=3, now_s=lambda: now_s[0])
    oled.show(BLACK)
    now_s[0] = WHOLE_FRAME_S
    before = bus.bytes, bus.transactions
    oled.show(random_picture(11))
    assert (bus.bytes - before[0], bus.transactions - before[1]) == (1032, 2)
    assert same(bus.panels[ADDRESS], random_picture(11))
    assert ports == [3]
    oled.close()
    assert not bus.is_open


def test_i2c_that_is_switched_off_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(port: int) -> Any:
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", f"/dev/i2c-{port}")

    monkeypatch.setattr(smbus2, "SMBus", missing)
    with pytest.raises(HardwareError, match=r"/dev/i2c-1.*raspi-config"):
        open_oled("sh1106").show(BLACK)


def test_spi_without_its_modules_is_a_hardware_error() -> None:
    with pytest.raises(HardwareError, match=r"SPI 0, chip select 0.*DC on GPIO24"):
        open_oled("ssd1309", "spi", 0).show(BLACK)


class Wires:
    """spidev and RPi.GPIO in one: what arrives with D/C low are commands, with D/C high data."""

    OUT, LOW, HIGH = "out", 0, 1

    def __init__(self, panel: Panel, dc_pin: int) -> None:
        self.panel, self.dc_pin, self.levels, self.max_speed_hz = panel, dc_pin, dict[int, int](), 0

    def setup(self, pin: int, _mode: str) -> None:
        self.levels[pin] = 0

    def output(self, pin: int, level: int) -> None:
        self.levels[pin] = level

    def open(self, port: int, device: int) -> None: ...
    def close(self) -> None: ...
    def cleanup(self, pins: list[int]) -> None: ...

    def writebytes(self, data: list[int]) -> None:
        self.panel.receive(0x40 if self.levels[self.dc_pin] else 0x00, data)


@pytest.mark.parametrize("chip", CHIPS)
def test_picture_comes_back_over_spi(chip: str) -> None:
    from luma.core.interface.serial import spi

    panel = Panel(chip)
    wires = Wires(panel, dc_pin=24)
    oled = Oled(chip, lambda: spi(spi=wires, gpio=wires), "SPI 0", "check", now_s=lambda: 0.0)
    oled.show(random_picture(12))
    oled.show(random_picture(13))
    assert same(panel, random_picture(13))


def test_unknown_chip_bus_or_picture_is_refused() -> None:
    with pytest.raises(ValueError, match="ssd1306, ssd1309, sh1106"):
        open_oled("ssd9999")
    with pytest.raises(ValueError, match="'i2c' or 'spi'"):
        open_oled("ssd1309", "usb")
    with pytest.raises(ValueError, match="128 x 64"):
        Bench().oled.show(Image.new("L", (128, 64)))
    with pytest.raises(ValueError, match="0 to 255"):
        Bench().oled.set_contrast(256)
    with pytest.raises(ValueError, match="no model"):
        Panel("ssd9999")


def test_panel_starts_dark() -> None:
    assert same(Panel(), BLACK)


def test_picture_is_turned_when_the_panel_was_not_set_up_for_its_module() -> None:
    panel = Panel("ssd1306")
    panel.receive(0x00, [0xAF, 0x20, 0x00, 0x21, 0, 127, 0x22, 0, 7])
    panel.receive(0x40, [1] + [0] * 1023)
    assert panel.picture().getbbox() == (127, 63, 128, 64)
    panel.receive(0x00, [0xA1, 0xC8])
    assert panel.picture().getbbox() == (0, 0, 1, 1)


def test_bus_refuses_what_the_kernel_would_refuse() -> None:
    bus = PanelBus({ADDRESS: Panel()})
    with pytest.raises(ValueError, match="32 bytes"):
        bus.write_i2c_block_data(ADDRESS, 0x40, [0] * 33)
    with pytest.raises(ValueError, match="control byte"):
        bus.write_i2c_block_data(ADDRESS, 0x80, [0])
    bus.close()
    with pytest.raises(OSError, match="Bad file descriptor"):
        bus.write_i2c_block_data(ADDRESS, 0x40, [0])


def test_page_addressing_starts_over_at_the_end_of_a_page() -> None:
    """Data sheet SSD1306 10.1.3: in page mode the column wraps and the page stays."""
    panel = Panel("ssd1306")
    panel.receive(0x00, [0xAF, 0xA1, 0xC8, 0xB2, 0x0F, 0x17])
    panel.receive(0x40, [0] * 128)
    panel.receive(0x00, [0xB2, 0x0F, 0x17])
    before = panel.picture().crop((0, 24, 128, 64)).tobytes()
    panel.receive(0x40, [0xFF, 0xFF])
    assert panel.picture().crop((0, 16, 128, 24)).getbbox() == (0, 0, 128, 8)
    assert panel.picture().crop((1, 16, 127, 24)).getbbox() is None
    assert panel.picture().crop((0, 24, 128, 64)).tobytes() == before


def test_inverted_panel_shows_dark_on_lit() -> None:
    bench = Bench()
    bench.oled.show(BLACK)
    bench.panel.receive(0x00, [0xA7])
    assert bench.panel.picture().histogram()[255] == 128 * 64
