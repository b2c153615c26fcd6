"""Frames on a line that damages them: found again, never invented."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import wire

frames = st.tuples(
    st.integers(0, 255),
    st.integers(0, 65535),
    st.integers(0, 255),
    st.binary(max_size=wire.PAYLOAD_LIMIT),
)
Frame = tuple[int, int, int, bytes]


@given(st.lists(frames, max_size=6), st.data())
def test_frames_cut_anywhere_arrive_in_order(sent: list[Frame], data: st.DataObject) -> None:
    line = b"".join(wire.format_frame(*frame) for frame in sent)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(line)), max_size=8)))
    decoder = wire.Decoder()
    pieces = [line[a:b] for a, b in zip([0, *cuts], [*cuts, len(line)], strict=True)]
    assert [frame for piece in pieces for frame in decoder.feed(piece)] == sent
    assert decoder.damaged == 0


@given(frames)
def test_frame_has_no_byte_that_a_prompt_would_obey(frame: Frame) -> None:
    formatted = wire.format_frame(*frame)
    assert min(formatted) >= 0x20
    assert 0x7F not in formatted


@given(st.binary(max_size=2000), frames)
def test_frame_after_any_noise_is_found(noise: bytes, frame: Frame) -> None:
    decoder = wire.Decoder()
    assert decoder.feed(noise + wire.format_frame(*frame)) == [frame]


@given(frames, frames, st.data())
def test_frame_after_a_lost_piece_is_found(first: Frame, second: Frame, data: st.DataObject) -> None:
    formatted = wire.format_frame(*first)
    start = data.draw(st.integers(0, len(formatted) - 1))
    end = data.draw(st.integers(start + 1, len(formatted)))
    decoder = wire.Decoder()
    found = decoder.feed(formatted[:start] + formatted[end:] + wire.format_frame(*second))
    assert found[-1] == second
    assert found[:-1] in ([], [first])


def test_noise_without_a_flag_takes_no_memory_and_counts_once() -> None:
    decoder = wire.Decoder()
    for _ in range(1000):
        assert decoder.feed(b"x" * 1000) == []
    assert len(decoder._rest) <= 2 * 1000
    frame = (wire.SCENE, 5, 6, b"scene")
    assert decoder.feed(wire.format_frame(*frame)) == [frame]
    assert decoder.damaged == 1


@pytest.mark.parametrize(
    "chunk",
    [
        b"",
        b"\x7d",
        b"short",
        b"\x7d\x41" * 8,
        b"with\x03control",
        b"\x7d\x23and\x03control",
        b"delete\x7f" * 3,
        b"a" * 300,
    ],
)
def test_chunk_that_no_sender_makes_is_refused(chunk: bytes) -> None:
    decoder = wire.Decoder()
    assert decoder.feed(b"~" + chunk + b"~") == []
    assert decoder.damaged == (1 if chunk else 0)


def test_payload_above_the_limit_is_refused() -> None:
    with pytest.raises(ValueError, match="241 bytes is above the limit of 240"):
        wire.format_frame(wire.SCENE, 1, 1, bytes(241))
