"""The schematics of a kit: a sheet for each of its boards that shows all connections.

The wiring diagrams show wires as they are laid; these show how the circuit works, from the same data. Pins stand in the
order in which they are used, not in that of the connector; numbers next to them say where they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hardware.kit.kit import Kit, Pico
from hardware.kit.pins import PICO_BOARD, PICO_GROUND
from wiring.diagrams import GATES, READER_LINES, SLOWED, chips, pi_label, pi_wires, shared_pins
from wiring.harness import Wire
from wiring.svg import Point, Sheet
from wiring.symbols import (
    FAINT,
    INK,
    block,
    capacitor,
    diode,
    gate,
    ground,
    joint,
    label,
    led,
    pin,
    resistor,
    supply,
    switch,
    wire,
    words,
)

ROW: Final = 6.0
MARGIN: Final = 10.0


def schematics(kit: Kit) -> dict[str, str]:
    """Draw every schematic of a kit, by the drawing's name; one without wires has none."""
    if kit.is_page_only:
        return {}
    drawn = {f"{kit.name}-schematic": _pi(kit)}
    for pico in kit.picos:
        if pico.is_handheld:
            drawn[f"{kit.name}-schematic-{pico.name}"] = _handheld(kit, pico)
        elif pico.has_lamps_only:
            drawn[f"{kit.name}-schematic-{pico.name}"] = _strip(kit, pico)
        elif pico.selects:
            drawn[f"{kit.name}-schematic-readers"] = _readers(kit, pico)
            drawn[f"{kit.name}-schematic-lamps"] = _strip(kit, pico, regulator=True)
        if pico.table_buzzer is not None:
            drawn[f"{kit.name}-schematic-{pico.name}-buzzer"] = _table_buzzer(kit, pico)
    return drawn


def _sheet(width: float, height: float, title: str, *remarks: str) -> Sheet:
    sheet = Sheet(width, height, title)
    sheet.box(Point(0, 0), width, height, fill="#ffffff")
    frame: dict[str, str | float] = {"fill": "none", "stroke": INK, "stroke_width": 0.3}
    sheet.box(Point(MARGIN / 2, MARGIN / 2), width - MARGIN, height - MARGIN, **frame)
    words(sheet, Point(MARGIN, height - 9), title, 3.6, text_anchor="start", font_weight="bold")
    for row, remark in enumerate(reversed(remarks)):
        at = Point(width - MARGIN, height - 9 - 4 * row)
        words(sheet, at, remark, 2.4, text_anchor="end", fill=FAINT)
    return sheet


def _rows(start: float, count: int) -> list[float]:
    return [start + ROW * index for index in range(count)]


# --- the Pi ---


def _pi(kit: Kit) -> str:
    wires = pi_wires(kit)
    right = {part: bundle for part, bundle in wires.items() if part in ("Screen", "Pad")}
    top = 26.0
    heights = [ROW * len(bundle) + 12 for bundle in right.values()]
    buttons = _without_ground(wires["Buttons"])
    lamps = _without_ground(wires.get("LEDs", []))
    tall = max(sum(heights) + ROW * len(buttons), ROW * len(lamps)) + 4
    height = top + tall + 30
    remarks = ["a button joins its pin to ground; the pull-up is inside the Pi"]
    if lamps:
        remarks.append("each LED: its long leg to the resistor, its short leg to ground")
    if shared := shared_pins(kit):
        remarks.append(f"pins {' and '.join(map(str, shared))} are drawn twice: pad and screen share them")
    sheet = _sheet(250 if lamps else 196, height, f"{kit.title}: schematic of the Pi's side", *remarks)
    left, edge = (104.0, 146.0) if lamps else (40.0, 82.0)
    block(sheet, Point(left, top), edge - left, tall, "Raspberry Pi, 40-pin header", "board")
    y = top + 8
    for part, bundle in right.items():
        _part_of_pi(sheet, kit, part, bundle, edge, y)
        y += ROW * len(bundle) + 12
    _buttons(sheet, kit, buttons, wires["Buttons"], edge, y - 4)
    _lamps(sheet, kit, lamps, wires.get("LEDs", []), left, top + 6)
    return sheet.render()


