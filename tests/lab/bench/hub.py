"""A hall of tables on one machine: how long a move takes to a browser at the hub, and what each table costs.

One real redis-server, one hub, watching browsers in a process of their own, and tables in several more that make two
moves a second each, every one with its own connection. The moves are those of random games, played before; what is
timed is everything after a move was accepted: the announcement composed through the seam, Redis, the hub, and its
page's stream up to the last byte of the message. All processes take the time from the same clock.
"""

from __future__ import annotations

import json
import os
import re
import resource
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.pool import AsyncResult
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.parse import urlsplit

from companion.games.hansa.boards import named_board
from companion.games.hansa.game import Hansa
from companion.games.hansa.table.hansatable import HansaTable
from companion.hub.announcer import Voice
from companion.hub.exchange import BEAT_S, Exchange
from companion.hub.observer import Observation, Observer
from companion.table.history import History, Kept, history_of
from companion.words.say import untranslated
from tests.kit.hansa import random_game, summary_of
from tests.kit.processes import running
from tests.kit.redis_server import RedisServer

TABLES = (100, 500)
EVERY_S = 0.5  # a table makes a move
WATCHERS = 3
PLAYERS = 4  # processes that the tables are shared out to
WARM_UP_S, MEASURED_S = 4.0, 20.0
HALL = 10_000
THOUGHT_S = 10.0  # between two moves of people at a table
_NUMBERS = re.compile(rb'"id":"(table-\d+)".*?"revision":(\d+)')


# --- the watchers, in their own process ---


