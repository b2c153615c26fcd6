"""The schematics say what the wiring diagrams say: the same pins, the same parts, the same gates."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from dataclasses import replace

import pytest

from hardware.kit.connections import NO_STRIP
from hardware.kit.kit import Kit, parse_kit
from hardware.kit.pins import PI_HEADER, PICO_BOARD
from tests.hardware.kit_text import shipped, to_toml
from tests.kit.kits import hansa_kit
from wiring.diagrams import GATES, chips, pi_wires, shared_pins
from wiring.kits import shipped_kits
from wiring.schematic import schematics

WIRED = [name for name in shipped_kits() if not hansa_kit(name, "0.2").is_page_only]
SVG = "{http://www.w3.org/2000/svg}"


def texts(drawing: str) -> Counter[str]:
    return Counter(one.text or "" for one in ElementTree.fromstring(drawing).iter(f"{SVG}text"))


def kit_of(name: str) -> Kit:
    return hansa_kit(name, "0.2")


@pytest.mark.parametrize("name", WIRED)
def test_every_wire_of_the_header_is_in_the_schematic_with_its_pin(name: str) -> None:
    kit = kit_of(name)
    said = texts(schematics(kit)[f"{name}-schematic"])
    for part, wires in pi_wires(kit).items():
        for wire in wires:
            alone = wire.signal == "GND" and part in ("Buttons", "LEDs")  # one ground for a row of them
            assert said[f"pin {wire.start}" if alone else str(wire.start)], (part, wire)
    for use in kit.pi_pins():
        assert said[f"BCM {use.number}"] == 1 + (PI_HEADER[use.number] in shared_pins(kit)), use
    for lamp in kit.lamps:
        assert said[lamp]
    assert said["470 Ω"] == len(kit.lamps)


@pytest.mark.parametrize("name", WIRED)
def test_every_pin_of_every_pico_is_in_a_schematic_with_its_number(name: str) -> None:
    kit = kit_of(name)
    drawn = schematics(kit)
    said: Counter[str] = sum((texts(sheet) for key, sheet in drawn.items() if key != f"{name}-schematic"), Counter())
    for pico in kit.picos:
        for use in pico.pins():
            assert said[f"GP{use.number}"], use
            assert said[str(PICO_BOARD[use.number])], use


def test_each_reader_has_the_gate_that_the_wiring_gives_it() -> None:
    kit = kit_of("board")
    assert kit.pico is not None
    root = ElementTree.fromstring(schematics(kit)["board-schematic-readers"])
    said = [one.text for one in root.iter(f"{SVG}text")]
    for chip, readers in chips(kit.pico).items():
        for letter, (enable, enter, leave), reader in zip("abcd", GATES, readers, strict=False):
            at = said.index(f"{chip}{letter}")
            assert said[at + 1 : at + 4] == [str(enter), str(leave), str(enable)]
            cell = said[said.index(reader) : at + 8]
            assert cell.count(f"GP{kit.pico.selects[reader]}") == 2, "the select is the gate's enable, too"
    counted = Counter(said)
    assert counted["10 kΩ"] == 2 * len(kit.pico.selects) + 1
    assert counted["10 µF"] == len(kit.pico.selects)
    assert counted["68 Ω"] == 2


def test_kit_without_wires_has_no_schematic() -> None:
    assert schematics(kit_of("usb")) == {}


@pytest.mark.parametrize("name", WIRED)
def test_nothing_is_drawn_beyond_the_frame(name: str) -> None:
    for drawing in schematics(kit_of(name)).values():
        root = ElementTree.fromstring(drawing)
        width, height = (float(root.attrib[side].removesuffix("mm")) for side in ("width", "height"))
        for one in root.iter(f"{SVG}text"):
            size, x, words = float(one.attrib["font-size"]), float(one.attrib["x"]), one.text or ""
            length = 0.62 * size * len(words)
            left = x - {"start": 0.0, "middle": length / 2, "end": length}[one.attrib["text-anchor"]]
            assert left >= 5, words
            assert left + length <= width - 5, words
            assert 5 <= float(one.attrib["y"]) <= height - 5, words


def test_screen_on_spi_has_all_its_wires() -> None:
    tree = shipped("chart")
    tree["screen"] = {
        "driver": "ssd1309", "bus": "spi", "sck": 11, "mosi": 10, "select": 7, "dc": 24, "reset": 25,
        "clock_hz": 8_000_000, "width": 128, "height": 64,
    }  # fmt: skip
    sheet = schematics(parse_kit(to_toml(tree), "mine.toml"))["chart-schematic"]
    assert {"D0", "D1", "RES", "DC", "CS"} <= set(texts(sheet))
    assert not re.search("SDA", sheet)


def test_buzzer_that_is_in_nobodys_hand_has_a_schematic_of_its_own_with_all_its_pins() -> None:
    kit = kit_of("chart")
    bell = replace(kit.picos[1], name="bell", strip=NO_STRIP, table_buzzer=7)
    said = texts(schematics(replace(kit, picos=(bell,)))["chart-schematic-bell-buzzer"])
    assert all(said[f"GP{use.number}"] for use in bell.pins())
