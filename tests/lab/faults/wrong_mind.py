"""Thinks wrongly: python -m tests.lab.faults.wrong_mind WAY SEED; started in place of what thinks at a table."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from companion.games.hansa.players import evaluation
from companion.games.teutonica.players import features
from companion.thinking.mind import Mind


def _lines() -> Any:
    return map(json.loads, os.fdopen(0, "rb", 0))


def _say(told: bytes) -> None:
    os.write(1, told + b"\n")


def rubbish(random: Random) -> None:
    """Answer noise, JSON that is none of ours, moves that are none, a move from nowhere, or too much of it."""
    for question in _lines():
        number = question["number"]
        wrong: tuple[object, ...] = (
            [],
            {},
            None,
            {"number": number, "moves": []},
            {"number": number, "moves": [{"type": "end"}] * 3, "value": "much", "nodes": 1},
            {"number": number, "moves": [{"type": "kraken"}], "value": 0, "nodes": 1},
            {"number": number, "moves": [question["position"]], "value": 0, "nodes": 1},
            {"number": number, "moves": {"type": "end"}, "value": 0, "nodes": 1},
            {"number": number, "nodes": -1},
            {"number": number, "nodes": None, "of": []},
        )
        chosen = random.choice(wrong)
        noise = random.randbytes(random.randrange(1, 200)).replace(b"\n", b"")
        _say(random.choice((json.dumps(chosen).encode(), noise, b"[" * 50_000, b'{"number":' + noise, b"x" * 150_000)))


def late(random: Random) -> None:
    """Show signs of life, and answer what was not asked, or not any more."""
    for question in _lines():
        for _ in range(random.randrange(20)):
            other = question["number"] + random.choice((-1, 1, 7, 1 << 40))
            _say(json.dumps({"number": other, "moves": [{"type": "end"}], "value": 0, "nodes": 1}).encode())
            _say(json.dumps({"number": question["number"], "nodes": random.randrange(99), "of": 99}).encode())


def damaged(random: Random) -> None:
    """Have weights with bytes changed, a part missing, or noise in their place."""

    def damage(text: bytes) -> bytes:
        at, length = random.randrange(len(text)), random.randrange(1, 40)
        way = random.randrange(4)
        if way == 0:
            return text[:at]
        if way == 1:
            return text[:at] + text[at + length :]
        return text[:at] + random.randbytes(length if way == 2 else len(text)) + text[at + length :]

    _with_weights(damage)


def outdated(random: Random) -> None:
    """Have weights of another version, or for other features."""
    changes = random.choice(((b"version 1", b"version 2"), (b"features ", b"features 0")))
    toml = random.choice(((b"version = 1", b"version = 2"), (b'features = "', b'features = "0')))
    _with_weights(lambda text: text.replace(*changes).replace(*toml))


def _with_weights(change: Callable[[bytes], bytes]) -> None:
    """Think with the weights that ship, changed."""
    with tempfile.TemporaryDirectory(prefix="weights-") as name:
        folder = Path(name)
        shipped = evaluation.SHIPPED_WEIGHTS
        for path in (shipped, *Path(features.__file__).parent.glob("weights-*.toml")):
            (folder / path.name).write_bytes(change(path.read_bytes()))
        evaluation.SHIPPED_WEIGHTS = folder / shipped.name  # type: ignore[misc]
        features.files = lambda _: folder  # type: ignore[assignment,attr-defined]
        Mind(0, 1).run()


if __name__ == "__main__":
    ways = {each.__name__: each for each in (rubbish, late, damaged, outdated)}
    with suppress(BrokenPipeError):  # nobody listens to it any more
        ways[sys.argv[1]](Random(sys.argv[2]))
