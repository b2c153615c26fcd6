"""The tray of the board kit as a whole, made from a tray file: plan, cables, strip and cuts; drawn at true size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from companion.shelf.box import BoardPlan, Meaning
from hardware.kit.kit import Kit, Pico
from wiring.catalogue import Sizes
from wiring.channels import Channels, lead_cables
from wiring.cuts import Cut, Fit, tray_cuts
from wiring.route_map import INK, SERIF
from wiring.svg import Point, Sheet, polyline
from wiring.tray_plan import Led, Reader, TrayPlan, lay_strip, load_tray, pin_row


class WholeTray(NamedTuple):
    """One tray."""

    plan: TrayPlan
    channels: Channels
    leds: tuple[Led, ...]
    cuts: tuple[Cut, ...]


def read_whole_tray(pico: Pico, sizes: Sizes, board: BoardPlan, text: str, file: str, fit: Fit) -> WholeTray:
    """Read the tray for a kit's Pico from its text; `file` is for the messages."""
    plan = load_tray(pico, sizes, board, text, file)
    channels = lead_cables(plan)
    leds = lay_strip(plan, sizes.strip_pitch, lambda lamp: board.meaning(lamp).group)
    return WholeTray(plan, channels, leds, tray_cuts(plan, channels, leds, sizes, fit, file))


def cable_table(tray: WholeTray) -> str:
    """Write how long every cable is cut, as a table for the guide."""
    rows = [
        f"| `{cable.reader}` | {cable.run_mm / 10:.0f} cm | {cable.cut_mm / 10:.0f} cm | ☐ |"
        for cable in tray.channels.cables
    ]
    total = sum(cable.cut_mm for cable in tray.channels.cables) / 1000
    head = ["| reader | from its pins to the tray's edge | cut it to | done |", "|---|---:|---:|---|"]
    return "\n".join([*head, *rows, f"| all together | | {total:.1f} m | |"]) + "\n"


def cable_csv(tray: WholeTray) -> str:
    """Write the same for a spreadsheet."""
    rows = [f"{cable.reader},{cable.run_mm:.0f},{cable.cut_mm}" for cable in tray.channels.cables]
    return "\n".join(["reader,to the edge mm,cut to mm", *rows]) + "\n"


def strip_lines(tray: WholeTray, pico: Pico) -> str:
    """Write what a kit file says of a strip that is not cut: which LED each lamp is, and the current of all."""
    numbers = [led.number for led in tray.leds if led.lamp]
    rows = ["[pico.strip]", "leds = ["]
    rows += [f"  {', '.join(map(str, numbers[at : at + 12]))}," for at in range(0, len(numbers), 12)]
    # A kit file that has the numbers has the current as well.
    dark_ma = 0.0 if pico.strip.leds else (len(tray.leds) - len(numbers)) * pico.strip.idle_ma
    return "\n".join([*rows, "]", f"cap_ma = {pico.strip.cap_ma + round(dark_ma)}"]) + "\n"


MARGIN: Final = 14.0
PIECE_MM: Final = 25.0  # about the room a piece takes
WOOD: Final = "#efe3c8"
BOARD: Final = "#fbf8ef"
MODULE: Final = "#c9ddf2"
LAMP: Final = "#f6d55c"
WARN: Final = "#c0392b"
CHANNEL: Final = "#e6dcc0"
STRIP: Final = "#d8caa4"
RING: Final = "#2e8b57"
RING_MM: Final = 40.0  # farther from the coil's centre, a small tag is neither heard nor takes much from the others


def draw_tray(kit: Kit, pico: Pico, tray: WholeTray, board: BoardPlan) -> str:
    """Draw the plan as SVG, seen from above, through the board."""
    plan, channels, leds = tray.plan, tray.channels, tray.leds
    width = plan.board.width + 2 * (plan.rail + MARGIN)
    height = plan.board.height + 2 * plan.rail + MARGIN + 34
    sheet = Sheet(width, height, f"{kit.title}: tray, print at 100 %")
    sheet.box(Point(0, 0), width, height, fill="#ffffff")
    sheet.open_group(transform=f"translate({MARGIN + plan.rail:g} {MARGIN + plan.rail:g})")
    sheet.box(
        Point(-plan.rail, -plan.rail),
        plan.board.width + 2 * plan.rail,
        plan.board.height + 2 * plan.rail,
        rx=5,
        fill=WOOD,
        stroke="#222222",
        stroke_width=0.3,
    )
    sheet.box(Point(0, 0), *plan.board, fill=BOARD, stroke="#222222", stroke_width=0.3, stroke_dasharray="4 2")
    _title(sheet, plan)
    board_size = f'width="{plan.board.width:g}" height="{plan.board.height:g}"'
    sheet.define(f'<clipPath id="board"><rect {board_size}/></clipPath>')
    _draw_channels(sheet, channels)
    for reader in plan.readers:
        _draw_ring(sheet, reader)
    for near in plan.near:
        _warn(sheet, plan, near.one, near.other, near.distance)
    for reader in plan.readers:
        _draw_reader(sheet, reader, board.meaning(reader.name).label, f"GP{pico.selects[reader.name]}")
    _draw_strip(sheet, leds)
    for led in leds:
        if led.lamp:
            meaning = board.meaning(led.lamp)
            _draw_lamp(sheet, led, meaning, board.families.get(meaning.family, LAMP))
    sheet.close_group()
    foot = height - 11
    sheet.ruler(Point(MARGIN, foot))
    _legend(sheet, Point(MARGIN + 118, foot - 8), channels, leds, board)
    return sheet.render()


