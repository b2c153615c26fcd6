"""The simulated table as text."""

from __future__ import annotations

from random import Random

from companion.terminal import render_braille, render_lamps, render_pieces, render_screen
from hardware.ports import Colour, Frame, Light, Pattern

FRAME = Frame(128, 64, Random(1).randbytes(1024))


def test_braille_keeps_every_pixel() -> None:
    lines = render_braille(FRAME).split("\n")[1:-1]
    places = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))  # of the bits of a braille letter
    for row, line in enumerate(lines):
        for column, letter in enumerate(line[1:-1]):
            for bit, (x, y) in enumerate(places):
                is_lit = bool(ord(letter) - 0x2800 >> bit & 1)
                assert is_lit == FRAME.pixel(2 * column + x, 4 * row + y)


def test_screen_is_drawn_as_large_as_it_fits() -> None:
    assert len(render_screen(FRAME, 130, 50).split("\n")) == 34
    assert len(render_screen(FRAME, 129, 50).split("\n")) == 18
    assert len(render_screen(FRAME, 130, 40).split("\n")) == 18


def test_lamps_are_told_by_sign_and_grouped_by_kind() -> None:
    lights = {"city.riga": Light(Pattern.BLINK, Colour(1, 2, 3)), "end": Light(Pattern.ALARM)}
    assert render_lamps(("city.riga", "city.danzig", "end"), lights, coloured=False).split("\n") == [
        "city       ◐ riga  · danzig",
        "end        ✖ end",
    ]
    assert "\x1b[38;2;1;2;3m◐\x1b[0m riga" in render_lamps(("city.riga",), lights, coloured=True)


def test_pieces_are_told_by_place() -> None:
    lying = {"ship": "city.riga", "booth.gray.01": "city.riga", "booth.gray.02": "pad"}
    assert render_pieces(lying) == "city.riga: ship, booth.gray.01  pad: booth.gray.02"
    assert render_pieces({}) == "no pieces on the table"
