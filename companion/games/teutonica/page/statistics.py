"""Statistics of finished games: turns last positions into sums for plots."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean

from companion.games.game import Json
from companion.games.teutonica.rules.pieces import COLOURS
from companion.games.teutonica.rules.position import Position
from companion.games.teutonica.rules.scoring import Score, score, winning_players


def summarise(positions: Sequence[Position], lengths: Sequence[int]) -> Json:
    """Sum games up: wins and points by source of each player, and lengths."""
    return {
        "games": len(positions),
        "players": [row for player in COLOURS if (row := _player(positions, player))],
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
        "mean": round(mean(each.total for each in scores), 1),
        "sources": {source: round(mean(getattr(each, source) for each in scores), 1) for source in Score._fields},
    }
