"""Statistics over games that have ended: who won how often, where from the points came, how long it took.

People are told by name, those without one by colour, and robots apart from them by how well they play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import mean
from typing import Any, NamedTuple

from companion.games.game import Score

Json = dict[str, Any]


class Ended(NamedTuple):
    """How a game ended, by colour."""

    scores: Mapping[str, Score]  # in the order of the seats
    winners: frozenset[str]
    names: Mapping[str, str]
    robots: Mapping[str, str]  # how well each plays
    start: str | None = None  # who began, where the game says so
    moves: int = 0


class Result(NamedTuple):
    """How one player fared in one game."""

    score: Score
    won: bool


def sum_up(games: Sequence[Ended]) -> Json:
    """Sum games up, the oldest first; a name is written as it was last.

    >>> game = Ended({"red": Score({"pearls": 9}, 9)}, frozenset({"red"}), {"red": "Anna"}, {})
    >>> sum_up([game])["people"]
    [{'name': 'Anna', 'games': 1, 'wins': 1, 'mean': 9, 'best': 9, 'sources': {'pearls': 9}}]
    """
    return {"games": len(games), **_players(games), "seats": _seats(games), "lengths": [game.moves for game in games]}


def _players(games: Sequence[Ended]) -> Json:
    people: dict[str, list[Result]] = {}
    nameless: dict[str, list[Result]] = {}
    robots: dict[str, list[Result]] = {}
    written: dict[str, str] = {}
    for game in games:
        for colour, score in game.scores.items():
            result = Result(score, colour in game.winners)
            if skill := game.robots.get(colour):
                robots.setdefault(skill, []).append(result)
            elif name := game.names.get(colour):
                written[name.casefold()] = name
                people.setdefault(name.casefold(), []).append(result)
            else:
                nameless.setdefault(colour, []).append(result)
    return {
        "people": _rows("name", {written[name]: results for name, results in people.items()}),
        "nameless": _rows("colour", nameless),
        "robots": _rows("skill", robots),
    }


def _rows(key: str, results: Mapping[str, list[Result]]) -> list[Json]:
    rows = [
        {
            key: name,
            "games": len(each),
            "wins": sum(result.won for result in each),
            "mean": round(mean(result.score.total for result in each), 1),
            "best": max(result.score.total for result in each),
            "sources": {
                source: round(mean(result.score.sources[source] for result in each), 1)
                for source in each[0].score.sources
            },
        }
        for name, each in results.items()
    ]
    return sorted(rows, key=lambda row: (-row["wins"], -row["mean"], row[key]))


def _seats(games: Sequence[Ended]) -> list[Json]:
    """Count wins by distance from the start player, of the games that have one."""
    turns = []
    for game in games:
        if game.start is not None:
            players = list(game.scores)
            first = players.index(game.start)
            turns.append((game.winners, players[first:] + players[:first]))
    rows = []
    for distance in range(max((len(order) for _, order in turns), default=0)):
        won = [order[distance] in winners for winners, order in turns if distance < len(order)]
        rows.append({"seat": distance + 1, "games": len(won), "wins": sum(won)})
    return rows
