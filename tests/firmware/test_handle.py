"""What a handle says: the tone and the light of each meaning, how long each lasts, and what follows on what."""

from __future__ import annotations

import pytest

from firmware import messages
from firmware.handle import Handle


def tones(handle: Handle, from_ms: int, until_ms: int) -> list[tuple[int, int]]:
    """Return each pitch, and the time from which it sounds, asked every millisecond."""
    found: list[tuple[int, int]] = []
    for now_ms in range(from_ms, until_ms):
        hz = handle.hz(now_ms)
        if hz != (found[-1][1] if found else 0):
            found.append((now_ms, hz))
    return found


def test_nothing_is_said_before_a_meaning_came() -> None:
    handle = Handle(0)
    assert tones(handle, 0, 1000) == []
    assert handle.light(1000) is None


@pytest.mark.parametrize(
    ("meaning", "sounds"),
    [
        (messages.HEARD, [(100, 2000), (120, 0)]),
        (messages.ACCEPTED, [(100, 2700), (190, 0)]),
        (messages.PROPOSED, [(140, 2000), (160, 0), (200, 2000), (220, 0)]),
        (messages.REFUSED, [(100, 400), (320, 0)]),
        (messages.CALLED, [(100, 1600), (220, 0), (260, 2000), (380, 0), (420, 2500), (660, 0)]),
        (messages.CALM, []),
        (77, []),  # of a later protocol
    ],
)
def test_each_meaning_has_its_tone_which_ends(meaning: int, sounds: list[tuple[int, int]]) -> None:
    handle = Handle(0)
    handle.signal(meaning, 100)
    assert tones(handle, 100, 2000) == sounds


def test_meanings_differ_in_tone_in_colour_and_in_pattern_or_length() -> None:
    shown = []
    for meaning in (messages.HEARD, messages.ACCEPTED, messages.PROPOSED, messages.REFUSED, messages.CALLED):
        handle = Handle(0)
        handle.signal(meaning, 0)
        light = handle.light(0)
        assert light is not None
        lasts_ms = next(ms for ms in range(60_000) if handle.light(ms) is None)
        shown.append((light, light[0], lasts_ms))
    assert len({light[1:] for light, _, _ in shown}) == 5
    assert len({(pattern, lasts_ms) for _, pattern, lasts_ms in shown}) == 5


def test_tick_is_heard_out_before_the_answer_that_follows_at_once() -> None:
    handle = Handle(0)
    handle.signal(messages.HEARD, 0)
    assert handle.hz(0) == 2000
    handle.signal(messages.ACCEPTED, 1)
    assert tones(handle, 1, 500) == [(1, 2000), (20, 2700), (110, 0)]


def test_long_tone_is_cut_short_by_the_next_touch() -> None:
    handle = Handle(0)
    handle.signal(messages.REFUSED, 0)
    handle.hz(0)
    handle.signal(messages.HEARD, 50)
    assert tones(handle, 50, 500) == [(50, 400), (70, 2000), (90, 0)]


def test_light_is_that_of_the_newest_meaning_and_calm_puts_it_out() -> None:
    handle = Handle(3)
    assert handle.lamp == 3
    handle.signal(messages.PROPOSED, 0)
    assert handle.light(5000) == (messages.BREATHE, 255, 140, 0)
    handle.signal(messages.REFUSED, 5000)
    assert handle.light(5001) == (messages.ALARM, 255, 24, 0)
    handle.signal(messages.CALM, 5002)
    assert handle.light(5002) is None
