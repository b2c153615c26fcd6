from __future__ import annotations

import tomllib
import xml.etree.ElementTree as ElementTree
from itertools import combinations, pairwise
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.kit.kit import Pico, parse_kit
from tests.hardware.kit_text import shipped, to_toml
from tests.kit.kits import hansa_kit, hansa_plans
from wiring.catalogue import PlanError, Size, load_catalogue
from wiring.channels import OUTSIDE_MM
from wiring.cuts import USUAL_FIT
from wiring.svg import Point
from wiring.tray import RING_MM, WholeTray, draw_tray, read_whole_tray, strip_lines
from wiring.tray_plan import PINS_MM, SIDES, Box, TrayPlan, lay_module

SVG = "{http://www.w3.org/2000/svg}"
SIZES = load_catalogue().sizes
KIT = hansa_kit("board")
PLANS = hansa_plans()


def pico() -> Pico:
    assert KIT.pico is not None
    return KIT.pico


def plan(*changes: tuple[str, str]) -> TrayPlan:
    return whole(*changes).plan


def whole(*changes: tuple[str, str]) -> WholeTray:
    text = PLANS.tray.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return read_whole_tray(pico(), SIZES, PLANS.board, text, "tray.toml", USUAL_FIT)


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
    channels = whole().channels
    longest = channels.longest
    assert (channels.edge, channels.at, longest.reader) == ("top", 194, "city.lubeck")
    assert longest.run_mm == (194 - (91 + 40 - PINS_MM)) + (290 + 22)  # from its pins to the main channel, and out
    assert longest.cut_mm == 480
    assert max(cable.cut_mm for cable in channels.cables) <= catalogue.sizes.cable
    assert f"{catalogue.sizes.cable / 10:g} cm" in catalogue.parts["ribbon"].name


def test_cables_lie_in_channels_that_meet_every_pocket_and_run_into_none_on_their_way_out() -> None:
    tray = whole()
    voids = [tray.channels.main, *tray.channels.branches]
    for reader in tray.plan.readers:
        corner, size = reader.module
        around = Box(Point(corner.x - 0.1, corner.y), Size(size.width + 0.2, size.height))
        assert any(around.overlaps(void) for void in voids), reader.name
        assert not tray.channels.main.overlaps(reader.module), reader.name


def test_cables_are_cut_to_whole_centimetres_with_something_left_to_solder() -> None:
    for cable in whole().channels.cables:
        assert cable.cut_mm % 10 == 0
        assert 0 <= cable.cut_mm - cable.run_mm - OUTSIDE_MM < 10


def test_strip_that_is_not_cut_has_every_lamp_near_its_place_in_the_order_of_the_data() -> None:
    tray = whole()
    lit = [led for led in tray.leds if led.lamp]
    assert [led.lamp for led in lit] == [lamp.name for lamp in tray.plan.lamps]
    assert [led.number for led in tray.leds] == list(range(1, len(tray.leds) + 1))
    for led, lamp in zip(lit, tray.plan.lamps, strict=True):
        assert led.edge == lamp.edge
        assert dist(led.at, lamp.at) <= SIZES.strip_pitch / 2 + 0.01, led.lamp
    for one, other in pairwise(tray.leds):
        if one.edge == other.edge:
            assert dist(one.at, other.at) == pytest.approx(SIZES.strip_pitch)
        else:  # around a corner, where the strip is folded between two LEDs
            assert abs(one.at.x - other.at.x) + abs(one.at.y - other.at.y) == pytest.approx(SIZES.strip_pitch)
            assert min(abs(one.at.x - other.at.x), abs(one.at.y - other.at.y)) > 1


def test_kit_takes_the_lines_that_are_written_for_a_strip_that_is_not_cut() -> None:
    tray = whole()
    written = tomllib.loads(strip_lines(tray, pico()))["pico"]["strip"]
    tree = shipped("board")
    tree["pico"]["strip"] |= written
    kit = parse_kit(to_toml(tree), "mine.toml")
    assert kit.pico is not None
    named = dict(zip(kit.pico.strip.lamps, pico().strip.lamps, strict=True))
    assert [named.get(name, "") for name in kit.pico.strip.pixels] == [led.lamp for led in tray.leds]
    dark = len(tray.leds) - len(tray.plan.lamps)
    assert kit.pico.strip.cap_ma == pico().strip.cap_ma + dark * pico().strip.idle_ma


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
    tray = whole(("copenhagen = [139, 191]", "copenhagen = [120, 150]"))
    assert [(pair.one, pair.other) for pair in tray.plan.near] == [("city.aalborg", "city.copenhagen")]
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
    root = ElementTree.fromstring(draw_tray(KIT, pico(), whole(), PLANS.board))
    words = [one.text for one in root.iter(f"{SVG}text")]
    assert {city.name for city in PLANS.board.places} <= set(words)
    assert {str(led.number) for led in whole().leds} <= set(words)
    rings = [one.attrib for one in root.iter(f"{SVG}circle") if float(one.attrib["r"]) == RING_MM]
    assert [(float(ring["cx"]), float(ring["cy"])) for ring in rings] == [reader.spot for reader in plan().readers]
    assert root.attrib["width"].endswith("mm")


@pytest.mark.parametrize("side", SIDES)
def test_pins_are_drawn_on_their_own_side_of_the_reader(side: str) -> None:
    tray = whole(('reval = "left"', f'reval = "left"\nkalmar = "{side}"'))
    kalmar = next(reader for reader in tray.plan.readers if reader.name == "city.kalmar")
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
