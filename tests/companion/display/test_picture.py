"""Pictures of frames: text art, blocks and PNG files say the same pixels."""

import struct
import zlib

from hypothesis import given
from hypothesis import strategies as st

from companion.display.picture import AMBER, BLACK, render_blocks, render_png, render_text_art
from hardware.ports import Frame

frames = st.integers(1, 20).flatmap(
    lambda width: st.integers(1, 3).flatmap(
        lambda pages: st.binary(min_size=width * pages, max_size=width * pages).map(
            lambda packed: Frame(width, pages * 8, packed)
        )
    )
)


def chunks(png: bytes) -> dict[bytes, bytes]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    found, at = {}, 8
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", png, at + 8 + length) == (zlib.crc32(kind + data),)
        found[kind] = data
        at += 12 + length
    return found


@given(frames)
def test_text_art_has_a_character_for_each_pixel(frame: Frame) -> None:
    rows = render_text_art(frame).split("\n")
    assert [[character == "#" for character in row] for row in rows] == [
        [frame.pixel(x, y) for x in range(frame.width)] for y in range(frame.height)
    ]


@given(frames)
def test_blocks_hold_two_rows_a_line_inside_a_border(frame: Frame) -> None:
    top, *lines, bottom = render_blocks(frame).split("\n")
    assert len(lines) == frame.height // 2
    assert {len(line) for line in (top, *lines, bottom)} == {frame.width + 2}
    for y, line in enumerate(lines):
        for x, character in enumerate(line[1:-1]):
            assert (character in "▀█") == frame.pixel(x, 2 * y)
            assert (character in "▄█") == frame.pixel(x, 2 * y + 1)


@given(frames, st.integers(1, 5))
def test_png_has_each_pixel_as_a_square_in_two_colours(frame: Frame, scale: int) -> None:
    found = chunks(render_png(frame, scale))
    width, height, depth, kind = struct.unpack_from(">IIBB", found[b"IHDR"])
    assert (width, height, depth, kind) == (frame.width * scale, frame.height * scale, 1, 3)
    assert found[b"PLTE"] == bytes([*BLACK, *AMBER])
    data = zlib.decompress(found[b"IDAT"])
    stride = 1 + (width + 7) // 8
    assert len(data) == stride * height
    for y in range(height):
        line = data[y * stride : (y + 1) * stride]
        assert line[0] == 0
        for x in range(width):
            assert bool(line[1 + x // 8] >> 7 - x % 8 & 1) == frame.pixel(x // scale, y // scale)
