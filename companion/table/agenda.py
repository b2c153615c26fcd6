"""Steps that were requested together and happen one after the other: each once the one before it is durable."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from companion.table.commands import Errand
from companion.table.proposals import Proposal

Outcome = Proposal | Errand | None
Step = Callable[[], Outcome]


class Agenda:
    """The remaining steps, the next one first."""

    def __init__(self) -> None:
        self._steps: deque[Step] = deque()

    def plan(self, *steps: Step) -> None:
        """Replace the remaining steps by these."""
        self._steps = deque(steps)

    def insert(self, step: Step) -> None:
        """Insert a step before the remaining ones."""
        self._steps.appendleft(step)

    def drop(self) -> None:
        """Drop the remaining steps, because one could not be done."""
        self._steps.clear()

    def next(self) -> Outcome:
        """Take steps up to the first that leads to something, and return that."""
        while self._steps:
            outcome = self._steps.popleft()()
            if outcome is not None:
                return outcome
        return None
