"""The maker's drawings serve any game: here one with two ports and a tower, of which nobody has heard."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from dataclasses import replace

from companion.shelf.box import Meaning, Place
from tests.kit.kits import hansa_kit
from wiring.catalogue import load_catalogue
from wiring.cuts import USUAL_FIT
from wiring.faceplate import faceplate_sheet
from wiring.route_map import load_map
from wiring.section import draw_section
from wiring.tray import draw_tray, read_whole_tray

SVG = "{http://www.w3.org/2000/svg}"
SIZES = load_catalogue().sizes
MAP = """
format = 1
west = 0
east = 10
south = 50
north = 55
rose = [1, 51]
[places]
north = [5, 54]
south = [5, 51]
[labels]
[[land]]
name = "an island"
coast = [[2, 52], [3, 53], [4, 52]]
[[route]]
places = ["north", "south"]
through = []
"""
TRAY = """
format = 1
board = [400, 300]
rail = 20
[spots]
north = [200, 60]
south = [200, 200]
[pins]
[lamps]
harbours = ["top", 200]
seat = ["bottom", 200]
"""


class Ports:
    """A board for drawings."""

    places = (Place("north", "Northend", ("south",)), Place("south", "Southport", ()))
    families = {"port": "#111111", "tower": "#222222", "seat": "#333333"}  # noqa: RUF012 - never changed
    piece = "pawn"

    def meaning(self, name: str) -> Meaning:
        """Ports and their towers sit together."""
        family, _, rest = name.partition(".")
        if family == "seat":
            return Meaning(f"Seat of {rest}", family, family)
        return Meaning(f"{family} {rest}", family, "harbours", place=rest if family == "port" else "")


def words(drawing: str) -> set[str]:
    return {one.text or "" for one in ElementTree.fromstring(drawing).iter(f"{SVG}text")}


def test_faceplate_marks_the_places_of_a_game_and_lines_up_its_other_lamps() -> None:
    kit = replace(hansa_kit("tap"), lamps={"port.north": 4, "port.south": 7, "seat.blue": 12})
    drawn = faceplate_sheet(kit, SIZES, Ports(), load_map(MAP, "map.toml"), "Ports").render()
    assert {"Northend", "Southport", "Seat of blue", "PORTS"} <= words(drawn)


def test_tray_groups_lamps_and_names_the_piece_as_the_game_does() -> None:
    kit = hansa_kit("board")
    assert kit.pico is not None
    strip = replace(kit.pico.strip, lamps=("port.north", "tower.1", "port.south", "seat.blue"))
    pico = replace(kit.pico, selects={"port.north": 2, "port.south": 3}, strip=strip)
    drawn = draw_tray(kit, pico, read_whole_tray(pico, SIZES, Ports(), TRAY, "tray.toml", USUAL_FIT), Ports())
    assert {"port north", "tower 1", "Seat of blue", "port", "tower", "seat"} <= words(drawn)
    assert any("the pawn's spot" in text for text in words(drawn))
    assert any("tag under the pawn" in text for text in words(draw_section("pawn", SIZES)))
