"""An attendant that cannot start at once is tried again and reported, while the table plays."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import cast

from companion.assembly.compose import Composed
from companion.assembly.retried import Retried
from companion.running.parts import Parts
from companion.table.intents import Errand, LetPhones
from tests.kit.waiting import PATIENCE_S, until


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


class Lodger:
    """Cannot be made this many times, then not opened this many times."""

    def __init__(self, fails: int) -> None:
        self.fails, self.notes = fails, list[str]()
        self.made = threading.Event()

    def make(self, _: Composed) -> Lodger:
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


def _beside(lodger: Lodger, daemon: Daemon) -> Retried:
    return Retried(cast(Composed, SimpleNamespace(daemon=daemon)), "page", lodger.make, first_s=0.001)


def test_one_that_can_be_had_is_made_opened_sent_and_closed() -> None:
    lodger, daemon = Lodger(0), Daemon()
    attendant = _beside(lodger, daemon)
    attendant.run_errand(LetPhones())  # it is not open yet
    attendant.open()
    attendant.run_errand(LetPhones())
    attendant.close()
    assert lodger.notes == ["made", "opened", "LetPhones", "closed"]
    assert daemon.parts.troubles() == {}


def test_one_that_cannot_be_had_is_tried_again_and_told() -> None:
    lodger, daemon = Lodger(3), Daemon()
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
    lodger, daemon = Lodger(0), Daemon()
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
    lodger, daemon = Lodger(1), Daemon()
    attendant = _beside(lodger, daemon)
    daemon.is_full = True
    attendant.open()
    until(lambda: any(map(callable, daemon.tasks)))
    daemon.work()
    assert lodger.notes == ["made", "opened"]
    attendant.close()


def test_one_that_is_made_after_the_end_is_closed_at_once() -> None:
    lodger, daemon = Lodger(1), Daemon()
    attendant = _beside(lodger, daemon)
    attendant.close()
    attendant._made()
    assert lodger.notes == ["made", "closed"]
