"""A cut through the tray of the board kit: how the layers lie, so that nothing is drilled into the game's board."""

from __future__ import annotations

from typing import Final, NamedTuple

from wiring.route_map import INK
from wiring.svg import Point, Sheet

WIDTH: Final = 270.0
LEFT: Final = 14.0
LAYERS_WIDE: Final = 120.0
SCALE: Final = 4.0  # heights are drawn this many times too high, or nothing could be seen


class Layer(NamedTuple):
    """One layer, from the top."""

    what: str
    remark: str
    thick_mm: float
    fill: str


LAYERS: Final = (
    Layer("the game's board", "untouched, lies loose on top", 2.5, "#e9d8a6"),
    Layer("cover", "card or thin plywood, 1 mm", 1.0, "#f4ecd8"),
    Layer("tray", "plywood, 6 mm, with a pocket for each reader and channels for the cables", 6.0, "#d9c096"),
    Layer("bottom", "hardboard, 3 mm", 3.0, "#b99b6b"),
)


def reach_mm() -> float:
    """Return how far a tag's field must reach: from the reader's coil up through cover and board."""
    return sum(layer.thick_mm for layer in LAYERS[:2])


def draw_section(piece: str) -> str:
    """Draw the cut as SVG, with the piece that stands on the board; not to scale, and it says so."""
    thickness = sum(layer.thick_mm for layer in LAYERS)
    top = 30.0
    sheet = Sheet(WIDTH, top + thickness * SCALE + 14, "Board kit: a cut through the tray")
    sheet.box(Point(0, 0), WIDTH, top + thickness * SCALE + 14, fill="#ffffff")
    y = top
    for layer in LAYERS:
        height = layer.thick_mm * SCALE
        sheet.box(Point(LEFT, y), LAYERS_WIDE, height, fill=layer.fill, stroke="#222222", stroke_width=0.2)
        beside = Point(LEFT + LAYERS_WIDE + 3, y + height / 2 + 1.1)
        words = f"{layer.what}: {layer.remark}"
        sheet.text(beside, words, 3.2, text_anchor="start", fill="#222222")
        y += height
    pocket_top = top + reach_mm() * SCALE
    pocket = Point(LEFT + 32, pocket_top)
    sheet.box(pocket, 60, 6 * SCALE, fill="#ffffff", stroke="#222222", stroke_width=0.2)
    channel = Point(pocket.x + 60, pocket_top + 3.2 * SCALE)
    sheet.box(channel, LEFT + LAYERS_WIDE - channel.x, 2.8 * SCALE, fill="#ffffff")
    sheet.line(channel, Point(LEFT + LAYERS_WIDE, channel.y), stroke="#222222", stroke_width=0.2)
    sheet.line(channel, Point(channel.x, pocket_top), stroke="#222222", stroke_width=0.2)
    sheet.box(Point(pocket.x + 60 - 0.3, channel.y + 0.1), 0.6, 2.8 * SCALE - 0.2, fill="#ffffff")
    sheet.box(Point(pocket.x + 1, pocket_top + 0.4), 58, 4, fill="#7fa8d6", stroke=INK, stroke_width=0.2)
    sheet.text(Point(pocket.x + 24, pocket_top + 9), "reader, coil up", 3.2, fill=INK)
    for x in (pocket.x + 2, pocket.x + 36.5):
        sheet.box(Point(x, pocket_top + 4.4), 6, 6 * SCALE - 4.4, fill="#c9ced6", stroke="#222222", stroke_width=0.2)
    sheet.text(Point(pocket.x + 23, pocket_top + 17), "on foam", 3.2, fill=INK)
    sheet.path(f"M{pocket.x + 55:g} {pocket_top + 4.4:g}q3 14 12 14h24", fill="none", stroke=INK, stroke_width=0.5)
    sheet.text(Point(pocket.x + 48.5, pocket_top + 17), "cable", 3.2, fill=INK)
    spot = pocket.x + 20
    sheet.path(f"M{spot - 9:g} {top:g}l3 -7h12l3 7Z", fill="#7b5b3a", stroke="#222222", stroke_width=0.2)
    sheet.path(f"M{spot:g} {top - 7:g}v-10l8 7h-8", fill="#fbf8ef", stroke="#222222", stroke_width=0.2)
    sheet.box(Point(spot - 8, top - 0.9), 16, 0.9, fill="#c0392b")
    sheet.text(
        Point(spot + 13, top - 2.2),
        f"tag under the {piece}, over the coil's centre",
        3.2,
        text_anchor="start",
        fill="#c0392b",
    )
    sheet.line(
        Point(spot, top - 24),
        Point(spot, pocket_top + 5),
        stroke="#c0392b",
        stroke_width=0.25,
        stroke_dasharray="1.5 1",
    )
    words = f"heights not to scale; from coil to tag about {reach_mm():g} mm"
    sheet.text(Point(LEFT, top + thickness * SCALE + 8), words, 3.2, text_anchor="start", fill="#222222")
    return sheet.render()
