"""What was asked for at once and happens one after the other: each when the one before it is durable."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from companion.table.commands import Errand
from companion.table.proposals import Proposal

Outcome = Proposal | Errand | None
Step = Callable[[], Outcome]


class Agenda:
    """The steps that are left, the next one first."""

    def __init__(self) -> None:
        self._steps: deque[Step] = deque()

    def plan(self, *steps: Step) -> None:
        """Do these next, instead of what was left."""
        self._steps = deque(steps)

    def insert(self, step: Step) -> None:
        """Do this before what is left."""
        self._steps.appendleft(step)

    def drop(self) -> None:
        """Do nothing more, for a step could not be done."""
        self._steps.clear()

    def next(self) -> Outcome:
        """Take the steps up to the first that leads to something, and return that."""
        while self._steps:
            outcome = self._steps.popleft()()
            if outcome is not None:
                return outcome
        return None
