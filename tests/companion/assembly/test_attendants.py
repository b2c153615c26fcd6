"""Several attendants of one daemon: each gets what is due to it, and one that fails costs only itself."""

from __future__ import annotations

import socket
from typing import cast

import pytest

from companion.assembly.attendants import Attendant, make_attendants
from companion.assembly.compose import Composed
from companion.table.intents import Errand, LetPhones

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
