"""Lines of a terminal: the colours and letters that it has, and nothing wider than before."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.display.cells import Ink, Sheet, width_of
from companion.display.terminal_lines import Depth, ascii_letter, frame_sheet, ink_code, terminal_depth, terminal_lines
from hardware.ports import Frame

COLOURS = st.tuples(st.integers(0, 255), st.integers(0, 255), st.integers(0, 255))


@pytest.mark.parametrize(
    ("environment", "depth"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, Depth.ALL),
        ({"TERM": "xterm-256color"}, Depth.MANY),
        ({"TERM": "xterm"}, Depth.FEW),
        ({"TERM": "linux"}, Depth.FEW),
        ({"TERM": "dumb"}, Depth.DUMB),
        ({}, Depth.DUMB),
        ({"TERM": "vt100"}, Depth.NONE),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, Depth.NONE),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, Depth.MANY),
    ],
)
def test_depth_follows_from_the_environment(environment: dict[str, str], depth: Depth) -> None:
    assert terminal_depth(environment) is depth


@given(COLOURS, st.sampled_from([Depth.FEW, Depth.MANY, Depth.ALL]))
def test_every_colour_has_a_code_in_every_depth(colour: tuple[int, int, int], depth: Depth) -> None:
    pattern = {
        Depth.FEW: r"(3[0-7]|9[0-7]);(4[0-7]|10[0-7])",
        Depth.MANY: r"38;5;\d+;48;5;\d+",
        Depth.ALL: r"38;2;\d+;\d+;\d+;48;2;\d+;\d+;\d+",
    }
    assert re.fullmatch(pattern[depth], ink_code(Ink(colour, colour), depth))


def test_pure_colours_are_hit() -> None:
    assert ink_code(Ink((255, 0, 0)), Depth.MANY) == "38;5;196"
    assert ink_code(Ink((255, 255, 255)), Depth.FEW) == "97"
    assert ink_code(Ink((128, 128, 128)), Depth.MANY) == "38;5;244"


def test_without_colours_a_cursor_is_inverse_and_the_rest_is_plain() -> None:
    sheet = Sheet(2, 1)
    sheet.put(0, 0, "a", Ink((1, 2, 3), (4, 5, 6), inverse=True))
    sheet.put(1, 0, "▀", Ink((1, 2, 3), (4, 5, 6)))
    assert terminal_lines(sheet, Depth.NONE) == ["\x1b[7ma\x1b[0m "]
    assert terminal_lines(sheet, Depth.DUMB) == ["a "]
    assert "7m" not in terminal_lines(sheet, Depth.FEW)[0].partition("a")[0]


@given(st.characters(codec="utf-8"))
def test_ascii_letter_is_as_wide_as_what_it_stands_for(letter: str) -> None:
    assert ascii_letter(letter).isascii()
    if width_of(letter):
        assert width_of(ascii_letter(letter)) == width_of(letter) or ord(letter) < 128


def test_signs_stay_apart_in_ascii() -> None:
    told = [ascii_letter(letter) for letter in "►▲○①②③④1234+%x°↑"]
    assert "".join(told) == ">^o!@#$1234+%x'^"


def test_pixels_of_the_small_screen_are_dots() -> None:
    frame = Frame(128, 64, bytes(range(256)) * 4)
    sheet = frame_sheet(frame, Ink())
    assert (sheet.width, sheet.height) == (64, 16)
    places = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))  # of the bits of a letter of dots
    for row, line in enumerate(sheet.text):
        for column, letter in enumerate(line):
            for bit, (x, y) in enumerate(places):
                is_lit = letter != " " and bool(ord(letter) - 0x2800 >> bit & 1)
                assert is_lit == frame.pixel(2 * column + x, 4 * row + y)
