"""Draws a sheet with spots at true size, as SVG: the whole, and each of its pages.

The tags are behind the paper, so every spot shows where its middle is; no words lie where another spot is.
The frame of a drawing is divided among its spots: each gets the polygon of everything nearest to it. The wires of the
lamps behind the sheet go around every tag, never under one: a wire is copper, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import dist
from typing import Final, NamedTuple

from wiring.spot_sheet import Kind, Note, Spot, SpotSheet
from wiring.svg import Point, Sheet, number

CLEAR_MM: Final = 13.0  # from the middle of a tag to a wire: a sticker of 25 mm, and a little
AROUND_MM: Final = 15.0  # where a wire is led that would come nearer
_BENDS: Final = 6  # at most, in one wire


class Leg(NamedTuple):
    """The wire from one lamp to the next."""

    led: int  # that it leads to
    way: tuple[Point, ...]

    @property
    def length(self) -> float:
        """How long it is."""
        return sum(dist(*two) for two in pairwise(self.way))


def legs_of(sheet: SpotSheet) -> tuple[Leg, ...]:
    """Lead a wire from each lamp of a sheet to the next."""
    tags = [spot.at for spot in sheet.spots.values()]
    string = sorted((spot.led, spot.lamp) for spot in sheet.spots.values() if spot.lamp is not None)
    return tuple(Leg(led, _around((before, lamp), tags)) for (_, before), (led, lamp) in pairwise(string))


def nearest(point: Point, start: Point, end: Point) -> Point:
    """Return the point of a straight line that is nearest to another."""
    along = Point(end.x - start.x, end.y - start.y)
    share = ((point.x - start.x) * along.x + (point.y - start.y) * along.y) / (along.x**2 + along.y**2)
    share = max(0.0, min(1.0, share))
    return Point(start.x + share * along.x, start.y + share * along.y)


def _around(way: tuple[Point, ...], tags: Sequence[Point]) -> tuple[Point, ...]:
    """Bend a wire away from the tags that it would come too near to, the nearest one first."""
    for _ in range(_BENDS):
        found = min(_near(way, tags), default=None)
        if found is None:
            break
        _, at, tag, touched = found
        away = dist(tag, touched) or 1.0
        pushed = AROUND_MM / away
        bend = Point(tag.x + (touched.x - tag.x) * pushed, tag.y + (touched.y - tag.y) * pushed)
        way = (*way[: at + 1], bend, *way[at + 1 :])
    return way


def _near(way: Sequence[Point], tags: Iterable[Point]) -> Iterable[tuple[float, int, Point, Point]]:
    for tag in tags:
        for at, (start, end) in enumerate(pairwise(way)):
            touched = nearest(tag, start, end)
            if dist(tag, touched) < CLEAR_MM:
                yield dist(tag, touched), at, tag, touched


def cells(points: Sequence[Point], corner: Point, far: Point) -> list[list[Point]]:
    """Return for each point the part of the frame that is nearer to it than to any other.

    >>> cells([Point(1, 1), Point(3, 1)], Point(0, 0), Point(4, 2))[0]
    [Point(x=0, y=0), Point(x=2.0, y=0.0), Point(x=2.0, y=2.0), Point(x=0, y=2)]
    """
    frame = [corner, Point(far.x, corner.y), far, Point(corner.x, far.y)]
    found = []
    for here in points:
        ground = frame
        for other in points:
            if other != here:
                ground = _nearer(ground, here, other)
        found.append(ground)
    return found


def _nearer(ground: Sequence[Point], here: Point, other: Point) -> list[Point]:
    """Cut a polygon along the line half-way between two points, and keep the first one's side."""
    across = Point(other.x - here.x, other.y - here.y)
    half = (other.x**2 + other.y**2 - here.x**2 - here.y**2) / 2

    def beyond(point: Point) -> float:
        return across.x * point.x + across.y * point.y - half

    kept: list[Point] = []
    for index, end in enumerate(ground):
        start = ground[index - 1]
        from_start, from_end = beyond(start), beyond(end)
        if (from_start > 0) != (from_end > 0):
            share = from_start / (from_start - from_end)
            kept.append(Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share))
        if from_end <= 0:
            kept.append(end)
    return kept


