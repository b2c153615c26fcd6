"""What a start asks before there is a table, in a real browser, where the page is the only screen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.kit.bad_game import write_bad_game
from tests.kit.usb_table import usb_table
from tests.kit.waiting import PATIENCE_MS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")


def test_question_of_the_start_is_answered_by_a_click_and_the_table_comes(browser: Browser, tmp_path: Path) -> None:
    write_bad_game(tmp_path)
    with usb_table(tmp_path) as table:
        table.start_page("game bad")
        page = browser.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.goto(str(table.client.base_url))
        page.get_by_text("game bad").wait_for()
        page.get_by_role("button", name="ok: a new game").click()
        page.locator(".front").wait_for()
        page.close()
