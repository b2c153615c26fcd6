"""Draws a sheet that covers the map of a faceplate when another game is played, from plate, pins and labels.

Every hole is that of the faceplate; a lamp is found by its pin, which is the same in every game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from hardware.formats.strict_toml import Table, unreadable
from wiring.catalogue import PlanError, take_pair
from wiring.faceplate import CORNER, MAP_CORNER, MAP_WIDTH, PAPER, PLATE
from wiring.route_map import INK, SERIF
from wiring.svg import Hole, Point, Sheet, polyline

WIDTH: Final = 196.0  # the part of the plate left of screen and buttons
PUNCHED_MM: Final = 6.0  # a hole slips over an LED, and is what an office punch makes
NOTCH_MM: Final = 12.0  # cut away at the corners, where the screws are
RING_MM: Final = 7.0  # around a hole, in the colour of the label
WORDS_MM: Final = 5.0
NOTE_MM: Final = 3.5
LINE: Final = 1.25  # from one line to the next, in heights of the lower one
BAND_MM: Final = 13.0
FRAME_MM: Final = 2.5  # from the outline to the frame within
SIDES: Final = ("below", "above", "left")
NEVER: Final = "#fbf8ef"  # the colour of the paper: no colour of its own


class Label(NamedTuple):
    """What is written at one lamp."""

    words: str
    notes: tuple[str, ...]  # below, smaller
    fill: str
    side: str  # of its lamp


class Band(NamedTuple):
    """Lamps that are counted together, on one strip of colour."""

    lamps: tuple[str, ...]
    words: str
    at: Point  # where the words are, from the plate's upper left corner
    fill: str


class Aside(NamedTuple):
    """Words between the lamps."""

    words: tuple[str, ...]
    at: Point  # from the plate's upper left corner


@dataclass(frozen=True, slots=True)
class Overlay:
    """What an overlay says."""

    file: str  # for messages
    labels: Mapping[str, Label]
    bands: tuple[Band, ...]
    notes: tuple[Aside, ...]


def load_overlay(path: Path) -> Overlay:
    """Read the words of an overlay from their file."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as mistake:
        raise PlanError(str(path), "", unreadable(mistake), "the file of an overlay") from mistake
    return parse_overlay(text, f"{path.parent.name}/{path.name}")


def parse_overlay(text: str, file: str) -> Overlay:
    """Read the words of an overlay; `file` is for the messages."""
    top = Table.parse(text, file, error=PlanError)
    top.choice("format", (1,), int)
    labels = top.table("labels")
    overlay = Overlay(
        file=file,
        labels=MappingProxyType({name: _label(labels.table(name)) for name in labels.names()}),
        bands=tuple(map(_band, top.tables("band"))) if top.has("band") else (),
        notes=tuple(map(_note, top.tables("note"))) if top.has("note") else (),
    )
    top.done("format", "labels", "band", "note")
    for band in overlay.bands:
        for lamp in band.lamps:
            if lamp not in overlay.labels:
                raise PlanError(file, "band.lamps", f"{lamp!r} given", "lamps that have a label")
    return overlay


def overlay_sheet(plate: Sheet, pins: Mapping[str, int], other: Mapping[str, int], words: Overlay, title: str) -> Sheet:
    """Draw the sheet over a plate whose lamps have these pins, for a game whose lamps have those; raise PlanError."""
    lamps = _lamps_at(plate, pins, other)
    for lamp in words.labels:
        if lamp not in lamps:
            raise PlanError(words.file, f'labels."{lamp}"', "no such lamp", f"of {', '.join(sorted(lamps))}")
    for lamp in lamps:
        if lamp not in words.labels:
            raise PlanError(words.file, "labels", f"{lamp!r} is missing", "a label for each lamp of the layout")
    sheet = Sheet(*PAPER, f"{title}: overlay for the faceplate, print at 100 % on A4")
    sheet.box(Point(0, 0), *PAPER, fill="#ffffff")
    sheet.path(_outline(0), fill=NEVER, stroke="#222222", stroke_width=0.25)
    sheet.path(_outline(FRAME_MM), fill="none", stroke=INK, stroke_width=0.5)
    for band in words.bands:
        _draw_band(sheet, band, [lamps[lamp].at for lamp in band.lamps])
    middle = MAP_CORNER.x + MAP_WIDTH / 2
    head = Point(middle, CORNER.y + 14)
    sheet.text(head, title.upper(), 7, fill=INK, font_family=SERIF, font_weight="bold", letter_spacing=1.6)
    for note in words.notes:
        _draw_lines(sheet, _on_sheet(note.at), note.words)
    for lamp, hole in lamps.items():
        _draw_label(sheet, hole.at, words.labels[lamp])
    for hole in plate.holes:  # a lamp without a use in this game has its hole, too
        if hole.what.startswith("LED "):
            sheet.hole(hole.what, hole.at, PUNCHED_MM)
    sheet.ruler(Point(CORNER.x, 200))
    advice = f"cut along the outline; punch {PUNCHED_MM:g} mm holes; it lies over the map"
    sheet.text(Point(CORNER.x + PLATE[0], 200), advice, 2.8, text_anchor="end", fill="#222222")
    return sheet


