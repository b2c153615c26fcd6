"""Damaged frames by the hundred thousand, against either end and against both on one line.

Nothing happens, and all is noticed. `make lab PART=faults` sends a million over the line.
"""

from __future__ import annotations

import random
from pathlib import Path
from zlib import crc32

import pytest

from firmware import messages, wire
from hardware.pico.session import Phase
from hardware.ports import Event
from hardware.simulated.micropython_cpython import InProcessPico
from tests.firmware.damage import DAMAGES, Spoil, damaged, framed
from tests.firmware.live import SESSION, live_session
from tests.firmware.storm import weather
from tests.kit.board import Rig

FRAMES = 100_000
FEW_FRAMES = 60_000


def tag_frames() -> list[bytes]:
    """Frames that the session would take at once: the right session, the right sequence, every reader."""
    dice = random.Random(5)
    return [
        wire.format_frame(wire.TAGS, SESSION, 2, messages.format_tags(reader, 0, 1, [b"\4" + dice.randbytes(6)] * tags))
        for reader in range(9)
        for tags in (1, 2, 3)
    ]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_damage_of_each_kind_is_noticed_and_the_next_frame_found(damage: Spoil) -> None:
    dice = random.Random(9)
    chunks = [frame[1:-1] for frame in tag_frames()]
    intact = tag_frames()[0]
    decoder = wire.Decoder()
    hits = 0
    for _ in range(2000):
        data = damage(dice, dice.choice(chunks), dice.choice(chunks))
        if data.strip(b"~") and not set(chunks) & set(data.split(b"~")):
            hits += 1
            assert decoder.feed(b"~" + data + intact) == wire.Decoder().feed(intact)
    assert hits > 1500
    assert decoder.damaged >= hits


def test_spoiler_knows_how_a_sender_escapes() -> None:
    body = bytes(range(256))[: wire.PAYLOAD_LIMIT]
    frame = wire.format_frame(wire.SCENE, SESSION, 7, body)
    ((kind, session, sequence, payload),) = wire.Decoder().feed(frame)
    assert (kind, session, sequence, payload) == (wire.SCENE, SESSION, 7, body)
    content = bytes((kind, session & 0xFF, session >> 8, sequence)) + payload
    assert frame == b"~" + framed(content + crc32(content).to_bytes(4, "little")) + b"~"


def events_of_damage(seed: int, count: int) -> tuple[int, int]:
    """Feed damaged frames to a live session; count its events, and what it took note of."""
    events: list[Event] = []
    session = live_session(events)
    for data in damaged(tag_frames(), seed, count):
        session.receive(data)
    return len(events), session.quality.damaged


def test_intact_frame_of_the_pool_makes_an_event() -> None:
    events: list[Event] = []
    live_session(events).receive(tag_frames()[0])
    assert len(events) == 2, "the reader is good, and its tag rests"


@pytest.mark.slow
def test_damaged_frames_make_no_event_and_are_all_noticed() -> None:
    events, noticed = events_of_damage(0, FRAMES)
    assert events == 0
    assert noticed >= FRAMES


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
            return data + piece

        rig.line.fault_to_device = flood
        while not done:
            rig.run(0.05)
        assert rig.pico.starts == 1
        assert set(rig.world.lamps()) == {(0, 0, 0)}
        assert rig.host.phase is Phase.LIVE


@pytest.mark.micropython
@pytest.mark.silicon
def test_damaged_frames_to_and_from_a_wand_in_a_real_micropython(tmp_path: Path) -> None:
    weathered = weather(tmp_path, FEW_FRAMES, kit="chart")
    assert weathered.wrongs() == []
    assert weathered.to_firmware.damaged == weathered.to_host.damaged == FEW_FRAMES // 2
    assert len(weathered.events) > 8, "spots were touched all the while"
    assert weathered.tones > 5, "and answered"
    assert weathered.resent > 0


@pytest.mark.micropython
@pytest.mark.slow
def test_damaged_frames_to_and_from_a_real_micropython(tmp_path: Path) -> None:
    weathered = weather(tmp_path, FRAMES)
    assert weathered.wrongs() == []
    assert weathered.to_firmware.damaged == weathered.to_host.damaged == FRAMES // 2
    assert min(weathered.to_firmware.nonsense, weathered.to_host.nonsense) > FRAMES // 100
    assert len(weathered.events) > 5, "pieces moved all the while"
    assert weathered.resent > 0, "and some of what was said had to be said again"
