"""What a Pico says, kept without the numbers of tags: in frames, at the prompt, and in pieces of either."""

from __future__ import annotations

from random import Random

import pytest

from firmware import messages, wire
from hardware.recording.mask import LineMask, TagMask

UIDS = [bytes.fromhex(uid) for uid in ("deadbeef", "04a1b2c3d4e580", "04112233445566778899")]
TALK = 0x1234


def mask() -> tuple[TagMask, LineMask]:
    tags = TagMask(Random(3))
    return tags, LineMask(tags.uid)


def tags_frame(uids: list[bytes]) -> bytes:
    return wire.format_frame(wire.TAGS, TALK, 7, messages.format_tags(2, 0, 5, uids, "of what ails it"))


@pytest.mark.parametrize("size", [1, 5, 1000])
def test_frame_comes_whole_and_with_other_uids(size: int) -> None:
    tags, line = mask()
    stream = tags_frame(UIDS) + wire.format_frame(wire.COMPLETE, TALK, 8)
    pieces = [line.came(stream[at : at + size]) for at in range(0, len(stream), size)]
    frames = wire.Decoder().feed(b"".join(pieces))
    assert [frame[:3] for frame in frames] == [(wire.TAGS, TALK, 7), (wire.COMPLETE, TALK, 8)]
    index, flags, changes, uids, ailment = messages.parse_tags(frames[0][3])
    assert (index, flags, changes, ailment) == (2, 0, 5, "of what ails it")
    assert uids == [tags.uid(uid) for uid in UIDS]
    assert not set(uids) & set(UIDS)
    assert all(len(piece.strip(b"~")) == 0 or wire.Decoder().feed(piece + b"~") for piece in pieces)


def test_pad_and_pico_give_a_tag_the_same_other_number() -> None:
    tags, _ = mask()
    uid = UIDS[0]
    select = bytes((0x12, 0x93, 0x70, *uid, uid[0] ^ uid[1] ^ uid[2] ^ uid[3], 0, 0))
    assert tags.transfer(select, b"")[0][3:7] == tags.uid(uid)
    for one in UIDS:
        assert tags.uid(tags.uid(one)) == one
        assert len(tags.uid(one)) == len(one)


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_uids_at_the_prompt_are_others_however_they_are_cut(size: int) -> None:
    tags, line = mask()
    line.sent(b"\r\x03\x03\r\x01")
    said = b"OK12345678 1 " + b" ".join(uid.hex().encode() for uid in UIDS) + b"\r\n0 77\r\n\x04\x04>"
    kept = b"".join(line.came(said[at : at + size]) for at in range(0, len(said), size))
    expected = b"OK12345678 1 " + b" ".join(tags.uid(uid).hex().encode() for uid in UIDS) + b"\r\n0 77\r\n\x04\x04>"
    assert kept == expected
    assert line.came(tags_frame(UIDS)[:12]) == b"~", "firmware speaks again, and its frame is not complete"


def test_number_of_the_board_is_not_kept() -> None:
    _, line = mask()
    hello = messages.format_hello(wire.PROTOCOL, 7, "readers lamps", "e6614103e7174b2c")
    ((_, _, _, payload),) = wire.Decoder().feed(line.came(wire.format_frame(wire.HELLO, TALK, 0, hello)))
    assert messages.parse_hello(payload) == (wire.PROTOCOL, 7, "readers lamps", "0" * 16)


@pytest.mark.parametrize("spoil", [1, 9, 20])
def test_damaged_frame_leaves_nothing_but_its_length(spoil: int) -> None:
    _, line = mask()
    frame = bytearray(tags_frame(UIDS))
    frame[spoil] ^= 0x04
    kept = line.came(bytes(frame))
    assert kept == b"~" + bytes(len(frame) - 2) + b"~"
    decoder = wire.Decoder()
    assert decoder.feed(kept) == []
    assert decoder.damaged == 1, "as at the table"


def test_frames_that_cannot_be_read_stay_so() -> None:
    _, line = mask()
    for kind, payload in ((wire.TAGS, b"\x01\x00\x02\x03" + UIDS[0]), (wire.TAGS, b"\x01"), (wire.HELLO, b"\x01\x02")):
        ((_, _, _, kept),) = wire.Decoder().feed(line.came(wire.format_frame(kind, TALK, 1, payload)))
        with pytest.raises(messages.Malformed):
            (messages.parse_tags if kind == wire.TAGS else messages.parse_hello)(kept)
    ((_, _, _, unknown),) = wire.Decoder().feed(line.came(wire.format_frame(0x2F, TALK, 2, UIDS[1])))
    assert unknown == bytes(len(UIDS[1]))


def test_prompt_without_firmware_is_kept_and_nothing_else_that_was_not_asked_for() -> None:
    _, line = mask()
    assert line.came(b"~half\r\nMicroPython 04a1b2c3\r\n>>") == b"~" + bytes(len(b"half\r\nMicroPython 04a1b2c3\r\n"))
    assert line.came(b"> ") == b">>> "
    assert line.came(b"x" * 700) == bytes(700)
    line.opened()
    assert line.came(b"y" * 700) == bytes(700), "too long for a frame"
