"""Lists what differs between one side of a board and the one that ships, as short lines of words.

Records and kept positions carry these lines, so that a game on a corrected board stays what it was. Each line names
one city, route, province or soldier and says all that it holds; nothing else about the side is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.games.teutonica.rules.board import (
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
from companion.games.teutonica.rules.boardfile import format_office, parse_office
from companion.games.teutonica.rules.desk import ABILITIES, Ability

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
                cities[words[0]] = _city(cities[words[0]], words[1:], where)
            case "route":
                expect(words[0] in board.route_ids, "route", words[0], "a route of the board")
                routes.pop(words[0], None)
                if words[1:] != [_NONE]:
                    routes[words[0]] = _route(words, where)
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


def _city(city: City, words: Sequence[str], where: str) -> City:
    expect(len(words) > 1, where, list(words), f"an ability or {_NONE}, and offices such as round-white-coin")
    known = words[0] in ABILITIES or words[0] == _NONE
    expect(known, where, words[0], f"one of {', '.join(ABILITIES)}, {_NONE}")
    offices: tuple[Office, ...] = tuple(parse_office(word.replace("-", " "), where) for word in words[1:])
    return replace(city, offices=offices, ability=None if words[0] == _NONE else Ability(words[0]))


def _route(words: Sequence[str], where: str) -> Route:
    tavern = words[2:] == [_TAVERN]
    fits = len(words) == 2 + tavern and words[1] in ("2", "3", "4")
    if not fits:
        raise BoardError(f"{where}: {' '.join(words[1:])!r:.60} given, expected 2 to 4, with {_TAVERN}, or {_NONE}")
    return Route(words[0], int(words[1]), tavern)
