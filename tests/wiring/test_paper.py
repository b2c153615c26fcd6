"""Drawings on paper: nothing is missing, nothing is scaled, and what is glued overlaps."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.browser.drawings import papers_of, printed
from tests.kit.browser import chromium
from wiring.paper import A3, A4, MARGIN_MM, OVERLAP_MM, Drawing, Paper, as_html, lay, read_drawing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

WIRING = Path(__file__).parent.parent.parent / "wiring"
POINTS_A_MM = 72 / 25.4
DRAWN = [path for folder in ("drawings", "cuts") for path in sorted((WIRING / folder).glob("*.svg"))]


@given(st.floats(1, 900), st.floats(1, 900), st.sampled_from([A4, A3]))
def test_pages_show_all_of_a_drawing_and_overlap(width: float, height: float, paper: Paper) -> None:
    sheet, margin, pages = lay(Drawing(width, height, 0, 0, ""), paper)
    room = sheet.width - 2 * margin, sheet.height - 2 * margin
    for x, y in product((0.0, width / 3, width), (0.0, height / 2, height)):
        assert any(page.x <= x <= page.x + room[0] and page.y <= y <= page.y + room[1] for page in pages)
    for page in pages:
        following = [other.x - page.x for other in pages if (other.row, other.column) == (page.row, page.column + 1)]
        assert all(step == pytest.approx(room[0] - OVERLAP_MM) for step in following)
        assert page.x < width
        assert page.y < height


@pytest.mark.parametrize("sheet", [A4, A4.turned, A3, A3.turned])
def test_drawing_that_is_a_sheet_is_printed_to_its_edges(sheet: Paper) -> None:
    paper = A4 if sheet.name == "A4" else A3
    layout = lay(Drawing(sheet.width, sheet.height, 0, 0, ""), paper)
    assert (layout.paper, layout.margin, len(layout.pages)) == (sheet, 0, 1)


def test_part_of_a_drawing_is_shown_unscaled_where_its_own_coordinates_begin() -> None:
    page = as_html(Drawing(100, 50, 210, 7, "<path/>"), "kraken", A4)
    room = A4.width - 2 * MARGIN_MM, A4.height - 2 * MARGIN_MM
    assert f'width="{room[0]:g}" height="{room[1]:g}" viewBox="210 7 {room[0]:g} {room[1]:g}"><path/>' in page


def test_drawing_without_a_size_in_millimetres_has_no_true_one() -> None:
    assert read_drawing('<svg width="100" height="50" viewBox="0 0 1 1"></svg>') is None
    assert read_drawing("kraken") is None


def test_everything_that_is_laid_on_something_is_printed() -> None:
    names = {path.stem for path in DRAWN if papers_of(path.stem, path.read_text())}
    assert {"tap-faceplate", "tap-overlay-teutonica", "chart-map", "chart-card", "board-tray", "board-upper"} <= names
    assert not any("schematic" in name for name in names)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.mark.browser
@pytest.mark.needs("chromium")
@pytest.mark.parametrize(("name", "paper", "pages"), [("board-tray", A4, 6), ("chart-map", A3, 1)])
def test_printed_pages_are_as_large_as_the_paper(browser: Browser, name: str, paper: Paper, pages: int) -> None:
    svg = (WIRING / "drawings" / f"{name}.svg").read_text()
    pdf = printed(browser, svg, name, paper)
    boxes = [tuple(map(float, box.split())) for box in re.findall(rb"/MediaBox ?\[([^]]*)\]", pdf)]
    sides = sorted(side * POINTS_A_MM for side in paper[1:])
    assert [sorted(box[2:]) for box in boxes] == [pytest.approx(sides, abs=1.0)] * pages
