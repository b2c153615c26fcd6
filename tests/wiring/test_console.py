from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

from hardware.kit.kit import SCREEN_DRIVERS
from tests.kit.kits import hansa_kit
from wiring.catalogue import load_catalogue
from wiring.console import BUTTONS, CORNER, PLATE, SCREEN_DOWN, console_sheet

SVG = "{http://www.w3.org/2000/svg}"
SIZES = load_catalogue().sizes


def console() -> ElementTree.Element:
    return ElementTree.fromstring(console_sheet(hansa_kit("board"), SIZES, "Hansa").render())


def test_console_has_a_hole_for_each_button_and_none_for_lamps() -> None:
    radii = [float(one.attrib["r"]) for one in console().iter(f"{SVG}circle")]
    assert radii.count(SIZES.button_hole / 2) == 5
    assert round(SIZES.led_hole / 2, 2) not in radii


def test_everything_behind_the_console_fits_its_plate() -> None:
    boxes = [one.attrib for one in console().iter(f"{SVG}rect")]
    window, panel, reader = SIZES.window["ssd1309"], SIZES.panel["ssd1309"], SIZES.reader
    for size in (window, panel, reader):
        found = [box for box in boxes if (float(box["width"]), float(box["height"])) == size]
        assert len(found) == 1
        left, top = float(found[0]["x"]), float(found[0]["y"])
        assert CORNER.x < left < left + size.width < CORNER.x + PLATE[0]
        assert CORNER.y < top < top + size.height < CORNER.y + PLATE[1]


@pytest.mark.parametrize("driver", SCREEN_DRIVERS)
def test_module_of_every_screen_leaves_room_for_the_buttons(driver: str) -> None:
    lower_edge = SCREEN_DOWN + SIZES.panel[driver].height / 2
    room = min(down for _, down in BUTTONS.values()) - SIZES.button_nut / 2 - lower_edge
    assert room >= 3, "modules of one kind differ by some millimetres"
