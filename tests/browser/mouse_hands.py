"""Hands on the page of Hansa: with the mouse, which drags pieces or clicks on things, or with a finger on a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.hansa.rules import notation
from companion.games.hansa.rules.moves import (
    Build,
    Buy,
    Discard,
    End,
    Lose,
    Move,
    Place,
    Replenish,
    Reveal,
    Sail,
    Sell,
    Skip,
)
from companion.games.hansa.rules.position import Position
from companion.table.dialog import About, Checklist, Dialog, Do, Menu, Open
from tests.kit.browser import Visitor
from tests.kit.page import PageRig

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

TRIES = 5  # a piece put on the pad before the one that lay there is known to be gone is refused, as at a real table


# Whether the page shows a revision and a dialog; at the end of a game it has none.
SHOWN = """([number, id]) =>
  Number(document.body.dataset.revision) === number &&
  [undefined, id].includes(document.querySelector("[data-dialog]")?.dataset.dialog)"""


# The middle of a thing, once it is in the window and was there in the picture before, too.
STILL = """selector => {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  const at = box && [box.x + box.width / 2, box.y + box.height / 2];
  const isStill = String(at) === window.wasAt;
  window.wasAt = String(at);
  return isStill && at && at[0] > 0 && at[0] < innerWidth && at[1] > 0 && at[1] < innerHeight && at;
}"""


def drag(player: Visitor, source: str, target: str) -> None:
    """Drag one thing onto another as a hand does, step by step."""
    player.page.locator(source).first.hover()
    player.page.mouse.down()
    player.page.locator(target).first.hover()
    player.page.mouse.up()


def click_middle(page: Page, selector: str) -> None:
    """Click the middle of a thing with the mouse, whatever of it takes the click, once it lies still and in sight."""
    page.mouse.click(*page.wait_for_function(STILL, arg=selector).json_value())


def drag_over(player: Visitor, source: str, target: str | Locator) -> None:
    """Take a thing and hold it over another, wherever that is painted; it is not put down."""
    for part in (source, target):
        box = (player.page.locator(part) if isinstance(part, str) else part).first.bounding_box()
        assert box, part
        player.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
        if part is source:
            player.page.mouse.down()


def note_toasts(player: Visitor) -> None:
    """Have the page note every toast from now on, for each goes by itself, and whether it covers any of the game."""
    player.page.evaluate(
        """() => {
          window.toasted = [];
          const note = (each) => {
            const game = document.querySelector(".front").getBoundingClientRect();
            const isOver = each.getBoundingClientRect().bottom > game.top;
            window.toasted.push(each.textContent + (isOver ? ", over the game" : ""));
          };
          new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(note))).observe(
            document.querySelector("#toasts"), { childList: true });
        }"""
    )


def wait_for_toasts(player: Visitor, *texts: str) -> None:
    """Wait until exactly these have been shown."""
    player.wait("count => window.toasted.length >= count", len(texts))
    assert player.page.evaluate("() => window.toasted") == list(texts)


def press(player: Visitor, button: str) -> None:
    player.page.locator(f".knob-{button}").click()


def hold(player: Visitor, button: str) -> None:
    """Hold a button until the page says that it is held."""
    knob = player.page.locator(f".knob-{button}")
    knob.hover()
    player.page.mouse.down()
    player.page.wait_for_selector(f".knob-{button}.held")
    player.page.mouse.up()


class MouseHands:
    """Plays moves at a page, and waits for the page to show what came of them."""

    def __init__(self, rig: PageRig, player: Visitor) -> None:
        self._rig, self._player = rig, player
        self._held = 0
        self.clicks = 0

    @property
    def _position(self) -> Position:
        history = self._rig.composed.daemon.table.kept.history
        assert history is not None
        position: Position = history.position
        return position

    @property
    def _dialog(self) -> Dialog:
        return self._rig.composed.daemon.table.dialog

    def choose(self, line: int) -> None:
        """Click a line of the dialog, and wait for the next one."""
        shown = self._shown()
        self._hit(self._player.page.locator(f"#dialog [data-key=line-{line}]"))
        self._wait_for_another(shown)

    def read(self) -> None:
        """Confirm until there is nothing more to read."""
        while self._player.page.locator("#dialog .primary").count():
            shown = self._shown()
            self._confirm()
            self._wait_for_another(shown)

    def _confirm(self) -> None:
        press(self._player, "ok")

    def _hit(self, at: Locator) -> None:
        self.clicks += 1
        at.click()

    def play(self, move: Move) -> None:
        """Play a move, once more where the table was not ready for it."""
        for _ in range(TRIES):
            # What is pressed must be what the table asks: the page answers a press on something old with a word only.
            self._rig.until(self._is_shown)
            self.read()
            self._rig.until(self._is_shown)
            before = int(self._shown()[1])
            self._make(move)
            self._player.wait(
                "number => Number(document.body.dataset.revision) > number"
                " || document.querySelector('#banner .refusal')",
                before,
            )
            if not self._player.page.locator("#banner .refusal").count():
                return
        raise AssertionError(f"{move} is refused: {self._player.texts('#banner')}")

    def _make(self, move: Move) -> None:
        position, player = self._position, self._player
        mover = position.setup.players[position.active]
        match move:
            case Reveal(good):
                self._hit(player.page.locator(f"[data-key='good-{good}']"))
            case Place(city):
                drag(player, f"[data-piece='booth.{mover}']", f"[data-place='city.{city}']")
            case Sail(city):
                drag(player, "[data-piece=ship]", f"[data-place='city.{city}']")
            case Buy(good):
                self._buy(move, f"[data-key^='buy-{position.ship}-'][data-piece='marker.{good}']")
            case Build():
                self._build(move, mover, position.ship)
            case Sell(goods):
                self._sell(list(goods))
            case End():
                self._end()
            case Replenish() | Skip() | Lose() | Discard():
                self._hit(player.page.locator(f"#dialog [data-key=line-{self._line(move)}]"))

    def _line(self, move: Move) -> int:
        assert isinstance(self._dialog, Menu)
        return [choice.action for choice in self._dialog.choices].index(Do(move))

    def _buy(self, move: Buy, marker: str) -> None:
        """Let a marker touch the pad; whether it is bought is asked where the player holds one like it."""
        shown = self._shown()
        drag(self._player, marker, "[data-place=pad]")
        self._wait_for_another(shown)
        if self._dialog.topic.about is About.ASKED:
            self._hit(self._player.page.locator(f"#dialog [data-key=line-{self._line(move)}]"))

    def _build(self, move: Build, mover: str, city: str) -> None:
        """Put a booth down; which marker pays is asked where they differ."""
        shown = self._shown()
        drag(self._player, f"[data-piece='booth.{mover}']", f"[data-place='city.{city}']")
        self._wait_for_another(shown)
        if self._shown()[1] == shown[1]:
            self._hit(self._player.page.locator(f"#dialog [data-key=line-{self._line(move)}]"))

    def _sell(self, goods: list[object]) -> None:
        """Open the checklist, in which everything is ticked; untick what is not sold."""
        assert isinstance(self._dialog, Menu)
        opens = [line for line, choice in enumerate(self._dialog.choices) if isinstance(choice.action, Open)]
        self.choose(opens[-1])
        self._tick(goods)

    def _tick(self, goods: list[object]) -> None:
        assert isinstance(self._dialog, Checklist)
        left = list(goods)
        for line, item in enumerate(self._dialog.items, 1):
            if item.value in left:
                left.remove(item.value)
            else:
                self.choose(line)
        self._hit(self._player.page.locator("#dialog [data-key=line-0]"))

    def _end(self) -> None:
        """Hold the button at the first turn of each; that takes a second, so later the page's own button is clicked."""
        self._held += 1
        if self._held <= len(self._position.setup.players):
            hold(self._player, "end")
        else:
            self._hit(self._player.page.locator("[data-key=bar-end]"))

    def _is_shown(self, state: dict[str, Any]) -> bool:
        """Return whether the page has the table's revision and dialog."""
        shown = [state["revision"]["number"], state["table"]["dialog"]["id"]]
        return bool(self._player.page.evaluate(SHOWN, shown))

    def _shown(self) -> tuple[str, str]:
        """Return what the page shows: the dialog and the revision."""
        dialog, revision = self._player.page.evaluate(
            "() => [document.querySelector('#dialog')?.dataset.dialog, document.body.dataset.revision]"
        )
        return dialog, revision

    def _wait_for_another(self, shown: tuple[str, str]) -> None:
        self._player.wait(
            "([dialog, revision]) => document.querySelector('#dialog')?.dataset.dialog !== dialog"
            " || document.body.dataset.revision !== revision",
            list(shown),
        )


