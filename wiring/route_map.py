"""The map on the faceplate: draws places and routes from a map file of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, radians
from types import MappingProxyType
from typing import Final

from companion.shelf.box import Place
from hardware.formats.strict_toml import Table
from wiring.catalogue import PlanError, take_pair
from wiring.svg import Point, Sheet, number, smooth

SEA: Final = "#d9e8ef"
LAND: Final = "#f4ecd8"
COAST: Final = "#a08c64"
INK: Final = "#23405c"
GRID: Final = "#c2d6e0"
SERIF: Final = "Georgia, DejaVu Serif, serif"
TRIM_MM: Final = 4.4  # a route keeps this far from the lamps at its ends

Degrees = tuple[float, float]


@dataclass(frozen=True, slots=True)
class RouteMap:
    """The map's data, in degrees."""

    west: float
    east: float
    south: float
    north: float
    places: Mapping[str, Degrees]
    labels: Mapping[str, tuple[float, float]]
    coasts: tuple[tuple[Degrees, ...], ...]
    routes: Mapping[tuple[str, str], tuple[Degrees, ...]]
    rose: Degrees  # where the compass rose is drawn


@dataclass(frozen=True, slots=True)
class Projection:
    """From degrees to millimetres: straight meridians, true proportions at the middle latitude."""

    map: RouteMap
    corner: Point
    width: float

    @property
    def scale(self) -> float:
        """Millimetres to a degree of latitude."""
        middle = radians((self.map.south + self.map.north) / 2)
        return self.width / ((self.map.east - self.map.west) * cos(middle))

    @property
    def height(self) -> float:
        """How high the map is."""
        return (self.map.north - self.map.south) * self.scale

    def place(self, degrees: Degrees) -> Point:
        """Return the place on the sheet of a longitude and latitude."""
        east = (degrees[0] - self.map.west) / (self.map.east - self.map.west)
        return Point(self.corner.x + east * self.width, self.corner.y + (self.map.north - degrees[1]) * self.scale)


def load_map(text: str, file: str) -> RouteMap:
    """Read a map from its text; `file` is for the messages."""
    top = Table.parse(text, file, error=PlanError)
    top.choice("format", (1,), int)
    sides = {side: top.number(side, -180, 180) for side in ("west", "east", "south", "north")}
    places, labels = top.table("places"), top.table("labels")
    lands, routes = top.tables("land"), top.tables("route")
    drawn = RouteMap(
        **sides,
        places=_pairs(places),
        labels=_pairs(labels),
        coasts=tuple(_coast(land) for land in lands),
        routes=MappingProxyType(dict(_route(route) for route in routes)),
        rose=take_pair(top, "rose", -180, 180),
    )
    top.done("format", *sides, "rose", "places", "labels", "land", "route")
    return drawn


def draw_map(sheet: Sheet, at: Projection, places: Sequence[Place]) -> None:
    """Draw sea, land, grid, routes and names; the holes come later, on top."""
    drawn, corner = at.map, at.corner
    sheet.define(
        f'<clipPath id="map"><rect x="{corner.x:g}" y="{corner.y:g}" width="{at.width:g}" height="{at.height:.2f}"/>'
        "</clipPath>"
        '<marker id="arrow" viewBox="0 0 10 10" refX="8.5" refY="5" markerWidth="3.6" markerHeight="3.6" '
        f'orient="auto"><path d="M0 0.8L10 5L0 9.2L2.6 5Z" fill="{INK}"/></marker>'
    )
    sheet.open_group(clip_path="url(#map)")
    sheet.box(corner, at.width, at.height, fill=SEA)
    _draw_grid(sheet, at)
    for coast in drawn.coasts:
        shape = smooth([at.place(point) for point in coast], closed=True)
        sheet.path(shape, fill=LAND, stroke=COAST, stroke_width=0.35, stroke_linejoin="round")
    for place in places:
        for goal in place.routes:
            _draw_route(sheet, at, place.id, goal)
    sheet.close_group()
    sheet.box(corner, at.width, at.height, fill="none", stroke=INK, stroke_width=0.5)
    for place in places:
        if place.id in drawn.places:
            here = at.place(drawn.places[place.id])
            aside = drawn.labels.get(place.id, (0.0, 8.0))
            write_on_map(sheet, Point(here.x + aside[0], here.y + aside[1]), place.name, 4.2)