INK: Final = "#23405c"
PAPER: Final = "#fbf8ef"
ACCENT: Final = "#a4472e"
SERIF: Final = "Georgia, DejaVu Serif, serif"
EDGE_MM: Final = 4.5  # what a printer leaves white
NAME_MM: Final = 4.6  # the height of words; those of a narrow spot are smaller
SMALL_MM: Final = 3.7
KEY_MM: Final = 4.4
SIGN_MM: Final = 7.0
TAG_MM: Final = 25.0  # the largest sticker
LAMP_MM: Final = 8.0  # a single LED on its board
DOT_MM: Final = 4.0  # where a lamp shines through
ICON: Final = 24  # the width of an icon's own field
ICON_MM: Final = 13.0
ABOVE_MM: Final = 14.0  # from the middle of a key to its upper edge, where the words are below
WORDS_ROOM_MM: Final = 16.5  # where they are above, because the paper ends
# How wide letters are, as a share of their height, in a bold face of usual width; the rest are taken for these.
WIDTHS: Final = {**dict.fromkeys("iljtfI.,':! ", 0.38), **dict.fromkeys("mwMW", 0.98), "-": 0.42, "r": 0.5}
LETTER: Final = 0.66


def pages_of(sheet: SpotSheet) -> dict[str, str]:
    """Return the sheet as a whole and, where it has several, page by page; by the end of the file's name."""
    width, height = sheet.paper
    drawn = {"": _draw(sheet).render()}
    if sheet.pages > 1:
        page = width / sheet.pages
        for index in range(sheet.pages):
            window = Point(index * page, 0), Point(page, height)
            drawn[f"-page-{index + 1}"] = _draw(sheet).render(window)
    if any(spot.lamp for spot in sheet.spots.values()):
        drawn["-lamps"] = _draw_lamps(sheet).render()
    return drawn


def _draw_lamps(sheet: SpotSheet) -> Sheet:
    """Draw what is glued behind the paper: the tags, and the string of lamps in its order."""
    drawn = Sheet(*sheet.paper, f"{sheet.title}, tags and lamps: print at 100 %")
    drawn.box(Point(0, 0), *sheet.paper, fill="#ffffff")
    for spot in sheet.spots.values():
        drawn.circle(spot.at, TAG_MM / 2, fill="#e9eef2", stroke=INK, stroke_width=0.3)
        _fitted(drawn, Point(spot.at.x, spot.at.y + 1), "-".join(spot.words), 3.0, TAG_MM - 3)
    for leg in legs_of(sheet):
        way = f"M{'L'.join(map(_pair, leg.way))}"
        drawn.path(way, fill="none", stroke=ACCENT, stroke_width=0.6, stroke_linejoin="round")
    for spot in sheet.spots.values():
        if spot.lamp:
            drawn.circle(spot.lamp, LAMP_MM / 2, fill="#ffffff", stroke=ACCENT, stroke_width=0.5)
            drawn.text(Point(spot.lamp.x, spot.lamp.y + 1.3), str(spot.led), 3.6, fill=ACCENT, font_weight="bold")
    for seam in sheet.seams:
        height = number(sheet.paper[1])
        drawn.path(f"M{number(seam)} 0V{height}", fill="none", stroke=INK, stroke_width=0.2, stroke_dasharray="4 4")
    drawn.ruler(sheet.ruler)
    return drawn


