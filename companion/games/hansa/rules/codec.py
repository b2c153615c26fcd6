"""Moves, corrections, events and positions as JSON, and back.

Every move and correction is described once, by its tag and its fields; JSON and the notation both read and write it
from that description. What cannot be understood raises `Unreadable` with what was given and what was expected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from companion.games.game import Json, Unreadable
from companion.games.hansa.rules import corrections, events, moves
from companion.games.hansa.rules.board import CITY_NAMES
from companion.games.hansa.rules.corrections import Correction
from companion.games.hansa.rules.goods import ALL_MARKERS, Marker, marker
from companion.games.hansa.rules.moves import Move
from companion.games.hansa.rules.setup import PLAYER_COLOURS

Entry = Move | Correction
_MARKER_NAMES = frozenset(map(str, ALL_MARKERS))


class Kind(NamedTuple):
    """What a field may hold, how it is read from JSON and from a word of the notation, and how it is written."""

    expected: str
    fits: Callable[[Any], bool]
    read: Callable[[Any], Any]
    write: Callable[[Any], Any]
    from_word: Callable[[str], Any] = str


def _same(value: Any) -> Any:
    return value


def _is_marker(value: Any) -> bool:
    return type(value) is str and value in _MARKER_NAMES


def _whole(word: str) -> Any:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 3 else word


MARKER = Kind("a marker such as orange2", _is_marker, marker, str)
MARKERS = Kind(
    'a list of markers such as ["orange1", "orange2"]',
    lambda value: type(value) is list and all(map(_is_marker, value)),
    lambda value: tuple(map(marker, value)),
    lambda goods: list(map(str, goods)),
)
CITY = Kind(f"one of {', '.join(CITY_NAMES)}", lambda v: type(v) is str and v in CITY_NAMES, _same, _same)
PLAYER = Kind(f"one of {', '.join(PLAYER_COLOURS)}", lambda v: type(v) is str and v in PLAYER_COLOURS, _same, _same)
COUNT = Kind("a whole number from 1 to 99", lambda v: type(v) is int and 0 < v < 100, _same, _same, _whole)
PLACE = Kind(
    "a place such as bank, supply, unseen, out, danzig.1, gray or gray.sold",
    lambda v: type(v) is str and v.replace(".", "").isalnum() and len(v) < 32,
    _same,
    _same,
)


class Field(NamedTuple):
    """One field of a move or correction: its name in JSON, and its name in the type where that differs."""

    key: str
    kind: Kind
    attribute: str = ""
    is_optional: bool = False  # left out where it is 0

    def of(self, entry: Entry) -> Any:
        """Take the field's value from a move or correction."""
        return getattr(entry, self.attribute or self.key)


_FEWER = Kind("a whole number, 1 or 2", lambda v: type(v) is int and v in (1, 2), _same, _same, _whole)
_SOURCE, _TARGET = Field("from", PLACE, "source"), Field("to", PLACE, "target")
_GOOD = Field("good", MARKER)

# tag: (type, its fields in order)
SPECS: dict[str, tuple[type[Entry], tuple[Field, ...]]] = {
    "reveal": (moves.Reveal, (_GOOD,)),
    "place": (moves.Place, (Field("city", CITY),)),
    "replenish": (moves.Replenish, ()),
    "skip": (moves.Skip, ()),
    "sail": (moves.Sail, (Field("to", CITY),)),
    "buy": (moves.Buy, (_GOOD,)),
    "build": (moves.Build, (_GOOD, Field("fewer", _FEWER, is_optional=True))),
    "sell": (moves.Sell, (Field("goods", MARKERS),)),
    "end": (moves.End, ()),
    "lose": (moves.Lose, (_GOOD,)),
    "discard": (moves.Discard, (_GOOD,)),
    "move-talers": (corrections.MoveTalers, (Field("talers", COUNT), _SOURCE, _TARGET)),
    "move-booth": (corrections.MoveBooth, (Field("player", PLAYER), _SOURCE, _TARGET)),
    "move-marker": (corrections.MoveMarker, (_GOOD, _SOURCE, _TARGET)),
    "swap-markers": (
        corrections.SwapMarkers,
        (_GOOD, Field("place", PLACE), Field("other_good", MARKER), Field("other_place", PLACE)),
    ),
    "move-ship": (corrections.MoveShip, (Field("to", CITY),)),
    "move-turn": (corrections.MoveTurn, (Field("player", PLAYER),)),
    "begin-turn": (corrections.BeginTurn, (Field("player", PLAYER),)),
    "move-pile": (
        corrections.MovePile,
        (Field("markers", COUNT), Field("from", COUNT, "source"), Field("to", COUNT, "target")),
    ),
    "leave": (corrections.Leave, (Field("player", PLAYER),)),
}
TAGS = {kind: tag for tag, (kind, _) in SPECS.items()}
MOVE_TAGS = tuple(tag for tag, (kind, _) in SPECS.items() if kind in Move.__args__)


def make_entry(tag: str, values: Sequence[Any]) -> Entry:
    """Make a move or correction from JSON values in the order of its fields; the last may be left out."""
    kind, fields = SPECS[tag]
    if fields and fields[-1].is_optional:
        fields = fields[: max(len(values), len(fields) - 1)]
    given = list(zip(fields, values, strict=True))
    for field, value in given:
        if not field.kind.fits(value):
            raise Unreadable(f"{tag}: {field.key} {value!r:.60}: expected {field.kind.expected}")
    return kind(*(field.kind.read(value) for field, value in given))


def parse_entry(value: Any) -> Entry:
    """Read a move or a correction from JSON."""
    if type(value) is not dict or type(value.get("type")) is not str or value["type"] not in SPECS:
        raise Unreadable(f"move {value!r:.60}: expected an object whose type is one of {', '.join(SPECS)}")
    tag = value["type"]
    keys = [field.key for field in SPECS[tag][1] if not field.is_optional or field.key in value]
    if value.keys() != {"type", *keys}:
        raise Unreadable(
            f"{tag}: fields {sorted(map(str, value))!r:.60}: expected exactly type{''.join(f', {k}' for k in keys)}"
        )
    return make_entry(tag, [value[key] for key in keys])


def format_entry(entry: Entry) -> Json:
    """Return a move or a correction as JSON."""
    tag = TAGS[type(entry)]
    return {"type": tag, **{field.key: field.kind.write(value) for field, value in fields_of(entry)}}


def fields_of(entry: Entry) -> Iterator[tuple[Field, Any]]:
    """Return the fields of a move or correction that are written, with their values."""
    for field in SPECS[TAGS[type(entry)]][1]:
        value = field.of(entry)
        if value or not field.is_optional:
            yield field, value


def is_correction(entry: Entry) -> bool:
    """Tell a correction from a move."""
    return isinstance(entry, Correction)


def format_event(event: events.Event) -> Json:
    """Return an event as JSON."""
    match event:
        case events.Paid(player, to, talers, reason):
            return {"type": "pay", "player": player, "to": to, "talers": talers, "for": str(reason)}
        case events.LastRound(player):
            return {"type": "last_round", "player": player}
        case events.Lost(player, good):
            return {"type": "lose", "player": player, "good": str(good)}
        case events.Taxed(player, talers):
            return {"type": "tax", "player": player, "talers": talers}
        case events.Discarded(player, good):
            return {"type": "discard", "player": player, "good": str(good)}
        case events.Over(winners):
            return {"type": "over", "winners": list(winners)}
        case events.Income(player, talers):
            return {"type": "income", "player": player, "talers": talers}


def names_of(goods: Sequence[Marker]) -> list[str]:
    """Name markers."""
    return list(map(str, goods))
