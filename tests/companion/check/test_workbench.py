"""Measuring: on ports that misbehave, on probes that break, and on the test picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext

import pytest

from companion.check.findings import Area, Finding, Grade
from companion.check.measured import Fault, Look, Misreads, Press, Verdict
from companion.check.person import (
    Act,
    AtTheKeyboard,
    FaultKind,
    Hand,
    Nobody,
    Question,
    Sight,
    SimulatedFault,
    Task,
    draw_test_picture,
)
from companion.check.probes import FieldProbe, Probe, ProbeFault
from companion.check.self_test import walk
from companion.check.subject import soft_setting
from companion.check.workbench import BLUE, GREEN, RED, Bench
from companion.running.devices import simulated_devices, simulated_table
from firmware.chip import GAINS_DB
from hardware.ports import Colour, Light
from hardware.simulated.clock import VirtualClock
from hardware.simulated.soft_ports import SoftLamps
from hardware.simulated.soft_table import SoftTable
from tests.companion.check.test_person import untouched
from tests.kit.kits import hansa_kit

TAP, BOARD = hansa_kit("tap"), hansa_kit("board")


class Swapped(Hand):
    """A table on which two buttons were wired crosswise."""

    def start(self, task: Task) -> bool:
        return super().start(task._replace(name={"ok": "back", "back": "ok"}.get(task.name, task.name)))


class Twice(Hand):
    """A hand that presses twice."""

    def start(self, task: Task) -> bool:
        return super().start(task) and super().start(task)


class Wavering(Hand):
    """A person who sees something else."""

    def sees(self, question: Question) -> Verdict:
        return Verdict.OTHER


def soft(table: SoftTable, probes: Mapping[str, Probe | Fault] | None = None) -> Bench:
    @contextmanager
    def opened() -> Iterator[Mapping[str, Probe | Fault]]:
        yield probes or {name: FieldProbe(table.field(name)) for name in TAP.readers}

    return Bench(TAP, simulated_devices(table), opened, table.pass_time)


def hand(table: SoftTable, kind: type[Hand] = Hand, *faults: SimulatedFault) -> Hand:
    return kind(table, faults, table.pass_time)


def press(table: SoftTable, name: str, kind: type[Hand] = Hand, *faults: SimulatedFault) -> Press | None:
    bench = soft(table)
    with bench.opened(bench.devices.buttons):
        return bench.press(name, hand(table, kind, *faults))


def findings(table: SoftTable, person: Hand | Nobody, *areas: Area, bench: Bench | None = None) -> list[Finding]:
    return list(walk(bench or soft(table), person, TAP.lamp_names, areas))


@pytest.fixture
def table() -> SoftTable:
    return simulated_table(TAP)


# --- buttons, lamps, screen ---


def test_press_is_counted_with_its_release(table: SoftTable) -> None:
    assert press(table, "ok") == Press(1, 1, ())
    assert press(table, "ok", Twice) == Press(2, 2, ())


def test_button_that_answers_for_another_is_named(table: SoftTable) -> None:
    assert press(table, "ok", Swapped) == Press(0, 0, ("back",))


def test_stuck_and_dead_buttons_are_told_apart(table: SoftTable) -> None:
    assert press(table, "up", Hand, SimulatedFault(FaultKind.DEAD, "up")) == Press(0, 0, ())
    assert press(table, "ok", Hand, SimulatedFault(FaultKind.STUCK, "ok")) == Press(1, 0, ())


def test_nobody_presses_nothing(table: SoftTable) -> None:
    found = findings(table, Nobody(), Area.BUTTONS, Area.LAMPS, Area.SCREEN)
    assert {finding.grade for finding in found} == {Grade.SKIPPED}
    assert len(found) == 5 + 14 + 1


class GreenForRed(SoftLamps):
    """LEDs that take red for green; what a person saw of them since the last question."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__(names, clock=VirtualClock())
        self.seen: list[Colour] = []

    def show(self, scene: Mapping[str, Light]) -> None:
        super().show(scene)
        self.seen += [Colour(light.colour.green, light.colour.red, light.colour.blue) for light in scene.values()]


class Watching(Nobody):
    """A person who looks at them."""

    def __init__(self, lamps: GreenForRed) -> None:
        self._lamps = lamps
        self.asked: list[Sight] = []

    def sees(self, question: Question) -> Verdict:
        self.asked.append(question.sight)
        seen, self._lamps.seen = self._lamps.seen, []
        if question.sight is Sight.SWAPPED:
            return Verdict.YES if seen == [GREEN] else Verdict.NO
        return Verdict.YES if seen == [RED, GREEN, BLUE] else Verdict.OTHER


def test_strip_that_takes_red_for_green_is_found_out_once_and_its_other_lamps_are_shown_right() -> None:
    kit = hansa_kit("board")
    lamps = GreenForRed(kit.lamp_names)
    bench = Bench(
        kit, simulated_devices(simulated_table(kit))._replace(lamps=lamps), lambda: nullcontext({}), lambda _: None
    )
    person = Watching(lamps)
    first, second = kit.lamp_names[:2]
    with bench.opened(lamps):
        assert bench.lamp(first, person) is Verdict.SWAPPED
        assert bench.lamp(second, person) is Verdict.YES
    assert person.asked == [Sight.COLOURED_LAMP, Sight.SWAPPED, Sight.COLOURED_LAMP]


