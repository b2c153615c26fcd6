"""Hours of play over two readers, in virtual time, at the error rates that people have reported.

The firmware's own readers on simulated chips: a small booth rests on each, and the ship sails to and fro. Meanwhile
answers drop out and are garbled, bits change on the wires, and now and then a chip hangs, is powered down, goes numb or
loses a register. Nothing may be seen to move but the ship, and every move of it must be seen.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from firmware.presence import LEFT, RESTED, Presence
from firmware.rc522 import Reader
from firmware.readers import Readers, Station
from hardware.simulated.clock import Air
from hardware.simulated.field import Field, Sticker
from hardware.simulated.reader_chip import ReaderChip
from tests.kit.chip_port import ChipPort

SHIP = bytes.fromhex("04a1b2c3d4e5f6")
BOOTHS = bytes.fromhex("0411223344aabb"), bytes.fromhex("0411223344aabc")
GAIN_DB = 38
TRANSFER_S = 100e-6

# A card at rest was falsely taken away twenty times in ten minutes by a reader that believed one silent poll
# (ESPuino, pull request 413). How long such a silence lasts was not told: here up to 300 ms.
DROPOUTS_A_SECOND = 20 / 600
LONGEST_DROPOUT_S = 0.3
GARBLED = 0.02  # of all answers
FLIPS = 1e-5  # of all bytes on the wires; nobody has published a figure
ILLS_A_SECOND = 4 / 3600  # of one chip
STAYS_S = 15.0, 60.0
HOT = 0.1  # of all stays with both readers polled as often as can be; else each is polled five times a second
UNDER_WAY_S = 0.4, 2.0
SEEN_WITHIN_S = 4.0


class Hours(NamedTuple):
    """What came of it."""

    moves: int
    dropouts: int
    ills: int
    resets: int
    polls: int
    wrong: list[str]


class _Bench:
    """The Pico's pins, as far as readers need them, and what happens around them."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.air = Air(transfer_overhead_s=TRANSFER_S)
        self.clock = self.air.clock
        self.chips = [ReaderChip(self.air, Field(random=random), random=random) for _ in BOOTHS]
        for chip, booth in zip(self.chips, BOOTHS, strict=True):
            chip.flips = FLIPS
            chip.field.noise = GARBLED
            chip.field.put(booth, sticker=Sticker(15.0, 4.0))
        self.readers = Readers(
            self,
            [
                Station(str(index), Reader(self.chip(index), self.clock.sleep_us, GAIN_DB), Presence())
                for index in range(len(self.chips))
            ],
            300,
        )
        self.readers.start()

    def now_ms(self) -> int:
        return int(self.clock() * 1000)

    def now_us(self) -> int:
        return int(self.clock() * 1e6)

    def wait_since(self, began_us: int, us: int) -> None:
        self.clock.sleep(max(0.0, (began_us + us) / 1e6 - self.clock()))

    def reset_readers(self) -> None:
        for chip in self.chips:
            chip.set_reset(False)
        for chip in self.chips:
            chip.set_reset(True)
        self.clock.sleep(0.005)

    def slow_bus(self) -> None:
        for chip in self.chips:
            chip.spi_hz //= 2

    def chip(self, select: int) -> ChipPort:
        return ChipPort(self.chips[select])


