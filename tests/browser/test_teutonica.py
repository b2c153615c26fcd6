"""Hansa Teutonica in a real browser: played by clicks on the map, all in sight, nothing on top of anything else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from companion.games.teutonica.rules import notation
from companion.games.teutonica.rules.codec import format_entry
from companion.games.teutonica.rules.moves import Move, Put
from companion.games.teutonica.rules.position import Phase
from companion.games.teutonica.rules.scoring import score
from tests.browser.axe import ALL_BUT_COLOURS, unusable
from tests.browser.map_hands import AT_THE_END, FINGER, MapHands, needed_in, see, trading_table
from tests.browser.mouse_hands import click_middle, drag_over, note_toasts, wait_for_toasts
from tests.browser.sight import FIRST_VIEW_BYTES, SEEN, contrast, sent
from tests.browser.trade import Game, keep_game, late_game, play_game, up_to
from tests.kit.browser import visitor
from tests.kit.cut_off import answers_lost
from tests.kit.page import PageRig, close_clients, go_on, page_rig
from tests.lab.sight.__main__ import Moment, look
from tests.lab.usable.__main__ import KEPT, ended_table, views_after_the_end

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")


@pytest.mark.slow
def test_end_of_a_game_is_played_on_the_map_and_every_phase_of_it_is_in_sight(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    game = late_game(5, 3, back=30, varied=32)
    assert len({type(move) for move, _ in game.steps}) > 15
    with (
        trading_table(tmp_path_factory.mktemp("ends"), game.before) as rig,
        # In the languages with the longest words; English is seen below.
        visitor(browser, rig.page.address, size="notebook", hardware=False, language="nl") as player,
        visitor(browser, rig.page.address, hardware=False, language="it", **FINGER) as phone,
    ):
        go_on(rig)
        rig.post("/api/virtual/robots", {"skills": {}, "deals": False})  # somebody at the page turns the markers up
        hands = MapHands(rig, player)
        seen: set[Phase] = set()
        made: set[type] = set()
        for move, position in game.steps:
            if type(move) not in made:
                hands.play(move)  # each kind of move once; others only lead there
            else:
                hands.skip(move)
            made.add(type(move))
            if position.phase not in seen:
                seen.add(position.phase)
                hands.read()
                if position.phase is Phase.OVER:
                    player.page.reload()  # for what was told last was below the result, and scrolled to
                    player.page.wait_for_selector(AT_THE_END[-1])
                see(player, rig, "notebook")
                see(phone, rig, "phone")
        state = rig.state()
        assert [row["say"] for row in state["log"][len(game.before.steps) :]] == [
            notation.format_entry(move) for move, _ in game.steps
        ]
        assert seen >= {
            Phase.ACTIONS,
            Phase.PAY,
            Phase.RELOCATE,
            Phase.MOVE,
            Phase.ESTABLISH,
            Phase.REPLACE,
            Phase.OVER,
        }
        assert hands.on_the_map > hands.in_the_menu
        last = game.steps[-1][1]
        totals = [str(score(last, seat).total) for seat in last.seats]
        assert sorted(player.texts("#final td.score-total")) == sorted(totals)
        assert player.complaints == phone.complaints == []


def test_longest_menu_is_in_sight_in_every_window_and_language(browser: Browser) -> None:
    """Where the pawn begins: sixteen provinces to choose from, in a game for two."""
    game = up_to(play_game(2, 1), lambda it: it.phase is Phase.PAWN)
    moment = Moment("teutonica", 2, Phase.PAWN, game, needed_in(Phase.PAWN))
    assert look(browser, moment, ["notebook", "phone"]) == []


@pytest.fixture(scope="module")
def five(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRig]:
    """A game of five in the middle of a turn."""
    wanted = up_to(play_game(5, 3), lambda it: it.phase is Phase.ACTIONS and it.actions_left > 1, least=220)
    with trading_table(tmp_path_factory.mktemp("five"), wanted) as rig:
        go_on(rig)
        yield rig


def test_first_view_is_light(browser: Browser, five: PageRig) -> None:
    with visitor(browser, five.page.address, hardware=False) as guest:
        guest.page.wait_for_selector("svg.map")
        bytes_ = sent(guest, five)
        assert sum(bytes_.values()) <= FIRST_VIEW_BYTES, sorted(bytes_.items(), key=lambda each: -each[1])


# Everything that stands on a map, measured as data for every marker that may lie there, and as it is painted.
COVERED = """async () => {
  const { placeAll, boxAround, overlap, linkBox, tableBox } = await import("/games/teutonica/geometry.js");
  const { SMALL, WIDE } = await import("/games/teutonica/layout.js");
  const { sides } = await (await fetch("/api/board")).json();
  const wrong = [];
  for (const layout of [WIDE, SMALL])
    for (const side of sides) {
      const { cities, routes } = placeAll(layout, side);
      const things = Object.entries(cities).map(([id, { plate }]) => [id, plate]);
      for (const [id, { houses, marker }] of Object.entries(routes)) {
        houses.forEach((at, index) => things.push([`${id} ${index}`, boxAround(at, layout.house)]));
        things.push([`marker of ${id}`, boxAround(marker, 2 * layout.token)]);
      }
      things.push(["table", tableBox(layout)]);
      if (layout === WIDE) things.push(["link", linkBox(layout)]);
      if (side.side === "2-3")
        for (const [id, at] of Object.entries(layout.provinces)) things.push([id, boxAround(at, 2 * layout.token)]);
      const [width, height] = layout.size;
      things.forEach(([name, box], index) => {
        const where = `${layout.name} ${side.side}: ${name}`;
        if (box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > height)
          wrong.push(`${where} is beyond the edge`);
        for (const [other, its] of things.slice(index + 1))
          if (overlap(box, its) > 0) wrong.push(`${where} and ${other}`);
      });
    }
  return wrong;
}"""
PAINTED = """() => [...document.querySelectorAll("svg.map .city")].flatMap((city) => {
  const plate = city.querySelector(".plate").getBoundingClientRect();
  const name = city.querySelector(".name").getBoundingClientRect();
  const skill = city.querySelector(".skill")?.getBoundingClientRect();
  const wrong = [];
  if (name.left < plate.left - 0.5 || name.right > plate.right + 0.5) wrong.push(city.textContent);
  if (skill && skill.right > name.left) wrong.push(`ability of ${city.textContent}`);
  return wrong;
})"""


def test_nothing_on_the_map_covers_anything_else(browser: Browser, five: PageRig) -> None:
    with visitor(browser, five.page.address, size="notebook", hardware=False) as guest:
        guest.page.wait_for_selector("svg.map .city")
        see(guest, five, "notebook")
        assert guest.page.evaluate(COVERED) == []
        assert guest.page.evaluate(PAINTED) == []
    with visitor(browser, five.page.address, hardware=False, **FINGER) as guest:
        guest.page.wait_for_selector("svg.map .city")
        see(guest, five, "phone")
        assert guest.page.evaluate(PAINTED) == []
    # Held upright, a tablet has all of its width for the map.
    with visitor(browser, five.page.address, size="tablet", hardware=False, has_touch=True) as guest:
        guest.page.wait_for_selector("svg.map .city")
        see(guest, five, "tablet")
        assert guest.page.evaluate("() => document.querySelector('svg.map').clientWidth > 0.9 * innerWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_route_that_a_piece_is_dragged_over_stands_out(browser: Browser, five: PageRig, scheme: str) -> None:
    with visitor(browser, five.page.address, size="notebook", hardware=False, color_scheme=scheme) as guest:
        guest.page.wait_for_selector("svg.map .route.acts")
        drag_over(guest, ".seat.mover [data-carry=trader] svg", "svg.map .route.acts [data-house]")
        guest.page.wait_for_selector(".route.target")
        assert contrast(guest, (".route.target .bed", "stroke"), ("svg.map", "backgroundColor")) >= SEEN
        guest.page.mouse.move(2, 2)
        guest.page.mouse.up()
        assert guest.complaints == []


def test_click_on_a_route_goes_through_the_wand_while_the_hardware_is_in_sight(
    browser: Browser, tmp_path: Path
) -> None:
    game = up_to(play_game(3, 3), lambda it: it.phase is Phase.ACTIONS and it.actions_left > 1, least=40)
    keep_game(tmp_path, game)
    with (
        page_rig(tmp_path, kit="chart", pace_s=60, game="teutonica", begins=False) as rig,
        visitor(browser, rig.page.address, size="poster") as player,
    ):
        go_on(rig)
        posts: list[str] = []
        player.page.on("request", lambda asked: posts.append(asked.url) if asked.method == "POST" else None)
        route = next(
            each["entry"]["route"] for each in rig.state()["game"]["offers"] if each["entry"]["type"] == "insert"
        )
        asked = rig.state()["table"]["dialog"]["id"]
        click_middle(player.page, f"[data-place='route.{route}'] [data-house]")
        # The table asks what to do there, as when a hand holds the wand to the chart.
        state = rig.until(lambda state: bool(state["table"]["dialog"]["id"] != asked))
        assert state["table"]["dialog"]["name"] != "home"
        player.wait("asked => document.querySelector('#dialog').dataset.dialog !== String(asked)", asked)
        rig.until(lambda state: not state["bench"]["lying"])
        assert [urlsplit(url).path for url in posts] == ["/api/virtual/touch"]
        number = state["revision"]["number"]
        player.page.locator("#dialog [data-key=line-0]").click()
        rig.until(lambda state: bool(state["revision"]["number"] > number))
        assert rig.state()["log"][-1]["entry"]["route"] == route
        assert player.complaints == []


def _displaced() -> tuple[Game, Move, Move]:
    """Return a game in which somebody who was displaced puts several pieces, and the first two of them."""
    game = play_game(3, 1)
    phases = [position.phase for _, position in game.steps]
    at = next(n for n in range(len(phases)) if phases[n : n + 2] == [Phase.RELOCATE] * 2)
    return Game(game.first, game.steps[: at + 1]), game.steps[at + 1][0], game.steps[at + 2][0]


def test_connection_that_is_lost_in_a_step_is_told_and_nothing_is_done_twice(browser: Browser, tmp_path: Path) -> None:
    before, first, second = _displaced()
    with (
        trading_table(tmp_path, before) as rig,
        visitor(browser, rig.page.address, size="notebook", hardware=False) as player,
    ):
        go_on(rig)
        hands = MapHands(rig, player)
        hands.wait()
        asked = hands.ask(first)
        with answers_lost(rig, player, "**/api/move*") as answers:
            assert "Cut off" in player.page.locator("#live").inner_text()
            note_toasts(player)
            for times in (1, 2):  # for nobody knows whether the first one was heard
                hands.press(asked)
                wait_for_toasts(player, *["The table cannot be reached."] * times)
        assert answers == [200, 409]
        hands.play(second)  # the action goes on where it was
        hands.wait()
        entries = [row["entry"] for row in rig.state()["log"][len(before.steps) :]]
        assert entries == [format_entry(first), format_entry(second)]


def test_two_phones_at_once_make_one_move_and_what_came_too_late_is_told(browser: Browser, tmp_path: Path) -> None:
    before, _, _ = _displaced()
    with (
        trading_table(tmp_path, before) as rig,
        visitor(browser, rig.page.address, hardware=False, **FINGER) as one,
        visitor(browser, rig.page.address, hardware=False, **FINGER) as other,
    ):
        go_on(rig)
        MapHands(rig, one).wait()
        late = MapHands(rig, other)
        late.wait()
        # The second one hears nothing of the first one's move before it presses, too.
        other.page.route("**/api/events*", lambda route: route.abort())
        close_clients(rig.page.feed)
        other.page.wait_for_selector("#live[data-status=stale]")
        one.page.locator("#dialog [data-key=line-0]").tap()
        rig.until(lambda state: len(state["log"]) == len(before.steps) + 1)
        other.page.locator("#dialog [data-key=line-1]").tap()
        other.page.locator(".toast.bad", has_text="The table has gone on meanwhile. Look again.").wait_for()
        other.page.unroute("**/api/events*")
        other.page.wait_for_selector("#live[data-status=live]")
        late.wait()  # for what the first one did
        assert len(rig.state()["log"]) == len(before.steps) + 1
        assert one.complaints == []


def test_turn_that_is_ended_twice_at_once_ends_once(browser: Browser, tmp_path: Path) -> None:
    before = up_to(play_game(3, 3), lambda it: it.phase is Phase.ACTIONS, least=60)
    with (
        trading_table(tmp_path, before) as rig,
        visitor(browser, rig.page.address, size="notebook", hardware=False) as player,
    ):
        go_on(rig)
        MapHands(rig, player).wait()
        # Nothing is heard of the next turn before the second press.
        player.page.route("**/api/events*", lambda route: route.abort())
        close_clients(rig.page.feed)
        player.page.wait_for_selector("#live[data-status=stale]")
        player.page.locator("[data-key=bar-end]").click()
        rig.until(lambda state: len(state["log"]) == len(before.steps) + 1)
        player.page.keyboard.press("e")
        player.page.locator(".toast.bad", has_text="The table has gone on meanwhile. Look again.").wait_for()
        assert len(rig.state()["log"]) == len(before.steps) + 1


def test_piece_that_is_dragged_while_the_table_goes_on_is_not_put_down(browser: Browser, tmp_path: Path) -> None:
    before, first, second = _displaced()
    assert isinstance(first, Put)
    with (
        trading_table(tmp_path, before) as rig,
        visitor(browser, rig.page.address, size="notebook", hardware=False) as player,
    ):
        go_on(rig)
        hands = MapHands(rig, player)
        hands.wait()
        posts: list[str] = []
        player.page.on("request", lambda asked: posts.append(asked.url) if asked.method == "POST" else None)
        drag_over(player, f".seat.mover [data-carry={first.piece}] svg", "svg.map .route.acts [data-house]")
        player.page.wait_for_selector(".route.target")
        hands.skip(first)
        hands.wait()
        note_toasts(player)
        player.page.mouse.up()
        wait_for_toasts(player, "The table has gone on meanwhile. Look again.")
        assert posts == []
        hands.play(second)  # what is done next is done once
        entries = [row["entry"] for row in rig.state()["log"][len(before.steps) :]]
        assert entries == [format_entry(first), format_entry(second)]
        assert player.complaints == []


# The middle between the nearest houses of two routes that can be pressed, neither of which is under it.
BETWEEN = """() => {
  const middle = (each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  };
  const routes = [...document.querySelectorAll("svg.map .route.acts")];
  const houses = routes.flatMap((route) =>
    [...route.querySelectorAll("[data-house]")].map((house) => [route.dataset.place, ...middle(house)]));
  const pairs = houses.flatMap((a) => houses.filter((b) => b[0] > a[0]).map((b) => [a, b]));
  const far = ([a, b]) => Math.hypot(a[1] - b[1], a[2] - b[2]);
  const [a, b] = pairs.sort((one, other) => far(one) - far(other))[0];
  return { at: [(a[1] + b[1]) / 2, (a[2] + b[2]) / 2], places: [a[0], b[0]] };
}"""


# Of every route where several things can be done: which cities that its title names lie below what is offered.
COVERED_CITIES = """() => [...document.querySelectorAll("svg.map .route .hit:not([data-what-if])")].flatMap((hit) => {
  hit.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  const offered = document.querySelector(".offer");
  const named = offered.querySelector("p").textContent;
  const box = offered.getBoundingClientRect();
  const covered = [...document.querySelectorAll("svg.map .city text.name")].filter((city) => {
    const it = city.getBoundingClientRect();
    return named.split("–").includes(city.textContent) &&
      it.left < box.right && it.right > box.left && it.top < box.bottom && it.bottom > box.top;
  });
  document.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  return [[named, covered.length]];
})"""


@pytest.mark.parametrize("size", ["desktop", "notebook"])
def test_what_is_offered_on_a_route_leaves_its_two_cities_in_sight(browser: Browser, five: PageRig, size: str) -> None:
    with visitor(browser, five.page.address, hardware=False, size=size) as guest:
        guest.page.wait_for_selector("svg.map .route.acts")
        tried = guest.page.evaluate(COVERED_CITIES)
        assert tried, "there is something to choose"
        assert [route for route, covered in tried if covered] == []


def test_tap_between_two_routes_offers_both_and_the_map_zooms(browser: Browser, five: PageRig) -> None:
    names = {route["id"]: route["ends"] for route in five.state()["board"]["routes"]}
    cities = {city["id"]: city["name"] for city in five.state()["board"]["cities"]}
    with visitor(browser, five.page.address, hardware=False, **FINGER) as guest:
        guest.page.wait_for_selector("svg.map .route.acts")
        found = guest.page.evaluate(BETWEEN)
        guest.page.touchscreen.tap(*found["at"])
        guest.page.wait_for_selector(".offer")
        offered = guest.texts(".offer button span:first-child")
        for place in found["places"]:
            ends = names[place.removeprefix("route.")]
            assert "–".join(cities[end] for end in ends) in offered
        guest.page.touchscreen.tap(5, 5)
        guest.page.wait_for_selector(".offer", state="detached")
        before = guest.page.evaluate("() => document.querySelector('.house').getBoundingClientRect().width")
        guest.page.locator(".zoom").tap()
        guest.page.wait_for_selector("svg.chart-wide")
        after = guest.page.evaluate("() => document.querySelector('.house').getBoundingClientRect().width")
        assert after > 2 * before
        room = guest.page.evaluate(
            "() => { const p = document.querySelector('.pan'); return [p.scrollWidth, p.clientWidth]; }"
        )
        assert room[0] > 2 * room[1]
        guest.page.locator(".zoom").tap()
        guest.page.wait_for_selector("svg.chart-small")
        assert len(five.state()["log"]) == len(five.state()["plot"])
        assert guest.complaints == []


@pytest.mark.needs("npm")
@pytest.mark.parametrize(("size", "scheme"), [("notebook", "light"), ("phone", "dark")])
def test_map_and_desks_are_usable_by_everybody(browser: Browser, five: PageRig, size: str, scheme: str) -> None:
    look: dict[str, Any] = FINGER if size == "phone" else {"size": size}
    with visitor(browser, five.page.address, bypass_csp=True, color_scheme=scheme, hardware=False, **look) as guest:
        guest.page.wait_for_selector("svg.map .route.acts")
        if size == "phone":
            guest.page.locator(".zoom").tap()
            guest.page.wait_for_selector("svg.chart-wide")
        assert unusable(guest, within=".front") == []


@pytest.mark.needs("npm")
def test_result_and_replay_are_usable_by_everybody_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    views = ("table", f"games/{KEPT}/9999")  # the others are looked at by the laboratory
    with ended_table(tmp_path, 5) as rig:
        assert views_after_the_end(browser, rig, FINGER, ALL_BUT_COLOURS, views) == []
