"""A real Redis that holds the copy of a journal is killed, frozen or emptied while the table plays on."""

from __future__ import annotations

import time
from contextlib import closing
from random import Random
from typing import Self

from companion.journal.journal import Journal
from companion.journal.mirrored import Mirrored, State
from companion.journal.redis import RedisJournal
from companion.journal.sqlite import SqliteJournal
from companion.scenario.stage import Stage
from tests.kit.redis_server import DURABLE, redis_server
from tests.kit.waiting import PATIENCE_MS, PATIENCE_S
from tests.lab.faults.tried import Advance, Tried
from tests.lab.faults.voyage import Carry, Lost
from tests.lab.faults.witnessed import suffer

TIMEOUT_MS = 300


class MirroredStage(Stage):
    """A stage whose journal has a copy on a server of its own."""

    def __enter__(self) -> Self:
        self.server = self._cleared.enter_context(redis_server(*DURABLE))
        return super().__enter__()

    def make_journal(self) -> Journal:
        """Return the journal and its copy, which is tried again at once."""
        remote = RedisJournal(self.server.url, timeout_ms=TIMEOUT_MS)
        self.journal = Mirrored(SqliteJournal(self.config.journal), remote, first_retry_ms=10, longest_retry_ms=100)
        return self.journal

    def expect_copy(self) -> None:
        """See that the server, which is there again, holds what the table holds, entry by entry."""
        deadline = time.monotonic() + PATIENCE_S
        while (standing := self.journal.catch_up()).state is not State.IN_STEP:
            if time.monotonic() > deadline:
                raise Lost(f"the copy does not catch up: {standing}")
        with closing(RedisJournal(self.server.url, timeout_ms=PATIENCE_MS)) as remote:
            remote.open()
            for game_id in self.journal.ids():
                if remote.read(game_id) != self.journal.read(game_id):
                    raise Lost(f"the copy tells another story of game {game_id}")


def _staged(stage: Stage) -> MirroredStage:
    assert isinstance(stage, MirroredStage)
    stage.expect_copy()
    return stage


def _carry(stage: Stage, city: str) -> None:
    stage.put("ship", f"city.{city}")


def killed(stage: Stage, random: Random, city: str) -> None:
    """The server dies in the midst of something, and starts again on its files."""
    staged = _staged(stage)
    if random.random() < 0.5:
        staged.server.kill()
        _carry(stage, city)
    else:
        _carry(stage, city)
        staged.server.kill()
    staged.server.start()


def frozen(stage: Stage, random: Random, city: str) -> None:
    """The server stops answering for a while, with the connection open."""
    staged = _staged(stage)
    staged.server.freeze()
    _carry(stage, city)
    time.sleep(random.uniform(0.0, 2 * TIMEOUT_MS / 1000))  # of real time, in which the server lives
    staged.server.thaw()


def emptied(stage: Stage, random: Random, city: str) -> None:
    """The server comes back having lost everything."""
    staged = _staged(stage)
    if random.random() < 0.5:
        _carry(stage, city)
    staged.server.kill()
    staged.server.forget()
    staged.server.start()
    _carry(stage, city)


CARRIES: dict[str, Carry] = {"killed": killed, "frozen": frozen, "emptied": emptied}


def trouble(trials: int, seed: int, advance: Advance) -> Tried:
    """Trouble the server on every trip; the copy must be whole again before the next."""
    return suffer(CARRIES, trials, seed, advance, make_stage=MirroredStage)
