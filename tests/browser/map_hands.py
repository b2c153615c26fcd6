"""Hands on the map of Hansa Teutonica: every move is made on the thing itself, or by a line of the dialog.

The first kind clicks; others drag pieces from the desk onto the map, or tap with a finger on a phone.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.games.teutonica.rules.codec import format_entry
from companion.games.teutonica.rules.moves import Move
from companion.games.teutonica.rules.position import Phase
from companion.table.dialog import Do, Menu
from tests.browser.mouse_hands import drag_over
from tests.browser.sight import out_of_sight
from tests.browser.trade import Game, keep_game
from tests.kit.browser import Visitor
from tests.kit.page import PageRig, page_rig

if TYPE_CHECKING:
    from playwright.sync_api import Locator

FINGER: dict[str, Any] = {"size": "phone", "has_touch": True, "is_mobile": True}
# What must be in sight, whatever is asked.
NEEDED = (".map-box", ".seat.mine", ".seat.mine .pieces", "#dialog", ".ticker")
AT_THE_END = ("#final", ".verdict", "#final tbody tr:last-child", ".ending .next")

# Where a move is made, and what it is called there, as the game's own scripts say.
ASK = """async (entry) => {
  const { placesOf, tellDeed } = await import("/games/teutonica/deeds.js");
  const { placeName } = await import("/games/teutonica/naming.js");
  const told = await (await fetch("/api/state?lang=" + document.documentElement.lang)).json();
  const scene = { board: told.board, game: told.game };
  const places = placesOf(entry, scene);
  return { places, name: places.length ? placeName(places[0], told.board) : "", ...tellDeed(entry, scene) };
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
        before = self.wait()
        asked: dict[str, Any] = self.ask(move) if _has_place(entry) else {"places": []}
        if asked["places"]:
            self.on_the_map += 1
            self._make(entry, asked)
        else:
            self.in_the_menu += 1
            page.locator(f"#dialog [data-key=line-{self._line(move)}]").click()
        self._rig.until(lambda state: bool(state["revision"]["number"] > before))

    def wait(self) -> int:
        """Wait until the page shows what the table has, and return the revision of it."""
        number: int = self._rig.state()["revision"]["number"]
        self._player.wait("number => Number(document.body.dataset.revision) === number", number)
        return number

    def ask(self, move: Move) -> dict[str, Any]:
        """Return where a move is made, and what it is called there."""
        asked: dict[str, Any] = self._player.page.evaluate(ASK, format_entry(move))
        return asked

    def press(self, asked: dict[str, Any]) -> None:
        """Press where a move is made, whatever comes of it."""
        wrong = self._player.page.evaluate(PRESS, [asked["places"][0], asked["text"], asked["right"]])
        assert not wrong, wrong

    def skip(self, move: Move) -> None:
        """Have a move made without a hand."""
        number = self._rig.read_all()["revision"]["number"]
        assert self._rig.post("/api/move", {"revision": number, "entry": format_entry(move)}).is_success

    def _make(self, entry: dict[str, Any], asked: dict[str, Any]) -> None:
        """Make a move where it is made."""
        self.press(asked)

    def _house(self, entry: dict[str, Any]) -> str:
        """Return where a piece goes on its route: the house of whoever is displaced, or the first empty one."""
        houses = self._rig.state()["game"]["routes"][entry["route"]]
        return f"[data-place='route.{entry['route']}'] [data-house='{houses.index(entry.get('victim'))}']"

    def _middle(self, at: Locator) -> tuple[float, float]:
        box = at.bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def _choose_offered(self, *texts: str) -> None:
        """Choose the line that says this among those offered, where any are."""
        lines = self._player.page.locator(".offer button")
        said = [[part.strip() for part in text.split("\n") if part.strip()] for text in lines.all_inner_texts()]
        if said:
            lines.nth(next(n for n, parts in enumerate(said) if parts[: len(texts)] == list(texts))).click()

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


class DraggingHands(MapHands):
    """Drags each piece that comes from a desk onto its house, and clicks whatever else there is."""

    dragged = 0

    def _make(self, entry: dict[str, Any], asked: dict[str, Any]) -> None:
        if "piece" not in entry or "route" not in entry:
            super()._make(entry, asked)
            return
        self.dragged += 1
        drag_over(self._player, f".seat.mover [data-carry={entry['piece']}] svg", self._house(entry))
        self._player.page.mouse.up()
        self._choose_offered(asked["text"], *filter(None, [asked["right"]]))


class Fingers(MapHands):
    """Taps on a phone; where a tap could mean two places, chooses the one that is meant."""

    def _make(self, entry: dict[str, Any], asked: dict[str, Any]) -> None:
        page, place = self._player.page, asked["places"][0]
        if "route" in entry:
            at = page.locator(self._house(entry) if "piece" in entry else f"[data-place='{place}'] [data-house]").first
        else:
            at = page.locator(f"svg.map [data-place='{place}'] .hit, .seat.mover [data-key$='-{place}'].acts").first
        at.scroll_into_view_if_needed()
        page.touchscreen.tap(*self._middle(at))
        if asked["name"] in self._player.texts(".offer button span:first-child"):
            self._choose_offered(asked["name"])
        self._choose_offered(asked["text"], *filter(None, [asked["right"]]))


def _has_place(entry: dict[str, Any]) -> bool:
    return len(entry) > 1 and entry["type"] != "reveal"


def trading_table(folder: Path, game: Game) -> AbstractContextManager[PageRig]:
    """Lay a table out that goes on with a game; nobody plays by itself."""
    keep_game(folder, game)
    return page_rig(folder, pace_s=60, game="teutonica", begins=False)


def needed_in(phase: str) -> tuple[str, ...]:
    """Return what must be in sight in a phase: nothing is worth telling before the first action."""
    if phase == Phase.OVER:
        return AT_THE_END
    return NEEDED[:-1] if phase in (Phase.TAVERNS, Phase.PAWN) else NEEDED


def see(guest: Visitor, rig: PageRig, size: str) -> None:
    """Hold a window to what every moment of a game must show."""
    state = rig.state()
    guest.wait("number => Number(document.body.dataset.revision) === number", state["revision"]["number"])
    wrong = out_of_sight(guest, needed_in(state["game"]["phase"]), size)
    assert not wrong, (state["game"]["phase"], size, wrong)
