"""A score as text: points by source, who wins, how a tie was broken; players by name, if they have one."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.game import Json, Score
from companion.shelf.box import AnyGame
from companion.table.history import History, People, label, names_of


def score_json(game: AnyGame, history: History, people: People) -> Json:
    """Return the score for a program: players by their colours, with their names."""
    position = history.position
    winners = game.winners(position)
    scores = game.scores(position)
    return {
        "names": names_of(people, game.players(position)),
        "over": winners is not None,
        "scores": {player: score.by_name() for player, score in scores.items()},
        "winners": None if winners is None else list(winners),
        "verdict": verdict(*_labelled(game, history, people)),
    }


def score_table(game: AnyGame, history: History, people: People) -> str:
    """Return the score for a person."""
    scores, winners = _labelled(game, history, people)
    columns = list(next(iter(scores.values())).by_name())
    name_width = max(map(len, scores))
    widths = [max(len(column), 4) for column in columns]
    lines = [" " * name_width + "".join(f"  {column:>{width}}" for column, width in zip(columns, widths, strict=True))]
    for player, score in sorted(scores.items(), key=lambda item: _rank(item[1]), reverse=True):
        points = score.by_name()
        numbers = "".join(f"  {points[column]:>{width}}" for column, width in zip(columns, widths, strict=True))
        lines.append(f"{player:<{name_width}}{numbers}")
    return "\n".join([*lines, verdict(scores, winners)])


def verdict(scores: Mapping[str, Score], winners: tuple[str, ...] | None) -> str:
    """Return who wins and why, or that the game is not over."""
    if winners is None:
        return "The game is not over: this is the score as it stands."
    best = scores[winners[0]]
    rivals = {player: score for player, score in scores.items() if score.total == best.total}
    if len(rivals) == 1:
        return f"{winners[0]} wins with {best.total} points."
    for breaker, most in best.tie_breaks.items():
        told = ", ".join(f"{player} {score.tie_breaks[breaker]}" for player, score in rivals.items())
        rivals = {player: score for player, score in rivals.items() if score.tie_breaks[breaker] == most}
        if len(rivals) == 1:
            return f"{winners[0]} wins the tie at {best.total} points by {breaker}: {told}."
    ties = [f"{best.total} points", *(f"{count} {breaker}" for breaker, count in best.tie_breaks.items())]
    return f"{' and '.join(winners)} share the win: each has {' and '.join(ties)}."


def _labelled(game: AnyGame, history: History, people: People) -> tuple[dict[str, Score], tuple[str, ...] | None]:
    winners = game.winners(history.position)
    scores = {label(people, player): score for player, score in game.scores(history.position).items()}
    return scores, None if winners is None else tuple(label(people, player) for player in winners)


def _rank(score: Score) -> tuple[int, ...]:
    return (score.total, *score.tie_breaks.values())
