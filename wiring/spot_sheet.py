"""A sheet with spots to point at: reads a game's sheet file, and checks the spots and their distances.

Behind each spot a tag is glued, and a wand reads one at a time: spots that are too near each other, the paper's edge
or the seam of two pages are refused, with the two of them and how far they are apart. A
person enrols the spots in their order on the sheet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import dist
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from hardware.formats.strict_toml import NAME, NAMES, Table, unreadable
from wiring.catalogue import PlanError, take_pair
from wiring.svg import Point

SHAPES: Final = ("square", "round", "key")  # a key has its words below its sign
LARGEST_MM: Final = 1200
EDGE_MM: Final = 13  # a sticker of 25 mm stays behind the paper
LAMP_MM: Final = (16, 20)  # from a lamp to its own tag, at least and at most: copper under a tag detunes it
LAMP_APART_MM: Final = 18  # from a lamp to any other tag
LAMP_EDGE_MM: Final = 8  # from a lamp to the paper's edge and to the seam


class Kind(NamedTuple):
    """What spots of one kind share."""

    shape: str
    width: float
    height: float
    apart_mm: float  # from any other of the kind


class Spot(NamedTuple):
    """One place to point at."""

    name: str  # the piece that its tag is enrolled as
    kind: str
    at: Point
    words: tuple[str, ...]
    sign: str  # drawn in a key, or a word or two next to another spot; may be empty
    icon: str  # path commands within 24 by 24, for a key; may be empty
    fill: str  # a colour of its own; empty: that of its region
    joins: tuple[str, ...]  # the two spots that it lies between; none for most
    dashed: bool
    lamp: Point | None  # where its lamp shines through the paper; None: it has none
    led: int  # the lamp's number in the string; 0 without a lamp


class Region(NamedTuple):
    """Spots that belong together, on ground of one colour."""

    name: str
    fill: str
    at: Point | None  # where the name is written; None: nowhere
    spots: tuple[str, ...]


class Note(NamedTuple):
    """Faint words between the spots."""

    words: tuple[str, ...]
    at: Point
    mark: bool  # with a small shield


@dataclass(frozen=True, slots=True)
class SpotSheet:
    """One sheet, in millimetres."""

    kit: str  # the kit that it belongs to
    name: str
    title: str
    about: str  # one line for whoever glues it
    paper: tuple[float, float]
    pages: int  # side by side, of equal width
    ruler: Point  # where the scale bar begins
    seam_mm: float  # no spot nearer to a seam than this
    apart_mm: float  # between spots of different kinds
    kinds: Mapping[str, Kind]
    spots: Mapping[str, Spot]
    regions: tuple[Region, ...]
    notes: tuple[Note, ...]

    @property
    def seams(self) -> tuple[float, ...]:
        """Where two pages meet, from the left."""
        return tuple(self.paper[0] * page / self.pages for page in range(1, self.pages))

    def apart(self, one: Spot, other: Spot) -> float:
        """Return how far two spots must be apart."""
        return self.kinds[one.kind].apart_mm if one.kind == other.kind else self.apart_mm


def read_sheet(path: Path) -> SpotSheet:
    """Read a sheet file."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as mistake:
        raise PlanError(str(path), "", unreadable(mistake), "a sheet file") from mistake
    return parse_sheet(text, f"{path.parent.name}/{path.name}")


def parse_sheet(text: str, file: str) -> SpotSheet:
    """Read a sheet from its text; `file` is for the messages."""
    top = Table.parse(text, file, error=PlanError)
    top.choice("format", (1,), int)
    kinds = top.table("kinds")
    named = {key: _kind(kinds.table(key)) for key in kinds.names()}
    rows = top.table("spots")
    spots = {key: _spot(rows, key, named) for key in rows.names()}
    sheet = SpotSheet(
        kit=top.text("kit"),
        name=top.text("name"),
        title=top.text("title"),
        about=top.text("about"),
        paper=take_pair(top, "paper", 50, LARGEST_MM),
        pages=top.integer("pages", 1, 4),
        ruler=Point(*take_pair(top, "ruler", 0, LARGEST_MM)),
        seam_mm=top.number("seam_mm", 0, 100),
        apart_mm=top.number("apart_mm", 0, LARGEST_MM),
        kinds=MappingProxyType(named),
        spots=MappingProxyType({name: _joined(rows, spot, spots) for name, spot in spots.items()}),
        regions=tuple(_region(row, spots) for row in top.tables("region")),
        notes=tuple(map(_note, top.tables("note"))) if top.has("note") else (),
    )
    top.done("format", *SpotSheet.__slots__, "region", "note")
    _refuse_too_near(file, sheet)
    _refuse_lamps(file, sheet)
    return sheet


def distances(sheet: SpotSheet) -> Iterator[tuple[Spot, Spot, float]]:
    """Measure every pair of spots."""
    for one, other in combinations(sheet.spots.values(), 2):
        yield one, other, dist(one.at, other.at)


def _kind(table: Table) -> Kind:
    kind = Kind(
        shape=table.choice("shape", SHAPES, str),
        width=table.number("width", 5, 100),
        height=table.number("height", 5, 100),
        apart_mm=table.number("apart_mm", 0, LARGEST_MM),
    )
    table.done(*Kind._fields)
    return kind


