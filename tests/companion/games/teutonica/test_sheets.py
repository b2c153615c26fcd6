"""The chart and the command card, as they ship: what stands where, and how far apart."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections import Counter
from itertools import combinations, pairwise
from math import dist

import pytest

from companion.games.teutonica.boards import shipped_board
from companion.games.teutonica.box import BOX
from companion.games.teutonica.rules.pieces import ABILITIES, COLOURS, COPIES
from companion.games.teutonica.rules.scoring import SPACES
from wiring.spot_drawing import pages_of, text_width
from wiring.spot_sheet import Spot, SpotSheet, distances, read_sheet
from wiring.svg import Point

SVG = "{http://www.w3.org/2000/svg}"
SHEETS = {sheet.name: sheet for sheet in map(read_sheet, BOX.sheets)}
CHART, CARD = SHEETS["map"], SHEETS["card"]


def test_chart_has_a_spot_for_each_city_and_each_route_of_either_side() -> None:
    board = shipped_board()
    cities = [f"spot.city.{city}" for city in board.city_ids]
    routes = [f"spot.route.{route}" for route in board.route_ids]
    assert len(CHART.spots) == 61
    assert set(CHART.spots) == {*cities, *routes}


def test_chart_names_cities_as_the_board_does_and_routes_by_their_ends() -> None:
    board = shipped_board()
    names = {city: board.sides[0].cities[board.sides[0].city_number[city]].name for city in board.city_ids}
    for city, name in names.items():
        assert CHART.spots[f"spot.city.{city}"].words == (name,)
    for route in board.route_ids:
        spot = CHART.spots[f"spot.route.{route}"]
        assert spot.joins == tuple(f"spot.city.{end}" for end in route.split("-"))
        assert spot.words == tuple(names[end] for end in route.split("-"))


def test_routes_of_one_side_only_are_dashed_and_say_so() -> None:
    first, second = shipped_board().sides
    one_sided = set(first.route_number) ^ set(second.route_number)
    assert {spot.name for spot in CHART.spots.values() if spot.dashed} == {f"spot.route.{one}" for one in one_sided}
    assert {spot.sign for spot in CHART.spots.values() if spot.dashed} == {"4-5"}


def test_every_pair_on_the_chart_is_far_enough_apart() -> None:
    pairs = list(distances(CHART))
    assert len(pairs) == 61 * 60 // 2
    for one, other, apart in pairs:
        assert apart >= (45 if one.kind == other.kind else 40), f"{one.name}, {other.name}: {apart:.1f} mm"


def test_every_pair_on_the_card_is_45_mm_apart() -> None:
    assert min(apart for _, _, apart in distances(CARD)) >= 45
    assert Counter(spot.at.y for spot in CARD.spots.values()) == dict.fromkeys((15, 60, 105, 150, 195), 7)


def test_no_spot_is_within_14_mm_of_the_seam() -> None:
    assert CHART.seams == (210,)
    assert min(abs(spot.at.x - 210) for spot in CHART.spots.values()) >= 14


def outline(sheet: SpotSheet, spot: Spot) -> tuple[Point, float, float]:
    kind = sheet.kinds[spot.kind]
    return spot.at, kind.width / 2, kind.height / 2


def test_every_spot_is_drawn_on_one_page_and_within_what_a_printer_reaches() -> None:
    for spot in CHART.spots.values():
        at, wide, high = outline(CHART, spot)
        assert 4 <= at.x - wide <= at.x + wide <= 416, spot.name
        assert 4 <= at.y - high <= at.y + high <= 293, spot.name
        assert abs(at.x - 210) - wide >= 1, spot.name


def ways() -> dict[str, tuple[Point, Point, Point]]:
    return {
        spot.name: (CHART.spots[spot.joins[0]].at, spot.at, CHART.spots[spot.joins[1]].at)
        for spot in CHART.spots.values()
        if spot.joins
    }


def crosses(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    def side(a: Point, b: Point, c: Point) -> float:
        return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)

    return side(*one, other[0]) * side(*one, other[1]) < 0 and side(*other, one[0]) * side(*other, one[1]) < 0


def test_no_route_crosses_another() -> None:
    for (one, first), (other, second) in combinations(ways().items(), 2):
        for part in pairwise(first):
            assert not any(crosses(part, rest) for rest in pairwise(second)), f"{one}, {other}"


def from_line(point: Point, start: Point, end: Point) -> float:
    along = Point(end.x - start.x, end.y - start.y)
    share = ((point.x - start.x) * along.x + (point.y - start.y) * along.y) / (along.x**2 + along.y**2)
    share = min(1.0, max(0.0, share))
    return dist(point, (start.x + share * along.x, start.y + share * along.y))


def test_no_spot_is_near_a_route_of_others() -> None:
    for name, points in ways().items():
        for spot in CHART.spots.values():
            if spot.name != name and spot.name not in CHART.spots[name].joins:
                near = min(from_line(spot.at, start, end) for start, end in pairwise(points))
                assert near >= 17, f"{spot.name} is {near:.1f} mm from {name}"


def test_no_words_between_the_spots_lie_under_one() -> None:
    told = [(region.at, region.name, text_width(region.name, 4.6) + 1.4 * len(region.name)) for region in CHART.regions]
    told += [(note.at, words, text_width(words, 3)) for note in CHART.notes for words in note.words]
    for at, words, wide in told:
        assert at is not None
        for spot in CHART.spots.values():
            middle, half, high = outline(CHART, spot)
            aside = abs(at.x - middle.x) >= half + wide / 2
            assert aside or not middle.y - high < at.y < middle.y + high + 4, f"{words!r} and {spot.name}"


def test_notes_name_every_province_and_mark_every_soldier() -> None:
    side = shipped_board().sides[0]
    assert sum(1 for note in CHART.notes if note.words) == len(side.bordering) == 16
    assert sum(1 for note in CHART.notes if note.mark) == 4


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
def test_every_spot_belongs_to_one_region(sheet: SpotSheet) -> None:
    assert Counter(name for region in sheet.regions for name in region.spots) == dict.fromkeys(sheet.spots, 1)


def test_card_has_what_cannot_be_pointed_at_on_the_chart() -> None:
    words = ["trader", "merchant", "income", "move", "pawn", "no_more", "what_now"]
    words += ["ok", "back", "take_back", "end_turn", "up", "down", "score", "desk"]
    assert set(CARD.spots) == {
        *(f"card.{word}" for word in words),
        *(f"card.colour.{colour}" for colour in COLOURS),
        *(f"card.marker.{kind}" for kind in COPIES),
        *(f"card.ability.{ability}" for ability in ABILITIES),
        *(f"card.table.{space}" for space in SPACES),
    }


def texts(drawing: str) -> Counter[str]:
    return Counter(one.text or "" for one in ElementTree.fromstring(drawing).iter(f"{SVG}text"))


def test_chart_is_drawn_at_its_true_size_whole_and_on_two_pages() -> None:
    drawn = pages_of(CHART)
    assert list(drawn) == ["", "-page-1", "-page-2", "-lamps"]
    del drawn["-lamps"]
    heads = [ElementTree.fromstring(page).attrib for page in drawn.values()]
    assert [head["viewBox"] for head in heads] == ["0 0 420 297", "0 0 210 297", "210 0 210 297"]
    assert [(head["width"], head["height"]) for head in heads] == [("420mm", "297mm"), *[("210mm", "297mm")] * 2]
    told = texts(drawn[""])
    assert all(told[word] for spot in CHART.spots.values() for word in spot.words)
