"""What dragging costs: milliseconds of script for each frame while a piece is dragged over the map of each game.

A real browser, a hand that moves once a frame, back and forth over the whole map; the script's time is the browser's
own count of it. The same hand without a piece is measured in turn, so that what the machine does falls on both.
"""

from __future__ import annotations

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from companion.shelf.box import GameBox
from companion.shelf.shelf import boxes
from tests.kit.browser import CHROMIUM, Visitor, chromium, visitor
from tests.kit.page import page_rig

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession

ROUNDS = 6  # each way in turn
FRAMES = 60  # a round
FRAME_MS = 1000 / 60

PIECE = "[data-piece], [data-carry] svg"
NEXT_FRAME = "() => new Promise((resolve) => requestAnimationFrame(() => resolve()))"


def _script_ms(session: CDPSession) -> float:
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1000 * float(next(each["value"] for each in metrics if each["name"] == "ScriptDuration"))


def _wave(player: Visitor, session: CDPSession) -> float:
    """Move the hand over the map, once a frame; return the milliseconds of script for each."""
    box = player.page.locator(".area-map").bounding_box()
    assert box
    before = _script_ms(session)
    for frame in range(FRAMES):
        along = abs(1 - 2 * frame / FRAMES)
        player.page.mouse.move(
            box["x"] + box["width"] * (0.1 + 0.8 * along), box["y"] + box["height"] * (0.2 + 0.6 * along)
        )
        player.page.evaluate(NEXT_FRAME)
    return (_script_ms(session) - before) / FRAMES


def measure(player: Visitor) -> tuple[list[float], list[float]]:
    """Measure rounds with a piece in hand and rounds without one."""
    session = player.context.new_cdp_session(player.page)
    session.send("Performance.enable")
    dragging, idle = [], []
    for _ in range(ROUNDS):
        idle.append(_wave(player, session))
        piece = player.page.locator(PIECE).first
        piece.hover()
        player.page.mouse.down()
        dragging.append(_wave(player, session))
        assert player.page.locator(".ghost").count() == 1
        player.page.keyboard.press("Escape")
        player.page.mouse.move(2, 2)
        player.page.mouse.up()
    return dragging, idle


def _bench(box: GameBox) -> str:
    with (
        TemporaryDirectory() as folder,
        chromium() as browser,
        page_rig(Path(folder), game=box.id, pace_s=0.05) as rig,
        visitor(browser, rig.page.address) as player,
    ):
        rig.post("/api/virtual/begin", {"players": box.seats[-1], "skill": ""})
        player.page.wait_for_selector(PIECE)
        dragging, idle = measure(player)
    extra = median(dragging) - median(idle)
    return f"| {box.title} | {median(dragging):.2f} | {median(idle):.2f} | {100 * extra / FRAME_MS:.0f} % |"


def main() -> None:
    """Print one row for each game."""
    if not CHROMIUM:
        print("there is no chromium: nothing is measured")
        return
    print("| map | ms of script a frame, dragging | without a piece | of a frame |")
    print("|---|---|---|---|")
    for box in boxes():
        print(_bench(box), flush=True)


if __name__ == "__main__":
    main()
