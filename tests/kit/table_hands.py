"""Hands at a table for the tests: whatever they do is kept at once, and takes them a second."""

from __future__ import annotations

from companion.table.agenda import Outcome
from companion.table.proposals import Proposal
from companion.table.table import Table
from hardware.ports import ButtonHeld, ButtonPressed, ButtonReleased, Event, TagLeft, TagRested


class Hands:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.kept: list[Proposal] = []
        self.now = 0.0

    def tell(self, *events: Event) -> Outcome:
        """Return the command that came of the events, if one did."""
        commanded: Outcome = None
        for event in events:
            self.now = max(self.now, event.at)
            outcome = self.table.handle(event)
            while isinstance(outcome, Proposal):
                self.kept.append(outcome)
                self.table.accept(outcome)
                outcome = self.table.decisions.next()
            commanded = outcome or commanded
        return commanded

    def _later(self) -> float:
        self.now += 1.0
        return self.now

    def press(self, *buttons: str) -> Outcome:
        commanded: Outcome = None
        for name in buttons:
            at = self._later()
            commanded = self.tell(ButtonPressed(at, name), ButtonReleased(at, name)) or commanded
        return commanded

    def hold(self, name: str) -> Outcome:
        at, held_at = self._later(), self._later()
        return self.tell(ButtonPressed(at, name), ButtonHeld(held_at, name), ButtonReleased(held_at, name))

    def put(self, uid: str, place: str) -> Outcome:
        return self.tell(TagRested(self._later(), place, uid))

    def lift(self, uid: str, place: str) -> Outcome:
        return self.tell(TagLeft(self._later(), place, uid))

    @property
    def name(self) -> str:
        """What the dialog on top is called."""
        return self.table.dialog.name
