"""A real browser on a real page: Debian's chromium, driven by Playwright; everything it says or asks for is noted."""

from __future__ import annotations

import shutil
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tests.kit.waiting import PATIENCE_MS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium") or ""  # the former needs a third less
SIZES = {
    "desktop": (1440, 900),
    "phone": (390, 844),
    "tablet": (820, 1180),
    "tv": (1920, 1080),
    "small phone": (360, 640),
    "notebook": (1280, 720),
}
POSTER = (1440, 1700)  # shows all of the virtual table at once, so that nothing has to be scrolled while dragging


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # Without a sandbox, for tests run as root in containers; the only page it opens is our own.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"], timeout=PATIENCE_MS)
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Visitor:
    """One browser window, and all that went wrong in it."""

    context: BrowserContext
    page: Page
    complaints: list[str] = field(default_factory=list)
    strangers: list[str] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)

    def texts(self, selector: str) -> list[str]:
        return self.page.locator(selector).all_inner_texts()

    def wait(self, script: str, argument: Any = None) -> None:
        """Wait until a script holds in the page."""
        self.page.wait_for_function(script, arg=argument, timeout=PATIENCE_MS)


@contextmanager
def visitor(
    browser: Browser,
    address: str,
    *,
    size: str = "desktop",
    language: str = "en",
    tour: bool = False,
    hardware: bool = True,
    script: str = "",
    **options: Any,
) -> Iterator[Visitor]:
    """Open the page in a window of its own, after a script if there is one, and hold it to what every visit must."""
    width, height = POSTER if size == "poster" else SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale=language, reduced_motion="reduce", **options
    )
    if not tour:
        context.add_init_script("localStorage.setItem('tour', 'done')")
    if hardware:
        context.add_init_script("localStorage.setItem('hardware', 'open')")
    context.add_init_script(script)
    try:
        visit = _arrive(context, address)
        yield visit
        assert visit.strangers == []
    finally:
        context.close()


def _arrive(context: BrowserContext, address: str) -> Visitor:
    """Open a window at the page; where it does not get there, say what the page owes it and what every thread is doing.

    An answer stays away for ever where the thread that was to read its file has died. That is what happens where
    coverage is measured, which is why browsers are not (tools/unit-tests).
    """
    from playwright.sync_api import TimeoutError as Hung

    visit = _window(context, address)
    try:
        visit.page.goto(address, wait_until="commit")  # what is waited for next says more than that all files have come
        visit.page.wait_for_selector("[data-status=live]")
    except Hung as hung:
        doing = "\n".join("".join(traceback.format_stack(frame)) for frame in sys._current_frames().values())
        raise AssertionError(f"not answered: {visit.unanswered}; the threads are at\n{doing}") from hung
    return visit


def _window(context: BrowserContext, address: str) -> Visitor:
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    visit = Visitor(context, page)
    page.on("pageerror", lambda error: visit.complaints.append(str(error)))
    page.on("console", lambda said: visit.complaints.append(said.text) if said.type in ("error", "warning") else None)
    host = urlsplit(address).netloc
    page.on(
        "request", lambda asked: None if urlsplit(asked.url).netloc in ("", host) else visit.strangers.append(asked.url)
    )
    page.on("request", lambda asked: visit.unanswered.append(asked.url))
    page.on("response", lambda answer: _strike(visit.unanswered, answer.url))
    page.on("requestfailed", lambda asked: _strike(visit.unanswered, asked.url))
    return visit


def _strike(addresses: list[str], address: str) -> None:
    if address in addresses:
        addresses.remove(address)
