"""A cut through the tray of the board kit: how the layers lie, so that nothing is drilled into the game's board."""

from __future__ import annotations

from typing import Final, NamedTuple

from wiring.catalogue import Sizes
from wiring.cuts import USUAL_FIT, Fit, lower_layers
from wiring.route_map import INK
from wiring.svg import Point, Sheet

WIDTH: Final = 270.0
LEFT: Final = 14.0
LAYERS_WIDE: Final = 120.0
SCALE: Final = 4.0  # heights are drawn this many times too high, or nothing could be seen
BOARD_MM: Final = 2.5
COVER_MM: Final = 1.0
BOTTOM_MM: Final = 3.0
MODULE_MM: Final = 1.6
_EDGE: Final[dict[str, str | float]] = {"stroke": "#222222", "stroke_width": 0.2}


class Layer(NamedTuple):
    """One layer, from the top."""

    what: str
    remark: str
    thick_mm: float
    fill: str
    pocket: bool = False  # a reader's pocket goes through it
    channel: bool = False  # and so do the channels


def layers(sizes: Sizes, fit: Fit = USUAL_FIT) -> tuple[Layer, ...]:
    """List the layers of a tray, from the top."""
    ply = f"plywood, {fit.sheet_mm:g} mm"
    above = Layer("upper layer", f"{ply}, with a pocket for each reader", fit.sheet_mm, "#d9c096", True)
    below = Layer("lower layer", f"{ply}, the same pockets and the channels", fit.sheet_mm, "#cfb283", True, True)
    return (
        Layer("the game's board", "untouched, lies loose on top", BOARD_MM, "#e9d8a6"),
        Layer("cover", f"card or thin plywood, {COVER_MM:g} mm", COVER_MM, "#f4ecd8"),
        above,
        *(below,) * lower_layers(sizes, fit),
        Layer("bottom", f"hardboard, {BOTTOM_MM:g} mm", BOTTOM_MM, "#b99b6b"),
    )


def reach_mm() -> float:
    """Return how far a tag's field must reach: from the reader's coil up through cover and board."""
    return BOARD_MM + COVER_MM


def draw_section(piece: str, sizes: Sizes, fit: Fit = USUAL_FIT) -> str:
    """Draw the cut as SVG, with the piece that stands on the board; not to scale, and it says so."""
    drawn = layers(sizes, fit)
    thickness = sum(layer.thick_mm for layer in drawn)
    top = 30.0
    height = top + thickness * SCALE + 14
    sheet = Sheet(WIDTH, height, "Board kit: a cut through the tray")
    sheet.box(Point(0, 0), WIDTH, height, fill="#ffffff")
    pocket = Point(LEFT + 32, top + reach_mm() * SCALE)
    y = top
    for layer in drawn:
        thick = layer.thick_mm * SCALE
        _draw_layer(sheet, layer, y, pocket.x)
        beside = Point(LEFT + LAYERS_WIDE + 3, y + thick / 2 + 1.1)
        sheet.text(beside, f"{layer.what}: {layer.remark}", 3.2, text_anchor="start", fill="#222222")
        y += thick
    deep = sum(layer.thick_mm for layer in drawn if layer.pocket) * SCALE
    _draw_reader(sheet, pocket, deep)
    _draw_piece(sheet, Point(pocket.x + 20, top), pocket.y, piece)
    words = f"heights not to scale; from coil to tag about {reach_mm():g} mm"
    sheet.text(Point(LEFT, top + thickness * SCALE + 8), words, 3.2, text_anchor="start", fill="#222222")
    return sheet.render()


def _draw_layer(sheet: Sheet, layer: Layer, y: float, pocket: float) -> None:
    thick = layer.thick_mm * SCALE
    until = LEFT + LAYERS_WIDE
    if not layer.pocket:
        sheet.box(Point(LEFT, y), LAYERS_WIDE, thick, fill=layer.fill, **_EDGE)
        return
    sheet.box(Point(LEFT, y), pocket - LEFT, thick, fill=layer.fill, **_EDGE)
    if not layer.channel:
        sheet.box(Point(pocket + 60, y), until - pocket - 60, thick, fill=layer.fill, **_EDGE)


def _draw_reader(sheet: Sheet, pocket: Point, deep: float) -> None:
    thick = MODULE_MM * SCALE
    under = pocket.y + 0.4 + thick
    sheet.box(Point(pocket.x + 1, pocket.y + 0.4), 58, thick, fill="#7fa8d6", stroke=INK, stroke_width=0.2)
    sheet.text(Point(pocket.x + 20, pocket.y + 4.6), "reader, coil up", 3.2, fill=INK)
    for x in (pocket.x + 4, pocket.x + 21):
        sheet.box(Point(x, under), 9, pocket.y + deep - under, fill="#d5d9df", **_EDGE)
        sheet.text(Point(x + 4.5, under + 13), "foam", 2.8, fill="#444444")
    sheet.box(Point(pocket.x + 33, under), 8, 3.5 * SCALE, rx=1, fill="#c0c4ca", **_EDGE)
    sheet.text(Point(pocket.x + 37, under + 18.4), "crystal", 2.8, fill="#444444")
    sheet.box(Point(pocket.x + 44.5, under), 9, 2.5 * SCALE, rx=1, fill="#d8b27a", **_EDGE)  # ceramic, lying flat
    sheet.text(Point(pocket.x + 49, under + 1.25 * SCALE + 0.8), "10 µF", 2.2, fill=INK)
    cable = f"M{pocket.x + 56:g} {under:g}q1 {deep - thick - 6:g} 10 {deep - thick - 6:g}h22"
    sheet.path(cable, fill="none", stroke=INK, stroke_width=0.9)
    sheet.text(Point(pocket.x + 78, pocket.y + deep - 7.2), "cable", 3.2, fill=INK)


def _draw_piece(sheet: Sheet, spot: Point, coil: float, piece: str) -> None:
    sheet.path(f"M{spot.x - 9:g} {spot.y:g}l3 -7h12l3 7Z", fill="#7b5b3a", **_EDGE)
    sheet.path(f"M{spot.x:g} {spot.y - 7:g}v-10l8 7h-8", fill="#fbf8ef", **_EDGE)
    sheet.box(Point(spot.x - 8, spot.y - 0.9), 16, 0.9, fill="#c0392b")
    words = f"tag under the {piece}, over the coil's centre"
    sheet.text(Point(spot.x + 13, spot.y - 2.2), words, 3.2, text_anchor="start", fill="#c0392b")
    line: dict[str, str | float] = {"stroke": "#c0392b", "stroke_width": 0.25, "stroke_dasharray": "1.5 1"}
    sheet.line(Point(spot.x, spot.y - 24), Point(spot.x, coil + 2), **line)
