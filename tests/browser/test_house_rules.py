"""House rules in a browser: whoever watches a game reads which it is played with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.shelf.shelf import SHELF
from tests.kit.browser import visitor
from tests.kit.page import page_rig

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")


@pytest.mark.parametrize("game", SHELF)
def test_log_names_the_house_rules_of_this_game_and_not_those_of_the_next(
    game: str, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with page_rig(tmp_path_factory.mktemp("rules"), game=game, pace_s=60) as rig:
        ids = [rule["id"] for rule in rig.state("it")["house_rules"]]
        with visitor(browser, rig.page.address, language="it") as watcher:
            for chosen in (ids, []):
                begun = {"players": 2, "skill": "", "house_rules": chosen}
                assert rig.post("/api/virtual/begin", begun).is_success
                told = [f"Regole di casa: {', '.join(rule['text'] for rule in rig.state('it')['house_rules'])}"]
                watcher.wait(
                    "told => JSON.stringify([...document.querySelectorAll('.in-force')].map((p) => p.textContent))"
                    " === JSON.stringify(told)",
                    told if chosen else [],
                )
