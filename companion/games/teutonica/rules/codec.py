"""Moves, corrections and events as JSON, and back.

Every move and correction is described once, by its tag and its fields; JSON and the notation both read and write it
from that description. What cannot be understood raises `Unreadable` with what was given and what was expected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from companion.games.game import Json, Unreadable
from companion.games.teutonica.rules import corrections, events, moves
from companion.games.teutonica.rules.board import MOST_OFFICES, Board
from companion.games.teutonica.rules.corrections import MOST_PRESTIGE, Correction
from companion.games.teutonica.rules.moves import Move
from companion.games.teutonica.rules.pieces import (
    ABILITIES,
    BY_NAME,
    COLOURS,
    MERCHANTS,
    NAME_OF,
    TRADERS,
    Ability,
    Kind,
    Marker,
)
from companion.games.teutonica.rules.scoring import SPACES

Entry = Move | Correction


class FieldKind(NamedTuple):
    """What a field may hold on a board, how it is read from JSON and from words of the notation, and written."""

    expected: str
    fits: Callable[[Any, Board], bool]
    read: Callable[[Any], Any] = lambda value: value
    write: Callable[[Any], Any] = lambda value: value
    from_words: Callable[[str], Any] = str
    words: int = 1  # of the notation


def _one_of(names: Sequence[str], what: str, read: Callable[[Any], Any]) -> FieldKind:
    return FieldKind(f"{what}: one of {', '.join(names)}", lambda v, _: type(v) is str and v in names, read, str)


def _whole(words: str) -> Any:
    return int(words) if words.isascii() and words.isdigit() and len(words) < 3 else words


def _number(numbers: Sequence[int], expected: str) -> FieldKind:
    return FieldKind(expected, lambda v, _: type(v) is int and v in numbers, from_words=_whole)


def _named(expected: str, names: Callable[[Board], Sequence[str]]) -> FieldKind:
    return FieldKind(expected, lambda v, board: type(v) is str and v in names(board))


MARKER = _one_of(tuple(Marker), "a marker", Marker)
KIND = _one_of(tuple(Kind), "a piece", Kind)
ABILITY = _one_of(ABILITIES, "an ability", Ability)
PLAYER = _one_of(COLOURS, "a colour", str)
PIECE = FieldKind(
    "a piece such as blue merchant",
    lambda v, _: type(v) is str and v in BY_NAME,
    BY_NAME.__getitem__,
    NAME_OF.__getitem__,
    words=2,
)
ROUTE = _named("a route such as stade-hamburg", lambda board: board.route_ids)
CITY = _named("a city such as hamburg", lambda board: board.city_ids)
PROVINCE = _named("a province such as north", lambda board: board.province_ids)
PLACE = FieldKind(
    "a place such as supply, stade-hamburg, hamburg.extra, table.7 or red.plate",
    lambda v, _: type(v) is str and v.replace(".", "").replace("-", "").isalnum() and len(v) < 48,
)
_MERCHANT_COUNT = _number(range(MERCHANTS + 1), f"a whole number from 0 to {MERCHANTS}")
_FEWER = _number(range(1, TRADERS + MERCHANTS), f"a whole number from 1 to {TRADERS + MERCHANTS - 1}")
_POS = _number(range(1, MOST_OFFICES), f"a whole number from 1 to {MOST_OFFICES - 1}")
_SPACE = _number(SPACES, f"one of {', '.join(map(str, SPACES))}")
_COUNT = _number(range(MOST_PRESTIGE + 1), f"a whole number from 0 to {MOST_PRESTIGE}")


class Field(NamedTuple):
    """One field of a move or correction: its name in JSON, and its name in the type where that differs."""

    key: str
    kind: FieldKind
    attribute: str = ""
    is_optional: bool = False  # the last field, left out where it is 0

    def of(self, entry: Entry) -> Any:
        """Take the field's value from a move or correction."""
        return getattr(entry, self.attribute or self.key)


