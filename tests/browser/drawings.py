"""`make drawings`: every drawing of the kits as a picture, to be looked at before somebody prints or cuts it.

Those of true size also as PDF to print: on A4, to be glued where they are larger, and on A3.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.kit.browser import chromium
from wiring.outputs import CUTS, DRAWINGS
from wiring.paper import A3, A4, Paper, as_html, lay, read_drawing

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parent.parent.parent
PICTURES = ROOT / "build" / "drawings"
PAPER = ROOT / "build" / "paper"


def picture_of(browser: Browser, drawing: Path) -> bytes:
    """Render a drawing as a PNG, two pixels to a CSS one: an A3 sheet is more than 3000 pixels wide."""
    page = browser.new_page(device_scale_factor=2)
    try:
        page.goto(drawing.as_uri())
        box = page.locator("svg").first.bounding_box()
        assert box is not None, "a drawing has a size"
        page.set_viewport_size({"width": round(box["width"]), "height": round(box["height"])})
        return page.screenshot()
    finally:
        page.close()


TO_LOOK_AT = ("schematic", "section")  # in the names of drawings that nobody lays on anything


def papers_of(name: str, svg: str) -> tuple[Paper, ...]:
    """Return what a drawing is printed on: nothing if it has no true size, only A4 if that holds it whole."""
    drawing = read_drawing(svg)
    if drawing is None or any(word in name for word in TO_LOOK_AT):
        return ()
    return (A4,) if len(lay(drawing, A4).pages) == 1 else (A4, A3)


def printed(browser: Browser, svg: str, title: str, paper: Paper) -> bytes:
    """Print a drawing of true size."""
    drawing = read_drawing(svg)
    assert drawing is not None, title
    page = browser.new_page()
    try:
        page.set_content(as_html(drawing, title, paper))
        return page.pdf(prefer_css_page_size=True, print_background=True)
    finally:
        page.close()


def main() -> None:
    """Render all of them."""
    for folder in (PICTURES, PAPER):
        folder.mkdir(parents=True, exist_ok=True)
    drawings = [found for name in (DRAWINGS, CUTS) for found in sorted((ROOT / "wiring" / name).glob("*.svg"))]
    with chromium() as browser:
        for drawing in drawings:
            (PICTURES / f"{drawing.stem}.png").write_bytes(picture_of(browser, drawing))
    with chromium() as browser:  # one that has printed may not be able to take a picture any more
        for drawing in drawings:
            svg = drawing.read_text(encoding="utf-8")
            for paper in papers_of(drawing.stem, svg):
                pdf = printed(browser, svg, drawing.stem, paper)
                (PAPER / f"{drawing.stem}-{paper.name}.pdf").write_bytes(pdf)
    print(f"{len(list(PICTURES.glob('*.png')))} pictures in {PICTURES.relative_to(ROOT)}")
    print(f"{len(list(PAPER.glob('*.pdf')))} files to print at 100 % in {PAPER.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
