"""How a game ended, as a table reports it and a hub reads it."""

from __future__ import annotations

import json
from typing import Final, NamedTuple

from companion.hub.announcement import (
    Announcement,
    BadAnnouncement,
    Json,
    Player,
    announcement_from,
    id_of,
    parse_object,
)
from companion.shelf.shelf import first_game

EVENING_S: Final = 18 * 3600  # a game that ended longer ago belongs to another evening


class Played(NamedTuple):
    """A game at a table: where a card was copied, another table may play on with the same game."""

    table_id: str
    game_id: str


class Result(NamedTuple):
    """The result of one game: who sat where, with how many points, and who won."""

    game_id: str
    table_id: str
    table: str  # its name, which need not be unique
    players: tuple[Player, ...]
    winners: tuple[str, ...]
    game: str  # which game was played

    @property
    def played(self) -> Played:
        """Which game it was, and where."""
        return Played(self.table_id, self.game_id)

    def text(self) -> bytes:
        """Return it as JSON, to be stored."""
        players = [player._asdict() for player in self.players]
        told = {
            "game_id": self.game_id,
            "id": self.table_id,
            "game": self.game,
            "table": self.table,
            "players": players,
        }
        return json.dumps({**told, "winners": list(self.winners)}, ensure_ascii=False, separators=(",", ":")).encode()


def result_of(announcement: Announcement) -> Result:
    """Return the result of a game that is over."""
    assert announcement.winners is not None
    told = announcement
    return Result(told.game_id, told.id, told.table, told.players, announcement.winners, told.game)


def parse_result(data: bytes) -> Result:
    """Read a result back, or raise BadAnnouncement."""
    return result_from(parse_object(data))


def result_from(told: Json) -> Result:
    """Return a result from JSON with every field checked; without a game it is from when there was only one."""
    blank = Announcement("x", "", 0, first_game(), "", 0, 0.0, None, False, "", None, (), (), None, (), None, (), False)
    whole = {**blank._asdict(), "format": 1, "players": [], "refusals": [], "faults": [], **told, "id": id_of(told)}
    result = announcement_from(whole)
    if result.winners is None or not result.players or not result.game_id:
        raise BadAnnouncement("a result without players or winners")
    return result_of(result)
