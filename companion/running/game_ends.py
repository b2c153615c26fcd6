"""Notices the end of a game, for work that is done after it in the background."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from companion.journal.journal import ENDINGS
from hardware.trouble import Trouble

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
        """Do nothing."""

    def posted(self, daemon: Daemon, intent: Intent) -> None:
        """Do nothing."""

    def not_kept(self, daemon: Daemon, reason: Trouble, remedy: Trouble) -> None:
        """Do nothing."""

    def told(self, daemon: Daemon, dialog: Dialog) -> None:
        """Do nothing."""

    def rested(self, daemon: Daemon) -> None:
        """Do nothing."""
