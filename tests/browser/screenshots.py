"""`make screenshots`: pictures of the page on every kind of screen, for the README and to be looked at."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tests.browser.rig import chromium, visitor
from tests.browser.story import keep_evenings
from tests.companion.web.rig import PageRig, page_rig

ROOT = Path(__file__).parent.parent.parent
KEPT = ROOT / "docs" / "screenshots"  # in the README
OTHERS = ROOT / "build" / "screenshots"  # to be looked at


class Shot(NamedTuple):
    """One picture."""

    name: str
    size: str
    hash: str = "table"
    scheme: str = "light"
    language: str = "en"
    whole: bool = False
    kept: bool = False


SHOTS = (
    Shot("desktop", "desktop", kept=True),
    Shot("phone", "phone", kept=True),
    Shot("tablet", "tablet"),
    Shot("tv-dark", "tv", scheme="dark", kept=True),
    Shot("phone-dark-italian", "phone", scheme="dark", language="it"),
    Shot("replay", "desktop", hash="games/2026-10-05-00000005"),
    Shot("games", "desktop", hash="games"),
    Shot("statistics", "desktop", hash="statistics"),
    Shot("board-check", "desktop", hash="board"),
    Shot("phone-whole", "phone", whole=True),
)


def go_on(rig: PageRig) -> None:
    """Answer that the game goes on."""
    while rig.state()["table"]["dialog"]["name"] != "home":
        before = rig.state()["table"]["dialog"]["id"]
        rig.choose()
        rig.until(lambda state, before=before: bool(state["table"]["dialog"]["id"] != before))  # type: ignore[misc]


def main() -> None:
    """Take every picture."""
    for folder in (KEPT, OTHERS):
        folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as state:
        keep_evenings(Path(state))
        with page_rig(Path(state)) as rig, chromium() as browser:
            go_on(rig)
            for shot in SHOTS:
                address = f"{rig.page.address}#{shot.hash}"
                look: dict[str, Any] = {"size": shot.size, "language": shot.language, "color_scheme": shot.scheme}
                with visitor(browser, address, **look) as guest:
                    guest.page.wait_for_selector("main h2, main svg.map")
                    path = (KEPT if shot.kept else OTHERS) / f"{shot.name}.png"
                    guest.page.screenshot(path=path, full_page=shot.whole)
                    print(path.relative_to(ROOT), *guest.complaints)


if __name__ == "__main__":
    main()
