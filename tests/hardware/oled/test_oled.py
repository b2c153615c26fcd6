import atexit
import errno
import sys
import threading
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.oled.oled import DIMMED, MOVES_EVERY_S, PROBE_EVERY_S, REFRESH_EVERY_S, I2cLink, Oled, SpiLink, answering
from hardware.oled.spans import ADDRESSING, Span, changes, fitted, moved, stacked
from hardware.ports import Event, Frame, Health, HealthChanged
from hardware.simulated.clock import VirtualClock
from hardware.simulated.panel import Panel
from hardware.simulated.pi_modules import SimulatedPi
from tests.kit.examples import examples
from tests.kit.waiting import PATIENCE_S

KINDS = [("ssd1306", 64), ("ssd1306", 32), ("ssd1309", 64), ("sh1106", 64), ("ssd1315", 64), ("ch1115", 64)]


class Bench:
    """A screen on a simulated Pi, stepped by hand."""

    def __init__(
        self,
        pi: SimulatedPi,
        kind: str = "ssd1306",
        height: int = 64,
        *,
        panel: Panel | None = None,
        dim_after_s: float = 0.0,
    ) -> None:
        self.pi = pi
        self.clock = VirtualClock()
        self.panel = pi.connect_panel(panel or Panel(kind, 128, height))
        self.events: list[Event] = []
        self.oled = Oled(kind=kind, height=height, dim_after_s=dim_after_s, clock=self.clock, threaded=False)
        self.oled.open(self.events.append)

    def show(self, frame: Frame) -> int:
        """Show a frame, and return how many bytes went over the wire."""
        before = self.panel.wire_bytes
        self.oled.show(frame)
        self.oled.step()
        return self.panel.wire_bytes - before

    def run(self, seconds: float) -> list[HealthChanged]:
        first = len(self.events)
        end = self.clock() + seconds
        while self.clock() < end:
            pause_s = self.oled.step()
            assert pause_s is not None
            self.clock.sleep(max(pause_s, 0.001))
        return [event for event in self.events[first:] if isinstance(event, HealthChanged)]


@pytest.fixture
def bench(pi: SimulatedPi) -> Iterator[Bench]:
    bench = Bench(pi)
    bench.oled.step()
    yield bench
    bench.oled.close()


def drawing(seed: int, height: int = 64) -> Frame:
    return Frame(128, height, Random(seed).randbytes(16 * height))


def with_pixels(frame: Frame, *at: tuple[int, int]) -> Frame:
    pages = bytearray(frame.pages)
    for x, y in at:
        pages[(y >> 3) * frame.width + x] ^= 1 << (y & 7)
    return frame._replace(pages=bytes(pages))


@pytest.mark.parametrize(("kind", "height"), KINDS)
def test_frames_arrive_to_the_pixel_on_every_panel(pi: SimulatedPi, kind: str, height: int) -> None:
    bench = Bench(pi, kind, height)
    frame = Frame.blank(128, height)
    random = Random(height)
    for step in range(12):
        frame = with_pixels(frame, *[(random.randrange(128), random.randrange(height)) for _ in range(step)])
        bench.show(frame)
        assert bench.panel.frame() == frame
    bench.oled.close()


