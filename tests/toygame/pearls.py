"""Pearls: a game that is nothing like Hansa, to show that the seam is real.

Two divers draw pearls from a bag, unseen. Whoever draws lays the pearl on the reef or the shore; the other diver, whose
turn it is not, may then snatch it. A pearl on the reef counts double for whoever keeps it. The bag empty, the game is
over.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.games.game import IllegalMove, Json, Played, Record, Refusal, Score, Unreadable

PLAYERS = ("red", "blue")
PLACES = ("reef", "shore")
WORTH = {"white": 1, "black": 2}


@dataclass(frozen=True, slots=True)
class Draw:
    pearl: str


@dataclass(frozen=True, slots=True)
class Lay:
    place: str


@dataclass(frozen=True, slots=True)
class Answer:
    snatch: bool


@dataclass(frozen=True, slots=True)
class GivePoints:
    """The divers overrule the score."""

    player: str
    points: int


Move = Draw | Lay | Answer


class Position(NamedTuple):
    bag: tuple[int, int]  # white, black
    points: tuple[int, int]
    active: int
    pearl: str = ""
    place: str = ""

    @property
    def mover(self) -> int | None:
        if self.over:
            return None
        return 1 - self.active if self.place else self.active

    @property
    def over(self) -> bool:
        return not any(self.bag) and not self.pearl


def moves_of(position: Position) -> tuple[Move, ...]:
    if position.over:
        return ()
    if not position.pearl:
        return tuple(Draw(pearl) for pearl, left in zip(WORTH, position.bag, strict=True) if left)
    return (Answer(False), Answer(True)) if position.place else tuple(map(Lay, PLACES))


class Moves:
    def __init__(self, position: Position) -> None:
        self._moves = moves_of(position)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves)

    def __contains__(self, move: object) -> bool:
        return move in self._moves

    def __len__(self) -> int:
        return len(self._moves)

    def count(self) -> int:
        return len(self._moves)


class Pearls:
    id = "pearls"

    def new(self, setup: Json) -> Position:
        if setup.keys() != {"pearls"} or type(setup["pearls"]) is not int:
            raise Unreadable(f"set-up {setup}: expected how many pearls of each colour")
        return Position((setup["pearls"], setup["pearls"]), (0, 0), 0)

    def players(self, position: Position) -> tuple[str, ...]:
        return PLAYERS

    def mover(self, position: Position) -> str | None:
        return None if position.mover is None else PLAYERS[position.mover]

    def active(self, position: Position) -> str | None:
        return None if position.over else PLAYERS[position.active]

    def chances(self, position: Position) -> Mapping[Move, int]:
        if position.over or position.pearl:
            return {}
        return {Draw(pearl): left for pearl, left in zip(WORTH, position.bag, strict=True) if left}

    def legal_moves(self, position: Position) -> Moves:
        return Moves(position)

    def refusal(self, position: Position, move: Move | GivePoints) -> Refusal | None:
        if isinstance(move, GivePoints) or move in Moves(position):
            return None
        return Refusal("not_now", "{move} is not possible now.", "Choose from the menu.", {"move": type(move).__name__})

    def play(self, position: Position, move: Move) -> Played[Position]:
        refusal = self.refusal(position, move)
        if refusal:
            raise IllegalMove(refusal)
        match move:
            case Draw(pearl):
                bag = tuple(left - (kind == pearl) for kind, left in zip(WORTH, position.bag, strict=True))
                return Played(position._replace(bag=(bag[0], bag[1]), pearl=pearl), ())
            case Lay(place):
                return Played(position._replace(place=place), ())
            case Answer(snatch):
                taker = 1 - position.active if snatch else position.active
                worth = WORTH[position.pearl] * (2 if position.place == "reef" else 1)
                points = tuple(have + worth * (seat == taker) for seat, have in enumerate(position.points))
                after = Position(position.bag, (points[0], points[1]), 1 - position.active)
                return Played(after, (("kept", PLAYERS[taker], worth),))

    def correct(self, position: Position, correction: GivePoints) -> Played[Position]:
        points = list(position.points)
        points[PLAYERS.index(correction.player)] += correction.points
        return Played(position._replace(points=(points[0], points[1])), ())

    def is_correction(self, entry: Move | GivePoints) -> bool:
        return isinstance(entry, GivePoints)

    def scores(self, position: Position) -> Mapping[str, Score]:
        return {
            player: Score({"pearls": points}, points) for player, points in zip(PLAYERS, position.points, strict=True)
        }

    def winners(self, position: Position) -> tuple[str, ...] | None:
        if not position.over:
            return None
        best = max(position.points)
        return tuple(player for player, points in zip(PLAYERS, position.points, strict=True) if points == best)

    def format_state(self, position: Position) -> Json:
        return {"bag": sum(position.bag), "points": list(position.points), "mover": self.mover(position)}

    def format_event(self, event: Any) -> Json:
        return {"type": event[0], "player": event[1], "points": event[2]}

    def parse_entry(self, entry: Json) -> Move | GivePoints:
        match entry:
            case {"type": "draw", "pearl": str(pearl)} if pearl in WORTH:
                return Draw(pearl)
            case {"type": "lay", "place": str(place)} if place in PLACES:
                return Lay(place)
            case {"type": "answer", "snatch": bool(snatch)}:
                return Answer(snatch)
            case {"type": "give", "player": str(player), "points": int(points)} if player in PLAYERS:
                return GivePoints(player, points)
            case _:
                raise Unreadable(f"{entry}: not a move of this game")

    def format_entry(self, entry: Move | GivePoints) -> Json:
        match entry:
            case Draw(pearl):
                return {"type": "draw", "pearl": pearl}
            case Lay(place):
                return {"type": "lay", "place": place}
            case Answer(snatch):
                return {"type": "answer", "snatch": snatch}
            case GivePoints(player, points):
                return {"type": "give", "player": player, "points": points}

    def parse_position(self, position: Json) -> Position:
        bag, points = position["bag"], position["points"]
        return Position(
            (bag[0], bag[1]), (points[0], points[1]), position["active"], position["pearl"], position["place"]
        )

    def format_position(self, position: Position) -> Json:
        return position._asdict()

    def parse_record(self, text: str) -> Record[Position, Move, GivePoints]:
        try:
            first, *rest = (json.loads(line) for line in text.splitlines())
        except ValueError as error:
            raise Unreadable(f"record: expected lines of JSON: {error}") from error
        return Record(self.parse_position(first), tuple(map(self.parse_entry, rest)))

    def format_record(self, first: Position, entries: Sequence[Move | GivePoints]) -> str:
        return "\n".join(json.dumps(line) for line in (self.format_position(first), *map(self.format_entry, entries)))