def _without_ground(bundle: Iterable[Wire]) -> list[Wire]:
    return [one for one in bundle if one.signal != "GND"]


def _ground_pin(bundle: Iterable[Wire]) -> str:
    return next((f"pin {one.start}" for one in bundle if one.signal == "GND"), "")


def _part_of_pi(sheet: Sheet, kit: Kit, part: str, bundle: list[Wire], edge: float, y: float) -> None:
    far = edge + 44
    kind, title = ("reader", "Pad: reader MFRC522") if part == "Pad" else ("screen", f"Screen: OLED {kit.panel.driver}")
    below = "IRQ stays free; 10 µF from 3.3V to GND" if part == "Pad" else "the order of its pins varies"
    block(sheet, Point(far, y - ROW / 2), 34, ROW * len(bundle), title, kind, below)
    for one, at in zip(bundle, _rows(y, len(bundle)), strict=True):
        pin(sheet, Point(edge, at), pi_label(kit, int(one.start)), "right", str(one.start))
        pin(sheet, Point(far, at), str(one.end), "left")
        wire(sheet, one.signal, Point(edge, at), Point(far, at))


def _buttons(sheet: Sheet, kit: Kit, buttons: list[Wire], bundle: list[Wire], edge: float, y: float) -> None:
    rail = edge + 44
    rows = _rows(y, len(buttons))
    for one, at in zip(buttons, rows, strict=True):
        pin(sheet, Point(edge, at), pi_label(kit, int(one.start)), "right", str(one.start))
        wire(sheet, one.signal, Point(edge, at), Point(edge + 22, at))
        wire(sheet, "GND", Point(edge + 22, at), Point(rail, at))
        switch(sheet, Point(edge + 22, at))
        words(sheet, Point(edge + 29, at - 1.1), str(one.end), 2.4, text_anchor="start")
        joint(sheet, "GND", Point(rail, at))
    wire(sheet, "GND", Point(rail, rows[0]), Point(rail, rows[-1] + 3))
    ground(sheet, Point(rail, rows[-1] + 3))
    words(sheet, Point(rail + 3.2, rows[-1] + 6), _ground_pin(bundle), 2.2, text_anchor="start", fill=FAINT)


def _lamps(sheet: Sheet, kit: Kit, lamps: list[Wire], bundle: list[Wire], left: float, y: float) -> None:
    if not lamps:
        return
    names, rail = list(kit.lamps), left - 72
    rows = _rows(y, len(lamps))
    for one, at in zip(lamps, rows, strict=True):
        pin(sheet, Point(left, at), pi_label(kit, int(one.start)), "left", str(one.start))
        wire(sheet, "lamp", Point(left, at), Point(left - 28, at))
        wire(sheet, "GND", Point(left - 28, at), Point(rail, at))
        resistor(sheet, Point(left - 16, at), "470 Ω")
        led(sheet, Point(left - 28, at), to_left=True)
        words(sheet, Point(left - 32.5, at - 1.1), names[int(one.end) - 1], 2.4, text_anchor="end")
        joint(sheet, "GND", Point(rail, at))
    wire(sheet, "GND", Point(rail, rows[0]), Point(rail, rows[-1] + 3))
    ground(sheet, Point(rail, rows[-1] + 3))
    words(sheet, Point(rail - 3.2, rows[-1] + 6), _ground_pin(bundle), 2.2, text_anchor="end", fill=FAINT)


# --- a wand ---


