"""The perforated board of the readers: a Pico enters, a drawing at true size of what sits in which hole leaves.

It is seen from the side of the parts. The plugs of the readers stand across the bars: each pin of a plug that all
readers share sits on its bar, in the order of the ribbon, and only MISO and select have wires of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from hardware.kit.kit import Pico
from hardware.kit.pins import PICO_BOARD, PICO_GROUND
from wiring.diagrams import GATES, READER_LINES, SLOWED, chips
from wiring.svg import Point, Sheet
from wiring.symbols import FAINT, INK, THIN, colour_of, words

PITCH: Final = 2.54
COLUMNS, ROWS = 60, 37
BOARD: Final = (160.0, 100.0)
RIBBON: Final = ("3.3V", "GND", "sck", "GND", "mosi", "miso", "reset", "select")
OWN: Final = ("miso", "select")  # of each reader; all else is a bar
PLUG_ROW: Final = 2
MISO_ROW: Final = 12  # the bar that the outputs of all gates share
_GATES_ROW, _PICO_ROW = 18, 32  # of pin 1, at the lower left
_EDGE: Final = Point(8.0, 14.0)


class Hole(NamedTuple):
    """A hole of the board, counted from 1, from the upper left."""

    column: int
    row: int


class Part(NamedTuple):
    """What sits on the board: each of its pins in a hole, with what it is joined to; an empty word is nothing."""

    name: str
    kind: str
    pins: dict[Hole, str]


def bars() -> dict[int, str]:
    """Return the rows that are one bare wire below the board, and their signals."""
    plugs = {PLUG_ROW + place: signal for place, signal in enumerate(RIBBON) if signal not in OWN}
    return {**plugs, MISO_ROW: "miso"}


def parts(pico: Pico) -> Iterator[Part]:
    """Give every part its holes."""
    columns = _plug_columns(pico)
    for place, ((reader, select), column) in enumerate(zip(pico.selects.items(), columns, strict=True), start=1):
        lines = {"miso": "to its gate", "select": f"GP{select}"}
        plug = {Hole(column, PLUG_ROW + pin): lines.get(line, line) for pin, line in enumerate(RIBBON)}
        yield Part(f"{place} {reader.rpartition('.')[2]}", "plug", plug)
        yield Part("10 kΩ", "resistor", {Hole(column + 1, PLUG_ROW): "3.3V", Hole(column + 1, PLUG_ROW + 7): "select"})
        yield Part("10 kΩ", "resistor", {Hole(column - 1, PLUG_ROW + 3): "GND", Hole(column - 1, PLUG_ROW + 5): "miso"})
    yield Part("10 kΩ", "resistor", {Hole(1, PLUG_ROW + 3): "GND", Hole(1, PLUG_ROW + 6): "reset"})
    first = 0
    for chip, readers in chips(pico).items():
        middle = (columns[first] + columns[first + len(readers) - 1]) // 2
        nets = {14: "3.3V", 7: "GND"}
        for index, (enable, enter, leave) in enumerate(GATES):
            name = readers[index] if index < len(readers) else ""
            nets[enable] = f"GP{pico.selects[name]}" if name else "3.3V"
            nets[enter] = f"plug {first + index + 1}" if name else "GND"
            nets[leave] = "MISO" if name else ""
        yield Part(f"{chip} 74HC125", "chip", _two_rows(Hole(middle - 3, _GATES_ROW), 7, 3, nets))
        first += len(readers)
    yield from _pico(pico)
    shifter = {14: "5V", 7: "GND", 1: "GND", 2: f"GP{pico.strip.pin}", 3: "330 Ω"}
    for enable, enter, leave in GATES[1:]:
        shifter |= {enable: "5V", enter: "GND", leave: ""}
    yield Part("74AHCT125", "chip", _two_rows(Hole(29, _PICO_ROW - 2), 7, 3, shifter))
    yield Part("regulator", "module", {Hole(42 + place, 28): net for place, net in enumerate(("5V", "GND", "3.3V"))})
    yield Part("330 Ω", "resistor", {Hole(38, 34): "74AHCT125: 3", Hole(42, 34): "DIN"})
    yield Part("to the strip", "terminal", {Hole(46 + 2 * n, 34): net for n, net in enumerate(("DIN", "GND", "5V"))})
    yield Part("1000 µF", "can", {Hole(50, 29): "5V", Hole(52, 29): "GND"})
    yield Part("5 V supply", "terminal", {Hole(55 + 2 * n, 34): net for n, net in enumerate(("GND", "to fuse"))})
    yield Part("fuse 1.5 A", "fuse", {Hole(55, 29): "5V", Hole(57, 29): "supply"})


def _plug_columns(pico: Pico) -> list[int]:
    step = min(6, (COLUMNS - 6) // len(pico.selects))
    return [4 + step * index for index in range(len(pico.selects))]


def _two_rows(first: Hole, across: int, apart: int, nets: dict[int, str]) -> dict[Hole, str]:
    """Count pins from the lower left to the right, and back along the upper row."""
    last = 2 * across
    lower = {Hole(first.column + n, first.row): nets.get(n + 1, "") for n in range(across)}
    upper = {Hole(first.column + n, first.row - apart): nets.get(last - n, "") for n in range(across)}
    return lower | upper


def _pico(pico: Pico) -> Iterator[Part]:
    shared = {"sck": pico.spi.sck, "mosi": pico.spi.mosi, "miso": pico.spi.miso, "reset": pico.reset}
    nets = {PICO_BOARD[gp]: f"GP{gp}" for gp in pico.selects.values()}
    nets |= {PICO_BOARD[gp]: READER_LINES[line] for line, gp in shared.items() if line not in SLOWED}
    nets |= {PICO_BOARD[pico.strip.pin]: "74AHCT125: 2", PICO_BOARD[pico.maintenance]: "jumper"}
    nets |= dict.fromkeys(PICO_GROUND, "GND")
    yield Part("Raspberry Pi Pico, USB to the left", "board", _two_rows(Hole(2, _PICO_ROW), 20, 7, nets))
    for line in SLOWED:
        column = 2 + 40 - PICO_BOARD[shared[line]]
        top = _PICO_ROW - 12
        yield Part(f"68 Ω: {READER_LINES[line]}", "resistor", {Hole(column, top): line, Hole(column, top + 4): "Pico"})


def draw_perfboard(title: str, pico: Pico) -> str:
    """Draw the board at its true size."""
    width, height = BOARD
    sheet = Sheet(width + 2 * _EDGE.x, height + 45, f"{title}: the perforated board of the readers")
    sheet.box(Point(0, 0), width + 2 * _EDGE.x, height + 45, fill="#ffffff")
    words(
        sheet, Point(_EDGE.x, 9), f"{title}: the perforated board, from the side of the parts", 4, text_anchor="start"
    )
    sheet.box(_EDGE, width, height, rx=1, fill="#f7f1e1", stroke=INK, stroke_width=0.3)
    every = f'x="{_at(Hole(1, 1)).x - PITCH / 2}" y="{_at(Hole(1, 1)).y - PITCH / 2}" width="{PITCH}" height="{PITCH}"'
    dot = f'<circle cx="{PITCH / 2}" cy="{PITCH / 2}" r="0.35" fill="#c9bb93"/>'
    sheet.define(f'<pattern id="holes" {every} patternUnits="userSpaceOnUse">{dot}</pattern>')
    corner = _at(Hole(1, 1))
    sheet.box(Point(corner.x - PITCH / 2, corner.y - PITCH / 2), COLUMNS * PITCH, ROWS * PITCH, fill="url(#holes)")
    for row, signal in bars().items():
        end = COLUMNS if row != MISO_ROW else max(_plug_columns(pico)) + 4
        look: dict[str, str | float] = {"stroke": colour_of(signal), "stroke_width": 0.8, "stroke_opacity": 0.55}
        sheet.line(_at(Hole(1, row)), _at(Hole(end, row)), **look)
        edge = _at(Hole(COLUMNS, row))
        words(sheet, Point(edge.x + 0.6, edge.y + 0.5), READER_LINES.get(signal, signal), 1.5, text_anchor="start")
    for part in parts(pico):
        _draw(sheet, part)
    for line, said in enumerate(_REMARKS):
        words(sheet, Point(_EDGE.x, _EDGE.y + height + 5 + 3.6 * line), said, 2.5, text_anchor="start", fill=FAINT)
    return sheet.render()


_COLOURS: Final = {
    "plug": "#c9ddf2",
    "chip": "#d4ebc9",
    "board": "#f2c4c4",
    "module": "#fad9b8",
    "terminal": "#dfe4ea",
    "fuse": "#f4e3a8",
    "can": "#dfe4ea",
    "resistor": "#ffffff",
}
CAN_MM: Final = 10.0  # a capacitor of 1000 µF for 10 V
_REMARKS: Final = (
    "Coloured rows: bars of bare wire below the board. A plug has the order of the ribbon from above: 3.3V, GND, SCK,",
    "GND, MOSI, MISO, RST, SDA; what all readers share sits on its bar. Wires lead from MISO of each plug to its gate.",
    "What stands at a pin is where a wire leads; without one it stays free. All GND are one; 3.3V is the regulator's.",
    "100 nF at each 74HC125 and 74AHCT125, from pin 14 to pin 7. Chips: notch to the left, pin 1 at the lower left.",
    "A 10 kΩ over two holes stands upright: its body is longer. 5V is what comes out of the fuse: wires to strip and",
    "regulator begin there. The marked side of the 1000 µF is to GND.",
    "Terminals and regulator differ from make to make: leave them that room, and look at what yours says.",
)


def _at(hole: Hole) -> Point:
    margin = Point((BOARD[0] - (COLUMNS - 1) * PITCH) / 2, (BOARD[1] - (ROWS - 1) * PITCH) / 2)
    return Point(_EDGE.x + margin.x + (hole.column - 1) * PITCH, _EDGE.y + margin.y + (hole.row - 1) * PITCH)


def _draw(sheet: Sheet, part: Part) -> None:
    places = [_at(hole) for hole in part.pins]
    left, right = min(p.x for p in places), max(p.x for p in places)
    top, bottom = min(p.y for p in places), max(p.y for p in places)
    room = 0.8 if part.kind == "resistor" else 1.1
    if part.kind == "can":
        middle = Point((left + right) / 2, top)
        sheet.circle(middle, CAN_MM / 2, fill=_COLOURS["can"], stroke=INK, stroke_width=THIN)
    look: dict[str, str | float] = {"rx": 0.6, "fill": _COLOURS[part.kind], "stroke": INK, "stroke_width": THIN}
    look["fill_opacity"] = 0.75
    sheet.box(Point(left - room, top - room), right - left + 2 * room, bottom - top + 2 * room, **look)
    for place in places:
        sheet.circle(place, 0.5, fill=INK)
    middle = Point((left + right) / 2, (top + bottom) / 2)
    match part.kind:
        case "resistor":
            _upright(sheet, middle, part.name, 1.5) if bottom > top else words(
                sheet, Point(middle.x, middle.y + 0.5), part.name, 1.5
            )
        case "plug":
            words(sheet, Point(left, top - 1.8), part.name, 1.7, font_weight="bold")
            _upright(sheet, Point(left, bottom + 1.6), part.pins[max(part.pins)], 1.5, anchor="end")
        case _:
            above = top - (CAN_MM / 2 + 1.0 if part.kind == "can" else 2.0)
            words(
                sheet,
                Point(middle.x, middle.y + 0.8 if bottom > top else above),
                part.name,
                2.2,
                font_weight="bold",
            )
    if part.kind in ("chip", "board", "module", "terminal", "fuse", "can"):
        for hole, net in part.pins.items():
            here = _at(hole)
            below = here.y == bottom
            _upright(
                sheet, Point(here.x, here.y + (1.6 if below else -1.6)), net, 1.5, anchor="end" if below else "start"
            )


def _upright(sheet: Sheet, at: Point, text: str, size: float, anchor: str = "middle") -> None:
    """Write from below to above; a text that ends at its place hangs below it."""
    turn = f"rotate(-90 {at.x:.2f} {at.y:.2f})"
    sheet.text(Point(at.x, at.y + size * 0.35), text, size, fill=INK, text_anchor=anchor, transform=turn)