def _lamps_at(plate: Sheet, pins: Mapping[str, int], other: Mapping[str, int]) -> dict[str, Hole]:
    """Find the hole of each lamp of the other game."""
    holes = {hole.what.removeprefix("LED "): hole for hole in plate.holes if hole.what.startswith("LED ")}
    at_pin = {pin: holes[lamp] for lamp, pin in pins.items()}
    return {lamp: at_pin[pin] for lamp, pin in other.items()}


def _outline(inset: float) -> str:
    """Return the left part of the plate, without the two corners that have a screw, or a frame within it."""
    left, top = CORNER.x + inset, CORNER.y + inset
    right, bottom = CORNER.x + WIDTH - inset, CORNER.y + PLATE[1] - inset
    corners = (
        Point(left + NOTCH_MM, top),
        Point(right, top),
        Point(right, bottom),
        Point(left + NOTCH_MM, bottom),
        Point(left, bottom - NOTCH_MM),
        Point(left, top + NOTCH_MM),
    )
    return f"{polyline(corners)}Z"


def _draw_band(sheet: Sheet, band: Band, way: list[Point]) -> None:
    line: dict[str, str | float] = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    sheet.path(polyline(way), stroke=INK, stroke_width=BAND_MM + 0.8, **line)
    sheet.path(polyline(way), stroke=band.fill, stroke_width=BAND_MM, **line)
    sheet.text(_on_sheet(band.at), band.words, WORDS_MM, fill=INK, font_weight="bold")


def _draw_label(sheet: Sheet, at: Point, label: Label) -> None:
    if label.fill != NEVER:
        sheet.circle(at, RING_MM, fill=label.fill, stroke=INK, stroke_width=0.3)
    notes_mm = len(label.notes) * NOTE_MM * LINE
    match label.side:
        case "above":
            first, anchor = Point(at.x, at.y - RING_MM - 3 - notes_mm), "middle"
        case "left":
            first, anchor = Point(at.x - RING_MM - 2, at.y + WORDS_MM * 0.36), "end"
        case _:
            first, anchor = Point(at.x, at.y + RING_MM + WORDS_MM + 0.4), "middle"
    sheet.text(first, label.words, WORDS_MM, fill=INK, font_weight="bold", text_anchor=anchor)
    _draw_lines(sheet, Point(first.x, first.y + NOTE_MM * LINE + 0.4), label.notes, anchor)


def _draw_lines(sheet: Sheet, at: Point, lines: tuple[str, ...], anchor: str = "middle") -> None:
    for index, words in enumerate(lines):
        sheet.text(Point(at.x, at.y + index * NOTE_MM * LINE), words, NOTE_MM, fill=INK, text_anchor=anchor)


def _on_sheet(at: Point) -> Point:
    return Point(CORNER.x + at.x, CORNER.y + at.y)


def _label(table: Table) -> Label:
    label = Label(
        words=table.text("words"),
        notes=table.texts("notes", ()),
        fill=table.text("fill", NEVER),
        side=table.choice("side", SIDES, str, SIDES[0]),
    )
    table.done(*Label._fields)
    return label


def _band(table: Table) -> Band:
    band = Band(table.texts("lamps"), table.text("words"), _at(table), table.text("fill"))
    table.done(*Band._fields)
    if len(band.lamps) < 2:
        raise table.refuse("lamps", list(band.lamps), "two lamps or more")
    return band


def _note(table: Table) -> Aside:
    note = Aside(table.texts("words"), _at(table))
    table.done(*Aside._fields)
    return note


def _at(table: Table) -> Point:
    return Point(*take_pair(table, "at", 0, PLATE[0]))
