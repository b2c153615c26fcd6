from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from itertools import combinations
from math import hypot

import pytest

from tests.kit.kits import hansa_kit, hansa_plans
from wiring.catalogue import PlanError, load_catalogue
from wiring.faceplate import CORNER, MAP_CORNER, MAP_WIDTH, PAPER, PLATE, faceplate_sheet
from wiring.route_map import Projection, load_map

SVG = "{http://www.w3.org/2000/svg}"
KIT = hansa_kit("tap")
SIZES = load_catalogue().sizes
PLANS = hansa_plans()
BOARD = PLANS.board
BALTIC = load_map(PLANS.map.read_text(encoding="utf-8"), "baltic.toml")


def plate() -> ElementTree.Element:
    return ElementTree.fromstring(faceplate_sheet(KIT, SIZES, BOARD, BALTIC, "Hansa").render())


def holes(diameter: float) -> list[tuple[float, float]]:
    circles = (one for one in plate().iter(f"{SVG}circle") if float(one.attrib["r"]) == round(diameter / 2, 2))
    return [(float(one.attrib["cx"]), float(one.attrib["cy"])) for one in circles]


def test_plate_prints_at_its_true_size() -> None:
    root = plate()
    assert root.attrib["width"] == f"{PAPER[0]:g}mm"
    assert root.attrib["height"] == f"{PAPER[1]:g}mm"
    assert root.attrib["viewBox"] == f"0 0 {PAPER[0]:g} {PAPER[1]:g}"


def test_plate_has_a_hole_for_each_lamp_and_each_button() -> None:
    assert len(holes(SIZES.led_hole)) == len(KIT.lamps) == 14
    assert len(holes(SIZES.button_hole)) == len(KIT.buttons) == 5


def test_holes_lie_on_the_plate_and_apart() -> None:
    buttons, leds = holes(SIZES.button_hole), holes(SIZES.led_hole)
    for x, y in (*buttons, *leds):
        assert CORNER.x + 8 < x < CORNER.x + PLATE[0] - 8
        assert CORNER.y + 8 < y < CORNER.y + PLATE[1] - 8
    for (ax, ay), (bx, by) in combinations(buttons, 2):
        assert hypot(ax - bx, ay - by) > SIZES.button_nut
    for (ax, ay), (bx, by) in combinations(leds, 2):
        assert hypot(ax - bx, ay - by) > 3 * SIZES.led_hole


def test_every_city_of_the_board_is_on_the_map_with_its_name_and_its_routes() -> None:
    root = plate()
    words = {one.text for one in root.iter(f"{SVG}text")}
    assert {city.name for city in BOARD.places} <= words
    arrows = [one for one in root.iter(f"{SVG}path") if "marker-end" in one.attrib]
    assert len(arrows) == sum(len(city.routes) for city in BOARD.places) == len(BALTIC.routes)


def test_cities_lie_as_on_the_earth() -> None:
    chart = Projection(BALTIC, MAP_CORNER, MAP_WIDTH)
    at = {city: chart.place(degrees) for city, degrees in BALTIC.places.items()}
    assert at["lubeck"].y > at["copenhagen"].y > at["aalborg"].y > at["tonsberg"].y
    assert at["tonsberg"].x < at["kalmar"].x < at["stockholm"].x < at["riga"].x < at["reval"].x
    # Copenhagen to Riga is about 720 km, Lübeck to Tønsberg about 595 km.
    across = hypot(at["riga"].x - at["copenhagen"].x, at["riga"].y - at["copenhagen"].y)
    up = hypot(at["tonsberg"].x - at["lubeck"].x, at["tonsberg"].y - at["lubeck"].y)
    assert across / up == pytest.approx(720 / 595, rel=0.05)


def test_window_follows_the_screen() -> None:
    small = replace(KIT, screen=replace(KIT.panel, driver="ssd1306"))
    assert "window 57 × 29.5" in faceplate_sheet(KIT, SIZES, BOARD, BALTIC, "Hansa").render()
    assert "window 23 × 12.5" in faceplate_sheet(small, SIZES, BOARD, BALTIC, "Hansa").render()


def test_lamp_of_a_city_that_the_map_lacks_is_refused() -> None:
    other = replace(KIT, lamps={"city.visby": 4})
    with pytest.raises(PlanError, match=r"map: places: 'visby' is missing"):
        faceplate_sheet(other, SIZES, BOARD, BALTIC, "Hansa").render()


def test_button_without_a_place_is_refused() -> None:
    other = replace(KIT, buttons={"sideways": 5})
    with pytest.raises(PlanError, match="sideways"):
        faceplate_sheet(other, SIZES, BOARD, BALTIC, "Hansa").render()


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("west = 8.15", 'west = "far"', "west"),
        ("[19.6, 60.22], ", '"here", ', r"land\[\d+\].coast"),
        ('places = ["copenhagen", "tonsberg"]', 'places = ["copenhagen"]', r"route\[0\].places"),
        ("format = 1", "format = 1\nmoon = 1", "moon"),
        ("[19.6, 60.22], [19.9, 60.38], [20.2, 60.28], [20.1, 60.08], [19.75, 60.08]", "[19.6, 60.22]", "coast"),
    ],
)
def test_map_that_cannot_be_drawn_is_refused_by_file_and_key(old: str, new: str, key: str) -> None:
    text = PLANS.map.read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(PlanError, match=rf"baltic\.toml: .*{key}"):
        load_map(text.replace(old, new, 1), "baltic.toml")
