"""The wiring of a kit, as descriptions of its harness drawings."""

from __future__ import annotations

from collections import Counter
from typing import Final

from hardware.kit.kit import I2cBus, Kit, Pad, Pico, SpiBus
from hardware.kit.pins import PI_3V3, PI_GROUND, PI_HEADER, PICO_BOARD, PICO_GROUND
from wiring.harness import Description, Harness, Wire

READER_PINS: Final = ("SDA", "SCK", "MOSI", "MISO", "IRQ", "GND", "RST", "3.3V")
READER_LINES: Final = {"select": "SDA", "sck": "SCK", "mosi": "MOSI", "miso": "MISO", "reset": "RST"}
_I2C_PANEL: Final = {"scl": "SCL", "sda": "SDA", "reset": "RES"}
_SPI_PANEL: Final = {"sck": "D0", "mosi": "D1", "reset": "RES", "dc": "DC", "select": "CS"}
# Enable, input and output of the four gates of a '125 (any maker's datasheet, pin configuration).
GATES: Final = ((1, 2, 3), (4, 5, 6), (10, 9, 8), (13, 12, 11))

# Lines that the Pico drives over long cables: a resistor at its pin keeps their edges from ringing.
SLOWED: Final = ("sck", "mosi")

Pins = dict[int | str, str]

# fmt: off
GATE_PINS: Final[Pins] = {
    1: "1OE", 2: "1A", 3: "1Y", 4: "2OE", 5: "2A", 6: "2Y", 7: "GND",
    8: "3Y", 9: "3A", 10: "3OE", 11: "4Y", 12: "4A", 13: "4OE", 14: "VCC",
}
# fmt: on


def descriptions(kit: Kit) -> dict[str, Description]:
    """Describe every drawing of a kit, by the drawing's name."""
    if kit.is_page_only:
        return {}
    found = {f"{kit.name}-pi": _pi(kit)}
    for pico in kit.picos:
        if pico.is_handheld:
            found[f"{kit.name}-{pico.name}"] = _handheld(kit.title, pico)
        elif pico.has_lamps_only:
            found[f"{kit.name}-{pico.name}"] = _string(kit.title, pico)
        elif pico.selects:
            found[f"{kit.name}-readers"] = _readers(kit.title, pico)
            found[f"{kit.name}-lamps"] = _lamps(kit.title, pico)
        if pico.table_buzzer is not None:
            found[f"{kit.name}-{pico.name}-buzzer"] = _table_buzzer(kit.title, pico)
    return found


def _table_buzzer(title: str, pico: Pico) -> Description:
    """Describe the buzzer that calls the players; what else its Pico has is in drawings of its own."""
    harness = Harness(f"{title}: the buzzer of the {pico.name}")
    pins = [use.number for use in pico.pins() if use.part in ("buzzer", "maintenance")]
    labels: Pins = {f"GP{gp}": f"pin {PICO_BOARD[gp]} of a Pico" for gp in sorted(pins)}
    harness.thing("RP2040", "board with USB", {**labels, "GND": ""}, "board")
    _with_buzzer(harness, pico)
    _with_jumper(harness, pico)
    return harness.description()


def _with_buzzer(harness: Harness, pico: Pico) -> None:
    if pico.buzzer is not None:
        harness.thing("Buzzer", "piezo, passive", {1: "through 100 Ω", 2: "GND"}, "small")
        harness.bundle("RP2040", "Buzzer", [Wire(f"GP{pico.buzzer}", 1, "tone"), Wire("GND", 2, "GND")])


def _with_jumper(harness: Harness, pico: Pico) -> None:
    harness.thing("Jumper", "maintenance", {1: "signal", 2: "GND"}, "small", "open for play")
    harness.bundle("RP2040", "Jumper", [Wire(f"GP{pico.maintenance}", 1, "button"), Wire("GND", 2, "GND")])


