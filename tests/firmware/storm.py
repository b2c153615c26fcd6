"""Damaged frames by the hundred thousand, both ways, between the host's link and the firmware in a real MicroPython.

In: how many, and a seed. Out: what was sent, what each end noticed, and what came of the pieces that moved meanwhile.
The line damages part of what the two ends say as well, so that only resending brings it across.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from firmware import wire
from hardware.ports import Colour, Light, Pattern, Signal
from hardware.simulated.micropython_node import NodePico
from hardware.simulated.serial_line import unharmed
from tests.firmware.damage import FLAG, Dice, Spoiler, bad_line, nonsense_for_firmware, nonsense_for_host
from tests.firmware.memory import has_grown, memory_used, watch_memory
from tests.kit.board import Rig

WAITING_BYTES = 1500  # kept in front of either end: a few steps of the firmware
NONSENSE_SHARE = 0.03
BAD_SHARE = 0.1  # of what the two ends say
PATIENCE_S = 60.0  # virtual, for one piece: resends may take seconds

TagEvent = tuple[str, str, str]


class Way(NamedTuple):
    """What went one way, and what the other end noticed of it."""

    damaged: int  # frames
    chunks: int  # between flags, as noise may hold flags of its own
    nonsense: int  # frames that were whole
    noticed_damaged: int
    noticed_strays: int


class Weathered(NamedTuple):
    """What came of a storm."""

    to_firmware: Way
    to_host: Way
    expected: list[TagEvent]  # by the pieces that were moved
    events: list[TagEvent]
    missed: int  # rests that the host knows it has not seen
    resent: int
    conversations: int
    faults: int  # of the firmware's stages
    restarts: int
    memory_bytes: list[int]
    virtual_s: float
    answers: int  # that a handle was to give,
    tones: int  # and what it sounded

    def wrongs(self) -> list[str]:
        """Return what should not have happened, one line each."""
        wrongs = []
        if self.events != self.expected:
            wrongs.append(f"moved: {self.expected}; told: {self.events}")
        if self.missed:
            wrongs.append(f"{self.missed} rests missed")
        for name, way in (("firmware", self.to_firmware), ("host", self.to_host)):
            if way.noticed_damaged < way.chunks or way.noticed_strays < way.nonsense:
                wrongs.append(f"the {name} has not noticed everything: {way}")
        if not self.answers * 0.9 <= self.tones <= self.answers:  # what waits for too long is not said any more
            wrongs.append(f"{self.answers} answers asked for, {self.tones} given")
        if self.faults or self.restarts:
            wrongs.append(f"{self.faults} faults and {self.restarts} restarts of the firmware")
        if has_grown(self.memory_bytes):
            wrongs.append(f"memory grew: {self.memory_bytes}")
        return wrongs


class _Stream:
    """One way of the line: passes what is said on, mostly, and pours damaged frames after it."""

    def __init__(self, seed: int, nonsense: Callable[[Dice, int, int], bytes], advance: Callable[[], None]) -> None:
        self.damaged = self.chunks = self.nonsense = 0
        self._dice = random.Random(seed)
        self._spoiler = Spoiler(seed + 1)
        self._bad = bad_line(seed + 2, BAD_SHARE)
        self._nonsense = nonsense
        self._advance = advance
        self._decoder = wire.Decoder()
        self._session = self._sequence = 0

    def see(self, data: bytes) -> bytes:
        """Pass everything on, and learn what there is to spoil."""
        for frame in self._decoder.feed(data):
            kind, self._session, sequence, _ = frame
            if kind >= wire.FIRST_SEQUENCED:
                self._sequence = sequence
            self._spoiler.see(wire.format_frame(*frame)[1:-1])
        return data

    def pour(self, data: bytes, room: int, limit: int) -> bytes:
        """Pass on what is left of the data, and as many damaged frames as there is room for."""
        poured = [self._bad(self.see(data))]
        while room > 0 and self.damaged < limit:
            if self._dice.random() < NONSENSE_SHARE:
                piece = self._nonsense(self._dice, self._session, self._sequence)
                self.nonsense += 1
            else:
                piece = self._spoiler.spoil()
                self.damaged += 1
                self.chunks += sum(map(bool, piece.split(FLAG)))
                self._advance()
            poured.append(piece)
            room -= len(piece)
        return b"".join(poured)

    def way(self, noticed_damaged: int, noticed_strays: int) -> Way:
        """Sum up, with what the other end has noticed."""
        return Way(self.damaged, self.chunks, self.nonsense, noticed_damaged, noticed_strays)


class _Count:
    """A count of the firmware's that is told modulo 65536."""

    def __init__(self) -> None:
        self.total = 0
        self._last = 0

    def take(self, told: int) -> None:
        self.total += (told - self._last) & 0xFFFF
        self._last = told


