from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from wireviz.wireviz import parse

from hardware.kit.connections import NO_STRIP
from hardware.kit.kit import Kit, parse_kit
from hardware.kit.pins import PI_3V3, PI_GROUND, PI_HEADER, PICO_BOARD
from tests.hardware.kit_text import shipped, to_toml
from tests.kit.kits import WIRED_KITS, hansa_kit
from wiring.diagrams import GATE_PINS, GATES, descriptions, gate_table, shared_pins, wire_table
from wiring.harness import as_text, draw, is_drawn_from
from wiring.kits import shipped_kits

Wires = list[tuple[str, int | str, str, int | str]]


def wires_of(description: dict[str, Any]) -> Wires:
    found: Wires = []
    for start, _, end in description["connections"]:
        ((start_name, start_pins),) = start.items()
        ((end_name, end_pins),) = end.items()
        found += [(start_name, a, end_name, b) for a, b in zip(start_pins, end_pins, strict=True)]
    return found


def drawn(kit: Kit) -> dict[str, Any]:
    return {name: json.loads(as_text(one)) for name, one in descriptions(kit).items()}


@pytest.mark.parametrize("name", WIRED_KITS)
def test_every_pin_of_the_pi_in_use_has_one_wire(name: str) -> None:
    kit = hansa_kit(name)
    ends = Counter(pin for _, pin, _, _ in wires_of(drawn(kit)[f"{name}-pi"]))
    power = {*PI_3V3, *PI_GROUND}
    assert {pin for pin in ends if pin not in power} == {PI_HEADER[use.number] for use in kit.pi_pins()}
    assert [pin for pin, count in ends.items() if count > 1] == shared_pins(kit)


def test_pins_that_pad_and_screen_share_are_told() -> None:
    kit = hansa_kit("board")
    assert shared_pins(kit) == [19, 23]
    assert shared_pins(hansa_kit("chart")) == []
    shared = [row for row in wire_table(kit).splitlines() if row.endswith("two wires | ☐ |")]
    assert [row.split(" | ")[0] for row in shared] == ["| Screen", "| Screen", "| Pad", "| Pad"]


def test_tap_drawing_leads_each_lamp_to_its_own_pin() -> None:
    kit = hansa_kit("tap")
    description = drawn(kit)["tap-pi"]
    leds = description["connectors"]["LEDs"]
    labels = dict(zip(leds["pins"], leds["pinlabels"], strict=True))
    wired = {labels[end]: start for _, start, name, end in wires_of(description) if name == "LEDs"}
    assert {name: PI_HEADER[bcm] for name, bcm in kit.lamps.items()}.items() <= wired.items()


@pytest.mark.parametrize("name", WIRED_KITS)
def test_wire_table_says_what_the_drawing_shows(name: str) -> None:
    kit = hansa_kit(name)
    rows = [row.strip("| ").split(" | ") for row in wire_table(kit).splitlines()[2:]]
    wires = wires_of(drawn(kit)[f"{name}-pi"])
    assert [(row[0], int(row[2])) for row in rows] == [(part, start) for _, start, part, _ in wires]
    told = {(row[0], row[1].strip("`")): row[3] for row in rows}
    assert all(told["LEDs", lamp] == f"BCM {bcm}" for lamp, bcm in kit.lamps.items())
    assert all(told["Buttons", button] == f"BCM {bcm}" for button, bcm in kit.buttons.items())


def test_every_pin_of_the_pico_in_use_is_wired() -> None:
    kit = hansa_kit("board")
    wires = [wire for one in drawn(kit).values() for wire in wires_of(one)]
    ends = {a for name, a, _, _ in wires if name == "Pico"} | {b for _, _, name, b in wires if name == "Pico again"}
    assert {PICO_BOARD[use.number] for use in kit.picos[0].pins()} <= ends


def test_buzzer_that_is_in_nobodys_hand_is_wired_to_its_pin_whatever_else_its_pico_has() -> None:
    chart = hansa_kit("chart")
    lights = replace(chart.picos[1], table_buzzer=7)
    bell = replace(lights, name="bell", strip=NO_STRIP)
    found = drawn(replace(chart, picos=(lights, bell)))
    assert {"chart-lights", "chart-lights-buzzer", "chart-bell-buzzer"} < set(found)
    for name in ("lights", "bell"):
        assert ("RP2040", "GP7", "Buzzer", 1) in wires_of(found[f"chart-{name}-buzzer"])