def _handheld(title: str, pico: Pico) -> Description:
    """Describe a Pico with one reader, which feeds all that is on it."""
    harness = Harness(f"{title}: the {pico.name}")
    lines = {"sck": pico.spi.sck, "mosi": pico.spi.mosi, "miso": pico.spi.miso, "reset": pico.reset}
    ((reader, select),) = pico.selects.items()
    used = [use.number for use in pico.pins()]
    labels: Pins = {f"GP{gp}": f"pin {PICO_BOARD[gp]} of a Pico" for gp in sorted(used)}
    harness.thing("RP2040", "board with USB", {**labels, "3V3": "3.3V out", "5V": "VBUS", "GND": ""}, "board")
    harness.thing(reader, "reader MFRC522, small", READER_PINS, "reader", "IRQ stays free\n10 µF from 3.3V to GND")
    wires = [Wire(f"GP{select}", READER_LINES["select"], "select")]
    wires += [Wire(f"GP{pin}", READER_LINES[line], line) for line, pin in lines.items()]
    harness.bundle("RP2040", reader, [*wires, Wire("3V3", "3.3V", "3.3V"), Wire("GND", "GND", "GND")])
    if pico.strip.lamps:
        data = Wire(f"GP{pico.strip.pin}", "DIN", "data")
        note = "some boards have it on them"
        harness.thing("Light", "1 LED WS2812B", ["5V", "DIN", "GND"], "lamp", note)
        harness.thing("D1", "1N4148", {1: "anode", 2: "cathode, ring"}, "small", "or the light hears 3.3 V badly")
        harness.bundle("RP2040", "D1", [Wire("5V", 1, "5V")])
        harness.bundle("D1", "Light", [Wire(2, "5V", "5V")])
        harness.bundle("RP2040", "Light", [data, Wire("GND", "GND", "GND")])
    _with_buzzer(harness, pico)
    _with_jumper(harness, pico)
    return harness.description()


def gate_table(pico: Pico) -> str:
    """Write which gate of which buffer serves which reader, as a table for the guide."""
    rows = ["| reader | select | chip | enable | input, from MISO | output, to the Pico |"]
    rows.append("|---|---|---|---:|---:|---:|")
    rows += [
        f"| `{name}` | GP{pico.selects[name]} | {chip} | {enable} | {enter} | {leave} |"
        for chip, readers in chips(pico).items()
        for (enable, enter, leave), name in zip(GATES, readers, strict=False)
    ]
    return "\n".join(rows) + "\n"


def wire_table(kit: Kit) -> str:
    """Write every wire of the Pi's header, part by part, to be ticked off."""
    lamps = dict(enumerate(kit.lamps, start=1))
    rows = ["| part | its pin | header pin of the Pi | which is | done |", "|---|---|---:|---|---|"]
    for part, wires in pi_wires(kit).items():
        for wire in wires:
            end = lamps.get(wire.end, wire.end) if isinstance(wire.end, int) else wire.end
            pin = int(wire.start)
            label = pi_label(kit, pin) + (", two wires" if pin in shared_pins(kit) else "")
            rows.append(f"| {part} | `{end}` | {pin} | {label} | ☐ |")
    return "\n".join(rows) + "\n"


def shared_pins(kit: Kit) -> list[int]:
    """Return the pins of the Pi's header that wires of two parts go to."""
    found = Counter(int(wire.start) for wires in pi_wires(kit).values() for wire in wires)
    return sorted(pin for pin, count in found.items() if count > 1)


def pi_wires(kit: Kit) -> dict[str, list[Wire]]:
    """Return wires from the Pi's header to each part; screen and pad have a 3.3 V pin each; each its own ground."""
    power, grounds = iter(PI_3V3), iter(PI_GROUND)
    wires = {"Screen": [*_screen_wires(kit), Wire(next(power), "VCC", "3.3V")]}
    if kit.lamps:
        pins = enumerate(kit.lamps.values(), start=1)
        wires["LEDs"] = [Wire(PI_HEADER[bcm], number, "lamp") for number, bcm in pins]
    if kit.pad is not None:
        wires["Pad"] = [*_pad_wires(kit.pad), Wire(next(power), "3.3V", "3.3V")]
    wires["Buttons"] = [Wire(PI_HEADER[bcm], name, "button") for name, bcm in kit.buttons.items()]
    for bundle in wires.values():
        bundle.append(Wire(next(grounds), "GND", "GND"))
        bundle.sort(key=lambda wire: int(wire.start))
    return wires


