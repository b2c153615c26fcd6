"""Boards as text: the owner's TOML file, and the description that other programs send.

In: a text or a plain value. Out: a `Board`, or a `BoardError` whose one line names the place and what was expected
there. The caller reads and writes the file itself.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.games.hansa.rules.board import CITY_NAMES, Board, BoardError, City, expect

FORMAT = 1
# No board comes close to these. tomllib takes minutes for keys with thousands of dots, and its message repeats them.
LONGEST_TEXT, LONGEST_LINE, LONGEST_MESSAGE = 200_000, 1_000, 200
CERTAINTIES = ("rulebook", "sources", "derived", "guess")


def _take(table: Mapping[str, Any], where: str, key: str, kind: str, fits: Callable[[Any], bool]) -> Any:
    """Take a required key of a table, of the right kind."""
    if key not in table:
        raise BoardError(f"{where}: {key}: missing, expected {kind}")
    expect(fits(table[key]), f"{where}: {key}", table[key], kind)
    return table[key]


def _is_text(value: Any) -> bool:
    return type(value) is str


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_whole(value: Any) -> bool:
    return type(value) is int


def _is_place(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(v) in (int, float) and 0 <= v <= 100 for v in value)


def _no_others(table: Mapping[str, Any], where: str, known: Sequence[str]) -> None:
    for key in table:
        if key not in known:
            raise BoardError(f"{where}: {key!r:.60}: unknown, expected only {', '.join(known)}")


def parse_board(text: str, *, source: str = "board") -> Board:
    """Read a board file; `source` names it in errors."""
    if len(text) > LONGEST_TEXT:
        raise BoardError(f"{source}: not a board: more than {LONGEST_TEXT} characters")
    if any(len(line) > LONGEST_LINE for line in text.split("\n")):
        raise BoardError(f"{source}: not a TOML file: a line of more than {LONGEST_LINE} characters")
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BoardError(f"{source}: not a TOML file: {str(error)[:LONGEST_MESSAGE]}") from error
    try:
        return _board_of_file(table)
    except BoardError as error:
        raise BoardError(f"{source}: {error}") from None


def _board_of_file(table: Mapping[str, Any]) -> Board:
    _no_others(table, "file", ("format", "start", "city"))
    version = _take(table, "file", "format", f"format = {FORMAT}", _is_whole)
    expect(version == FORMAT, "format", version, str(FORMAT))
    rows = _take(table, "file", "city", "nine [[city]] tables", lambda value: isinstance(value, list))
    cities = [_city_of_row(row, f"city {place}") for place, row in enumerate(rows, 1)]
    start = _take(table, "file", "start", "the id of a city", _is_text)
    return Board(start, tuple(sorted(cities, key=lambda city: city.number)))


def _city_of_row(row: Any, place: str) -> City:
    expect(isinstance(row, dict), place, row, "a [[city]] table")
    city_id = _take(row, place, "id", "the id of a city", _is_text)
    where = f"city {city_id!r:.60}"
    _no_others(row, where, ("id", "name", "number", "spaces", "routes", "map", "certainty"))
    certainty = row.get("certainty", {})
    expect(isinstance(certainty, dict), f"{where}: certainty", certainty, "a table")
    _no_others(certainty, f"{where}: certainty", ("number", "spaces", "routes"))
    for key, value in certainty.items():
        expect(value in CERTAINTIES, f"{where}: certainty.{key}", value, f"one of {', '.join(CERTAINTIES)}")
    place_on_map = row.get("map", [50, 50])
    expect(_is_place(place_on_map), f"{where}: map", place_on_map, "two numbers from 0 to 100")
    return City(
        id=city_id,
        number=_take(row, where, "number", "a number from 1 to 9", _is_whole),
        spaces=_take(row, where, "spaces", "1 or 2", _is_whole),
        routes=tuple(_take(row, where, "routes", "a list of city ids", _is_texts)),
        name=_take({"name": CITY_NAMES.get(city_id, city_id)} | row, where, "name", "the city's name", _is_text),
        place=(float(place_on_map[0]), float(place_on_map[1])),
        certainty=certainty,
    )


def board_from_json(value: Any) -> Board:
    """Read a board as other programs describe it: `start` and the `cities` in number order."""
    expect(isinstance(value, dict), "board", value, "an object")
    _no_others(value, "board", ("start", "cities"))
    rows = _take(value, "board", "cities", "a list of nine cities", lambda rows: isinstance(rows, list))
    cities = []
    for number, row in enumerate(rows, 1):
        where = f"board: city {number}"
        expect(isinstance(row, dict), where, row, "an object")
        _no_others(row, where, ("id", "spaces", "routes"))
        city_id = _take(row, where, "id", "the id of a city", _is_text)
        spaces = _take(row, where, "spaces", "1 or 2", _is_whole)
        routes = tuple(_take(row, where, "routes", "a list of city ids", _is_texts))
        cities.append(City(city_id, number, spaces, routes, CITY_NAMES.get(city_id, city_id)))
    return Board(_take(value, "board", "start", "the id of a city", _is_text), tuple(cities))


def board_to_json(board: Board) -> dict[str, Any]:
    """Describe a board so that `board_from_json` gives an equal one."""
    rows = [{"id": city.id, "spaces": city.spaces, "routes": list(city.routes)} for city in board.cities]
    return {"start": board.start, "cities": rows}
