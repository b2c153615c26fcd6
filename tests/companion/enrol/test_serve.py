"""Enrolment at a table with threads: taps, buttons, keys and faults come from anywhere, and the screen follows."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from queue import SimpleQueue

import pytest

from companion.display.draw import draw, overflow
from companion.enrol.enrol_session import EnrolSession
from companion.enrol.enrolment import Enrolment, Refused, Step
from companion.enrol.serve import serve
from companion.enrol.words import Told, crowd_told, next_told, step_told
from companion.games.hansa.pieces import piece_names
from companion.running.devices import Devices, simulated_devices, simulated_table
from hardware.formats.piece_set import EMPTY, PieceSet
from hardware.ports import ButtonPressed, ButtonReleased, Crowded, Event, Health, HealthChanged, TagLeft, TagRested
from hardware.simulated.soft_table import SoftTable
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
        (HealthChanged(0.0, "pad", Health.DEGRADED, "gone", "plug it in"), "pad: gone; plug it in"),
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
        ButtonPressed(0.0, "up"),
        ButtonReleased(0.0, "back"),
        TagRested(0.0, "city.riga", SHIP),
        Crowded(0.0, "city.riga", True),
        HealthChanged(0.0, "button.up", Health.DEGRADED, "gone", "plug it in"),
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


def screens() -> Iterator[Told]:
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
