"""The places of readers and lamps of the board kit, read from a tray file and checked against a kit.

Refused: readers that overlap or stick out, lamps that overlap or do not run clockwise with the strip's data line.
Said, but not refused: readers so near to each other that one may hear the other's tags.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations, groupby, pairwise
from math import hypot
from typing import Final, NamedTuple

from companion.shelf.board_plan import BoardPlan
from hardware.formats.strict_toml import Table
from hardware.kit.kit import Pico
from wiring.catalogue import PlanError, Size, Sizes, take_pair
from wiring.svg import Point

EDGES: Final = ("top", "right", "bottom", "left")  # clockwise, as the data line runs
SIDES: Final = ("left", "right", "up", "down")
PINS_MM: Final = 3.0  # from a reader's row of pins to its edge


class Box(NamedTuple):
    """An upright rectangle."""

    corner: Point
    size: Size

    def overlaps(self, other: Box) -> bool:
        """Return whether two rectangles cover any place both."""
        return (
            self.corner.x < other.corner.x + other.size.width
            and other.corner.x < self.corner.x + self.size.width
            and self.corner.y < other.corner.y + other.size.height
            and other.corner.y < self.corner.y + self.size.height
        )


class Reader(NamedTuple):
    """A reader under the board."""

    name: str
    spot: Point  # the piece's place, over the antenna's centre
    pins: str  # one of SIDES
    module: Box


class Lamp(NamedTuple):
    """A lamp on the rail."""

    name: str
    edge: str
    at: Point
    along: float  # millimetres along the rail, clockwise from the top left


class Near(NamedTuple):
    """Two readers that may hear each other's tags."""

    one: str
    other: str
    distance: float


@dataclass(frozen=True, slots=True)
class TrayPlan:
    """Everything on the tray, in millimetres from the board's top left corner."""

    board: Size
    rail: float
    readers: tuple[Reader, ...]
    lamps: tuple[Lamp, ...]
    near: tuple[Near, ...]


def load_tray(pico: Pico, sizes: Sizes, game: BoardPlan, text: str, file: str) -> TrayPlan:
    """Read the tray for a kit's Pico from its text; the game groups the lamps, and `file` is for the messages."""
    top = Table.parse(text, file, error=PlanError)
    top.choice("format", (1,), int)
    board = Size(*take_pair(top, "board", 100, 2000))
    rail = top.number("rail", 12, 100)
    readers = _readers(top, board, pico, sizes)
    lamps = _lamps(
        top.table("lamps"), board, rail, pico.strip.lamps, lambda lamp: game.meaning(lamp).group, sizes.strip_pitch
    )
    top.done("format", "board", "rail", "spots", "pins", "lamps")
    distances = (Near(a.name, b.name, _distance(a.spot, b.spot)) for a, b in combinations(readers, 2))
    near = tuple(pair for pair in distances if pair.distance < sizes.neighbour_gap)
    return TrayPlan(board, rail, readers, lamps, near)


def pin_row(reader: Reader) -> Point:
    """Return the middle of a reader's row of pins."""
    corner, size = reader.module
    match reader.pins:
        case "right":
            return Point(corner.x + size.width - PINS_MM, reader.spot.y)
        case "left":
            return Point(corner.x + PINS_MM, reader.spot.y)
        case "down":
            return Point(reader.spot.x, corner.y + size.height - PINS_MM)
        case _:
            return Point(reader.spot.x, corner.y + PINS_MM)


def _readers(top: Table, board: Size, pico: Pico, sizes: Sizes) -> tuple[Reader, ...]:
    spots, pins = top.table("spots"), top.table("pins")
    readers: list[Reader] = []
    for name in pico.selects:
        key = name.partition(".")[2] or name
        spot = Point(*take_pair(spots, key, 0, 2000))
        side = pins.choice(key, SIDES, str, "right")
        reader = Reader(name, spot, side, lay_module(spot, side, sizes))
        corner, size = reader.module
        inside = corner.x >= 0 and corner.y >= 0
        if not (inside and corner.x + size.width <= board.width and corner.y + size.height <= board.height):
            raise spots.refuse(key, [spot.x, spot.y], "a spot whose reader stays under the board; or turn its pins")
        for other in readers:
            if reader.module.overlaps(other.module):
                raise spots.complain(key, f"its reader would overlap that of {other.name}", "room for both; turn pins")
        readers.append(reader)
    keys = [name.partition(".")[2] or name for name in pico.selects]
    spots.done(*keys)
    pins.done(*keys)
    return tuple(readers)


def lay_module(spot: Point, side: str, sizes: Sizes) -> Box:
    """Lay a reader so that its coil's centre is under the spot and its pins look to one side."""
    long, short, end = sizes.reader.width, sizes.reader.height, sizes.antenna_from_end
    match side:
        case "right":
            return Box(Point(spot.x - end, spot.y - short / 2), Size(long, short))
        case "left":
            return Box(Point(spot.x + end - long, spot.y - short / 2), Size(long, short))
        case "down":
            return Box(Point(spot.x - short / 2, spot.y - end), Size(short, long))
        case _:
            return Box(Point(spot.x - short / 2, spot.y + end - long), Size(short, long))


def _lamps(
    table: Table, board: Size, rail: float, strip: tuple[str, ...], group_of: Callable[[str], str], pitch: float
) -> tuple[Lamp, ...]:
    groups = [(group, tuple(names)) for group, names in groupby(strip, key=group_of)]
    placed: list[Lamp] = []
    for group, names in groups:
        edge, middle = _edge_and_middle(table, group)
        length = board.width if edge in ("top", "bottom") else board.height
        for index, name in enumerate(names):
            forward = (index - (len(names) - 1) / 2) * pitch
            # Along the bottom and the left the data line runs backwards.
            at = middle + forward if edge in ("top", "right") else middle - forward
            if not 0 <= at <= length:
                raise table.refuse(group, [edge, middle], f"a place where all {len(names)} lamps fit the {edge} edge")
            placed.append(Lamp(name, edge, _on_rail(board, rail, edge, at), _along(board, edge, at)))
    table.done(*(group for group, _ in groups))
    for before, after in pairwise(placed):
        if after.along - before.along < pitch * 0.99:
            what = f"{after.name} does not come a strip's pitch after {before.name}"
            raise table.complain(group_of(after.name), what, "groups clockwise in the strip's order, apart")
    return tuple(placed)


def _edge_and_middle(table: Table, group: str) -> tuple[str, float]:
    allowed = 'an edge and a place on it, such as ["top", 120]'
    match table.take(group, list, allowed):
        case [str() as edge, int() | float() as middle] if edge in EDGES:
            return edge, float(middle)
        case given:
            raise table.refuse(group, given, allowed)


def _on_rail(board: Size, rail: float, edge: str, at: float) -> Point:
    places: Mapping[str, Point] = {
        "top": Point(at, -rail / 2),
        "right": Point(board.width + rail / 2, at),
        "bottom": Point(at, board.height + rail / 2),
        "left": Point(-rail / 2, at),
    }
    return places[edge]


def _along(board: Size, edge: str, at: float) -> float:
    width, height = board
    return {
        "top": at,
        "right": width + at,
        "bottom": width + height + (width - at),
        "left": 2 * width + height + (height - at),
    }[edge]


def _distance(one: Point, other: Point) -> float:
    return hypot(one.x - other.x, one.y - other.y)
