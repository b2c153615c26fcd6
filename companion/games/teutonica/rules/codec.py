"""Moves, corrections and events as JSON, and back.

Every move and correction is described once, by its tag and its fields (see `kit/fields.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.games.game import Json
from companion.games.kit.fields import Codec, Field, FieldKind, Spec, number_of, one_of
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


def _named(expected: str, names: Callable[[Board], Sequence[str]]) -> FieldKind:
    return FieldKind(expected, lambda v, board: type(v) is str and v in names(board))


MARKER = one_of(tuple(Marker), "a marker", Marker)
KIND = one_of(tuple(Kind), "a piece", Kind)
ABILITY = one_of(ABILITIES, "an ability", Ability)
PLAYER = one_of(COLOURS, "a colour", str)
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
_MERCHANT_COUNT = number_of(range(MERCHANTS + 1), f"a whole number from 0 to {MERCHANTS}")
_FEWER = number_of(range(1, TRADERS + MERCHANTS), f"a whole number from 1 to {TRADERS + MERCHANTS - 1}")
_POS = number_of(range(1, MOST_OFFICES), f"a whole number from 1 to {MOST_OFFICES - 1}")
_SPACE = number_of(SPACES, f"one of {', '.join(map(str, SPACES))}")
_COUNT = number_of(range(MOST_PRESTIGE + 1), f"a whole number from 0 to {MOST_PRESTIGE}")


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
CODEC: Codec[Entry] = Codec(_SPECS, variant="marker")  # the use of some markers has fields of its own
parse_entry, format_entry, named_in = CODEC.parse, CODEC.format, CODEC.named_in


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
