"""`make screenshots`: an animated picture for the README, of a ship that is dragged over the virtual table."""

from __future__ import annotations

import io
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from PIL import Image

from tests.browser.screenshots import KEPT, ROOT
from tests.browser.story import keep_evenings
from tests.kit.browser import Visitor, chromium, visitor
from tests.kit.page import go_on, page_rig

if TYPE_CHECKING:
    from playwright.sync_api import FloatRect

FILE = KEPT / "move.webp"
LARGEST_BYTES = 1_000_000
STEPS = 14  # of the hand, from one city to the next
STILL_MS, STEP_MS, LAST_MS = 900, 70, 2200
WIDTH = 960


def _centre(box: FloatRect | None) -> tuple[float, float]:
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _film(player: Visitor, to: str) -> list[tuple[Image.Image, int]]:
    """Drag the ship to a city, and take a picture at every step: each with how long it is shown."""
    page = player.page
    frames: list[tuple[Image.Image, int]] = []

    def take(shown_ms: int) -> None:
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        frames.append((picture.resize((WIDTH, WIDTH * picture.height // picture.width)), shown_ms))

    x, y = _centre(page.locator("[data-piece=ship]").first.bounding_box())
    city = f"[data-place='city.{to}']"
    end_x, end_y = _centre(page.locator(f"{city} .reach, {city}").first.bounding_box())
    take(STILL_MS)
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, STEPS + 1):
        page.mouse.move(x + (end_x - x) * step / STEPS, y + (end_y - y) * step / STEPS)
        take(STEP_MS)
    before = page.evaluate("Number(document.body.dataset.revision)")
    page.mouse.up()
    player.wait("before => Number(document.body.dataset.revision) > before", before)
    page.mouse.move(2, 2)
    take(LAST_MS)
    return frames


def main() -> None:
    """Make the picture."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as state:
        keep_evenings(Path(state))
        with page_rig(Path(state), pace_s=60) as rig, chromium() as browser:
            go_on(rig)
            to = sorted(rig.state()["game"]["lit"])[0]
            look: dict[str, Any] = {"size": "notebook", "hardware": False, "color_scheme": "light"}
            with visitor(browser, rig.page.address, **look) as player:
                player.page.wait_for_selector("[data-piece=ship]")
                frames = _film(player, to)
                complaints = player.complaints
    pictures = [picture for picture, _ in frames]
    shown_ms = [shown for _, shown in frames]
    pictures[0].save(FILE, save_all=True, append_images=pictures[1:], duration=shown_ms, loop=0, quality=70, method=4)
    size = FILE.stat().st_size
    assert size < LARGEST_BYTES, f"{FILE}: {size} bytes, at most {LARGEST_BYTES}"
    print(FILE.relative_to(ROOT), f"{size} bytes", f"{len(frames)} frames", *complaints)


if __name__ == "__main__":
    main()
