"""Asking something of the table from the page's thread, and waiting for what becomes of it.

The call itself runs in the thread that owns the state, between two events. What it refuses it refuses with `Refused`,
and nothing has changed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from companion.running.daemon import Daemon
from companion.table.table import Outcome, Table

PATIENCE_S = 5.0


class Refused(Exception):
    """The table does not do that now: a status for the answer, a code and a reason for people."""

    def __init__(self, status: int, code: str, reason: str, remedy: str = "") -> None:
        super().__init__(reason)
        self.status, self.code, self.reason, self.remedy = status, code, reason, remedy


async def ask(daemon: Daemon, what: Callable[[Table], Outcome]) -> None:
    """Let the table do something; raise Refused where it does not, or where it does not answer."""
    loop = asyncio.get_running_loop()
    answered: asyncio.Future[Refused | None] = loop.create_future()

    def answer(refused: Refused | None) -> None:
        if not answered.done():
            answered.set_result(refused)

    def call(table: Table) -> Outcome:
        try:
            outcome = what(table)
        except Refused as refused:
            loop.call_soon_threadsafe(answer, refused)
            return None
        loop.call_soon_threadsafe(answer, None)
        return outcome

    daemon.put(call)
    try:
        refused = await asyncio.wait_for(answered, PATIENCE_S)
    except TimeoutError as error:
        raise Refused(503, "busy", "the table does not answer", "Try again in a moment.") from error
    if refused:
        raise refused
