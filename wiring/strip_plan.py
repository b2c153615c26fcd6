"""An uncut strip of lamps: computes the LED of each lamp from a tray plan.

The strip begins at the top left corner and runs clockwise along the middle of the rail, folded at the corners; each
group takes the LEDs nearest to where the tray file wants it, and those between the groups stay dark.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from math import floor
from typing import NamedTuple

from hardware.kit.kit import LARGEST_STRIP
from wiring.catalogue import PlanError
from wiring.svg import Point
from wiring.tray_plan import EDGES, TrayPlan


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
        middle = sum(_along(plan, lamp.edge, lamp.at) for lamp in members) / len(members)
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


def _along(plan: TrayPlan, edge: str, at: Point) -> float:
    """Return how far along the strip a place on the rail is."""
    rail = plan.rail / 2
    past = {
        "top": at.x + rail,
        "right": at.y + rail,
        "bottom": plan.board.width + rail - at.x,
        "left": plan.board.height + rail - at.y,
    }
    return _corners(plan)[EDGES.index(edge)] + past[edge]
