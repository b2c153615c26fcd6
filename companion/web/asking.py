"""Asking something of the table from the page's thread, and waiting until what becomes of it is durable."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from companion.running.daemon import Daemon, Done, NotKept, Reply
from companion.table import intents
from companion.table.intents import Intent
from companion.words.say import Translate

PATIENCE_S = 5.0


class Refused(Exception):
    """The table does not do that now: a status for the answer, a code and a reason for people."""

    def __init__(self, status: int, code: str, reason: str, remedy: str = "") -> None:
        super().__init__(reason)
        self.status, self.code, self.reason, self.remedy = status, code, reason, remedy


async def post(daemon: Daemon, intent: Intent, translate: Translate = str, *, revision: int | None = None) -> None:
    """Post an intent; return once what it led to is durable, raise Refused where it is not."""

    def put(reply: Callable[[Reply], None]) -> None:
        daemon.post(intent, reply, revision=revision)

    match await _answered(put):
        case Done():
            return
        case NotKept(reason, remedy):
            raise Refused(503, "not_kept", reason, remedy)
        case intents.Stale(reason):
            raise Refused(409, "stale", reason, "Look again.")
        case intents.Refused(refusal):
            raise Refused(409, refusal.code, refusal.message(translate), refusal.advice(translate))


async def do(daemon: Daemon, task: Callable[[], object]) -> None:
    """Let the thread that owns the table do something, and wait for it."""

    def put(reply: Callable[[Reply], None]) -> None:
        def run(_: object) -> None:
            task()
            reply(Done())

        daemon.put(run)

    await _answered(put)


async def _answered(put: Callable[[Callable[[Reply], None]], None]) -> Reply:
    loop = asyncio.get_running_loop()
    answered: asyncio.Future[Reply] = loop.create_future()

    def answer(reply: Reply) -> None:
        if not answered.done():
            answered.set_result(reply)

    def reply(told: Reply) -> None:
        loop.call_soon_threadsafe(answer, told)

    put(reply)
    try:
        return await asyncio.wait_for(answered, PATIENCE_S)
    except TimeoutError as error:
        raise Refused(503, "busy", "the table does not answer", "Try again in a moment.") from error
