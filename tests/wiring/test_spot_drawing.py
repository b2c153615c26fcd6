"""The string of lamps behind a chart: every lamp once, its wires short enough, and no copper under a tag."""

from __future__ import annotations

from itertools import pairwise
from math import dist

import pytest

from companion.shelf.box import GameBox
from companion.shelf.shelf import boxes
from hardware.kit.layout import choose_layout, lay_out
from wiring.kits import load_kit
from wiring.spot_drawing import AROUND_MM, CLEAR_MM, legs_of, nearest
from wiring.spot_sheet import SpotSheet, read_sheet
from wiring.svg import Point

SHEETS: dict[str, tuple[GameBox, SpotSheet]] = {
    sheet.title: (box, sheet)
    for box in boxes()
    for sheet in map(read_sheet, box.sheets)
    if any(spot.lamp for spot in sheet.spots.values())
}
WIRE_MM = 100  # from one LED of a string to the next
STICKER_MM = 25


@pytest.fixture(params=SHEETS)
def sheet(request: pytest.FixtureRequest) -> SpotSheet:
    return SHEETS[request.param][1]


def test_every_spot_has_a_lamp_beside_it_and_no_lamp_is_over_a_tag(sheet: SpotSheet) -> None:
    tags = [spot.at for spot in sheet.spots.values()]
    for spot in sheet.spots.values():
        assert spot.lamp is not None
        assert 16 <= dist(spot.lamp, spot.at) <= 20
        assert min(dist(spot.lamp, tag) for tag in tags) >= STICKER_MM / 2 + 3.5


def test_wires_reach_and_none_goes_under_a_tag(sheet: SpotSheet) -> None:
    legs = legs_of(sheet)
    assert len(legs) == len(sheet.spots) - 1
    width, height = sheet.paper
    for leg in legs:
        assert leg.length <= WIRE_MM - 15, leg
        for point in leg.way:
            assert 0 <= point.x <= width
            assert 0 <= point.y <= height
        for start, end in pairwise(leg.way):
            for spot in sheet.spots.values():
                assert dist(spot.at, nearest(spot.at, start, end)) >= CLEAR_MM > STICKER_MM / 2


def test_numbers_on_the_sheet_are_those_of_the_layout(sheet: SpotSheet) -> None:
    box, kit = SHEETS[sheet.title][0], load_kit(sheet.kit)
    laid = lay_out(kit, choose_layout(kit, box.layouts(None)))
    names = dict(zip(kit.lamp_names, laid.lamp_names, strict=True))
    for spot in sheet.spots.values():
        assert names[f"led.{spot.led}"] == spot.name.removeprefix("spot.")


def test_wire_that_would_pass_a_tag_too_near_is_bent_around_it() -> None:
    assert nearest(Point(5, 5), Point(0, 0), Point(10, 0)) == Point(5, 0)
    assert nearest(Point(-5, 5), Point(0, 0), Point(10, 0)) == Point(0, 0)
    assert AROUND_MM > CLEAR_MM
