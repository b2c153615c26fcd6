"""A simulated person at a simulated table: does what the self-test asks and reports faults truthfully."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import NamedTuple, Protocol

from companion.check.measured import Verdict
from companion.check.person import Act, Question, Sight, Task
from companion.check.trial_picture import draw_test_picture
from hardware.ports import Frame
from hardware.simulated.field import Field

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
