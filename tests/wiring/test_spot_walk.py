"""The walk over chart and card: every spot once, region by region, and no two that sound alike."""

from __future__ import annotations

from collections import Counter

from companion.games.teutonica.box import BOX
from companion.games.teutonica.tagged import card_names, spot_names
from wiring.spot_sheet import parse_sheet, read_sheet
from wiring.spot_walk import Stop, walk_of

SMALL = """
format = 1
kit = "chart"
name = "map"
title = "A game: plan"
about = ""
paper = [300, 200]
pages = 1
ruler = [10, 190]
seam_mm = 0
apart_mm = 20
[kinds]
place = { shape = "round", width = 20, height = 20, apart_mm = 20 }
[spots]
"a" = { kind = "place", at = [50, 50], words = ["Here"] }
"b" = { kind = "place", at = [150, 50], words = ["There"], sign = "1" }
"c" = { kind = "place", at = [250, 50], words = ["There"], sign = "2" }
"d" = { kind = "place", at = [50, 150], joins = ["a", "b"] }
[[region]]
name = "East"
fill = "#ffffff"
spots = ["c", "b"]
"""


def test_walk_goes_region_by_region_and_ends_with_what_is_in_none() -> None:
    assert walk_of([parse_sheet(SMALL, "small.toml")]) == (
        Stop("c", "There 2", "plan, East"),
        Stop("b", "There 1", "plan, East"),
        Stop("a", "Here", "plan"),
        Stop("d", "Here-There", "plan"),
    )


def test_walk_over_the_sheets_that_ship_meets_every_spot_once_and_the_chart_first() -> None:
    stops = walk_of(map(read_sheet, BOX.sheets))
    assert [stop.name for stop in stops[:61]] != list(spot_names())
    assert {stop.name for stop in stops[:61]} == set(spot_names())
    assert {stop.name for stop in stops[61:]} == set(card_names())
    assert Counter((stop.words, stop.where.partition(",")[0]) for stop in stops).most_common(1)[0][1] == 1
