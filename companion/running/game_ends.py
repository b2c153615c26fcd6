"""Notices that a game has ended, for what is done then beside the table."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from companion.journal.journal import ENDINGS

if TYPE_CHECKING:
    from companion.running.daemon import Daemon
    from companion.table.dialog import Dialog
    from companion.table.intents import Intent
    from companion.table.proposals import Proposal
    from hardware.ports import Event


class GameEnds:
    """A witness of the daemon that sets an event at the end of every game."""

    def __init__(self) -> None:
        self.ended = threading.Event()

    def kept(self, daemon: Daemon, proposal: Proposal) -> None:
        """Notice an ending."""
        del daemon
        if proposal.kind in ENDINGS:
            self.ended.set()

    def happened(self, daemon: Daemon, event: Event) -> None:
        """Take no notice."""

    def posted(self, daemon: Daemon, intent: Intent) -> None:
        """Take no notice."""

    def not_kept(self, daemon: Daemon, reason: str, remedy: str) -> None:
        """Take no notice."""

    def told(self, daemon: Daemon, dialog: Dialog) -> None:
        """Take no notice."""

    def rested(self, daemon: Daemon) -> None:
        """Take no notice."""
