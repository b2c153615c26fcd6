"""Enrolment at a table with threads: taps, buttons, keys and faults come from anywhere, and the screen follows."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from queue import SimpleQueue

import pytest

from companion.display.draw import draw, overflow
from companion.enrol.enrol_session import EnrolSession
from companion.enrol.enrolment import Enrolment, Named, Refused, Step
from companion.enrol.serve import serve
from companion.enrol.words import Message, crowd_told, next_told, step_told
from companion.games.hansa.tagged import piece_names
from companion.running.devices import Devices, simulated_devices, simulated_table
from companion.table.screen import Row
from hardware.formats.piece_set import EMPTY, PieceSet
from hardware.ports import (
    ButtonPressed,
    ButtonReleased,
    Crowded,
    Event,
    Health,
    HealthChanged,
    Signal,
    TagLeft,
    TagRested,
)
from hardware.simulated.soft_ports import SoftReaders
from hardware.simulated.soft_table import SoftTable
from hardware.trouble import quoted
from tests.kit.kits import hansa_kit

WANTED = ("ship", "booth.gray.01", "booth.gray.02")
SHIP, FIRST = "04a1b2c3d4e5f6", "04a1b2c3d4e5f7"


class Desk:
    """A table whose person acts on what is said; time is the table's own."""

    def __init__(self) -> None:
        kit = hansa_kit("tap")
        # A piece that is gone has left at the next look; one that has come rests later, however late the looks.
        times = replace(kit.times, leave_ms=0, leave_polls=1, settle_ms=120)
        self.table: SoftTable = simulated_table(replace(kit, times=times), clock=time.monotonic)
        self.devices: Devices = simulated_devices(self.table)
        self.saved: list[PieceSet] = []
        self.said: list[str] = []
        self.session = EnrolSession(Enrolment.start(WANTED), self.saved.append)
        self._acts: list[Callable[[], object]] = []
        self._keys: SimpleQueue[str | None] = SimpleQueue()

    def keys(self) -> Iterator[str]:
        while (line := self._keys.get()) is not None:
            yield line

    def say(self, line: str) -> None:
        self.said.append(line)
        if self._acts:
            self._acts.pop(0)()

    def run(self, *acts: Callable[[], object]) -> None:
        self._acts = list(acts)
        serve(self.session, self.devices, self.keys(), self.say)
        self._keys.put(None)

    def type(self, line: str) -> Callable[[], None]:
        return lambda: self._keys.put(f"{line}\n")

    def tap(self, uid: str) -> Callable[[], None]:
        """Put a piece on the pad in place of the one before."""

        def act() -> None:
            for other in self.table.field("pad").uids:
                self.table.lift(other.hex())
            self.table.put(uid, "pad")

        return act


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_tap_key_and_button_are_heard_together(desk: Desk) -> None:
    seen = []

    def look_and_quit() -> None:
        seen.append(desk.table.frame())
        desk.table.press("end")

    desk.run(desk.tap(SHIP), desk.type("s"), desk.tap(FIRST), look_and_quit)
    assert dict(desk.saved[-1].pieces) == {SHIP: "ship", FIRST: "booth.gray.02"}
    assert seen == [draw(next_told(desk.session.walk).screen)]
    assert {str(health) for port in desk.devices[:2] for health in port.health.values()} == {"closed"}


def test_end_of_the_keyboard_leaves_pad_and_buttons(desk: Desk) -> None:
    def go_on() -> None:
        desk._keys.put(None)
        desk.tap(FIRST)()

    desk.run(desk.tap(SHIP), go_on, lambda: desk.table.press("end"))
    assert dict(desk.saved[-1].pieces) == {SHIP: "ship", FIRST: "booth.gray.01"}


def test_pad_that_fails_after_it_has_worked_is_waited_for_without_a_keyboard(desk: Desk) -> None:
    desk._keys.put(None)

    def fail() -> None:
        desk.table.lift(SHIP)
        desk.table.deafen("pad")

    def mend() -> None:
        desk.table.mend("pad")
        desk.tap(FIRST)()

    desk.run(desk.tap(SHIP), fail, mend, lambda: desk.table.press("end"))
    assert dict(desk.saved[-1].pieces) == {SHIP: "ship", FIRST: "booth.gray.01"}


