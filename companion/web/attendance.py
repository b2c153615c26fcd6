"""Whose pages are open: paired clients that follow the live view, and those that have just gone.

A phone that changes the network or is put away for a moment comes back by itself; it is away only after a while.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from starlette.requests import Request
from starlette.types import Scope

AWAY_S: Final = 5.0


class Attendance:
    """The clients that are there; used in the page's thread."""

    def __init__(self, client: Callable[[Request], str], changed: Callable[[], None], away_s: float = AWAY_S) -> None:
        """`client` returns by what the table knows who asks, empty for those who only watch."""
        self._client, self._changed, self._away_s = client, changed, away_s
        self._watching: Counter[str] = Counter()
        self._leaving: Counter[str] = Counter()

    def is_there(self, client: str) -> bool:
        """Return whether a client follows the live view, or did a moment ago."""
        return bool(self._watching[client] or self._leaving[client])

    @contextmanager
    def attending(self, scope: Scope) -> Iterator[None]:
        """Count whoever made this request as there, for as long as it lasts."""
        client = self._client(Request(scope))
        if not client:
            yield
            return
        was_there = self.is_there(client)
        self._watching[client] += 1
        if not was_there:
            self._changed()
        try:
            yield
        finally:
            self._watching[client] -= 1
            self._leaving[client] += 1
            asyncio.get_running_loop().call_later(self._away_s, self._gone, client)

    def _gone(self, client: str) -> None:
        self._leaving[client] -= 1
        if not self.is_there(client):
            del self._watching[client], self._leaving[client]
            self._changed()