class Spec(NamedTuple):
    """How one type of entry is written: its tag, for a marker's use the marker, and its fields."""

    tag: str
    kind: type[Entry]
    fields: tuple[Field, ...] = ()
    marker: Marker | None = None

    def written(self, entry: Entry) -> Iterator[tuple[Field, Any]]:
        """Return the fields of an entry that are written, with their values."""
        for field in self.fields:
            value = field.of(entry)
            if value or not field.is_optional:
                yield field, value

    def with_fields(self, count: int) -> tuple[Field, ...]:
        """Return the fields of an entry that is written with this many, the last one perhaps left out."""
        if self.fields and self.fields[-1].is_optional:
            return self.fields[: max(count, len(self.fields) - 1)]
        return self.fields


_PIECE, _ROUTE, _VICTIM = Field("piece", KIND), Field("route", ROUTE), Field("victim", PIECE)
_CITY, _TO, _POSITION = Field("city", CITY), Field("to", PROVINCE), Field("pos", _POS)
_SOURCE, _TARGET, _PLAYER = Field("from", PLACE, "source"), Field("to", PLACE, "target"), Field("player", PLAYER)

_SPECS = (
    Spec("reveal", moves.Reveal, (Field("marker", MARKER),)),
    Spec("pawn", moves.Pawn, (_TO,)),
    Spec("income", moves.Income, (Field("merchants", _MERCHANT_COUNT), Field("fewer", _FEWER, is_optional=True))),
    Spec("insert", moves.Insert, (_PIECE, _ROUTE)),
    Spec("displace", moves.Displace, (_PIECE, _ROUTE, _VICTIM)),
    Spec("pay", moves.Pay, (_PIECE,)),
    Spec("put", moves.Put, (_PIECE, _ROUTE)),
    Spec("add", moves.Add, (_PIECE, _ROUTE)),
    Spec("lift", moves.Lift, (_PIECE, _ROUTE)),
    Spec("decline", moves.Decline),
    Spec("done", moves.Done),
    Spec("establish", moves.Establish, (_ROUTE,)),
    Spec("office", moves.Office, (_CITY,)),
    Spec("extra_office", moves.ExtraOffice, (_CITY, _PIECE)),
    Spec("improve", moves.Improve, (Field("ability", ABILITY),)),
    Spec("coellen", moves.Coellen, (Field("space", _SPACE),)),
    Spec("clear", moves.Clear),
    Spec("use", moves.Use, (Field("marker", MARKER),)),
    Spec("use", moves.UseImprove, (Field("ability", ABILITY),), Marker.IMPROVE_ABILITY),
    Spec("use", moves.UseSwap, (_CITY, _POSITION), Marker.SWAP_OFFICES),
    Spec("remove", moves.Remove, (_ROUTE, _VICTIM)),
    Spec("ride", moves.Ride, (_TO,)),
    Spec("walk", moves.Walk, (_TO,)),
    Spec("stay", moves.Stay),
    Spec("end", moves.End),
    Spec("replace", moves.Replace, (_ROUTE,)),
    Spec("move-piece", corrections.MovePiece, (Field("piece", PIECE), _SOURCE, _TARGET)),
    Spec("move-marker", corrections.MoveMarker, (Field("marker", MARKER), _SOURCE, _TARGET)),
    Spec("move-face-down", corrections.MoveFaceDown, (_SOURCE, _TARGET)),
    Spec("swap-offices", corrections.SwapOffices, (_CITY, _POSITION)),
    Spec("set-prestige", corrections.SetPrestige, (_PLAYER, Field("points", _COUNT))),
    Spec("set-completed", corrections.SetCompleted, (Field("cities", _COUNT),)),
    Spec("add-link", corrections.AddLink, (_PLAYER,)),
    Spec("drop-link", corrections.DropLink, (_PLAYER,)),
    Spec("move-pawn", corrections.MovePawn, (_TO,)),
    Spec("move-turn", corrections.MoveTurn, (_PLAYER,)),
    Spec("set-actions", corrections.SetActions, (Field("actions", _COUNT),)),
    Spec("leave", corrections.Leave, (_PLAYER,)),
)
SPEC_OF: dict[type[Entry], Spec] = {spec.kind: spec for spec in _SPECS}
TAGS = tuple(dict.fromkeys(spec.tag for spec in _SPECS))
_BY_TAG = {spec.tag: spec for spec in _SPECS if not spec.marker}
_BY_MARKER: dict[str, Spec] = {spec.marker: spec for spec in _SPECS if spec.marker}
_USE = SPEC_OF[moves.Use]


