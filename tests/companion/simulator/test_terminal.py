"""The simulated table as text."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.running.devices import simulated_table
from companion.simulator.hand import Hand
from companion.simulator.terminal import fit, render_braille, render_lamps, render_pieces, render_screen
from companion.simulator.terminal_play import _View
from hardware.ports import Colour, Frame, Light, Pattern
from tests.kit.kits import hansa_kit

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


PICTURE = "\n".join(["┌────────┐", *["│........│"] * 4, "└────────┘"])
LAMPS = "city   \x1b[38;2;1;2;3m●\x1b[0m riga  · reval  · danzig\nno pieces on the table"
NOTES = "Enter: ok, q: quit\nnot understood"


def test_all_is_shown_where_there_is_room() -> None:
    assert fit(PICTURE, LAMPS, NOTES, 80, 10) == f"{PICTURE}\n{LAMPS}\n{NOTES}"


def test_lines_are_broken_between_lamps_and_after_commas() -> None:
    assert fit(PICTURE, LAMPS, NOTES, 16, 24).splitlines()[6:] == [
        "city   \x1b[38;2;1;2;3m●\x1b[0m riga",
        *("· reval", "· danzig", "no pieces on the", " table", "Enter: ok,", "q: quit", "not understood"),
    ]


@given(st.integers(5, 90), st.integers(4, 30))
def test_terminal_of_any_size_never_scrolls_and_keeps_top_and_notes(columns: int, lines: int) -> None:
    shown = fit(PICTURE, LAMPS, "q: quit", columns, lines).splitlines()
    assert len(shown) <= max(lines, 11)  # in five columns the notes alone take eleven lines
    assert all(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) <= columns for line in shown)
    assert "".join(shown).endswith("q: quit")


def test_picture_is_cut_where_the_terminal_is_low_or_narrow_and_that_is_told() -> None:
    shown = fit(PICTURE, LAMPS, NOTES, 9, 18).splitlines()
    assert shown[:6] == [line[:9] for line in PICTURE.splitlines()]
    assert "".join(shown).count("a window of 10 columns shows the whole screen") == 1
    assert fit(PICTURE, LAMPS, NOTES, 80, 5).splitlines() == [*PICTURE.splitlines()[:3], *NOTES.splitlines()]


@pytest.mark.parametrize(("value", "is_coloured"), [(None, True), ("", True), ("1", False)])
def test_colours_are_left_out_where_nobody_wants_them(
    monkeypatch: pytest.MonkeyPatch, value: str | None, is_coloured: bool
) -> None:
    if value is None:
        monkeypatch.delenv("NO_COLOR", raising=False)
    else:
        monkeypatch.setenv("NO_COLOR", value)
    kit = hansa_kit("tap")
    table = simulated_table(kit)
    table.lamps.open(lambda _: None)
    table.lamps.show({kit.lamp_names[0]: Light(Pattern.ON, Colour(1, 2, 3))})
    assert ("\x1b[38;2;" in _View(kit, table, Hand(table)).fitted("")) == is_coloured