def _handheld(kit: Kit, pico: Pico) -> str:
    ((reader, select),) = pico.selects.items()
    lines = {"select": select, "sck": pico.spi.sck, "mosi": pico.spi.mosi, "miso": pico.spi.miso, "reset": pico.reset}
    sheet = _sheet(
        250, 112, f"{kit.title}: schematic of the {pico.name}", "numbers outside: pins of a Raspberry Pi Pico"
    )
    left, edge, top = 106.0, 142.0, 24.0
    block(sheet, Point(left, top), edge - left, 58, "RP2040 board, on the Pi's USB", "board")
    far = edge + 46
    rows = _rows(top + 8, len(lines) + 2)
    block(
        sheet, Point(far, top + 5), 34, ROW * len(rows), f"{reader}: reader MFRC522, small", "reader", "IRQ stays free"
    )
    for (line, gp), at in zip(lines.items(), rows, strict=False):
        pin(sheet, Point(edge, at), f"GP{gp}", "right", str(PICO_BOARD[gp]))
        pin(sheet, Point(far, at), READER_LINES[line], "left")
        wire(sheet, line, Point(edge, at), Point(far, at))
    for signal, name, at in zip(("3.3V", "GND"), ("3V3", "GND"), rows[-2:], strict=True):
        pin(sheet, Point(edge, at), name, "right")
        pin(sheet, Point(far, at), signal, "left")
        wire(sheet, signal, Point(edge, at), Point(far, at))
    joint(sheet, "3.3V", Point(far - 12, rows[-2]))
    _capacitor_across(sheet, far - 12, rows[-2], rows[-1] + 6, "10 µF")
    y = top + 8
    if pico.strip.lamps:
        block(
            sheet, Point(left - 72, y - ROW / 2), 26, 3 * ROW, "Light: WS2812B", "lamp", "some boards have it on them"
        )
        for signal, name, end, at in zip(
            ("5V", "data", "GND"), ("5V", f"GP{pico.strip.pin}", "GND"), ("5V", "DIN", "GND"), _rows(y, 3), strict=True
        ):
            pin(sheet, Point(left, at), name, "left", str(PICO_BOARD[pico.strip.pin]) if signal == "data" else "")
            pin(sheet, Point(left - 46, at), end, "right")
            wire(sheet, signal, Point(left - 46, at), Point(left, at))
        diode(sheet, Point(left - 23, y), "1N4148", to_left=True)
    y += 30
    if pico.buzzer is not None:
        _piezo(sheet, pico.buzzer, Point(left, y))
    y += 12
    _jumper(sheet, pico, Point(left, y))
    return sheet.render()


def _piezo(sheet: Sheet, gp: int, at: Point) -> None:
    pin(sheet, at, f"GP{gp}", "left", str(PICO_BOARD[gp]))
    wire(sheet, "tone", at, Point(at.x - 36, at.y))
    resistor(sheet, Point(at.x - 18, at.y), "100 Ω")
    sheet.circle(Point(at.x - 40, at.y), 4, fill="#ededed", stroke=INK, stroke_width=0.35)
    words(sheet, Point(at.x - 40, at.y + 0.8), "piezo", 2.2)
    wire(sheet, "GND", Point(at.x - 44, at.y), Point(at.x - 54, at.y))
    ground(sheet, Point(at.x - 54, at.y))


def _table_buzzer(kit: Kit, pico: Pico) -> str:
    """Draw the buzzer that calls the players; what else its Pico has is in drawings of its own."""
    assert pico.buzzer is not None, "there is one to be drawn"
    title = f"{kit.title}: schematic of the buzzer of the {pico.name}"
    sheet = _sheet(180, 78, title, "numbers outside: pins of a Raspberry Pi Pico")
    left, top = 106.0, 20.0
    block(sheet, Point(left, top), 36, 28, "RP2040 board, on the Pi's USB", "board")
    _piezo(sheet, pico.buzzer, Point(left, top + 8))
    _jumper(sheet, pico, Point(left, top + 20))
    return sheet.render()


def _capacitor_across(sheet: Sheet, x: float, upper: float, lower: float, value: str) -> None:
    wire(sheet, "3.3V", Point(x, upper), Point(x, lower))
    capacitor(sheet, Point(x, lower), value)


