"""The perforated board of the readers: whatever is drawn can be put there, and joins what the gates' table joins."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from hardware.kit.kit import Pico
from tests.kit.kits import hansa_kit
from wiring.diagrams import GATES, chips
from wiring.perfboard import CAN_MM, COLUMNS, PITCH, PLUG_ROW, RIBBON, ROWS, Part, bars, draw_perfboard, parts


@pytest.fixture
def pico() -> Pico:
    (pico,) = (one for one in hansa_kit("board").picos if len(one.selects) > 1)
    return pico


def pins_of(part: Part) -> dict[int, str]:
    """Return what each pin of a chip is joined to, counted as its datasheet does with the notch to the left."""
    upper, lower = sorted({hole.row for hole in part.pins})
    around = sorted(hole for hole in part.pins if hole.row == lower)
    around += sorted((hole for hole in part.pins if hole.row == upper), reverse=True)
    return {number: part.pins[hole] for number, hole in enumerate(around, start=1)}


def test_every_pin_has_a_hole_of_its_own_on_the_board(pico: Pico) -> None:
    holes = Counter(hole for part in parts(pico) for hole in part.pins)
    assert set(holes.values()) == {1}
    assert all(1 <= hole.column <= COLUMNS and 1 <= hole.row <= ROWS for hole in holes)


def test_plugs_stand_on_their_bars_and_nothing_else_does_that_is_not_meant_to(pico: Pico) -> None:
    plugs = [part for part in parts(pico) if part.kind == "plug"]
    assert len(plugs) == len(pico.selects)
    assert {row: RIBBON[row - PLUG_ROW] for row in bars() if row < PLUG_ROW + len(RIBBON)}.items() <= bars().items()
    for part in parts(pico):
        for hole, joined in part.pins.items():
            if hole.row in bars():
                assert joined == bars()[hole.row], (part.name, hole)


def test_gates_are_joined_as_their_table_says(pico: Pico) -> None:
    sockets = {part.name.split()[0]: pins_of(part) for part in parts(pico) if part.name.endswith(" 74HC125")}
    assert set(sockets) == set(chips(pico))
    numbers = {reader: number for number, reader in enumerate(pico.selects, start=1)}
    for chip, readers in chips(pico).items():
        assert (sockets[chip][14], sockets[chip][7]) == ("3.3V", "GND")
        for gate, (enable, enter, leave) in enumerate(GATES):
            joined = sockets[chip][enable], sockets[chip][enter], sockets[chip][leave]
            if gate < len(readers):
                reader = readers[gate]
                assert joined == (f"GP{pico.selects[reader]}", f"plug {numbers[reader]}", "MISO")
            else:
                assert joined == ("3.3V", "GND", ""), "an open input oscillates"


def test_fuse_and_capacitor_of_the_supply_have_holes_and_the_fuse_is_in_the_way(pico: Pico) -> None:
    laid = {part.name: part for part in parts(pico)}
    assert set(laid["5 V supply"].pins.values()) == {"GND", "to fuse"}
    assert set(laid["fuse 1.5 A"].pins.values()) == {"supply", "5V"}
    assert set(laid["1000 µF"].pins.values()) == {"5V", "GND"}
    radius = CAN_MM / 2 / PITCH
    (left, right) = sorted(hole.column for hole in laid["1000 µF"].pins)
    row = min(laid["1000 µF"].pins).row
    under = [
        part.name
        for part in parts(pico)
        for hole in part.pins
        if part.name != "1000 µF"
        and (hole.column - (left + right) / 2) ** 2 + (hole.row - row) ** 2 < (radius + 1) ** 2
    ]
    assert under == [], "nothing is under the can"


def test_resistors_that_are_longer_than_their_holes_are_told_to_stand(pico: Pico) -> None:
    body_mm = 6.3
    short = {part.name for part in parts(pico) if part.kind == "resistor" and _apart_mm(part) < body_mm}
    assert short == {"10 kΩ"}
    assert "A 10 kΩ over two holes stands upright" in draw_perfboard("Board kit", pico)


def _apart_mm(part: Part) -> float:
    one, other = part.pins
    return PITCH * (abs(one.row - other.row) + abs(one.column - other.column))


def test_board_has_room_for_twelve_readers(pico: Pico) -> None:
    twelve = replace(pico, selects={f"reader.{number}": number for number in range(1, 13)})
    holes = Counter(hole for part in parts(twelve) for hole in part.pins)
    assert set(holes.values()) == {1}
    assert max(hole.column for hole in holes) <= COLUMNS
