"""A million damaged frames against a host in the middle of a game, and many against the firmware: nothing happens."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from firmware import messages, wire
from hardware.pico_session import Phase
from hardware.ports import Event
from hardware.simulated.micropython_cpython import InProcessPico
from tests.firmware.live import SESSION, live_session
from tests.firmware.rig import Rig

WORKERS = min(4, os.cpu_count() or 1)


def damaged(intact: list[bytes], seed: int, count: int) -> Iterator[bytes]:
    """Damage frames in every way a line can: flipped bits, bursts, lost, added and mixed-up pieces."""
    dice = random.Random(seed)
    bodies = {frame[1:-1] for frame in intact}
    made = 0
    while made < count:
        data = bytearray(dice.choice(intact))
        at = dice.randrange(1, len(data) - 1)
        match dice.randrange(5):
            case 0:
                data[at] ^= 1 << dice.randrange(8)
            case 1:
                data[at : at + dice.randrange(1, 5)] = dice.randbytes(dice.randrange(1, 5))
            case 2:
                del data[at : at + dice.randrange(1, 4)]
            case 3:
                data[at:at] = dice.randbytes(dice.randrange(1, 4))
            case _:
                other = dice.choice(intact)
                data = data[:at] + other[dice.randrange(1, len(other)) :]
        # A burst may put back what was there, a new flag may stand just before the frame, and two halves may
        # make a whole: that is no damage.
        if bodies.isdisjoint(bytes(data).split(b"~")):
            made += 1
            yield bytes(data)


def tag_frames() -> list[bytes]:
    """Frames that the session would take at once: the right session, the right sequence, every reader."""
    dice = random.Random(5)
    return [
        wire.format_frame(wire.TAGS, SESSION, 2, messages.format_tags(reader, 0, 1, [b"\4" + dice.randbytes(6)] * tags))
        for reader in range(9)
        for tags in (1, 2, 3)
    ]


def events_of_damage(seed: int, count: int) -> tuple[int, int]:
    """Feed damaged frames to a live session; count its events, and what it took note of."""
    events: list[Event] = []
    session = live_session(events)
    for data in damaged(tag_frames(), seed, count):
        session.receive(data + b"~")
    return len(events), session.quality.damaged


def test_intact_frame_of_the_pool_makes_an_event() -> None:
    events: list[Event] = []
    live_session(events).receive(tag_frames()[0])
    assert len(events) == 2, "the reader is good, and its tag rests"


@pytest.mark.slow
def test_million_damaged_frames_make_no_event_and_are_all_noticed() -> None:
    with ProcessPoolExecutor(WORKERS) as pool:
        results = list(pool.map(events_of_damage, range(10), [100_000] * 10))
    assert sum(events for events, _ in results) == 0
    assert sum(noticed for _, noticed in results) >= 1_000_000


@pytest.mark.slow
def test_damaged_frames_do_not_move_the_firmware(tmp_path: Path) -> None:
    with Rig(tmp_path, InProcessPico) as rig:
        rig.go_live()
        session = rig.host.quality.sessions
        scene = messages.format_scene([(messages.ON, 255, 0, 0)] * 33)[0]
        # Frames that the firmware would obey: the next sequence number is one of these.
        intact = [wire.format_frame(wire.SCENE, session, sequence, scene) for sequence in range(1, 40)]
        intact.append(wire.format_frame(wire.MAINTENANCE, 0, 0, messages.MAINTENANCE_WORD))
        supply = damaged(intact, 7, 20_000)
        done = False

        def flood(data: bytes) -> bytes:
            nonlocal done
            if rig.line.device_waiting > 1000:
                return data
            piece = next(supply, b"")
            done = done or not piece
            return data + b"~" + piece + b"~"

        rig.line.fault_to_device = flood
        while not done:
            rig.run(0.05)
        assert rig.pico.starts == 1
        assert set(rig.world.lamps()) == {(0, 0, 0)}
        assert rig.host.phase is Phase.LIVE
