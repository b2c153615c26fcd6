"""What is posted to the daemon from other threads, and what becomes of it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import NamedTuple

from companion.table.intents import Intent, Refused, Stale


class Done(NamedTuple):
    """What an intent led to is durable, or there was nothing to keep: then the table is where it was."""

    game_id: str = ""
    revision: int = 0
    kept: int = 0  # how many entries it led to


class NotKept(NamedTuple):
    """What an intent led to could not be made durable, and is not played."""

    reason: str
    remedy: str
    kept: int = 0  # of several entries that were asked for at once, this many were kept before


class Busy(NamedTuple):
    """There is no room for the intent, or nobody has come to it in time: nothing comes of it."""


Reply = Done | NotKept | Stale | Refused | Busy


class Claim:
    """Settles, between a thread that waits and the one that owns the state, whether something is begun or given up."""

    def __init__(self) -> None:
        self._is_free = threading.Lock()

    def take(self) -> bool:
        """Return whether whoever asks first is the one who asks now; once."""
        return self._is_free.acquire(blocking=False)


class Posted(NamedTuple):
    """An intent on its way to the table, and who waits for what becomes of it."""

    intent: Intent
    revision: int | None  # that it was asked about; None: whatever there is
    reply: Callable[[Reply], None]
    claim: Claim