def _draw(sheet: SpotSheet) -> Sheet:
    drawn = Sheet(*sheet.paper, f"{sheet.title}: print at 100 %")
    drawn.box(Point(0, 0), *sheet.paper, fill="#ffffff")
    _ground(drawn, sheet)
    for spot in sheet.spots.values():
        _lines(drawn, sheet, spot)
    for note in sheet.notes:
        _note(drawn, note)
    fills = {name: region.fill for region in sheet.regions for name in region.spots}
    for spot in sheet.spots.values():
        kind = sheet.kinds[spot.kind]
        if kind.shape == "key":
            _key(drawn, sheet, spot, kind, fills.get(spot.name, PAPER))
        else:
            _place(drawn, spot, kind, fills.get(spot.name, PAPER))
    for spot in sheet.spots.values():
        if spot.lamp:
            drawn.circle(spot.lamp, DOT_MM / 2, fill=PAPER, stroke=INK, stroke_width=0.25, stroke_opacity=0.6)
    for region in sheet.regions:
        if region.at is not None:
            _spaced(drawn, region.at, region.name)
    drawn.ruler(sheet.ruler)
    return drawn


def _ground(drawn: Sheet, sheet: SpotSheet) -> None:
    """Colour the ground around the spots of each region, with a line where two regions meet."""
    width, height = sheet.paper
    spots = list(sheet.spots.values())
    if any(sheet.kinds[spot.kind].shape == "key" for spot in spots):
        return
    corner, far = Point(0, 0), Point(width, height)
    around = dict(zip(sheet.spots, cells([spot.at for spot in spots], corner, far), strict=True))
    for region in sheet.regions:
        shape = "".join(_polygon(around[name]) for name in region.spots)
        drawn.path(shape, fill=region.fill, stroke=region.fill, stroke_width=0.3, stroke_linejoin="round")


def _polygon(points: Sequence[Point]) -> str:
    return f"M{'L'.join(f'{number(point.x)} {number(point.y)}' for point in points)}Z"


def _lines(drawn: Sheet, sheet: SpotSheet, spot: Spot) -> None:
    """Draw the two halves of a way from the spots that this one lies between, one curve bent at the spot."""
    if not spot.joins:
        return
    start, end = (sheet.spots[name].at for name in spot.joins)
    # Through the spot along the direction from end to end: a smooth bend.
    ahead = Point((end.x - start.x) / 6, (end.y - start.y) / 6)
    before, after = Point(spot.at.x - ahead.x, spot.at.y - ahead.y), Point(spot.at.x + ahead.x, spot.at.y + ahead.y)
    curve = (
        f"M{_pair(start)}Q{_pair(before)} {_pair(spot.at)}"
        f"Q{_pair(after)} {_pair(end)}"
    )  # fmt: skip
    drawn.path(curve, fill="none", stroke=PAPER, stroke_width=4.2, stroke_linecap="round")
    dashes: dict[str, str | float] = {"stroke_dasharray": "4.5 3"} if spot.dashed else {}
    drawn.path(curve, fill="none", stroke=INK, stroke_width=1.6, **dashes)


def _place(drawn: Sheet, spot: Spot, kind: Kind, ground: str) -> None:
    line: dict[str, str | float] = {"fill": PAPER, "stroke": INK, "stroke_width": 0.9}
    if kind.shape == "round":
        dashes: dict[str, str | float] = {"stroke_dasharray": "3 2"} if spot.dashed else {}
        drawn.circle(spot.at, kind.width / 2, **line, **dashes)
        drawn.circle(spot.at, 0.6, fill=INK, fill_opacity=0.5)
        size, room = SMALL_MM, kind.width - 4.4
    else:
        corner = Point(spot.at.x - kind.width / 2, spot.at.y - kind.height / 2)
        drawn.box(corner, kind.width, kind.height, rx=2.2, **line)
        drawn.circle(spot.at, kind.height / 2 - 1.4, fill=ground, fill_opacity=0.6)
        size, room = NAME_MM, kind.width - 3.4
    lines = len(spot.words)
    for index, words in enumerate(spot.words):
        middle = spot.at.y + (index - (lines - 1) / 2) * size * 1.75
        _fitted(drawn, Point(spot.at.x, middle + size * 0.36), words, size, room)
    if spot.sign:
        drawn.text(Point(spot.at.x, spot.at.y + kind.height / 2 - 3.2), spot.sign, 2.9, fill=ACCENT, font_weight="bold")


