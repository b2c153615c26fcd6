"""The words of Hansa in scenarios: its pieces, places, lamps, markers and moves, as they are written and read."""

from __future__ import annotations

from companion.games.game import Unreadable
from companion.games.hansa.boards import shipped_board
from companion.games.hansa.rules.codec import Entry
from companion.games.hansa.rules.goods import COLOURS, Marker, marker
from companion.games.hansa.rules.goods import Colour as Good
from companion.games.hansa.rules.notation import parse_entries
from companion.games.hansa.rules.position import Phase
from companion.games.hansa.rules.setup import PLAYER_COLOURS
from companion.games.hansa.table import lamps, names
from companion.scenario import checks
from companion.scenario.piece_names import STRANGER
from companion.shelf.vocabulary import Slot
from companion.table.belief import PAD
from hardware.ports import Colour

_BOARD = shipped_board()
_NOTHING = ("nothing", "-")


def _city(text: str) -> str:
    for city in _BOARD.cities:
        if text.lower() in (city.id, city.name.lower()):
            return city.id
    raise ValueError(text)


def _place_name(text: str) -> str:
    return PAD if text == PAD else names.city_place(_city(text))


def _player(text: str) -> str:
    if text not in PLAYER_COLOURS:
        raise ValueError(text)
    return text


def _piece(text: str) -> str:
    """Read `ship`, `booth gray`, `gray booth`, `token gray`, `orange2` or `stranger`."""
    if text in (names.SHIP, STRANGER):
        return text
    if text.startswith("token "):
        return f"token.{_player(text.removeprefix('token '))}"
    words = [word for word in text.split() if word not in ("booth", "booths")]
    if len(words) == 1 and words != text.split():
        return f"booth.{_player(words[0])}"
    return f"marker.{marker(text)}"


def _lamp(text: str) -> str:
    """Read `danzig`, `danzig 2`, `seat gray`, `pile 5` or `end`."""
    head, _, rest = text.partition(" ")
    if text == "end" or (head == "pile" and rest in ("1", "2", "3", "4", "5")):
        return ".".join(text.split())
    if head == "seat":
        return f"seat.{_player(rest)}"
    if rest:
        if rest not in ("1", "2"):
            raise ValueError(text)
        return f"warehouse.{_city(head)}.{rest}"
    return names.city_place(_city(text))


def _markers(text: str) -> list[Marker]:
    return [] if text in _NOTHING else [marker(word) for word in text.split()]


def _colours(text: str) -> tuple[Colour, ...]:
    """Read the name of a colour; a blue marker and a blue lamp are not the same blue."""
    shades = tuple(table[text] for table in (checks.LAMP_COLOURS, lamps.SEATS, lamps.GOODS) if text in table)
    if not shades:
        raise ValueError(text)
    return shades


def _statements(text: str) -> list[Entry]:
    """Read moves and corrections in the notation, separated by semicolons."""
    if not all(map(str.strip, text.split(";"))):
        raise ValueError("a move is missing next to a semicolon")
    try:
        return parse_entries(text)
    except Unreadable as error:
        raise ValueError(str(error)) from error


_CITIES = ", ".join(_BOARD.city)
SLOTS = {
    "piece": Slot("a piece: ship, booth gray, token gray, orange2 or stranger", _piece),
    "place": Slot(f"pad or a city: {_CITIES}", _place_name),
    "city": Slot(f"one of {_CITIES}", _city, one_word=True),
    "cities": Slot(f"cities, out of {_CITIES}", lambda text: [_city(word) for word in text.split()]),
    "player": Slot(f"one of {', '.join(PLAYER_COLOURS)}", _player, one_word=True),
    "players": Slot(f"players, out of {', '.join(PLAYER_COLOURS)}", lambda text: [_player(w) for w in text.split()]),
    "out": Slot(f"colours of goods, out of {', '.join(COLOURS)}", lambda text: [str(Good(w)) for w in text.split()]),
    "markers": Slot("markers such as orange2, or nothing", _markers),
    "spaces": Slot(
        "a marker such as orange2 or - for each space",
        lambda text: [None if word == "-" else str(marker(word)) for word in text.split()],
    ),
    "numbers": Slot("five whole numbers", lambda text: [int(word) for word in text.split()]),
    "phase": Slot(f"one of {', '.join(Phase)}", Phase, one_word=True),
    "lamp": Slot("a lamp: danzig, danzig 2 (a warehouse space), seat gray, pile 5 or end", _lamp),
    "colours": Slot("the name of a lamp's, a player's or a good's colour", _colours, one_word=True),
    "moves": Slot("moves in the notation, such as sail danzig; buy orange2", _statements),
}
