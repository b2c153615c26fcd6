from __future__ import annotations

import csv
import io

from tests.kit.kits import hansa_kit, hansa_plans
from wiring import console, faceplate
from wiring.catalogue import load_catalogue
from wiring.console import console_sheet
from wiring.cut_files import as_csv, as_markdown, drill_list
from wiring.faceplate import faceplate_sheet
from wiring.route_map import load_map

SIZES = load_catalogue().sizes
PLANS = hansa_plans()


def test_faceplate_has_a_line_for_every_hole_and_one_for_the_window() -> None:
    kit = hansa_kit("tap")
    chart = load_map(PLANS.map.read_text(encoding="utf-8"), "map.toml")
    lines = drill_list(faceplate_sheet(kit, SIZES, PLANS.board, chart, "Hansa"), faceplate.CORNER)
    what = [line.what for line in lines]
    assert sorted(what) == sorted(
        [*(f"LED {lamp}" for lamp in kit.lamps), *(f"button {name}" for name in kit.buttons), *["screw"] * 4]
        + ["screen, its upper left corner"]
    )
    for line in lines:
        assert 0 < line.at.x < faceplate.PLATE[0]
        assert 0 < line.at.y < faceplate.PLATE[1]


def test_places_are_measured_from_the_plate_not_from_the_paper() -> None:
    lines = drill_list(console_sheet(hansa_kit("board"), SIZES, "Hansa"), console.CORNER)
    inset = console.SCREW_INSET
    assert (lines[0].what, lines[0].at) == ("screw", (inset, inset))
    ok = next(line for line in lines if line.what == "button ok")
    right, down = console.BUTTONS["ok"]
    assert (ok.at, ok.size) == ((console.PLATE[0] / 2 + right, down), f"Ø {SIZES.button_hole:g}")


def test_list_says_the_same_as_table_and_as_sheet() -> None:
    lines = drill_list(console_sheet(hansa_kit("chart"), SIZES, "Hansa"), console.CORNER)
    rows = list(csv.reader(io.StringIO(as_csv(lines))))[1:]
    table = [row.strip("| ").split(" | ")[:4] for row in as_markdown(lines).splitlines()[2:]]
    assert rows == table
    assert len(rows) == 4 + 5 + 1
