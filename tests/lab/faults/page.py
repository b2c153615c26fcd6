"""Malformed requests at the page, on the wire and in what they say, while its table plays."""

from __future__ import annotations

import json
import socket
from collections.abc import Sequence
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any

from tests.kit.waiting import PATIENCE_S
from tests.lab.faults.served import ServedTable, served_table
from tests.lab.faults.tried import Advance, Tried

MOST_LOSSES = 20
MOST_AT_ONCE = 60  # requests on one connection, all sent before the first is answered
GETS = (
    "/", "/api/state", "/api/state?lang=it", "/api/me", "/api/games", "/api/statistics", "/api/board", "/static/app.js",
    "/api/shelf", "/api/watch", "/api/games/x", "/api/games/x/at/3", "/api/games/x/record", "/api/games/x/bg-stats.svg",
    "/games/hansa/main.js",
)  # fmt: skip
POSTS: dict[str, dict[str, Any]] = {
    "/api/choose": {"dialog": "x", "line": 0},
    "/api/move": {"revision": 1, "entry": {"type": "sail", "to": "danzig"}},
    "/api/take-back": {"revision": 1},
    "/api/press": {"button": "up", "held": False},
    "/api/names": {"names": {"gray": "Anna", "yellow": ""}},
    "/api/pair": {"pin": "123456"},
    "/api/board/save": {"start": "copenhagen", "cities": [{"id": "riga", "spaces": 2, "routes": ["reval"]}]},
    "/api/virtual/put": {"piece": "ship", "place": "city.riga"},
    "/api/virtual/touch": {"piece": "ship"},
    "/api/virtual/lift": {"piece": "ship"},
    "/api/virtual/button": {"button": "up", "down": True},
    "/api/virtual/fault": {"fault": "deaf", "what": "city.riga", "on": False},
    "/api/virtual/robots": {"skills": {}, "deals": False},
    "/api/virtual/begin": {"players": 2, "names": {"gray": "Anna"}},
}
ODD: Sequence[Any] = (
    None, True, 0, -1, 1.5, 10**30, "", "x" * 300, "\0", "\u202e", [], {}, [[]], [None], -(2**63), "../..",
)  # fmt: skip


def malform(trials: int, seed: int, advance: Advance) -> Tried:
    """Send this many malformed requests; none may be answered with a failure, and the table plays on."""
    random = Random(seed)
    lost: list[str] = []
    with served_table(seed) as table:
        sent = 0
        while sent < trials and len(lost) < MOST_LOSSES:
            with _connected(table, random) as line:
                if random.random() < 0.7:
                    answers = [_send_nonsense(line, random)]
                else:
                    answers = _send_odd(line, table, random, min(MOST_AT_ONCE, trials - sent))
            for answer in answers:
                sent += 1
                lost += answer
                advance()
        if not table.goes_on():
            lost.append("the table plays no more")
        ended = table.end()
    return Tried(lost + ended.lost, ended.confirmed)


