"""Buttons, lamps, screen and Pico judged by what was measured or seen."""

from __future__ import annotations

from typing import Any

import pytest

from companion.check.findings import Grade
from companion.check.grade_parts import grade_button, grade_buzzer, grade_lamp, grade_pico, grade_screen
from companion.check.measured import Fault, Link, PicoState, Press, Verdict
from firmware import VERSION

FAULT = Fault("it is ill", "mend it")


@pytest.mark.parametrize(
    ("press", "grade", "word"),
    [
        (Press(1, 1, ()), Grade.GOOD, ""),
        (Press(2, 2, ()), Grade.WEAK, "debounce_ms"),
        (Press(1, 0, ()), Grade.BAD, "short to ground"),
        (Press(0, 0, ()), Grade.BAD, "wire"),
        (Press(0, 0, ("ok",)), Grade.BAD, "swap the wires of up and ok"),
        (Press(1, 1, ("ok",)), Grade.BAD, "bridge"),
        (None, Grade.SKIPPED, ""),
    ],
)
def test_button_is_graded_by_its_one_press(press: Press | None, grade: Grade, word: str) -> None:
    finding = grade_button("up", press, None)
    assert finding.grade is grade
    assert word in finding.advice
    assert bool(finding.advice) == (grade not in (Grade.GOOD, Grade.SKIPPED))


@pytest.mark.parametrize("strip", [False, True])
@pytest.mark.parametrize("verdict", list(Verdict))
def test_lamp_is_graded_by_what_was_seen(verdict: Verdict, strip: bool) -> None:
    finding = grade_lamp("end", verdict, None, on_strip=strip)
    expected = {Verdict.YES: Grade.GOOD, Verdict.NOBODY: Grade.SKIPPED}.get(verdict, Grade.BAD)
    assert finding.grade is expected
    assert bool(finding.advice) == (expected is Grade.BAD)
    assert ("colour_order" in finding.advice) == (strip and verdict is Verdict.OTHER)
    assert ("LED round" in finding.advice) == (not strip and verdict is Verdict.NO)


@pytest.mark.parametrize(
    ("verdict", "driver", "grade", "word"),
    [
        (Verdict.YES, "ssd1306", Grade.GOOD, ""),
        (Verdict.NOBODY, "ssd1306", Grade.SKIPPED, ""),
        (Verdict.NO, "ssd1306", Grade.BAD, "VCC"),
        (Verdict.OTHER, "ssd1306", Grade.BAD, 'driver = "sh1106"'),
        (Verdict.OTHER, "sh1106", Grade.BAD, 'driver = "ssd1306"'),
    ],
)
def test_screen_is_graded_by_its_picture(verdict: Verdict, driver: str, grade: Grade, word: str) -> None:
    finding = grade_screen(verdict, None, driver)
    assert finding.grade is grade
    assert word in finding.advice


def test_fault_of_a_part_brings_its_own_remedy() -> None:
    for finding in (
        grade_button("up", None, FAULT),
        grade_lamp("end", Verdict.NOBODY, FAULT, on_strip=True),
        grade_screen(Verdict.NOBODY, FAULT, "ssd1306"),
    ):
        assert (finding.measured, finding.advice) == ("it is ill", "mend it")
        assert finding.grade in (Grade.BAD, Grade.MISSING)


def link(**more: Any) -> Link:
    return Link(8.0, (2.0, 3.0, 4.0), 0, 0, 0)._replace(**more)


@pytest.mark.parametrize(
    ("measured", "grade"),
    [
        (link(), Grade.GOOD),
        (link(lost=1), Grade.WEAK),
        (link(round_trips_ms=(2.0, 3.0, 80.0)), Grade.WEAK),
        (link(restarts=1), Grade.BAD),
        (link(faults=1), Grade.BAD),
        (link(round_trips_ms=()), Grade.BAD),
    ],
)
def test_link_is_graded_by_losses_and_round_trips(measured: Link, grade: Grade) -> None:
    firmware, found = grade_pico(PicoState(VERSION, False, None, measured))
    assert firmware.grade is Grade.GOOD
    assert found.grade is grade
    assert bool(found.advice) == (grade is not Grade.GOOD)


def test_link_is_told_in_numbers() -> None:
    _, found = grade_pico(PicoState(VERSION, False, None, link(lost=2)))
    assert found.measured.startswith("3 round trips of 3.0 ms, the slowest 4.0 ms; 2 frames lost")
    assert "polls" not in found.measured, "of lamps alone"
    _, polling = grade_pico(PicoState(VERSION, False, None, link(polls=344)))
    assert polling.measured.endswith("; 43 polls a second")


def test_older_firmware_says_what_to_run() -> None:
    firmware, *_ = grade_pico(PicoState(VERSION - 1, True, None, link()))
    assert (firmware.grade, firmware.advice) == (Grade.BAD, "run: hansa-companion flash")
    assert f"version {VERSION - 1}, this host has {VERSION}" in firmware.measured


def test_newer_firmware_is_weak() -> None:
    firmware, *_ = grade_pico(PicoState(VERSION + 1, False, None, link()))
    assert firmware.grade is Grade.WEAK
    assert "update hansa-companion" in firmware.advice


def test_pico_that_says_nothing_is_not_there() -> None:
    assert grade_pico(PicoState(None, False, FAULT, None))[0][2:] == (Grade.MISSING, "it is ill", "mend it")
    assert "flash" in grade_pico(PicoState(None, False, None, None))[0].advice


def test_pico_that_is_ill_keeps_its_version() -> None:
    firmware, found = grade_pico(PicoState(VERSION, False, FAULT, None))
    assert (firmware.grade, found.grade, found.advice) == (Grade.GOOD, Grade.BAD, "mend it")


@pytest.mark.parametrize(
    ("verdict", "grade", "advice"),
    [
        (Verdict.YES, Grade.GOOD, ""),
        (Verdict.NOBODY, Grade.SKIPPED, ""),
        (Verdict.OTHER, Grade.WEAK, "an active buzzer has one tone only: take a passive one"),
        (Verdict.NO, Grade.BAD, "check its wire and its pin; it must be a passive one"),
    ],
)
def test_buzzer_is_judged_by_what_was_heard(verdict: Verdict, grade: Grade, advice: str) -> None:
    found = grade_buzzer("buzzer", verdict)
    assert (found.grade, found.advice) == (grade, advice)
