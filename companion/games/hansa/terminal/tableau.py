"""Hansa in a terminal: the Baltic with its cities, the ship, markers and booths, and what lies before each player."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from companion.display.cells import HALF, Ink, Line, Sheet, Span, cut, rgb, width_of
from companion.games.hansa.game import Hansa
from companion.games.hansa.rules.board import City
from companion.games.hansa.rules.codec import Entry
from companion.games.hansa.rules.goods import Colour, Marker, markers_in, only_kind
from companion.games.hansa.rules.moves import Sail
from companion.games.hansa.rules.position import Phase, Position, majority, pile_in_use
from companion.games.hansa.table import names
from companion.games.hansa.table.cards import CARDS
from companion.shelf.box import Aim, Seat
from companion.table.history import History
from companion.words.say import Say, Translate, say

SEA, SHALLOWS, LAND = rgb("#12354b"), rgb("#1c4a63"), rgb("#3a4638")
GROUNDS = {" ": SEA, "~": SHALLOWS, "#": LAND}
LABEL = Ink(rgb("#23180a"), rgb("#ecdcb6"), bold=True)
SHIP = Ink(rgb("#ffffff"), rgb("#b3261e"), bold=True, inverse=True)
CHOSEN = Ink(rgb("#062012"), rgb("#5df2a0"), bold=True, inverse=True)
OFFERED = Ink(rgb("#062012"), rgb("#a8e6b0"), bold=True)
WALL = Ink(rgb("#d8ccb0"), rgb("#241f18"))
ROUTE, WAY, WAKE = Ink(rgb("#8fc3de")), Ink(rgb("#5df2a0"), bold=True), Ink(rgb("#ffd75e"), bold=True)
SHIP_SIGN, MOST = "▲", "★"

SEATS = {
    "gray": Seat("G", Ink(rgb("#10151a"), rgb("#a7b2bd"), bold=True)),
    "yellow": Seat("Y", Ink(rgb("#201800"), rgb("#f2c11f"), bold=True)),
    "purple": Seat("P", Ink(rgb("#ffffff"), rgb("#8f4fc6"), bold=True)),
    "white": Seat("W", Ink(rgb("#1a1a1a"), rgb("#f7f5ee"), bold=True)),
}
GOODS = {
    Colour.BLUE: (say("Bl"), Ink(rgb("#ffffff"), rgb("#2459b8"))),
    Colour.BROWN: (say("Br"), Ink(rgb("#ffffff"), rgb("#7a4a22"))),
    Colour.GREEN: (say("Gr"), Ink(rgb("#ffffff"), rgb("#1f7a3f"))),
    Colour.ORANGE: (say("Or"), Ink(rgb("#1d0f00"), rgb("#e8842a"))),
    Colour.PINK: (say("Pi"), Ink(rgb("#2a0718"), rgb("#ee9cc0"))),
    Colour.YELLOW: (say("Ye"), Ink(rgb("#221b00"), rgb("#f0d64a"))),
}
FAINT = Ink(rgb("#8d99a3"))
GAP = Span(" ")


class Spot(NamedTuple):
    """Where the block of a city is drawn."""

    x: int
    y: int
    width: int
    height: int
    rows: tuple[Line, ...]

    @property
    def middle(self) -> tuple[int, int]:
        """The cell in the middle."""
        return self.x + self.width // 2, self.y + self.height // 2

    def overlaps(self, other: Spot) -> bool:
        """Return whether two blocks have a cell in common."""
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )


class HansaTerminal:
    """Hansa as cells."""

    seats = SEATS
    sources: Mapping[str, Say] = {
        "unsold": say("held goods"),
        "sold": say("sold goods"),
        "cities": say("cities"),
        "booths": say("booths, if tied"),
    }
    legend = (
        (SHIP_SIGN, say("the ship is here")),
        ("Bl2", say("a marker of goods: its colour and its barrels")),
        ("···", say("an empty space of a warehouse")),
        ("G3", say("booths: whose, and how many")),
        (f"G3{MOST}", say("the most booths: buyers pay this player")),
    )

    def __init__(self, game: Hansa) -> None:
        self.game = game

    def places(self, position: Position, entry: Entry) -> tuple[str, ...]:
        """Return where on the map a move is made."""
        card = CARDS.get(type(entry))
        return card.places(position, entry) if card else ()

    # --- the map ---

    def draw_map(self, history: History, columns: int, lines: int, aim: Aim, translate: Translate) -> Sheet:
        """Draw the water, the routes on it, and the cities in front."""
        position: Position = history.position
        sheet = _water(columns, lines).copy()
        spots = self.spots(position, columns, lines, aim, translate)
        last = history.steps[-1].entry if history.steps else None
        came = history.position_before(len(history.steps) - 1).ship if isinstance(last, Sail) else ""
        for city in _cities(position):
            for to in city.routes:
                _draw_route(sheet, spots[city.id], spots[to], _route_ink(position, city.id, to, came, aim))
        for spot in spots.values():
            for row, line in enumerate(spot.rows):
                sheet.fill(spot.x, spot.y + row, spot.width, 1, WALL if row else line[0].ink)
                sheet.put_line(spot.x, spot.y + row, line, spot.width)
        return sheet

    def spots(self, position: Position, columns: int, lines: int, aim: Aim, translate: Translate) -> Mapping[str, Spot]:
        """Return the block of each city, where it is drawn."""
        spots = {city.id: self._spot(position, city.id, columns, lines, aim, translate) for city in _cities(position)}
        return _apart(spots, columns)

    def _spot(self, position: Position, city: str, columns: int, lines: int, aim: Aim, translate: Translate) -> Spot:
        rows = self._rows(position, city, aim, translate)
        width, height = max(sum(width_of(span.text) for span in row) for row in rows), len(rows)
        left, top, per_column, per_line = _view(columns, lines)
        at_x, at_y = self.game.board.city[city].place
        x = round((at_x - left) / per_column - width / 2)
        y = round((at_y - top) / per_line - height / 2)
        width = min(width, columns)
        return Spot(max(0, min(columns - width, x)), max(0, min(lines - height, y)), width, height, rows)

    def _rows(self, position: Position, city: str, aim: Aim, translate: Translate) -> tuple[Line, ...]:
        """Return the block of a city: its name, its warehouse, its booths."""
        facts, place = position.setup.board.city[city], names.city_place(city)
        sign = f"{SHIP_SIGN} " if position.ship == city else ""
        name = names.city_called(self.game.board.city[city].name).in_language(translate)
        ink = LABEL if not sign else SHIP
        ink = CHOSEN if _is_meant(place, city, aim.chosen) else OFFERED if place in aim.offered else ink
        stock: list[Span] = []
        for good in position.stock(city):
            kind = only_kind(good) if good else None
            stock += [_tile(kind, translate) if kind else Span("···", WALL), GAP]
        booths: list[Span] = []
        owner = majority(position.booths, city)
        for seat in position.seats:
            if count := position.booths_in(city, seat):
                look = SEATS[position.setup.players[seat]]
                booths.append(Span(f"{look.letter}{count}{MOST if seat == owner else ''}", look.ink))
        booths = booths or [Span(" ", WALL)]
        return (Span(f" {sign}{facts.number} {cut(name, 12)} ", ink),), (GAP, *stock), (GAP, *booths)

    # --- beside the map ---

    def tell_desk(self, position: Position, player: str, translate: Translate) -> tuple[Line, ...]:
        """Tell talers, booths and goods."""
        seat = position.setup.players.index(player)

        def said(words: Say) -> str:
            return words.in_language(translate)

        talers = said(say("{talers} T", talers=position.purse(seat)))
        booths = said(names.booths(position.booths_left(seat)))
        goods = markers_in(position.hands[seat])
        sold = markers_in(position.sold[seat])
        tiles = tuple(span for good in goods for span in (_tile(good, translate), GAP))
        return (
            (Span(f"{talers}  ", Ink(rgb("#f5c542"), bold=True)), *(tiles or (Span(said(say("no goods")), FAINT),))),
            (Span(said(say("{booths} left, {count} sold", booths=booths, count=len(sold))), FAINT),),
        )

    def tell_course(self, history: History, translate: Translate) -> Line:
        """Tell the piles and the bank."""
        position: Position = history.position
        used = pile_in_use(position)
        piles = [Span(f"{say('Piles').in_language(translate)} ", FAINT)]
        for number, count in enumerate(position.piles):
            ink = Ink(bold=True) if number == used else FAINT
            piles.append(Span(f"{'►' if number == used else ''}{count} ", ink))
        bank = say("bank {talers} T", talers=position.bank).in_language(translate)
        last = position.course.last_round and position.phase is not Phase.OVER
        warning = (Span(f" {say('Last round!').in_language(translate)} ", SHIP),) if last else ()
        return (*piles, Span(f"· {bank} ", FAINT), *warning)


def _apart(spots: Mapping[str, Spot], columns: int) -> dict[str, Spot]:
    """Move blocks that lie on one another to the sides, as far as there is room."""
    placed = dict(spots)
    for _ in range(columns):
        lying = [
            (one, other)
            for one, other in combinations(sorted(placed, key=lambda city: placed[city]), 2)
            if placed[one].overlaps(placed[other])
        ]
        if not lying:
            break
        for one, other in lying:
            left, right = placed[one], placed[other]
            if right.x + right.width < columns:
                placed[other] = right._replace(x=right.x + 1)
            elif left.x > 0:
                placed[one] = left._replace(x=left.x - 1)
    return placed


def _cities(position: Position) -> tuple[City, ...]:
    return position.setup.board.cities


def _is_meant(place: str, city: str, places: Collection[str]) -> bool:
    """Return whether a city is meant, itself or by its warehouse."""
    return place in places or any(each.startswith(f"warehouse.{city}.") for each in places)


def _tile(good: Marker, translate: Translate) -> Span:
    sign, ink = GOODS[good.colour]
    return Span(f"{sign.in_language(translate)}{good.barrels}", ink)


# --- water and routes ---


def _view(columns: int, lines: int) -> tuple[float, float, float, float]:
    """Return left, top, and how much of the board file's map is in a column and in a line.

    From top to bottom the whole map is seen; in a wide window also what lies left and right of it.
    """
    per_line = 104 / max(lines, 1)
    per_column = max(104 / max(columns, 1), per_line / 2.6)
    return 50 - per_column * columns / 2, -2.0, per_column, per_line


@lru_cache(maxsize=8)
def _water(columns: int, lines: int) -> Sheet:
    left, top, per_column, per_line = _view(columns, lines)
    rows = ground(columns, lines, left, top, per_column, per_line)
    sheet = Sheet(columns, lines)
    for y in range(lines):
        for x in range(columns):
            above, below = GROUNDS[rows[2 * y][x]], GROUNDS[rows[2 * y + 1][x]]
            sheet.put(x, y, " " if above == below else HALF, Ink(None if above == below else above, below))
    return sheet


def _route_ink(position: Position, begin: str, end: str, came: str, aim: Aim) -> Ink:
    if (begin, end) == (came, position.ship):
        return WAKE
    place = names.city_place(end)
    return WAY if begin == position.ship and (place in aim.offered or place in aim.chosen) else ROUTE


def _draw_route(sheet: Sheet, begin: Spot, end: Spot, ink: Ink) -> None:
    """Draw an arrow from one block to another, its head just before the second."""
    (x0, y0), (x1, y1) = begin.middle, end.middle
    sheet.line((x0, y0), (x1, y1), ink, every=1 if ink.bold else 2)
    steps = max(abs(x1 - x0), 2 * abs(y1 - y0), 1)
    for step in range(steps, -1, -1):
        x, y = round(x0 + (x1 - x0) * step / steps), round(y0 + (y1 - y0) * step / steps)
        if not (end.x <= x < end.x + end.width and end.y <= y < end.y + end.height):
            sheet.put(x, y, _head(x1 - x0, y1 - y0), ink._replace(bold=True))
            return


def _head(dx: int, dy: int) -> str:
    """Return an arrow's head; a line is about twice as high as a column is wide."""
    if abs(dx) > 2 * abs(dy):
        return "►" if dx > 0 else "◄"
    return "▼" if dy > 0 else "▲"


