"""Games kept, in a browser: a game gone through step by step, and the code for BG Stats read as a phone reads it."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from companion.journal.sqlite import SqliteJournal
from tests.browser.story import keep_evenings, keep_game
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
        # It opens at its beginning.
        guest.page.wait_for_selector(".plot .now", state="attached")
        steps = int(guest.page.locator("#slider").get_attribute("max") or 0)
        assert guest.page.locator(".told").text_content() == f"step 0 of {steps}"
        assert guest.page.locator(".plot .now").get_attribute("x1") == "34"
        guest.page.locator("#slider").fill(str(steps))
        guest.page.wait_for_selector("#final")
        guest.page.locator("[data-key=prev]").click()
        guest.wait("told => document.querySelector('.told').textContent === told", f"step {steps - 1} of {steps}")
        guest.page.wait_for_selector("#final", state="detached")
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


def test_plots_are_by_name_with_robots_apart(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("sums")
    keep_evenings(folder)
    with page_rig(folder) as rig, visitor(browser, f"{rig.page.address}#statistics") as guest:
        guest.page.wait_for_selector(".bars")
        for plot in ("Wins by name", "Points by source, on average"):
            rows = guest.page.locator(".bars", has_text=plot).locator("tr")
            told = [(row.locator("th").inner_text(), row.get_attribute("class") == "apart") for row in rows.all()]
            people, robots = [name for name, apart in told if not apart], [name for name, apart in told if apart]
            assert sorted(people) == ["Anna", "Bruno", "White"]  # White has no name
            assert robots == ["Robot: simple player"]
            assert told[-1] == ("Robot: simple player", True)
        assert guest.complaints == []


def test_every_step_has_a_sentence_and_an_address_and_is_reached_in_every_way(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("steps")
    journal = SqliteJournal(folder / "games.sqlite")
    journal.open()
    keep_game(journal, 2, 5, day=1)
    journal.close()
    address = "#games/2026-10-01-00000005"
    with page_rig(folder, pace_s=60) as rig, visitor(browser, f"{rig.page.address}{address}/40") as guest:

        def is_at(step: int) -> None:
            guest.wait("hash => location.hash === hash", f"{address}/{step}")
            guest.wait("step => document.querySelector('#slider').value === step", str(step))

        log = rig.client.get("/api/games/2026-10-01-00000005").json()["log"]
        is_at(40)
        assert guest.page.locator(".replay .ticker").inner_text().endswith(".")
        # With keys, by the turn, by the log and by the plot.
        guest.page.keyboard.press("ArrowRight")
        is_at(41)
        guest.page.keyboard.press("ArrowLeft")
        is_at(40)
        guest.page.locator("[data-key=turn-on]").click()
        turn = next(at for at in range(41, len(log)) if log[at]["who"] != log[at - 1]["who"])
        is_at(turn)
        guest.page.locator(".log a").first.click()
        first = next(at for at, row in enumerate(log, 1) if row["entry"]["type"] != "reveal")
        is_at(first)
        guest.page.locator(".plot").click(position={"x": 5, "y": 60})
        is_at(0)
        # It plays by itself until it is told to stop.
        guest.page.locator("[data-key=play]").click()
        is_at(2)
        guest.page.locator("[data-key=play]").click()
        assert guest.page.locator("[data-key=play]").get_attribute("aria-label") == "Play"
        # A link in a bar of the browser leads to its step, and from there the game can be played on.
        guest.page.evaluate(f"() => {{ location.hash = '{address}/60'; }}")
        is_at(60)
        guest.page.locator("[data-key=play-on]").click()
        guest.page.wait_for_selector(".front .seat")
        state = rig.until(lambda state: len(state["log"]) == 60)
        assert [row["say"] for row in state["log"]] == [row["say"] for row in log[:60]]
        assert guest.complaints == []


def test_headings_stand_over_their_columns(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("columns")
    keep_evenings(folder)
    with page_rig(folder) as rig, visitor(browser, f"{rig.page.address}#games") as guest:
        guest.page.wait_for_selector(".games tbody tr")
        headings, cells = (
            guest.page.eval_on_selector_all(row, "cells => cells.map((cell) => cell.getBoundingClientRect().left)")
            for row in (".games thead th", ".games tbody tr:first-child td")
        )
        assert headings == cells[: len(headings)]
