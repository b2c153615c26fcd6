"""The board: its two sides with cities, offices and routes, and the provinces of the game for two.

In: facts. Out: a `Board` on which a game cannot get stuck, or a `BoardError` that says what was expected. Within the
rules cities and routes are numbers, their index in the board's order; everywhere else they have ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from companion.games.game import GameError
from companion.games.teutonica.rules.pieces import EMPTY, Ability, Kind, Places, Privilege

SIDE_OF = {2: "2-3", 3: "2-3", 4: "4-5", 5: "4-5"}  # by number of players (ruling 1)
SIDES = ("2-3", "4-5")
TAVERNS = 3
FEWEST_HOUSES, MOST_HOUSES = 2, 4
MOST_ROUTES = 40
MOST_OFFICES = 4


class BoardError(GameError):
    """A board that cannot be played on; the message is one line: where, what was given, what was expected."""


@dataclass(frozen=True, slots=True)
class Office:
    """One printed office of a city."""

    kind: Kind  # square for a trader, round for a merchant
    privilege: Privilege
    coin: bool = False


@dataclass(frozen=True, slots=True)
class City:
    """One city of one side; its offices stand from left to right."""

    id: str
    offices: tuple[Office, ...]
    ability: Ability | None = None
    name: str = field(default="", compare=False)  # for people; it does not make a different board
    place: tuple[float, float] = field(default=(50.0, 50.0), compare=False)  # on our own drawing, in per cent
    certainty: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Route:
    """One route of one side; its houses are counted from the first-named city."""

    id: str
    houses: int
    tavern: bool = False
    certainty: str = field(default="", compare=False)

    @property
    def ends(self) -> tuple[str, str]:
        """Name the two cities."""
        first, _, second = self.id.partition("-")
        return first, second


@dataclass(frozen=True, slots=True)
class Province:
    """One province of the game for two, and the routes that border it."""

    id: str
    routes: tuple[str, ...]
    certainty: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Soldier:
    """A border without a route: it stands between two cities and divides two provinces."""

    between: tuple[str, str]
    provinces: tuple[str, str]
    certainty: str = field(default="", compare=False)


@dataclass(frozen=True)
class Side:
    """One side of the board, with everything that moves need computed once."""

    name: str
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    provinces: tuple[Province, ...] = ()
    soldiers: tuple[Soldier, ...] = ()
    link: tuple[str, str] = ("arnheim", "stendal")
    table: str = "coellen-warburg"

    def __post_init__(self) -> None:
        _check(self)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, self.cities, self.routes, self.provinces, self.soldiers))

    @cached_property
    def city_number(self) -> Mapping[str, int]:
        """Number the cities by id."""
        return {city.id: number for number, city in enumerate(self.cities)}

    @cached_property
    def route_number(self) -> Mapping[str, int]:
        """Number the routes by id."""
        return {route.id: number for number, route in enumerate(self.routes)}

    @cached_property
    def ends(self) -> tuple[tuple[int, int], ...]:
        """Number the two cities of each route, the first-named first."""
        number = self.city_number
        return tuple((number[first], number[second]) for first, second in (route.ends for route in self.routes))

    @cached_property
    def neighbours(self) -> tuple[frozenset[int], ...]:
        """Number the cities at the other ends of each city's routes."""
        return tuple(
            frozenset(b if a == city else a for a, b in self.ends if city in (a, b)) for city in range(len(self.cities))
        )

    @cached_property
    def rings(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Number for each route the other routes around it: the adjacent ones, those two away, and so on."""
        return tuple(tuple(_rings(route, self.ends)) for route in range(len(self.routes)))

    @cached_property
    def taverns(self) -> tuple[int, ...]:
        """Number the routes with a tavern, in the board's order."""
        return tuple(number for number, route in enumerate(self.routes) if route.tavern)

    @cached_property
    def termini(self) -> tuple[int, int]:
        """Number the two cities of the link."""
        return self.city_number[self.link[0]], self.city_number[self.link[1]]

    @cached_property
    def bordering(self) -> Mapping[str, frozenset[int]]:
        """Number the routes that border each province."""
        return {each.id: frozenset(self.route_number[route] for route in each.routes) for each in self.provinces}

    @cached_property
    def bordering_bits(self) -> Mapping[str, int]:
        """Return the routes that border each province as bits, one for each route."""
        return {province: sum(1 << route for route in routes) for province, routes in self.bordering.items()}

    @cached_property
    def next_provinces(self) -> Mapping[str, tuple[str, ...]]:
        """Name the provinces across one border from each province."""
        return {each.id: tuple(sorted(_across(each, self))) for each in self.provinces}

    @cached_property
    def near_provinces(self) -> Mapping[str, tuple[str, ...]]:
        """Name the provinces across one or two borders from each province (ruling 42)."""
        one = self.next_provinces
        return {here: tuple(sorted({*one[here], *(p for to in one[here] for p in one[to])} - {here})) for here in one}

    @cached_property
    def empty_houses(self) -> tuple[Places, ...]:
        """Return the houses of every route, all empty."""
        return tuple(EMPTY * route.houses for route in self.routes)

    @cached_property
    def empty_offices(self) -> tuple[Places, ...]:
        """Return the printed offices of every city, all empty."""
        return tuple(EMPTY * len(city.offices) for city in self.cities)


@dataclass(frozen=True)
class Board:
    """Both sides of a board, and the version of the facts."""

    sides: tuple[Side, Side]
    version: int = 1

    def side(self, name: str) -> Side:
        """Return the side of this name."""
        return self.sides[SIDES.index(name)]

    @cached_property
    def city_ids(self) -> tuple[str, ...]:
        """Name the cities of either side."""
        return tuple(dict.fromkeys(city.id for side in self.sides for city in side.cities))

    @cached_property
    def route_ids(self) -> tuple[str, ...]:
        """Name the routes of either side."""
        return tuple(dict.fromkeys(route.id for side in self.sides[::-1] for route in side.routes))

    @cached_property
    def province_ids(self) -> tuple[str, ...]:
        """Name the provinces."""
        return tuple(province.id for province in self.sides[0].provinces)


def _rings(route: int, ends: tuple[tuple[int, int], ...]) -> Iterable[tuple[int, ...]]:
    """Follow the routes outward from one, ring by ring (ruling 14)."""
    reached, cities = {route}, set(ends[route])
    while ring := tuple(r for r, (a, b) in enumerate(ends) if r not in reached and (a in cities or b in cities)):
        yield ring
        reached.update(ring)
        cities.update(city for r in ring for city in ends[r])


def _across(province: Province, side: Side) -> set[str]:
    shared = {other.id for other in side.provinces if set(other.routes) & set(province.routes)}
    guarded = {each for soldier in side.soldiers if province.id in soldier.provinces for each in soldier.provinces}
    return (shared | guarded) - {province.id}


def expect(holds: bool, where: str, given: object, expected: str) -> None:
    """Refuse in one line what does not hold."""
    if not holds:
        try:
            shown = f"{given!r:.60}"
        except (RecursionError, ValueError):  # nested too deeply, or a number of thousands of digits
            shown = "something endless"
        raise BoardError(f"{where}: {shown} given, expected {expected}")


def _check(side: Side) -> None:
    """Refuse a side on which a game could get stuck, or that contradicts itself."""
    where = f"side {side.name}"
    expect(side.name in SIDES, "side", side.name, f"one of {', '.join(SIDES)}")
    ids = [city.id for city in side.cities]
    for city in side.cities:
        expect(ids.count(city.id) == 1, f"{where}: city", city.id, "each id once")
        expect(city.id.isalpha() and city.id.islower(), f"{where}: city", city.id, "an id of small letters")
        count = len(city.offices)
        expect(1 <= count <= MOST_OFFICES, f"{where}: city {city.id}: offices", count, f"1 to {MOST_OFFICES}")
    route_ids = [route.id for route in side.routes]
    expect(len(route_ids) <= MOST_ROUTES, f"{where}: routes", len(route_ids), f"at most {MOST_ROUTES}")
    for route in side.routes:
        expect(route_ids.count(route.id) == 1, f"{where}: route", route.id, "each id once")
        first, second = route.ends
        expect(first in ids and second in ids, f"{where}: route", route.id, "two cities of the board, as in a-b")
        expect(first != second, f"{where}: route", route.id, "two different cities")
        expect(f"{second}-{first}" not in route_ids, f"{where}: route", route.id, "no route twice")
        fits = FEWEST_HOUSES <= route.houses <= MOST_HOUSES
        expect(fits, f"{where}: route {route.id}: houses", route.houses, f"{FEWEST_HOUSES} to {MOST_HOUSES}")
    taverns = [route.id for route in side.routes if route.tavern]
    expect(len(taverns) == TAVERNS, f"{where}: taverns", taverns, f"{TAVERNS} of them")
    abilities = [city.ability for city in side.cities if city.ability]
    expect(
        sorted(abilities) == sorted(Ability), f"{where}: abilities", list(map(str, abilities)), "each of the five once"
    )
    expect(len(set(side.link)) == 2 and set(side.link) <= set(ids), f"{where}: link", side.link, "two cities")
    expect(side.table in route_ids, f"{where}: table", side.table, "a route")
    joined = {ids[0]} if ids else set()
    while grown := {end for route in side.routes for end in route.ends if joined & set(route.ends)} - joined:
        joined |= grown
    lost = [city for city in ids if city not in joined]
    expect(bool(ids) and not lost, f"{where}: cities", lost, "that routes connect all of them")
    if side.name == SIDE_OF[2]:
        expect(bool(side.provinces), f"{where}: provinces", [], "some: two players need them")
        _check_provinces(side, where)


def _check_provinces(side: Side, where: str) -> None:
    """Refuse provinces that do not fit the routes, or that the pawn could not leave."""
    ids = [province.id for province in side.provinces]
    known = {route.id for route in side.routes}
    for province in side.provinces:
        place = f"{where}: province {province.id}"
        expect(ids.count(province.id) == 1, place, province.id, "each id once")
        for border in province.routes:
            expect(border in known, f"{place}: routes", border, "routes of this side")
            expect(province.routes.count(border) == 1, f"{place}: routes", border, "each route once")
    for route in side.routes:
        borders = [province.id for province in side.provinces if route.id in province.routes]
        expect(len(borders) in (1, 2), f"{where}: route {route.id}: provinces", borders, "one or two that it borders")
    for soldier in side.soldiers:
        place = f"{where}: soldier {' '.join(soldier.between)}"
        cities = {end for route in side.routes for end in route.ends}
        expect(set(soldier.between) <= cities, place, soldier.between, "two cities of the board")
        fits = len(set(soldier.provinces)) == 2 and set(soldier.provinces) <= set(ids)
        expect(fits, f"{place}: provinces", soldier.provinces, "two provinces")
    joined = {ids[0]}
    while grown := {to for here in joined for to in side.next_provinces[here]} - joined:
        joined |= grown
    lost = [province for province in ids if province not in joined]
    expect(not lost, f"{where}: provinces", lost, "that borders connect all of them")