def _spot(rows: Table, name: str, kinds: Mapping[str, Kind]) -> Spot:
    if not NAME.fullmatch(name):
        raise rows.refuse(name, name, NAMES)
    table = rows.table(name)
    shines = table.has("lamp")
    spot = Spot(
        name=name,
        kind=table.choice("kind", tuple(kinds), str),
        at=Point(*take_pair(table, "at", 0, LARGEST_MM)),
        words=table.texts("words", ()),
        sign=table.text("sign", ""),
        icon=table.text("icon", ""),
        fill=table.text("fill", ""),
        joins=table.texts("joins", ()),
        dashed=table.take("dashed", bool, "true or false", False),
        lamp=Point(*take_pair(table, "lamp", 0, LARGEST_MM)) if shines else None,
        led=table.integer("led", 1, 255) if shines else 0,
    )
    table.done(*Spot._fields[1:])
    if len(spot.joins) not in (0, 2):
        raise table.refuse("joins", list(spot.joins), "two spots, or none")
    return spot


def _joined(rows: Table, spot: Spot, spots: Mapping[str, Spot]) -> Spot:
    """Check what a spot lies between; without words of its own it has those of the two."""
    for end in spot.joins:
        if end not in spots:
            raise rows.complain(spot.name, f"{end!r} joined", "spots of this sheet")
    words = spot.words or tuple(word for end in spot.joins for word in spots[end].words)
    if not words:
        raise rows.complain(spot.name, "no words given", "at least one, or the two spots that it joins")
    return spot._replace(words=words)


def _region(table: Table, spots: Mapping[str, Spot]) -> Region:
    region = Region(
        name=table.text("name"),
        fill=table.text("fill"),
        at=Point(*take_pair(table, "at", 0, LARGEST_MM)) if table.has("at") else None,
        spots=table.texts("spots"),
    )
    table.done(*Region._fields)
    for name in region.spots:
        if name not in spots:
            raise table.refuse("spots", name, "spots of this sheet")
    return region


def _note(table: Table) -> Note:
    note = Note(
        words=table.texts("words"),
        at=Point(*take_pair(table, "at", 0, LARGEST_MM)),
        mark=table.take("mark", bool, "true or false", False),
    )
    table.done(*Note._fields)
    return note


def _refuse_too_near(file: str, sheet: SpotSheet) -> None:
    width, height = sheet.paper
    for spot in sheet.spots.values():
        key = f'spots."{spot.name}".at'
        edge = min(spot.at.x, spot.at.y, width - spot.at.x, height - spot.at.y)
        if edge < EDGE_MM:
            raise PlanError(file, key, f"{edge:.1f} mm from the paper's edge", f"{EDGE_MM} mm or more")
        seam = min((abs(spot.at.x - seam) for seam in sheet.seams), default=width)
        if seam < sheet.seam_mm:
            raise PlanError(file, key, f"{seam:.1f} mm from the seam", f"{sheet.seam_mm:g} mm or more")
    for one, other, apart in distances(sheet):
        if apart < sheet.apart(one, other):
            what = f"{apart:.1f} mm from {other.name}"
            raise PlanError(file, f'spots."{one.name}".at', what, f"{sheet.apart(one, other):g} mm or more")


def _refuse_lamps(file: str, sheet: SpotSheet) -> None:
    width, height = sheet.paper
    leds: dict[int, str] = {}
    for spot in sheet.spots.values():
        if spot.lamp is None:
            continue
        key = f'spots."{spot.name}".lamp'
        own = dist(spot.lamp, spot.at)
        if not LAMP_MM[0] <= own <= LAMP_MM[1]:
            raise PlanError(file, key, f"{own:.1f} mm from its own spot", f"{LAMP_MM[0]} to {LAMP_MM[1]} mm")
        for other in sheet.spots.values():
            apart = dist(spot.lamp, other.at)
            if other is not spot and apart < LAMP_APART_MM:
                raise PlanError(file, key, f"{apart:.1f} mm from {other.name}", f"{LAMP_APART_MM} mm or more")
        x, y = spot.lamp
        edge = min(x, y, width - x, height - y, *(abs(x - seam) for seam in sheet.seams))
        if edge < LAMP_EDGE_MM:
            raise PlanError(file, key, f"{edge:.1f} mm from the edge or the seam", f"{LAMP_EDGE_MM} mm or more")
        if spot.led in leds:
            twice = f"{spot.led} given, that of {leds[spot.led]}"
            raise PlanError(file, f'spots."{spot.name}".led', twice, "each number once")
        leds[spot.led] = spot.name


class Stop(NamedTuple):
    """One spot to touch."""

    name: str  # the piece that its tag is enrolled as
    words: str
    where: str  # on which sheet, and in which part of it


def walk_of(sheets: Iterable[SpotSheet]) -> tuple[Stop, ...]:
    """Go over the sheets, the one with the most spots first, region by region; each spot comes once."""
    return tuple(
        stop for sheet in sorted(sheets, key=lambda one: len(one.spots), reverse=True) for stop in _over(sheet)
    )


def _over(sheet: SpotSheet) -> Iterable[Stop]:
    title = sheet.title.rpartition(": ")[2]
    where = {name: f"{title}, {region.name}" for region in sheet.regions for name in region.spots}
    order = dict.fromkeys((*where, *sheet.spots))
    plain = Counter(_plain(spot) for spot in sheet.spots.values())
    for name in order:
        spot = sheet.spots[name]
        words = _plain(spot)
        # Spots that say the same, such as several spaces at one place, differ by their signs.
        yield Stop(name, f"{words} {spot.sign}" if plain[words] > 1 and spot.sign else words, where.get(name, title))


def _plain(spot: Spot) -> str:
    return ("-" if spot.joins else " ").join(spot.words)
