"""Hands on the map of Hansa Teutonica: every move is made on the thing itself, or by a line of the dialog.

The first kind clicks; others drag pieces from the desk onto the map, or tap with a finger on a phone.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.games.teutonica.rules.codec import format_entry
from companion.games.teutonica.rules.moves import Move
from companion.games.teutonica.rules.position import Phase
from companion.table.dialog import Do, Menu
from tests.browser.mouse_hands import SHOWN, drag_over
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

# Where a move is made, on which house of a route, and what it is called there, as the page is told.
ASK = """async (entry) => {
  const { placeName } = await import("/games/teutonica/naming.js");
  const told = await (await fetch("/api/state?lang=" + document.documentElement.lang)).json();
  const keys = Object.keys(entry);
  const { text, right, places } = told.game.offers.find((each) => keys.every((key) => each.entry[key] === entry[key]));
  const [place] = places;
  const { mover, routes } = told.game;
  // The house of whoever is displaced or taken up, any of one's own route, or the first empty one.
  const there = entry.victim ?? (entry.type === "lift" ? `${mover} ${entry.piece}` : null);
  const house = !entry.route ? null : entry.type === "establish" ? 0 : routes[entry.route].indexOf(there);
  return { entry, place, house, name: placeName(place, told.board), text, right };
}"""

# What lies over a thing at a point, if anything does. (Playwright takes a line that lies level for invisible.)
COVERS = """(thing, [x, y]) => {
  const top = document.elementFromPoint(x, y);
  return thing.contains(top) ? "" : (top?.outerHTML.slice(0, 80) ?? "outside the window");
}"""


class Deed(NamedTuple):
    """A move where it is made."""

    entry: dict[str, Any]
    place: str
    house: int | None  # of a route, counted from 0
    name: str  # of the place
    text: str
    right: str


class MapHands:
    """Plays moves at a page, and waits until the table has them."""

    def __init__(self, rig: PageRig, player: Visitor) -> None:
        self._rig, self._player = rig, player
        self.clicks = 0
        self.on_the_map = 0  # moves that were made there or on a desk
        self.in_the_menu = 0

    def play(self, move: Move) -> None:
        """Make a move, and see it shown."""
        self.read()
        before = self.wait()
        if _has_place(format_entry(move)):
            self.on_the_map += 1
            self.press(self.ask(move))
        else:
            self.in_the_menu += 1
            self._hit(self._player.page.locator(f"#dialog [data-key=line-{self._line(move)}]"))
        self._rig.until(lambda state: bool(state["revision"]["number"] > before))

    def wait(self) -> int:
        """Wait until the page shows what the table has, and return the revision of it."""
        number: int = self._rig.until(self._is_shown)["revision"]["number"]
        return number

    def _is_shown(self, state: dict[str, Any]) -> bool:
        """Return whether the page has this revision and this dialog, which may change without a new revision."""
        shown = [state["revision"]["number"], state["table"]["dialog"]["id"]]
        return bool(self._player.page.evaluate(SHOWN, shown))

    def ask(self, move: Move) -> Deed:
        """Return where a move is made, and what it is called there."""
        return Deed(**self._player.page.evaluate(ASK, format_entry(move)))

    def press(self, deed: Deed) -> None:
        """Press where a move is made, and the line that is meant if several are offered, whatever comes of it."""
        self._point(deed)
        self._choose_offered(deed.text, *filter(None, [deed.right]))

    def skip(self, move: Move) -> None:
        """Have a move made without a hand."""
        number = self._rig.read_all()["revision"]["number"]
        assert self._rig.post("/api/move", {"revision": number, "entry": format_entry(move)}).is_success

    def read(self) -> None:
        """Press ok until nothing is told any more."""
        while (dialog := self._rig.state()["table"]["dialog"])["kind"] == "notice":
            self._player.wait("id => document.querySelector('#dialog')?.dataset.dialog === String(id)", dialog["id"])
            self._hit(self._player.page.locator("#dialog .primary"))
            self._rig.until(lambda state, dialog=dialog: bool(state["table"]["dialog"]["id"] != dialog["id"]))  # type: ignore[misc]

    def _point(self, deed: Deed) -> None:
        """Press the middle of a house, or of a thing as a whole, with the mouse; nothing may cover it there."""
        if deed.entry["type"] == "insert" and deed.entry["piece"] == "merchant":
            self._drag(deed)  # a click inserts a trader
            return
        at = self._thing(deed)
        x, y = self._middle(at if deed.house is None else self._house(deed))
        covers = at.evaluate(COVERS, [x, y])
        assert not covers, (deed, covers)
        self.clicks += 1
        self._player.page.mouse.click(x, y)

    def _drag(self, deed: Deed) -> None:
        drag_over(self._player, f".seat.mover [data-carry={deed.entry['piece']}] svg", self._house(deed))
        self._player.page.mouse.up()

    def _hit(self, at: Locator) -> None:
        self.clicks += 1
        at.click()

    def _thing(self, deed: Deed) -> Locator:
        """Return what takes the press at a place of the map, or on the desk of whoever decides."""
        at = f"svg.map [data-place='{deed.place}'] .hit, .seat.mover [data-key$='-{deed.place}'].acts"
        return self._player.page.locator(at).first

    def _house(self, deed: Deed) -> Locator:
        return self._player.page.locator(f"[data-place='{deed.place}'] [data-house='{deed.house}']")

    def _middle(self, at: Locator) -> tuple[float, float]:
        box = at.bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def _choose_offered(self, *texts: str) -> None:
        """Choose the line that says this among those offered, where any are."""
        lines = self._player.page.locator(".offer button")
        said = [[part.strip() for part in text.split("\n") if part.strip()] for text in lines.all_inner_texts()]
        if said:
            self._hit(lines.nth(next(n for n, parts in enumerate(said) if parts[: len(texts)] == list(texts))))

    def _line(self, move: Move) -> int:
        dialog = self._rig.composed.daemon.table.dialog
        assert isinstance(dialog, Menu)
        return [choice.action for choice in dialog.choices].index(Do(move))


class DraggingHands(MapHands):
    """Drags each piece that comes from a desk onto its house, and clicks whatever else there is."""

    dragged = 0

    def _point(self, deed: Deed) -> None:
        if "piece" not in deed.entry or deed.house is None:
            super()._point(deed)
            return
        self.dragged += 1
        self._drag(deed)


class Fingers(MapHands):
    """Taps on a phone; where a tap could mean two places, chooses the one that is meant."""

    def _point(self, deed: Deed) -> None:
        at = self._thing(deed) if deed.house is None else self._house(deed)
        at.scroll_into_view_if_needed()
        self._player.page.touchscreen.tap(*self._middle(at))
        if deed.name in self._player.texts(".offer button span:first-child"):
            self._choose_offered(deed.name)


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