@pytest.mark.parametrize(("kind", "height"), KINDS)
def test_only_what_changed_goes_over_the_bus(pi: SimulatedPi, kind: str, height: int) -> None:
    bench = Bench(pi, kind, height)
    frame = drawing(1, height)
    bench.show(frame)
    assert bench.show(frame) == 0
    one_pixel = with_pixels(frame, (70, 9))
    assert bench.show(one_pixel) <= 12
    both_ends_of_a_row = with_pixels(one_pixel, (0, 20), (127, 20))
    assert bench.show(both_ends_of_a_row) <= 144
    assert bench.show(drawing(2, height)) <= 144 * height // 8
    inverted = bytes(byte ^ 0xFF for byte in bench.panel.frame().pages)
    everything = bench.show(Frame(128, height, inverted))
    assert everything <= (16 * height + 10 if kind not in ("sh1106", "ch1115") else 144 * height // 8)
    bench.oled.close()


@examples(50)
@given(st.binary(min_size=64, max_size=64), st.binary(min_size=64, max_size=64))
def test_changes_applied_to_the_old_frame_give_the_new(old: bytes, new: bytes) -> None:
    before, after = Frame(32, 16, old), Frame(32, 16, new)
    pages = bytearray(before.pages)
    spans = list(changes(before, after))
    for page, column, data, _ in spans:
        start = page * 32 + column
        pages[start : start + len(data)] = data
        assert data[0] != old[start]
        assert data[-1] != old[start + len(data) - 1]
    assert bytes(pages) == new
    assert list(changes(after, after)) == []
    assert b"".join(span.data for span in changes(None, after)) == new


@examples(50)
@given(st.lists(st.tuples(st.integers(0, 127), st.integers(0, 63)), max_size=20))
def test_windows_applied_to_the_old_frame_give_the_new_with_fewer_bytes(pixels: list[tuple[int, int]]) -> None:
    before = drawing(1)
    after = with_pixels(before, *pixels)
    spans = list(changes(before, after))
    windows = list(stacked(spans, after))
    pages = bytearray(before.pages)
    for window in windows:
        for number in range(window.pages):
            start = (window.page + number) * 128 + window.column
            pages[start : start + window.width] = window.data[number * window.width : (number + 1) * window.width]
    assert bytes(pages) == after.pages
    assert _sent(windows) <= _sent(spans)


def test_windows_are_joined_only_where_that_saves_bytes() -> None:
    dark = Frame.blank(128, 64)
    near = with_pixels(dark, (10, 0), (13, 8), (120, 16))
    first, second = stacked(changes(dark, near), near)
    assert (first.page, first.pages, first.column, first.width) == (0, 2, 10, 4)
    assert (second.page, second.pages, second.column, second.width) == (2, 1, 120, 1)


def _sent(spans: list[Span]) -> int:
    return sum(len(span.data) + ADDRESSING for span in spans)


def test_frame_of_another_size_is_cut_or_filled_up() -> None:
    wide = Frame(3, 16, bytes((1, 2, 3, 4, 5, 6)))
    assert fitted(wide, 2, 8) == Frame(2, 8, bytes((1, 2)))
    assert fitted(wide, 4, 24) == Frame(4, 24, bytes((1, 2, 3, 0, 4, 5, 6, 0, 0, 0, 0, 0)))
    assert fitted(wide, 3, 16) is wide


def test_refused_byte_costs_a_redraw_and_no_more(bench: Bench) -> None:
    bench.show(drawing(1))
    bench.panel.naks = 1
    bench.show(drawing(2))
    assert bench.oled.health["screen"] is Health.DEGRADED
    assert [event.health for event in bench.run(1.0)] == [Health.GOOD]
    assert bench.panel.frame() == drawing(2)


def test_panel_pulled_while_nothing_changes_is_missed_and_redrawn(bench: Bench) -> None:
    bench.show(drawing(1))
    bench.run(1.0)
    bench.panel.unplug()
    (fault,) = bench.run(5.0)
    assert fault.health is Health.DEGRADED
    assert "0x3C" in fault.reason
    assert "plug" in fault.remedy
    bench.panel.plug()
    assert [event.health for event in bench.run(31.0)] == [Health.GOOD]
    assert bench.panel.frame() == drawing(1)


def test_panel_that_lost_everything_between_two_writes_is_told_it_again(bench: Bench) -> None:
    bench.show(drawing(1))
    bench.run(0.5)
    bench.panel.unplug()
    bench.panel.plug()
    assert bench.run(REFRESH_EVERY_S + 1.0) == []
    assert bench.panel.frame() == drawing(1)


@pytest.mark.parametrize("kind", ["ssd1306", "ssd1315"])
def test_small_panel_shines_when_it_is_taken_for_the_large_one_of_the_kits(pi: SimulatedPi, kind: str) -> None:
    bench = Bench(pi, "ssd1309", panel=Panel(kind))
    bench.oled.step()
    bench.show(drawing(1))
    assert bench.panel.lit
    assert bench.panel.frame() == drawing(1)
    bench.oled.close()


def test_refreshing_never_darkens_the_panel(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.show(drawing(1))
    writes = 0
    take = bench.panel.i2c_write

    def watched(data: bytes) -> None:
        nonlocal writes
        take(data)
        writes += 1
        assert bench.panel.frame() == drawing(1)

    monkeypatch.setattr(bench.panel, "i2c_write", watched)
    bench.run(2 * REFRESH_EVERY_S)
    assert writes > 20


def test_contrast_is_told_and_a_picture_that_stands_for_long_is_dimmed(pi: SimulatedPi) -> None:
    clock, panel = VirtualClock(), pi.connect_panel(Panel())
    oled = Oled(contrast=160, dim_after_s=60.0, clock=clock, threaded=False)
    oled.open(lambda _: None)

    def contrast_after(seconds: float) -> int:
        clock.sleep(seconds)
        oled.step()
        return panel.contrast

    oled.show(drawing(1))
    assert contrast_after(0.0) == 160
    assert contrast_after(59.0) == 160
    assert contrast_after(2.0) == 160 // DIMMED
    assert contrast_after(600.0) == 160 // DIMMED
    oled.show(drawing(2))
    assert contrast_after(0.0) == 160
    panel.unplug()
    clock.sleep(PROBE_EVERY_S)
    oled.step()
    panel.plug()
    assert contrast_after(1.0) == 160, "and after a plug was pulled"
    oled.close()


class Watched(Panel):
    """A panel that notes how bright it was, whenever that is told."""

    def __init__(self, kind: str = "ssd1306") -> None:
        self.told: list[tuple[int, int, int]] = []
        super().__init__(kind)

    def _do(self, command: int, arguments: bytes) -> None:
        super()._do(command, arguments)
        if command in (0x81, 0xD9, 0xDB):
            self.told.append((self.contrast, self.precharge, self.deselect))


@pytest.mark.parametrize("kind", ["ssd1306", "ssd1315", "ssd1309", "sh1106", "ch1115"])
def test_dimmed_picture_never_flashes_while_the_panel_is_told_everything_again(pi: SimulatedPi, kind: str) -> None:
    panel = Watched(kind)
    bench = Bench(pi, kind, panel=panel, dim_after_s=60.0)
    bench.show(drawing(1))
    bench.run(30.0)
    full = panel.told[-1]
    bench.run(40.0)
    dimmed = panel.told[-1]
    assert dimmed[0] < full[0] / 4
    assert dimmed[1] < full[1]
    assert dimmed[2] < full[2]
    del panel.told[:]
    bench.run(10 * REFRESH_EVERY_S)
    assert set(panel.told) == {dimmed}, "told again, and never brighter"
    bench.show(drawing(2))
    assert panel.told[-1] == full
    bench.oled.close()


def test_picture_that_stands_for_long_moves_to_and_fro_until_there_is_another(pi: SimulatedPi) -> None:
    bench = Bench(pi, dim_after_s=60.0)
    picture = drawing(1)
    bench.show(picture)
    bench.run(59.0)
    assert bench.panel.frame() == picture
    seen = []
    for _ in range(8):
        bench.run(MOVES_EVERY_S)
        seen.append(bench.panel.frame())
    assert seen == [moved(picture, columns) for columns in (0, 1, 0, -1, 0, 1, 0, -1)]
    bench.show(picture)
    assert bench.panel.frame() == picture, "at once where somebody has done something"
    bench.oled.close()


@given(st.binary(min_size=64, max_size=64), st.integers(-31, 31))
def test_moved_picture_has_every_pixel_beside_its_place(pages: bytes, columns: int) -> None:
    frame = Frame(32, 16, pages)
    there = moved(frame, columns)
    assert (there.width, there.height, len(there.pages)) == (32, 16, 64)
    for page in range(2):
        for column in range(32):
            came_from = column - columns
            expected = frame.pages[page * 32 + came_from] if 0 <= came_from < 32 else 0
            assert there.pages[page * 32 + column] == expected


def test_panel_on_i2c_with_a_reset_pin_is_reset_before_it_is_started(
    pi: SimulatedPi, monkeypatch: pytest.MonkeyPatch
) -> None:
    from RPi import GPIO

    levels: list[tuple[int, int]] = []
    monkeypatch.setattr("hardware.oled.oled.RESET_S", 0.0)
    monkeypatch.setattr(GPIO, "output", lambda pin, level: levels.append((pin, level)))
    panel = pi.connect_panel(Panel())
    oled = Oled(link=I2cLink(reset_pin=24), clock=VirtualClock(), threaded=False)
    oled.open(lambda _: None)
    assert panel.transactions == 0
    oled.step()
    assert levels == [(24, 0), (24, 1)]
    assert panel.lit
    oled.close()


def test_screen_that_stays_away_piles_nothing_up(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    registered: list[Callable[..., Any]] = []
    monkeypatch.setattr(atexit, "register", registered.append)
    bench.panel.unplug()
    bench.run(3600.0)
    assert registered == []
    assert bench.pi.open_buses == 0


@pytest.mark.parametrize("trouble", ["no port", "denied", "no package"])
def test_trouble_at_opening_is_said_once_and_tried_again(
    pi: SimulatedPi, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    words = {
        "no port": ("/dev/i2c-1", "switch I2C or SPI on"),
        "denied": ("permission denied", "groups i2c"),
        "no package": ("luma.oled", "install luma.oled"),
    }
    with monkeypatch.context() as broken:
        match trouble:
            case "no port":
                broken.setattr(pi, "i2c_ports", set())
            case "denied":
                broken.setattr(pi, "denied", True)
            case _:
                broken.setitem(sys.modules, "luma.oled", None)
        bench = Bench(pi)
        (fault,) = bench.run(20.0)
        reason, remedy = words[trouble]
        assert reason in fault.reason
        assert remedy in fault.remedy
    bench.oled.show(drawing(3))
    assert [event.health for event in bench.run(40.0)] == [Health.GOOD]
    assert bench.panel.frame() == drawing(3)
    bench.oled.close()


def test_screen_on_spi_shows_the_same(pi: SimulatedPi) -> None:
    panel = pi.connect_spi_panel(Panel("ssd1309"), bus=0, device=1, dc_pin=24)
    oled = Oled(kind="ssd1309", link=SpiLink(reset_pin=23), clock=VirtualClock(), threaded=False)
    oled.open(lambda _: None)
    oled.show(drawing(4))
    oled.step()
    assert panel.frame() == drawing(4)
    before = panel.wire_bytes
    oled.step()
    assert panel.wire_bytes == before
    oled.close()
    assert pi.open_buses == 0
    assert not panel.lit


def test_pins_that_cannot_be_freed_do_not_stop_the_closing(pi: SimulatedPi, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(pins: list[int]) -> None:
        raise RuntimeError("GPIO busy")

    panel = pi.connect_spi_panel(Panel("ssd1309"), bus=0, device=1, dc_pin=24)
    oled = Oled(kind="ssd1309", link=SpiLink(reset_pin=23), clock=VirtualClock(), threaded=False)
    oled.open(lambda _: None)
    oled.step()
    monkeypatch.setattr(sys.modules["RPi.GPIO"], "cleanup", busy)
    oled.close()
    assert oled.health == {"screen": Health.CLOSED}
    assert not panel.lit


def test_screen_on_spi_that_was_unplugged_comes_back_though_nobody_noticed(pi: SimulatedPi) -> None:
    clock, panel = VirtualClock(), pi.connect_spi_panel(Panel("ssd1309"), bus=0, device=1, dc_pin=24)
    oled = Oled(kind="ssd1309", link=SpiLink(), clock=clock, threaded=False)
    oled.open(lambda _: None)
    oled.show(drawing(1))
    oled.step()
    panel.unplug()
    panel.plug()
    assert panel.frame() != drawing(1)
    clock.sleep(REFRESH_EVERY_S)
    oled.step()
    assert panel.frame() == drawing(1)
    oled.close()


def test_screen_on_a_select_that_is_not_there_is_degraded(pi: SimulatedPi) -> None:
    events: list[Event] = []
    oled = Oled(link=SpiLink(), clock=VirtualClock(), threaded=False)
    oled.open(events.append)
    oled.step()
    (fault,) = events
    assert isinstance(fault, HealthChanged)
    assert fault.reason == "SPI device not found"
    oled.close()


def test_closing_darkens_the_panel_and_forgives_one_that_is_gone(bench: Bench) -> None:
    bench.show(drawing(1))
    bench.oled.close()
    assert not bench.panel.lit
    assert bench.pi.open_buses == 0
    bench.oled.open(bench.events.append)
    bench.oled.step()
    bench.panel.unplug()
    bench.oled.close()
    assert bench.pi.open_buses == 0


def test_panel_of_unknown_kind_or_size_is_refused() -> None:
    known = "known are ssd1306: 128x64 128x32; ssd1315: 128x64 128x32; ssd1309: 128x64; sh1106: 128x64; ch1115: 128x64"
    with pytest.raises(ValueError, match=f"vga of 128x64 is not known; {known}"):
        Oled(kind="vga")
    with pytest.raises(ValueError, match=f"sh1106 of 64x48 is not known; {known}"):
        Oled(kind="sh1106", width=64, height=48)


def test_showing_does_not_wait_for_the_bus(pi: SimulatedPi, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = pi.connect_panel(Panel())
    busy, free, drawn = threading.Event(), threading.Event(), threading.Event()
    write = panel.i2c_write

    def slow_write(data: bytes) -> None:
        busy.set()
        assert free.wait(PATIENCE_S)
        write(data)
        if panel.lit and panel.frame() == drawing(9):
            drawn.set()

    monkeypatch.setattr(panel, "i2c_write", slow_write)
    oled = Oled(link=I2cLink())
    oled.open(lambda _: None)
    assert busy.wait(PATIENCE_S)
    for seed in range(10):
        oled.show(drawing(seed))
    free.set()
    assert drawn.wait(PATIENCE_S)
    oled.close()


def test_addresses_that_acknowledge_are_found_and_a_silent_panel_is_as_none(pi: SimulatedPi) -> None:
    pi.connect_panel(Panel())
    assert answering() == (0x3C,)
    pi.connect_panel(Panel(), address=0x3D)
    assert answering() == (0x3C, 0x3D)
    pi.i2c_panels[1, 0x3C].acknowledges = False
    assert answering() == (0x3D,)
    del pi.i2c_panels[1, 0x3D]
    assert answering() == ()
    assert pi.open_buses == 0


def test_panel_that_never_acknowledges_is_degraded_and_its_remedy_leads_to_the_guide(pi: SimulatedPi) -> None:
    bench = Bench(pi)
    bench.panel.acknowledges = False
    (fault,) = bench.run(20.0)
    assert "not found" in fault.reason
    assert "building guide" in fault.remedy
    bench.oled.close()


def test_bus_that_is_held_is_told_apart_from_a_panel_that_is_away(
    pi: SimulatedPi, monkeypatch: pytest.MonkeyPatch
) -> None:
    def held(*_: object) -> None:
        raise OSError(errno.ETIMEDOUT, "Connection timed out")

    bench = Bench(pi)
    monkeypatch.setattr(bench.panel, "i2c_write", held)
    with pytest.raises(OSError, match="timed out"):
        answering()
    (fault,) = bench.run(20.0)
    assert "pull its power plug" in fault.remedy
    bench.oled.close()
