"""The faceplate of the tap kit: kit, parts, board and map enter, a sheet to print at true size leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hardware.kit import Kit
from wiring.baltic import INK, SERIF, Baltic, Projection, draw_map, draw_rose
from wiring.board_file import City, lamp_label
from wiring.catalogue import PlanError, Sizes
from wiring.svg import Point, Sheet

PAPER: Final = (297.0, 210.0)  # A4, lying
PLATE: Final = (270.0, 180.0)
CORNER: Final = Point(13.5, 11.0)
MAP_CORNER: Final = Point(CORNER.x + 9, CORNER.y + 9)
MAP_WIDTH: Final = 186.0
ROW_Y: Final = CORNER.y + 158.5  # the lamps below the map
COLUMN_X: Final = CORNER.x + 232.5  # the middle of everything right of the map
SCREEN_Y: Final = CORNER.y + 39
# Where the buttons sit, from the column's middle and the plate's top.
BUTTONS: Final = {"up": (-14, 69), "down": (-14, 93), "ok": (14, 69), "back": (14, 93), "end": (0, 115)}
SIGNS: Final = {"up": "▲ up", "down": "▼ down", "ok": "● ok", "back": "◀ back", "end": "■ end turn"}
PAD_Y: Final = CORNER.y + 151
ROSE: Final = (23.9, 54.6)  # where the land is empty
SCREW_HOLE: Final = 3.2
SCREW_INSET: Final = 4.5


def draw_faceplate(kit: Kit, sizes: Sizes, cities: Sequence[City], baltic: Baltic) -> str:
    """Draw the sheet as SVG."""
    sheet = Sheet(*PAPER, f"{kit.title}: faceplate, print at 100 % on A4")
    sheet.box(Point(0, 0), *PAPER, fill="#ffffff")
    sheet.box(CORNER, *PLATE, rx=4, fill="#fbf8ef", stroke="#222222", stroke_width=0.25)
    chart = Projection(baltic, MAP_CORNER, MAP_WIDTH)
    draw_map(sheet, chart, cities)
    draw_rose(sheet, chart.place(ROSE), 9.5)
    _city_holes(sheet, kit, sizes, chart)
    _row_of_lamps(sheet, kit, sizes, cities)
    _column(sheet, kit, sizes)
    for x in (SCREW_INSET, PLATE[0] - SCREW_INSET):
        for y in (SCREW_INSET, PLATE[1] - SCREW_INSET):
            sheet.hole(Point(CORNER.x + x, CORNER.y + y), SCREW_HOLE)
    sheet.ruler(Point(CORNER.x, 200))
    note = f"cut along the outline; LED holes {sizes.led_hole:g} mm, button holes {sizes.button_hole:g} mm"
    sheet.text(Point(CORNER.x + PLATE[0], 200), note, 2.8, text_anchor="end", fill="#222222")
    return sheet.render()


def _city_holes(sheet: Sheet, kit: Kit, sizes: Sizes, chart: Projection) -> None:
    for lamp in kit.lamps:
        family, _, city = lamp.partition(".")
        if family != "city":
            continue
        if city not in chart.baltic.cities:
            raise PlanError("baltic.toml", "cities", f"{city!r} is missing", "a place for each city lamp of the kit")
        at = chart.place(chart.baltic.cities[city])
        sheet.circle(at, sizes.led_hole / 2 + 1.1, fill="#fbf8ef", stroke=INK, stroke_width=0.4)
        sheet.hole(at, sizes.led_hole)


def _row_of_lamps(sheet: Sheet, kit: Kit, sizes: Sizes, cities: Sequence[City]) -> None:
    """Draw the lamps that are no cities in a row under the map: seats, the end."""
    names = {city.id: city.name for city in cities}
    lamps = [lamp for lamp in kit.lamps if not lamp.startswith("city.")]
    for index, lamp in enumerate(lamps):
        at = Point(MAP_CORNER.x + MAP_WIDTH * (index + 0.5) / len(lamps), ROW_Y)
        label = lamp_label(lamp, names)
        if lamp.startswith("seat."):
            sheet.box(Point(at.x - 15, at.y - 6), 30, 18, rx=3, fill="none", stroke=INK, stroke_width=0.35)
        else:
            sheet.box(Point(at.x - 15, at.y - 6), 30, 18, rx=3, fill=INK, fill_opacity=0.08)
            label = "Last round" if lamp == "end" else label
        sheet.hole(at, sizes.led_hole)
        sheet.text(Point(at.x, at.y + 8.6), label, 3.6, fill=INK)


def _column(sheet: Sheet, kit: Kit, sizes: Sizes) -> None:
    title = Point(COLUMN_X, CORNER.y + 16)
    sheet.text(title, "HANSA", 8, fill=INK, font_family=SERIF, font_weight="bold", letter_spacing=1.6)
    sheet.text(Point(title.x, title.y + 5), "companion", 3.4, fill=INK, letter_spacing=0.8)
    window = sizes.window[kit.screen.driver]
    corner = Point(COLUMN_X - window.width / 2, SCREEN_Y - window.height / 2)
    sheet.box(corner, window.width, window.height, fill="#ffffff", stroke="#222222", stroke_width=0.25)
    sheet.text(Point(COLUMN_X, SCREEN_Y + 1), f"window {window.width:g} × {window.height:g}", 2.2, fill="#777777")
    for name in kit.buttons:
        if name not in BUTTONS:
            raise PlanError("faceplate", name, "no place for this button", f"one of {', '.join(BUTTONS)}")
        right, down = BUTTONS[name]
        at = Point(COLUMN_X + right, CORNER.y + down)
        sheet.circle(
            at, sizes.button_nut / 2, fill="none", stroke="#bbbbbb", stroke_width=0.2, stroke_dasharray="1 0.8"
        )
        sheet.hole(at, sizes.button_hole)
        sheet.text(Point(at.x, at.y - sizes.button_nut / 2 - 1.4), SIGNS[name], 3.2, fill=INK)
    pad = Point(COLUMN_X, PAD_Y)
    reader = sizes.reader
    # The module lies with its pins to the left, its coil and not its middle under the printed circle.
    left = pad.x + sizes.antenna_from_end - reader.width
    sheet.box(
        Point(left, pad.y - reader.height / 2),
        reader.width,
        reader.height,
        fill="none",
        stroke="#bbbbbb",
        stroke_width=0.2,
        stroke_dasharray="1 0.8",
    )
    for radius in (18.0, 13.0, 8.0):
        sheet.circle(pad, radius, fill=INK, fill_opacity=0.07, stroke=INK, stroke_width=0.3)
    sheet.text(Point(pad.x, pad.y + 1.2), "tap here", 3, fill=INK)
