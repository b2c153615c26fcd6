"""Kill a real Redis with SIGKILL under a writer that notes what was confirmed, and start it again on its files."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing

from companion.journal.journal import Unavailable
from companion.journal.redis import RedisJournal
from tests.kit.processes import running
from tests.kit.redis_server import DURABLE, RedisServer, redis_server
from tests.kit.waiting import PATIENCE_MS
from tests.lab.faults import story
from tests.lab.faults.tried import Tried

MOST_WAITED_FOR = 12  # confirmations, before the time of the server runs
LONGEST_LIFE_S = 0.05


def kill_redis(kills: int, seed: int, progress: Callable[[], None]) -> Tried:
    """Kill the server; tell what went wrong, and how much it had confirmed."""
    chance = random.Random(seed)
    found: list[str] = []
    confirmed: dict[str, int] = {}
    noted = 0
    with redis_server(*DURABLE, is_up=False) as server:
        for number in range(kills):
            server.start()
            with closing(RedisJournal(server.url, timeout_ms=PATIENCE_MS)) as journal:
                journal.open()
                found += [f"kill {number}: {fault}" for fault in story.faults(journal, confirmed)]
                confirmed = {game_id: journal.info(game_id).revision for game_id in journal.ids()}
            said = _one_life(server, number, chance.randrange(MOST_WAITED_FOR), chance.uniform(0, LONGEST_LIFE_S))
            confirmed |= said
            noted += len(said)
            progress()
        server.start()
        with closing(RedisJournal(server.url, timeout_ms=PATIENCE_MS)) as journal:
            journal.open()
            found += story.faults(journal, confirmed) + [str(damage) for damage in journal.integrity()]
    if noted < kills // 2:
        found.append(f"only {noted} confirmations in {kills} lives: the writers never came to write")
    return Tried(found, noted)


def _one_life(server: RedisServer, number: int, waited_for: int, life_s: float) -> list[tuple[str, int]]:
    """Kill the server some time after this many confirmations: how many there are is no matter of a busy machine."""
    confirmed: list[tuple[str, int]] = []
    with running(
        [sys.executable, "-m", "tests.lab.faults.redis_killing", server.url, str(number)],
        stdout=subprocess.PIPE,
        text=True,
    ) as writer:
        assert writer.stdout
        writer.stdout.readline()  # it is connected
        timer = threading.Timer(life_s, server.kill)
        if not waited_for:
            timer.start()
        for line in writer.stdout:
            game_id, revision = line.split()
            confirmed.append((game_id, int(revision)))
            if len(confirmed) == waited_for:
                timer.start()
        timer.join()
    if writer.returncode:
        raise RuntimeError(f"the writer failed with {writer.returncode}")
    return confirmed


def _write(url: str, number: int) -> None:
    """Tell the story until the server is gone."""
    with closing(RedisJournal(url, timeout_ms=PATIENCE_MS)) as journal:
        journal.open()
        print("ready", flush=True)
        while True:
            try:
                game_id, revision = story.step(journal, number)
            except Unavailable:
                return
            print(game_id, revision, flush=True)
            number += 1


if __name__ == "__main__":
    _write(sys.argv[1], int(sys.argv[2]))
