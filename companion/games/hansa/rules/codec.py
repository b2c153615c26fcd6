"""Moves, corrections, events and positions as JSON, and back.

Every move and correction is described once, by its tag and its fields (see `kit/fields.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.game import Json
from companion.games.hansa.rules import corrections, events, moves
from companion.games.hansa.rules.board import CITY_NAMES
from companion.games.hansa.rules.corrections import Correction
from companion.games.hansa.rules.goods import ALL_MARKERS, Marker, marker
from companion.games.hansa.rules.moves import Move
from companion.games.hansa.rules.setup import PLAYER_COLOURS
from companion.games.kit.fields import Codec, Field, FieldKind, Spec, number_of, one_of

Entry = Move | Correction
_MARKER_NAMES = frozenset(map(str, ALL_MARKERS))


def _is_marker(value: Any) -> bool:
    return type(value) is str and value in _MARKER_NAMES


MARKER = FieldKind("a marker such as orange2", lambda value, _: _is_marker(value), marker, str)
MARKERS = FieldKind(
    'a list of markers such as ["orange1", "orange2"]',
    lambda value, _: type(value) is list and all(map(_is_marker, value)),
    lambda value: tuple(map(marker, value)),
    lambda goods: list(map(str, goods)),
    each=MARKER,
)
CITY, PLAYER = one_of(CITY_NAMES), one_of(PLAYER_COLOURS)
COUNT = number_of(range(1, 100), "a whole number from 1 to 99")
PLACE = FieldKind(
    "a place such as bank, supply, unseen, out, danzig.1, gray or gray.sold",
    lambda v, _: type(v) is str and v.replace(".", "").isalnum() and len(v) < 32,
)
_FEWER = number_of((1, 2), "a whole number, 1 or 2")
_SOURCE, _TARGET = Field("from", PLACE, "source"), Field("to", PLACE, "target")
_GOOD = Field("good", MARKER)

CODEC: Codec[Entry] = Codec(
    (
        Spec("reveal", moves.Reveal, (_GOOD,)),
        Spec("place", moves.Place, (Field("city", CITY),)),
        Spec("replenish", moves.Replenish, ()),
        Spec("skip", moves.Skip, ()),
        Spec("sail", moves.Sail, (Field("to", CITY),)),
        Spec("buy", moves.Buy, (_GOOD,)),
        Spec("build", moves.Build, (_GOOD, Field("fewer", _FEWER, is_optional=True))),
        Spec("sell", moves.Sell, (Field("goods", MARKERS),)),
        Spec("end", moves.End, ()),
        Spec("lose", moves.Lose, (_GOOD,)),
        Spec("discard", moves.Discard, (_GOOD,)),
        Spec("move-talers", corrections.MoveTalers, (Field("talers", COUNT), _SOURCE, _TARGET)),
        Spec("move-booth", corrections.MoveBooth, (Field("player", PLAYER), _SOURCE, _TARGET)),
        Spec("move-marker", corrections.MoveMarker, (_GOOD, _SOURCE, _TARGET)),
        Spec(
            "swap-markers",
            corrections.SwapMarkers,
            (_GOOD, Field("place", PLACE), Field("other_good", MARKER), Field("other_place", PLACE)),
        ),
        Spec("move-ship", corrections.MoveShip, (Field("to", CITY),)),
        Spec("move-turn", corrections.MoveTurn, (Field("player", PLAYER),)),
        Spec("begin-turn", corrections.BeginTurn, (Field("player", PLAYER),)),
        Spec(
            "move-pile",
            corrections.MovePile,
            (Field("markers", COUNT), Field("from", COUNT, "source"), Field("to", COUNT, "target")),
        ),
        Spec("leave", corrections.Leave, (Field("player", PLAYER),)),
    )
)
MOVE_TAGS = tuple(spec.tag for spec in CODEC.spec_of.values() if spec.kind in Move.__args__)
parse_entry, format_entry = CODEC.parse, CODEC.format


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
