"""A reader that points: of two tags the nearest, whatever the reach; both, where no field parts them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.nearest import FULL, NearestReader
from firmware.rc522 import CLEAR, CROWDED, DEAF, SILENT
from hardware.simulated.clock import Air
from hardware.simulated.field import Field
from hardware.simulated.reader_chip import ReaderChip
from tests.kit.chip_port import ChipPort

NEAR = bytes.fromhex("04a1b2c3d4e580")
FAR = bytes.fromhex("04a1b2c3d4e581")
THIRD = bytes.fromhex("0411b2c3d4e581")


class Wand:
    """A pointing reader on a simulated chip, with the field on."""

    def __init__(self) -> None:
        self.air = Air()
        self.chip = ReaderChip(self.air, Field())
        self.reader = NearestReader(ChipPort(self.chip), self.air.clock.sleep_us)
        assert self.reader.init()
        self.reader.field_on()
        self.air.clock.sleep(0.0051)

    def transfers(self) -> int:
        """Look once, and count the transfers that took."""
        before = self.air.transfers
        self.poll()
        return self.air.transfers - before

    def poll(self) -> tuple[int, list[bytes]]:
        """Look once, as everybody must: with a field that was off before."""
        self.reader.field_off()
        self.air.clock.sleep(0.0051)
        self.reader.field_on()
        self.air.clock.sleep(0.0051)
        return self.reader.poll()


@pytest.fixture
def wand() -> Wand:
    return Wand()


def test_single_tag_and_none_are_told_as_by_any_reader(wand: Wand) -> None:
    assert wand.poll() == (SILENT, [])
    wand.chip.field.put_beside(NEAR, drive=FULL)
    assert [wand.poll() for _ in range(10)] == [(CLEAR, [NEAR])] * 10


@given(near=st.integers(1, FULL), far=st.integers(1, FULL))
def test_of_two_the_one_that_needs_less_field_is_told(near: int, far: int) -> None:
    wand = Wand()
    wand.chip.field.put_beside(NEAR, drive=min(near, far))
    wand.chip.field.put_beside(FAR, drive=max(near, far))
    told = [NEAR] if near != far else [NEAR, FAR]
    for _ in range(10):
        outcome, uids = wand.poll()
        assert (outcome, sorted(uids)) == (CLEAR, told)


def test_of_three_the_nearest_is_told_and_the_others_are_beyond_it(wand: Wand) -> None:
    wand.chip.field.put_beside(NEAR, drive=3)
    wand.chip.field.put_beside(FAR, drive=4)
    wand.chip.field.put_beside(THIRD, drive=20)
    for _ in range(3):
        assert wand.poll() == (CLEAR, [NEAR])
        assert sorted(wand.reader.beyond) == [THIRD, FAR]


def test_nothing_is_beyond_a_single_tag_nor_tags_that_cannot_be_parted(wand: Wand) -> None:
    for drives in ((3,), (3, 3)):
        wand.chip.field.clear()
        for uid, drive in zip((NEAR, FAR), drives, strict=False):
            wand.chip.field.put_beside(uid, drive=drive)
        wand.poll()
        assert list(wand.reader.beyond) == []


def test_what_is_beyond_follows_a_wand_that_moves_on(wand: Wand) -> None:
    wand.chip.field.put_beside(NEAR, drive=3)
    wand.chip.field.put_beside(FAR, drive=20)
    wand.poll()
    wand.chip.field.lift(NEAR)
    wand.chip.field.put_beside(FAR, drive=2)
    wand.chip.field.put_beside(THIRD, drive=20)
    assert wand.poll() == (CLEAR, [FAR])
    assert list(wand.reader.beyond) == [THIRD]
    wand.chip.field.lift(FAR)
    assert wand.poll() == (CLEAR, [THIRD])
    assert list(wand.reader.beyond) == []


def test_set_up_again_nothing_is_beyond(wand: Wand) -> None:
    wand.chip.field.put_beside(NEAR, drive=3)
    wand.chip.field.put_beside(FAR, drive=20)
    wand.poll()
    assert wand.reader.init()
    assert list(wand.reader.beyond) == []


def test_field_that_has_been_found_is_kept_and_costs_no_more_than_one_look(wand: Wand) -> None:
    wand.chip.field.put_beside(NEAR, drive=3)
    alone = max(wand.transfers() for _ in range(9))
    wand.chip.field.put_beside(THIRD, drive=4)
    searched = wand.transfers()
    assert searched > 3 * alone
    assert max(wand.transfers() for _ in range(9)) <= alone


def test_wand_that_moves_on_finds_a_spot_that_needs_the_whole_field(wand: Wand) -> None:
    wand.chip.field.put_beside(NEAR, drive=3)
    wand.chip.field.put_beside(FAR, drive=20)
    assert wand.poll() == (CLEAR, [NEAR])
    wand.chip.field.lift(NEAR)
    assert wand.poll() == (CLEAR, [FAR])
    wand.chip.field.lift(FAR)
    assert wand.poll() == (SILENT, [])
    wand.chip.field.put_beside(THIRD, drive=FULL)
    assert wand.poll() == (CLEAR, [THIRD])


def test_set_up_anew_the_field_has_its_full_strength(wand: Wand) -> None:
    wand.chip.field.put_beside(NEAR, drive=3)
    wand.chip.field.put_beside(FAR, drive=20)
    wand.poll()
    assert wand.reader.init()
    wand.chip.field.lift(NEAR)
    before = wand.air.transfers
    assert wand.poll() == (CLEAR, [FAR])
    assert wand.air.transfers - before < 100, "there was nothing to search for"


def test_crowd_and_deaf_chip_are_told_as_they_are(wand: Wand) -> None:
    wand.chip.field.jammed = True
    assert wand.poll()[0] == CROWDED
    wand.chip.field.jammed = False
    wand.chip.hung = True
    assert wand.poll()[0] == DEAF


def test_chip_that_falls_deaf_while_the_field_is_lowered_is_deaf(wand: Wand, monkeypatch: pytest.MonkeyPatch) -> None:
    wand.chip.field.put_beside(NEAR, drive=3)
    wand.chip.field.put_beside(FAR, drive=4)
    powered = wand.chip.field.powered

    def hangs_when_low(gain_db: int, drive: int = FULL) -> dict[bytes, float]:
        wand.chip.hung = drive < FULL
        return powered(gain_db, drive)

    monkeypatch.setattr(wand.chip.field, "powered", hangs_when_low)
    assert wand.poll()[0] == DEAF