def _pi(kit: Kit) -> Description:
    harness = Harness(f"{kit.title}: the Pi and what is on its header")
    wires = pi_wires(kit)
    header: Pins = {
        pin: pi_label(kit, pin) for pin in sorted({int(one.start) for part in wires.values() for one in part})
    }
    harness.thing("Pi", "Raspberry Pi, 40-pin header", header, "board")
    panel = ["GND", "VCC", *(str(wire.end) for wire in _screen_wires(kit))]
    harness.thing("Screen", f"OLED {kit.panel.driver}", panel, "screen", "the order of the pins varies")
    if kit.lamps:
        pins: Pins = {**dict(enumerate(kit.lamps, start=1)), "GND": "short legs"}
        harness.thing("LEDs", f"{len(kit.lamps)} LEDs, 5 mm", pins, "lamp", "each long leg through 470 Ω")
    if kit.pad is not None:
        harness.thing("Pad", "reader MFRC522", READER_PINS, "reader", "IRQ stays free\n10 µF from 3.3V to GND")
    buttons = [*kit.buttons, "GND"]
    harness.thing("Buttons", f"{len(kit.buttons)} push buttons", buttons, "button", "GND: one leg of each")
    for part, bundle in wires.items():
        harness.bundle("Pi", part, bundle)
    return harness.description()


def pi_label(kit: Kit, pin: int) -> str:
    """Return what a pin of the Pi's header is."""
    if pin in PI_3V3:
        return "3.3V"
    return next((f"BCM {use.number}" for use in kit.pi_pins() if PI_HEADER[use.number] == pin), "GND")


def _pad_wires(pad: Pad) -> list[Wire]:
    lines = {"select": pad.select, "reset": pad.reset}
    lines |= {"sck": pad.spi.sck, "mosi": pad.spi.mosi, "miso": pad.spi.miso}
    return [Wire(PI_HEADER[lines[line]], end, line) for line, end in READER_LINES.items()]


def _screen_wires(kit: Kit) -> list[Wire]:
    bus = kit.panel.bus
    match bus:
        case I2cBus():
            names, lines = _I2C_PANEL, {"scl": bus.scl, "sda": bus.sda}
            if bus.reset is not None:
                lines["reset"] = bus.reset
        case SpiBus():
            names = _SPI_PANEL
            lines = {"sck": bus.sck, "mosi": bus.mosi, "reset": bus.reset, "dc": bus.dc, "select": bus.select}
    return [Wire(PI_HEADER[bcm], names[line], line) for line, bcm in lines.items()]


def _readers(title: str, pico: Pico) -> Description:
    harness = Harness(f"{title}: the readers under the board")
    lines = {"sck": pico.spi.sck, "mosi": pico.spi.mosi, "reset": pico.reset}
    used = sorted([*lines.values(), *pico.selects.values()])
    labels: Pins = {PICO_BOARD[gp]: f"GP{gp}" for gp in used}
    slowed = " and ".join(str(PICO_BOARD[lines[line]]) for line in SLOWED)
    pulls = f"10 kΩ from each select to 3.3V,\nfrom reset to GND;\n68 Ω in the wires of pins {slowed};\n"
    pulls += f"pin {PICO_GROUND[4]} to the regulator's GND"
    harness.thing("Pico", "Raspberry Pi Pico", labels, "board", pulls)
    harness.thing("Regulator", "3.3 V, 1 A", ["3.3V", "GND"], "power")
    for name, gp in pico.selects.items():
        harness.thing(name, "reader MFRC522", READER_PINS, "reader", "10 µF from 3.3V to GND")
        wires = [Wire(PICO_BOARD[gp], READER_LINES["select"], "select")]
        wires += [Wire(PICO_BOARD[pin], READER_LINES[line], line) for line, pin in lines.items()]
        harness.bundle("Pico", name, wires)
        harness.bundle("Regulator", name, [Wire("GND", "GND", "GND"), Wire("3.3V", "3.3V", "3.3V")])
    miso = PICO_BOARD[pico.spi.miso]
    for chip, readers in chips(pico).items():
        inputs = ", ".join(str(enter) for _, enter, _ in GATES[: len(readers)])
        notes = f"14 to 3.3V, 7 to GND\n100 nF between\n10 kΩ to GND at {inputs}{_spare_gates(len(readers))}"
        harness.thing(chip, "74HC125", GATE_PINS, "chip", notes)
        for (enable, enter, _), name in zip(GATES, readers, strict=False):
            harness.bundle(name, chip, [Wire("SDA", enable, "select"), Wire("MISO", enter, "miso")])
    harness.thing("Pico again", "MISO of all", {miso: f"GP{pico.spi.miso}"}, "board", "all outputs joined")
    for chip, readers in chips(pico).items():
        outputs = [leave for _, _, leave in GATES[: len(readers)]]
        harness.bundle(chip, "Pico again", [Wire(leave, miso, "miso") for leave in outputs])
    return harness.description()


