"""What watching costs: the time for a move to reach 200 browsers over loopback, and what the table pays for them.

The watchers live in a process of their own and only read; both processes take the time from the same monotonic clock.
Blocks with and without watchers alternate within one run, on the same machine and the same kind of moves; the table's
own path is from the call to the scene being shown, durable in a file in memory.
"""

from __future__ import annotations

import json
import re
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from companion.compose import Composed
from companion.config import load_config
from companion.devices import configured_kit, simulated_devices, simulated_table
from companion.hansa.simulate import random_move
from companion.service import Service
from companion.table.replay import ABORTED, Kept
from companion.table.table import Outcome, Proposal, Table
from companion.web.furnish import make_page
from companion.web.page import Page
from hardware.ports import ButtonPressed, ButtonReleased

CLIENTS = 200
BLOCKS = 6  # of moves, with and without watchers in turn
MOVES = 40  # a block
PAUSE_S = 0.15  # between moves: faster than any player
ALLOWED_MS = 100.0
ALLOWED_PERCENT = 10.0
_REVISION = re.compile(rb'"revision":\{"game":"[^"]*","number":(\d+)\}')


# --- the watchers, in their own process ---


def watch(address: str, count: int) -> None:
    """Connect so many watchers, say `ready`, read until standard input ends, and print when each revision arrived."""
    place = urlsplit(address)
    chooser = selectors.DefaultSelector()
    waiting: dict[socket.socket, bytes] = {}
    for _ in range(count):
        connection = socket.create_connection((place.hostname, place.port))
        connection.sendall(f"GET /api/events?lang=en HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode())
        chooser.register(connection, selectors.EVENT_READ)
        waiting[connection] = b""
    chooser.register(sys.stdin, selectors.EVENT_READ)
    arrivals: dict[int, list[float]] = {}
    begun: set[socket.socket] = set()
    while True:
        for key, _ in chooser.select():
            if key.fileobj is sys.stdin:
                print(json.dumps(arrivals), flush=True)
                return
            assert isinstance(key.fileobj, socket.socket)
            data = waiting[key.fileobj] + key.fileobj.recv(1 << 18)
            now = time.monotonic()
            *whole, rest = data.split(b"\n\n")
            waiting[key.fileobj] = rest
            for message in whole:
                if b"event: state" in message:
                    begun.add(key.fileobj)
                    if len(begun) == count:
                        print("ready", flush=True)
                elif found := _REVISION.search(message):
                    arrivals.setdefault(int(found[1]), []).append(now)


# --- the table ---


@contextmanager
def table_and_page(folder: Path) -> Iterator[tuple[Composed, Page]]:
    """Start a companion on a simulated table, with its page."""
    (folder / "hansa.toml").write_text('format = 1\nkit = "board"\n[trace]\nkeep = false\n')
    config = load_config(str(folder / "hansa.toml"), {"state": str(folder)}, environment={"HOME": str(folder)})
    devices = simulated_devices(simulated_table(configured_kit(config)))
    service = Service(config, devices, invents_pieces=True, asks=False, farewell_s=0.0)
    composed = service.start()
    assert composed
    page = make_page(config, composed, port=0)
    page.open()
    try:
        yield composed, page
    finally:
        page.close()
        service.close()


class Player:
    """Plays random games on a daemon, in the thread that owns its state, and times each move."""

    def __init__(self, composed: Composed, random: Random) -> None:
        self._daemon, self._random = composed.daemon, random

    def move(self) -> tuple[int, float, float]:
        """Play a move; give its revision, when it began, and how many seconds it took."""
        history = self._daemon.table.kept.history
        if history is None or history.position.mover is None:
            self._begin()
            history = self._daemon.table.kept.history
            assert history is not None
        chosen = random_move(history.position, self._random)

        def call(table: Table) -> Outcome:
            return table.propose(chosen)

        began = time.monotonic()
        self._daemon.handle(call)
        return self._daemon.revision, began, time.monotonic() - began

    def _begin(self) -> None:
        def give_up(table: Table) -> Outcome:
            return Proposal(ABORTED, {}, Kept()) if table.kept.history else None

        self._daemon.handle(give_up)
        for _ in range(5):
            self._daemon.handle(ButtonPressed(0.0, "ok"))
            self._daemon.handle(ButtonReleased(0.0, "ok"))


class Block:
    """What a block of moves took, in milliseconds."""

    def __init__(self) -> None:
        self.own_ms: list[float] = []
        self.last_ms: list[float] = []  # until the last watcher had it
        self.each_ms: list[float] = []


def play_block(player: Player, address: str, clients: int) -> Block:
    """Play a block of moves with so many watchers."""
    command = [sys.executable, "-m", "tests.bench.page", "--watch", address, str(clients)]
    block, began_at = Block(), {}
    watchers = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) if clients else None
    if watchers:
        assert watchers.stdout
        assert watchers.stdout.readline() == b"ready\n"
    for _ in range(MOVES):
        time.sleep(PAUSE_S)
        revision, began, took = player.move()
        block.own_ms.append(took * 1000)
        began_at[revision] = began
    time.sleep(PAUSE_S)
    if watchers:
        told, _ = watchers.communicate()
        for revision, times in json.loads(told).items():
            if int(revision) in began_at:
                after = [(at - began_at[int(revision)]) * 1000 for at in times]
                assert len(after) >= clients, f"revision {revision} reached {len(after)} of {clients}"
                block.last_ms.append(max(after))
                block.each_ms += after
    return block


def measure(folder: Path) -> tuple[list[Block], list[Block]]:
    """Alternate blocks without and with watchers."""
    without: list[Block] = []
    watched: list[Block] = []
    with table_and_page(folder) as (composed, page):
        player = Player(composed, Random(1))
        play_block(player, page.address, 0)  # warms up
        for number in range(BLOCKS):
            clients = CLIENTS if number % 2 else 0
            (watched if clients else without).append(play_block(player, page.address, clients))
    return without, watched


def main() -> None:
    """Print the table."""
    shared_memory = Path("/dev/shm")
    with TemporaryDirectory(dir=shared_memory if shared_memory.is_dir() else None) as folder:
        without, watched = measure(Path(folder))
    own = [median(ms for block in blocks for ms in block.own_ms) for blocks in (without, watched)]
    last = median(ms for block in watched for ms in block.last_ms)
    each = median(ms for block in watched for ms in block.each_ms)
    more = (own[1] / own[0] - 1) * 100
    moves = MOVES * BLOCKS // 2
    print(f"{CLIENTS} watchers over loopback, {moves} moves with and {moves} without, in turn; medians")
    print(f"a move reaches a watcher       {each:7.1f} ms")
    print(f"a move reaches the last of all {last:7.1f} ms   (allowed: {ALLOWED_MS:g})")
    print(f"the table's own path, alone    {own[0]:7.3f} ms")
    print(f"the table's own path, watched  {own[1]:7.3f} ms   ({more:+.1f} %, allowed: +{ALLOWED_PERCENT:g} %)")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--watch"]:
        watch(sys.argv[2], int(sys.argv[3]))
    else:
        main()
