"""What a bench does to a chip, done to the simulated one: each must be seen at its registers."""

import inspect
import re
from random import Random
from types import ModuleType

import pytest

from hardware.simulated import field, reader_chip, transponder
from hardware.simulated.clock import Air
from hardware.simulated.field import Field, Sticker
from hardware.simulated.reader_chip import ReaderChip
from hardware.simulated.transponder import with_crc

STRONG, WEAK = bytes.fromhex("04a1b2c3"), bytes.fromhex("11223344")
COMMAND, COM_IRQ, ERROR, FIFO_LEVEL, RX_MODE, TX_CONTROL, VERSION = 0x01, 0x04, 0x06, 0x0A, 0x13, 0x14, 0x37
IRQ_RX, IRQ_TIMER, COLLISION = 0x20, 0x01, 0x08


@pytest.mark.parametrize("module", [field, reader_chip, transponder], ids=lambda module: module.__name__)
def test_model_takes_nothing_from_the_driver(module: ModuleType) -> None:
    assert not [line for line in inspect.getsource(module).splitlines() if re.match(r"\s*(from|import) firmware", line)]


class Bench:
    def __init__(self, **stickers: Sticker) -> None:
        self.chip = ReaderChip(Air(), Field(), random=Random(5))
        self.sleep = self.chip.air.clock.sleep
        for name, sticker in stickers.items():
            self.chip.field.put({"strong": STRONG, "weak": WEAK}[name], sticker=sticker)
        self.start()

    def start(self) -> None:
        self.sleep(0.001)
        for register, value in ((0x15, 0x40), (0x26, 0x48), (0x2A, 0x80), (0x2B, 169), (0x2D, 11), (TX_CONTROL, 0x83)):
            self.write(register, value)
        self.sleep(0.006)

    def write(self, register: int, *values: int) -> None:
        self.chip.transfer(bytes((register << 1, *values)))

    def read(self, register: int) -> int:
        return self.chip.transfer(bytes((register << 1 | 0x80, 0)))[1]

    def send(self, bits: int, *frame: int) -> tuple[int, int]:
        """Send a frame; return what the receiver tells: RxIRq or TimerIRq, and the error register."""
        for register, values in ((COMMAND, (0,)), (COM_IRQ, (0x7F,)), (FIFO_LEVEL, (0x80,)), (0x09, frame)):
            self.write(register, *values)
        for register, value in ((0x0D, bits), (COMMAND, 0x0C), (0x0D, 0x80 | bits)):
            self.write(register, value)
        self.sleep(0.002)
        return self.read(COM_IRQ) & (IRQ_RX | IRQ_TIMER), self.read(ERROR)

    def wake(self) -> tuple[int, int]:
        return self.send(7, 0x52)

    def ask_all(self) -> tuple[int, int]:
        self.wake()
        return self.send(0, 0x93, 0x20)


# Of the same strength two tags collide, and far apart the stronger is heard as if it were alone.
@pytest.mark.parametrize(("size_mm", "error"), [(25.0, COLLISION), (15.0, 0)])
def test_strong_tag_captures_the_receiver(size_mm: float, error: int) -> None:
    bench = Bench(strong=Sticker(25.0, 10.0), weak=Sticker(size_mm, 10.0))
    assert bench.ask_all() == (IRQ_RX, error)
    level = bench.read(FIFO_LEVEL)
    read = bytes(bench.read(0x09) for _ in range(level))
    assert (read[:4] == STRONG) is (error == 0)


def test_lower_collision_level_hears_a_weaker_tag_collide() -> None:
    bench = Bench(strong=Sticker(25.0, 10.0), weak=Sticker(18.0, 10.0))
    bench.write(0x26, 0x60)
    assert bench.ask_all() == (IRQ_RX, 0)
    bench.send(0, 0x50)  # whatever it is that nobody understands, it sends the tags back to sleep
    bench.write(0x18, 0x81)
    assert bench.ask_all() == (IRQ_RX, COLLISION)


@pytest.mark.parametrize(("gain", "share"), [(0x40, 0.0), (0x70, 0.5)])
def test_noise_comes_up_with_the_gain(gain: int, share: float) -> None:
    bench = Bench()
    bench.chip.field.hum_db = -28.0
    bench.write(0x26, gain)
    woken = [bench.wake()[0] == IRQ_RX for _ in range(100)]
    assert sum(woken) / 100 >= share
    assert any(woken) is (share > 0)


def test_receiver_told_to_ignore_few_bits_hears_less_noise() -> None:
    heard = []
    for mode in (0x00, 0x08):
        bench = Bench()
        bench.chip.field.hum_db = -28.0
        bench.write(0x26, 0x70)
        bench.write(RX_MODE, mode)
        heard.append(sum(bench.wake()[0] == IRQ_RX for _ in range(200)))
    assert heard[1] < heard[0] / 3