class _Play:
    """The ship, its voyages, and what the readers say of them."""

    def __init__(self, bench: _Bench) -> None:
        self.bench = bench
        self.resting: list[set[bytes]] = [set() for _ in bench.chips]
        self.dropouts = self.ills = self.moves = 0
        self.wrong: list[str] = []
        self._silent: list[tuple[float, ReaderChip, bytes]] = []
        self._at = bench.clock()

    def run(self, seconds: float) -> None:
        """Let time pass, with everything that goes wrong in it."""
        bench = self.bench
        end = bench.clock() + seconds
        while bench.clock() < end:
            self._go_wrong()
            if bench.readers.begin(bench.now_ms()):
                index = bench.readers.finish()
                if index >= 0:
                    self._tell(index)
            else:
                bench.clock.sleep(0.004)

    def sail(self, start: int, end: int) -> None:
        """Carry the ship from one reader to the other, and see whether both noticed."""
        random, fields = self.bench.random, [chip.field for chip in self.bench.chips]
        before = [set(uids) for uids in self.resting]
        fields[start].lift(SHIP)
        self.run(random.uniform(*UNDER_WAY_S))
        fields[end].put(SHIP, sticker=Sticker(25.0, random.uniform(8.0, 14.0), random.uniform(0.0, 4.0)))
        self.run(SEEN_WITHIN_S)
        self.moves += 1
        before[start].discard(SHIP)
        before[end].add(SHIP)
        if self.resting != before:
            self._complain(f"the ship sailed to {end}, and there rests {self.resting}")
            self.resting = before

    def stay(self, seconds: float) -> None:
        """Let the ship lie, and nothing be seen to move."""
        before = [set(uids) for uids in self.resting]
        self.run(seconds)
        if self.resting != before:
            self._complain(f"nothing moved, and there rests {self.resting}")
            self.resting = before

    def _tell(self, index: int) -> None:
        """Take what a reader says; one in doubt says nothing of its tags."""
        station = self.bench.readers.stations[index]
        if station.doubt:
            return
        now = set(station.presence.resting)
        for uid in now ^ self.resting[index]:
            if uid != SHIP and (RESTED if uid in now else LEFT) == LEFT:
                self._complain(f"booth {uid.hex()} was taken for gone")
        self.resting[index] = now

    def _go_wrong(self) -> None:
        bench, random = self.bench, self.bench.random
        passed_s, self._at = bench.clock() - self._at, bench.clock()
        for until, chip, uid in list(self._silent):
            if bench.clock() >= until:
                self._silent.remove((until, chip, uid))
                if uid in chip.field.uids:
                    chip.field.flap(uid, odds=1.0)
        for chip in bench.chips:
            for uid in chip.field.uids:
                busy = any(chip is other and uid == its for _, other, its in self._silent)
                if not busy and random.random() < DROPOUTS_A_SECOND * passed_s:
                    chip.field.flap(uid, odds=0.0)
                    self._silent.append((bench.clock() + random.uniform(0.02, LONGEST_DROPOUT_S), chip, uid))
                    self.dropouts += 1
            if random.random() < ILLS_A_SECOND * passed_s:
                self._fall_ill(chip)

    def _fall_ill(self, chip: ReaderChip) -> None:
        self.ills += 1
        match self.bench.random.randrange(5):
            case 0:
                chip.hung = True
            case 1:
                chip.transfer(bytes((0x01 << 1, 0x10)))
            case 2:
                chip.lose(self.bench.random.choice((0x15, 0x16, 0x17, 0x18, 0x26, 0x2A, 0x2D)), 0)
            case 3:
                chip.brown_out()
            case _:
                chip.start_up_s = 0.03
                chip.brown_out()

    def _complain(self, what: str) -> None:
        self.wrong.append(f"after {self.bench.clock():.1f} s: {what}")


def play(hours: float, seed: int) -> Hours:
    """Play this long."""
    bench = _Bench(Random(seed))
    game = _Play(bench)
    bench.chips[0].field.put(SHIP, sticker=Sticker(25.0, 10.0))
    game.run(5.0)
    here = 0
    if game.resting != [{SHIP, BOOTHS[0]}, {BOOTHS[1]}]:
        game.wrong.append(f"at the beginning there rests {game.resting}")
    while bench.clock() < hours * 3600 and len(game.wrong) < 5:
        bench.readers.watch(b"\0\1" if bench.random.random() < HOT else b"")
        game.stay(bench.random.uniform(*STAYS_S))
        game.sail(here, 1 - here)
        here = 1 - here
    return Hours(game.moves, game.dropouts, game.ills, bench.readers.resets, bench.readers.looks, game.wrong)
