from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.games.teutonica.box import BOX
from companion.games.teutonica.tagged import card_names, spot_names
from tests.hardware.kit_text import Tree, to_toml
from wiring.catalogue import PlanError
from wiring.spot_drawing import cells, pages_of
from wiring.spot_sheet import Stop, parse_sheet, read_sheet, walk_of
from wiring.svg import Point


def tree() -> Tree:
    """Write down a small sheet that is in order."""
    return {
        "format": 1,
        "kit": "chart",
        "name": "yard",
        "title": "A yard",
        "about": "small",
        "paper": [200, 100],
        "pages": 2,
        "ruler": [20, 90],
        "seam_mm": 14,
        "apart_mm": 30,
        "kinds": {
            "gate": {"shape": "square", "width": 20, "height": 20, "apart_mm": 40},
            "path": {"shape": "round", "width": 20, "height": 20, "apart_mm": 40},
        },
        "spots": {
            "spot.one": {"kind": "gate", "at": [20, 20], "words": ["One"]},
            "spot.two": {"kind": "gate", "at": [80, 20], "words": ["Two"], "sign": "new"},
            "spot.way": {"kind": "path", "at": [50, 20], "joins": ["spot.one", "spot.two"], "dashed": True},
        },
    }


def write(changed: Tree, region: Sequence[str] = ("spot.one", "spot.two", "spot.way")) -> str:
    """Write the sheet's text, with one region of these spots."""
    return f'{to_toml(changed)}[[region]]\nname = "All"\nfill = "#dddddd"\nspots = {json.dumps(list(region))}\n'


def refusal(text: str) -> str:
    with pytest.raises(PlanError) as caught:
        parse_sheet(text, "yard.toml")
    return str(caught.value)


def test_sheet_in_order_is_read_and_a_way_is_named_by_its_ends() -> None:
    sheet = parse_sheet(write(tree()), "yard.toml")
    assert sheet.spots["spot.way"].words == ("One", "Two")
    assert sheet.seams == (100,)


@pytest.mark.parametrize(
    ("name", "at", "told"),
    [
        ("spot.way", [49, 20], '"spot.one".at: 29.0 mm from spot.way; allowed: 30 mm or more'),
        ("spot.two", [59, 20], '"spot.one".at: 39.0 mm from spot.two; allowed: 40 mm or more'),
        ("spot.two", [87, 20], '"spot.two".at: 13.0 mm from the seam; allowed: 14 mm or more'),
        ("spot.one", [12, 20], '"spot.one".at: 12.0 mm from the paper\'s edge; allowed: 13 mm or more'),
        ("spot.one", [20, 95], '"spot.one".at: 5.0 mm from the paper\'s edge; allowed: 13 mm or more'),
    ],
)
def test_spot_too_near_is_refused_with_how_near(name: str, at: list[int], told: str) -> None:
    changed = tree()
    changed["spots"][name]["at"] = at
    assert refusal(write(changed)) == f"yard.toml: spots.{told}"


def test_way_to_nowhere_is_refused() -> None:
    changed = tree()
    changed["spots"]["spot.way"]["joins"] = ["spot.one", "spot.three"]
    assert "'spot.three' joined; allowed: spots of this sheet" in refusal(write(changed))


def test_way_with_one_end_is_refused() -> None:
    changed = tree()
    changed["spots"]["spot.way"]["joins"] = ["spot.one"]
    assert "two spots, or none" in refusal(write(changed))


def test_spot_without_words_is_refused() -> None:
    changed = tree()
    del changed["spots"]["spot.one"]["words"]
    assert 'spots."spot.one": no words given' in refusal(write(changed))


def test_region_of_unknown_spots_is_refused() -> None:
    changed = tree()
    assert "'spot.four' given; allowed: spots of this sheet" in refusal(write(changed, ["spot.four"]))


def test_name_that_no_piece_can_have_is_refused() -> None:
    changed = tree()
    changed["spots"]["Gate 1"] = changed["spots"].pop("spot.one")
    assert "lower-case words" in refusal(write(changed))


def test_missing_file_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(PlanError, match="No such file or directory; allowed: a sheet file"):
        read_sheet(tmp_path / "none.toml")


def test_dashed_way_is_drawn_dashed_and_its_sign_written() -> None:
    whole = pages_of(parse_sheet(write(tree()), "yard.toml"))[""]
    assert 'stroke-dasharray="4.5 3"' in whole
    assert ">new</text>" in whole


def test_one_page_is_one_file() -> None:
    changed = tree()
    changed["pages"] = 1
    assert list(pages_of(parse_sheet(write(changed), "yard.toml"))) == [""]


def test_cells_share_out_the_whole_frame() -> None:
    points = [Point(1, 1), Point(7, 2), Point(3, 8), Point(9, 9)]

    def area(ground: list[Point]) -> float:
        return abs(sum(a.x * b.y - b.x * a.y for a, b in zip(ground, ground[1:] + ground[:1], strict=True))) / 2

    assert sum(area(ground) for ground in cells(points, Point(0, 0), Point(10, 10))) == pytest.approx(100)


# --- lamps ---


def with_lamp(lamp: list[float], led: int = 2) -> Tree:
    sheet = tree()
    sheet["spots"]["spot.one"] |= {"lamp": lamp, "led": led}
    return sheet


@pytest.mark.parametrize(
    ("lamp", "told"),
    [
        ([20, 35], "15.0 mm from its own spot; allowed: 16 to 20 mm"),
        ([20, 41], "21.0 mm from its own spot"),
        ([38, 20], "12.0 mm from spot.way; allowed: 18 mm or more"),
        ([7, 30], "7.0 mm from the edge or the seam; allowed: 8 mm or more"),
    ],
)
def test_lamp_in_a_bad_place_is_refused_with_how_near(lamp: list[float], told: str) -> None:
    assert told in refusal(write(with_lamp(lamp)))


def test_two_lamps_of_one_number_are_refused() -> None:
    sheet = with_lamp([20, 38])
    sheet["spots"]["spot.two"] |= {"lamp": [80, 38], "led": 2}
    assert '"spot.two".led: 2 given, that of spot.one; allowed: each number once' in refusal(write(sheet))


def test_lamp_without_a_number_is_refused() -> None:
    sheet = with_lamp([20, 38])
    del sheet["spots"]["spot.one"]["led"]
    assert '"spot.one".led: nothing given' in refusal(write(sheet))


def test_lamps_are_marked_on_the_sheet_and_have_a_drawing_of_their_own() -> None:
    drawn = pages_of(parse_sheet(write(with_lamp([20, 38])), "yard.toml"))
    assert list(drawn) == ["", "-page-1", "-page-2", "-lamps"]
    assert 'cx="20" cy="38"' in drawn[""]
    assert ">2</text>" in drawn["-lamps"]
    assert "-lamps" not in pages_of(parse_sheet(write(tree()), "yard.toml"))


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
