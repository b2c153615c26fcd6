"""Calls that may hang, made in a separate thread: the caller waits for each of them only for a limited time.

A call into a foreign library, such as one that waits for another process, cannot be interrupted. It is abandoned
instead, and no other call is made until it has returned.

    Exception
    ├── Late        a call has not come back in time
    └── Closed      no calls are made any more
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Late(Exception):
    """A call has not come back in time."""


class Closed(Exception):
    """No calls are made any more."""


class Bounded:
    """Makes one call after the other, until it is closed."""

    def __init__(self, name: str, patience_s: float) -> None:
        """Use this name for the thread, and wait this long for each call."""
        self._name, self._patience_s = name, patience_s
        self._calls: queue.SimpleQueue[Callable[[], Any] | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[tuple[Any, BaseException | None]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._is_late = False
        self._is_closed = False

    def ask(self, call: Callable[[], T]) -> T:
        """Make a call and return its result; raise its exception, `Late` or `Closed`."""
        if self._is_late:
            self._take(0.0)  # the result of the late call is no longer needed
            self._is_late = False
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()
        self._calls.put(call)
        answer, error = self._take(self._patience_s)
        if error is not None:
            raise error
        return answer  # type: ignore[no-any-return]

    def close(self, last: Callable[[], Any]) -> None:
        """Make a last call without waiting for it, and no more; callers that are waiting stop."""
        self._is_closed = True
        self._calls.put(last)
        self._calls.put(None)
        self._answers.put((None, Closed()))

    def _take(self, patience_s: float) -> tuple[Any, BaseException | None]:
        if self._is_closed:
            raise Closed
        try:
            return self._answers.get(timeout=patience_s) if patience_s else self._answers.get_nowait()
        except queue.Empty:
            self._is_late = True
            raise Late(f"{self._name}: no answer in {patience_s:g} s") from None

    def _run(self) -> None:
        while (call := self._calls.get()) is not None:
            try:
                self._answers.put((call(), None))
            except BaseException as error:  # it belongs to the caller
                self._answers.put((None, error))
