"""`make drawings`: every drawing of the kits as a picture, to be looked at before somebody prints or cuts it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.kit.browser import chromium
from wiring.outputs import CUTS, DRAWINGS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parent.parent.parent
PICTURES = ROOT / "build" / "drawings"


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


def main() -> None:
    """Render all of them."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        for folder in (DRAWINGS, CUTS):
            for drawing in sorted((ROOT / "wiring" / folder).glob("*.svg")):
                (PICTURES / f"{drawing.stem}.png").write_bytes(picture_of(browser, drawing))
    print(f"{len(list(PICTURES.glob('*.png')))} pictures in {PICTURES.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