def test_error_while_saving_closes_everything(desk: Desk) -> None:
    class Full(Exception):
        pass

    def fail(pieces: PieceSet) -> None:
        raise Full

    desk.session = EnrolSession(Enrolment.start(WANTED), fail)
    with pytest.raises(Full):
        desk.run(desk.tap(SHIP))
    assert {str(health) for health in desk.devices.readers.health.values()} == {"closed"}
    assert desk.session.walk.done == 0, "what is not saved has not happened"


@pytest.mark.parametrize(
    ("event", "word"),
    [
        (Crowded(0.0, "pad", True), "several tags"),
        (HealthChanged(0.0, "pad", Health.DEGRADED, quoted("gone"), quoted("plug it in")), "pad: gone; plug it in"),
        (TagRested(0.0, "pad", SHIP), "is ship"),
        (ButtonPressed(0.0, "back"), "nothing to take back"),
    ],
)
def test_event_that_matters_is_told(event: Event, word: str) -> None:
    told = EnrolSession(Enrolment.start(WANTED), lambda _: None).hear(event)
    assert told is not None
    assert word in told.line


@pytest.mark.parametrize(
    "event",
    [
        Crowded(0.0, "pad", False),
        HealthChanged(0.0, "pad", Health.GOOD),
        TagLeft(0.0, "pad", SHIP),
        ButtonPressed(0.0, "pedal"),
        ButtonReleased(0.0, "back"),
        TagRested(0.0, "city.riga", SHIP),
        Crowded(0.0, "city.riga", True),
        HealthChanged(0.0, "button.up", Health.DEGRADED, quoted("gone"), quoted("plug it in")),
    ],
)
def test_events_of_other_places_and_kinds_are_passed_over(event: Event) -> None:
    assert EnrolSession(Enrolment.start(WANTED), lambda _: None).hear(event) is None


class Pad:
    """A clerk, and what lies on the pad."""

    def __init__(self) -> None:
        self.saved = EMPTY
        self.session = EnrolSession(Enrolment.start(WANTED), self._save)

    def _save(self, pieces: PieceSet) -> None:
        self.saved = pieces

    def rest(self, at: float, uid: str) -> str:
        told = self.session.hear(TagRested(at, "pad", uid))
        assert told is not None
        return told.line

    def leave(self, at: float, uid: str) -> None:
        assert self.session.hear(TagLeft(at, "pad", uid)) is None


@pytest.mark.parametrize("apart_s", [0.0, 0.1])
def test_two_tags_put_down_together_are_no_tap_of_either(apart_s: float) -> None:
    pad = Pad()
    pad.rest(1.0, SHIP)
    assert pad.rest(1.0 + apart_s, FIRST).startswith("several tags at once")
    assert dict(pad.saved.pieces) == {}
    assert pad.session.walk.next_piece == "ship"
    for uid in (SHIP, FIRST):
        pad.leave(2.0, uid)
    assert "is ship" in pad.rest(3.0, FIRST)
    assert dict(pad.saved.pieces) == {FIRST: "ship"}


def test_tag_beside_one_that_was_left_lying_is_no_tap() -> None:
    pad = Pad()
    pad.rest(1.0, SHIP)
    assert pad.rest(5.0, FIRST).startswith("several tags at once")
    assert dict(pad.saved.pieces) == {SHIP: "ship"}, "what was tapped alone stays"


def test_tag_taken_back_meanwhile_is_not_taken_back_again() -> None:
    pad = Pad()
    pad.rest(1.0, SHIP)
    pad.session.key("b")
    assert pad.rest(1.1, FIRST).startswith("several tags at once")
    assert dict(pad.saved.pieces) == {}


def screens() -> Iterator[Message]:
    walk = Enrolment.start(piece_names())
    yield next_told(Enrolment.start((), EMPTY))
    yield crowd_told(walk)
    for number, piece in enumerate(piece_names()):
        later = Enrolment.start(piece_names()[number:])
        yield next_told(later)
        yield step_told(Step(later, piece, Refused.TAKEN), SHIP)
    for refused in Refused:
        yield step_told(Step(walk, "marker.yellow3.4", refused), SHIP)


def test_every_screen_fits() -> None:
    assert [(told.line, cut) for told in screens() if (cut := overflow(told.screen))] == []


# --- a walk over a sheet ---