def write_on_map(sheet: Sheet, at: Point, words: str, size: float) -> None:
    """Write words with a light edge, to be read on any ground."""
    edge: dict[str, str | float] = {"stroke": "#fbf8ef", "stroke_width": 1.3, "stroke_linejoin": "round"}
    sheet.text(at, words, size, font_family=SERIF, font_weight="bold", fill="none", **edge)
    sheet.text(at, words, size, font_family=SERIF, font_weight="bold", fill=INK)


def draw_rose(sheet: Sheet, at: Point, radius: float) -> None:
    """Draw a compass rose: north is up, as the map's meridians are straight."""
    sheet.circle(at, radius * 0.78, fill="none", stroke=INK, stroke_width=0.25)
    sheet.circle(at, radius * 0.7, fill="none", stroke=INK, stroke_width=0.15)
    for length, turns in ((radius * 0.62, (45, 135, 225, 315)), (radius, (0, 90, 180, 270))):
        for turn in turns:
            for side, fill in ((1, INK), (-1, LAND)):
                sheet.path(
                    f"M0 0L{number(side * length * 0.16)} {number(-length * 0.16)}L0 {number(-length)}Z",
                    transform=f"translate({number(at.x)} {number(at.y)}) rotate({turn})",
                    fill=fill,
                    stroke=INK,
                    stroke_width=0.2,
                )
    sheet.text(Point(at.x, at.y - radius - 1.2), "N", 3.6, fill=INK, font_family=SERIF, font_weight="bold")


def _draw_grid(sheet: Sheet, at: Projection) -> None:
    drawn = at.map
    for degree in range(int(drawn.west) + 1, int(drawn.east) + 1, 2):
        ends = (at.place((degree, drawn.north)), at.place((degree, drawn.south)))
        sheet.line(*ends, stroke=GRID, stroke_width=0.2)
    for degree in range(int(drawn.south) + 1, int(drawn.north) + 1):
        ends = (at.place((drawn.west, degree)), at.place((drawn.east, degree)))
        sheet.line(*ends, stroke=GRID, stroke_width=0.2)


def _draw_route(sheet: Sheet, at: Projection, start: str, goal: str) -> None:
    drawn = at.map
    if start not in drawn.places or goal not in drawn.places:
        return
    through = drawn.routes.get((start, goal), ())
    points = [at.place(one) for one in (drawn.places[start], *through, drawn.places[goal])]
    points[0] = _towards(points[0], points[1], TRIM_MM)
    points[-1] = _towards(points[-1], points[-2], TRIM_MM)
    sheet.path(smooth(points), fill="none", stroke=INK, stroke_width=0.7, stroke_opacity=0.85, marker_end="url(#arrow)")


def _towards(start: Point, goal: Point, distance: float) -> Point:
    share = distance / hypot(goal.x - start.x, goal.y - start.y)
    return Point(start.x + (goal.x - start.x) * share, start.y + (goal.y - start.y) * share)


def _pairs(table: Table) -> Mapping[str, tuple[float, float]]:
    return MappingProxyType({name: take_pair(table, name, -180, 180) for name in table.names()})


def _coast(land: Table) -> tuple[Degrees, ...]:
    land.text("name")
    coast = _points(land, "coast")
    land.done("name", "coast")
    if len(coast) < 3 or any(one == other for one, other in pairwise(coast)):
        raise land.complain("coast", f"{len(coast)} points given", "three points or more, no two alike in a row")
    return coast


def _route(route: Table) -> tuple[tuple[str, str], tuple[Degrees, ...]]:
    ends = route.texts("places")
    if len(ends) != 2:
        raise route.refuse("places", list(ends), "two places")
    through = _points(route, "through")
    route.done("places", "through")
    return (ends[0], ends[1]), through


def _points(table: Table, key: str) -> tuple[Degrees, ...]:
    allowed = "a list of pairs of degrees"
    points: list[Degrees] = []
    for value in table.take(key, list, allowed):
        match value:
            case [int() | float() as east, int() | float() as north]:
                points.append((float(east), float(north)))
            case _:
                raise table.refuse(key, value, allowed)
    return tuple(points)
