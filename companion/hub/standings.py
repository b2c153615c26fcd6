"""How the evening stands: results of games enter, one row for each person leaves."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final, NamedTuple

from companion.hub.announcement import Announcement, BadAnnouncement, Player, announcement_from, id_of, parse_object

EVENING_S: Final = 18 * 3600  # what ended longer ago belongs to another


class Result(NamedTuple):
    """How one game ended: who sat where, with how many points, and who won."""

    game_id: str
    table_id: str
    table: str  # what it is called, which others may be too
    players: tuple[Player, ...]
    winners: tuple[str, ...]

    def text(self) -> bytes:
        """Write it for keeping."""
        players = [player._asdict() for player in self.players]
        told = {"game_id": self.game_id, "id": self.table_id, "table": self.table, "players": players}
        return json.dumps({**told, "winners": list(self.winners)}, ensure_ascii=False, separators=(",", ":")).encode()


class Standing(NamedTuple):
    """One person over the evening."""

    name: str
    table: str  # where they sit, for one who goes by a colour; else empty
    games: int
    wins: int
    points: int
    best: int


def result_of(announcement: Announcement) -> Result:
    """Give the result of a game that is over."""
    assert announcement.winners is not None
    return Result(announcement.game_id, announcement.id, announcement.table, announcement.players, announcement.winners)


def parse_result(data: bytes) -> Result:
    """Read a result back, or raise BadAnnouncement."""
    blank = Announcement("x", "", 0, "x", "", 0, 0.0, None, False, "", None, (), (), None, (), None, (), False)
    told = parse_object(data)
    whole = {**blank._asdict(), "format": 1, "players": [], "refusals": [], "faults": [], **told, "id": id_of(told)}
    result = announcement_from(whole)
    if result.winners is None or not result.players or not result.game_id:
        raise BadAnnouncement("a result without players or winners")
    return result_of(result)


def standings(results: Iterable[Result]) -> tuple[Standing, ...]:
    """Sum results up: most wins first, then most points, then fewest games.

    Somebody who goes by a colour is somebody else at every table; a name of one's own is taken along.
    """
    sums: dict[tuple[str, str], _Sum] = {}
    for result in results:
        for player in result.players:
            key = player.name, "" if player.is_named else result.table_id
            if (total := sums.get(key)) is None:
                total = sums[key] = _Sum(player.name, "" if player.is_named else result.table)
            total.add(player.points or 0, is_won=player.seat in result.winners)
    rows = [Standing(each.name, each.table, each.games, each.wins, each.points, each.best) for each in sums.values()]
    return tuple(sorted(rows, key=lambda row: (-row.wins, -row.points, row.games, row.name, row.table)))


class _Sum:
    """One person so far; it changes in place, for there may be tens of thousands."""

    __slots__ = ("best", "games", "name", "points", "table", "wins")

    def __init__(self, name: str, table: str) -> None:
        self.name, self.table = name, table
        self.games = self.wins = self.points = 0
        self.best = 0

    def add(self, points: int, *, is_won: bool) -> None:
        self.best = max(self.best, points) if self.games else points
        self.games += 1
        self.wins += is_won
        self.points += points