def _key(drawn: Sheet, sheet: SpotSheet, spot: Spot, kind: Kind, ground: str) -> None:
    """Draw one key of a card: cut at the paper's edge, its sign over the tag, its words where there is more room."""
    width, height = sheet.paper
    below = height - spot.at.y > WORDS_ROOM_MM
    reach = (ABOVE_MM, kind.height - ABOVE_MM) if below else (WORDS_ROOM_MM, kind.height - WORDS_ROOM_MM)
    left, right = max(spot.at.x - kind.width / 2, EDGE_MM), min(spot.at.x + kind.width / 2, width - EDGE_MM)
    top, bottom = max(spot.at.y - reach[0], EDGE_MM), min(spot.at.y + reach[1], height - EDGE_MM)
    drawn.box(Point(left, top), right - left, bottom - top, rx=4, fill=ground, stroke=INK, stroke_width=0.5)
    drawn.circle(spot.at, ICON_MM / 2 + 1, fill=PAPER, stroke=INK, stroke_width=0.3)
    if spot.icon:
        corner = f"translate({number(spot.at.x - ICON_MM / 2)} {number(spot.at.y - ICON_MM / 2)})"
        scale = f"scale({ICON_MM / ICON:g})"
        drawn.path(spot.icon, transform=f"{corner} {scale}", fill=spot.fill or INK, stroke=INK, stroke_width=0.6)
    if spot.sign:
        light = spot.icon and _is_dark(spot.fill or INK)
        at = Point(spot.at.x, spot.at.y + SIGN_MM * 0.36)
        drawn.text(at, spot.sign, SIGN_MM, fill="#ffffff" if light else INK, font_weight="bold")
    first = ICON_MM / 2 + 1.6 + KEY_MM if below else -(ICON_MM / 2 + 2.6) - (len(spot.words) - 1) * KEY_MM * 1.15
    for index, words in enumerate(spot.words):
        baseline = spot.at.y + first + index * KEY_MM * 1.15
        half = min(text_width(words, KEY_MM), right - left - 3) / 2
        middle = min(max(spot.at.x, left + 1.5 + half), right - 1.5 - half)  # below its sign, if the paper is that wide
        _fitted(drawn, Point(middle, baseline), words, KEY_MM, right - left - 3)


def _is_dark(colour: str) -> bool:
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return 0.3 * red + 0.59 * green + 0.11 * blue < 140


def _note(drawn: Sheet, note: Note) -> None:
    size = 3.0
    for index, words in enumerate(note.words):
        at = Point(note.at.x, note.at.y + index * size * 1.2)
        drawn.text(at, words, size, fill=INK, fill_opacity=0.55, font_style="italic", font_family=SERIF)
    if note.mark:
        shield = f"M{_pair(Point(note.at.x - 2.2, note.at.y))}h4.4v2.6q0 2.4 -2.2 3.4q-2.2 -1 -2.2 -3.4Z"
        drawn.path(shield, fill=INK, fill_opacity=0.35)


def _spaced(drawn: Sheet, at: Point, words: str) -> None:
    drawn.text(at, words.upper(), 4.6, fill=INK, fill_opacity=0.5, letter_spacing=1.4, font_weight="bold")


def _fitted(drawn: Sheet, at: Point, words: str, size: float, room: float) -> None:
    """Write a name in bold, made narrower until it fits: with another face on another machine, too."""
    wide = text_width(words, size)
    drawn.text(
        at,
        words,
        size,
        fill=INK,
        font_weight="bold",
        textLength=min(wide, room),
        lengthAdjust="spacingAndGlyphs",
    )


def text_width(words: str, size: float) -> float:
    """Return about how wide words are in a bold face."""
    return size * sum(WIDTHS.get(letter, LETTER) for letter in words)


def _pair(point: Point) -> str:
    return f"{number(point.x)} {number(point.y)}"
