"""A newcomer's first move: two clicks from the page's first view, reading nothing but the banner."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.map_hands import FINGER
from tests.browser.newcomer import CLICKS, COUNT, WAYS, make_first_move
from tests.kit.browser import visitor
from tests.kit.page import page_rig

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")


@pytest.mark.parametrize("window", [{"size": "notebook"}, FINGER], ids=["notebook", "phone"])
@pytest.mark.parametrize("game", WAYS)
def test_newcomer_moves_with_the_second_click(
    browser: Browser, tmp_path: Path, game: str, window: dict[str, object]
) -> None:
    with (
        page_rig(tmp_path, pace_s=0.01, game=game, is_first=True) as rig,
        visitor(browser, rig.page.address, tour=True, hardware=False, script=COUNT, **window) as newcomer,  # type: ignore[arg-type]
    ):
        assert make_first_move(newcomer.page, game, rig.state) == CLICKS
        assert newcomer.complaints == []
