"""What commands share that take the hardware for themselves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.config import Config


@contextmanager
def alone(config: Config) -> Iterator[None]:
    """Make sure that no companion of this configuration runs meanwhile: two programs on one bus disturb each other."""
    from companion.compose import StateLock
    from companion.journal.journal import Unavailable

    try:
        lock = StateLock(config.state) if config.state.is_dir() else None
    except Unavailable:  # the folder of another user: nothing to hold, and no reason not to measure
        lock = None
    try:
        yield
    finally:
        if lock is not None:
            lock.release()
