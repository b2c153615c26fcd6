"""Who is told what the daemon does: everything, in the order in which it happens."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Protocol

from companion.journal.journal import ENDINGS
from hardware.trouble import Trouble

if TYPE_CHECKING:
    from companion.running.daemon import Daemon
    from companion.table.dialog import Dialog
    from companion.table.intents import Intent
    from companion.table.owners import By
    from companion.table.proposals import Proposal
    from hardware.ports import Event


class Witness(Protocol):
    """Observer, for the log and the trace; called in the thread that owns the state, must be quick and never raise."""

    def happened(self, daemon: Daemon, event: Event) -> None:
        """A device reported this event; it is handled next."""

    def posted(self, daemon: Daemon, intent: Intent, by: By) -> None:
        """The table has taken this intent from a page, a robot or a program; the result follows."""

    def kept(self, daemon: Daemon, proposal: Proposal) -> None:
        """This entry is durable now, as the daemon's current revision."""

    def not_kept(self, daemon: Daemon, reason: Trouble, remedy: Trouble) -> None:
        """The last proposal, or the result of an errand, could not be made durable."""

    def told(self, daemon: Daemon, dialog: Dialog) -> None:
        """The players are shown this message, which is not part of the game."""

    def rested(self, daemon: Daemon) -> None:
        """Nothing has happened for a moment: time for work that the players do not wait for."""


class GameEnds:
    """Sets an event at the end of every game, for work that is done after it in the background."""

    def __init__(self) -> None:
        self.ended = threading.Event()

    def kept(self, daemon: Daemon, proposal: Proposal) -> None:
        """Notice an ending."""
        del daemon
        if proposal.kind in ENDINGS:
            self.ended.set()

    def happened(self, daemon: Daemon, event: Event) -> None:
        """Do nothing."""

    def posted(self, daemon: Daemon, intent: Intent, by: By) -> None:
        """Do nothing."""

    def not_kept(self, daemon: Daemon, reason: Trouble, remedy: Trouble) -> None:
        """Do nothing."""

    def told(self, daemon: Daemon, dialog: Dialog) -> None:
        """Do nothing."""

    def rested(self, daemon: Daemon) -> None:
        """Do nothing."""