class Storm:
    """A rig whose line pours damaged frames over both ends."""

    def __init__(self, rig: Rig, seed: int, advance: Callable[[], None]) -> None:
        self.rig = rig
        self.expected: list[TagEvent] = []
        self.answers = 0  # that the handle was to give
        self.pico_damaged, self.pico_strays = _Count(), _Count()
        self.to_device = _Stream(seed + 100, nonsense_for_firmware, advance)
        self.to_host = _Stream(seed + 200, nonsense_for_host, advance)
        self._dice = random.Random(seed)
        self._lying: list[tuple[str, str]] = []
        self._in_hand = rig.pico_kit.handle is not None
        self._lamp = rig.pico_kit.strip.lamps[-1]
        rig.line.fault_to_device, rig.line.fault_to_host = self.to_device.see, self.to_host.see

    def rage(self, each_way: int) -> None:
        """Pour this many damaged frames each way, while pieces move and lamps change."""
        line = self.rig.line

        def over_device(data: bytes) -> bytes:
            return self.to_device.pour(data, WAITING_BYTES - line.device_waiting, each_way)

        def over_host(data: bytes) -> bytes:
            # The host is the faster one: it gets as many as the firmware has got.
            return self.to_host.pour(data, WAITING_BYTES - line.host_waiting, self.to_device.damaged)

        line.fault_to_device, line.fault_to_host = over_device, over_host
        while self.to_host.damaged < each_way:
            self._move()

    def calm_down(self) -> None:
        """Leave the line in peace until both ends have heard everything."""
        self.rig.line.fault_to_device = self.rig.line.fault_to_host = unharmed
        self.rig.run_until(lambda: not self.rig.line.device_waiting)
        self.rig.run_until(self.rig.is_live, within_s=PATIENCE_S)
        self.rig.run(2.5)  # for a pong that counts it all
        self._note()

    def _move(self) -> None:
        """Put a piece down or lift one, change a lamp, and wait for both to arrive."""
        if len(self._lying) > (0 if self._in_hand else 3):  # a wand is over one spot at a time
            city, uid = self._lying.pop(self._dice.randrange(len(self._lying)))
            self.rig.world.fields[city].lift(bytes.fromhex(uid))
            self.expected.append(("left", city, uid))
        else:
            city = self._dice.choice(list(self.rig.world.fields))
            # Its fourth byte is never 88 (ISO 14443-3, 6.5.4): no tag has such a UID.
            uid = "04" + bytes(self._dice.randrange(0x80) for _ in range(6)).hex()
            self.rig.world.fields[city].put(bytes.fromhex(uid))
            self._lying.append((city, uid))
            self.expected.append(("rested", city, uid))
        colour = Colour(*(self._dice.randrange(160) for _ in range(3)))  # below what the strips are capped to
        self.rig.host.lamps.show({self._lamp: Light(Pattern.ON, colour)})
        if self._in_hand:
            self.rig.host.readers.signal(city, Signal.HEARD)  # one tone; its light hides the lamp for a moment
            self.answers += 1

        def arrived() -> bool:
            self._note()
            return len(self.rig.tag_events()) >= len(self.expected) and self.rig.colour(self._lamp) == colour

        self.rig.run_until(arrived, within_s=PATIENCE_S)

    def _note(self) -> None:
        quality = self.rig.host.quality
        self.pico_damaged.take(quality.pico_damaged)
        self.pico_strays.take(quality.pico_strays)


def weather(
    folder: Path, frames: int, seed: int = 1, advance: Callable[[], None] = lambda: None, *, kit: str = "board"
) -> Weathered:
    """Let a storm of this many damaged frames, half of them each way, pass over a kit with pieces on the move."""
    rig = Rig(folder, NodePico, kit=kit)
    watch_memory(rig)
    starts = rig.pico.starts
    with rig:
        storm = Storm(rig, seed, advance)
        rig.go_live()
        storm.rage(frames // 2)
        storm.calm_down()
        quality, restarts = rig.host.quality, rig.pico.starts - starts
        events, virtual_s = rig.tag_events(), rig.world.clock()
        return Weathered(
            storm.to_device.way(storm.pico_damaged.total, storm.pico_strays.total),
            storm.to_host.way(quality.damaged, quality.strays),
            storm.expected,
            events,
            quality.missed,
            quality.resent + quality.pico_resent,
            quality.sessions,
            quality.pico_faults,
            restarts,
            memory_used(rig),
            virtual_s,
            storm.answers,
            sum(tone.hz > 0 for tone in rig.world.tones),
        )
