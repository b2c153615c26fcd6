from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from math import dist
from pathlib import Path

import pytest

from companion.games.teutonica.box import BOX
from hardware.kit.layout import load_layout
from tests.kit.kits import hansa_kit, hansa_plans
from wiring.__main__ import main
from wiring.catalogue import PlanError, load_catalogue
from wiring.faceplate import CORNER, PLATE, faceplate_sheet
from wiring.kits import load_kit
from wiring.outputs import OtherGame, other_games
from wiring.overlay import FRAME_MM, PUNCHED_MM, RING_MM, WIDTH, load_overlay, overlay_sheet, parse_overlay
from wiring.route_map import load_map
from wiring.spot_drawing import text_width
from wiring.svg import Point, Sheet

SVG = "{http://www.w3.org/2000/svg}"
KIT = hansa_kit("tap")
PLANS = hansa_plans()
PLATE_DRAWN = faceplate_sheet(
    KIT, load_catalogue().sizes, PLANS.board, load_map(PLANS.map.read_text(encoding="utf-8"), "map"), PLANS.title
)
(OTHER,) = other_games(load_kit("tap"), [BOX])
WORDS = load_overlay(OTHER.overlay)


def overlay(other: OtherGame = OTHER) -> Sheet:
    return overlay_sheet(PLATE_DRAWN, KIT.lamps, other.lamps, load_overlay(other.overlay), other.title)


def texts(sheet: Sheet) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(sheet.render()).iter(f"{SVG}text"))


def test_every_hole_is_one_of_the_faceplates_lamps() -> None:
    plate = {hole.what: hole.at for hole in PLATE_DRAWN.holes if hole.what.startswith("LED ")}
    assert {hole.what: hole.at for hole in overlay().holes} == plate
    assert len(plate) == 14


def test_each_label_is_at_the_lamp_that_the_layout_gives_it() -> None:
    """By position: that of the hole in the one game's layout, and that of the label in the other's."""
    hansa = next(load_layout(file) for file in _hansa_layouts() if load_layout(file).kit == "tap")
    here = next(load_layout(file) for file in BOX.layouts(None) if load_layout(file).kit == "tap")
    holes = {hole.what.removeprefix("LED "): hole.at for hole in PLATE_DRAWN.holes}
    written = texts(overlay())
    for position, lamp in here.lamps.items():
        hole = holes[hansa.lamps[position]]
        label = WORDS.labels[lamp]
        nearest = min(written, key=lambda one: _nearest(one, hole))
        assert nearest.text in (label.words, *label.notes), lamp
        own = [one for one in written if one.text == label.words]
        assert min(_nearest(one, hole) for one in own) < 3.5 * RING_MM, lamp


def _hansa_layouts() -> tuple[Path, ...]:
    from companion.games.hansa.box import BOX as hansa

    return hansa.layouts(None)


def _nearest(text: ElementTree.Element, at: Point) -> float:
    return dist((float(text.attrib["x"]), float(text.attrib["y"])), at)


def test_bar_of_actions_is_the_row_below_the_map_and_the_end_stays_the_end() -> None:
    at = {hole.what.removeprefix("LED "): hole.at for hole in PLATE_DRAWN.holes}
    by_pin = {pin: at[lamp] for lamp, pin in KIT.lamps.items()}
    bar = [by_pin[OTHER.lamps[f"action.{number}"]] for number in range(1, 5)]
    assert len({one.y for one in bar}) == 1
    assert bar == sorted(bar)
    assert OTHER.lamps["end"] == KIT.lamps["end"]


def test_nothing_is_written_beyond_the_frame_over_a_hole_or_over_other_words() -> None:
    sheet = overlay()
    *inside, _, _ = texts(sheet)  # the last two are below: the ruler's words and the advice
    boxes = [_box(one) for one in inside]
    left, right = CORNER.x + FRAME_MM, CORNER.x + WIDTH - FRAME_MM
    for words, (x1, y1, x2, y2) in zip(inside, boxes, strict=True):
        assert left < x1 < x2 < right, words.text
        assert CORNER.y + FRAME_MM < y1 < y2 < CORNER.y + PLATE[1] - FRAME_MM, words.text
        for hole in sheet.holes:
            outside = max(x1 - hole.at.x, hole.at.x - x2, y1 - hole.at.y, hole.at.y - y2)
            assert outside > PUNCHED_MM / 2, (words.text, hole.what)
    for index, (x1, y1, x2, y2) in enumerate(boxes):
        for other, (u1, v1, u2, v2) in zip(inside[:index], boxes, strict=False):
            assert x2 < u1 or u2 < x1 or y2 < v1 or v2 < y1, (inside[index].text, other.text)


def _box(text: ElementTree.Element) -> tuple[float, float, float, float]:
    """Return about where a line of text is: as wide as in a bold face, and as high as its capitals."""
    size, x, y = (float(text.attrib[key]) for key in ("font-size", "x", "y"))
    words = text.text or ""
    width = text_width(words, size) + float(text.attrib.get("letter-spacing", 0)) * len(words)
    start = x - width if text.attrib["text-anchor"] == "end" else x - width / 2
    return start, y - 0.75 * size, start + width, y


def test_overlay_is_made_for_each_kit_with_a_faceplate_and_for_no_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--kit", "tap", "--out", str(tmp_path), "--check"]) == 1
    assert "tap-overlay-teutonica.svg" in capsys.readouterr().out
    assert [one.game for one in other_games(load_kit("tap"), [BOX])] == ["teutonica"]
    assert other_games(load_kit("board"), [BOX]) == ()
    assert other_games(load_kit("usb"), [BOX]) == ()


def test_lamp_that_the_game_has_no_use_for_keeps_its_hole() -> None:
    fewer = {lamp: pin for lamp, pin in OTHER.lamps.items() if lamp != "step"}
    labels = {lamp: label for lamp, label in WORDS.labels.items() if lamp != "step"}
    drawn = overlay_sheet(PLATE_DRAWN, KIT.lamps, fewer, replace(WORDS, labels=labels), "Ports")
    assert len(drawn.holes) == 14
    assert "Step under way" not in {one.text for one in texts(drawn)}


def test_lamp_without_a_label_and_label_without_a_lamp_are_refused() -> None:
    more = {**OTHER.lamps, "tower": KIT.lamps["end"]}
    with pytest.raises(PlanError, match="'tower' is missing"):
        overlay(OTHER._replace(lamps=more))
    fewer = {lamp: pin for lamp, pin in OTHER.lamps.items() if lamp != "step"}
    with pytest.raises(PlanError, match=r'labels\."step": no such lamp'):
        overlay(OTHER._replace(lamps=fewer))


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('words = "Blue"', 'word = "Blue"', "words"),
        ('side = "left"', 'side = "under"', "side"),
        ('"action.4", "action.5"]', '"action.4", "action.6"]', r"band\.lamps"),
        ("at = [76, 149]", "at = [76]", r"band\[0\]\.at"),
        ("format = 1", "format = 1\nmoon = 1", "moon"),
    ],
)
def test_file_that_cannot_be_used_is_refused_by_file_and_key(old: str, new: str, key: str) -> None:
    text = OTHER.overlay.read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(PlanError, match=rf"overlay\.toml: .*{key}"):
        parse_overlay(text.replace(old, new, 1), "overlay.toml")


def test_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(PlanError, match=r"none\.toml"):
        load_overlay(tmp_path / "none.toml")