def spec_of(tag: str, marker: Any) -> Spec:
    """Return how entries of a tag are written; the use of some markers has fields of its own."""
    spec = _BY_TAG[tag]
    return _BY_MARKER.get(marker, spec) if spec is _USE and type(marker) is str else spec


def make_entry(spec: Spec, values: Sequence[Any], board: Board) -> Entry:
    """Make a move or correction from JSON values in the order of its fields."""
    given = list(zip(spec.with_fields(len(values)), values, strict=True))
    for field, value in given:
        if not field.kind.fits(value, board):
            raise Unreadable(f"{spec.tag}: {field.key} {value!r:.60}: expected {field.kind.expected}")
    return spec.kind(*(field.kind.read(value) for field, value in given))


def parse_entry(value: Any, board: Board) -> Entry:
    """Read a move or a correction from JSON; its names must be those of a board."""
    if type(value) is not dict or type(value.get("type")) is not str or value["type"] not in _BY_TAG:
        raise Unreadable(f"move {value!r:.60}: expected an object whose type is one of {', '.join(TAGS)}")
    spec = spec_of(value["type"], value.get("marker"))
    fixed = ("type", "marker") if spec.marker else ("type",)
    keys = [field.key for field in spec.fields if not field.is_optional or field.key in value]
    if value.keys() != {*fixed, *keys}:
        wanted = ", ".join((*fixed, *keys))
        raise Unreadable(f"{spec.tag}: fields {sorted(map(str, value))!r:.60}: expected exactly {wanted}")
    return make_entry(spec, [value[key] for key in keys], board)


def format_entry(entry: Entry) -> Json:
    """Return a move or a correction as JSON."""
    spec = SPEC_OF[type(entry)]
    fixed = {"type": spec.tag, "marker": str(spec.marker)} if spec.marker else {"type": spec.tag}
    return {**fixed, **{field.key: field.kind.write(value) for field, value in spec.written(entry)}}


def named_in(entry: Entry) -> dict[str, Any]:
    """Return what an entry names, by the keys of its fields, and the marker that it uses.

    >>> named_in(moves.UseImprove(Ability.KEYS))
    {'marker': <Marker.IMPROVE_ABILITY: 'improve_ability'>, 'ability': <Ability.KEYS: 'keys'>}
    """
    spec = SPEC_OF[type(entry)]
    fixed = {"marker": spec.marker} if spec.marker else {}
    return {**fixed, **{field.key: value for field, value in spec.written(entry)}}


def is_correction(entry: Entry) -> bool:
    """Tell a correction from a move."""
    return isinstance(entry, Correction)


def format_event(event: events.Event) -> Json:
    """Return an event as JSON."""
    match event:
        case events.Paid(player, piece):
            return {"type": "pay", "player": player, "piece": str(piece)}
        case events.NoRoom(player, piece):
            return {"type": "no_room", "player": player, "piece": None if piece is None else str(piece)}
        case events.Absent(player, piece):
            return {"type": "absent", "player": player, "piece": str(piece)}
        case events.Prestige(player, points, city, reason):
            return {"type": "prestige", "player": player, "points": points, "city": city, "for": str(reason)}
        case events.Taken(player, marker):
            return {"type": "take", "player": player, "marker": str(marker)}
        case events.Drawn(player):
            return {"type": "draw", "player": player}
        case events.NotDrawn(player):
            return {"type": "no_draw", "player": player}
        case events.Completed(city, cities):
            return {"type": "completed", "city": city, "cities": cities}
        case events.ActionsGained(player, gained):
            return {"type": "actions", "player": player, "gained": gained}
        case events.Kept(player, markers):
            return {"type": "kept", "player": player, "markers": markers}
        case events.Turn(player, actions):
            return {"type": "turn", "player": player, "actions": actions}
        case events.Over(causes, winners):
            return {"type": "over", "causes": list(map(str, causes)), "winners": list(winners)}
