"""Readers under the board that hang, go deaf or have bad wires: what the firmware does about each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.readers import Readers
from hardware.ports import Health
from hardware.simulated.field import Sticker
from hardware.simulated.micropython_cpython import InProcessPico
from tests.firmware.rates import firmware_of
from tests.kit.board import Rig

pytestmark = pytest.mark.silicon

SHIP, BOOTH = "04a1b2c3d4e5f6", "0411223344aabb"
CITY, OTHER = "city.riga", "city.danzig"


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    with Rig(tmp_path, InProcessPico) as rig:
        rig.go_live()
        yield rig


def readers_of(rig: Rig) -> Readers:
    readers = firmware_of(rig.pico).readers
    assert readers is not None
    return readers


def put(rig: Rig, city: str, uid: str) -> None:
    rig.world.fields[city].put(bytes.fromhex(uid))


def test_hung_reader_is_let_go_by_the_reset_line_and_nobody_leaves(rig: Rig) -> None:
    put(rig, CITY, SHIP)
    put(rig, OTHER, BOOTH)
    rig.run_until(lambda: len(rig.tag_events()) == 2)
    rig.world.chips[CITY].hung = True
    rig.run_until(lambda: rig.host.health[CITY] is Health.DEGRADED)
    rig.run_until(lambda: rig.host.health[CITY] is Health.GOOD)
    assert readers_of(rig).resets == 1
    rig.run(2.0)
    assert len(rig.tag_events()) == 2


def test_reader_that_stays_ill_is_reset_more_and_more_seldom_and_holds_nobody_up(rig: Rig) -> None:
    rig.world.chips[CITY].miso_stuck = 0xFF
    rig.run(120.0)
    assert 2 <= readers_of(rig).resets <= 6
    put(rig, OTHER, SHIP)
    assert rig.run_until(lambda: rig.tag_events() == [("rested", OTHER, SHIP)]) < 1.0


def test_reader_that_falls_ill_by_a_reset_for_another_is_told(rig: Rig) -> None:
    rig.world.chips[CITY].hung = True
    chip = rig.world.chips[OTHER]
    rig.run_until(lambda: rig.host.health[CITY] is Health.DEGRADED)
    chip.start_up_s = 10.0
    rig.run_until(lambda: rig.host.health[OTHER] is Health.DEGRADED)
    rig.run_until(lambda: rig.host.health[OTHER] is Health.GOOD, within_s=60)


def test_deaf_reader_is_set_up_again_after_a_minute_of_silence(rig: Rig) -> None:
    rig.world.chips[CITY].numb = True
    put(rig, CITY, SHIP)
    rig.run(50.0)
    assert rig.tag_events() == []
    rig.run_until(lambda: rig.tag_events() == [("rested", CITY, SHIP)])
    assert rig.host.health[CITY] is Health.GOOD


def test_bad_wires_get_a_slower_clock_and_nobody_leaves(rig: Rig) -> None:
    for city in (CITY, OTHER):
        put(rig, city, SHIP if city == CITY else BOOTH)
    rig.run_until(lambda: len(rig.tag_events()) == 2)
    for chip in rig.world.chips.values():
        chip.flips = 0.01
    rig.run_until(lambda: readers_of(rig).slow, within_s=60)
    assert {chip.spi_hz for chip in rig.world.chips.values()} == {250_000}
    rig.run(10.0)
    assert len(rig.tag_events()) == 2


def test_good_wires_keep_their_clock(rig: Rig) -> None:
    put(rig, CITY, SHIP)
    rig.run(10.0)
    assert not readers_of(rig).slow
    assert {chip.spi_hz for chip in rig.world.chips.values()} == {500_000}


# In the first two nobody answers any more, and the chip says that all is well.
@pytest.mark.parametrize("register", [0x15, 0x17, 0x26, 0x2A])
def test_register_lost_under_a_resting_ship_is_found_before_the_ship_has_left(rig: Rig, register: int) -> None:
    rig.world.fields[CITY].put(bytes.fromhex(SHIP), sticker=Sticker(25.0, height_mm=24.0))
    rig.run_until(lambda: len(rig.tag_events()) == 1)
    for _ in range(5):
        rig.world.chips[CITY].lose(register, 0x00)
        rig.run(3.0)
    assert len(rig.tag_events()) == 1
    assert len(rig.health_events(CITY)) == 1, "nor is anybody troubled with it"


def test_booth_that_the_ship_silences_is_hidden_and_moves_when_it_is_seen_elsewhere(rig: Rig) -> None:
    field = rig.world.fields[CITY]
    field.put(bytes.fromhex(BOOTH), sticker=Sticker(10.0, 3.0))
    rig.run_until(lambda: len(rig.tag_events()) == 1)
    field.put(bytes.fromhex(SHIP), sticker=Sticker(25.0))
    assert bytes.fromhex(BOOTH) not in field.audible(38), "it takes too much from the booth"
    rig.run(5.0)
    assert rig.tag_events() == [("rested", CITY, BOOTH), ("rested", CITY, SHIP)]
    field.lift(bytes.fromhex(BOOTH))
    put(rig, OTHER, BOOTH)
    rig.run(2.0)
    assert sorted(rig.tag_events()[2:]) == [("left", CITY, BOOTH), ("rested", OTHER, BOOTH)]
    rig.world.fields[OTHER].lift(bytes.fromhex(BOOTH))
    rig.run(2.0)
    assert rig.tag_events()[4:] == [("left", OTHER, BOOTH)], "and does not come back to where it was hidden"
