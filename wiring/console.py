"""Screen, buttons and pad on a plate: computes their holes from a kit and the parts' sizes.

The tap kit has them next to its map; the board kit has them on a separate plate.
"""

from __future__ import annotations

from typing import Final

from hardware.kit.kit import Kit
from wiring.catalogue import PlanError, Sizes
from wiring.route_map import INK, SERIF
from wiring.svg import Point, Sheet, halo

PAPER: Final = (210.0, 297.0)  # A4, upright
PLATE: Final = (92.0, 180.0)
WITHOUT_PAD: Final = 134.0  # how high it is where tags are read by a wand
CORNER: Final = Point(20.0, 20.0)
SCREEN_DOWN: Final = 39.0
PAD_DOWN: Final = 151.0
# Where the buttons sit, from the middle and from the top.
BUTTONS: Final = {"up": (-14, 72), "down": (-14, 96), "ok": (14, 72), "back": (14, 96), "end": (0, 118)}
SIGNS: Final = {"up": "▲ up", "down": "▼ down", "ok": "● ok", "back": "◀ back", "end": "■ end turn"}
GROUND: Final = "#fbf8ef"
SCREW_HOLE: Final = 3.2
SCREW_INSET: Final = 4.5


def console_sheet(kit: Kit, sizes: Sizes, title: str) -> Sheet:
    """Draw the plate of its own."""
    sheet = Sheet(*PAPER, f"{kit.title}: console, print at 100 % on A4")
    sheet.box(Point(0, 0), *PAPER, fill="#ffffff")
    height = PLATE[1] if kit.pad else WITHOUT_PAD
    draw_plate(sheet, CORNER, PLATE[0], height)
    draw_controls(sheet, kit, sizes, Point(CORNER.x + PLATE[0] / 2, CORNER.y), title)
    sheet.ruler(Point(CORNER.x, CORNER.y + height + 12))
    return sheet


def draw_plate(sheet: Sheet, corner: Point, width: float, height: float) -> None:
    """Draw the outline of a plate with its four screw holes."""
    sheet.box(corner, width, height, rx=4, fill=GROUND, stroke="#222222", stroke_width=0.25)
    for x in (SCREW_INSET, width - SCREW_INSET):
        for y in (SCREW_INSET, height - SCREW_INSET):
            sheet.hole("screw", Point(corner.x + x, corner.y + y), SCREW_HOLE)


def draw_controls(sheet: Sheet, kit: Kit, sizes: Sizes, top: Point, title: str) -> None:
    """Draw title, screen, buttons and pad below each other; `top` is the middle of the plate's upper edge there."""
    head = Point(top.x, top.y + 16)
    sheet.text(head, title.upper(), 8, fill=INK, font_family=SERIF, font_weight="bold", letter_spacing=1.6)
    sheet.text(Point(head.x, head.y + 5), "companion", 3.4, fill=INK, letter_spacing=0.8)
    screen_y = top.y + SCREEN_DOWN
    window = sizes.window[kit.panel.driver]
    panel = sizes.panel[kit.panel.driver]
    behind = Point(top.x - panel.width / 2, screen_y - panel.height / 2)
    sheet.box(behind, *panel, fill="none", stroke="#bbbbbb", stroke_width=0.2, stroke_dasharray="1 0.8")
    corner = Point(top.x - window.width / 2, screen_y - window.height / 2)
    sheet.window("screen", corner, window.width, window.height)
    sheet.text(Point(top.x, screen_y + 1), f"window {window.width:g} × {window.height:g}", 2.2, fill="#777777")
    for name in kit.buttons:
        if name not in BUTTONS:
            raise PlanError("kit", f"buttons.{name}", "no place for this button", f"one of {', '.join(BUTTONS)}")
        right, down = BUTTONS[name]
        at = Point(top.x + right, top.y + down)
        sheet.circle(
            at, sizes.button_nut / 2, fill="none", stroke="#bbbbbb", stroke_width=0.2, stroke_dasharray="1 0.8"
        )
        sheet.hole(f"button {name}", at, sizes.button_hole)
        sheet.text(Point(at.x, at.y - sizes.button_nut / 2 - 0.8), SIGNS[name], 3.2, fill=INK, **halo(GROUND))
    if kit.pad is not None:
        _draw_pad(sheet, sizes, Point(top.x, top.y + PAD_DOWN))


def _draw_pad(sheet: Sheet, sizes: Sizes, pad: Point) -> None:
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