def _jumper(sheet: Sheet, pico: Pico, at: Point) -> None:
    pin(sheet, at, f"GP{pico.maintenance}", "left", str(PICO_BOARD[pico.maintenance]))
    wire(sheet, "button", at, Point(at.x - 18, at.y))
    wire(sheet, "GND", Point(at.x - 18, at.y), Point(at.x - 30, at.y))
    switch(sheet, Point(at.x - 18, at.y))
    ground(sheet, Point(at.x - 30, at.y))
    for row, said in enumerate(("maintenance", "jumper, open", "for play")):
        words(sheet, Point(at.x - 26.5, at.y + 4 + 3 * row), said, 2.2, text_anchor="start", fill=FAINT)


# --- lamps ---


def _strip(kit: Kit, pico: Pico, *, regulator: bool = False) -> str:
    """Draw the lamps and their power: supply, fuse, level shifter, resistor, strip."""
    spare = "; ".join(f"{enable} to 5V, {enter} to GND" for enable, enter, _ in GATES[1:])
    remarks = ["the Pico is fed by the Pi's USB: its 5 V and that of the supply are not joined"]
    remarks += ["level shifter 74AHCT125: 14 to 5V, 7 to GND, 100 nF between", f"its spare gates: {spare}"]
    sheet = _sheet(250, 132 if regulator else 108, f"{kit.title}: schematic of the lamps and their power", *remarks)
    top = 22.0
    rail = top + 6
    block(sheet, Point(14, top), 24, 18, "Supply 5 V, 3 A", "power")
    pin(sheet, Point(38, rail), "+", "right")
    pin(sheet, Point(38, top + 12), "-", "right")
    strip = Point(208, top + 24)
    rows = [strip.y + 5, strip.y + 12, strip.y + 19]
    wire(sheet, "5V", Point(38, rail), Point(200, rail), Point(200, rows[0]), Point(strip.x, rows[0]))
    sheet.box(Point(46, rail - 1.4), 9, 2.8, fill="#ffffff", stroke=INK, stroke_width=0.3)
    wire(sheet, "5V", Point(46, rail), Point(55, rail))
    words(sheet, Point(50.5, rail - 2.6), "fuse, 1.5 A", 2.2)
    words(sheet, Point(120, rail - 1.2), "5 V", 2.4)
    wire(sheet, "GND", Point(38, top + 12), Point(44, top + 12), Point(44, top + 16))
    ground(sheet, Point(44, top + 16))
    block(sheet, strip, 30, 24, "Strip", "lamp", f"{len(pico.strip.lamps)} lamps, WS2812B")
    for name, row in zip(("5V", "DIN", "GND"), rows, strict=True):
        pin(sheet, Point(strip.x, row), name, "left")
    wire(sheet, "GND", Point(strip.x, rows[2]), Point(200, rows[2]), Point(200, rows[2] + 4))
    ground(sheet, Point(200, rows[2] + 4))
    joint(sheet, "5V", Point(182, rail))
    wire(sheet, "5V", Point(182, rail), Point(182, rail + 5))
    capacitor(sheet, Point(182, rail + 5), "1000 µF", polar=True)
    data = Point(104, rows[1])
    block(sheet, Point(72, data.y - 8), 32, 26, "Raspberry Pi Pico", "board", "on the Pi's USB")
    pin(sheet, data, f"GP{pico.strip.pin}", "right", str(PICO_BOARD[pico.strip.pin]))
    pin(sheet, Point(104, data.y + 12), "GND", "right", str(PICO_GROUND[3]))
    wire(sheet, "GND", Point(104, data.y + 12), Point(112, data.y + 12))
    ground(sheet, Point(112, data.y + 12))
    _jumper(sheet, pico, Point(72, data.y + 5))
    wire(sheet, "data", data, Point(136, data.y))
    out = gate(sheet, Point(136, data.y), "", GATES[0])
    wire(sheet, "GND", Point(140, data.y + 3.6), Point(140, data.y + 9))
    ground(sheet, Point(140, data.y + 9))
    words(sheet, Point(140, data.y - 5.4), "74AHCT125", 2.4)
    wire(sheet, "data", out, Point(strip.x, data.y))
    resistor(sheet, Point(188, data.y), "330 Ω")
    if regulator:
        _regulator(sheet, Point(72, top + 68), rail)
    return sheet.render()


