"""A score as text: points by source, who wins, and how a tie was broken.

A game gives the points of each player by source, `total` among them; what comes after `total` breaks ties, in order.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.game import Json
from companion.shelf.shelf import AnyGame
from companion.table.history import History

TOTAL = "total"


def score_json(game: AnyGame, history: History) -> Json:
    """Give the score for a program."""
    position = history.position
    winners = game.winners(position)
    scores = {player: dict(points) for player, points in game.scores(position).items()}
    return {
        "over": winners is not None,
        "scores": scores,
        "winners": None if winners is None else list(winners),
        "verdict": verdict(scores, winners),
    }


def score_table(game: AnyGame, history: History) -> str:
    """Give the score for a person."""
    scores = game.scores(history.position)
    columns = list(next(iter(scores.values())))
    name_width = max(map(len, scores))
    widths = [max(len(column), 4) for column in columns]
    lines = [" " * name_width + "".join(f"  {column:>{width}}" for column, width in zip(columns, widths, strict=True))]
    for player, points in sorted(scores.items(), key=lambda item: _rank(item[1]), reverse=True):
        numbers = "".join(f"  {points[column]:>{width}}" for column, width in zip(columns, widths, strict=True))
        lines.append(f"{player:<{name_width}}{numbers}")
    return "\n".join([*lines, verdict(scores, game.winners(history.position))])


def verdict(scores: Mapping[str, Mapping[str, int]], winners: tuple[str, ...] | None) -> str:
    """Say who wins and why, or that it is not over."""
    if winners is None:
        return "The game is not over: this is the score as it stands."
    best = scores[winners[0]]
    rivals = {player: points for player, points in scores.items() if points[TOTAL] == best[TOTAL]}
    if len(rivals) == 1:
        return f"{winners[0]} wins with {best[TOTAL]} points."
    keys = list(best)
    for breaker in keys[keys.index(TOTAL) + 1 :]:
        told = ", ".join(f"{player} {points[breaker]}" for player, points in rivals.items())
        rivals = {player: points for player, points in rivals.items() if points[breaker] == best[breaker]}
        if len(rivals) == 1:
            return f"{winners[0]} wins the tie at {best[TOTAL]} points by {breaker}: {told}."
    ties = [f"{best[TOTAL]} points", *(f"{best[key]} {key}" for key in keys[keys.index(TOTAL) + 1 :])]
    return f"{' and '.join(winners)} share the win: each has {' and '.join(ties)}."


def _rank(points: Mapping[str, int]) -> tuple[int, ...]:
    keys = list(points)
    return tuple(points[key] for key in keys[keys.index(TOTAL) :])
