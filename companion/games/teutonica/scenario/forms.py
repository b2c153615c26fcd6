"""What only scenarios of Hansa Teutonica can say: short cuts to a situation, and what is expected of its position.

First the words, which fill the gaps of all forms: pieces, places, lamps, markers and moves, as they are written.
"""

from __future__ import annotations

from companion.games.game import Unreadable
from companion.games.teutonica.boards import shipped_board
from companion.games.teutonica.rules.codec import Entry
from companion.games.teutonica.rules.moves import Reveal
from companion.games.teutonica.rules.notation import parse_entries
from companion.games.teutonica.rules.pieces import (
    ABILITIES,
    COLOURS,
    EMPTY,
    FIRST_MARKERS,
    KIND_OF,
    Ability,
    Kind,
    Marker,
)
from companion.games.teutonica.rules.position import Phase, Player, Position
from companion.games.teutonica.rules.scoring import score
from companion.games.teutonica.table import lamps
from companion.games.teutonica.table.lamps import SEATS
from companion.games.teutonica.tagged import card_names, spot_names
from companion.scenario import checks
from companion.scenario.acts import begin_game, play_entries, try_entries
from companion.scenario.grammar import Unmet
from companion.scenario.stage import REST_S, STRANGER, Stage
from companion.shelf.box import Form, Slot, Vocabulary
from companion.table.belief import PAD
from hardware.ports import Colour, Signal
from hardware.simulated.field import FULL_DRIVE
from hardware.simulated.soft_ports import SoftReaders

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


ON_S, OFF_S = 0.2, 0.4  # how long the wand is on a spot, and on its way to the next

# --- short cuts to a situation ---


def _new_game(stage: Stage, players: list[str], player: str) -> None:
    begin_game(stage, {"players": players, "start": player})


def _taverns(stage: Stage) -> None:
    while _position(stage).phase is Phase.TAVERNS:
        play_entries(stage, [Reveal(FIRST_MARKERS[len(_position(stage).bonus.on_routes)])])


def _play(stage: Stage, moves: list[Entry]) -> None:
    play_entries(stage, moves)


def _try(stage: Stage, moves: list[Entry]) -> None:
    try_entries(stage, moves)


# --- the wand ---


def _touch(stage: Stage, spots: list[str]) -> None:
    for spot in spots:
        stage.put(spot, PAD, rest_s=ON_S)
        stage.lift(spot, rest_s=OFF_S)
        stage.touches += 1


def _touch_both(stage: Stage, spot: str, other: str) -> None:
    stage.put(spot, PAD, rest_s=0)
    stage.put(other, PAD, rest_s=ON_S)
    stage.lift(spot, rest_s=0)
    stage.lift(other, rest_s=OFF_S)


def _touch_nearest(stage: Stage, spot: str, other: str) -> None:
    stage.put(spot, PAD, rest_s=0)
    stage.table.field(PAD).put_beside(bytes.fromhex(stage.box.uid(other)), drive=FULL_DRIVE)
    stage.wait(ON_S)
    stage.lift(spot, rest_s=0)
    stage.lift(other, rest_s=OFF_S)


def _spoil(stage: Stage, spot: str) -> None:
    stage.box.dead.add(spot)


def _unplug(stage: Stage) -> None:
    stage.table.deafen(PAD)
    stage.wait(REST_S)


def _plug(stage: Stage) -> None:
    stage.table.mend(PAD)
    stage.wait(10 * REST_S)


def _count_touches(stage: Stage) -> None:
    stage.touches = 0


def _touches(stage: Stage, number: int) -> None:
    if stage.touches > number:
        raise Unmet(f"at most {number} touches", f"there were {stage.touches}")


def _answer(stage: Stage, signal: Signal) -> None:
    """Hold the last answer of the wand; a touch counts as heard where nothing more is said of it."""
    readers = stage.table.readers
    if not isinstance(readers, SoftReaders):
        raise Unmet("a wand that answers", "that of a table of simulated chips does not")
    _same("the wand to tell", signal, readers.signals[-1][1] if readers.signals else "nothing")


# --- what can be expected ---


def _position(stage: Stage) -> Position:
    position: Position = stage.history.position
    return position


def _same(what: str, wanted: object, found: object) -> None:
    if wanted != found:
        raise Unmet(f"{what} {_written(wanted)}", f"found {_written(found)}")


def _written(value: object) -> str:
    return (" ".join(map(str, value)) or "nothing") if isinstance(value, list | tuple) else str(value)


def _of(stage: Stage, player: str) -> Player:
    position = _position(stage)
    if player not in position.setup.players:
        raise Unmet(f"{player} in the game", f"there are {', '.join(position.setup.players)}")
    return position.players[position.setup.players.index(player)]