def _string(title: str, pico: Pico) -> Description:
    """Describe a Pico with nothing but lamps."""
    harness = Harness(f"{title}: the lamps and their power")
    _with_lamps(harness, pico, f"{len(pico.strip.lamps)} single LEDs on wires")
    return harness.description()


def _lamps(title: str, pico: Pico) -> Description:
    harness = Harness(f"{title}: the lamps and their power")
    _with_lamps(harness, pico, f"{len(pico.strip.lamps)} lamps, WS2812B")
    harness.thing("Regulator", "5 V to 3.3 V, 1 A", ["5V", "GND"], "power", "feeds the readers")
    harness.bundle("Supply", "Regulator", [Wire("5V", "5V", "5V"), Wire("GND", "GND", "GND")])
    return harness.description()


def _with_lamps(harness: Harness, pico: Pico, strip: str) -> None:
    """Lead the data from the Pico through the level shifter to the lamps, and their power past it."""
    data, jumper = PICO_BOARD[pico.strip.pin], PICO_BOARD[pico.maintenance]
    ground, jumper_ground = PICO_GROUND[3], PICO_GROUND[5]
    pins = {data: f"GP{pico.strip.pin}", jumper: f"GP{pico.maintenance}", ground: "GND", jumper_ground: "GND"}
    labels: Pins = {pin: pins[pin] for pin in sorted(pins)}
    harness.thing("Supply", "5 V, 3 A, fused", ["5V", "GND"], "power")
    harness.thing("Pico", "Raspberry Pi Pico", labels, "board")
    shifter: Pins = {pin: GATE_PINS[pin] for pin in (1, 2, 3, 7, 14)}
    harness.thing("Shifter", "74AHCT125", shifter, "chip", f"100 nF from 14 to 7{_spare_gates(1)}")
    harness.thing("R1", "330 Ω", {1: "", 2: ""}, "small")
    harness.thing("Strip", strip, ["5V", "DIN", "GND"], "lamp")
    harness.thing("C1", "1000 µF", {"+": "plus", "-": "minus, marked"}, "small", "close to the strip")
    harness.thing("Jumper", "maintenance", {1: "signal", 2: "GND"}, "small", "open for play")
    power = [Wire("5V", "5V", "5V"), Wire("GND", "GND", "GND")]
    harness.bundle("Supply", "Shifter", [Wire("5V", 14, "5V"), Wire("GND", 7, "GND"), Wire("GND", 1, "GND")])
    harness.bundle("Pico", "Shifter", [Wire(data, 2, "data"), Wire(ground, 7, "GND")])
    harness.bundle("Shifter", "R1", [Wire(3, 1, "data")])
    harness.bundle("R1", "Strip", [Wire(2, "DIN", "data")])
    harness.bundle("Supply", "Strip", power)
    harness.bundle("Supply", "C1", [Wire("5V", "+", "5V"), Wire("GND", "-", "GND")])
    harness.bundle("Pico", "Jumper", [Wire(jumper, 1, "button"), Wire(jumper_ground, 2, "GND")])


def chips(pico: Pico) -> dict[str, tuple[str, ...]]:
    """Share the readers out over the buffers, four to a chip."""
    readers, size = tuple(pico.selects), len(GATES)
    return {f"U{1 + first // size}": readers[first : first + size] for first in range(0, len(readers), size)}


def _spare_gates(used: int) -> str:
    """Return what to do with the inputs of gates that serve nobody: a CMOS input must not float."""
    rest = [f"{enable} to VCC, {enter} to GND" for enable, enter, _ in GATES[used:]]
    return "\n".join(["", "spare gates:", *rest]) if rest else ""