def _title(sheet: Sheet, plan: TrayPlan) -> None:
    at = Point(plan.board.width * 0.83, plan.board.height * 0.94)
    words = f"the board lies here: {plan.board.width:g} × {plan.board.height:g} mm, nothing is drilled"
    sheet.text(at, words, 4, fill="#8a7a55", font_family=SERIF, font_style="italic")


def _draw_reader(sheet: Sheet, reader: Reader, label: str, select: str) -> None:
    corner, size = reader.module
    sheet.box(corner, *size, rx=1.5, fill=MODULE, stroke=INK, stroke_width=0.3)
    for turn in range(4):
        side = 34.0 - 5 * turn
        box_corner = Point(reader.spot.x - side / 2, reader.spot.y - side / 2)
        sheet.box(box_corner, side, side, rx=3, fill="none", stroke=INK, stroke_width=0.18, stroke_opacity=0.5)
    for pin in _pins(reader):
        sheet.circle(pin, 0.7, fill=INK)
    sheet.circle(reader.spot, PIECE_MM / 2, fill="#ffffff", fill_opacity=0.75, stroke=INK, stroke_width=0.4)
    arm = 3.0
    sheet.path(
        polyline([Point(reader.spot.x - arm, reader.spot.y), Point(reader.spot.x + arm, reader.spot.y)]),
        stroke=INK,
        stroke_width=0.3,
    )
    sheet.path(
        polyline([Point(reader.spot.x, reader.spot.y - arm), Point(reader.spot.x, reader.spot.y + arm)]),
        stroke=INK,
        stroke_width=0.3,
    )
    sheet.text(Point(reader.spot.x, reader.spot.y - 4.6), label, 3.6, fill=INK, font_family=SERIF, font_weight="bold")
    sheet.text(Point(reader.spot.x, reader.spot.y + 7.2), f"{reader.spot.x:g}, {reader.spot.y:g}", 2.6, fill=INK)
    at = _beside_pins(reader)
    sheet.text(at, select, 3, fill=INK)


def _pins(reader: Reader) -> list[Point]:
    """Place the eight pins of a module along its short side."""
    middle = pin_row(reader)
    offsets = [(index - 3.5) * 2.54 for index in range(8)]
    if reader.pins in ("left", "right"):
        return [Point(middle.x, middle.y + offset) for offset in offsets]
    return [Point(middle.x + offset, middle.y) for offset in offsets]


def _beside_pins(reader: Reader) -> Point:
    """Return the place for the select's name: on the module, between coil and pins."""
    aside = 25.5
    match reader.pins:
        case "right":
            return Point(reader.spot.x + aside, reader.spot.y + 1)
        case "left":
            return Point(reader.spot.x - aside, reader.spot.y + 1)
        case "down":
            return Point(reader.spot.x, reader.spot.y + aside)
        case _:
            return Point(reader.spot.x, reader.spot.y - aside)


def _draw_channels(sheet: Sheet, channels: Channels) -> None:
    """Draw what the lower layer has besides the pockets: the way of the cables, and where they come out."""
    for box in (channels.main, *channels.branches):
        sheet.box(box.corner, *box.size, fill=CHANNEL)
    corner, size = channels.main
    word = {"top": (0.5, 0.0, 0, 3.8), "bottom": (0.5, 1.0, 0, -2), "left": (0, 0.5, 3, 1), "right": (1, 0.5, -3, 1)}
    across, down, right, below = word[channels.edge]
    at = Point(corner.x + across * size.width + right, corner.y + down * size.height + below)
    sheet.text(at, "cables", 2.6, fill="#6b5a33")