def _phase(stage: Stage, phase: Phase) -> None:
    _same("the phase", phase, _position(stage).phase)


def _actions(stage: Stage, number: int) -> None:
    _same("actions left:", number, _position(stage).actions_left)


def _active(stage: Stage, player: str) -> None:
    _same("the turn of", player, stage.game.active(_position(stage)))


def _expect_route(stage: Stage, route: str, houses: str) -> None:
    position = _position(stage)
    _same(f"on {route}", houses, position.routes[position.setup.side.route_number[route]])


def _offices(stage: Stage, city: str, houses: str) -> None:
    position = _position(stage)
    _same(f"in {city}", houses, position.cities.offices(position.setup.side.city_number[city]))


def _supply(stage: Stage, player: str, traders: int, merchants: int) -> None:
    found = _of(stage, player)
    _same(f"in the supply of {player}:", [traders, merchants], [found.supply(Kind.TRADER), found.supply(Kind.MERCHANT)])


def _stock(stage: Stage, player: str, traders: int, merchants: int) -> None:
    found = _of(stage, player)
    _same(f"in the stock of {player}:", [traders, merchants], [found.stock(Kind.TRADER), found.stock(Kind.MERCHANT)])


def _prestige(stage: Stage, player: str, number: int) -> None:
    _same(f"prestige of {player}:", number, _of(stage, player).prestige)


def _expect_markers(stage: Stage, player: str, markers: list[Marker]) -> None:
    _same(f"markers of {player}:", sorted(markers), sorted(_of(stage, player).markers))


def _completed(stage: Stage, number: int) -> None:
    _same("completed cities:", number, _position(stage).cities.completed)


def _pile(stage: Stage, number: int) -> None:
    _same("markers in the pile:", number, _position(stage).bonus.pile)


def _pawn(stage: Stage, province: str) -> None:
    _same("the pawn in", province, _position(stage).pawn)


def _score(stage: Stage, player: str, number: int) -> None:
    _of(stage, player)
    position = _position(stage)
    _same(f"the score of {player}", number, score(position, position.setup.players.index(player)).total)


def _winners(stage: Stage, players: list[str]) -> None:
    _same("won by", players, stage.state["winners"])


def _last_move(stage: Stage, moves: list[Entry]) -> None:
    _same("the last moves to be", moves, list(stage.history.entries[-len(moves) :]))


_FORMS = (
    Form("new game {players} start {player}", "set up a game at once", _new_game),
    Form("fill [the] taverns", "turn up the three first markers", _taverns),
    Form("play {moves}", "play moves or corrections at once, in the notation", _play),
    Form("try {moves}", "post moves or corrections as a page does; they may be refused", _try),
    Form("touch {spots}", "touch spots of chart or card with the wand, one after the other", _touch),
    Form("touch {spot} and {other} at once", "hold the wand so that two spots are heard", _touch_both),
    Form("touch {spot} with {other} beyond it", "the wand hears both, and tells which is nearer", _touch_nearest),
    Form("spoil [the] sticker of {spot}", "a spot does not answer any more", _spoil),
    Form("unplug [the] wand", "pull the wand's plug", _unplug),
    Form("plug [the] wand", "put the wand's plug back", _plug),
    Form("count touches", "count the touches from here", _count_touches),
    Form("expect wand {signal}", "this is the last that the hand was told", _answer),
    Form("expect at most {number} touches", "no more touches since `count touches`", _touches),
    Form("expect phase {phase}", "the game waits for this kind of decision", _phase),
    Form("expect actions {number}", "this many actions are left", _actions),
    Form("expect active {player}", "it is this player's turn, whoever decides", _active),
    Form("expect route {route} {houses}", "these pieces are on a route's houses", _expect_route),
    Form("expect offices {city} {houses}", "these pieces are in a city's offices, from left to right", _offices),
    Form(
        "expect supply {player} {traders} {merchants}",
        "this many traders and merchants are in a supply",
        _supply,
    ),
    Form("expect stock {player} {traders} {merchants}", "this many traders and merchants are in a stock", _stock),
    Form("expect prestige {player} {number}", "a player has this many points on the track", _prestige),
    Form("expect markers {player} {markers}", "exactly these markers lie face up before a player", _expect_markers),
    Form("expect completed {number}", "this many cities are complete", _completed),
    Form("expect pile {number}", "this many markers lie face down in the pile", _pile),
    Form("expect pawn {province}", "the pawn is in this province", _pawn),
    Form("expect score {player} {number}", "a player has this many points", _score),
    Form("expect winner {players}", "the game is over, and this player has won, or these share it", _winners),
    Form("expect last move {moves}", "the last moves were these", _last_move),
)

VOCABULARY = Vocabulary(_FORMS, SLOTS)
