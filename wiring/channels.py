"""The channels of the tray and the length of every cable in them, computed from a plan.

One main channel leads from an edge into the tray, and from each reader's pocket one branch to it, or to the pocket that
lies between: a tree, so that nothing of the layer falls off. Where the main channel runs, and at which edge it opens,
is chosen so that it misses the pockets and the longest cable is short.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Final, NamedTuple

from wiring.catalogue import Size
from wiring.svg import Point
from wiring.tray_plan import EDGES, Box, TrayPlan, pin_row

BRANCH_MM: Final = 14.0  # a ribbon of 8 wires is 10 mm wide
MAIN_MM: Final = 24.0  # nine of them, in two stacks
WALL_MM: Final = 3.0  # of wood, at least, between a channel and a pocket that it passes
OUTSIDE_MM: Final = 100.0  # from the tray's edge to the electronics, with something to solder
STEP_MM: Final = 10  # cables are cut to whole centimetres


class Cable(NamedTuple):
    """The cable of one reader."""

    reader: str
    run_mm: float  # from its pins to the tray's edge
    cut_mm: int  # how long it is cut


class Channels(NamedTuple):
    """What is cut out of the lower layer besides the pockets, and what lies in it."""

    edge: str  # at which the main channel opens
    at: float  # where on that edge, from the board's left or upper side
    main: Box
    branches: tuple[Box, ...]
    cables: tuple[Cable, ...]

    @property
    def longest(self) -> Cable:
        """The longest cable."""
        return max(self.cables, key=lambda cable: cable.run_mm)


class _Seen(NamedTuple):
    """A rectangle seen from an edge: along it, and how deep."""

    left: float
    right: float
    near: float
    far: float


def lead_cables(plan: TrayPlan) -> Channels:
    """Choose the edge and the place of the main channel, and lead all cables to it."""
    tried = [
        _from_edge(plan, edge, at, seen)
        for edge in EDGES
        if (seen := {reader.name: _seen(plan, edge, reader.module) for reader in plan.readers})
        for at in _places(plan, edge, seen)
    ]
    return min(tried, key=lambda channels: (_crossed(plan, channels), channels.longest.run_mm))


def _places(plan: TrayPlan, edge: str, seen: Mapping[str, _Seen]) -> list[float]:
    """List where the main channel may run: in the middle, and just next to each reader."""
    length = plan.board.width if edge in ("top", "bottom") else plan.board.height
    beside = MAIN_MM / 2 + WALL_MM
    places = {length / 2, *(one.left - beside for one in seen.values()), *(one.right + beside for one in seen.values())}
    return sorted((at for at in places if beside <= at <= length - beside), key=lambda at: (abs(at - length / 2), at))


def _from_edge(plan: TrayPlan, edge: str, at: float, seen: Mapping[str, _Seen]) -> Channels:
    branches: list[Box] = []
    cables: list[Cable] = []
    deepest = 0.0
    left, right = at - MAIN_MM / 2, at + MAIN_MM / 2
    for reader in plan.readers:
        own = seen[reader.name]
        others = [one for name, one in seen.items() if name != reader.name]
        _, spot = _turned(plan, edge, reader.spot)
        level = _level(spot, own, [one for one in others if _is_between(one, own, at)])
        deepest = max(deepest, level)
        near, far = level - BRANCH_MM / 2, level + BRANCH_MM / 2
        stops = [left, right, *(side for one in others if one.near < far and near < one.far for side in one[:2])]
        if own.right <= left:
            until = min(stop for stop in stops if stop >= own.right)
            branches.append(_box(plan, edge, _Seen(own.right, until, near, far)))
        elif own.left >= right:
            until = max(stop for stop in stops if stop <= own.left)
            branches.append(_box(plan, edge, _Seen(until, own.left, near, far)))
        pins, deep = _turned(plan, edge, pin_row(reader))
        run = abs(pins - at) + abs(deep - level) + level
        cables.append(Cable(reader.name, run, ceil((run + OUTSIDE_MM) / STEP_MM) * STEP_MM))
    main = _box(plan, edge, _Seen(left, right, 0.0, deepest + BRANCH_MM / 2))
    return Channels(edge, at, main, tuple(branches), tuple(cables))


def _level(spot: float, own: _Seen, between: Sequence[_Seen]) -> float:
    """Return how deep a branch leaves its pocket: level with the spot, or where it passes or meets others squarely."""
    lowest, highest = own.near + BRANCH_MM / 2, own.far - BRANCH_MM / 2
    steps = sorted(range(int(highest - lowest) + 1), key=lambda step: abs(lowest + step - spot))
    for level in (spot, *(lowest + step for step in steps)):
        near, far = level - BRANCH_MM / 2, level + BRANCH_MM / 2
        if all(
            far + WALL_MM <= one.near or one.far + WALL_MM <= near or one.near <= near < far <= one.far
            for one in between
        ):
            return level
    return spot


def _is_between(seen: _Seen, own: _Seen, at: float) -> bool:
    return own.right <= seen.left <= at or at <= seen.right <= own.left


def _crossed(plan: TrayPlan, channels: Channels) -> int:
    """Count the pockets that the main channel runs into."""
    corner, size = channels.main
    wide = Box(Point(corner.x - WALL_MM, corner.y - WALL_MM), Size(size.width + 2 * WALL_MM, size.height + 2 * WALL_MM))
    return sum(1 for reader in plan.readers if wide.overlaps(reader.module))


def _turned(plan: TrayPlan, edge: str, point: Point) -> tuple[float, float]:
    """Return where a point is as seen from an edge: along it, and how deep."""
    width, height = plan.board
    match edge:
        case "top":
            return point.x, point.y + plan.rail
        case "bottom":
            return point.x, height + plan.rail - point.y
        case "left":
            return point.y, point.x + plan.rail
        case _:
            return point.y, width + plan.rail - point.x


def _seen(plan: TrayPlan, edge: str, box: Box) -> _Seen:
    corner, size = box
    ends = [_turned(plan, edge, corner), _turned(plan, edge, Point(corner.x + size.width, corner.y + size.height))]
    along, deep = sorted(one[0] for one in ends), sorted(one[1] for one in ends)
    return _Seen(along[0], along[1], deep[0], deep[1])


def _box(plan: TrayPlan, edge: str, seen: _Seen) -> Box:
    width, height = plan.board
    match edge:
        case "top":
            x, y = (seen.left, seen.right), (seen.near - plan.rail, seen.far - plan.rail)
        case "bottom":
            x, y = (seen.left, seen.right), (height + plan.rail - seen.far, height + plan.rail - seen.near)
        case "left":
            x, y = (seen.near - plan.rail, seen.far - plan.rail), (seen.left, seen.right)
        case _:
            x, y = (width + plan.rail - seen.far, width + plan.rail - seen.near), (seen.left, seen.right)
    return Box(Point(x[0], y[0]), Size(x[1] - x[0], y[1] - y[0]))
