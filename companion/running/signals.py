"""Signals that end the companion: SIGTERM and SIGINT lead to an orderly end instead of an abrupt one."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def stopping_at_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` at the first signal; a second one ends the process at once."""

    def handle(number: int, _: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        # A handler interrupts the main thread anywhere, perhaps while it holds the queue's lock: `stop` needs that
        # lock, so it must run in another thread.
        threading.Thread(target=stop, name="stop", daemon=True).start()

    before = {number: signal.signal(number, handle) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
