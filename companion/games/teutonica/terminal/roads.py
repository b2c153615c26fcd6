"""Where everything stands on the map of a terminal, in cells: cities, the houses of routes, and markers next to them.

Cities stand in seven rows of two lines each, name above offices. Houses take the free cells nearest to the middle of
their road, the roads with the least room first, so a map of any size is laid out by the same rule.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from companion.games.teutonica.rules.board import City, Side

# The row of each city, and how far right it stands, in hundredths.
PLACES: Final = {
    "groningen": (0, 5),
    "emden": (0, 27),
    "stade": (0, 50),
    "hamburg": (0, 71),
    "luebeck": (0, 95),
    "kampen": (1, 5),
    "bremen": (1, 43),
    "perleberg": (1, 95),
    "osnabrueck": (2, 26),
    "hannover": (2, 60),
    "lueneburg": (2, 79),
    "arnheim": (3, 5),
    "muenster": (3, 23),
    "minden": (3, 42),
    "brunswiek": (3, 71),
    "stendal": (3, 95),
    "hildesheim": (4, 60),
    "goslar": (4, 80),
    "duisburg": (5, 5),
    "dortmund": (5, 23),
    "paderborn": (5, 42),
    "magdeburg": (5, 95),
    "coellen": (6, 4),
    "warburg": (6, 26),
    "goettingen": (6, 45),
    "quedlinburg": (6, 66),
    "halle": (6, 87),
}
ROWS: Final = 7
WIDE: Final = 76  # columns from which on names are whole and pieces stand apart
FEWEST_COLUMNS, FEWEST_LINES = 49, 20
SHORT: Final = 5  # cells of a city on a small map


class Box(NamedTuple):
    """Some cells of one line."""

    x: int
    y: int
    width: int

    @property
    def middle(self) -> tuple[int, int]:
        """The cell in the middle."""
        return self.x + self.width // 2, self.y

    def cells(self, margin: int = 0) -> frozenset[tuple[int, int]]:
        """Return all its cells, with some columns on both sides."""
        return frozenset((x, self.y) for x in range(self.x - margin, self.x + self.width + margin))


class Site(NamedTuple):
    """Where a city stands: its name, and its offices on the line below."""

    name: Box
    offices: Box

    @property
    def middle(self) -> tuple[int, int]:
        """Where roads end."""
        return self.offices.x + self.offices.width // 2, self.offices.y


class Plan(NamedTuple):
    """Where everything stands."""

    cities: dict[str, Site]
    houses: dict[str, Box]  # of each route
    markers: dict[str, tuple[int, int]]  # of each route
    pitch: int  # from one piece to the next


@lru_cache(maxsize=16)
def lay_out(side: Side, columns: int, lines: int) -> Plan:
    """Return where everything stands on a map of this size."""
    pitch = 2 if columns >= WIDE else 1
    plan = Plan({city.id: _site(city, columns, lines, pitch) for city in side.cities}, {}, {}, pitch)
    taken = set().union(*(box.cells() for site in plan.cities.values() for box in site))
    for route in sorted(side.routes, key=lambda route: _room(plan, route.ends)):
        width = pitch * (route.houses - 1) + 1
        begin, end = (plan.cities[city] for city in route.ends)
        box = _nearest(_between(begin, end), width, columns, lines, taken)
        plan.houses[route.id] = box
        taken |= box.cells()
    for route in side.routes:
        at = _beside(plan.houses[route.id], columns, lines, taken)
        plan.markers[route.id] = at
        taken.add(at)
    return plan


def _site(city: City, columns: int, lines: int, pitch: int) -> Site:
    row, right = PLACES[city.id]
    y = round(row * (lines - 2) / (ROWS - 1))
    named = SHORT if pitch == 1 else len(city.name) + bool(city.ability) + 1  # room for an extra office
    widths = named, pitch * len(city.offices) + pitch - 1
    both = (round(right * columns / 100 - width / 2) for width in widths)
    name, offices = (max(0, min(columns - width, x)) for x, width in zip(both, widths, strict=True))
    return Site(Box(name, y, widths[0]), Box(offices, y + 1, widths[1]))


def _room(plan: Plan, ends: tuple[str, str]) -> int:
    """Return how much room a road has; one within a line of cities has the least."""
    begin, end = sorted(plan.cities[city].offices for city in ends)
    if begin.y == end.y:
        return end.x - begin.x - begin.width
    return 100 + abs(end.y - begin.y) * 2 + abs(end.x - begin.x)


def _between(begin: Site, end: Site) -> tuple[float, float]:
    """Return the middle of what is free between two cities; within a line it is that of the offices."""
    (x0, y0), (x1, y1) = begin.middle, end.middle
    if y0 == y1:
        left, right = sorted((begin.offices, end.offices))
        return (left.x + left.width + right.x - 1) / 2, y0
    above, below = min(y0, y1) + 1, max(y0, y1) - 2  # the line below the offices, and that above the other name
    y = (above + below) / 2
    return x0 + (x1 - x0) * (y + 0.5 - y0) / (y1 - y0), y


def _nearest(middle: tuple[float, float], width: int, columns: int, lines: int, taken: set[tuple[int, int]]) -> Box:
    """Return the free box nearest to a place, a cell away from everything else if there is one."""
    at_x, at_y = middle[0] - (width - 1) / 2, middle[1]
    boxes = [Box(x, y, width) for y in range(lines) for x in range(columns - width + 1)]
    boxes.sort(key=lambda box: (abs(box.x - at_x) + 3 * abs(box.y - at_y), box))
    for margin, most in ((1, 4), (0, 2), (1, 40 * width)):
        free = next((box for box in boxes[:most] if not box.cells(margin) & taken), None)
        if free:
            return free
    return next(box for box in boxes if not box.cells() & taken)


def _beside(box: Box, columns: int, lines: int, taken: set[tuple[int, int]]) -> tuple[int, int]:
    """Return a free cell next to houses: behind or before them, above, below."""
    x, y = box.middle
    behind, before = box.x + box.width, box.x - 1
    near = [(behind, box.y), (before, box.y), (x, y - 1), (x, y + 1), (behind, y - 1), (before, y - 1)]
    near += [(behind, y + 1), (before, y + 1), (behind + 1, y), (before - 1, y)]
    for at_x, at_y in near:
        if 0 <= at_x < columns and 0 <= at_y < lines and (at_x, at_y) not in taken:
            return at_x, at_y
    return behind, box.y
