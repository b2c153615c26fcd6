"""The virtual table: a newcomer is led, pieces are dragged and clicked, and a refusal is explained."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.mouse_hands import MouseHands, drag, drag_over, hold
from tests.browser.sight import READABLE, SEEN, contrast
from tests.kit.browser import Visitor, visitor
from tests.kit.page import PageRig, page_rig

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")


def _next(rig: PageRig, player: Visitor, before: int) -> dict[str, Any]:
    """Wait until the table has gone on, and the page shows it."""
    state = rig.until(lambda state: state["revision"]["number"] > before)
    player.wait(
        "number => Number(document.body.dataset.revision) >= number",
        state["revision"]["number"],
    )
    return state


def test_newcomer_is_led_through_the_first_turn(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    with (
        page_rig(tmp_path_factory.mktemp("game"), pace_s=0.005, is_first=True) as rig,
        visitor(browser, f"{rig.page.address}#own", size="poster", tour=True) as player,
    ):

        def led(words: str) -> None:
            player.wait("words => document.querySelector('.tour')?.textContent.includes(words)", words)

        player.page.locator("[data-key=save]").click()
        player.page.locator("[data-key=new-game]").click()
        player.page.locator("[data-key=play-hansa]").click()
        # The dealer stocks the warehouses; three times each player places two booths.
        for _ in range(3):
            state = rig.until(
                lambda state: (
                    bool(state["game"]) and state["game"]["phase"] == "place" and state["game"]["mover"] == "gray"
                )
            )
            led("Place two booths")
            number, city = state["revision"]["number"], state["game"]["lit"][0]
            player.page.wait_for_selector(f"[data-place='city.{city}'].lit")
            drag(player, "[data-piece='booth.gray']", f"[data-place='city.{city}']")
            state = _next(rig, player, number)
            assert state["game"]["players"]["gray"]["booths"][city] == 2
        state = rig.until(lambda state: state["game"]["phase"] == "actions" and state["game"]["mover"] == "gray")
        led("Drag the ship along an arrow")
        number, city = state["revision"]["number"], state["game"]["lit"][0]
        player.page.wait_for_selector(f"[data-place='city.{city}'].lit")
        drag(player, "[data-piece=ship]", f"[data-place='city.{city}']")
        state = _next(rig, player, number)
        assert state["game"]["ship"] == city
        hold(player, "end")
        led("Read it, then press ok")
        MouseHands(rig, player).read()
        # The robot plays its turn, and it is the newcomer's again.
        rig.until(lambda state: sum(row["say"] == "end" for row in state["log"]) >= 2)
        assert player.complaints == []


def test_newcomer_at_the_tap_kit_is_not_told_to_drag_onto_cities(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with (
        page_rig(tmp_path_factory.mktemp("tap"), kit="tap", pace_s=0.005) as rig,
        visitor(browser, rig.page.address, size="poster", tour=True) as player,
    ):
        player.page.locator("[data-key=play-hansa]").click()
        state = rig.until(lambda state: bool(state["game"]) and state["game"]["phase"] == "place")
        player.wait("() => document.querySelector('.tour')?.textContent.includes('click a lit city')")
        player.page.locator(f"[data-key=city-{state['game']['lit'][0]}] .number").click()
        _next(rig, player, state["revision"]["number"])
        assert player.complaints == []


def test_click_and_keyboard_do_what_dragging_does(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    notation = "localStorage.setItem('log', 'notation')"
    with (
        page_rig(tmp_path_factory.mktemp("keys")) as rig,
        visitor(browser, rig.page.address, script=notation) as player,
    ):
        state = rig.begin()
        good = next(iter(state["game"]["fill"]["kinds"]))
        player.page.locator(f"[data-key='good-{good}']").press("Enter")
        state = _next(rig, player, state["revision"]["number"])
        assert state["log"][-1]["say"] == f"reveal {good}"
        assert player.texts(".log li")[-1].endswith(f"reveal {good}")
        # A piece is taken in hand and put down with the keyboard alone.
        player.page.locator("[data-piece='booth.gray']").press("Enter")
        player.page.wait_for_function(
            "() => document.querySelector('.pad-label').textContent.includes('booth of Gray')"
        )
        # Wherever the page is scrolled to, it says what is in hand.
        assert "booth of Gray" in player.page.locator(".in-hand").inner_text()
        assert player.page.locator("[aria-pressed=true][data-piece]").get_attribute("data-piece") == "booth.gray"
        player.page.locator("[data-key=drop]").press("Enter")
        player.wait("() => !document.querySelector('.in-hand').textContent && !document.querySelector('.picked')")
        player.page.keyboard.press("Enter")  # for the focus is on it again
        player.page.wait_for_selector(".picked[data-piece='booth.gray']")
        player.page.locator(".pad-label").press("Enter")
        player.page.wait_for_selector("#banner .refusal")
        # A screen reader presses without a pointer or a key.
        player.page.locator(".knob-ok").evaluate("knob => knob.click()")
        player.page.wait_for_selector("#banner .refusal", state="detached")
        assert player.complaints == []


def test_game_is_not_given_up_by_one_click(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    with page_rig(tmp_path_factory.mktemp("given")) as rig, visitor(browser, rig.page.address) as player:
        first = rig.begin()["revision"]["game"]
        posts: list[str] = []
        player.page.on("request", lambda asked: posts.append(asked.url) if "begin" in asked.url else None)
        player.page.once("dialog", lambda dialog: dialog.dismiss())
        player.page.locator("[data-key=new-game]").click()
        player.page.locator("[data-key=play-hansa]").click()
        player.page.once("dialog", lambda dialog: dialog.accept())
        player.page.locator("[data-key=play-hansa]").click()
        rig.until(lambda state: bool(state["game"]) and state["revision"]["game"] != first)
        assert len(posts) == 1


def test_refusal_is_shown_with_its_remedy(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    with page_rig(tmp_path_factory.mktemp("refused")) as rig, visitor(browser, rig.page.address) as player:
        rig.begin()
        player.page.wait_for_selector("[data-piece='booth.gray']")
        drag(player, "[data-piece='booth.yellow']", "[data-place=pad]")
        player.page.wait_for_selector("#banner .refusal")
        assert "booth" in player.page.locator("#banner").inner_text()
        assert player.complaints == []


def test_drag_that_the_browser_breaks_off_puts_nothing_down(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with (
        page_rig(tmp_path_factory.mktemp("broken")) as rig,
        visitor(browser, rig.page.address, size="poster") as player,
    ):
        rig.begin()
        player.page.locator("[data-piece='booth.yellow']").hover()
        player.page.mouse.down()
        player.page.locator("[data-place=pad]").hover()
        player.page.wait_for_selector("[data-place=pad].target")
        player.page.evaluate(
            """() => {
                const { x, y } = document.querySelector("[data-place=pad]").getBoundingClientRect();
                const at = { bubbles: true, clientX: x + 20, clientY: y + 20 };
                document.body.dispatchEvent(new PointerEvent("pointercancel", { ...at, pointerId: 99 }));
                document.body.dispatchEvent(new PointerEvent("pointercancel", { ...at, pointerId: 1 }));
            }"""
        )
        player.page.wait_for_selector(".ghost", state="detached")
        player.page.mouse.up()
        # Had it been put down, it would lie there before the next one does.
        drag(player, "[data-piece='booth.gray']", "[data-place=pad]")
        state = rig.until(lambda state: "pad" in state["bench"]["lying"].values())
        assert [piece.rpartition(".")[0] for piece, place in state["bench"]["lying"].items() if place == "pad"] == [
            "booth.gray"
        ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_place_that_a_piece_is_dragged_over_can_be_read_and_stands_out(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, scheme: str
) -> None:
    city = "[data-place='city.riga']"
    with (
        page_rig(tmp_path_factory.mktemp("over")) as rig,
        visitor(browser, rig.page.address, size="poster", color_scheme=scheme) as player,
    ):
        rig.begin()
        player.page.wait_for_selector("[data-piece=ship].known-seen")
        drag_over(player, "[data-piece=ship] .hull", f"{city} .disc")
        player.page.wait_for_selector(f"{city}.target")
        assert contrast(player, (f"{city} .number", "fill"), (f"{city} .disc", "fill")) >= READABLE
        assert contrast(player, (f"{city} .reach", "stroke"), ("svg.map", "backgroundColor")) >= SEEN


def test_finger_drags_a_piece_across_the_map_instead_of_scrolling_the_page(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with (
        page_rig(tmp_path_factory.mktemp("finger")) as rig,
        visitor(browser, rig.page.address, size="tablet", has_touch=True) as player,
    ):
        rig.begin()
        finger = player.context.new_cdp_session(player.page)

        def touch(kind: str, *places: str) -> None:
            points = []
            for place in places:
                box = player.page.locator(place).bounding_box()
                assert box
                points.append({"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2})
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        player.page.wait_for_selector("[data-piece=ship].known-seen")
        touch("touchStart", "[data-piece=ship] .hull")
        for city in ("lubeck", "aalborg", "riga"):
            touch("touchMove", f"[data-place='city.{city}'] .disc")
        player.page.wait_for_selector("[data-place='city.riga'].target")
        touch("touchEnd")
        rig.until(lambda state: bool(state["bench"]["lying"]["ship"] == "city.riga"))
        assert player.page.evaluate("() => scrollY") == 0


@pytest.mark.parametrize(("size", "language"), [("desktop", "it"), ("tablet", "nl")])
def test_seat_is_as_high_when_its_turn_comes(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, size: str, language: str
) -> None:
    with page_rig(tmp_path_factory.mktemp("seats")) as rig:
        assert rig.post("/api/virtual/begin", {"players": 4, "skill": "simple"}).is_success
        rig.until(lambda state: bool(state["game"]))
        # Nobody makes a move that was not asked for: a whole game would be over before the browser is there.
        assert rig.post("/api/virtual/robots", {"skills": {"gray": "simple"}, "pace": "step"}).is_success
        with visitor(browser, rig.page.address, size=size, language=language) as player:
            player.page.wait_for_selector(".seat.mover small")
            heights = player.page.evaluate(
                "() => [...document.querySelectorAll('.seat header')].map((each) => each.offsetHeight)"
            )
            assert len(heights) == 4
            assert len(set(heights)) == 1
