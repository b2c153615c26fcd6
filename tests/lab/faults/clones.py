"""Two tables from one card: both play the game on, and both keep their copy on one server.

Neither may lose anything that it has confirmed, and what the server holds must be the one story or the other, never a
mixture; whoever is not in step must know it.
"""

from __future__ import annotations

import random
import shutil
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path

import fakeredis

from companion.journal.journal import JournalError
from companion.journal.mirrored import Mirrored, State
from companion.journal.redis import RedisJournal
from companion.journal.sqlite import SqliteJournal
from tests.kit.folders import memory
from tests.lab.faults import story
from tests.lab.faults.tried import Advance, Tried

STEPS = 12


def clone(trials: int, seed: int, advance: Advance) -> Tried:
    """Let clones play; tell what went wrong."""
    chance = random.Random(seed)
    lost: list[str] = []
    confirmed = 0
    for number in range(trials):
        with tempfile.TemporaryDirectory(dir=memory()) as name:
            try:
                confirmed += _one(Path(name), chance)
            except (AssertionError, JournalError) as error:
                lost.append(f"trial {number}: {type(error).__name__}: {error}")
        advance()
    return Tried(lost, confirmed)


def _one(folder: Path, chance: random.Random) -> int:
    server = fakeredis.FakeServer()
    paths = [folder / name for name in ("first.sqlite", "second.sqlite")]
    with closing(SqliteJournal(paths[0])) as journal:
        journal.open()
        for number in range(chance.randint(3, 8)):
            story.step(journal, number)
    shutil.copy(paths[0], paths[1])
    count = 0
    with ExitStack() as stack:
        tables = [stack.enter_context(closing(_mirrored(path, server))) for path in paths]
        told: list[dict[str, list[str]]] = [{}, {}]  # the seals that each has confirmed
        for table in tables:
            table.open()
        for step in range(STEPS):
            which = chance.randrange(2)
            # Another step for each, so that their stories differ.
            game, _ = story.step(tables[which], 2 * step + which)
            told[which][game] = [entry.seal for entry in tables[which].read(game)]
            count += 1
            if chance.random() < 0.5:
                tables[chance.randrange(2)].catch_up()
        standings = [table.catch_up() for table in tables]
        for table, seals in zip(tables, told, strict=True):
            assert table.integrity() == ()
            for game, confirmed in seals.items():
                assert [entry.seal for entry in table.read(game)][: len(confirmed)] == confirmed, "something is lost"
        remote = stack.enter_context(closing(_remote(server)))
        remote.open()
        assert remote.integrity() == (), "the copy is a mixture"
        for game in remote.ids():
            copy = remote.read(game)
            stories = [table.read(game) for table in tables if game in table.ids()]
            assert any(copy == one[: len(copy)] for one in stories), "the copy tells what nobody did"
            for table, standing in zip(tables, standings, strict=True):
                if game in table.ids() and table.read(game) != copy and standing.state is State.IN_STEP:
                    # The last one to look may have carried the game on after this one looked.
                    assert table.catch_up().state is not State.IN_STEP, "in step, and it is not"
    return count


def _mirrored(path: Path, server: fakeredis.FakeServer) -> Mirrored:
    return Mirrored(SqliteJournal(path), _remote(server), follows=False)


def _remote(server: fakeredis.FakeServer) -> RedisJournal:
    return RedisJournal("redis://fake", connect=lambda: fakeredis.FakeRedis(server=server))
