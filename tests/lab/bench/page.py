"""What watching costs: the time for a move to reach 200 browsers over loopback, and what the table pays for them.

The watchers live in a process of their own and only read; both processes take the time from the same monotonic clock.
Short blocks with and without watchers alternate within one run, on the same machine and the same kind of moves, and
each is compared with its neighbour, so that what else the machine does falls on both. The table's own path is from the
call to the scene being shown, durable in a file in memory.
"""

from __future__ import annotations

import json
import re
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import attrgetter
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.parse import urlsplit

from companion.assembly.compose import Composed
from companion.assembly.service import Service
from companion.config.parsing import load_config
from companion.games.hansa.players.choosing import random_move
from companion.running.devices import configured_kit, simulated_devices, simulated_table
from companion.table.history import ABORTED, Kept
from companion.table.proposals import Proposal
from companion.web.assemble import make_page
from companion.web.feed import BEAT_S
from companion.web.page import Page
from hardware.ports import ButtonPressed, ButtonReleased
from tests.kit.lean import BOARD

CLIENTS = 200
PAIRS = 24  # of a block with watchers and one without, each way round in turn
MOVES = 10  # a block
UNCOUNTED = 2  # before them, so that what joining left behind is over
PAUSE_S = 0.15  # between moves: faster than any player
QUIET_S = 20.0  # of beats alone
ALLOWED_MS = 100.0
ALLOWED_PERCENT = 10.0
_REVISION = re.compile(r'"revision":\{"game":"([^"]*)","number":(\d+)\}')


# --- the watchers, in their own process ---


class Watchers:
    """This many browsers that only read; they join and leave when they are told to on standard input."""

    def __init__(self, address: str, count: int) -> None:
        self._place, self._count = urlsplit(address), count
        self._chooser = selectors.DefaultSelector()
        self._chooser.register(sys.stdin, selectors.EVENT_READ)
        self._waiting: dict[socket.socket, bytes] = {}
        self._begun: set[socket.socket] = set()
        self._arrived: dict[socket.socket, dict[str, float]] = {}  # moves and when
        self._until = ""  # the move after which all leave

    def watch(self) -> None:
        """Read until standard input ends."""
        while True:
            for key, _ in self._chooser.select():
                if isinstance(key.fileobj, socket.socket):
                    self._read(key.fileobj)
                elif not self._obey(sys.stdin.readline().split()):
                    return
            if self._until and all(self._until in seen for seen in self._arrived.values()):
                self._leave()

    def _obey(self, words: list[str]) -> bool:
        match words:
            case ["join"]:
                for _ in range(self._count):
                    self._join()
            case ["leave", move]:
                self._until = move
            case _:
                pass
        return bool(words)

    def _leave(self) -> None:
        """Report what arrived when, and go."""
        print(json.dumps(list(self._arrived.values())), flush=True)
        for connection in self._waiting:
            self._chooser.unregister(connection)
            connection.close()
        self._waiting, self._begun, self._arrived, self._until = {}, set(), {}, ""

    def _join(self) -> None:
        connection = socket.create_connection((self._place.hostname, self._place.port))
        connection.sendall(f"GET /api/events?lang=en HTTP/1.1\r\nHost: {self._place.netloc}\r\n\r\n".encode())
        self._chooser.register(connection, selectors.EVENT_READ)
        self._waiting[connection], self._arrived[connection] = b"", {}

    def _read(self, connection: socket.socket) -> None:
        data = self._waiting[connection] + connection.recv(1 << 18)
        now = time.monotonic()
        *whole, self._waiting[connection] = data.split(b"\n\n")
        for message in whole:
            if b"event: state" in message:
                self._begun.add(connection)
                if len(self._begun) == self._count:
                    print("ready", flush=True)
            elif found := _REVISION.search(message.decode()):
                self._arrived[connection][named(found[1], int(found[2]))] = now


def named(game_id: str, revision: int) -> str:
    """Name a move; several games may be played in a block."""
    return f"{game_id}/{revision}"