def test_answer_that_noise_reaches_arrives_with_errors() -> None:
    bench = Bench(strong=Sticker())
    bench.chip.field.hum_db = -6.0
    assert {bench.wake()[1] for _ in range(50)} >= {0x00, 0x02}


def test_answer_at_the_rim_of_the_reach_arrives_with_errors() -> None:
    bench = Bench(strong=Sticker(25.0, height_mm=24.5))
    assert {bench.wake()[1] for _ in range(100)} == {0x00, 0x02}


def test_wires_flip_bits_at_a_quick_clock_and_not_at_a_slow_one() -> None:
    chip = Bench().chip
    chip.flips = 0.2
    asked = bytes((VERSION << 1 | 0x80, 0))
    assert {chip.transfer(asked)[1] for _ in range(100)} > {0x92}
    assert {chip.transfer(asked, 250_000)[1] for _ in range(100)} == {0x92}


def test_double_clocks_come_at_any_clock() -> None:
    chip = Bench().chip
    chip.double_clocks = 0.2
    asked = bytes((VERSION << 1 | 0x80, 0))
    assert {chip.transfer(asked, 250_000)[1] for _ in range(200)} > {0x92}


def test_slow_crystal_loses_what_is_written_too_early() -> None:
    chip = ReaderChip(Air())
    chip.air.clock.sleep(0.001)
    chip.start_up_s = 0.02
    chip.transfer(bytes((COMMAND << 1, 0x0F)))
    for waited_s, down, held in ((0.010, 0x10, 0x00), (0.011, 0x00, 0x80)):
        chip.air.clock.sleep(waited_s)
        assert chip.transfer(bytes((COMMAND << 1 | 0x80, 0)))[1] & 0x10 == down
        chip.transfer(bytes((0x2A << 1, 0x80)))
        assert chip.transfer(bytes((0x2A << 1 | 0x80, 0)))[1] == held


def test_powered_down_chip_has_no_field_until_it_is_woken() -> None:
    bench = Bench(strong=Sticker())
    bench.write(COMMAND, 0x10)
    assert not bench.chip.field_on
    assert bench.read(COMMAND) & 0x10
    bench.write(COMMAND, 0x00)
    bench.sleep(0.0001)
    assert bench.chip.field_on
    assert bench.wake()[0] == IRQ_TIMER, "the tag has had no time to start"
    bench.sleep(0.006)
    assert bench.wake()[0] == IRQ_RX


def test_receiver_switched_off_hears_nobody() -> None:
    bench = Bench(strong=Sticker())
    for register, value in ((COMMAND, 0), (COM_IRQ, 0x7F), (0x09, 0x52), (0x0D, 0x07), (COMMAND, 0x2C), (0x0D, 0x87)):
        bench.write(register, value)
    bench.sleep(0.002)
    assert bench.read(COM_IRQ) & (IRQ_RX | IRQ_TIMER) == IRQ_TIMER


@pytest.mark.parametrize(("register", "value"), [(0x15, None), (0x16, 0x00), (0x17, 0x44), (0x18, 0xF4)])
def test_one_lost_register_makes_a_deaf_chip(register: int, value: int | None) -> None:
    bench = Bench(strong=Sticker(25.0, height_mm=22.0))
    assert bench.wake()[0] == IRQ_RX
    bench.chip.lose(register, value)
    assert bench.wake()[0] == IRQ_TIMER


def test_numb_chip_hears_nobody_until_it_is_reset() -> None:
    bench = Bench(strong=Sticker())
    bench.chip.numb = True
    assert bench.wake()[0] == IRQ_TIMER
    bench.write(COMMAND, 0x0F)
    bench.start()
    assert bench.wake()[0] == IRQ_RX


def test_neighbours_field_drowns_every_answer() -> None:
    bench, other = Bench(strong=Sticker()), Bench()
    bench.chip.neighbours.append(other.chip)
    assert bench.wake()[1] == 0x02
    other.write(TX_CONTROL, 0x80)
    assert bench.wake()[1] == 0x00


def test_reserved_bits_may_read_as_ones() -> None:
    bench = Bench()
    bench.chip.reserved_high = True
    assert bench.read(0x15) == 0xFF


def test_tag_outlives_a_short_gap_in_the_field() -> None:
    bench = Bench(strong=Sticker())
    part = STRONG + bytes((STRONG[0] ^ STRONG[1] ^ STRONG[2] ^ STRONG[3],))
    for gap_s, answered in ((0.002, IRQ_TIMER), (0.006, IRQ_RX)):
        bench.wake()
        bench.send(0, *with_crc(b"\x93\x70" + part))
        bench.send(0, *with_crc(b"\x50\x00"))
        bench.write(TX_CONTROL, 0x80)
        bench.sleep(gap_s)
        bench.write(TX_CONTROL, 0x83)
        bench.sleep(0.006)
        assert bench.send(7, 0x26)[0] == answered, "REQA wakes only who was not halted"
