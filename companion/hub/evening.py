"""The evening at the hub: collects results of games, sums them up, and drops them when their evening is over.

Sums are kept up to date: the cost of a result depends on its players only, not on the number of games. Only the ranking
is computed again now and then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from heapq import heappop, heappush, nsmallest
from math import inf
from typing import Final, NamedTuple

from companion.hub.announcement import EVENING_S, Played, Player, Result

MOST_RESULTS: Final = 50_000  # the oldest are left out
MOST_ROWS: Final = 100  # lines of the standings: every browser gets them again when a game has ended
REST_S: Final = 5.0  # at least, between two rankings


class Standing(NamedTuple):
    """One person over the evening."""

    name: str
    table: str  # the table, for a player known only by a colour; otherwise empty
    games: int
    wins: int
    points: int
    best: int


class Ranking(NamedTuple):
    """The standings of the evening in one game."""

    game: str
    games: int
    people: int
    rows: tuple[Standing, ...]  # the first of them


class _Counted(NamedTuple):
    result: Result
    ended_at: float


class _Place(NamedTuple):
    """A person's sums in the order that ranks them: most wins, then most points, then fewest games."""

    minus_wins: int
    minus_points: int
    games: int
    name: str
    table: str
    best: int

    def standing(self) -> Standing:
        return Standing(self.name, self.table, self.games, -self.minus_wins, -self.minus_points, self.best)


class _Person:
    """Somebody who has played; changed in place, because there may be tens of thousands."""

    __slots__ = ("best", "name", "points", "table", "total", "wins")

    def __init__(self, name: str, table: str) -> None:
        self.name, self.table = name, table
        self.points: list[int] = []  # of each game
        self.total = self.wins = self.best = 0

    def add(self, points: int, *, is_won: bool) -> None:
        self.best = max(self.best, points) if self.points else points
        self.points.append(points)
        self.total += points
        self.wins += is_won

    def subtract(self, points: int, *, is_won: bool) -> None:
        self.points.remove(points)
        self.total -= points
        self.wins -= is_won
        if points == self.best:
            self.best = max(self.points, default=0)

    def place(self) -> _Place:
        return _Place(-self.wins, -self.total, len(self.points), self.name, self.table, self.best)


class _Key(NamedTuple):
    """Somebody in one kind of game: points of two games cannot be added up."""

    game: str
    name: str
    table: str


class Evening:
    """The results that count, and the standings."""

    def __init__(self) -> None:
        self.rankings: tuple[Ranking, ...] = ()  # one for each game that was played, the most played first
        self._counted: dict[Played, _Counted] = {}
        self._ends: list[tuple[float, Played]] = []  # a heap, the oldest first; some are of results that count no more
        self._people: dict[_Key, _Person] = {}
        self._places: dict[_Key, _Place] = {}
        self._ranked_at = -inf
        self._is_ranked = True

    def count(self, result: Result, ended_at: float, now: float) -> None:
        """Count the result of a game at a table, once and only this evening; the earliest reported end holds."""
        known = self._counted.get(result.played)
        if known and known.result == result:
            if ended_at < known.ended_at:
                self._note(result, ended_at)
        elif result.game_id and now - ended_at < EVENING_S:
            self.take_back(result.played)
            self._note(result, ended_at)
            self._add(result)
            while len(self._counted) > MOST_RESULTS:
                self._drop_oldest()

    def take_back(self, played: Played) -> None:
        """Stop counting a game; harmless if it was not counted."""
        if counted := self._counted.pop(played, None):
            self._subtract(counted.result)

    def rank(self, now: float) -> bool:
        """Rank again if there are new results and the last ranking is old enough; return whether it was done."""
        while self._ends and now - self._ends[0][0] >= EVENING_S:
            self._drop_oldest()
        if self._is_ranked or now - self._ranked_at < REST_S:
            return False
        games = Counter(counted.result.game for counted in self._counted.values())
        self.rankings = tuple(self._ranked(game, count) for game, count in games.most_common())
        self._ranked_at, self._is_ranked = now, True
        return True

    @property
    def games(self) -> int:
        """Return the number of games in the last ranking."""
        return sum(ranking.games for ranking in self.rankings)

    def _ranked(self, game: str, games: int) -> Ranking:
        places = [place for key, place in self._places.items() if key.game == game]
        return Ranking(game, games, len(places), tuple(each.standing() for each in nsmallest(MOST_ROWS, places)))

    def _note(self, result: Result, ended_at: float) -> None:
        self._counted[result.played] = _Counted(result, ended_at)
        heappush(self._ends, (ended_at, result.played))
        if len(self._ends) > 2 * MOST_RESULTS:  # games may end and go on endlessly; a sorted list is a heap
            self._ends = sorted((counted.ended_at, played) for played, counted in self._counted.items())

    def _drop_oldest(self) -> None:
        ended_at, played = heappop(self._ends)
        counted = self._counted.get(played)
        if counted and counted.ended_at == ended_at:
            self.take_back(played)

    def _add(self, result: Result) -> None:
        for key, player in _people_in(result):
            person = self._people.get(key)
            if person is None:
                person = self._people[key] = _Person(player.name, "" if player.is_named else result.table)
            person.add(player.points or 0, is_won=player.seat in result.winners)
            self._places[key] = person.place()
        self._is_ranked = False

    def _subtract(self, result: Result) -> None:
        for key, player in _people_in(result):
            person = self._people[key]
            person.subtract(player.points or 0, is_won=player.seat in result.winners)
            if person.points:
                self._places[key] = person.place()
            else:
                del self._people[key], self._places[key]
        self._is_ranked = False


def _people_in(result: Result) -> Iterator[tuple[_Key, Player]]:
    """Return who played: a name is the same person at every table, a colour is somebody else at each."""
    for player in result.players:
        yield _Key(result.game, player.name, "" if player.is_named else result.table_id), player