class Grandstand:
    """The watchers' process, as the table sees it."""

    def __init__(self, address: str) -> None:
        command = [sys.executable, "-m", "tests.lab.bench.page", "--watch", address, str(CLIENTS)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def join(self) -> None:
        """Let all of them watch."""
        assert self._say("join") == "ready\n"

    def leave(self, began_at: dict[str, float]) -> Iterator[list[float]]:
        """Let none of them watch once they have seen all; return how long each move was under way to each, in ms."""
        arrived = json.loads(self._say(f"leave {list(began_at)[-1]}"))
        for move, began in began_at.items():
            # A move that was told together with the next one has no arrival of its own.
            if after := [(seen[move] - began) * 1000 for seen in arrived if move in seen]:
                yield after

    def close(self) -> None:
        """End the process."""
        self._process.communicate()

    def _say(self, word: str) -> str:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{word}\n")
        self._process.stdin.flush()
        return self._process.stdout.readline()


# --- the table ---


@contextmanager
def table_and_page(folder: Path) -> Iterator[tuple[Composed, Page]]:
    """Start a companion on a simulated table, with its page."""
    (folder / "hansa.toml").write_text(f'format = 1\nkit = "board"\nboard = "{BOARD}"\n[trace]\nkeep = false\n')
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


class Took(NamedTuple):
    """What a move took its thread, in milliseconds: until it was shown, and of the processor."""

    wall: float
    cpu: float


class Player:
    """Plays random games on a daemon, in the thread that owns its state, and times each move."""

    def __init__(self, composed: Composed, random: Random) -> None:
        self._daemon, self._random = composed.daemon, random

    def move(self) -> tuple[str, float, Took]:
        """Play a move; return its name, when it began, and what it took."""
        history = self._daemon.table.kept.history
        if history is None or history.position.mover is None:
            self._begin()
            history = self._daemon.table.kept.history
            assert history is not None
        chosen = random_move(history.position, self._random)

        daemon = self._daemon
        began, began_cpu = time.monotonic(), time.thread_time()
        daemon.carry_out(daemon.table.propose(chosen))
        took = Took((time.monotonic() - began) * 1000, (time.thread_time() - began_cpu) * 1000)
        return named(self._daemon.game_id, self._daemon.revision), began, took

    def _begin(self) -> None:
        if self._daemon.table.kept.history:
            self._daemon.carry_out(Proposal(ABORTED, {}, Kept()))
        for _ in range(5):
            self._daemon.handle(ButtonPressed(0.0, "ok"))
            self._daemon.handle(ButtonReleased(0.0, "ok"))


def play_block(player: Player) -> tuple[list[Took], dict[str, float]]:
    """Play a block of moves; return what each took, and when each began."""
    took, began_at = [], {}
    for number in range(UNCOUNTED + MOVES):
        time.sleep(PAUSE_S)
        move, began, its = player.move()
        if number >= UNCOUNTED:
            took.append(its)
            began_at[move] = began
    time.sleep(PAUSE_S)
    return took, began_at


class Measured(NamedTuple):
    """What the pairs of blocks took, and how long moves were under way to the watchers, in milliseconds."""

    alone: list[list[Took]]
    watched: list[list[Took]]
    each: list[float]
    last: list[float]


def measure(folder: Path) -> Measured:
    """Play pairs of blocks, with and without watchers."""
    measured = Measured([], [], [], [])
    with table_and_page(folder) as (composed, page):
        player = Player(composed, Random(1))
        grandstand = Grandstand(page.address)
        for number in range(PAIRS):
            for is_watched in (True, False) if number % 2 else (False, True):
                if not is_watched:
                    measured.alone.append(play_block(player)[0])
                    continue
                grandstand.join()
                took, began_at = play_block(player)
                measured.watched.append(took)
                for after in grandstand.leave(began_at):
                    measured.last.append(max(after))
                    measured.each.extend(after)
        grandstand.close()
    return measured


def beat_percent(folder: Path) -> tuple[float, float]:
    """Return how much of a core a quiet page takes without watchers and with them, in percent: they only get beats."""
    with table_and_page(folder) as (_, page):
        grandstand = Grandstand(page.address)
        shares = []
        for is_watched in (False, True):
            if is_watched:
                grandstand.join()
            began, began_cpu = time.monotonic(), time.process_time()
            time.sleep(QUIET_S)
            shares.append((time.process_time() - began_cpu) / (time.monotonic() - began) * 100)
        grandstand.close()
    return shares[0], shares[1]


def more_percent(measured: Measured, what: Callable[[Took], float]) -> tuple[float, float, float]:
    """Compare the two blocks of each pair by their medians; return the quartiles of how much more watching costs."""
    ratios = [
        median(map(what, watched)) / median(map(what, alone))
        for alone, watched in zip(measured.alone, measured.watched, strict=True)
    ]
    low, middle, high = quantiles(ratios, n=4)
    return (low - 1) * 100, (middle - 1) * 100, (high - 1) * 100


def main() -> None:
    """Print the table."""
    shared_memory = Path("/dev/shm")
    with TemporaryDirectory(dir=shared_memory if shared_memory.is_dir() else None) as folder:
        measured = measure(Path(folder))
        (Path(folder) / "quiet").mkdir()
        alone, beaten = beat_percent(Path(folder) / "quiet")
    print(f"{CLIENTS} watchers over loopback; {PAIRS} pairs of {MOVES} moves with and {MOVES} without them, in turn")
    print(f"a move reaches a watcher       {median(measured.each):7.1f} ms")
    print(f"a move reaches the last of all {median(measured.last):7.1f} ms   (allowed: {ALLOWED_MS:g})")
    print(f"a beat every {BEAT_S:g} s, nothing else happening: {beaten:.2f} % of a core ({alone:.2f} without watchers)")
    for name, what in (("until it is shown", attrgetter("wall")), ("of the processor", attrgetter("cpu"))):
        own = [median(what(took) for block in blocks for took in block) for blocks in measured[:2]]
        low, middle, high = more_percent(measured, what)
        print(
            f"the table's own path, {name:17} {own[0]:6.3f} ms alone, {own[1]:6.3f} watched:"
            f" {middle:+.1f} % (quartiles {low:+.1f} to {high:+.1f}; allowed: +{ALLOWED_PERCENT:g})"
        )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--watch"]:
        Watchers(sys.argv[2], int(sys.argv[3])).watch()
    else:
        main()
