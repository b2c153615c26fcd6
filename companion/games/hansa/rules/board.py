"""The board: nine cities with their warehouse spaces and one-way routes, checked when it is made.

In: cities. Out: a `Board` on which a game cannot get stuck, or a `BoardError` that says what was expected.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.games.game import Refusal, WrongBoard
from companion.games.hansa.rules.moves import End, LegalMoves, Sail

# The cities of the game. Their order is only that of the booth counts in a position; a board gives each its number.
CITY_NAMES = MappingProxyType(
    {
        "tonsberg": "Tønsberg",
        "aalborg": "Aalborg",
        "copenhagen": "Copenhagen",
        "lubeck": "Lübeck",
        "stockholm": "Stockholm",
        "kalmar": "Kalmar",
        "danzig": "Danzig",
        "reval": "Reval",
        "riga": "Riga",
    }
)
CITY_IDS = tuple(CITY_NAMES)
SPACES = (1, 2)  # that a warehouse may have


class BoardError(WrongBoard):
    """A board that cannot be played on; the message is one line: where, what was given, what was expected."""


@dataclass(frozen=True, slots=True)
class City:
    """One city of the board."""

    id: str
    number: int
    spaces: int
    routes: tuple[str, ...]
    name: str = field(default="", compare=False)  # for people; it does not make a different board
    place: tuple[float, float] = field(default=(50.0, 50.0), compare=False)  # on our own drawing, in per cent
    certainty: Mapping[str, str] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "certainty", MappingProxyType(dict(self.certainty)))

    def __reduce__(self) -> tuple[type[City], tuple[object, ...]]:
        # Pickled and copied by what it is made from: a view of a mapping cannot be.
        return City, (self.id, self.number, self.spaces, self.routes, self.name, self.place, dict(self.certainty))


@dataclass(frozen=True)
class Board:
    """A valid board; `cities` stand in number order.

    Facts about each city that every move needs are computed once: its routes, how a player who can or cannot pay may
    finish there, and which warehouse spaces are its own.
    """

    start: str
    cities: tuple[City, ...]
    city: Mapping[str, City] = field(init=False, repr=False, compare=False)
    routes: Mapping[str, tuple[str, ...]] = field(init=False, repr=False, compare=False)
    departures: Mapping[str, LegalMoves] = field(init=False, repr=False, compare=False)
    spaces: Mapping[str, slice] = field(init=False, repr=False, compare=False)
    space_count: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        _check(self)
        spaces, first = {}, 0
        for city in self.cities:
            spaces[city.id] = slice(first, first + city.spaces)
            first += city.spaces
        for name, value in (
            ("city", {city.id: city for city in self.cities}),
            ("routes", {city.id: city.routes for city in self.cities}),
            ("departures", {city.id: LegalMoves((*map(Sail, city.routes), End())) for city in self.cities}),
            ("spaces", spaces),
        ):
            object.__setattr__(self, name, MappingProxyType(value))
        object.__setattr__(self, "space_count", first)

    def __reduce__(self) -> tuple[type[Board], tuple[object, ...]]:
        return Board, (self.start, self.cities)


def _check(board: Board) -> None:
    """Refuse a board on which a game could get stuck or a city is missing."""
    ids = [city.id for city in board.cities]
    for city in board.cities:
        expect(city.id in CITY_IDS, f"city {city.id!r:.60}: id", city.id, f"one of {', '.join(CITY_IDS)}")
        expect(ids.count(city.id) == 1, f"city {city.id!r}: id", city.id, "each id once")
    missing = [each for each in CITY_IDS if each not in ids]
    expect(not missing, "cities", ids, f"all nine; missing: {', '.join(missing)}")
    expect(board.start in CITY_IDS, "start", board.start, f"one of {', '.join(CITY_IDS)}")
    numbers = [city.number for city in board.cities]
    expect(numbers == list(range(1, len(CITY_IDS) + 1)), "numbers", numbers, "1 to 9, each once")
    for city in board.cities:
        where = f"city {city.id!r}"
        expect(city.spaces in SPACES, f"{where}: spaces", city.spaces, "1 or 2")
        expect(bool(city.routes), f"{where}: routes", list(city.routes), "at least one", _no_way_out(city))
        for to in city.routes:
            expect(to in CITY_IDS, f"{where}: routes", to, f"only {', '.join(CITY_IDS)}")
            expect(to != city.id, f"{where}: routes", to, "no route from a city to itself")
            expect(city.routes.count(to) == 1, f"{where}: routes", to, "no route twice")
    onward = {city.id: city.routes for city in board.cities}
    back = {each: [city for city in CITY_IDS if each in onward[city]] for each in CITY_IDS}
    lost = sorted(set(CITY_IDS) - _reachable(board.start, onward))
    expected = f"that every city can be reached from {board.start}"
    expect(not lost, "routes", lost, expected, _not_reached(board.start, lost))
    lost = sorted(set(CITY_IDS) - _reachable(board.start, back))
    expected = f"that every city leads back to {board.start}"
    expect(not lost, "routes", lost, expected, _no_way_back(board.start, lost))


def _no_way_out(city: City) -> Refusal:
    named = {"city": CITY_NAMES[city.id]}
    return Refusal("no_way_out", "No arrow leads away from {city}.", "Add the one that is printed there.", named)


def _not_reached(start: str, lost: Sequence[str]) -> Refusal:
    return Refusal(
        "not_reached", "No arrows lead from {start} to {cities}.", "Add the one that is missing.", _named(start, lost)
    )


def _no_way_back(start: str, lost: Sequence[str]) -> Refusal:
    return Refusal(
        "no_way_back",
        "No arrows lead back from {cities} to {start}.",
        "Add the one that is missing.",
        _named(start, lost),
    )


def _named(start: str, lost: Sequence[str]) -> dict[str, str]:
    return {"start": CITY_NAMES[start], "cities": ", ".join(CITY_NAMES[city] for city in lost)}


def _reachable(start: str, ways: Mapping[str, Sequence[str]]) -> set[str]:
    """Follow all ways from `start`."""
    reached, border = {start}, [start]
    while border:
        for to in ways[border.pop()]:
            if to not in reached:
                reached.add(to)
                border.append(to)
    return reached


def expect(holds: bool, where: str, given: object, expected: str, refusal: Refusal | None = None) -> None:
    """Refuse in one line what does not hold."""
    if not holds:
        try:
            shown = f"{given!r:.60}"
        except (RecursionError, ValueError):  # nested too deeply, or a number of thousands of digits
            shown = "something endless"
        raise BoardError(f"{where}: {shown} given, expected {expected}", refusal)