def _draw_ring(sheet: Sheet, reader: Reader) -> None:
    """Draw how far from a coil pieces must be left that need not be read, as far as the board reaches."""
    line: dict[str, str | float] = {"stroke": RING, "stroke_width": 0.4, "stroke_dasharray": "2 1.4"}
    sheet.circle(reader.spot, RING_MM, fill="none", clip_path="url(#board)", **line)


def _draw_strip(sheet: Sheet, leds: Sequence[Led]) -> None:
    """Draw the strip, uncut: every LED, the dark ones too; around a corner it is folded."""
    first = leds[0].at
    sheet.path(polyline([Point(first.x - 9, first.y), first]), stroke=INK, stroke_width=0.4, fill="none")
    sheet.text(Point(first.x - 9.5, first.y + 1), "DIN", 2.6, text_anchor="end", fill=INK)
    for before, after in pairwise(leds):
        points = [before.at, after.at]
        if before.edge != after.edge:
            # The corner lies where the two edges' middle lines meet.
            level = before.edge in ("top", "bottom")
            points.insert(1, Point(after.at.x, before.at.y) if level else Point(before.at.x, after.at.y))
        sheet.path(polyline(points), stroke=STRIP, stroke_width=6, fill="none", stroke_linejoin="round")
    for led in leds:
        if not led.lamp:
            sheet.box(
                Point(led.at.x - 1.6, led.at.y - 1.6),
                3.2,
                3.2,
                rx=0.4,
                fill="#ffffff",
                stroke="#b8ab8a",
                stroke_width=0.2,
            )
            sheet.text(Point(led.at.x, led.at.y + 0.6), str(led.number), 1.7, fill="#7d6f4c")


def _draw_lamp(sheet: Sheet, led: Led, meaning: Meaning, colour: str) -> None:
    sheet.box(Point(led.at.x - 2.5, led.at.y - 2.5), 5, 5, rx=0.5, fill=colour, stroke=INK, stroke_width=0.25)
    sheet.text(Point(led.at.x, led.at.y + 0.9), str(led.number), 2.4, fill=INK)
    y = led.at.y + 6 if led.edge in ("top", "left", "right") else led.at.y - 4
    if led.edge in ("left", "right"):
        # The strip runs on behind the words.
        width = 1.45 * len(meaning.label) + 1
        sheet.box(Point(led.at.x - width / 2, y - 2.3), width, 3.2, rx=0.8, fill=WOOD)
    weight = "bold" if meaning.place else "normal"
    sheet.text(Point(led.at.x, y), meaning.label, 2.4, fill=INK, font_weight=weight)


def _warn(sheet: Sheet, plan: TrayPlan, one: str, other: str, distance: float) -> None:
    spots: Mapping[str, Point] = {reader.name: reader.spot for reader in plan.readers}
    start, end = spots[one], spots[other]
    sheet.line(start, end, stroke=WARN, stroke_width=0.6, stroke_dasharray="2 1")
    middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2 - 1)
    sheet.text(middle, f"{distance:.0f} mm: may hear each other", 3, fill=WARN)


def _legend(sheet: Sheet, at: Point, channels: Channels, leds: Sequence[Led], board: BoardPlan) -> None:
    def line(row: int, words: str, x: float = at.x + 8) -> None:
        sheet.text(Point(x, at.y + row * 5.6), words, 3, text_anchor="start", fill="#222222")

    sheet.box(Point(at.x, at.y - 3), 6, 4, rx=0.6, fill=MODULE, stroke=INK, stroke_width=0.25)
    line(0, f"reader under the board, pins as dots; the circle is the {board.piece}'s spot, over the coil's centre")
    sheet.box(Point(at.x + 190, at.y - 3), 6, 4, fill=CHANNEL)
    long = channels.longest
    place = f"{channels.at:.0f} mm from the board's {'left' if channels.edge in ('top', 'bottom') else 'upper'} side"
    line(0, f"channels of the lower layer; they open at the {channels.edge} edge, {place}", at.x + 198)
    sheet.line(
        Point(at.x, at.y + 4.6), Point(at.x + 6, at.y + 4.6), stroke=RING, stroke_width=0.5, stroke_dasharray="1.5 1"
    )
    line(1, f"parking ring, {RING_MM:g} mm from the coil: pieces that need not be read lie outside of it")
    line(1, f"longest cable {long.cut_mm / 10:g} cm", at.x + 198)
    x = at.x
    for family, colour in board.families.items():
        sheet.box(Point(x, at.y + 8.2), 4, 4, rx=0.5, fill=colour, stroke=INK, stroke_width=0.25)
        line(2, family, x + 5.5)
        x += 30
    used = sum(1 for led in leds if led.lamp)
    line(2, f"{used} lamps on one strip of {len(leds)} LEDs that is not cut, numbered as the data runs", at.x + 198)
