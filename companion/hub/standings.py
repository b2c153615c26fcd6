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
    rows: dict[tuple[str, str], Standing] = {}
    for result in results:
        for player in result.players:
            points = player.points or 0
            key = player.name, "" if player.is_named else result.table_id
            table = "" if player.is_named else result.table
            row = rows.get(key) or Standing(player.name, table, 0, 0, 0, points)
            rows[key] = row._replace(
                games=row.games + 1,
                wins=row.wins + (player.seat in result.winners),
                points=row.points + points,
                best=max(row.best, points),
            )
    return tuple(sorted(rows.values(), key=lambda row: (-row.wins, -row.points, row.games, row.name, row.table)))
