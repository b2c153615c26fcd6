"""Slow and hostile callers of the page, many at a time, while its table plays and a friendly browser watches."""

from __future__ import annotations

import json
import socket
import struct
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from random import Random

from companion.web.server import MOST_CONNECTIONS, MOST_FROM_ONE, REQUEST_S, STALLED_S
from tests.kit.waiting import PATIENCE_S
from tests.lab.faults.served import ServedTable, served_table
from tests.lab.faults.tried import Advance, Tried

AT_ONCE = 40  # callers of one attack
LONG = 1000  # this many trials are worth the time that slow callers take
MOST_OPEN_FILES = MOST_CONNECTIONS + 200  # of the table, whoever calls
MOST_GROWTH_MB = 150.0
# SQLite closes the file of a reader only when nobody else in the process holds a lock on it; until then it is used
# again, so that there are as many as there were readers at once: those of the page's thread pool.
READERS = 48

Call = Callable[[socket.socket, Random, ServedTable], None]


def _request(table: ServedTable, path: str, *more: str, method: str = "GET") -> bytes:
    host = f"127.0.0.1:{table.address[1]}"
    return "\r\n".join((f"{method} {path} HTTP/1.1", f"Host: {host}", f"Origin: http://{host}", *more, "", "")).encode()


def half_a_head(line: socket.socket, random: Random, table: ServedTable) -> None:
    """Say the beginning of a request, and no more."""
    whole = _request(table, "/api/state")
    line.sendall(whole[: random.randrange(len(whole) - 2)])


def half_a_body(line: socket.socket, random: Random, table: ServedTable) -> None:
    """Promise a body, and give a part of it."""
    head = _request(table, "/api/press", "Content-Type: application/json", "Content-Length: 4000", method="POST")
    line.sendall(head + b"x" * random.randrange(3999))


def huge_head(line: socket.socket, random: Random, table: ServedTable) -> None:
    """Send headers for as long as somebody takes them."""
    line.sendall(_request(table, "/")[:-2])
    for _ in range(random.randint(10, 400)):
        line.sendall(b"X-More: " + b"y" * 4000 + b"\r\n")


def huge_body(line: socket.socket, random: Random, table: ServedTable) -> None:
    """Send a body for as long as somebody takes it."""
    length = random.choice((10**7, 10**10, 10**18))
    line.sendall(
        _request(table, "/api/move", "Content-Type: application/json", f"Content-Length: {length}", method="POST")
    )
    for _ in range(random.randint(10, 400)):
        line.sendall(b" " * 65536)


def deaf_watcher(line: socket.socket, random: Random, table: ServedTable) -> None:
    """Watch the live view and never read a byte of it."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.sendall(_request(table, f"/api/events?lang={random.choice(('en', 'it', 'nl'))}"))


def deaf_asker(line: socket.socket, random: Random, table: ServedTable) -> None:
    """Ask for much, one request after the other, and read none of the answers."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.sendall(_request(table, random.choice(("/static/app.js", "/api/state", "/api/statistics"))) * 200)


def hang_up(line: socket.socket, random: Random, table: ServedTable) -> None:
    """Ask for something and cut the line at once."""
    line.sendall(_request(table, random.choice(("/api/events", "/api/state", "/static/app.js"))))
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.close()


def say_nothing(line: socket.socket, random: Random, table: ServedTable) -> None:
    """Hold a connection, and say nothing."""
    del line, random, table


CALLS: tuple[Call, ...] = (
    half_a_head, half_a_body, huge_head, huge_body, deaf_watcher, deaf_asker, hang_up, say_nothing,
)  # fmt: skip


def attack(trials: int, seed: int, advance: Advance) -> Tried:
    """Let this many hostile callers come, a crowd at a time; see that the table and a friendly browser go on."""
    random = Random(seed)
    lost: list[str] = []
    with served_table(seed) as table:
        table.goes_on()
        memory_mb, files = table.resident_mb(), table.open_files()
        called = 0
        crowd = 0
        while called < trials:
            call = CALLS[crowd % len(CALLS)]
            count = min(AT_ONCE, trials - called)
            with _callers(table, call, count, random, advance, alone=crowd % 2 == 0):
                lost += [f"{call.__name__}: {trouble}" for trouble in _look(table)]
            called += count
            crowd += 1
        if trials >= LONG:
            lost += _trickle(table, random)
        if not table.wait_for(lambda: table.open_files() <= files + READERS):
            lost.append(f"{table.open_files()} files stay open, {files} were before")
        if table.resident_mb() > memory_mb + MOST_GROWTH_MB:
            lost.append(f"it took {table.resident_mb():.0f} MB, {memory_mb:.0f} before")
        ended = table.end()
    return Tried(lost + ended.lost, ended.confirmed)


@contextmanager
def _callers(
    table: ServedTable, call: Call, count: int, random: Random, advance: Advance, *, alone: bool
) -> Iterator[None]:
    """Hold a crowd of callers, all from one address or each from its own."""
    with ExitStack() as stack:
        for number in range(count):
            source = f"127.66.0.{1 if alone else number + 1}"
            line = stack.enter_context(socket.create_connection(table.address, PATIENCE_S, (source, 0)))
            line.settimeout(2.0)  # a server that takes no more is what is wanted
            with suppress(OSError):
                call(line, random, table)
            advance()
        yield


def _look(table: ServedTable) -> Iterator[str]:
    """See that all is well for those who mean well."""
    if not table.goes_on():
        yield "the table plays no more"
    before = time.monotonic()
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{table.address[1]}/api/state", timeout=PATIENCE_S) as answer:
            json.load(answer)
    except OSError as error:
        yield f"a friendly browser got no answer in {time.monotonic() - before:.0f} s: {error}"
    if table.open_files() > MOST_OPEN_FILES:
        yield f"{table.open_files()} files are open"


def _trickle(table: ServedTable, random: Random) -> Iterator[str]:
    """Send requests byte by byte, from far more callers than there may be, until every one was ended."""
    addresses = [
        f"127.67.{number // 250}.{number % 250 + 1}" for number in range(MOST_CONNECTIONS // MOST_FROM_ONE + 4)
    ]
    callers: list[socket.socket] = []
    for number in range(MOST_CONNECTIONS + 200):
        with suppress(OSError):
            caller = socket.create_connection(table.address, PATIENCE_S, (addresses[number % len(addresses)], 0))
            caller.setblocking(False)
            callers.append(caller)
    yield from _look(table)
    deadline = time.monotonic() + REQUEST_S + STALLED_S + PATIENCE_S
    while callers and time.monotonic() < deadline:
        callers = [caller for caller in callers if _is_heard(caller, random)]
        time.sleep(0.1)  # slow is the point
    if callers:
        yield f"{len(callers)} of those who trickle are still there"
        for caller in callers:
            caller.close()


def _is_heard(caller: socket.socket, random: Random) -> bool:
    try:
        caller.send(random.choice((b"G", b"X: y\r\n")))
        if caller.recv(1000) == b"":
            raise ConnectionResetError
    except BlockingIOError:
        return True
    except OSError:
        caller.close()
        return False
    return True
