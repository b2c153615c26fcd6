"""Boards, set-ups, positions and corrections for hypothesis."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from hypothesis import strategies as st

from companion.games.game import IllegalMove
from companion.games.hansa.boards import named_board
from companion.games.hansa.rules.board import CITY_IDS, Board, City
from companion.games.hansa.rules.codec import Entry
from companion.games.hansa.rules.corrections import (
    BeginTurn,
    Correction,
    Leave,
    MoveBooth,
    MoveMarker,
    MovePile,
    MoveShip,
    MoveTalers,
    MoveTurn,
    SwapMarkers,
    correct,
    goods_at,
    marker_places,
)
from companion.games.hansa.rules.goods import ALL_MARKERS, COLOURS, Marker, kinds_in
from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import End, Move
from companion.games.hansa.rules.play import play
from companion.games.hansa.rules.position import Phase, Position
from companion.games.hansa.rules.setup import GOODS_IN_PLAY, PLAYER_COLOURS, new_game

LONGEST_GAME = 5_000  # moves
seeds = st.integers(0, 2**32 - 1)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Any board: a round trip through all cities, or a tree of two-way routes, and some routes more."""
    order = draw(st.permutations(CITY_IDS))
    routes: dict[str, list[str]] = {city: [] for city in order}
    if draw(st.booleans()):
        for city, to in zip(order, [*order[1:], order[0]], strict=True):
            routes[city].append(to)
    else:
        for place, city in enumerate(order[1:], 1):
            parent = order[draw(st.integers(0, place - 1))]
            routes[city].append(parent)
            routes[parent].append(city)
    for city, to in draw(st.lists(st.tuples(st.sampled_from(CITY_IDS), st.sampled_from(CITY_IDS)), max_size=8)):
        if city != to and to not in routes[city]:
            routes[city].append(to)
    cities = [
        City(city, number, draw(st.integers(1, 2)), tuple(routes[city]))
        for number, city in enumerate(draw(st.permutations(CITY_IDS)), 1)
    ]
    return Board(draw(st.sampled_from(CITY_IDS)), tuple(cities))


@st.composite
def first_positions(draw: st.DrawFn, any_board: bool = True) -> Position:
    """The first position of a game, mostly on the board that ships."""
    players = draw(st.permutations(PLAYER_COLOURS))[: draw(st.integers(2, 4))]
    goods = draw(st.permutations(COLOURS))[: GOODS_IN_PLAY[len(players)]]
    board = draw(st.one_of(st.just(named_board("0.1")), boards())) if any_board else named_board("0.1")
    return new_game(board, players, start=draw(st.sampled_from(players)), goods=goods)


def random_entry(position: Position, random: Random, corrections: float = 0.0) -> Entry:
    """A legal move, or so likely a correction that the position accepts."""
    while random.random() < corrections or position.phase is Phase.OVER:
        correction = random_correction(position, random)
        if accepts(position, correction):
            return correction
    return random_move(position, random)


def random_move(position: Position, random: Random) -> Move:
    """A legal move; the turn is ended rarely while there is something to do, so that hands fill and players meet."""
    moves = list(legal_moves(position))
    busy = [move for move in moves if not isinstance(move, End)]
    return random.choice(busy if busy and random.random() < 0.5 else moves)


def step(position: Position, entry: Entry) -> Position:
    """The position after a move or a correction."""
    return (correct(position, entry) if isinstance(entry, Correction) else play(position, entry)).position


def accepts(position: Position, correction: Correction) -> bool:
    try:
        correct(position, correction)
    except IllegalMove:
        return False
    return True


def walk(first: Position, random: Random, corrections: float = 0.0) -> Iterator[tuple[Entry, Position]]:
    """A random game from a position to its end: each entry with the position after it."""
    position, played = first, 0
    while position.phase is not Phase.OVER:
        assert played < LONGEST_GAME, "the game does not end"
        played += 1
        entry = random_entry(position, random, corrections)
        position = step(position, entry)
        yield entry, position


@st.composite
def games(draw: st.DrawFn, corrections: float = 0.05) -> tuple[Position, list[Entry]]:
    """A first position and what was played and corrected from there, to the end or not."""
    first = draw(first_positions())
    plies = draw(st.one_of(st.integers(0, 60), st.integers(0, 400)))
    line = walk(first, Random(draw(seeds)), corrections)
    return first, [entry for _, (entry, _) in zip(range(plies), line, strict=False)]


