"""Malformed requests at the engine protocol: each gets one refusal, and the game stays as it was."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from random import Random
from typing import IO, Any, NamedTuple

from tests.kit.processes import running
from tests.lab.faults.tried import Advance, Tried

LOT = 40  # lines under way at once: few enough that neither pipe fills up
LONG_LINE = 1 << 20  # what the engine takes at most
MOST_LOSSES = 20

Json = dict[str, Any]
_NEW: Json = {
    "do": "new",
    "players": ["gray", "yellow"],
    "start": "yellow",
    "goods": ["blue", "brown", "green", "orange"],
}
_MOVES: Sequence[Json] = (
    {"type": "reveal", "good": "orange2"},
    {"type": "place", "city": "danzig"},
    {"type": "replenish"},
    {"type": "sail", "to": "danzig"},
    {"type": "sell", "goods": ["orange1", "orange2"]},
    {"type": "end"},
)
_ODD: Sequence[Any] = (
    None, True, 0, -1, 1.5, 10**30, "", "x" * 300, "\0", "\ud800", [], {}, [[]], {"type": None}, "blue9", "atlantis",
)  # fmt: skip


class _Line(NamedTuple):
    """The engine at the other end."""

    requests: IO[bytes]
    answers: IO[bytes]

    def ask(self, *lines: bytes) -> list[Any]:
        self.requests.write(b"".join(line + b"\n" for line in lines))
        self.requests.flush()
        return [json.loads(self.answers.readline()) for _ in lines]

    def do(self, request: Json) -> Any:
        return self.ask(json.dumps(request).encode())[0]


def malform(trials: int, seed: int, advance: Advance) -> Tried:
    """Send so many malformed requests, and see that each is refused and changes nothing."""
    random = Random(seed)
    with running(
        [sys.executable, "-m", "companion", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        line = _Line(process.stdin, process.stdout)
        lost = _malform(line, trials, random, advance)
        if line.do({"do": "quit"}) != {"ok": True}:
            lost.append("quit was not answered")
        process.stdin.close()
    if process.returncode:
        lost.append(f"the engine ended with {process.returncode}")
    return Tried(lost)


def _malform(line: _Line, trials: int, random: Random, advance: Advance) -> list[str]:
    lost: list[str] = []
    record = _begin(line)
    refused = 0
    while refused < trials and len(lost) < MOST_LOSSES:
        before = line.do({"do": "state"})
        lines = [_malformed(random, record) for _ in range(min(LOT, trials - refused))]
        answers = line.ask(*lines)
        for said, answer in zip(lines, answers, strict=True):
            if answer["ok"]:
                continue  # it made sense after all
            if set(answer) != {"ok", "refusal"} or set(answer["refusal"]) != {"code", "message", "remedy"}:
                lost.append(f"{said[:80]!r} was answered with {answer}")
            refused += 1
            advance()
        if not any(answer["ok"] for answer in answers) and line.do({"do": "state"}) != before:
            lost.append(f"refusals changed the game: one of {[said[:80] for said in lines]}")
        if any(answer["ok"] for answer in answers):
            line.do({"do": "load", "record": record})
    return lost


def _begin(line: _Line) -> str:
    """Play the first moves of a game, and give its record."""
    line.do(_NEW)
    for _ in range(25):
        line.do({"do": "play", "move": line.do({"do": "legal"})["moves"][0]})
    record: str = line.do({"do": "save"})["record"]
    return record


# --- what is sent ---


def _request(random: Random, record: str) -> Json:
    return random.choice(
        (
            _NEW,
            {"do": "play", "move": random.choice(_MOVES)},
            {"do": "load", "record": record},
            {"do": random.choice(("legal", "undo", "state", "save"))},
        )
    )


def _noise(random: Random, _: str) -> bytes:
    return random.randbytes(random.randrange(60))


def _cut(random: Random, record: str) -> bytes:
    whole = json.dumps(_request(random, record)).encode()
    return whole[: random.randrange(len(whole))]


def _flipped(random: Random, record: str) -> bytes:
    whole = bytearray(json.dumps(_request(random, record)).encode())
    for _ in range(random.randint(1, 3)):
        whole[random.randrange(len(whole))] ^= 1 << random.randrange(8)
    return bytes(whole)


def _odd_field(random: Random, record: str) -> bytes:
    request = json.loads(json.dumps(_request(random, record)))
    where = random.choice([request, request["move"]] if "move" in request else [request])
    where[random.choice([*where, "surplus"])] = random.choice(_ODD)
    return json.dumps(request).encode()


def _odd_value(random: Random, _: str) -> bytes:
    return json.dumps(random.choice(_ODD)).encode()


def _odd_move(random: Random, _: str) -> bytes:
    kind = random.choice(("reveal", "place", "sail", "buy", "build", "sell", "end", "lose", "discard", "fly", ""))
    key = random.choice(("good", "goods", "city", "to", "type"))
    return json.dumps({"do": "play", "move": {"type": kind, key: random.choice((*_ODD, "orange2", "danzig"))}}).encode()


def _bad_record(random: Random, record: str) -> bytes:
    words = record.split(" ")
    at = random.randrange(len(words))
    words[at : at + random.randrange(3)] = random.choices(("sail", "blue1", "\n", "9", "{", "riga", ""), k=2)
    return json.dumps({"do": "load", "record": " ".join(words)}).encode()


def _deep(random: Random, _: str) -> bytes:
    return random.choice((b"[", b'{"do":')) * random.randint(10, 20_000)


def _long(random: Random, _: str) -> bytes:
    if random.random() < 0.99:
        return b"9" * random.randint(4000, 6000)
    return b" " * (LONG_LINE + random.randrange(3))


def _misencoded(random: Random, record: str) -> bytes:
    text = json.dumps(_request(random, record))
    return text.encode(random.choice(("utf-16", "utf-32", "utf-8-sig", "cp037"))).replace(b"\n", b"")


_KINDS: Sequence[Callable[[Random, str], bytes]] = (
    _noise, _cut, _flipped, _odd_field, _odd_value, _odd_move, _bad_record, _misencoded, _deep, _long,
)  # fmt: skip
_ODDS = (10, 15, 15, 20, 5, 15, 15, 5, 1, 1)


def _malformed(random: Random, record: str) -> bytes:
    (kind,) = random.choices(_KINDS, _ODDS)
    return kind(random, record).replace(b"\n", b"").replace(b'"quit"', b'"quits"')
