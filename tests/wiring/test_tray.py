from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.kit.kit import Pico
from tests.kit.kits import hansa_kit, hansa_plans
from wiring.catalogue import PlanError, load_catalogue
from wiring.svg import Point
from wiring.tray import draw_tray
from wiring.tray_plan import SIDES, TrayPlan, lay_module, load_tray, longest_cable

SVG = "{http://www.w3.org/2000/svg}"
SIZES = load_catalogue().sizes
KIT = hansa_kit("board")
PLANS = hansa_plans()


def pico() -> Pico:
    assert KIT.pico is not None
    return KIT.pico


def plan(*changes: tuple[str, str]) -> TrayPlan:
    text = PLANS.tray.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return load_tray(pico(), SIZES, PLANS.board, text, "tray.toml")


def test_tray_has_every_reader_and_every_lamp() -> None:
    tray = plan()
    assert [reader.name for reader in tray.readers] == list(pico().selects)
    assert [lamp.name for lamp in tray.lamps] == list(pico().strip.lamps)


def test_readers_stay_under_the_board_and_apart() -> None:
    tray = plan()
    for reader in tray.readers:
        corner, size = reader.module
        assert 0 <= corner.x <= tray.board.width - size.width
        assert 0 <= corner.y <= tray.board.height - size.height
    assert not any(one.module.overlaps(other.module) for one, other in combinations(tray.readers, 2))
    assert tray.near == ()


def test_cables_of_the_parts_list_reach_every_reader() -> None:
    catalogue = load_catalogue()
    run = longest_cable(plan())
    assert (run.edge, run.reader) == ("top", "city.lubeck")
    assert run.length == (480 / 2 - 91) + (290 + 22)
    assert run.length < catalogue.sizes.cable
    assert f"{catalogue.sizes.cable / 10:g} cm" in catalogue.parts["ribbon"].name


def test_lamps_stay_on_the_rail_and_off_the_board() -> None:
    tray = plan()
    for lamp in tray.lamps:
        under = 0 <= lamp.at.x <= tray.board.width and 0 <= lamp.at.y <= tray.board.height
        assert not under, lamp.name
    assert all(before.along < after.along for before, after in pairwise(tray.lamps))


@given(
    st.sampled_from(SIDES),
    st.integers(70, 400),
    st.integers(70, 250),
)
def test_coil_is_under_the_spot_whichever_way_the_pins_look(side: str, x: int, y: int) -> None:
    corner, size = lay_module(Point(x, y), side, SIZES)
    left, top = x - corner.x, y - corner.y
    right, bottom = size.width - left, size.height - top
    to_sides = {"left": left, "right": right, "up": top, "down": bottom}
    assert to_sides[side] == SIZES.reader.width - SIZES.antenna_from_end
    assert sorted(to_sides.values())[:3] == [SIZES.antenna_from_end] * 3


def test_readers_too_near_are_said_and_marked() -> None:
    tray = plan(("copenhagen = [139, 191]", "copenhagen = [120, 150]"))
    assert [(pair.one, pair.other) for pair in tray.near] == [("city.aalborg", "city.copenhagen")]
    assert "may hear each other" in draw_tray(KIT, pico(), tray, PLANS.board)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("aalborg = [48, 139]", "aalborg = [10, 139]", r"spots\.aalborg: .*stays under the board"),
        ("copenhagen = [139, 191]", "copenhagen = [60, 150]", r"spots\.copenhagen: .*overlap that of city\.aalborg"),
        ("riga = [418, 155]\n", "", r"spots\.riga: nothing given"),
        ("riga = [418, 155]\n", "riga = [418, 155]\nvisby = [1, 1]\n", r"spots\.visby: unknown key"),
        ('reval = "left"', 'reval = "north"', r"pins\.reval: 'north' given; allowed: one of left"),
        ('pile = ["right", 255]', 'pile = ["right", 310]', r"lamps\.pile: .*all 5 lamps fit"),
        ('pile = ["right", 255]', 'pile = ["inside", 255]', r"lamps\.pile: .*an edge and a place"),
        ('riga = ["right", 120]', 'riga = ["right", 290]', r"lamps\.pile: pile\.1 does not come"),
        ("board = [480, 330]", "board = 480", r"board: 480 given; allowed: two numbers"),
        ("rail = 22", "rail = 5", r"rail: 5\.0 given"),
    ],
)
def test_tray_that_cannot_be_built_is_refused_by_file_and_key(old: str, new: str, message: str) -> None:
    with pytest.raises(PlanError, match=rf"tray\.toml: {message}"):
        plan((old, new))


def test_plan_is_drawn_with_a_spot_for_each_city_and_a_number_for_each_lamp() -> None:
    root = ElementTree.fromstring(draw_tray(KIT, pico(), plan(), PLANS.board))
    words = [one.text for one in root.iter(f"{SVG}text")]
    assert {city.name for city in PLANS.board.places} <= set(words)
    assert {str(number) for number in range(1, 34)} <= set(words)
    assert root.attrib["width"].endswith("mm")


@pytest.mark.parametrize("side", SIDES)
def test_pins_are_drawn_on_their_own_side_of_the_reader(side: str) -> None:
    tray = plan(('reval = "left"', f'reval = "left"\nkalmar = "{side}"'))
    kalmar = next(reader for reader in tray.readers if reader.name == "city.kalmar")
    root = ElementTree.fromstring(draw_tray(KIT, pico(), tray, PLANS.board))
    dots = [one.attrib for one in root.iter(f"{SVG}circle") if one.attrib["r"] == "0.7"]
    places = [Point(float(dot["cx"]), float(dot["cy"])) for dot in dots]
    corner, size = kalmar.module
    inside = [at for at in places if 0 < at.x - corner.x < size.width and 0 < at.y - corner.y < size.height]
    assert len(inside) == 8
    for at in inside:
        beyond = {"left": kalmar.spot.x - at.x, "right": at.x - kalmar.spot.x}
        beyond |= {"up": kalmar.spot.y - at.y, "down": at.y - kalmar.spot.y}
        assert beyond[side] > SIZES.antenna_from_end
