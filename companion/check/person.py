"""The person at the table: asked to do something, or whether something can be seen.

Questions are values, so that the same test works with a person at a keyboard, a simulated one, or nobody. A simulated
person does what the self-test asks and reports faults truthfully.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple, Protocol

from companion.check.measured import Verdict
from companion.display.draw import draw
from companion.table.screen import Look, Row, Screen
from companion.words.say import NOTHING, say
from hardware.ports import Frame
from hardware.simulated.field import Field


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
    SWAPPED = "swapped colours"
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


def draw_test_picture(width: int, height: int) -> Frame:
    """Draw the picture to look at: text, a frame around all edges, and a fine pattern that shows shifted columns."""
    text = draw(Screen(Row(NOTHING), (Row(say("hansa companion")), Row(say("test picture"), look=Look.LARGE))))
    rows = [[_pixel(text, x, y, width, height) for x in range(width)] for y in range(height)]
    pages = bytes(
        sum(rows[page * 8 + bit][x] << bit for bit in range(8)) for page in range(height // 8) for x in range(width)
    )
    return Frame(width, height, pages)


def _pixel(text: Frame, x: int, y: int, width: int, height: int) -> bool:
    if x in (0, width - 1) or y in (0, height - 1):
        return True
    if not 2 <= x < width - 2 or not 2 <= y < height - 2:
        return False
    if y >= height - 10:
        return (x + y) % 2 == 0
    # The first line of the drawing is an empty title, which is left out.
    below = y + 8
    return x < text.width and below < text.height and text.pixel(x, below)


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
    Sight.SWAPPED: "lamp {name}: it is told to be red now; is it green?",
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


TAG = bytes.fromhex("04a1b2c3d4e5f6")
SHORT_S = 0.1


class FaultKind(StrEnum):
    """What can be wrong at a simulated table."""

    DEAF = "deaf"  # a reader whose line is cut
    WEAK = "weak"  # a reader that reads its tag six times in ten
    FAR = "far"  # a reader that reads its tag only with 43 dB
    STUCK = "stuck"  # a button that stays down
    DEAD = "dead"  # a button that does nothing
    DARK = "dark"  # a lamp that stays dark
    UNPLUGGED = "unplugged"  # the screen


class SimulatedFault(NamedTuple):
    """One thing that is wrong."""

    kind: FaultKind
    name: str  # of the reader, button or lamp; "screen"


class SimulatedTable(Protocol):
    """What the simulated person needs from a table."""

    def field(self, reader: str) -> Field:
        """Return what lies over a reader."""

    def press(self, button: str) -> None:
        """Push a button down."""

    def release(self, button: str) -> None:
        """Let a button come up."""

    def stick(self, button: str) -> None:
        """Jam a button."""

    def is_lit(self, lamp: str) -> bool:
        """Return whether a lamp shines."""

    def frame(self) -> Frame:
        """Return what the screen shows."""


class Hand:
    """The person at a simulated table."""

    def __init__(
        self,
        table: SimulatedTable,
        faults: Iterable[SimulatedFault],
        pass_time: Callable[[float], None],
        hears: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """Use this table; `hears` returns whether a buzzer has sounded low and then high."""
        self._table, self._faults, self._pass_time = table, frozenset(faults), pass_time
        self._hears = hears

    def do(self, task: Task) -> bool:
        """Do it."""
        name = task.name
        match task.act:
            case Act.LAY_TAG:
                self._lay(name)
            case Act.ADD_SHEET if self._is(FaultKind.WEAK, name):
                self._table.field(name).flap(TAG, odds=0.2)
            case Act.TAKE_AWAY:
                self._table.field(name).lift(TAG)
            case Act.PRESS if self._is(FaultKind.STUCK, name):
                self._table.stick(name)
                self._pass_time(SHORT_S)
            case Act.PRESS if not self._is(FaultKind.DEAD, name):
                self._table.press(name)
                self._pass_time(SHORT_S)
                self._table.release(name)
            case _:
                pass
        return True

    start = do

    def given_up(self) -> Verdict | None:
        """Answer at once that it does nothing."""
        return Verdict.NO

    def sees(self, question: Question) -> Verdict:
        """Look."""
        if question.sight is Sight.SCREEN:
            frame = self._table.frame()
            return Verdict.YES if frame == draw_test_picture(frame.width, frame.height) else Verdict.NO
        if question.sight is Sight.BUZZER:
            return Verdict.YES if self._hears(question.name) else Verdict.NO
        lit = self._table.is_lit(question.name) and not self._is(FaultKind.DARK, question.name)
        return Verdict.YES if lit else Verdict.NO

    def _lay(self, reader: str) -> None:
        field = self._table.field(reader)
        if self._is(FaultKind.FAR, reader):
            field.put_faintly(TAG, odds=1.0, gain_db=43)
            return
        field.put(TAG)
        if self._is(FaultKind.WEAK, reader):
            field.flap(TAG, odds=0.6)

    def _is(self, kind: FaultKind, name: str) -> bool:
        return SimulatedFault(kind, name) in self._faults