def watch(address: str, count: int) -> None:
    """Connect this many watchers, say `ready`, read until standard input ends; print how much came, and when."""
    place = urlsplit(address)
    chooser = selectors.DefaultSelector()
    waiting: dict[socket.socket, bytes] = {}
    for _ in range(count):
        connection = socket.create_connection((place.hostname, place.port))
        connection.sendall(f"GET /api/events?lang=en HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode())
        chooser.register(connection, selectors.EVENT_READ)
        waiting[connection] = b""
    chooser.register(sys.stdin, selectors.EVENT_READ)
    arrivals: list[tuple[float, int, bytes]] = []
    watchers = list(waiting)
    received = 0
    print("ready", flush=True)
    while True:
        for key, _ in chooser.select():
            if key.fileobj is sys.stdin:
                print(json.dumps({"bytes": received / count, "came": _came(arrivals)}), flush=True)
                return
            assert isinstance(key.fileobj, socket.socket)
            data = key.fileobj.recv(1 << 20)
            now = time.monotonic()
            received += len(data)
            *whole, rest = (waiting[key.fileobj] + data).split(b"\n\n")
            waiting[key.fileobj] = rest
            who = watchers.index(key.fileobj)
            arrivals += [(now, who, message) for message in whole if b"event: beat" not in message]


def _came(arrivals: list[tuple[float, int, bytes]]) -> dict[str, list[tuple[int, float, int]]]:
    """Find out, once nobody waits for it, when which revision of which table came."""
    came: dict[str, list[tuple[int, float, int]]] = {}
    for at, who, message in arrivals:
        for table, revision in _NUMBERS.findall(message):
            came.setdefault(table.decode(), []).append((int(revision), at, who))
    return came


# --- the tables ---


class BusyTable:
    """A table that goes through a game that was played before."""

    def __init__(self, number: int, url: str, observations: list[Observation]) -> None:
        self.id = f"table-{number}"
        game_table = HansaTable(Hansa(named_board("0.1")))
        observer = Observer(
            self.id, f"Table {number}", game_table, summary_of(game_table), lambda: untranslated, time.monotonic
        )
        self._observer, self._voice = observer, Voice(observer, Exchange(url), time.monotonic)
        self._sights, self._at = observations, number % len(observations)
        self._revision = 0

    def move(self) -> Move:
        """Make the next move, and announce it."""
        began = time.monotonic()
        self._at = (self._at + 1) % len(self._sights)
        self._revision += 1
        self._observer.see(self._sights[self._at]._replace(game_id=f"{self.id}-1", revision=self._revision))
        self._voice.tell()
        return Move(self.id, self._revision, began, time.monotonic() - began)


class Move(NamedTuple):
    """When a move was made, and how long its table took to announce it."""

    table: str
    revision: int
    at: float
    took_s: float


GAMES: list[list[Observation]] = []  # played before the processes part


def play_tables(url: str, numbers: range, begins: float, seconds: float) -> list[Move]:
    """Let tables move at their pace, one after the other; in a process of its own."""
    tables = [BusyTable(number, url, GAMES[number % len(GAMES)]) for number in numbers]
    moves = []
    for number in range(round(seconds / EVERY_S) * len(tables)):
        due = begins + number * EVERY_S / len(tables)
        while (early := due - time.monotonic()) > 0:
            time.sleep(early)
        moves.append(tables[number % len(tables)].move())
    return moves


def play_games(games: int) -> list[list[Observation]]:
    """Play random games, and see the table after each of their moves."""
    game_table = HansaTable(Hansa(named_board("0.1")))
    found = []
    for number in range(games):
        played = random_game(named_board("0.1"), 4, Random(number))
        whole = history_of(game_table.game, played.first, played.moves[:-1])
        histories = (History(whole.first, whole.steps[:end]) for end in range(1, len(whole.steps)))
        found.append([Observation("", 0, Kept(each), game_table.home(each), ()) for each in histories])
    return found


# --- one measurement ---


class Process(NamedTuple):
    """What a process has used so far."""

    cpu_s: float
    bytes: int

    @classmethod
    def of(cls, pid: int) -> Process:
        """Ask the kernel."""
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks = int(fields[11]) + int(fields[12])
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        return cls(ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE"))


class Cost(NamedTuple):
    """What a hall of this many tables costs."""

    tables: int
    moves_a_second: float
    late_ms: tuple[float, ...]  # of every move, at every watcher
    announce_ms: tuple[float, ...]
    redis_bytes: float  # a table
    hub_bytes: float
    redis_cpu_us: float  # a move
    hub_cpu_us: float
    watcher_bytes: float  # a move and watcher

    @property
    def median_ms(self) -> float:
        """Half of the moves are there by then."""
        return median(self.late_ms)

    @property
    def p99_ms(self) -> float:
        """One in a hundred comes later."""
        return quantiles(self.late_ms, n=100)[98]


@contextmanager
def hub_at(url: str, folder: Path) -> Iterator[tuple[int, str]]:
    """Start a hub as anybody would; return its process and its address."""
    config = folder / "hansa.toml"
    config.write_text("format = 1\n")
    command = [sys.executable, "-m", "companion", "hub", "--server", url, "--no-browser", "--config", str(config)]
    with running(command, stdout=subprocess.PIPE) as process:
        assert process.stdout
        found = re.search(rb"http://\S+", process.stdout.readline())
        assert found
        try:
            yield process.pid, found[0].decode()
        finally:
            process.terminate()


def measure(tables: int, *, warm_up_s: float = WARM_UP_S, measured_s: float = MEASURED_S) -> Cost:
    """Hold a hall of this many tables at their pace for a while."""
    GAMES[:] = GAMES or play_games(20)
    with TemporaryDirectory(prefix="hub-") as folder, get_context("fork").Pool(PLAYERS) as pool:
        server = RedisServer(Path(folder))
        server.start()
        try:
            with hub_at(server.url, Path(folder)) as (hub, address):
                begins = time.monotonic() + 1.0
                lasts_s = 2 * warm_up_s + measured_s + 1.0

                def play() -> list[AsyncResult[list[Move]]]:
                    shares = [range(first, tables, PLAYERS) for first in range(min(PLAYERS, tables))]
                    return [pool.apply_async(play_tables, (server.url, each, begins, lasts_s)) for each in shares]

                return _measure(tables, play, server, hub, address, begins + warm_up_s, measured_s)
        finally:
            server.kill()


def _measure(
    tables: int,
    play: Callable[[], list[AsyncResult[list[Move]]]],
    server: RedisServer,
    hub: int,
    address: str,
    begins: float,
    lasts_s: float,
) -> Cost:
    """Play, and look at everybody at the beginning and at the end of the time that counts."""
    with server.client() as client:
        redis_pid = int(client.info("server")["process_id"])
        redis_empty, hub_empty = client.info("memory")["used_memory"], Process.of(hub).bytes
        playing = play()
        command = [sys.executable, "-m", "tests.lab.bench.hub", "--watch", address, str(WATCHERS)]
        with running(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as watchers:
            assert watchers.stdout
            assert watchers.stdout.readline() == b"ready\n"
            _wait_until(begins)
            before = Process.of(redis_pid), Process.of(hub)
            _wait_until(begins + lasts_s)
            after = Process.of(redis_pid), Process.of(hub)
            redis_full = client.info("memory")["used_memory"]
            everything = [move for share in playing for move in share.get()]
            time.sleep(0.5)  # so that the last move is there too
            told, _ = watchers.communicate()
    moves = [move for move in everything if begins <= move.at < begins + lasts_s]
    seen = json.loads(told)
    return Cost(
        tables=tables,
        moves_a_second=len(moves) / lasts_s,
        late_ms=tuple(ms for move in moves for ms in lateness(move, seen["came"].get(move.table, []))),
        announce_ms=tuple(1000 * move.took_s for move in moves),
        redis_bytes=(redis_full - redis_empty) / tables,
        hub_bytes=(after[1].bytes - hub_empty) / tables,
        redis_cpu_us=1e6 * (after[0].cpu_s - before[0].cpu_s) / len(moves),
        hub_cpu_us=1e6 * (after[1].cpu_s - before[1].cpu_s) / len(moves),
        watcher_bytes=seen["bytes"] / len(everything),
    )


def _wait_until(at: float) -> None:
    time.sleep(max(0.0, at - time.monotonic()))


def lateness(move: Move, came: list[tuple[int, float, int]]) -> Iterator[float]:
    """Give, for each watcher, how many milliseconds it took until a move, or a later one, was there."""
    for watcher in range(WATCHERS):
        arrivals = [at for revision, at, who in came if who == watcher and revision >= move.revision]
        assert arrivals, f"{move.table}, revision {move.revision} never reached a watcher"
        yield 1000 * (min(arrivals) - move.at)


# --- what is printed ---


def table_of(costs: list[Cost]) -> str:
    """Write the table."""
    lines = [
        "| tables | moves a second | move to page | p99 | Redis a table | hub a table | Redis a move | hub a move |",
        "|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    lines += [
        f"| {cost.tables:,} | {cost.moves_a_second:,.0f} | {cost.median_ms:.0f} ms | {cost.p99_ms:.0f} ms "
        f"| {cost.redis_bytes / 1024:.1f} KiB | {cost.hub_bytes / 1024:.1f} KiB "
        f"| {cost.redis_cpu_us:.0f} µs | {cost.hub_cpu_us:.0f} µs |"
        for cost in costs
    ]
    return "\n".join(lines)


def on_paper(cost: Cost) -> str:
    """Reckon what a large hall would need, at the pace of the measurement and at that of people."""
    lines = [f"| {HALL:,} tables | Redis | hub | to each browser |", "|---|---|---|---|"]
    beats = HALL / BEAT_S
    for pace, moves in ((f"a move every {EVERY_S:g} s", HALL / EVERY_S), (f"every {THOUGHT_S:g} s", HALL / THOUGHT_S)):
        # A sign of life is counted like a move, which is more than it costs.
        redis, hub = ((moves + beats) * each / 1e6 for each in (cost.redis_cpu_us, cost.hub_cpu_us))
        lines.append(
            f"| {pace} | {redis:.1f} cores, {HALL * cost.redis_bytes / 2**20:.0f} MiB "
            f"| {hub:.1f} cores, {HALL * cost.hub_bytes / 2**20:.0f} MiB "
            f"| {moves * cost.watcher_bytes * 8 / 1e6:.0f} Mbit/s |"
        )
    return "\n".join(lines)


def main() -> None:
    """Print both tables."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    costs = [measure(tables) for tables in TABLES]
    print(f"{WATCHERS} watching browsers, {MEASURED_S:g} s, every move at every browser counted\n")
    print(table_of(costs))
    last = costs[-1]
    announce = f"{median(last.announce_ms):.2f} ms (p99 {quantiles(last.announce_ms, n=100)[98]:.2f})"
    print(f"\nOf that, the table itself takes {announce} to announce a move, in a thread next to the game;")
    print(f"a browser is sent {last.watcher_bytes:.0f} bytes for a move.\n\nOn paper, from the last row:\n")
    print(on_paper(last))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--watch"]:
        watch(sys.argv[2], int(sys.argv[3]))
    else:
        main()
