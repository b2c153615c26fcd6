"""Games kept, in a browser: a game gone through step by step, and the code for BG Stats read as a phone reads it."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from companion.journal.sqlite import SqliteJournal
from tests.browser.story import keep_game
from tests.kit.browser import visitor
from tests.kit.page import page_rig

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")


@pytest.mark.process
@pytest.mark.needs("zbarimg")
def test_game_is_gone_through_and_its_code_says_what_its_link_says(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("kept")
    journal = SqliteJournal(folder / "games.sqlite")
    journal.open()
    keep_game(journal, 4, 5, day=1)
    journal.close()
    with (
        page_rig(folder) as rig,
        visitor(browser, f"{rig.page.address}#games/2026-10-01-00000005", device_scale_factor=3) as guest,
    ):
        guest.page.wait_for_selector("#final")
        steps = int(guest.page.locator("#slider").get_attribute("max") or 0)
        guest.page.locator("[data-key=prev]").click()
        guest.wait("told => document.querySelector('.told').textContent === told", f"step {steps - 1} of {steps}")
        assert guest.page.locator("#final").count() == 0
        # The log and the plot go along.
        guest.page.locator("#slider").fill("0")
        guest.wait("() => document.querySelectorAll('.log li').length === 0")
        assert guest.page.locator(".plot .now").get_attribute("x1") == "30"
        guest.page.locator(".export summary").click()
        code = guest.page.locator("img.code")
        guest.wait("() => document.querySelector('img.code').complete")
        code.screenshot(path=folder / "code.png")
        read = subprocess.run(
            ["zbarimg", "--quiet", "--raw", folder / "code.png"], capture_output=True, text=True, check=True
        )
        link = guest.page.locator("a.chip", has_text="BG Stats").get_attribute("href")
        assert read.stdout.strip() == link
        guest.page.locator("[data-key=tab-statistics]").click()
        assert guest.page.locator(".wide > h2").text_content() == "Statistics over one game"
        assert guest.complaints == []