class _Line:
    """One connection, read answer by answer."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self._rest = b""
        self.is_over = False

    def __enter__(self) -> _Line:
        return self

    def __exit__(self, *_: object) -> None:
        self.line.close()

    def answer(self) -> int:
        """Take one answer and return its status; 0 if the connection ends instead."""
        while b"\r\n\r\n" not in self._rest:
            if not self._more():
                return 0
        head, _, self._rest = self._rest.partition(b"\r\n\r\n")
        fields = head.lower().split(b"\r\n")
        length = next((int(field.partition(b":")[2]) for field in fields if field.startswith(b"content-length:")), 0)
        while len(self._rest) < length:
            if not self._more():
                break
        self._rest = self._rest[length:]
        self.is_over = b"connection: close" in fields
        return int(head.split(b" ", 2)[1])

    def _more(self) -> bool:
        try:
            more = self.line.recv(65536)
        except ConnectionResetError:
            more = b""
        self._rest += more
        self.is_over = not more
        return bool(more)


def _connected(table: ServedTable, random: Random) -> _Line:
    # From many addresses, because each may ask only a few times a minute.
    source = f"127.{random.randint(1, 250)}.{random.randint(1, 250)}.7"
    return _Line(socket.create_connection(table.address, PATIENCE_S, (source, 0)))


def _send_odd(line: _Line, table: ServedTable, random: Random, most: int) -> list[list[str]]:
    """Ask in good HTTP for odd things, and give for each that was answered what is wrong with the answer."""
    requests = [_odd(table, random) for _ in range(random.randint(1, most))]
    said = []
    for method, path, headers, body in requests:
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        said.append(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode("latin-1") + body)
    answers: list[list[str]] = []
    try:
        line.line.sendall(b"".join(said))
        for number, request in enumerate(said):
            status = line.answer()
            if not status and number:
                break  # the connection was ended with the answer before
            answers.append([] if status and status < 500 else [f"{status} for {request[:400]!r}"])
    except (ConnectionError, TimeoutError) as error:
        answers.append([f"no answer: {error!r}"])
    return answers


def _odd(table: ServedTable, random: Random) -> tuple[str, str, dict[str, str], bytes]:
    host = f"127.0.0.1:{table.address[1]}"
    if random.random() < 0.3:
        path = _odd_path(random)
        return random.choice(("GET", "GET", "PUT", "DELETE", "OPTIONS", "BREW")), path, {"Host": host}, b""
    path = random.choice(list(POSTS))
    fields = json.loads(json.dumps(POSTS[path]))
    for _ in range(random.randint(1, 2)):
        where = random.choice([fields, *[value for value in fields.values() if isinstance(value, dict)]])
        where[random.choice([*where, "surplus"])] = deepcopy(random.choice(ODD))
    body = json.dumps(fields).encode()
    match random.randrange(8):
        case 0:
            body = body[: random.randrange(len(body))]
        case 1:
            body = json.dumps(random.choice(ODD)).encode()
        case 2:
            body = random.randbytes(random.randrange(200))
        case 3:
            body = random.choice((b"[", b'{"a":')) * random.randrange(1500)
        case _:
            pass
    headers = {
        "Host": host,
        "Origin": f"http://{host}",
        "Content-Type": "application/json",
        "Cookie": table.cookie,
        "Content-Length": str(len(body)),
    }
    if random.random() < 0.1:
        headers[random.choice(("Host", "Origin", "Content-Type", "Cookie"))] = random.choice(
            ("", "x", "evil.example", "é")
        )
    return "POST", path, headers, body


def _odd_path(random: Random) -> str:
    path = random.choice(GETS)
    at = random.randrange(1, len(path) + 1)
    odd = random.choice(
        ("", "/", "//", "/..", "%2e%2e/", "%00", "%ff", "?lang=%zz", "?lang=xx", "#", "%", "a" * 2000, "'\"<")
    )
    return path[:at] + odd + path[at:]


def _send_nonsense(line: _Line, random: Random) -> list[str]:
    """Send what is no HTTP, or half of it, and hang up."""
    good = b"POST /api/press HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20\r\n\r\n"
    said = random.choice(
        (
            random.randbytes(random.randrange(300)),
            good[: random.randrange(len(good))],
            good.replace(b"20", random.choice((b"-1", b"9" * 30, b"x", b"2, 3", b""))),
            good.replace(b"Content-Length: 20", b"Transfer-Encoding: chunked")
            + random.choice((b"zz\r\n", b"-1\r\n", b"f" * 40)),
            good.replace(b"HTTP/1.1", random.choice((b"HTTP/9.9", b"HTTP", b"", b"HTTP/1.1 x"))),
            good.replace(b"\r\n", b"\n", random.randrange(3)).replace(b"Host", b"Ho\0st"),
            b"GET /" + b"a" * random.choice((9000, 70_000)) + b" HTTP/1.1\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: y\r\n" * random.choice((500, 20_000)),
            b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + random.randbytes(100),
        )
    )
    with suppress(OSError):  # it may be refused before all is said
        line.line.sendall(said)
        line.line.shutdown(socket.SHUT_WR)
    try:
        status = line.answer()
    except TimeoutError:
        return [f"{said[:80]!r}: the connection is not ended"]
    return [] if status < 500 else [f"{said[:80]!r}: {status}"]