class Clicks(MouseHands):
    """Clicks on the thing itself, a city or a marker, and on lines where there is no thing to click."""

    def __init__(self, rig: PageRig, player: Visitor) -> None:
        super().__init__(rig, player)
        self.on_the_map = 0  # moves that were made there or on a hand
        self.in_the_menu = 0

    def _confirm(self) -> None:
        self._hit(self._player.page.locator("#dialog .primary"))

    def _make(self, move: Move) -> None:
        position, page = self._position, self._player.page
        mover = position.setup.players[position.active]
        self.on_the_map += 1
        match move:
            case Reveal(good):
                self._hit(page.locator(f"[data-key='good-{good}']"))
            case Place(city) | Sail(city):
                self._hit(page.locator(f"[data-key='city-{city}'] .number"))
            case Buy(good):
                self._hit(page.locator(f"[data-key^='buy-{position.ship}-'][data-key$='-{good}']").first)
            case Build(good):
                self._use(mover, str(good), _menu_line(self._rig, "build", str(good), self._language))
            case Sell(goods):
                self._use(mover, str(goods[0]), _sale_line(self._rig, self._language))
                self._rig.until(lambda state: bool(state["table"]["dialog"]["kind"] == "checklist"))
                self._tick(list(goods))
            case _:
                self.on_the_map -= 1
                self.in_the_menu += 1
                self._hit(page.locator(f"#dialog [data-key=line-{self._line(move)}]"))

    @property
    def _language(self) -> str:
        return self._player.page.locator("html").get_attribute("lang") or ""

    def _use(self, mover: str, good: str, text: str) -> None:
        """Press a marker, and the line that says what is done with it."""
        self._hit(self._player.page.locator(f".seat.mine [data-key^='{mover}-{good}-']").first)
        self._hit(self._player.page.locator(".offer button", has_text=text).first)


class Fingers(Clicks):
    """Taps on a phone."""

    def _hit(self, at: Locator) -> None:
        self.clicks += 1
        at.tap()


def _menu_line(rig: PageRig, kind: str, good: str, language: str) -> str:
    menu = rig.state(language)["game"]["offers"]
    return str(
        next(
            it["text"] for it in menu if it["entry"] and (it["entry"]["type"], it["entry"].get("good")) == (kind, good)
        )
    )


def _sale_line(rig: PageRig, language: str) -> str:
    return str(next(line["text"] for line in rig.state(language)["game"]["offers"] if line["entry"] is None))


def statements(moves: list[Move]) -> list[str]:
    """Write moves as the log does."""
    return [notation.format_entry(move) for move in moves]
