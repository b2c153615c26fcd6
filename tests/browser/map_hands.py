"""Hands on the map of Hansa Teutonica: every move is a click on the thing itself, or on a line of the dialog."""

from __future__ import annotations

from typing import Any

from companion.games.teutonica.rules.codec import format_entry
from companion.games.teutonica.rules.moves import Move
from companion.table.dialog import Do, Menu
from tests.kit.browser import Visitor
from tests.kit.page import PageRig

# Where a move is made, and what it is called there, as the game's own scripts say.
ASK = """async (entry) => {
  const { placesOf, tellDeed } = await import("/games/teutonica/deeds.js");
  const told = await (await fetch("/api/state?lang=" + document.documentElement.lang)).json();
  const scene = { board: told.board, game: told.game };
  return { places: placesOf(entry, scene), ...tellDeed(entry, scene) };
}"""

# Clicks on what is nearest to the eye: a house or the thing as a whole; then on the line that is meant, if several are.
PRESS = """([place, text, right]) => {
  const at = document.querySelector(`svg.map [data-place="${place}"] .hit, .seat.mover [data-key$="-${place}"].acts`);
  if (!at) return `nothing to press: ${place}`;
  at.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const lines = [...document.querySelectorAll(".offer button")];
  if (!lines.length) return "";
  const said = (line) => [...line.querySelectorAll("span")].map((part) => part.textContent);
  const meant = lines.find((line) => said(line)[0] === text && (said(line)[1] ?? "") === right);
  meant?.click();
  return meant ? "" : `not offered at ${place}: ${text} ${right}: ${lines.map(said).join(" / ")}`;
}"""


class MapHands:
    """Plays moves at a page, and waits until the table has them."""

    def __init__(self, rig: PageRig, player: Visitor) -> None:
        self._rig, self._player = rig, player
        self.on_the_map = 0  # moves that were made there or on a desk
        self.in_the_menu = 0

    def play(self, move: Move) -> None:
        """Make a move, and see it shown."""
        self.read()
        page, entry = self._player.page, format_entry(move)
        before = self._rig.state()["revision"]["number"]
        self._player.wait("number => Number(document.body.dataset.revision) === number", before)
        asked: dict[str, Any] = page.evaluate(ASK, entry) if _has_place(entry) else {"places": []}
        if asked["places"]:
            self.on_the_map += 1
            wrong = page.evaluate(PRESS, [asked["places"][0], asked["text"], asked["right"]])
            assert not wrong, wrong
        else:
            self.in_the_menu += 1
            page.locator(f"#dialog [data-key=line-{self._line(move)}]").click()
        self._rig.until(lambda state: bool(state["revision"]["number"] > before))

    def read(self) -> None:
        """Press ok until nothing is told any more."""
        while (dialog := self._rig.state()["table"]["dialog"])["kind"] == "notice":
            self._player.wait("id => document.querySelector('#dialog')?.dataset.dialog === String(id)", dialog["id"])
            self._player.page.locator("#dialog .primary").click()
            self._rig.until(lambda state, dialog=dialog: bool(state["table"]["dialog"]["id"] != dialog["id"]))  # type: ignore[misc]

    def _line(self, move: Move) -> int:
        dialog = self._rig.composed.daemon.table.dialog
        assert isinstance(dialog, Menu)
        return [choice.action for choice in dialog.choices].index(Do(move))


def _has_place(entry: dict[str, Any]) -> bool:
    return len(entry) > 1 and entry["type"] != "reveal"