def test_each_reader_reaches_the_bus_only_through_a_gate_that_its_own_select_opens() -> None:
    kit = hansa_kit("board")
    assert kit.pico is not None
    wires = wires_of(drawn(kit)["board-readers"])
    for reader in kit.pico.selects:
        into = {a: (chip, pin) for name, a, chip, pin in wires if name == reader}
        assert set(into) == {"SDA", "MISO"}
        (chip, enable), (same_chip, enter) = into["SDA"], into["MISO"]
        gate = next(gate for gate in GATES if gate[0] == enable)
        assert (same_chip, enter) == (chip, gate[1])
        assert [end for name, a, end, _ in wires if (name, a) == (chip, gate[2])] == ["Pico again"]
    gates = Counter((chip, pin) for _, _, chip, pin in wires if chip.startswith("U"))
    assert max(gates.values()) == 1


def test_no_input_of_a_gate_floats() -> None:
    description = drawn(hansa_kit("board"))["board-readers"]
    wires = wires_of(description)
    for chip in ("U1", "U2", "U3"):
        notes = description["connectors"][chip]["notes"]
        for enable, enter, _ in GATES:
            in_use = any((name, pin) == (chip, enter) for _, _, name, pin in wires)
            pulled = notes.partition("10 kΩ to GND at ")[2].partition("\n")[0].split(", ")
            assert (str(enter) in pulled) is in_use
            assert (f"{enable} to VCC, {enter} to GND" in notes) is not in_use


def test_gate_pins_are_those_of_a_125() -> None:
    assert [GATE_PINS[pin] for gate in GATES for pin in gate] == [
        f"{number}{role}" for number in range(1, 5) for role in ("OE", "A", "Y")
    ]


def test_gate_table_has_a_line_for_each_reader() -> None:
    pico = hansa_kit("board").pico
    assert pico is not None
    rows = gate_table(pico).splitlines()[2:]
    assert [row.split("`")[1] for row in rows] == list(pico.selects)


def test_no_reader_or_lamp_is_fed_by_the_pi_in_the_board_kit() -> None:
    wires = [wire for one in drawn(hansa_kit("board")).values() for wire in wires_of(one)]
    fed = {name: start for start, pin, name, end in wires if str(end) in ("3.3V", "5V")}
    assert {name for name, start in fed.items() if start == "Pi"} == {"Pad"}


def test_screen_on_spi_is_drawn_with_its_own_lines() -> None:
    tree = shipped("board")
    tree["screen"] = {"driver": "sh1106", "bus": "spi", "sck": 11, "mosi": 10, "select": 7, "dc": 24, "reset": 23}
    tree["screen"] |= {"clock_hz": 8_000_000, "width": 128, "height": 64}
    description = drawn(parse_kit(to_toml(tree), "spi.toml"))["board-pi"]
    ends = {end: start for _, start, name, end in wires_of(description) if name == "Screen"}
    assert ends == {"VCC": 1, "GND": 6, "D0": 23, "D1": 19, "RES": 16, "DC": 18, "CS": 26}


def test_reset_pin_of_a_screen_on_i2c_is_drawn_where_there_is_one() -> None:
    tree = shipped("board")
    tree["screen"] = shipped("tap")["screen"] | {"reset": 24}
    description = drawn(parse_kit(to_toml(tree), "i2c.toml"))["board-pi"]
    ends = {end: start for _, start, name, end in wires_of(description) if name == "Screen"}
    assert ends == {"VCC": 1, "GND": 6, "SCL": 5, "SDA": 3, "RES": 18}


@pytest.mark.parametrize("name", shipped_kits())
def test_wireviz_understands_every_description(name: str) -> None:
    for description in drawn(hansa_kit(name)).values():
        source = parse(description, return_types="harness").graph.source
        assert all(thing in source for thing in description["connectors"])


@pytest.mark.process
@pytest.mark.needs("dot")
def test_drawing_names_its_description_and_no_other() -> None:
    text = as_text(descriptions(hansa_kit("board"))["board-lamps"])
    svg = draw(text)
    assert svg.rstrip().endswith("</svg>")
    assert "74AHCT125" in svg
    assert is_drawn_from(svg, text)
    assert not is_drawn_from(svg, text.replace("330", "470"))
