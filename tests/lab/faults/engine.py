"""Malformed requests at the engine protocol: each gets one refusal, and the game stays as it was."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import IO, Any, NamedTuple

from tests.kit.processes import running
from tests.lab.faults.malformed import HANSA, TEUTONICA, Json, Sample, Talk, malformed
from tests.lab.faults.tried import Advance, Tried

LOT = 40  # lines under way at once: few enough that neither pipe fills up
MOST_LOSSES = 20
OPENING = 25  # moves before the trials begin


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

    def digest(self) -> str:
        """Return a fingerprint of the whole game: the state shown, and the record with all its moves."""
        told = [self.do({"do": do}) for do in ("state", "save")]
        return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def malform_hansa(trials: int, seed: int, advance: Advance) -> Tried:
    """Send this many malformed requests while a game of Hansa is played."""
    return _malform(HANSA, TEUTONICA, trials, seed, advance)


def malform_teutonica(trials: int, seed: int, advance: Advance) -> Tried:
    """Send this many malformed requests while a game of Hansa Teutonica is played."""
    return _malform(TEUTONICA, HANSA, trials, seed, advance)


def _malform(sample: Sample, other: Sample, trials: int, seed: int, advance: Advance) -> Tried:
    """Send malformed requests, and see that each is refused and changes nothing."""
    random = Random(seed)
    with running(
        [sys.executable, "-m", "companion", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        line = _Line(process.stdin, process.stdout)
        other_record = _begin(line, other, random)
        talk = Talk(sample, _begin(line, sample, random), other, other_record)
        lost = _refused(line, talk, trials, random, advance)
        if line.do({"do": "quit"}) != {"ok": True}:
            lost.append("quit was not answered")
        process.stdin.close()
    if process.returncode:
        lost.append(f"the engine ended with {process.returncode}")
    return Tried(lost)


def _begin(line: _Line, sample: Sample, random: Random) -> str:
    """Play the first moves of a game, and return its record."""
    line.do(sample.new)
    for _ in range(OPENING):
        line.do({"do": "play", "move": random.choice(line.do({"do": "legal"})["moves"])})
    record: str = line.do({"do": "save"})["record"]
    return record


def _refused(line: _Line, talk: Talk, trials: int, random: Random, advance: Advance) -> list[str]:
    lost: list[str] = []
    refused = 0
    before = line.digest()
    while refused < trials and len(lost) < MOST_LOSSES:
        lines = [malformed(random, talk) for _ in range(min(LOT, trials - refused))]
        while len(bad := _ask(line, lines, lost)) < len(lines):  # some made sense after all: once more without them
            line.do({"do": "load", "record": talk.record})
            lines = bad
        refused += len(bad)
        for _ in bad:
            advance()
        if line.digest() != before:
            lost.append(f"refusals changed the game: one of {[said[:80] for said in bad]}")
            line.do({"do": "load", "record": talk.record})
    return lost


def _ask(line: _Line, lines: Sequence[bytes], lost: list[str]) -> list[bytes]:
    """Send lines; give those that were refused, and note every refusal that is not as promised."""
    bad = []
    for said, answer in zip(lines, line.ask(*lines), strict=True):
        if answer["ok"]:
            continue
        if set(answer) != {"ok", "refusal"} or set(answer["refusal"]) != {"code", "message", "remedy"}:
            lost.append(f"{said[:80]!r} was answered with {answer}")
        bad.append(said)
    return bad