def _regulator(sheet: Sheet, at: Point, rail: float) -> None:
    block(sheet, at, 32, 14, "Regulator, 1 A", "power")
    joint(sheet, "5V", Point(63, rail))
    wire(sheet, "5V", Point(63, rail), Point(63, at.y + 5), Point(at.x, at.y + 5))
    pin(sheet, Point(at.x, at.y + 5), "5V", "left")
    pin(sheet, Point(at.x + 32, at.y + 5), "3.3V", "right")
    pin(sheet, Point(at.x + 32, at.y + 10), "GND", "right")
    wire(sheet, "3.3V", Point(at.x + 32, at.y + 5), Point(at.x + 48, at.y + 5))
    supply(sheet, Point(at.x + 48, at.y + 5), "3.3V")
    words(sheet, Point(at.x + 54, at.y + 5.8), "to the readers and their buffers", 2.4, text_anchor="start")
    wire(sheet, "GND", Point(at.x + 32, at.y + 10), Point(at.x + 40, at.y + 10))
    ground(sheet, Point(at.x + 40, at.y + 10))


# --- readers under the board ---

_CELL: Final = (118.0, 56.0)
_ACROSS: Final = 3
_CELLS_TOP: Final = 84.0


def _readers(kit: Kit, pico: Pico) -> str:
    cells = [
        (f"{chip}{'abcd'[index]}", pins, name)
        for chip, readers in chips(pico).items()
        for index, (pins, name) in enumerate(zip(GATES, readers, strict=False))
    ]
    down = -(-len(cells) // _ACROSS)
    width, height = 2 * MARGIN + _ACROSS * _CELL[0], _CELLS_TOP + down * _CELL[1] + 22
    remarks = ["every flag of one name is one wire: lay SCK, MOSI, RST, MISO, 3.3V and GND as bars across the board"]
    remarks.append(
        f"{', '.join(chips(pico))}, 74HC125: 14 to 3.3V, 7 to GND, 100 nF between; spare gates as in the wiring"
    )
    sheet = _sheet(width, height, f"{kit.title}: schematic of the readers under the board", *remarks)
    _pico_of_readers(sheet, pico, Point(width / 2 - 23, 20))
    for index, (gate_name, pins, reader) in enumerate(cells):
        corner = Point(MARGIN + _CELL[0] * (index % _ACROSS), _CELLS_TOP + _CELL[1] * (index // _ACROSS))
        _reader(sheet, corner, reader, pico.selects[reader], gate_name, pins)
    return sheet.render()


def _pico_of_readers(sheet: Sheet, pico: Pico, corner: Point) -> None:
    """Draw the Pico with a flag for every line: those that all readers share on the left, the selects on the right."""
    shared = {"SCK": ("sck", pico.spi.sck), "MOSI": ("mosi", pico.spi.mosi), "MISO": ("miso", pico.spi.miso)}
    shared["RST"] = ("reset", pico.reset)
    step, width = 5.4, 46.0
    rows = [corner.y + 4.5 + step * row for row in range(max(len(shared) + 4, len(pico.selects)))]
    block(sheet, corner, width, rows[-1] - corner.y + 4, "Raspberry Pi Pico, on the Pi's USB", "board")
    for (name, (signal, gp)), y in zip(shared.items(), rows, strict=False):
        pin(sheet, Point(corner.x, y), f"GP{gp}", "left", str(PICO_BOARD[gp]))
        wire(sheet, signal, Point(corner.x, y), Point(corner.x - 24, y))
        label(sheet, Point(corner.x - 24, y), name, signal, "left")
        if signal in SLOWED:
            resistor(sheet, Point(corner.x - 14, y), "68 Ω")
    reset = Point(corner.x - 14, rows[len(shared) - 1])
    joint(sheet, "reset", reset)
    wire(sheet, "reset", reset, Point(reset.x, reset.y + 13))
    resistor(sheet, Point(reset.x, reset.y + 6.5), "10 kΩ", upright=True)
    ground(sheet, Point(reset.x, reset.y + 13))
    pin(sheet, Point(corner.x, rows[-1]), "GND", "left", str(PICO_GROUND[4]))
    wire(sheet, "GND", Point(corner.x, rows[-1]), Point(corner.x - 6, rows[-1]))
    ground(sheet, Point(corner.x - 6, rows[-1]))
    for gp, y in zip(pico.selects.values(), rows, strict=False):
        pin(sheet, Point(corner.x + width, y), f"GP{gp}", "right", str(PICO_BOARD[gp]))
        wire(sheet, "select", Point(corner.x + width, y), Point(corner.x + width + 12, y))
        label(sheet, Point(corner.x + width + 12, y), f"GP{gp}", "select", "right")


def _reader(sheet: Sheet, corner: Point, reader: str, select: int, gate_name: str, pins: tuple[int, int, int]) -> None:
    """Draw one reader with its gate: enabled by the reader's own select, its output joined with all others."""
    step, left = 5.4, Point(corner.x + 40, corner.y + 10)
    rows = ("select", "sck", "mosi", "reset", "3.3V", "GND")
    block(sheet, left, 28, step * len(rows) + 2, reader, "reader")
    at = {line: Point(left.x, left.y + 4 + step * row) for row, line in enumerate(rows)}
    numbered = f"GP{select}"
    for line, name in (("sck", "SCK"), ("mosi", "MOSI"), ("reset", "RST")):
        pin(sheet, at[line], READER_LINES[line], "left")
        wire(sheet, line, at[line], Point(left.x - 12, at[line].y))
        label(sheet, Point(left.x - 12, at[line].y), name, line, "left")
    chosen = at["select"]
    pin(sheet, chosen, READER_LINES["select"], "left")
    wire(sheet, "select", chosen, Point(left.x - 24, chosen.y))
    label(sheet, Point(left.x - 24, chosen.y), numbered, "select", "left")
    joint(sheet, "select", Point(left.x - 17, chosen.y))
    resistor_top = Point(left.x - 17, chosen.y - 9)
    wire(sheet, "select", Point(left.x - 17, chosen.y), resistor_top)
    resistor(sheet, Point(left.x - 17, chosen.y - 5), "10 kΩ", upright=True)
    supply(sheet, resistor_top, "3.3V")
    pin(sheet, at["3.3V"], "3.3V", "left")
    wire(sheet, "3.3V", at["3.3V"], Point(left.x - 22, at["3.3V"].y))
    label(sheet, Point(left.x - 22, at["3.3V"].y), "3.3V", "3.3V", "left")
    joint(sheet, "3.3V", Point(left.x - 14, at["3.3V"].y))
    capacitor(sheet, Point(left.x - 14, at["3.3V"].y), "10 µF")
    pin(sheet, at["GND"], "GND", "left")
    wire(sheet, "GND", at["GND"], Point(left.x - 4, at["GND"].y), Point(left.x - 4, at["GND"].y + 2.6))
    ground(sheet, Point(left.x - 4, at["GND"].y + 2.6))
    miso = Point(left.x + 28, at["sck"].y)
    pin(sheet, miso, "MISO", "right")
    entry = Point(miso.x + 16, miso.y)
    wire(sheet, "miso", miso, entry)
    joint(sheet, "miso", Point(miso.x + 7, miso.y))
    wire(sheet, "miso", Point(miso.x + 7, miso.y), Point(miso.x + 7, miso.y + 12))
    resistor(sheet, Point(miso.x + 7, miso.y + 6), "10 kΩ", upright=True)
    ground(sheet, Point(miso.x + 7, miso.y + 12))
    out = gate(sheet, entry, gate_name, pins)
    wire(sheet, "miso", out, Point(out.x + 6, out.y))
    label(sheet, Point(out.x + 6, out.y), "MISO", "miso", "right")
    enable = Point(entry.x + 4, entry.y + 3.6)
    wire(sheet, "select", enable, Point(enable.x, enable.y + 12), Point(enable.x + 6, enable.y + 12))
    label(sheet, Point(enable.x + 6, enable.y + 12), numbered, "select", "right")
