"""Draws the faceplate of the tap kit from kit, parts, board and map, to print at true size."""

from __future__ import annotations

from typing import Final

from companion.shelf.box import BoardPlan
from hardware.kit.kit import Kit
from wiring.catalogue import PlanError, Sizes
from wiring.console import draw_controls, draw_plate
from wiring.route_map import INK, Projection, RouteMap, draw_map, draw_rose
from wiring.svg import Point, Sheet

PAPER: Final = (297.0, 210.0)  # A4, lying
PLATE: Final = (270.0, 180.0)
CORNER: Final = Point(13.5, 11.0)
MAP_CORNER: Final = Point(CORNER.x + 9, CORNER.y + 9)
MAP_WIDTH: Final = 182.0
ROW_Y: Final = CORNER.y + 158.5  # the lamps below the map
COLUMN_X: Final = CORNER.x + 229  # the middle of everything right of the map; 5 mm stay for the wall of the box


def faceplate_sheet(kit: Kit, sizes: Sizes, board: BoardPlan, drawn: RouteMap, title: str) -> Sheet:
    """Draw the sheet."""
    sheet = Sheet(*PAPER, f"{kit.title}: faceplate, print at 100 % on A4")
    sheet.box(Point(0, 0), *PAPER, fill="#ffffff")
    draw_plate(sheet, CORNER, *PLATE)
    chart = Projection(drawn, MAP_CORNER, MAP_WIDTH)
    draw_map(sheet, chart, board.places)
    draw_rose(sheet, chart.place(drawn.rose), 9.5)
    _holes_on_map(sheet, kit, sizes, board, chart)
    _row_of_lamps(sheet, kit, sizes, board)
    draw_controls(sheet, kit, sizes, Point(COLUMN_X, CORNER.y), title)
    sheet.ruler(Point(CORNER.x, 200))
    note = f"cut along the outline; LED holes {sizes.led_hole:g} mm, button holes {sizes.button_hole:g} mm"
    sheet.text(Point(CORNER.x + PLATE[0], 200), note, 2.8, text_anchor="end", fill="#222222")
    return sheet


def _holes_on_map(sheet: Sheet, kit: Kit, sizes: Sizes, board: BoardPlan, chart: Projection) -> None:
    for lamp in kit.lamps:
        place = board.meaning(lamp).place
        if not place:
            continue
        if place not in chart.map.places:
            raise PlanError("map", "places", f"{place!r} is missing", "each place that has a lamp")
        at = chart.place(chart.map.places[place])
        sheet.circle(at, sizes.led_hole / 2 + 1.1, fill="#fbf8ef", stroke=INK, stroke_width=0.4)
        sheet.hole(f"LED {lamp}", at, sizes.led_hole)


def _row_of_lamps(sheet: Sheet, kit: Kit, sizes: Sizes, board: BoardPlan) -> None:
    """Draw the lamps that mark no place in a row under the map: seats, the end."""
    lamps = [lamp for lamp in kit.lamps if not board.meaning(lamp).place]
    for index, lamp in enumerate(lamps):
        at = Point(MAP_CORNER.x + MAP_WIDTH * (index + 0.5) / len(lamps), ROW_Y)
        label = board.meaning(lamp).label
        if lamp.startswith("seat."):
            sheet.box(Point(at.x - 15, at.y - 6), 30, 18, rx=3, fill="none", stroke=INK, stroke_width=0.35)
        else:
            sheet.box(Point(at.x - 15, at.y - 6), 30, 18, rx=3, fill=INK, fill_opacity=0.08)
            label = "End of game" if lamp == "end" else label
        sheet.hole(f"LED {lamp}", at, sizes.led_hole)
        sheet.text(Point(at.x, at.y + 8.6), label, 3.6, fill=INK)
