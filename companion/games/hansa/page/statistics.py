"""Statistics of finished games: turns last positions into sums for plots."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean

from companion.games.game import Json
from companion.games.hansa.rules.position import Position
from companion.games.hansa.rules.scoring import score, winning_players
from companion.games.hansa.rules.setup import PLAYER_COLOURS

SOURCES = ("unsold", "sold", "cities")


def summarise(positions: Sequence[Position], lengths: Sequence[int]) -> Json:
    """Sum games up: wins by player and by distance from the start player, points by source, lengths."""
    return {
        "games": len(positions),
        "players": [row for player in PLAYER_COLOURS if (row := _player(positions, player))],
        "seats": _seats(positions),
        "lengths": list(lengths),
    }


def _player(positions: Sequence[Position], player: str) -> Json | None:
    played = [position for position in positions if player in position.setup.players]
    if not played:
        return None
    scores = [score(position, position.setup.players.index(player)) for position in played]
    return {
        "player": player,
        "games": len(played),
        "wins": sum(player in winning_players(position) for position in played),
        "best": max(each.total for each in scores),
        "mean": round(mean(each.total for each in scores), 1),
        "sources": {source: round(mean(getattr(each, source) for each in scores), 1) for source in SOURCES},
    }


def _seats(positions: Sequence[Position]) -> list[Json]:
    most = max((len(position.setup.players) for position in positions), default=0)
    rows = []
    for distance in range(most):
        played = [position for position in positions if len(position.setup.players) > distance]
        seated = [
            (each, each.setup.players[(each.setup.start + distance) % len(each.setup.players)]) for each in played
        ]
        wins = sum(player in winning_players(position) for position, player in seated)
        rows.append({"seat": distance + 1, "games": len(played), "wins": wins})
    return rows
