"""What only scenarios of Hansa can say: short cuts to a situation, and what is expected of its position.

First the words, which fill the gaps of all forms: pieces, places, lamps, markers and moves, as they are written.
"""

from __future__ import annotations

from random import Random

from companion.games.game import Json, Unreadable
from companion.games.hansa.boards import shipped_board
from companion.games.hansa.players.choosing import random_move
from companion.games.hansa.rules.codec import Entry
from companion.games.hansa.rules.goods import COLOURS, Marker, marker
from companion.games.hansa.rules.goods import Colour as Good
from companion.games.hansa.rules.moves import Place, Reveal
from companion.games.hansa.rules.notation import parse_entries
from companion.games.hansa.rules.position import Phase
from companion.games.hansa.rules.setup import PLAYER_COLOURS
from companion.games.hansa.table import lamps, names
from companion.scenario import checks
from companion.scenario.acts import begin_game, play_entries, try_entries
from companion.scenario.grammar import Unmet
from companion.scenario.stage import REST_S, STRANGER, Stage
from companion.shelf.box import Form, Slot, Vocabulary
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


# --- short cuts to a situation ---


def _new_game(stage: Stage, players: list[str], player: str, out: list[str] | None = None) -> None:
    goods = [str(colour) for colour in COLOURS if colour not in (out or ())]
    begin_game(stage, {"players": players, "start": player, "goods": goods})


def _stock(stage: Stage, markers: list[Marker]) -> None:
    play_entries(stage, map(Reveal, markers))


def _stock_by_chance(stage: Stage) -> None:
    random = Random(1)
    while stage.history.position.phase is Phase.FILL:
        play_entries(stage, [random_move(stage.history.position, random)])


def _place(stage: Stage, player: str, cities: list[str]) -> None:
    for city in cities:
        mover = stage.game.mover(stage.history.position)
        if mover != player:
            raise Unmet(f"{player} to place booths", f"it is {mover} who moves")
        play_entries(stage, [Place(city)])


def _place_all(stage: Stage) -> None:
    while stage.history.position.phase is Phase.PLACE:
        play_entries(stage, [next(iter(stage.game.legal_moves(stage.history.position)))])


def _play(stage: Stage, moves: list[Entry]) -> None:
    play_entries(stage, moves)


def _try(stage: Stage, moves: list[Entry]) -> None:
    try_entries(stage, moves)


def _lay_board(stage: Stage) -> None:
    """Put everything where it belongs, each stack in one movement of the hand."""
    for each in stage.box.everywhere():
        stage.lift(each, rest_s=0)
    for group, places in stage.game_table.expected(stage.history.position).items():
        for place, count in places.items():
            below = None
            for _ in range(count):
                piece = stage.box.in_hand(group)
                stage.put(piece, place, on=below, rest_s=0)
                below = piece
    stage.wait(REST_S)


# --- what can be expected ---


def _same(what: str, wanted: object, found: object) -> None:
    if wanted != found:
        raise Unmet(f"{what} {_written(wanted)}", f"found {_written(found)}")


def _written(value: object) -> str:
    return (" ".join(map(str, value)) or "nothing") if isinstance(value, list | tuple) else str(value)


def _phase(stage: Stage, phase: Phase) -> None:
    _same("the phase", phase, stage.history.position.phase)


def _ship(stage: Stage, city: str) -> None:
    _same("the ship in", city, stage.state["ship"])


def _bank(stage: Stage, number: int) -> None:
    _same("talers in the bank:", number, stage.state["bank"])


def _piles(stage: Stage, numbers: list[int]) -> None:
    _same("piles of", numbers, stage.state["piles"])


def _stocked(stage: Stage, city: str, spaces: list[str | None]) -> None:
    _same(f"in the warehouses of {city}", spaces, stage.state["warehouses"][city])


def _of_player(stage: Stage, player: str) -> Json:
    players: Json = stage.state["players"]
    if player not in players:
        raise Unmet(f"{player} in the game", f"there are {', '.join(players)}")
    row: Json = players[player]
    return row


def _talers(stage: Stage, player: str, number: int) -> None:
    _same(f"talers of {player}:", number, _of_player(stage, player)["talers"])


def _booths(stage: Stage, player: str, city: str, number: int) -> None:
    _same(f"booths of {player} in {city}:", number, _of_player(stage, player)["booths"].get(city, 0))


def _booths_left(stage: Stage, player: str, number: int) -> None:
    _same(f"booths of {player} off the board:", number, _of_player(stage, player)["booths_left"])


def _hand(stage: Stage, player: str, markers: list[Marker]) -> None:
    _same(f"markers of {player}:", sorted(map(str, markers)), sorted(_of_player(stage, player)["goods"]))


def _sold(stage: Stage, player: str, markers: list[Marker]) -> None:
    _same(f"markers sold by {player}:", sorted(map(str, markers)), sorted(_of_player(stage, player)["sold"]))


def _score(stage: Stage, player: str, number: int) -> None:
    _of_player(stage, player)
    _same(f"the score of {player}", number, stage.state["scores"][player]["total"])


def _winners(stage: Stage, players: list[str]) -> None:
    _same("won by", players, stage.state["winners"])


def _last_move(stage: Stage, moves: list[Entry]) -> None:
    entries = list(stage.history.entries[-len(moves) :])
    _same("the last moves to be", moves, entries)


_FORMS = (
    Form("new game {players} start {player} without {out}", "set up a game at once", _new_game),
    Form("new game {players} start {player}", "set up a game of four at once", _new_game),
    Form("stock with {markers}", "turn these markers up, one after the other", _stock),
    Form("stock [the] warehouses", "turn markers up until all spaces are full", _stock_by_chance),
    Form("place {player} {cities}", "this player places two booths in a city of the set-up", _place),
    Form("place [the] booths", "all make the placements of the set-up that are left", _place_all),
    Form("play {moves}", "play moves or corrections at once, in the notation", _play),
    Form("try {moves}", "post moves or corrections as a page does; they may be refused", _try),
    Form("lay [the] board", "put ship and booths where they belong", _lay_board),
    Form("expect phase {phase}", "the game waits for this kind of decision", _phase),
    Form("expect ship in {city}", "the ship is in this city", _ship),
    Form("expect talers {player} {number}", "a player has this many talers", _talers),
    Form("expect bank {number}", "the bank has this many talers", _bank),
    Form("expect booths {player} left {number}", "a player has this many booths off the board", _booths_left),
    Form("expect booths {player} {city} {number}", "a player has this many booths in a city", _booths),
    Form("expect hand {player} {markers}", "exactly these markers lie face up before a player", _hand),
    Form("expect sold {player} {markers}", "a player has sold exactly these markers", _sold),
    Form("expect stock {city} {spaces}", "these markers lie on a city's spaces", _stocked),
    Form("expect piles {numbers}", "this many markers are on the five piles", _piles),
    Form("expect score {player} {number}", "a player has this many points", _score),
    Form("expect winner {players}", "the game is over, and this player has won, or these share it", _winners),
    Form("expect last move {moves}", "the last moves were these", _last_move),
)

VOCABULARY = Vocabulary(_FORMS, SLOTS)
