"""Payloads: what is formatted is parsed back, and nothing else is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import messages, wire
from firmware.messages import Malformed

byte = st.integers(0, 255)
word = st.integers(0, 65535)
long = st.integers(0, 2**32 - 1)
name = st.text(max_size=20)
uid = st.sampled_from((4, 7, 10)).flatmap(lambda size: st.binary(min_size=size, max_size=size))
light = st.tuples(st.integers(0, messages.PATTERNS - 1), byte, byte, byte)


@given(byte, word, st.lists(st.sampled_from(("readers", "lamps"))), st.from_regex(r"[0-9a-f]{16}", fullmatch=True))
def test_hello_comes_back(protocol: int, version: int, capabilities: list[str], board: str) -> None:
    words = " ".join(capabilities)
    assert messages.parse_hello(messages.format_hello(protocol, version, words, board)) == (
        protocol,
        version,
        words,
        board,
    )


@given(st.tuples(byte, byte, byte, byte, byte, long))
def test_bus_comes_back(bus: tuple[int, int, int, int, int, int]) -> None:
    assert messages.parse_bus(messages.format_bus(*bus)) == bus


@given(byte, byte, byte, name)
def test_reader_comes_back(index: int, select: int, gain_db: int, called: str) -> None:
    assert messages.parse_reader(messages.format_reader(index, select, gain_db, called)) == (
        index,
        select,
        gain_db,
        called,
    )


@given(st.tuples(byte, byte, byte, word, word, word))
def test_strip_comes_back(strip: tuple[int, int, int, int, int, int]) -> None:
    assert messages.parse_strip(messages.format_strip(*strip)) == strip


@given(st.tuples(byte, word, word, word, word, byte, word))
def test_commit_comes_back(commit: tuple[int, int, int, int, int, int, int]) -> None:
    assert messages.parse_commit(messages.format_commit(*commit)) == commit


@given(st.tuples(long, long, word, word, word, word, word))
def test_pong_comes_back(pong: tuple[int, int, int, int, int, int, int]) -> None:
    assert messages.parse_pong(messages.format_pong(*pong)) == pong


@given(byte, byte, byte, st.lists(uid, max_size=messages.UIDS_LIMIT, unique=True), name)
def test_tags_come_back(index: int, flags: int, changes: int, uids: list[bytes], ailment: str) -> None:
    payload = messages.format_tags(index, flags, changes, uids)
    assert len(payload) <= wire.PAYLOAD_LIMIT
    assert messages.parse_tags(payload) == (index, flags, changes, uids, "")


def test_ailment_of_a_faulty_reader_comes_back() -> None:
    payload = messages.format_tags(3, messages.TAGS_FAULTY, 0, [], "version register reads 0x00")
    assert messages.parse_tags(payload)[4] == "version register reads 0x00"


@given(st.lists(light, max_size=255))
def test_scene_of_any_length_is_painted_back(lights: list[tuple[int, int, int, int]]) -> None:
    shown = [(0, 0, 0, 0)] * len(lights)
    payloads = messages.format_scene(lights)
    for number, payload in enumerate(payloads):
        assert len(payload) <= wire.PAYLOAD_LIMIT
        flags, groups = messages.parse_scene(payload)
        assert bool(flags & messages.SCENE_WIPE) == (number == 0)
        assert bool(flags & messages.SCENE_SHOW) == (number == len(payloads) - 1)
        for at, indices in groups:
            for index in indices:
                shown[index] = (payload[at], payload[at + 1], payload[at + 2], payload[at + 3])
    assert shown == [one if one[0] != messages.OFF else (0, 0, 0, 0) for one in lights]


def test_usual_scene_is_one_short_message() -> None:
    dark = (messages.OFF, 0, 0, 0)
    lights = [dark] * 33
    lights[3] = (messages.ON, 255, 255, 255)
    for index in (6, 9, 12):
        lights[index] = (messages.BLINK, 0, 255, 0)
    lights[20] = (messages.BREATHE, 90, 90, 90)
    (payload,) = messages.format_scene(lights)
    assert len(payload) == 1 + 3 * 5 + 5


@pytest.mark.parametrize(
    ("parse", "payload"),
    [
        (messages.parse_hello, b"\1\0"),
        (messages.parse_hello, b"\1\0\0\xff\xff"),
        (messages.parse_ack, b""),
        (messages.parse_bus, b"short"),
        (messages.parse_reader, b"ab"),
        (messages.parse_reader, b"abc\xff"),
        (messages.parse_commit, bytes(40)),
        (messages.parse_handle, b"ab"),
        (messages.parse_signal, b""),
        (messages.parse_signal, b"\1\2"),
        (messages.parse_scene, b""),
        (messages.parse_scene, b"\3\1\2\3"),
        (messages.parse_scene, b"\3\1\2\3\4\5only"),
        (messages.parse_scene, bytes((3, messages.PATTERNS, 0, 0, 0, 0))),
        (messages.parse_tags, b"\0\0\0"),
        (messages.parse_tags, b"\0\0\0\1"),
        (messages.parse_tags, b"\0\0\0\1\4abc"),
        (messages.parse_tags, b"\0\0\0\1\5abcde"),
    ],
)
def test_payload_that_cannot_be_read_is_malformed(parse: object, payload: bytes) -> None:
    assert callable(parse)
    with pytest.raises(Malformed):
        parse(payload)
