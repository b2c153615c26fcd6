"""Posts requests to the table from the page's thread, and waits until the result is durable."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from companion.running.daemon import Daemon
from companion.running.posts import Busy, Claim, Done, NotKept, Reply
from companion.table import proposals
from companion.table.intents import Intent
from companion.table.notices import spoken
from companion.table.owners import By
from companion.words.say import Translate, untranslated

LOOK_S = 0.02
PATIENCE_S = 5.0


class Refused(Exception):
    """The table does not do that now: a status for the answer, a code and a reason for people."""

    def __init__(
        self, status: int, code: str, reason: str, remedy: str = "", *, is_shown: bool = False, kept: int = 0
    ) -> None:
        """Refuse; `is_shown` if the table shows the reason, `kept` counts entries of the same request kept before."""
        super().__init__(reason)
        self.status, self.code, self.reason, self.remedy = status, code, reason, remedy
        self.is_shown, self.kept = is_shown, kept


async def post(
    daemon: Daemon, intent: Intent, by: By, translate: Translate = untranslated, *, revision: int | None = None
) -> Done:
    """Post what somebody asks for; return what became durable, or raise Refused if nothing did."""

    def put(reply: Callable[[Reply], None]) -> Claim:
        return daemon.post(intent, reply, revision=revision, by=by)

    match await _answered(put):
        case Done() as done:
            return done
        case NotKept(reason, remedy, kept):
            said = (spoken(trouble).in_language(translate) for trouble in (reason, remedy))
            raise Refused(503, "not_kept", *said, is_shown=True, kept=kept)
        case proposals.Stale(why):
            raise Refused(409, "stale", why, "Look again.")
        case proposals.Refused(refusal, is_shown, kept, told):
            why, advice = (each.in_language(translate) for each in told)
            raise Refused(409, refusal.code, why, advice, is_shown=is_shown, kept=kept)
        case Busy():
            raise busy()


async def do(daemon: Daemon, task: Callable[[], object]) -> None:
    """Let the thread that owns the table do something, and wait for it."""

    def put(reply: Callable[[Reply], None]) -> Claim:
        claim = Claim()

        def run(_: object) -> None:
            if claim.take():
                task()
                reply(Done())

        daemon.put(run)
        return claim

    if isinstance(await _answered(put), Busy):
        raise busy()


async def until(holds: Callable[[], bool]) -> bool:
    """Wait until something holds that another thread brings about; return False if it does not in time."""
    for _ in range(round(PATIENCE_S / LOOK_S)):
        if holds():
            return True
        await asyncio.sleep(LOOK_S)
    return holds()


def busy() -> Refused:
    """Say that the table did not get to it in time."""
    return Refused(503, "busy", "the table does not answer", "Try again in a moment.")


async def _answered(put: Callable[[Callable[[Reply], None]], Claim]) -> Reply:
    """Return the answer; if the table does not get to it in time, give up and make sure that nothing is done.

    Once it has begun, wait however long it takes: refusing it while it is kept would be a lie.
    """
    loop = asyncio.get_running_loop()
    answered: asyncio.Future[Reply] = loop.create_future()

    def answer(reply: Reply) -> None:
        if not answered.done():
            answered.set_result(reply)

    def reply(told: Reply) -> None:
        with suppress(RuntimeError):  # the page has ended meanwhile, and with it the request that waited
            loop.call_soon_threadsafe(answer, told)

    claim = put(reply)
    try:
        return await asyncio.wait_for(asyncio.shield(answered), PATIENCE_S)
    except TimeoutError:
        return Busy() if claim.take() else await answered
