"""The simulated table as text, for lines from a pipe."""

from __future__ import annotations

from companion.simulator.lines import render_lamps, render_pieces
from hardware.ports import Colour, Light, Pattern


def test_lamps_are_told_by_sign_and_grouped_by_kind() -> None:
    lights = {"city.riga": Light(Pattern.BLINK, Colour(1, 2, 3)), "end": Light(Pattern.ALARM)}
    assert render_lamps(("city.riga", "city.danzig", "end"), lights).split("\n") == [
        "city       ◐ riga  · danzig",
        "end        ✖ end",
    ]


def test_pieces_are_told_by_place() -> None:
    lying = {"ship": "city.riga", "booth.gray.01": "city.riga", "booth.gray.02": "pad"}
    assert render_pieces(lying) == "city.riga: ship, booth.gray.01  pad: booth.gray.02"
    assert render_pieces({}) == "no pieces on the table"
