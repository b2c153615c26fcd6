"""Several attendants of one daemon: each gets what is due to it, and one that fails costs only itself."""

from __future__ import annotations

import socket
import threading
from types import SimpleNamespace
from typing import cast

import pytest

from companion.assembly.attendants import Attendant, Retried, make_attendants
from companion.assembly.compose import Composed
from companion.running.parts import Parts
from companion.table.intents import Errand, LetPhones
from tests.kit.waiting import PATIENCE_S, until

COMPOSED = cast(Composed, None)  # nobody here looks at it


class Lodger:
    def __init__(self, name: str, notes: list[str], *, fails: str = "") -> None:
        self._name, self._notes, self._fails = name, notes, fails

    def make(self, composed: Composed) -> Attendant:
        self._note("make")
        return self

    def open(self) -> None:
        self._note("open")

    def close(self) -> None:
        self._note("close")

    def run_errand(self, errand: Errand) -> None:
        self._note(type(errand).__name__)

    def _note(self, what: str) -> None:
        if what == self._fails:
            raise OSError(f"{self._name} fails")
        self._notes.append(f"{self._name} {what}")


def test_all_open_obey_and_close() -> None:
    notes: list[str] = []
    make = make_attendants([Lodger(name, notes).make for name in "ab"])
    assert make
    attendant = make(COMPOSED)
    attendant.open()
    attendant.run_errand(LetPhones())
    attendant.close()
    attendant.close()
    assert notes == ["a make", "b make", "a open", "b open", "a LetPhones", "b LetPhones", "b close", "a close"]


@pytest.mark.parametrize("fails", ["make", "open"])
def test_one_that_fails_costs_only_itself(fails: str, caplog: pytest.LogCaptureFixture) -> None:
    notes: list[str] = []
    make = make_attendants([Lodger("bad", notes, fails=fails).make, Lodger("good", notes).make])
    assert make
    attendant = make(COMPOSED)
    attendant.open()
    attendant.run_errand(LetPhones())
    attendant.close()
    assert [note for note in notes if note.startswith("good")] == [
        "good make",
        "good open",
        "good LetPhones",
        "good close",
    ]
    assert not {"bad open", "bad LetPhones"} & set(notes)
    assert "bad fails" in caplog.text


class Bound(Lodger):
    """Holds a socket from its making on, as a page does."""

    def __init__(self, name: str, notes: list[str], *, fails: str = "") -> None:
        super().__init__(name, notes, fails=fails)
        self.socket = socket.create_server(("127.0.0.1", 0))

    def close(self) -> None:
        self.socket.close()
        super().close()


@pytest.mark.network
@pytest.mark.parametrize("opens", [False, True])
def test_one_that_never_opened_lets_go_of_what_it_held_since_it_was_made(opens: bool) -> None:
    notes: list[str] = []
    bound = Bound("bound", notes, fails="open")
    make = make_attendants([Lodger("first", notes).make, bound.make, Lodger("last", notes, fails="close").make])
    assert make
    attendant = make(COMPOSED)
    if opens:
        attendant.open()
    attendant.close()
    assert bound.socket.fileno() == -1
    assert notes[-2:] == ["bound close", "first close"]


def test_nobody_beside_is_nothing() -> None:
    assert make_attendants([]) is None


# --- an attendant that cannot start at once is tried again and reported, while the table plays ---


class Daemon:
    """Takes tasks, and does them when it is told to."""

    def __init__(self) -> None:
        self.tasks: list[object] = []
        self.is_full = False
        self.parts = Parts(self.tasks.append, lambda: 0.0)

    def put(self, task: object) -> None:
        if not self.is_full:
            self.tasks.append(task)

    def put_anyway(self, task: object) -> None:
        self.tasks.append(task)

    def work(self) -> None:
        while self.tasks:
            task = self.tasks.pop(0)
            if callable(task):
                task(None)


class LateLodger:
    """Cannot be made this many times, then not opened this many times."""

    def __init__(self, fails: int) -> None:
        self.fails, self.notes = fails, list[str]()
        self.made = threading.Event()

    def make(self, _: Composed) -> LateLodger:
        self._try("made")
        self.made.set()
        return self

    def open(self) -> None:
        self._try("opened")

    def close(self) -> None:
        self.notes.append("closed")

    def run_errand(self, errand: Errand) -> None:
        self.notes.append(type(errand).__name__)

    def _try(self, what: str) -> None:
        self.fails -= 1
        if self.fails >= 0:
            raise OSError("port 8080 is taken")
        self.notes.append(what)


def _beside(lodger: LateLodger, daemon: Daemon) -> Retried:
    return Retried(cast(Composed, SimpleNamespace(daemon=daemon)), "page", lodger.make, first_s=0.001)


def test_one_that_can_be_had_is_made_opened_sent_and_closed() -> None:
    lodger, daemon = LateLodger(0), Daemon()
    attendant = _beside(lodger, daemon)
    attendant.run_errand(LetPhones())  # it is not open yet
    attendant.open()
    attendant.run_errand(LetPhones())
    attendant.close()
    assert lodger.notes == ["made", "opened", "LetPhones", "closed"]
    assert daemon.parts.troubles() == {}


def test_one_that_cannot_be_had_is_tried_again_and_told() -> None:
    lodger, daemon = LateLodger(3), Daemon()
    attendant = _beside(lodger, daemon)
    attendant.open()
    assert daemon.parts.troubles() == {"page": "port 8080 is taken"}
    attendant.run_errand(LetPhones())
    assert lodger.made.wait(PATIENCE_S)
    until(lambda: any(map(callable, daemon.tasks)))
    daemon.work()
    assert lodger.notes == ["made", "opened"]
    assert daemon.parts.troubles() == {}
    attendant.close()


def test_one_that_cannot_be_opened_is_closed_made_again_and_opened() -> None:
    lodger, daemon = LateLodger(0), Daemon()
    attendant = _beside(lodger, daemon)
    lodger.fails = 1
    attendant.open()
    until(lambda: any(map(callable, daemon.tasks)))
    daemon.work()
    assert lodger.notes == ["made", "closed", "made", "opened"]
    attendant.close()
    attendant.close()
    assert lodger.notes[4:] == ["closed"]


def test_one_that_can_be_had_while_too_much_waits_is_opened_all_the_same() -> None:
    lodger, daemon = LateLodger(1), Daemon()
    attendant = _beside(lodger, daemon)
    daemon.is_full = True
    attendant.open()
    until(lambda: any(map(callable, daemon.tasks)))
    daemon.work()
    assert lodger.notes == ["made", "opened"]
    attendant.close()


def test_one_that_is_made_after_the_end_is_closed_at_once() -> None:
    lodger, daemon = LateLodger(1), Daemon()
    attendant = _beside(lodger, daemon)
    attendant.close()
    attendant._made()
    assert lodger.notes == ["made", "closed"]
