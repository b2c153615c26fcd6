"""What a table tells the hub about itself: one small value, written as JSON by the table and read strictly by the hub.

Times are given as ages by the table's own clock, so the clocks of tables and hub need not agree, nor be set at all.
Texts are in the language of the table. How a game ended is told in the same form.

    ValueError
    └── BadAnnouncement     not JSON, or a field is missing, too long or of the wrong type: one line says which
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypeVar

from companion.shelf.shelf import first_game

Json = dict[str, Any]
T = TypeVar("T")

FORMAT: Final = 1
LARGEST: Final = 16 * 1024  # bytes of an announcement
MOST_PLAYERS: Final = 12
MOST_REFUSALS: Final = 3
MOST_FAULTS: Final = 8
LONGEST: Final = {"id": 40, "table": 40, "seat": 20, "name": 24, "text": 240}
_ID: Final = re.compile(r"[0-9A-Za-z_-]{1,40}")
_SEAT: Final = re.compile(r"[0-9a-z_-]{1,20}")


class BadAnnouncement(ValueError):
    """A message that no table of ours would send."""


class Player(NamedTuple):
    """A player at the table, with the points so far."""

    seat: str
    name: str
    is_named: bool  # called by a name, not by the colour of the seat
    points: int | None  # None: not shown before the end


class Refused(NamedTuple):
    """Something that was refused."""

    reason: str
    remedy: str
    age_s: float


class Obstacle(NamedTuple):
    """A message on the screen that keeps the players from going on, and for how long."""

    text: str
    age_s: float


class Fault(NamedTuple):
    """A part that does not work, and what to do."""

    source: str
    reason: str
    remedy: str


class Announcement(NamedTuple):
    """One table at one moment."""

    id: str
    table: str  # its name
    number: int  # of this announcement; a different number means different content
    game: str  # which game is played
    game_id: str  # empty: none goes on
    revision: int
    moved_s: float  # since the last move
    round: int | None
    is_last_round: bool
    phase: str
    mover: str | None
    players: tuple[Player, ...]
    winners: tuple[str, ...] | None  # seats; None while the game goes on
    ended_s: float | None  # since the end; None if there was none, or its time is unknown
    refusals: tuple[Refused, ...]  # the newest first
    trouble: Obstacle | None
    faults: tuple[Fault, ...]
    calls: bool  # somebody at the table asks for help


def format_announcement(announcement: Announcement) -> bytes:
    """Return an announcement as JSON."""
    return json.dumps(_told(announcement), ensure_ascii=False, separators=(",", ":")).encode()


def text_of(announcement: Announcement) -> str:
    """Return an announcement for browsers: only checked fields, on one line of ASCII."""
    return json.dumps(_told(announcement), separators=(",", ":"))


def _told(announcement: Announcement) -> Json:
    told: Json = {"format": FORMAT, **announcement._asdict()}
    told["players"] = [player._asdict() for player in announcement.players]
    told["refusals"] = [refused._asdict() for refused in announcement.refusals]
    told["faults"] = [fault._asdict() for fault in announcement.faults]
    told["trouble"] = announcement.trouble and announcement.trouble._asdict()
    return told


def parse_object(data: bytes, largest: int = LARGEST) -> Json:
    """Read a JSON object of bounded size, or raise BadAnnouncement."""
    if len(data) > largest:
        raise BadAnnouncement(f"{len(data)} bytes, at most {largest} expected")
    try:
        value = json.loads(data.decode(), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise BadAnnouncement("not JSON") from error
    if not isinstance(value, dict):
        raise BadAnnouncement("not a JSON object")
    return value


def _refuse_constant(name: str) -> None:
    """Refuse values that Python reads as numbers, but browsers do not."""
    raise ValueError(f"{name} is not JSON")


def announcement_from(told: Json) -> Announcement:
    """Return an announcement from JSON with every field checked; unknown fields, from newer tables, are ignored."""
    if told.get("format") != FORMAT:
        raise BadAnnouncement(f"format {told.get('format')!r:.20}, {FORMAT} expected")
    winners = _list(told, "winners", MOST_PLAYERS) if told.get("winners") is not None else None
    players = tuple(map(_player, _list(told, "players", MOST_PLAYERS)))
    if winners is not None and any(player.points is None for player in players):
        raise BadAnnouncement("points null: expected a number of each player once there are winners")
    return Announcement(
        id=id_of(told),
        table=_text(told, "table", LONGEST["table"]),
        number=_count(told, "number"),
        game=_seat(told, "game"),
        game_id=_text(told, "game_id", LONGEST["id"]),
        revision=_count(told, "revision"),
        moved_s=age_in(told, "moved_s"),
        round=None if told.get("round") is None else _count(told, "round"),
        is_last_round=_flag(told, "is_last_round"),
        phase=_text(told, "phase", LONGEST["text"]),
        mover=None if told.get("mover") is None else _seat(told, "mover"),
        players=players,
        winners=None if winners is None else tuple(_seat({"winner": seat}, "winner") for seat in winners),
        ended_s=None if winners is None or told.get("ended_s") is None else age_in(told, "ended_s"),
        refusals=tuple(map(_refused, _list(told, "refusals", MOST_REFUSALS))),
        trouble=None if told.get("trouble") is None else _trouble(told["trouble"]),
        faults=tuple(map(_fault, _list(told, "faults", MOST_FAULTS))),
        calls=_flag(told, "calls"),
    )


def is_id(text: str) -> bool:
    """Return whether this can be the id of a table."""
    return _ID.fullmatch(text) is not None


def id_of(told: Mapping[str, Any]) -> str:
    """Return the id of the sending table."""
    value = told.get("id")
    if not isinstance(value, str) or not is_id(value):
        raise BadAnnouncement(f"id {value!r:.50}: expected up to 40 letters and digits")
    return value


def _player(told: Any) -> Player:
    told = _object(told, "a player")
    points = None if "points" in told and told["points"] is None else _number(told, "points", int)
    return Player(_seat(told, "seat"), _text(told, "name", LONGEST["name"]), _flag(told, "is_named"), points)


def _refused(told: Any) -> Refused:
    told = _object(told, "a refusal")
    return Refused(
        _text(told, "reason", LONGEST["text"]), _text(told, "remedy", LONGEST["text"]), age_in(told, "age_s")
    )


def _trouble(told: Any) -> Obstacle:
    told = _object(told, "trouble")
    return Obstacle(_text(told, "text", LONGEST["text"]), age_in(told, "age_s"))


def _fault(told: Any) -> Fault:
    told = _object(told, "a fault")
    source, reason, remedy = (_text(told, key, LONGEST["text"]) for key in Fault._fields)
    return Fault(source, reason, remedy)


def _object(value: Any, what: str) -> Json:
    if not isinstance(value, dict):
        raise BadAnnouncement(f"{what}: {value!r:.50}: expected an object")
    return value


def _list(told: Json, key: str, most: int) -> list[Any]:
    value = told.get(key)
    if not isinstance(value, list) or len(value) > most:
        raise BadAnnouncement(f"{key} {value!r:.50}: expected a list of at most {most}")
    return value


def _text(told: Json, key: str, longest: int) -> str:
    value = told.get(key)
    if not isinstance(value, str) or len(value) > longest:
        raise BadAnnouncement(f"{key} {value!r:.50}: expected a text of at most {longest} letters")
    if any("\ud800" <= letter <= "\udfff" for letter in value):  # half a character: JSON has it, UTF-8 does not
        raise BadAnnouncement(f"{key} {value!r:.50}: expected whole letters")
    return value


def _seat(told: Json, key: str) -> str:
    value = told.get(key)
    if not isinstance(value, str) or not _SEAT.fullmatch(value):
        raise BadAnnouncement(f"{key} {value!r:.50}: expected a word of at most {LONGEST['seat']} letters")
    return value


def _flag(told: Json, key: str) -> bool:
    value = told.get(key)
    if not isinstance(value, bool):
        raise BadAnnouncement(f"{key} {value!r:.50}: expected true or false")
    return value


def _number(told: Json, key: str, *kinds: type[int] | type[float]) -> Any:
    value = told.get(key)
    if isinstance(value, bool) or not isinstance(value, kinds) or not abs(value) < 1e9:
        raise BadAnnouncement(f"{key} {value!r:.50}: expected a number")
    return value


def _count(told: Json, key: str) -> int:
    value: int = _number(told, key, int)
    if value < 0:
        raise BadAnnouncement(f"{key} {value}: expected a number from 0 on")
    return value


def age_in(told: Json, key: str) -> float:
    """Return an age in seconds, or raise BadAnnouncement."""
    return max(0.0, float(_number(told, key, int, float)))


def shortened(text: str, longest: int = LONGEST["text"]) -> str:
    """Return a text, cut if it is too long to be announced."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


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
