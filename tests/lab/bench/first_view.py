"""What a first view costs: bytes that a browser is sent until it shows a table with every seat taken, for each game."""

from __future__ import annotations

from collections import Counter
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from companion.shelf.box import GameBox
from companion.shelf.shelf import boxes
from tests.browser.sight import FIRST_VIEW_BYTES, sent
from tests.kit.browser import CHROMIUM, chromium, visitor
from tests.kit.page import page_rig

KINDS = {".js": "scripts", ".css": "looks"}


def measure(box: GameBox) -> Counter[str]:
    """Return the bytes of each kind of file."""
    with TemporaryDirectory() as folder, chromium() as browser, page_rig(Path(folder), game=box.id, pace_s=60) as rig:
        rig.post("/api/virtual/begin", {"players": box.seats[-1], "skill": ""})
        rig.until(lambda state: bool(state["game"]))
        with visitor(browser, rig.page.address, hardware=False) as guest:
            guest.page.wait_for_selector("svg.map")
            bytes_: Counter[str] = Counter()
            for path, many in sent(guest, rig).items():
                bytes_[KINDS.get(PurePosixPath(path).suffix, "words, board, state and the rest")] += many
            return bytes_


def main() -> None:
    """Print one row for each game."""
    if not CHROMIUM:
        print("there is no chromium: nothing is measured")
        return
    print(f"kB of a first view, nothing kept from before (allowed: {FIRST_VIEW_BYTES // 1000})")
    for box in boxes():
        bytes_ = measure(box)
        parts = ", ".join(f"{kind} {many / 1000:.0f}" for kind, many in bytes_.most_common())
        print(f"{box.title:18} {bytes_.total() / 1000:6.0f}   {parts}", flush=True)


if __name__ == "__main__":
    main()
