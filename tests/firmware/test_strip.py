"""The strip: patterns in their time, and never more current than allowed."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware import messages
from firmware.strip import FRAME_MS, Lamps, level

byte = st.integers(0, 255)
light = st.tuples(st.integers(0, messages.PATTERNS - 1), byte, byte, byte)


def paint(lamps: Lamps, lights: list[tuple[int, int, int, int]], now_ms: int = 0) -> None:
    for payload in messages.format_scene(lights):
        lamps.paint(payload, now_ms)


def drawn_ma(lamps: Lamps, channel_ma: int, idle_ma: int) -> Fraction:
    """Return what the strip draws, to the last digit: floats put it a hair above a cap that it just meets."""
    return Fraction(len(lamps.colours) * idle_ma, 3) + Fraction(sum(lamps.colours) * channel_ma, 255)


@given(st.lists(light, min_size=1, max_size=60), st.integers(0, 5000), st.integers(1, 3000), st.integers(1, 60))
@example([(messages.ON, 0, 40, 255)], 0, 60, 51)
def test_current_stays_below_the_cap_whatever_the_scene(
    lights: list[tuple[int, int, int, int]], now_ms: int, cap_ma: int, channel_ma: int
) -> None:
    lamps = Lamps(len(lights), cap_ma, channel_ma * 1000, 1000)
    paint(lamps, lights)
    lamps.render(now_ms)
    assert drawn_ma(lamps, channel_ma, 1) <= max(cap_ma, len(lights))
    assert drawn_ma(lamps, channel_ma, 1) <= lamps.current_ma <= drawn_ma(lamps, channel_ma, 1) + 2


def test_cap_that_is_not_given_is_400_ma() -> None:
    lamps = Lamps(33, 0)
    paint(lamps, [(messages.ON, 255, 255, 255)] * 33)
    lamps.render(0)
    assert 390 <= drawn_ma(lamps, 20, 1) <= 400


def test_scene_below_the_cap_keeps_its_colours() -> None:
    lamps = Lamps(2)
    paint(lamps, [(messages.ON, 1, 2, 3), (messages.OFF, 9, 9, 9)])
    assert lamps.render(0)
    assert bytes(lamps.colours) == b"\1\2\3\0\0\0"


@pytest.mark.parametrize(
    ("pattern", "shining_ms", "dark_ms"),
    [
        (messages.BLINK, (0, 499, 1000, 1499), (500, 999, 1500)),
        (messages.ALARM, (0, 61, 125, 186), (62, 124, 187)),
        (messages.ON, (0, 1, 12345), ()),
        (messages.OFF, (), (0, 1, 12345)),
    ],
)
def test_pattern_shines_in_its_time(pattern: int, shining_ms: tuple[int, ...], dark_ms: tuple[int, ...]) -> None:
    assert all(level(pattern, now_ms, 0) == 255 for now_ms in shining_ms)
    assert all(level(pattern, now_ms, 0) == 0 for now_ms in dark_ms)


def test_breath_rises_and_falls_in_two_seconds_and_never_dies() -> None:
    breath = [level(messages.BREATHE, now_ms, 0) for now_ms in range(0, 2001, 50)]
    assert breath[0] == breath[-1] == 255
    assert breath[: len(breath) // 2] == sorted(breath[: len(breath) // 2], reverse=True)
    assert min(breath) == breath[20] == 8


def test_flicker_is_one_flash_when_it_is_new() -> None:
    lamps = Lamps(1)
    flicker = [(messages.FLICKER, 200, 0, 0)]
    paint(lamps, flicker, 5000)
    seen = []
    for now_ms in range(5000, 6000, FRAME_MS):
        if now_ms == 5510:
            paint(lamps, flicker, now_ms)  # the same again is nothing new
        lamps.render(now_ms)
        seen.append(lamps.colours[0])
    assert seen == [200] * 5 + [0] * (len(seen) - 5)


def test_strip_is_written_only_when_something_changed() -> None:
    lamps = Lamps(3)
    paint(lamps, [(messages.ON, 5, 5, 5)] * 3)
    assert [lamps.render(now_ms) for now_ms in (0, 10, 40, 5000)] == [True, False, False, False]
    paint(lamps, [(messages.BLINK, 5, 5, 5)] * 3)
    written = sum(lamps.render(now_ms) for now_ms in range(5000, 15000, 10))
    assert written == 20  # the scene itself, and nineteen turns


def test_scene_in_parts_shows_with_its_last() -> None:
    lamps = Lamps(200, 5000)
    lights = [(messages.ON, index % 256, index // 2, 7) for index in range(200)]
    parts = messages.format_scene(lights)
    assert len(parts) > 1
    lamps.render(0)
    for part in parts[:-1]:
        lamps.paint(part, 0)
        lamps.render(100)
        assert not any(lamps.colours)
    lamps.paint(parts[-1], 0)
    assert lamps.render(100)
    assert lamps.colours[3 * 199 + 2] > 0


def test_waiting_scene_gives_way_to_the_host() -> None:
    lamps = Lamps(2)
    paint(lamps, [(messages.ON, 90, 0, 0)] * 2)
    lamps.wait(True)
    assert lamps.render(0)
    assert lamps.colours[0] == 0
    assert 0 < lamps.colours[2] < 32
    lamps.wait(False)
    assert lamps.render(1)
    assert lamps.colours[0] == 90


def test_lamp_beyond_the_end_of_the_strip_is_passed_over() -> None:
    lamps = Lamps(1)
    paint(lamps, [(messages.ON, 1, 1, 1)] * 3)
    assert lamps.render(0)
    assert bytes(lamps.colours) == b"\1\1\1"


def test_lamp_that_draws_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="draws nothing"):
        Lamps(1, 400, 0)
