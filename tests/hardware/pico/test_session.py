"""The host's session alone: what it makes of frames that no sound firmware sends."""

from __future__ import annotations

import pytest

from firmware import messages, wire
from hardware.pico import outgoing
from hardware.pico.session import Phase, Session
from hardware.ports import Colour, Event, Health, HealthChanged, Light, Pattern, TagLeft, TagRested
from hardware.trouble import quoted
from tests.firmware.live import SESSION, live_session
from tests.kit.board import board_kit

UID = bytes.fromhex("04a1b2c3d4e5f6")


@pytest.fixture
def events() -> list[Event]:
    return []


@pytest.fixture
def session(events: list[Event]) -> Session:
    return live_session(events)


def tags(sequence: int, uids: list[bytes], *, reader: int = 0, flags: int = 0, changes: int = 1) -> bytes:
    payload = messages.format_tags(reader, flags, changes, uids, "broken" if flags & 2 else "")
    return wire.format_frame(wire.TAGS, SESSION, sequence, payload)


def sent(session: Session) -> list[tuple[int, int, int, bytes]]:
    return wire.Decoder().feed(session.send())


def told(events: list[Event]) -> list[Event]:
    return [event for event in events if not isinstance(event, HealthChanged)]


def test_state_told_twice_is_one_event_and_two_acknowledgements(session: Session, events: list[Event]) -> None:
    sent(session)
    for _ in range(2):
        session.receive(tags(2, [UID]))
        assert (wire.ACK, SESSION, 2, b"\0") in sent(session)
    assert [type(event) for event in told(events)] == [TagRested]


def test_state_out_of_turn_starts_a_new_conversation(session: Session, events: list[Event]) -> None:
    session.receive(tags(5, [UID]))
    assert told(events) == []
    assert session.phase is Phase.GREETING
    assert [kind for kind, *_ in sent(session)] == [wire.HELLO]


@pytest.mark.parametrize(
    "frame",
    [
        wire.format_frame(wire.PONG, SESSION, 0, b"short"),
        wire.format_frame(wire.ACK, SESSION, 99, b"\0"),
        wire.format_frame(wire.ACK, SESSION, 99, b""),
        wire.format_frame(wire.PING, SESSION, 0),
        wire.format_frame(wire.TAGS, SESSION ^ 1, 2, messages.format_tags(0, 0, 1, [UID])),
    ],
)
def test_frame_without_sense_is_a_stray(session: Session, events: list[Event], frame: bytes) -> None:
    strays = session.quality.strays
    session.receive(frame)
    assert session.quality.strays == strays + 1
    assert events == []
    assert session.phase is Phase.LIVE


@pytest.mark.parametrize(
    ("frame", "reason"),
    [
        (wire.format_frame(wire.TAGS, SESSION, 2, b"?"), "a reader's state of 1 bytes"),
        (tags(2, [UID], reader=9), "reader 9"),
    ],
)
def test_state_that_cannot_be_read_is_told_as_none_after_it_could_be_heard(
    session: Session, events: list[Event], frame: bytes, reason: str
) -> None:
    sent(session)
    strays = session.quality.strays
    session.receive(frame)
    assert session.quality.strays == strays + 1
    assert session.phase is Phase.UNFIT
    (event,) = events
    assert isinstance(event, HealthChanged)
    assert event.health is Health.DEGRADED
    assert event.reason == f"the Pico tells what this host cannot read: {reason}"
    assert event.remedy == "run: hansa-companion flash"
    assert sent(session) == [], "it is not acknowledged"


def test_faulty_reader_keeps_its_tags_until_it_is_well(session: Session, events: list[Event]) -> None:
    session.receive(tags(2, [UID]))
    session.receive(tags(3, [], flags=messages.TAGS_FAULTY))
    session.receive(tags(4, [UID]))
    session.receive(tags(5, [], changes=2))
    assert [type(event) for event in told(events)] == [TagRested, TagLeft]
    healths = [event.health for event in events if isinstance(event, HealthChanged)]
    assert healths == [Health.GOOD, Health.DEGRADED, Health.GOOD]


def test_only_the_newest_scene_is_sent(session: Session) -> None:
    (hot,) = [frame for frame in sent(session) if frame[0] >= wire.FIRST_SEQUENCED]
    assert hot[0] == wire.HOT
    scenes = [{"end": Light(Pattern.ON, Colour(level, 0, 0))} for level in range(5)]
    for scene in scenes:
        session.show(scene)
    shown = []
    sequence = hot[2]
    for _ in range(5):
        session.receive(wire.format_frame(wire.ACK, SESSION, sequence, b"\0"))
        for kind, _, number, payload in sent(session):
            shown.append((kind, payload))
            sequence = number
    _, pico = board_kit()
    assert shown == outgoing.scene(pico.strip.lamps, scenes[-1])


def test_scene_that_is_refused_is_told_with_the_reason(session: Session, events: list[Event]) -> None:
    (frame,) = [frame for frame in sent(session) if frame[0] >= wire.FIRST_SEQUENCED]
    session.receive(wire.format_frame(wire.ACK, SESSION, frame[2], b"\3no such thing"))
    assert session.phase is Phase.UNFIT
    (event,) = events
    assert isinstance(event, HealthChanged)
    assert "no such thing" in event.reason


def test_prompt_of_micropython_is_recognised(session: Session, events: list[Event]) -> None:
    session.open()
    session.receive(b'\r\nType "help()" for more information.\r\n>')
    session.receive(b">> ")
    assert session.phase is Phase.UNFIT
    (event,) = events
    assert isinstance(event, HealthChanged)
    assert event.remedy == "run: hansa-companion flash"


def test_pico_that_was_away_and_comes_back_without_firmware_is_told_with_its_own_remedy(
    session: Session, events: list[Event]
) -> None:
    session.lose(quoted("there is no USB device"), quoted("plug the Pico in"))
    session.open()
    for _ in range(2):
        session.receive(b"\r\n>>> ")
    remedies = [event.remedy for event in events if isinstance(event, HealthChanged)]
    assert remedies == ["plug the Pico in", "run: hansa-companion flash"]


def test_closed_session_sends_nothing(session: Session) -> None:
    session.close()
    assert session.send() == b""
    session.receive(tags(2, [UID]))
    assert session.send() == b""
