"""Buttons, lamps, screen and Pico judged by what was measured or seen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.check.findings import Grade
from companion.check.grades import (
    CLEAN_PERCENT,
    gain_advice,
    grade_button,
    grade_buzzer,
    grade_lamp,
    grade_pico,
    grade_reader,
    grade_screen,
)
from companion.check.measured import (
    Acknowledged,
    Fault,
    Link,
    Look,
    Misreads,
    PicoState,
    Press,
    Reading,
    Tally,
    Verdict,
    count,
)
from firmware import VERSION
from firmware.chip import GAINS_DB, VERSIONS
from firmware.presence import Presence
from firmware.rc522 import CLEAR, CROWDED, DEAF, GARBLED, SILENT
from tests.kit.kits import hansa_kit

FAULT = Fault("it is ill", "mend it")
PANEL = hansa_kit("tap").panel


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
    pico = hansa_kit("board").pico if strip else None
    finding = grade_lamp("end", verdict, None, strip=pico)
    expected = {Verdict.YES: Grade.GOOD, Verdict.NOBODY: Grade.SKIPPED}.get(verdict, Grade.BAD)
    assert finding.grade is expected
    assert bool(finding.advice) == (expected is Grade.BAD)
    is_swapped = 'write pico = "rgb" under [colour_orders]' in finding.advice
    assert is_swapped == (strip and verdict is Verdict.SWAPPED)
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
    finding = grade_screen(verdict, None, replace(PANEL, driver=driver))
    assert finding.grade is grade
    assert word in finding.advice


def test_dark_screen_on_spi_is_not_said_to_answer() -> None:
    finding = grade_screen(Verdict.NO, None, hansa_kit("board").panel)
    assert "answers" not in finding.measured
    assert "CS, DC and RES" in finding.advice


@pytest.mark.parametrize(
    ("found", "measured", "advice"),
    [
        (Acknowledged(()), "nothing acknowledges at 0x3C", "never acknowledges, which Linux cannot tell from none"),
        (Acknowledged((0x3D,)), "answers at 0x3D, not at 0x3C", "write address = 0x3D"),
        (Acknowledged((0x3C,)), "answers at 0x3C now, and did not before", "loose contact"),
        (Acknowledged((), is_stuck=True), "its bus is held down", "pull its power plug"),
    ],
)
def test_panel_that_is_not_heard_is_told_by_who_acknowledges(found: Acknowledged, measured: str, advice: str) -> None:
    finding = grade_screen(Verdict.NOBODY, FAULT, PANEL, found)
    assert finding.grade is Grade.MISSING
    assert measured in finding.measured
    assert advice in finding.advice


def test_fault_of_a_part_brings_its_own_remedy() -> None:
    for finding in (
        grade_button("up", None, FAULT),
        grade_lamp("end", Verdict.NOBODY, FAULT, strip=hansa_kit("board").pico),
        grade_screen(Verdict.NOBODY, FAULT, PANEL),
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


# --- readers judged by what was measured ---


UID = "04a1b2c3d4e5f6"
SOMEBODY = frozenset({UID})


def tally(answered: int = 100, *, removals: int = 0, deaf: int = 0, disturbed: int = 0, tags: int = 1) -> Tally:
    uids = frozenset(f"{number:014x}" for number in range(tags if answered else 0))
    return Tally(100, answered, disturbed, deaf, removals, uids)


def reading(resting: Tally | None = None, **more: Any) -> Reading:
    known: dict[str, Any] = {"version": 0x92, "by_gain": dict.fromkeys(GAINS_DB, 0), "resting": resting, **more}
    return Reading("pad", 33, "pad.gain_db")._replace(**known)


def grades(measured: Reading) -> dict[str, Grade]:
    return {finding.name: finding.grade for finding in grade_reader(measured)}


def advice(measured: Reading, name: str = "pad: answers") -> str:
    (found,) = (finding.advice for finding in grade_reader(measured) if finding.name == name)
    return found


def looks(*outcomes: int, pace_ms: int = 50) -> list[Look]:
    return [Look(at * pace_ms, outcome, (UID,) if outcome == CLEAR else ()) for at, outcome in enumerate(outcomes)]


# --- counting ---


def test_count_tells_answers_from_noise_and_deafness() -> None:
    counted = count(looks(CLEAR, SILENT, GARBLED, CROWDED, DEAF), Presence())
    assert counted == Tally(5, 1, 2, 1, 0, SOMEBODY)
    assert counted.percent == 20


def test_false_removal_is_what_the_table_would_take_for_gone() -> None:
    away = [SILENT] * 12  # 600 ms, longer than a tag may be missed
    assert count(looks(*[CLEAR] * 20, *away, *[CLEAR] * 20), Presence()).removals == 1
    assert count(looks(*[CLEAR] * 20, *away[:4], *[CLEAR] * 20), Presence()).removals == 0
    patient = Presence(leave_ms=2000)
    assert count(looks(*[CLEAR] * 20, *away, *[CLEAR] * 20), patient).removals == 0


@given(st.lists(st.sampled_from((SILENT, CLEAR, GARBLED, CROWDED, DEAF)), max_size=60))
def test_every_look_is_counted_once(outcomes: list[int]) -> None:
    counted = count(looks(*outcomes), Presence())
    assert counted.polls == len(outcomes)
    assert counted.answered + counted.disturbed + counted.deaf + outcomes.count(SILENT) == counted.polls
    assert 0 <= counted.percent <= 100


# --- judging ---


@pytest.mark.parametrize("version", VERSIONS)
def test_known_chip_with_a_clean_tag_is_good_all_through(version: int) -> None:
    found = grades(reading(tally(), version=version, sheet=tally()))
    assert found == {"pad": Grade.GOOD, "pad: answers": Grade.GOOD, "pad: range": Grade.GOOD}


def test_reader_that_cannot_be_opened_is_not_there_and_its_remedy_is_the_advice() -> None:
    (finding,) = grade_reader(reading(fault=Fault("no SPI", "switch SPI on")))
    assert (finding.grade, finding.measured, finding.advice) == (Grade.MISSING, "no SPI", "switch SPI on")


@pytest.mark.parametrize("version", [0x00, 0xFF])
def test_version_that_no_chip_has_names_the_wiring(version: int) -> None:
    (finding,) = grade_reader(reading(tally(), version=version))
    assert finding.grade is Grade.BAD
    assert f"0x{version:02x}" in finding.measured
    assert "MISO" in finding.advice


# Both were seen in chips that work: the tag decides.
@pytest.mark.parametrize("version", [0x80, 0x15])
@pytest.mark.parametrize(("answered", "grade"), [(100, Grade.GOOD), (10, Grade.BAD)])
def test_unknown_chip_is_weak_and_the_tag_decides(version: int, answered: int, grade: Grade) -> None:
    chip, tag = grade_reader(reading(tally(answered), version=version))
    assert (chip.grade, tag.grade) == (Grade.WEAK, grade)
    assert f"0x{version:02x}" in chip.measured
    assert "another module" in chip.advice


@pytest.mark.parametrize(("misread", "grade"), [(0, Grade.GOOD), (3, Grade.WEAK)])
def test_misread_registers_speak_of_the_wires(misread: int, grade: Grade) -> None:
    wires = grade_reader(reading(tally(), misreads=Misreads(misread, 400)))[-1]
    assert (wires.name, wires.grade) == ("pad: wires", grade)
    assert wires.measured == f"{misread} misread registers in 400 frames"
    assert ("half of clock_hz" in wires.advice) is bool(misread)


@pytest.mark.parametrize(
    ("resting", "grade"),
    [
        (tally(100), Grade.GOOD),
        (tally(99), Grade.GOOD),
        (tally(98), Grade.WEAK),
        (tally(100, removals=1), Grade.WEAK),
        (tally(80), Grade.WEAK),
        (tally(79), Grade.BAD),
        (tally(0), Grade.BAD),
    ],
)
def test_answers_are_graded_by_their_number_and_by_false_removals(resting: Tally, grade: Grade) -> None:
    assert grades(reading(resting))["pad: answers"] is grade


def test_answers_are_told_in_numbers() -> None:
    texts = [finding.measured for finding in grade_reader(reading(tally(97, removals=2, disturbed=3)))]
    assert texts[1] == "97 answers in 100 polls, 2 times falsely gone, 3 disturbed"


def test_chip_that_sends_nothing_is_bad() -> None:
    (finding,) = grade_reader(reading(tally(0, deaf=100)))
    assert finding.grade is Grade.BAD
    assert "sends nothing" in finding.measured


def test_empty_reader_is_skipped_when_nobody_was_asked() -> None:
    assert grades(reading(tally(0), asked=False)) == {"pad": Grade.GOOD, "pad: answers": Grade.SKIPPED}
    assert grades(reading(tally(100), asked=False))["pad: answers"] is Grade.GOOD
    assert grades(reading(tally(0, disturbed=40), asked=False))["pad: answers"] is Grade.BAD


def test_neighbour_that_hears_the_tag_is_named() -> None:
    (*_, finding) = grade_reader(reading(tally(), neighbours=("city.riga", "city.reval")))
    assert finding.grade is Grade.WEAK
    assert "city.riga, city.reval" in finding.measured


def test_two_tags_are_told() -> None:
    assert "one tag alone" in advice(reading(tally(tags=2)))


# --- advice on gain ---


def test_clean_reader_gets_no_advice() -> None:
    assert advice(reading(tally(), by_gain=dict.fromkeys(GAINS_DB, 100))) == ""


@pytest.mark.parametrize(
    ("by_gain", "best"),
    [
        ({18: 0, 23: 0, 33: 50, 38: 100, 43: 100, 48: 100}, 38),
        ({18: 100, 23: 100, 33: 50, 38: 20, 43: 0, 48: 0}, 23),
        ({18: 0, 23: 0, 33: 50, 38: 90, 43: 100, 48: 100}, 43),
        ({18: 0, 23: 100, 33: 0, 38: 0, 43: 100, 48: 0}, 23),
    ],
)
def test_nearest_clean_gain_is_advised_and_the_lower_of_two(by_gain: dict[int, int], best: int) -> None:
    assert f"set pad.gain_db = {best} " in advice(reading(tally(50), by_gain=by_gain))


def test_better_gain_is_named_although_none_is_clean() -> None:
    told = advice(reading(tally(50), by_gain={18: 0, 33: 50, 38: 90, 43: 90}))
    assert told.startswith("pad.gain_db = 38 is better, none is clean")


@pytest.mark.parametrize("by_gain", [{18: 0, 33: 50, 48: 10}, {18: 69, 33: 42, 48: 60}], ids=["worse", "by chance"])
def test_no_better_gain_leads_to_the_tag(by_gain: dict[int, int]) -> None:
    assert "no gain is better: a larger tag" in advice(reading(tally(50), by_gain=by_gain))


@given(st.integers(0, 100), st.dictionaries(st.sampled_from(sorted(GAINS_DB)), st.integers(0, 100)), st.integers(0, 2))
def test_advised_gain_is_never_worse_than_what_was_measured(
    answered: int, by_gain: dict[int, int], removals: int
) -> None:
    told = gain_advice(reading(tally(answered, removals=removals), by_gain=by_gain))
    named = [gain for gain in GAINS_DB if f"pad.gain_db = {gain} " in told]
    assert all(by_gain[gain] >= CLEAN_PERCENT or by_gain[gain] > answered for gain in named)
    assert bool(told) == (bool(by_gain) and (answered < CLEAN_PERCENT or removals > 0))


def test_short_range_advises_the_next_clean_gain() -> None:
    measured = reading(tally(), sheet=tally(70), by_gain={33: 100, 38: 60, 43: 100, 48: 100})
    assert "try pad.gain_db = 43" in advice(measured, "pad: range")
    assert grades(measured)["pad: range"] is Grade.WEAK


def test_short_range_at_the_highest_gain_advises_a_larger_tag() -> None:
    told = advice(reading(tally(), sheet=tally(70), by_gain={33: 100}), "pad: range")
    assert told == "little to spare: a larger tag, or a thinner cover"


def test_range_of_a_weak_reader_waits_for_its_answers() -> None:
    assert "answers first" in advice(reading(tally(60), sheet=tally(10)), "pad: range")
