"""The person at the table: asked to do something, or whether something can be seen.

Questions are values, so that the same test works with a person at a keyboard, a simulated hand, or nobody.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple, Protocol

from companion.check.measured import Verdict


class Act(StrEnum):
    """What a person can be asked to do."""

    LAY_TAG = "lay tag"
    ADD_SHEET = "add sheet"
    TAKE_AWAY = "take away"
    PRESS = "press"


class Sight(StrEnum):
    """What a person can be asked to look at."""

    LAMP = "lamp"
    COLOURED_LAMP = "coloured lamp"
    SCREEN = "screen"
    BUZZER = "buzzer"  # to listen to


class Task(NamedTuple):
    """One thing to do."""

    act: Act
    name: str  # of the reader or button


class Question(NamedTuple):
    """One thing to look at."""

    sight: Sight
    name: str


class Person(Protocol):
    """Who is asked."""

    def do(self, task: Task, /) -> bool:
        """Ask for something to be done; return False if nobody does it."""

    def start(self, task: Task, /) -> bool:
        """Ask for something that the hardware will notice; return False if nobody does it."""

    def given_up(self) -> Verdict | None:
        """Return the person's answer about what was started (it does nothing, or skip it), or None while trying."""

    def sees(self, question: Question, /) -> Verdict:
        """Ask what can be seen."""


class Nobody:
    """Nobody is there: only what needs no person is measured."""

    def do(self, _task: Task) -> bool:
        """Do nothing."""
        return False

    start = do

    def given_up(self) -> Verdict | None:
        """Nobody was ever there."""
        return Verdict.NOBODY

    def sees(self, _question: Question) -> Verdict:
        """See nothing."""
        return Verdict.NOBODY


_TASKS: Mapping[Act, str] = {
    Act.LAY_TAG: "{name}: lay one tag on it, the smallest that is used there, where a piece will stand, and press Enter"
    " (s: skip; q: no more questions)",
    Act.ADD_SHEET: "{name}: slide a sheet of thick cardboard (2 mm) under the tag, and press Enter (s: skip)",
    Act.TAKE_AWAY: "{name}: take tag and sheet away, and press Enter",
    Act.PRESS: "button {name}: press it and let it go (Enter: it does nothing; s: skip; q: no more questions)",
}
_QUESTIONS: Mapping[Sight, str] = {
    Sight.LAMP: "lamp {name}: does it shine, and no other?",
    Sight.COLOURED_LAMP: "lamp {name}: did it shine red, green and blue, and no other lamp?",
    Sight.BUZZER: "{name}: did it sound, a low tone and then a high one?",
    Sight.SCREEN: "screen: are the text and a whole frame around it to be seen?",
}
_KEYS = "[y]es, [n]o, [o]ther; [s]kip, [q]uit"
_VERDICTS: Mapping[str, Verdict] = {"y": Verdict.YES, "n": Verdict.NO, "o": Verdict.OTHER}
# Instead of the keyboard, which a box on a table does not have.
BUTTONS: Mapping[str, str] = {"ok": "y", "back": "n", "end": "o"}
_WAIT_S = 0.05


class AtTheKeyboard:
    """A person with a keyboard and the table's buttons; the end of the input means that nobody is there."""

    def __init__(self, keys: Iterable[str], say: Callable[[str], None], pressed: Callable[[], str | None]) -> None:
        """Use this input and output, and a function that returns the button pressed since the last call, if any."""
        self._say, self._pressed = say, pressed
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._keys = keys
        self._reader: threading.Thread | None = None
        self._gone = False

    def do(self, task: Task) -> bool:
        """Ask for something and wait for Enter or `ok`."""
        if self._gone:
            return False
        self._say(_TASKS[task.act].format(name=task.name))
        return self._answer() not in ("s", "n")

    def start(self, task: Task) -> bool:
        """Ask for something that the hardware will notice."""
        if not self._gone:
            self._begin()
            self._say(_TASKS[task.act].format(name=task.name))
        return not self._gone

    def given_up(self) -> Verdict | None:
        """Return the answer if a line came instead of a press."""
        if self._lines.empty():
            return None
        return Verdict.NOBODY if self._take(self._lines.get()) == "s" else Verdict.NO

    def sees(self, question: Question) -> Verdict:
        """Ask until there is an answer."""
        while not self._gone:
            self._say(f"{_QUESTIONS[question.sight].format(name=question.name)} {_KEYS}")
            answer = self._answer()
            if answer in _VERDICTS:
                return _VERDICTS[answer]
            if answer == "s":
                return Verdict.NOBODY
        return Verdict.NOBODY

    def _answer(self) -> str:
        """Wait for a key or a button."""
        self._begin()
        self._pressed()  # a press before the question does not answer it
        while True:
            try:
                return self._take(self._lines.get(timeout=_WAIT_S))
            except queue.Empty:
                button = self._pressed()
                if button is not None and button in BUTTONS:
                    return BUTTONS[button]

    def _take(self, line: str | None) -> str:
        if line is None or line.strip().lower() == "q":
            self._gone = True
            return "s"
        return line.strip().lower()[:1]

    def _begin(self) -> None:
        if self._reader is None:
            self._reader = threading.Thread(target=self._read, name="keyboard", daemon=True)
            self._reader.start()

    def _read(self) -> None:
        for line in self._keys:
            self._lines.put(line)
        self._lines.put(None)