def test_another_lamp_is_not_taken_for_swapped_colours() -> None:
    kit = hansa_kit("board")
    lamps = GreenForRed(kit.lamp_names)
    bench = Bench(
        kit, simulated_devices(simulated_table(kit))._replace(lamps=lamps), lambda: nullcontext({}), lambda _: None
    )
    with bench.opened(lamps):
        assert bench.lamp(kit.lamp_names[0], NoGreen(lamps)) is Verdict.OTHER


class NoGreen(Watching):
    """A person who sees another lamp shine, red."""

    def sees(self, question: Question) -> Verdict:
        return Verdict.NO if question.sight is Sight.SWAPPED else Verdict.OTHER


def test_picture_that_looks_otherwise_is_bad(table: SoftTable) -> None:
    found = findings(table, hand(table, Wavering), Area.LAMPS, Area.SCREEN)
    assert {finding.grade for finding in found} == {Grade.BAD}


def test_unplugged_screen_is_not_asked_about(table: SoftTable) -> None:
    table.unplug_screen()
    (finding,) = findings(table, hand(table), Area.SCREEN)
    assert finding.grade is Grade.MISSING


def test_ports_are_closed_after_each_area(table: SoftTable) -> None:
    findings(table, hand(table), Area.BUTTONS, Area.LAMPS, Area.SCREEN, Area.READERS)
    for port in simulated_devices(table):
        assert {str(health) for health in port.health.values()} == {"closed"}


@pytest.mark.parametrize("size", [(128, 64), (128, 32)])
def test_picture_has_a_frame_on_all_four_edges_and_text_within(size: tuple[int, int]) -> None:
    width, height = size
    picture = draw_test_picture(width, height)
    assert (picture.width, picture.height, len(picture.pages)) == (width, height, width * height // 8)
    edges = [(x, y) for x in range(width) for y in (0, height - 1)]
    edges += [(x, y) for x in (0, width - 1) for y in range(height)]
    assert all(picture.pixel(x, y) for x, y in edges)
    assert not any(picture.pixel(x, y) for x in range(1, width - 1) for y in (1, height - 2))
    assert any(picture.pixel(x, y) for x in range(2, width - 2) for y in range(2, height - 12))


# --- readers ---


class Broken:
    """A reader that breaks while it is measured."""

    misreads = Misreads()

    def version(self) -> int:
        return 0x92

    def look(self, gain_db: int, polls: int, pace_ms: int) -> list[Look]:
        raise ProbeFault(Fault("the line broke", "plug it in again"))


def test_probe_that_breaks_is_a_finding_not_a_failure(table: SoftTable) -> None:
    (finding,) = findings(table, hand(table), Area.READERS, bench=soft(table, {"pad": Broken()}))
    assert (finding.grade, finding.measured, finding.advice) == (Grade.MISSING, "the line broke", "plug it in again")


def test_every_gain_is_tried_and_the_tag_is_taken_away_again(table: SoftTable) -> None:
    bench = soft(table)
    with bench.probes() as probes:
        reading = bench.reading("pad", probes, hand(table))
    assert dict(reading.by_gain) == dict.fromkeys(GAINS_DB, 100)
    assert reading.sheet is not None
    assert reading.neighbours == ()
    assert table.field("pad").uids == ()


def test_tag_that_lies_there_is_measured_without_a_person(table: SoftTable) -> None:
    table.put("04a1b2c3d4e5f6", "pad")
    found = {finding.name: finding.grade for finding in findings(table, Nobody(), Area.READERS)}
    assert found == {"pad": Grade.GOOD, "pad: answers": Grade.GOOD}


def test_neighbour_under_the_board_that_hears_the_tag_is_named() -> None:
    with soft_setting(BOARD, ()) as (bench, person), bench.probes() as probes:
        overheard = {**probes, "city.reval": probes["city.riga"]}
        reading = bench.reading("city.riga", overheard, person)
        assert reading.neighbours == ("city.reval",)
        assert reading.gain_key == 'pico.gains."reader.9"', "as the kit file calls it"
        assert bench.reading("city.lubeck", probes, person).neighbours == ()


def test_every_act_has_words() -> None:
    from companion.check.person import _QUESTIONS, _TASKS

    assert set(_TASKS) == set(Act)
    assert set(_QUESTIONS) == set(Sight)


def test_button_of_the_table_answers_for_the_keyboard(table: SoftTable) -> None:
    bench = soft(table)
    asked: list[str] = []

    def say(text: str) -> None:
        asked.append(text)

    def pressed() -> str | None:
        answer = bench.pressed()
        if answer is None:
            table.press("back")
            table.release("back")
        return answer

    with bench.opened(bench.devices.buttons):
        person = AtTheKeyboard(untouched(), say, pressed)
        assert person.sees(Question(Sight.LAMP, "end")) is Verdict.NO
    assert len(asked) == 1


def test_kit_without_a_pico_says_nothing_of_one(table: SoftTable) -> None:
    assert findings(table, hand(table), Area.PICO) == []


def test_pico_simulated_at_its_ports_is_skipped() -> None:
    with soft_setting(BOARD, ()) as (bench, person):
        (finding,) = walk(bench, person, (), [Area.PICO])
    assert finding.grade is Grade.SKIPPED
    assert "--silicon" in finding.measured
