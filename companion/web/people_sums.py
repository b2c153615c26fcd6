"""Statistics by name: takes the results of games, and returns a row for each person, and separate rows for robots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from statistics import mean
from typing import Any, NamedTuple

Json = dict[str, Any]


class Ended(NamedTuple):
    """The result of a game, by colour."""

    scores: Mapping[str, int]
    winners: frozenset[str]
    names: Mapping[str, str]
    robots: Mapping[str, str]  # the robots' skills


def sum_people(games: Iterable[Ended]) -> Json:
    """Return statistics of games, the oldest first; names as last written, players without a name left out.

    >>> game = Ended({"red": 9, "blue": 4}, frozenset({"red"}), {"red": "Anna"}, {"blue": "simple"})
    >>> sum_people([game])["people"]
    [{'name': 'Anna', 'games': 1, 'wins': 1, 'mean': 9, 'best': 9}]
    """
    people: dict[str, list[tuple[int, bool]]] = {}
    robots: dict[str, list[tuple[int, bool]]] = {}
    written: dict[str, str] = {}
    for game in games:
        for colour, points in game.scores.items():
            result = points, colour in game.winners
            if skill := game.robots.get(colour):
                robots.setdefault(skill, []).append(result)
            elif name := game.names.get(colour):
                written[name.casefold()] = name
                people.setdefault(name.casefold(), []).append(result)
    return {
        "people": _rows("name", {written[name]: results for name, results in people.items()}),
        "robots": _rows("skill", robots),
    }


def _rows(key: str, results: Mapping[str, list[tuple[int, bool]]]) -> list[Json]:
    rows = [
        {
            key: name,
            "games": len(each),
            "wins": sum(won for _, won in each),
            "mean": round(mean(points for points, _ in each), 1),
            "best": max(points for points, _ in each),
        }
        for name, each in results.items()
    ]
    return sorted(rows, key=lambda row: (-row["wins"], -row["mean"], row[key]))