_FILE = Path(__file__).parents[1] / "page" / "static" / "coast.js"
_POLYGON = re.compile(r"\[(\[[^\[\]]+\](?:,\s*\[[^\[\]]+\])*),?\s*\]")
_POINT = re.compile(r"\[(-?[\d.]+), (-?[\d.]+)\]")
Point = tuple[float, float]


@lru_cache(maxsize=1)
def read_coasts() -> tuple[tuple[Point, ...], ...]:
    """Return the outlines of all land, in the units of the board file's map."""
    text = _FILE.read_text(encoding="utf-8").partition("export const coast =")[2].partition("\n];")[0]
    return tuple(
        tuple((float(x), float(y)) for x, y in _POINT.findall(found.group(1))) for found in _POLYGON.finditer(text)
    )


def is_land(point: Point) -> bool:
    """Return whether a point lies inside an outline: whoever goes right from it crosses an odd number of coasts."""
    return any(_crossings(outline, point) % 2 for outline in read_coasts())


def _crossings(outline: tuple[Point, ...], point: Point) -> int:
    x, y = point
    return sum(
        x < x0 + (y - y0) * (x1 - x0) / (y1 - y0)
        for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True)
        if (y0 > y) != (y1 > y)
    )


@lru_cache(maxsize=16)
def ground(columns: int, lines: int, left: float, top: float, per_column: float, per_line: float) -> tuple[str, ...]:
    """Return the ground of half cells, two rows a line: `#` for land, `~` for a shore, a space for open water."""
    rows = [
        "".join(
            "#" if is_land((left + (column + 0.5) * per_column, top + (row + 0.5) * per_line / 2)) else " "
            for column in range(columns)
        )
        for row in range(2 * lines)
    ]
    return tuple(
        "".join("~" if here == " " and _is_shore(rows, x, y) else here for x, here in enumerate(row))
        for y, row in enumerate(rows)
    )


def _is_shore(rows: list[str], x: int, y: int) -> bool:
    near = (rows[ny][nx] for ny in (y - 1, y, y + 1) if 0 <= ny < len(rows) for nx in _around(x, len(rows[0])))
    return "#" in near


def _around(x: int, width: int) -> range:
    return range(max(0, x - 1), min(width, x + 2))
