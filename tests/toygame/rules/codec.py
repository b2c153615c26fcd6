"""Entries, positions and records as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from companion.games.game import IllegalMove, Json, Record, Unreadable
from tests.toygame.rules import play
from tests.toygame.rules.board import PLACES, board_of
from tests.toygame.rules.moves import Answer, Draw, GivePoints, Lay, Move, Rinse
from tests.toygame.rules.position import COLOURS, WORTH, Position

HEAD = {"record": "pearls", "format": 1}


def parse_entry(entry: Json) -> Move | GivePoints:
    """Read a move or a correction, or raise Unreadable."""
    match entry:
        case {"type": "draw", "pearl": str(pearl)} if pearl in WORTH:
            return Draw(pearl)
        case {"type": "rinse"}:
            return Rinse()
        case {"type": "lay", "place": str(place)} if place in PLACES:
            return Lay(place)
        case {"type": "answer", "snatch": bool(snatch)}:
            return Answer(snatch)
        case {"type": "give", "player": str(player), "points": int(points)} if player in COLOURS:
            return GivePoints(player, points)
        case _:
            raise Unreadable(f"{entry}: not a move of this game")


def format_entry(entry: Move | GivePoints) -> Json:
    """Write a move or a correction."""
    match entry:
        case Draw(pearl):
            return {"type": "draw", "pearl": pearl}
        case Rinse():
            return {"type": "rinse"}
        case Lay(place):
            return {"type": "lay", "place": place}
        case Answer(snatch):
            return {"type": "answer", "snatch": snatch}
        case GivePoints(player, points):
            return {"type": "give", "player": player, "points": points}


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
