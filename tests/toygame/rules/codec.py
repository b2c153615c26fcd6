"""Entries, positions and records as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from companion.games.game import IllegalMove, Json, Record, Unreadable
from companion.games.kit.fields import Codec, Field, FieldKind, Spec, one_of
from tests.toygame.rules import play
from tests.toygame.rules.board import PLACES, board_of
from tests.toygame.rules.moves import Answer, Draw, GivePoints, Lay, Move, Rinse
from tests.toygame.rules.position import COLOURS, WORTH, Position

HEAD = {"record": "pearls", "format": 1}
WHOLE = FieldKind("a whole number", lambda value, _: type(value) is int)

CODEC: Codec[Move | GivePoints] = Codec(
    (
        Spec("draw", Draw, (Field("pearl", one_of(WORTH)),)),
        Spec("rinse", Rinse),
        Spec("lay", Lay, (Field("place", one_of(PLACES)),)),
        Spec("answer", Answer, (Field("snatch", FieldKind("true or false", lambda value, _: type(value) is bool)),)),
        Spec("give", GivePoints, (Field("player", one_of(COLOURS)), Field("points", WHOLE))),
    )
)
parse_entry, format_entry = CODEC.parse, CODEC.format


def parse_position(position: Json) -> Position:
    """Read a position, or raise Unreadable."""
    try:
        values = {**position, "board": board_of(position["board"]["double"], "board")}
        for name in ("bag", "points", "players"):
            values[name] = tuple(values[name])
        return Position(**values)
    except (KeyError, TypeError) as error:
        raise Unreadable(f"position {position!r:.60}: not one of Pearls") from error


def format_position(position: Position) -> Json:
    """Write a position."""
    told: dict[str, Any] = position._asdict()
    lists = {name: list(told[name]) for name in ("bag", "points", "players")}
    return {**told, **lists, "board": {"double": list(position.board.double)}}


def parse_record(text: str) -> Record[Position, Move, GivePoints]:
    """Read a record, every entry checked."""
    try:
        head, first, *rest = (json.loads(line) for line in text.splitlines())
    except ValueError as error:
        raise Unreadable(f"record: expected lines of JSON: {error}") from error
    if head != HEAD:
        raise Unreadable(f"record {head!r:.60}: expected {HEAD}")
    position = before = parse_position(first)
    entries = tuple(map(parse_entry, rest))
    try:
        for entry in entries:
            made = play.correct(position, entry) if isinstance(entry, GivePoints) else play.play(position, entry)
            position = made.position
    except IllegalMove as error:
        raise Unreadable(f"record: {error}") from error
    return Record(before, entries)


def format_record(first: Position, entries: Sequence[Move | GivePoints]) -> str:
    """Write a record."""
    return "".join(f"{json.dumps(line)}\n" for line in (HEAD, format_position(first), *map(format_entry, entries)))