SPOTS = {
    "spot.city.stade": Named("Stade", "chart, North"),
    "spot.route.stade-hamburg": Named("Stade-Hamburg", "chart, North"),
    "card.trader": Named("Trader", "command card, Actions"),
}


def over_sheet() -> tuple[EnrolSession, list[PieceSet]]:
    saved: list[PieceSet] = []
    walk = Enrolment.start((*SPOTS, "marker.swap.1"), names=SPOTS)
    return EnrolSession(walk, saved.append, behind="wand"), saved


def test_next_spot_is_told_with_its_place() -> None:
    session, _ = over_sheet()
    told = session.key("")
    assert told.line == "[0/4] tap: Stade (chart, North)"
    assert [row.left.template for row in told.screen.rows if isinstance(row, Row)] == [
        "Stade",
        "Chart, North",
        "touch it with the wand",
    ]


def test_what_is_left_is_listed_by_place_and_put_away_again() -> None:
    session, _ = over_sheet()
    session.tap(SHIP)
    told = session.hear(ButtonPressed(0.0, "ok"))
    assert told is not None
    assert told.line.splitlines() == [
        "left: 3 of 4",
        "  chart, North: Stade-Hamburg",
        "  command card, Actions: Trader",
        "  marker swap 1",
    ]
    assert overflow(told.screen) == []
    told = session.hear(ButtonPressed(0.0, "ok"))
    assert told is not None
    assert told.line.startswith("[1/4] tap: Stade-Hamburg")


def test_list_of_a_finished_walk_says_that_it_is_finished() -> None:
    session = EnrolSession(Enrolment.start(("ship",)), lambda _: None)
    session.tap(SHIP)
    assert session.key("l").line.startswith("all 1 pieces")


def test_name_goes_there_and_the_buttons_go_forth_and_back() -> None:
    session, _ = over_sheet()
    assert session.key("trader").line == "[0/4] tap: Trader (command card, Actions)"
    assert "left for later: Trader" in session.key("s").line
    assert session.key("r").line == "[0/4] tap: Trader (command card, Actions)"


def test_name_that_several_or_none_have_is_asked_back() -> None:
    session, _ = over_sheet()
    assert session.key("spot").line.startswith("spot: which one? Stade (chart, North), Stade-Hamburg (chart, North)")
    assert session.key("moon").line.startswith("moon: nothing here is called so; l lists what is left")
    assert session.walk.next_piece == "spot.city.stade"


def test_many_of_one_name_are_counted() -> None:
    session = EnrolSession(Enrolment.start([f"disc.{number}" for number in range(9)]), lambda _: None)
    assert "disc 4 and 4 more" in session.key("disc").line


def test_spot_gets_another_tag_when_it_is_asked_for_again() -> None:
    session, saved = over_sheet()
    session.tap(SHIP)
    told = session.key("stade")
    assert told.line.startswith("Stade (chart, North) has its tag; another one: again Stade")
    assert session.key("again stade").line == "[0/4] tap: Stade (chart, North)"
    assert dict(saved[-1].pieces) == {}
    session.tap(FIRST)
    assert dict(saved[-1].pieces) == {FIRST: "spot.city.stade"}


def test_tag_that_is_used_already_is_told_in_one_line_with_its_spot() -> None:
    session, saved = over_sheet()
    session.tap(SHIP)
    told = session.tap(SHIP)
    assert told.line.splitlines()[0] == f"{SHIP}: already on Stade (chart, North)"
    assert len(saved) == 1


def test_hand_is_answered() -> None:
    session, _ = over_sheet()
    assert session.tap(SHIP).signal is Signal.ACCEPTED
    assert session.tap(SHIP).signal is Signal.REFUSED
    assert crowd_told(session.walk).signal is Signal.REFUSED
    assert session.key("s").signal is None


def test_answer_goes_to_the_reader_of_the_walk(desk: Desk) -> None:
    desk.run(desk.tap(SHIP), desk.type("q"))
    assert isinstance(desk.table.readers, SoftReaders)
    assert list(desk.table.readers.signals) == [("pad", Signal.ACCEPTED)]


def test_wand_that_is_unplugged_is_told() -> None:
    session, _ = over_sheet()
    told = session.hear(HealthChanged(0.0, "wand", Health.DEGRADED, quoted("gone"), quoted("plug it in")))
    assert told is not None
    assert told.line.startswith("wand: gone; plug it in")
