"""Pearls as a `Game`: a game that is nothing like Hansa, to show that the seam is real."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.game import Json, Played, Record, Refusal, Score, Unreadable
from tests.toygame.rules import COLOURS, WORTH, Board, Draw, GivePoints, Move, Moves, Position, codec, play

Entry = Move | GivePoints


class Pearls:
    """The rules, on a board."""

    id = "pearls"

    def __init__(self, board: Board | None = None) -> None:
        self.board = board or Board()

    def new(self, setup: Json) -> Position:
        match {"players": list(COLOURS[:2]), **setup}:
            case {"pearls": int(pearls), "players": list(players), **others} if not others:
                seats = tuple(players)
                if pearls > 0 and 2 <= len(seats) <= 5 and len(set(seats)) == len(seats) and set(seats) <= set(COLOURS):
                    return Position((pearls, pearls), (0,) * len(seats), 0, players=seats, board=self.board)
        raise Unreadable(f"set-up {setup}: expected how many pearls of each colour, and two to five divers")

    def players(self, position: Position) -> tuple[str, ...]:
        return position.players

    def mover(self, position: Position) -> str | None:
        return None if position.mover is None else position.players[position.mover]

    def active(self, position: Position) -> str | None:
        return None if position.over else position.players[position.active]

    def chances(self, position: Position) -> Mapping[Move, int]:
        if position.over or position.pearl:
            return {}
        return {Draw(pearl): left for pearl, left in zip(WORTH, position.bag, strict=True) if left}

    def legal_moves(self, position: Position) -> Moves:
        return Moves(position)

    def refusal(self, position: Position, move: Entry) -> Refusal | None:
        return play.refusal_of(position, move)

    def play(self, position: Position, move: Move) -> Played[Position]:
        return play.play(position, move)

    def correct(self, position: Position, correction: GivePoints) -> Played[Position]:
        return play.correct(position, correction)

    def is_correction(self, entry: Entry) -> bool:
        return isinstance(entry, GivePoints)

    def scores(self, position: Position) -> Mapping[str, Score]:
        pairs = zip(position.players, position.points, strict=True)
        return {player: Score({"pearls": points}, points) for player, points in pairs}

    def winners(self, position: Position) -> tuple[str, ...] | None:
        if not position.over:
            return None
        best = max(position.points)
        return tuple(player for player, points in zip(position.players, position.points, strict=True) if points == best)

    def format_state(self, position: Position) -> Json:
        return {
            "start": position.players[0],
            "bag": sum(position.bag),
            "pearl": position.pearl,
            "place": position.place,
            "points": list(position.points),
            "mover": self.mover(position),
            "scores": {player: score.by_name() for player, score in self.scores(position).items()},
            "winners": None if (winners := self.winners(position)) is None else list(winners),
        }

    def format_event(self, event: Any) -> Json:
        return {"type": event[0], "player": event[1], "points": event[2]}

    def parse_entry(self, entry: Json) -> Entry:
        return codec.parse_entry(entry)

    def format_entry(self, entry: Entry) -> Json:
        return codec.format_entry(entry)

    def parse_position(self, position: Json) -> Position:
        return codec.parse_position(position)

    def format_position(self, position: Position) -> Json:
        return codec.format_position(position)

    def parse_record(self, text: str) -> Record[Position, Move, GivePoints]:
        return codec.parse_record(text)

    def format_record(self, first: Position, entries: Sequence[Entry]) -> str:
        return codec.format_record(first, entries)


def begun_with(setup: Json) -> Pearls:
    if not isinstance(setup.get("position"), dict):
        raise Unreadable("set-up: position: missing")
    return Pearls(codec.parse_position(setup["position"]).board)
