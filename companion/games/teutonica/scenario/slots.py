"""The words of Hansa Teutonica in scenarios: its pieces, places, lamps, markers and moves, as they are written."""

from __future__ import annotations

from companion.games.game import Unreadable
from companion.games.teutonica.boards import shipped_board
from companion.games.teutonica.rules.codec import Entry
from companion.games.teutonica.rules.desk import ABILITIES, Ability
from companion.games.teutonica.rules.markers import Marker
from companion.games.teutonica.rules.notation import parse_entries
from companion.games.teutonica.rules.pieces import COLOURS, EMPTY, KIND_OF
from companion.games.teutonica.rules.position import Phase
from companion.games.teutonica.table import lamps
from companion.games.teutonica.table.lamps import SEATS
from companion.games.teutonica.tagged import card_names, spot_names
from companion.scenario import checks
from companion.scenario.piece_names import STRANGER
from companion.shelf.vocabulary import Slot
from companion.table.belief import PAD
from hardware.ports import Colour, Signal

_BOARD = shipped_board()
_NOTHING = ("nothing", "-")


def _player(text: str) -> str:
    if text not in COLOURS:
        raise ValueError(text)
    return text


def _route(text: str) -> str:
    if text not in _BOARD.route_ids:
        raise ValueError(text)
    return text


def _city(text: str) -> str:
    if text not in _BOARD.city_ids:
        raise ValueError(text)
    return text


def _piece(text: str) -> str:
    """Read the kind of a marker, or `stranger`."""
    return text if text == STRANGER else f"marker.{Marker(text)}"


_SAID = {
    **{name.removeprefix("spot.route."): name for name in spot_names() if name.startswith("spot.route.")},
    **{name.removeprefix("spot.city."): name for name in spot_names() if name.startswith("spot.city.")},
    **{" ".join(name.split(".")[1:]).replace("_", " "): name for name in card_names()},
}


def _spot(text: str) -> str:
    """Read a route, a city, or what stands on the card: `colour red`, `marker swap offices`, `no more`."""
    return f"{STRANGER}.0" if text == STRANGER else _SAID[text]


def _spots(text: str) -> list[str]:
    return [_spot(" ".join(each.split())) for each in text.split(",")]


def _pad(text: str) -> str:
    if text != PAD:
        raise ValueError(text)
    return text


def _lamp(text: str) -> str:
    """Read `seat red`, `action 2`, `step`, `replacement`, `marker`, `end` or `pad`, the light of the wand."""
    lamp = ".".join(text.split())
    if lamp not in (*lamps.places(_BOARD), PAD):
        raise ValueError(text)
    return lamp


def _colours(text: str) -> tuple[Colour, ...]:
    shades = tuple(table[text] for table in (checks.LAMP_COLOURS, SEATS) if text in table)
    if not shades:
        raise ValueError(text)
    return shades


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ValueError(text)
    return int(text)


def _houses(text: str) -> str:
    """Read `r B .`: a letter for each place, a capital for a merchant, a point for an empty one."""
    houses = "".join(text.split())
    if not set(houses) <= {EMPTY, *KIND_OF}:
        raise ValueError(text)
    return houses


def _markers(text: str) -> list[Marker]:
    return [] if text in _NOTHING else [Marker(word) for word in text.split()]


def _statements(text: str) -> list[Entry]:
    """Read moves and corrections in the notation, separated by semicolons."""
    if not all(map(str.strip, text.split(";"))):
        raise ValueError("a move is missing next to a semicolon")
    try:
        return parse_entries(text, _BOARD)
    except Unreadable as error:
        raise ValueError(str(error)) from error


SLOTS = {
    "piece": Slot("a marker such as swap_offices, or stranger", _piece),
    "place": Slot("pad", _pad),
    "spot": Slot("a route, a city, or a spot of the card such as trader, colour red or no more", _spot),
    "other": Slot("a route, a city, or a spot of the card such as trader, colour red or no more", _spot),
    "spots": Slot("spots such as trader, stade-hamburg, with commas between them", _spots),
    "player": Slot(f"one of {', '.join(COLOURS)}", _player, one_word=True),
    "players": Slot(f"players, out of {', '.join(COLOURS)}", lambda text: [_player(w) for w in text.split()]),
    "route": Slot("a route such as stade-hamburg", _route, one_word=True),
    "city": Slot("a city such as hamburg", _city, one_word=True),
    "markers": Slot("markers such as swap_offices, or nothing", _markers),
    "ability": Slot(f"one of {', '.join(ABILITIES)}", Ability, one_word=True),
    "houses": Slot("such as r b . for each house, capitals for merchants", _houses),
    "traders": Slot("a whole number", _count, one_word=True),
    "merchants": Slot("a whole number", _count, one_word=True),
    "phase": Slot(f"one of {', '.join(Phase)}", Phase, one_word=True),
    "province": Slot(
        f"one of {', '.join(_BOARD.province_ids)}", lambda text: _BOARD.province_ids[_BOARD.province_ids.index(text)]
    ),
    "lamp": Slot("a lamp: seat red, action 2, step, replacement, marker, end or pad", _lamp),
    "colours": Slot("the name of a lamp's or a player's colour", _colours, one_word=True),
    "signal": Slot(f"one of {', '.join(Signal)}", Signal, one_word=True),
    "moves": Slot("moves in the notation, such as insert trader stade-hamburg; end", _statements),
}
