"""`make lab PART=tab`: how much the tab fetches, how long it takes, and what a killed browser loses: nothing.

A page plays as fast as it can, and says each revision that was confirmed to it. At a random moment the browser is
killed with all its processes. The next one, with the same profile, must show that revision or a later one.
"""

from __future__ import annotations

import argparse
import gzip
import subprocess
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from companion.shelf.shelf import SHELF
from tests.kit.tab_site import PLACE, built, tab_site
from tests.lab.tab.killable import Killable, killable
from tests.needs import program

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

KILLS = 50
LATEST_S = 3.0  # after the first confirmed move
BROTLI = (
    "const {brotliCompressSync: press} = require('zlib'); const {readFileSync: read} = require('fs');"
    "console.log(process.argv.slice(1).reduce((sum, file) => sum + press(read(file)).length, 0))"
)
# Plays at random for whoever's turn it is, a new game after the last, and tells what was confirmed.
PLAY = """async (game) => {
  const ask = async (path, body) => (await fetch(path, body && { method: "POST", body: JSON.stringify(body) })).json();
  const colours = { players: 3, skill: "" };
  for (;;) {
    const state = await ask("/api/state?lang=en");
    if (!state.game || state.game.winners) await ask("/api/virtual/begin", colours);
    else {
      const { id, choices = [] } = state.table.dialog;
      const line = Math.floor(Math.random() * Math.max(choices.length, 1));
      const told = await ask("/api/choose", { dialog: id, line });
      if (told.revision) await confirmed(told.game, told.revision);
    }
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}"""


def main() -> None:
    """Measure, then kill."""
    parser = argparse.ArgumentParser(prog="make lab PART=tab")
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory(prefix="tab-") as name, sync_playwright() as playwright:
        folder = built(Path(name) / "site")
        measure_size(folder / PLACE)
        with tab_site(folder) as address:
            measure_time(playwright, address, Path(name) / "measured")
            lost = kill(playwright, address, Path(name) / "killed", options.kills, Random(options.seed))
    raise SystemExit(1 if lost else 0)


def measure_size(folder: Path) -> None:
    """Say how many bytes a first visit fetches."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    plain = sum(path.stat().st_size for path in files)
    zipped = sum(len(gzip.compress(path.read_bytes(), 9)) for path in files)
    told = subprocess.run(
        [program("node"), "-e", BROTLI, *map(str, files)], check=True, capture_output=True, text=True
    ).stdout
    print(f"{len(files)} files: {plain:,} bytes, {zipped:,} with gzip, {int(told):,} with brotli", flush=True)


def measure_time(playwright: Playwright, address: str, profile: Path) -> None:
    """Say how long the first and the second visit take until the table is live."""
    for visit in ("first visit", "second visit"):
        with killable(playwright, profile) as browser:
            before, begun_at = browser.cpu_s(), time.monotonic()
            arrive(browser, address)
            took, used = time.monotonic() - begun_at, browser.cpu_s() - before
            print(f"{visit}: {used:.1f} s of processor, all processes of the browser, and {took:.1f} s", flush=True)
            browser.page.close()


def arrive(browser: Killable, address: str) -> None:
    """Open the page, and wait until its table is there and everything is kept for the next time."""
    browser.page.goto(address, wait_until="commit")
    browser.page.wait_for_selector("[data-status=live]")
    browser.page.wait_for_selector("body[data-tab=kept]")


def kill(playwright: Playwright, address: str, profile: Path, kills: int, random: Random) -> int:
    """Kill the browser this many times, and return how often something confirmed was lost."""
    confirmed: dict[str, int] = {}
    lost = moves = 0
    for number in range(1, kills + 1):
        with killable(playwright, profile) as browser:
            arrive(browser, address)
            lost += sum(not is_there(browser, *each) for each in confirmed.items())
            heard: list[tuple[str, int]] = []
            browser.page.expose_function("confirmed", lambda game, revision: heard.append((game, revision)))  # noqa: B023
            browser.page.evaluate(f"(game) => {{ ({PLAY})(game); }}", next(iter(SHELF)))
            until = time.monotonic() + random.uniform(0.0, LATEST_S)
            while time.monotonic() < until or not heard:
                browser.page.wait_for_timeout(5)
            browser.kill()
            moves += len(heard)
            confirmed = dict(heard)
        print(f"{number} killed, {moves} moves confirmed, {lost} games with something lost", flush=True)
    return lost


def is_there(browser: Killable, game: str, revision: int) -> bool:
    """Return whether a game is kept up to this revision."""
    games = browser.page.evaluate("async () => (await (await fetch('/api/games')).json()).games")
    return any(each["id"] == game and each["entries"] >= revision for each in games)


if __name__ == "__main__":
    main()
