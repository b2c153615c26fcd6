"""The places of readers and lamps of the board kit, read from a tray file and checked against a kit.

An uncut strip of lamps begins at the top left corner and runs clockwise along the middle of the rail, folded at the
corners; each group takes the LEDs nearest to where the tray file wants it, and those between the groups stay dark.

Refused: readers that overlap or stick out, lamps that overlap or do not run clockwise with the strip's data line.
Said, but not refused: readers so near to each other that one may hear the other's tags.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations, groupby, pairwise
from math import floor, hypot
from typing import Final, NamedTuple

from companion.shelf.box import BoardPlan
from hardware.formats.strict_toml import Table
from hardware.kit.kit import LARGEST_STRIP, Pico
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


class Led(NamedTuple):
    """One LED of the strip, on the rail."""

    number: int
    edge: str
    at: Point
    lamp: str  # empty: it stays dark


def lay_strip(plan: TrayPlan, pitch: float, group_of: Callable[[str], str]) -> tuple[Led, ...]:
    """Return every LED of the strip, up to the last one in use."""
    first = _first(plan, pitch)
    numbers: dict[int, str] = {}
    free = 1
    for _, lamps in groupby(plan.lamps, key=lambda lamp: group_of(lamp.name)):
        members = list(lamps)
        names = [lamp.name for lamp in members]
        middle = sum(_along_strip(plan, lamp.edge, lamp.at) for lamp in members) / len(members)
        begin = max(free, round((middle - first) / pitch - (len(names) - 1) / 2) + 1)
        free = begin + len(names)
        numbers |= dict(enumerate(names, start=begin))
    if first + (free - 2) * pitch > _corners(plan)[-1] or free - 1 > LARGEST_STRIP:
        raise PlanError(
            "tray", "lamps", f"a strip of {free - 1} LEDs", "groups that fit around the board, in its order"
        )
    return tuple(
        Led(number, *_place(plan, first + (number - 1) * pitch), numbers.get(number, "")) for number in range(1, free)
    )


def _first(plan: TrayPlan, pitch: float) -> float:
    """Return where the first LED lies, so that at every corner there is room for the fold between two LEDs."""

    def room(first: float) -> float:
        return min(min((corner - first) % pitch, (first - corner) % pitch) for corner in _corners(plan)[1:4])

    return max((pitch / 2 + tenth / 10 for tenth in range(floor(pitch * 10))), key=room)


def _corners(plan: TrayPlan) -> tuple[float, ...]:
    """Return how far along the strip each edge begins, and where the last one ends."""
    across, down = plan.board.width + plan.rail, plan.board.height + plan.rail
    return (0.0, across, across + down, 2 * across + down, 2 * across + 2 * down)


def _place(plan: TrayPlan, along: float) -> tuple[str, Point]:
    """Return edge and place on the rail, so far along the strip."""
    corners, rail = _corners(plan), plan.rail / 2
    edge = next((edge for edge, end in zip(EDGES, corners[1:], strict=True) if along < end), EDGES[-1])
    past = along - corners[EDGES.index(edge)]
    right, lower = plan.board.width + rail, plan.board.height + rail
    at = {
        "top": Point(past - rail, -rail),
        "right": Point(right, past - rail),
        "bottom": Point(right - past, lower),
        "left": Point(-rail, lower - past),
    }
    return edge, at[edge]


def _along_strip(plan: TrayPlan, edge: str, at: Point) -> float:
    """Return how far along the strip a place on the rail is."""
    rail = plan.rail / 2
    past = {
        "top": at.x + rail,
        "right": at.y + rail,
        "bottom": plan.board.width + rail - at.x,
        "left": plan.board.height + rail - at.y,
    }
    return _corners(plan)[EDGES.index(edge)] + past[edge]
