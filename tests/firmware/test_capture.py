"""A weak tag next to a strong one: a small booth and a large ship over one coil, in every order."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from hardware.simulated.field import Sticker
from hardware.simulated.micropython_cpython import InProcessPico
from tests.kit.board import Rig
from tests.kit.chip_port import Station

SHIP, BOOTH, OTHER = (bytes.fromhex(uid) for uid in ("04a1b2c3d4e5f6", "0411223344aabb", "04a1b2c3000001"))
STICKERS = {SHIP: Sticker(25.0, 12.0), BOOTH: Sticker(15.0), OTHER: Sticker(15.0, 8.0)}
CITY = "city.riga"


def put(station: Station, *uids: bytes) -> None:
    for uid in uids:
        station.chip.field.put(uid, sticker=STICKERS[uid])


def read(station: Station) -> list[bytes]:
    return sorted(station.poll()[1])


@pytest.mark.parametrize("order", list(permutations((SHIP, BOOTH, OTHER))), ids=lambda order: order[0].hex())
def test_all_are_read_in_whatever_order_they_come(order: tuple[bytes, ...]) -> None:
    station = Station(gain_db=38)
    here: list[bytes] = []
    for uid in order:
        put(station, uid)
        here.append(uid)
        assert [read(station) for _ in range(3)] == [sorted(here)] * 3
    for uid in order:
        station.chip.field.lift(uid)
        here.remove(uid)
        assert read(station) == sorted(here)


def test_twenty_markers_are_read_one_by_one_next_to_the_ship() -> None:
    station = Station(gain_db=38)
    put(station, SHIP)
    for number in range(20):
        marker = bytes((4, 0x11, number, 0x33, 0x44, 0xAA, number))
        station.chip.field.put(marker, sticker=Sticker(15.0, 5.0))
        assert read(station) == sorted((SHIP, marker))
        station.chip.field.lift(marker)


def test_twenty_markers_of_falling_strength_are_all_read(monkeypatch: pytest.MonkeyPatch) -> None:
    # Without their load, which would silence them: what is tried here is whether each can be reached behind the others.
    station = Station(gain_db=48)
    markers = {bytes((4, 0x11, number, 0x33, 0x44, 0xAA, number)): -1.9 * number for number in range(20)}
    for marker in markers:
        station.chip.field.put(marker)
    monkeypatch.setattr(station.chip.field, "powered", lambda gain_db, drive: markers)
    assert read(station) == sorted(markers)


@pytest.mark.silicon
@pytest.mark.parametrize(("first", "second"), [(SHIP, BOOTH), (BOOTH, SHIP)])
@pytest.mark.parametrize("leaves", [SHIP, BOOTH])
def test_board_tells_ship_and_booth_apart_and_nobody_leaves_unless_lifted(
    tmp_path: Path, first: bytes, second: bytes, leaves: bytes
) -> None:
    with Rig(tmp_path, InProcessPico) as rig:
        rig.go_live()
        field = rig.world.fields[CITY]
        for uid in (first, second):
            field.put(uid, sticker=STICKERS[uid])
            rig.run(2.0)
        expected = [("rested", CITY, uid.hex()) for uid in (first, second)]
        assert rig.tag_events() == expected
        field.lift(leaves)
        rig.run(2.0)
        assert rig.tag_events() == [*expected, ("left", CITY, leaves.hex())]
