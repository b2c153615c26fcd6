"""Boards as text: the TOML file that ships, and the corrected copy of an owner.

In: a text. Out: a `Board`, or a `BoardError` whose one line names the place and what was expected there. The caller
reads the file itself.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.games.teutonica.rules.board import (
    SIDES,
    Board,
    BoardError,
    City,
    Office,
    Province,
    Route,
    Side,
    Soldier,
    expect,
)
from companion.games.teutonica.rules.pieces import ABILITIES, PRIVILEGES, Ability, Kind, Privilege

FORMAT = 1
# No board comes close to these. tomllib takes minutes for keys with thousands of dots, and its message repeats them.
LONGEST_TEXT, LONGEST_LINE, LONGEST_MESSAGE = 200_000, 1_000, 200
SHAPES = {"square": Kind.TRADER, "round": Kind.MERCHANT}
COIN = "coin"
_AN_OFFICE = f"an office such as 'square white' or 'round {PRIVILEGES[-1]} {COIN}'"


def parse_board(text: str, *, source: str = "board", like: Board | None = None) -> Board:
    """Read a board file; `source` names it in errors. With `like`, its ids and the order of that board are kept."""
    if len(text) > LONGEST_TEXT:
        raise BoardError(f"{source}: not a board: more than {LONGEST_TEXT} characters")
    if any(len(line) > LONGEST_LINE for line in text.split("\n")):
        raise BoardError(f"{source}: not a TOML file: a line of more than {LONGEST_LINE} characters")
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BoardError(f"{source}: not a TOML file: {str(error)[:LONGEST_MESSAGE]}") from error
    try:
        return _board_of_file(table, like)
    except BoardError as error:
        raise BoardError(f"{source}: {error}") from None


def parse_office(text: str, where: str) -> Office:
    """Read an office from its words.

    >>> parse_office("round white coin", "stade").coin
    True
    """
    words = text.split()
    coin = words[2:] == [COIN]
    fits = len(words) == 2 + coin and words[0] in SHAPES and words[1] in PRIVILEGES
    expect(fits, where, text, _AN_OFFICE)
    return Office(SHAPES[words[0]], Privilege(words[1]), coin)


def format_office(office: Office) -> str:
    """Write an office as `parse_office` reads it."""
    shape = next(shape for shape, kind in SHAPES.items() if kind is office.kind)
    return f"{shape} {office.privilege}{f' {COIN}' if office.coin else ''}"


def _take(table: Mapping[str, Any], where: str, key: str, kind: str, fits: Callable[[Any], bool]) -> Any:
    """Take a required key of a table, of the right kind."""
    if key not in table:
        raise BoardError(f"{where}: {key}: missing, expected {kind}")
    expect(fits(table[key]), f"{where}: {key}", table[key], kind)
    return table[key]


def _no_others(table: Any, where: str, known: Sequence[str]) -> None:
    expect(isinstance(table, dict), where, table, "a table")
    for key in table:
        if key not in known:
            raise BoardError(f"{where}: {key!r:.60}: unknown, expected only {', '.join(known)}")


def _is_text(value: Any) -> bool:
    return type(value) is str


def _is_whole(value: Any) -> bool:
    return type(value) is int


def _is_table(value: Any) -> bool:
    return isinstance(value, dict)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_pair(value: Any) -> bool:
    return _is_texts(value) and len(value) == 2


def _is_place(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(v) in (int, float) and 0 <= v <= 100 for v in value)


def _board_of_file(table: Mapping[str, Any], like: Board | None) -> Board:
    _no_others(table, "file", ("format", "version", "link", "table", "city", "route", "province", "soldier"))
    number = _take(table, "file", "format", f"format = {FORMAT}", _is_whole)
    expect(number == FORMAT, "format", number, str(FORMAT))
    version = _take(table, "file", "version", "a whole number", _is_whole)
    cities = _take(table, "file", "city", "a [city] table", _is_table)
    routes = _take(table, "file", "route", "a [route] table", _is_table)
    provinces = _take(table, "file", "province", "a [province] table", _is_table)
    soldiers = _take(table, "file", "soldier", "[[soldier]] tables", lambda rows: isinstance(rows, list))
    link = tuple(_take(table, "file", "link", "two cities", _is_pair))
    prestige_table = _take(table, "file", "table", "a route", _is_text)
    if like:
        cities = _in_order(cities, like.city_ids, "city")
        routes = _in_order(routes, like.route_ids, "route")
        provinces = _in_order(provinces, like.province_ids, "province")
    for route, row in routes.items():
        _no_others(row, f"route {route}", ("houses", "tavern", "side", "certainty"))
        expect(
            row.get("side", SIDES[0]) in SIDES, f"route {route}: side", row.get("side"), f"one of {', '.join(SIDES)}"
        )
    made = []
    for place, name in enumerate(SIDES):
        on_side = {route: row for route, row in routes.items() if row.get("side", name) == name}
        first = name == SIDES[0]
        made.append(
            Side(
                name,
                tuple(_city(city, row, name, place) for city, row in cities.items()),
                tuple(_route(route, row, place) for route, row in on_side.items()),
                tuple(_province(province, row) for province, row in provinces.items()) if first else (),
                tuple(map(_soldier, soldiers)) if first else (),
                (link[0], link[1]),
                prestige_table,
            )
        )
    return Board((made[0], made[1]), version)


def _in_order(rows: Mapping[str, Any], known: Sequence[str], what: str) -> dict[str, Any]:
    for key in rows:
        expect(key in known, what, key, f"one of {', '.join(known)}")
    return {key: rows[key] for key in known if key in rows}


def _certainty(row: Mapping[str, Any], where: str, place: int | None = None) -> str:
    value = _take({"certainty": ""} | dict(row), where, "certainty", "a text", _is_text)
    parts = value.split()
    return str(parts[place]) if place is not None and len(parts) == len(SIDES) else str(value)


def _city(city: str, row: Any, side: str, place: int) -> City:
    where = f"city {city}"
    _no_others(row, where, ("name", "map", "ability", "offices", *(f"offices-{each}" for each in SIDES), "certainty"))
    key = f"offices-{side}" if f"offices-{side}" in row else "offices"
    offices = _take(row, where, key, f"offices, separated by commas, each {_AN_OFFICE}", _is_text)
    ability = row.get("ability")
    expect(ability is None or ability in ABILITIES, f"{where}: ability", ability, f"one of {', '.join(ABILITIES)}")
    x, y = _take({"map": [50, 50]} | row, where, "map", "two numbers from 0 to 100", _is_place)
    return City(
        id=city,
        offices=tuple(parse_office(office, f"{where}: {key}") for office in offices.split(",")),
        ability=Ability(ability) if ability else None,
        name=_take({"name": city} | row, where, "name", "the city's name", _is_text),
        place=(float(x), float(y)),
        certainty=_certainty(row, where, place),
    )


def _route(route: str, row: Any, place: int) -> Route:
    where = f"route {route}"
    tavern = _take({"tavern": False} | row, where, "tavern", "true or false", lambda value: type(value) is bool)
    houses = _take(row, where, "houses", "a number from 2 to 4", _is_whole)
    return Route(route, houses, tavern, _certainty(row, where, place))


def _province(province: str, row: Any) -> Province:
    where = f"province {province}"
    _no_others(row, where, ("routes", "certainty"))
    routes = tuple(_take(row, where, "routes", "a list of routes", _is_texts))
    return Province(province, routes, _certainty(row, where))


def _soldier(row: Any) -> Soldier:
    _no_others(row, "soldier", ("between", "provinces", "certainty"))
    between = _take(row, "soldier", "between", "two cities", _is_pair)
    where = f"soldier {' '.join(between)}"
    provinces = _take(row, where, "provinces", "two provinces", _is_pair)
    return Soldier((between[0], between[1]), (provinces[0], provinces[1]), _certainty(row, where))


# --- a side as what it has different from the board that ships ---


CHANGES = ("city", "route", "province", "soldiers", "link", "table")
_NONE = "none"
_TAVERN = "tavern"
Line = tuple[str, ...]


def format_changes(side: Side, shipped: Side) -> list[Line]:
    """Say what a side has different from the one that ships.

    >>> from companion.games.teutonica.boards import shipped_board
    >>> shipped = shipped_board().sides[0]
    >>> routes = (replace(shipped.routes[0], houses=4), *shipped.routes[1:])
    >>> format_changes(replace(shipped, routes=routes), shipped)
    [('route', 'groningen-emden', '4')]
    """
    lines: list[Line] = []
    for city, usual in zip(side.cities, shipped.cities, strict=True):
        if city != usual:
            offices = (format_office(office).replace(" ", "-") for office in city.offices)
            lines.append(("city", city.id, city.ability or _NONE, *offices))
    usual_routes = {route.id: route for route in shipped.routes}
    lines += (("route", route, _NONE) for route in usual_routes if route not in side.route_number)
    for route in side.routes:
        if route != usual_routes.get(route.id):
            lines.append(("route", route.id, str(route.houses), *((_TAVERN,) if route.tavern else ())))
    for province, drawn in zip(side.provinces, shipped.provinces, strict=True):
        if province != drawn:
            lines.append(("province", province.id, *province.routes))
    if side.soldiers != shipped.soldiers:
        posts = (word for soldier in side.soldiers for word in (*soldier.between, *soldier.provinces))
        lines.append(("soldiers", *posts))
    if side.link != shipped.link:
        lines.append(("link", *side.link))
    if side.table != shipped.table:
        lines.append(("table", side.table))
    return lines


def apply_changes(board: Board, name: str, lines: Iterable[Sequence[str]]) -> Side:
    """Return a side of the board that ships with the changes of these lines, or raise BoardError."""
    shipped = board.side(name)
    cities = {city.id: city for city in shipped.cities}
    routes = {route.id: route for route in shipped.routes}
    provinces = {province.id: province for province in shipped.provinces}
    soldiers, link, table = shipped.soldiers, shipped.link, shipped.table
    for key, *words in lines:
        where = " ".join((key, *words[:1]))
        expect(key in CHANGES and bool(words), "change", where, f"one of {', '.join(CHANGES)}, and what it holds")
        match key:
            case "city":
                expect(words[0] in cities, "city", words[0], "a city of the board")
                cities[words[0]] = _city_words(cities[words[0]], words[1:], where)
            case "route":
                expect(words[0] in board.route_ids, "route", words[0], "a route of the board")
                routes.pop(words[0], None)
                if words[1:] != [_NONE]:
                    routes[words[0]] = _route_words(words, where)
            case "province":
                expect(words[0] in provinces, "province", words[0], "a province of the board")
                provinces[words[0]] = Province(words[0], tuple(words[1:]))
            case "soldiers":
                expect(len(words) % 4 == 0, where, len(words), "two cities and two provinces for each")
                posts = [words[at : at + 4] for at in range(0, len(words), 4)]
                soldiers = tuple(Soldier((a, b), (c, d)) for a, b, c, d in posts)
            case "link":
                expect(len(words) == 2, where, words, "two cities")
                link = (words[0], words[1])
            case _:
                table = words[0]
    ordered = tuple(routes[route] for route in board.route_ids if route in routes)
    return Side(name, tuple(cities.values()), ordered, tuple(provinces.values()), soldiers, link, table)


def _city_words(city: City, words: Sequence[str], where: str) -> City:
    expect(len(words) > 1, where, list(words), f"an ability or {_NONE}, and offices such as round-white-coin")
    known = words[0] in ABILITIES or words[0] == _NONE
    expect(known, where, words[0], f"one of {', '.join(ABILITIES)}, {_NONE}")
    offices: tuple[Office, ...] = tuple(parse_office(word.replace("-", " "), where) for word in words[1:])
    return replace(city, offices=offices, ability=None if words[0] == _NONE else Ability(words[0]))


def _route_words(words: Sequence[str], where: str) -> Route:
    tavern = words[2:] == [_TAVERN]
    fits = len(words) == 2 + tavern and words[1] in ("2", "3", "4")
    if not fits:
        raise BoardError(f"{where}: {' '.join(words[1:])!r:.60} given, expected 2 to 4, with {_TAVERN}, or {_NONE}")
    return Route(words[0], int(words[1]), tavern)