@st.composite
def positions(draw: st.DrawFn, corrections: float = 0.05, any_board: bool = True) -> Position:
    """Any position of a game, its phase chosen first so that rare ones come up as often."""
    wanted = draw(st.sampled_from(list(Phase)))
    random = Random(draw(seeds))
    found = draw(first_positions(any_board))
    for _, after in walk(found, random, corrections):
        if after.phase is wanted:
            found = after
            if random.random() < 0.2:
                break
    return found


# --- corrections ---


def _marker_at(position: Position, place: str, random: Random) -> Marker:
    there = kinds_in(goods_at(position, place))
    return random.choice(there or ALL_MARKERS)


def _filled_place(position: Position, random: Random) -> str:
    filled = [place for place in marker_places(position) if goods_at(position, place)]
    return random.choice(filled)


def _move_marker(position: Position, random: Random) -> Correction:
    source = _filled_place(position, random)
    return MoveMarker(_marker_at(position, source, random), source, random.choice(marker_places(position)))


def _swap_markers(position: Position, random: Random) -> Correction:
    place, other = _filled_place(position, random), _filled_place(position, random)
    return SwapMarkers(_marker_at(position, place, random), place, _marker_at(position, other, random), other)


def _move_talers(position: Position, random: Random) -> Correction:
    places = ("bank", *position.setup.players)
    return MoveTalers(random.randint(1, 6), random.choice(places), random.choice(places))


def _move_booth(position: Position, random: Random) -> Correction:
    places = ("supply", *CITY_IDS)
    player = random.choice(position.setup.players)
    seat = position.setup.players.index(player)
    sources = [city for city in CITY_IDS if position.booths_in(city, seat)]
    return MoveBooth(player, random.choice([*sources, "supply"]), random.choice(places))


_MAKE: dict[type[Correction], Callable[[Position, Random], Correction]] = {
    MoveTalers: _move_talers,
    MoveBooth: _move_booth,
    MoveMarker: _move_marker,
    SwapMarkers: _swap_markers,
    MoveShip: lambda _, random: MoveShip(random.choice(CITY_IDS)),
    BeginTurn: lambda position, random: BeginTurn(random.choice(position.setup.players)),
    MoveTurn: lambda position, random: MoveTurn(random.choice(position.setup.players)),
    MovePile: lambda _, random: MovePile(random.randint(1, 9), random.randint(1, 5), random.randint(1, 5)),
    Leave: lambda position, random: Leave(random.choice(position.setup.players)),
}
CORRECTION_TYPES = tuple(_MAKE)


def random_correction(position: Position, random: Random) -> Correction:
    """A correction that makes sense here, if not always one that is accepted; leaving is rare."""
    kinds = [kind for kind in CORRECTION_TYPES for _ in range(1 if kind is Leave else 4)]
    return _MAKE[random.choice(kinds)](position, random)


# --- JSON to spoil ---

json_values: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 30)
    | st.integers()
    | st.floats()
    | st.sampled_from(["", "gray", "white", "danzig", "blue", "blue1", "orange2", "lose", "over", "fill", "0"])
    | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=5,
)


def paths_of(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where everything in a JSON value is."""
    yield path
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from paths_of(child, (*path, key))


@st.composite
def spoilt(draw: st.DrawFn, value: Any) -> Any:
    """The same JSON value with one thing in it replaced, missing, added or twice."""
    path = draw(st.sampled_from(sorted(paths_of(value), key=lambda each: (len(each), str(each)))))
    if not path:
        return draw(json_values)
    *way, key = path
    inner = value
    for step in way:
        inner = inner[step]
    match draw(st.sampled_from(["replace", "delete", "add", "copy"])):
        case "replace":
            inner[key] = draw(json_values)
        case "delete":
            del inner[key]
        case "add" if isinstance(inner, dict):
            inner[draw(st.text(max_size=6))] = draw(json_values)
        case _ if isinstance(inner, list):
            inner.insert(key, inner[draw(st.integers(0, len(inner) - 1))])
        case _:
            inner[key] = draw(json_values)
    return value
