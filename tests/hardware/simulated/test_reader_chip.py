"""The simulated chip under the mfrc522 package itself, defects and all."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest

from hardware.simulated.clock import Air
from hardware.simulated.pi_modules import BCM, SimulatedPi
from hardware.simulated.reader_chip import ReaderChip

# How the package waits for an answer; none of ours waits that way.
pytestmark = pytest.mark.filterwarnings("ignore:Bitwise inversion '~' on bool:DeprecationWarning")

FOUR = bytes.fromhex("deadbeef")
SEVENS = bytes.fromhex("04a1b2c3d4e580"), bytes.fromhex("04a1b2ffeedd81")


@pytest.fixture
def pi() -> Iterator[SimulatedPi]:
    log = logging.getLogger("mfrc522Logger")
    handlers = list(log.handlers)
    pi = SimulatedPi()
    with pi.installed():
        yield pi
    log.handlers[:] = handlers


@pytest.fixture
def chip(pi: SimulatedPi) -> ReaderChip:
    return pi.connect(ReaderChip(Air()))


def chip_that_started() -> ReaderChip:
    chip = ReaderChip(Air())
    chip.air.clock.sleep(chip.start_up_s)
    return chip


def simple_reader() -> Any:
    from mfrc522 import SimpleMFRC522

    return SimpleMFRC522()


def test_package_reads_a_four_byte_tag(chip: ReaderChip) -> None:
    reader = simple_reader()
    chip.field.put(FOUR)
    chip.air.clock.sleep(0.01)
    assert reader.read_id_no_block() == int.from_bytes(FOUR + bytes((0xDE ^ 0xAD ^ 0xBE ^ 0xEF,)), "big")


def test_package_misses_every_second_poll_of_a_resting_tag(chip: ReaderChip) -> None:
    reader = simple_reader()
    chip.field.put(FOUR)
    chip.air.clock.sleep(0.01)
    assert [reader.read_id_no_block() is None for _ in range(6)] == [False, True] * 3


def test_package_takes_two_seven_byte_tags_for_one(chip: ReaderChip) -> None:
    reader = simple_reader()
    chip.air.clock.sleep(0.01)
    seen = set()
    for uid in SEVENS:
        chip.field.put(uid)
        seen.add(reader.read_id_no_block() or reader.read_id_no_block())
        chip.field.lift(uid)
    assert len(seen) == 1


def test_package_makes_thousands_of_transfers_for_an_empty_poll(chip: ReaderChip) -> None:
    reader = simple_reader()
    before = chip.air.transfers
    assert reader.read_id_no_block() is None
    assert chip.air.transfers - before == 2013


def test_package_computes_a_crc_on_the_chip(chip: ReaderChip) -> None:
    from mfrc522 import MFRC522

    package = MFRC522(pin_mode=BCM, pin_rst=25)
    assert package.CalulateCRC([0x50, 0x00]) == [0x57, 0xCD]


def test_chip_in_reset_answers_zeros_and_starts_anew(chip: ReaderChip) -> None:
    chip.transfer(bytes((0x2A << 1, 0x80)))
    chip.set_reset(False)
    assert chip.transfer(bytes((0x37 << 1 | 0x80, 0))) == b"\0\0"
    chip.set_reset(True)
    assert chip.transfer(bytes((0x37 << 1 | 0x80, 0)))[1] == 0x92
    assert chip.transfer(bytes((0x2A << 1 | 0x80, 0)))[1] == 0x00


def test_fifo_holds_sixty_four_bytes_and_says_when_it_overflows() -> None:
    chip = chip_that_started()
    chip.transfer(bytes((0x09 << 1,)) + bytes(65))
    assert chip.transfer(bytes((0x0A << 1 | 0x80, 0)))[1] == 64
    assert chip.transfer(bytes((0x06 << 1 | 0x80, 0)))[1] & 0x10
    chip.transfer(bytes((0x0A << 1, 0x80)))
    assert chip.transfer(bytes((0x06 << 1 | 0x80, 0)))[1] == 0
    assert chip.transfer(bytes((0x09 << 1 | 0x80, 0)))[1] == 0


def test_timer_runs_by_hand_and_stops_by_hand() -> None:
    chip = chip_that_started()

    def irq() -> int:
        return chip.transfer(bytes((0x04 << 1 | 0x80, 0)))[1] & 1

    for register, value in ((0x2B, 169), (0x2D, 39), (0x04, 0x7F), (0x0C, 0x40)):
        chip.transfer(bytes((register << 1, value)))
    assert irq() == 0
    chip.air.clock.sleep(0.001)
    assert irq() == 1
    for register, value in ((0x04, 0x7F), (0x0C, 0x40), (0x0C, 0x80)):
        chip.transfer(bytes((register << 1, value)))
    chip.air.clock.sleep(0.001)
    assert irq() == 0


def test_register_is_read_as_it_is_when_the_reading_begins() -> None:
    chip = chip_that_started()
    for register, value in ((0x2B, 169), (0x2D, 39), (0x04, 0x7F), (0x0C, 0x40)):
        chip.transfer(bytes((register << 1, value)))
    chip.air.clock.sleep(980e-6)  # of the timer's 1000: it runs out while the answer goes over the bus
    looks = [chip.transfer(bytes((0x04 << 1 | 0x80,)) * 9 + b"\0") for _ in range(2)]
    assert [look[1] & 1 for look in looks] == [0, 1]


def test_read_only_registers_and_unchanged_command_stay() -> None:
    chip = chip_that_started()
    chip.transfer(bytes((0x37 << 1, 0x00)))
    assert chip.transfer(bytes((0x37 << 1 | 0x80, 0)))[1] == 0x92
    chip.air.clock.sleep(0.001)
    chip.transfer(bytes((0x01 << 1, 0x0C)))
    chip.transfer(bytes((0x01 << 1, 0x07)))
    assert chip.transfer(bytes((0x01 << 1 | 0x80, 0)))[1] == 0x0C


# A tag of type A takes no notice of a field that only gets weaker: it wants pauses (Force100ASK, 9.3.2.6).
@pytest.mark.parametrize(("present", "ask", "irq"), [(True, 0x40, 0x20), (False, 0x40, 0x01), (True, 0x00, 0x01)])
def test_answer_stops_the_timer_that_silence_lets_run_out(present: bool, ask: int, irq: int) -> None:
    chip = chip_that_started()
    if present:
        chip.field.put(FOUR)
    for register, value in ((0x14, 0x83), (0x15, ask), (0x2A, 0x80), (0x2B, 169), (0x2D, 11)):
        chip.transfer(bytes((register << 1, value)))
    for register, value in ((0x09, 0x52), (0x0D, 0x07)):
        chip.transfer(bytes((register << 1, value)))
    chip.air.clock.sleep(0.006)
    for register, value in ((0x04, 0x7F), (0x01, 0x0C), (0x0D, 0x87)):
        chip.transfer(bytes((register << 1, value)))
    chip.air.clock.sleep(0.001)
    assert chip.transfer(bytes((0x04 << 1 | 0x80, 0)))[1] & 0x21 == irq


def test_start_left_set_sends_the_next_frame_with_the_old_framing() -> None:
    chip = chip_that_started()
    chip.field.put(FOUR)
    for register, value in ((0x14, 0x83), (0x15, 0x40), (0x0D, 0x87), (0x09, 0x52)):
        chip.transfer(bytes((register << 1, value)))
    chip.air.clock.sleep(0.006)
    chip.transfer(bytes((0x01 << 1, 0x0C)))
    chip.air.clock.sleep(0.001)
    assert chip.transfer(bytes((0x0A << 1 | 0x80, 0)))[1] == 2


@pytest.mark.parametrize(("crc_ok", "error", "left"), [(True, 0x00, 1), (False, 0x04, 2)])
def test_chip_checks_crc_of_answers_when_told_to(crc_ok: bool, error: int, left: int) -> None:
    # SELECT ends with a CRC in its answer, WUPA does not.
    chip = chip_that_started()
    chip.field.put(FOUR)

    def write(register: int, *values: int) -> None:
        chip.transfer(bytes((register << 1, *values)))

    def send(bits: int, *frame: int) -> None:
        write(0x01, 0x00)
        write(0x0A, 0x80)
        write(0x09, *frame)
        write(0x0D, bits)
        write(0x01, 0x0C)
        write(0x0D, 0x80 | bits)
        chip.air.clock.sleep(0.005)

    write(0x14, 0x83)
    write(0x15, 0x40)
    chip.air.clock.sleep(0.006)
    if crc_ok:
        send(7, 0x52)
        write(0x12, 0x80)
        write(0x13, 0x80)
        send(0, 0x93, 0x70, *FOUR, 0xDE ^ 0xAD ^ 0xBE ^ 0xEF)
    else:
        write(0x13, 0x80)
        send(7, 0x52)
    assert chip.transfer(bytes((0x06 << 1 | 0x80, 0)))[1] == error
    assert chip.transfer(bytes((0x0A << 1 | 0x80, 0)))[1] == left
