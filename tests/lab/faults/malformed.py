"""What the engine cannot take: noise, halves, wrong types, surplus fields, endless lines, two games in one.

A sample holds sound requests of one game; each kind of malformed line spoils one of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

LONG_LINE = 1 << 20  # what the engine takes at most

Json = dict[str, Any]


class Sample(NamedTuple):
    """Sound requests and words of one game."""

    new: Json
    moves: Sequence[Json]
    verbs: Sequence[str]
    keys: Sequence[str]
    values: Sequence[Any]
    words: Sequence[str]  # of its notation


HANSA = Sample(
    {"do": "new", "players": ["gray", "yellow"], "start": "yellow", "goods": ["blue", "brown", "green", "orange"]},
    (
        {"type": "reveal", "good": "orange2"},
        {"type": "place", "city": "danzig"},
        {"type": "replenish"},
        {"type": "sail", "to": "danzig"},
        {"type": "sell", "goods": ["orange1", "orange2"]},
        {"type": "end"},
    ),
    ("reveal", "place", "sail", "buy", "build", "sell", "end", "lose", "discard", "fly", ""),
    ("good", "goods", "city", "to", "type"),
    ("orange2", "danzig"),
    ("sail", "blue1", "riga"),
)
TEUTONICA = Sample(
    {"do": "new", "game": "teutonica", "players": ["red", "blue", "green"], "start": "blue"},
    (
        {"type": "reveal", "marker": "swap_offices"},
        {"type": "insert", "piece": "trader", "route": "stade-hamburg"},
        {"type": "displace", "piece": "trader", "route": "stade-hamburg", "victim": "red merchant"},
        {"type": "income", "merchants": 1},
        {"type": "use", "marker": "swap_offices", "city": "minden", "pos": 2},
        {"type": "coellen", "space": 7},
        {"type": "walk", "to": "north"},
        {"type": "end"},
    ),
    (
        *(
            "reveal",
            "pawn",
            "income",
            "insert",
            "displace",
            "pay",
            "put",
            "add",
            "lift",
            "decline",
            "done",
            "establish",
        ),
        *("office", "extra_office", "improve", "coellen", "clear", "use", "remove", "ride", "walk", "stay", "end"),
        *("replace", "move-piece", "leave", "fly", ""),
    ),
    ("piece", "route", "victim", "marker", "merchants", "city", "pos", "space", "ability", "to", "type"),
    ("trader", "stade-hamburg", "hamburg-stade", "red trader", "white trader", "remove_three", "book", 7, 2),
    ("insert", "trader", "stade-hamburg", "establish", "red:", "income"),
)
_ODD: Sequence[Any] = (
    None, True, 0, -1, 1.5, 10**30, "", "x" * 300, "\0", "\ud800", [], {}, [[]], {"type": None}, "blue9", "atlantis",
)  # fmt: skip


class Talk(NamedTuple):
    """A game under way: its sample and its record, and those of a game of another kind."""

    sample: Sample
    record: str
    other: Sample
    other_record: str


def malformed(random: Random, talk: Talk) -> bytes:
    """Make one line; now and then it makes sense after all."""
    (kind,) = random.choices(_KINDS, _ODDS)
    return kind(random, talk).replace(b"\n", b"").replace(b'"quit"', b'"quits"')


def _request(random: Random, talk: Talk) -> Json:
    return random.choice(
        (
            talk.sample.new,
            {"do": "play", "move": random.choice(talk.sample.moves)},
            {"do": "load", "record": talk.record},
            {"do": random.choice(("legal", "undo", "state", "save"))},
        )
    )


def _noise(random: Random, _: Talk) -> bytes:
    return random.randbytes(random.randrange(60))


def _cut(random: Random, talk: Talk) -> bytes:
    whole = json.dumps(_request(random, talk)).encode()
    return whole[: random.randrange(len(whole))]


def _flipped(random: Random, talk: Talk) -> bytes:
    whole = bytearray(json.dumps(_request(random, talk)).encode())
    for _ in range(random.randint(1, 3)):
        whole[random.randrange(len(whole))] ^= 1 << random.randrange(8)
    return bytes(whole)


def _odd_field(random: Random, talk: Talk) -> bytes:
    request = json.loads(json.dumps(_request(random, talk)))
    where = random.choice([request, request["move"]] if "move" in request else [request])
    where[random.choice([*where, "surplus"])] = random.choice(_ODD)
    return json.dumps(request).encode()


def _odd_value(random: Random, _: Talk) -> bytes:
    return json.dumps(random.choice(_ODD)).encode()


def _odd_move(random: Random, talk: Talk) -> bytes:
    verb, key = random.choice(talk.sample.verbs), random.choice(talk.sample.keys)
    value = random.choice((*_ODD, *talk.sample.values))
    return json.dumps({"do": "play", "move": {"type": verb, key: value}}).encode()


def _misplaced(random: Random, talk: Talk) -> bytes:
    """A sound move that is hardly ever allowed."""
    return json.dumps({"do": "play", "move": random.choice(talk.sample.moves)}).encode()


def _bad_record(random: Random, talk: Talk) -> bytes:
    words = talk.record.split(" ")
    at = random.randrange(len(words))
    words[at : at + random.randrange(3)] = random.choices((*talk.sample.words, "\n", "9", "{", ""), k=2)
    return json.dumps({"do": "load", "record": " ".join(words)}).encode()


def _of_another_game(random: Random, talk: Talk) -> bytes:
    """A move of the other game, a set-up of both, or a record that begins as one game and goes on as the other."""
    ours, theirs = talk.record.splitlines(True), talk.other_record.splitlines(True)
    first, second = random.choice(((ours, theirs), (theirs, ours)))
    cut = random.randrange(1, min(len(ours), len(theirs)))
    foreign = [move for move in talk.other.moves if move not in talk.sample.moves]
    return json.dumps(
        random.choice(
            (
                {"do": "play", "move": random.choice(foreign)},
                {**talk.other.new, **talk.sample.new, "goods": ["blue"]},
                {"do": "load", "record": "".join(first[:cut] + second[cut:])},
            )
        )
    ).encode()


def _deep(random: Random, _: Talk) -> bytes:
    return random.choice((b"[", b'{"do":')) * random.randint(10, 20_000)


def _long(random: Random, _: Talk) -> bytes:
    if random.random() < 0.99:
        return b"9" * random.randint(4000, 6000)
    return b" " * (LONG_LINE + random.randrange(3))


def _misencoded(random: Random, talk: Talk) -> bytes:
    text = json.dumps(_request(random, talk))
    return text.encode(random.choice(("utf-16", "utf-32", "utf-8-sig", "cp037"))).replace(b"\n", b"")


_KINDS: Sequence[Callable[[Random, Talk], bytes]] = (
    _noise, _cut, _flipped, _odd_field, _odd_value, _odd_move, _misplaced, _bad_record, _of_another_game, _misencoded,
    _deep, _long,
)  # fmt: skip
_ODDS = (10, 15, 15, 20, 5, 15, 5, 15, 5, 5, 1, 1)
