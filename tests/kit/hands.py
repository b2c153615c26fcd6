"""Hands at a table: one vocabulary for buttons and tags, whoever takes the events in.

`Hands` turn presses and pieces into events; each takes them a second. `TableHands` hand these to a table alone,
without a daemon, and keep at once whatever it proposes.
"""

from __future__ import annotations

from companion.table.dialog import Dialog, Notice
from companion.table.history import History
from companion.table.intents import Choose, Intent
from companion.table.posting import post
from companion.table.proposals import Accepted, Outcome, Proposal
from companion.table.table import Table
from hardware.ports import ButtonHeld, ButtonPressed, ButtonReleased, Event, TagLeft, TagRested


class Hands:
    """What hands do, as the events that devices report."""

    now = 0.0  # when the last event happened

    def tell(self, *events: Event) -> Outcome:
        """Let devices report something; return the command that came of it, if one did."""
        raise NotImplementedError

    def wait(self, seconds: float) -> float:
        """Let time pass, and return what time it is then."""
        self.now += seconds
        return self.now

    def press(self, *buttons: str) -> Outcome:
        """Press buttons briefly, one after the other."""
        commanded: Outcome = None
        for button in buttons:
            at = self.wait(1.0)
            commanded = self.tell(ButtonPressed(at, button), ButtonReleased(at, button)) or commanded
        return commanded

    def hold(self, button: str) -> Outcome:
        """Hold a button."""
        at, held_at = self.wait(1.0), self.wait(1.0)
        return self.tell(ButtonPressed(at, button), ButtonHeld(held_at, button), ButtonReleased(held_at, button))

    def put(self, uid: str, place: str) -> Outcome:
        """Put a tag down."""
        return self.tell(TagRested(self.wait(1.0), place, uid))

    def lift(self, uid: str, place: str) -> Outcome:
        """Take a tag up again."""
        return self.tell(TagLeft(self.wait(1.0), place, uid))

    def tap(self, uid: str) -> None:
        """Put a tag on the pad and take it up again."""
        self.put(uid, "pad")
        self.lift(uid, "pad")


class TableHands(Hands):
    """Hands at a table that keeps at once what it proposes."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.kept: list[Proposal] = []

    def tell(self, *events: Event) -> Outcome:
        """Let devices report something; return the command that came of it, if one did."""
        commanded: Outcome = None
        for event in events:
            self.now = max(self.now, event.at)
            commanded = self._keep(self.table.handle(event)) or commanded
        return commanded

    def _keep(self, outcome: Outcome) -> Outcome:
        while isinstance(outcome, Proposal):
            self.kept.append(outcome)
            self.table.accept(outcome)
            outcome = self.table.next()
        return outcome

    def post(self, intent: Intent) -> None:
        """Want something of the table, as a page would."""
        answer = post(self.table, intent)
        assert isinstance(answer, Accepted), answer
        self._keep(answer.outcome)

    def read(self) -> None:
        """Confirm what is to be read."""
        while isinstance(self.dialog, Notice):
            self.post(Choose("", 0))

    @property
    def dialog(self) -> Dialog:
        """What is shown."""
        return self.table.dialog

    @property
    def name(self) -> str:
        """What the dialog on top is called."""
        return self.dialog.name

    @property
    def history(self) -> History:
        """The game so far."""
        history = self.table.kept.history
        assert history is not None
        return history

    @property
    def entries(self) -> tuple[object, ...]:
        """What was played so far; nothing where no game has begun."""
        history = self.table.kept.history
        return history.entries if history else ()
