"""Intents posted to the daemon from other threads, and their results."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import NamedTuple

from companion.table.intents import Intent
from companion.table.owners import PROGRAM, By
from companion.table.proposals import Refused, Stale
from hardware.trouble import Trouble


class Done(NamedTuple):
    """The result of an intent is durable, or there was nothing to keep and the table is unchanged."""

    game_id: str = ""
    revision: int = 0
    kept: int = 0  # number of new entries


class NotKept(NamedTuple):
    """The result of an intent could not be made durable, and is not played."""

    reason: Trouble
    remedy: Trouble
    kept: int = 0  # number of entries of the same request that were kept before


class Busy(NamedTuple):
    """There was no room for the intent, or it was not handled in time; it is dropped."""


Reply = Done | NotKept | Stale | Refused | Busy


class Claim:
    """Decides between a waiting thread and the one that owns the state: an intent is either begun or given up."""

    def __init__(self) -> None:
        self._is_free = threading.Lock()

    def take(self) -> bool:
        """Return True to the first caller only."""
        return self._is_free.acquire(blocking=False)


class Posted(NamedTuple):
    """An intent on its way to the table, who waits for its result, and who asks for it."""

    intent: Intent
    revision: int | None  # the revision that the sender saw; None accepts any
    reply: Callable[[Reply], None]
    claim: Claim
    by: By = PROGRAM
