"""Phones at the seats: whole games by three browsers, codes that bring phones there, being called."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from queue import Queue
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from companion.running.daemon import Daemon
from companion.running.posts import Done, Reply
from companion.table.intents import Intent, Play
from companion.table.owners import By
from companion.web import server
from tests.kit.browser import Visitor, visitor
from tests.kit.page import PageRig, page_rig
from tests.kit.waiting import PATIENCE_S

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.needs("chromium")

FINGER: dict[str, Any] = {"size": "phone", "has_touch": True, "is_mobile": True}
# A phone that vibrates, as far as can be seen.
BUZZES = "window.buzzes = []; navigator.vibrate = (pulses) => window.buzzes.push(pulses);"

# Makes a move once the page shows the moment it is for: by a press on its line if the open menu has it, else as the map
# does. Returns how, and what the page has not let through.
MOVE = """async ([revision, entry]) => {
  const { store, isAsked } = await import("/static/store.js");
  const { post } = await import("/static/api.js");
  while (store.document?.revision.number < revision) await new Promise(requestAnimationFrame);
  const { game, table } = store.document;
  if (!isAsked(store.document)) return "not asked";
  const sorted = (it) => it && JSON.stringify(it, Object.keys(it).sort());
  const offer = game.offers.find((each) => sorted(each.entry) === sorted(entry));
  const line = offer && table.at_home ? table.dialog.lines.findIndex((each) => each.text === offer.text) : -1;
  const button = document.querySelector(`#dialog [data-key="line-${line}"]`);
  if (!button || table.dialog.lines.filter((each) => each.text === offer.text).length > 1)
    return (await post("/api/move", { revision, entry })) ? "posted" : "refused";
  button.click();
  while (store.document.revision.number === revision && store.document.table.at_home)
    await new Promise(requestAnimationFrame);
  return store.document.table.at_home ? "pressed" : "asks more";
}"""


@pytest.fixture
def rig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PageRig]:
    """A table where robots wait for a minute before they move, and which other machines may reach.

    Each test has its own: a phone that has just gone may still count as there, and is asked whether a game may end.
    """
    with page_rig(tmp_path, pace_s=60) as started:
        monkeypatch.setattr(server, "lan_address", lambda: "127.0.0.2")
        yield started


@contextmanager
def on_phone(
    browser: Browser, rig: PageRig, player: str, number: int, *, script: str = BUZZES, language: str = "en"
) -> Iterator[Visitor]:
    """Scan the code of a seat with a phone, which is not at this machine."""
    address = f"{rig.page.address}#join/{rig.page.pairing.invite(player)}"
    elsewhere = {"x-forwarded-for": f"10.1.1.{number}"}
    with visitor(
        browser, address, hardware=False, script=script, language=language, extra_http_headers=elsewhere, **FINGER
    ) as phone:
        phone.page.wait_for_selector(".table.seated")
        yield phone


def begin(rig: PageRig, **more: Any) -> tuple[str, ...]:
    """Begin a game of three; return who plays."""
    assert rig.post("/api/virtual/hardware", {"open": False}).is_success
    assert rig.post("/api/virtual/begin", {"players": 3, **more}).is_success
    return tuple(rig.until(lambda state: len(state["seats"]) == 3)["seats"])


BEGINNING = 12  # decisions that are made in the browsers, before the phones sleep until the end is near


def post(rig: PageRig, intent: Intent, by: By) -> None:
    """Post as somebody, and wait until it is kept."""
    replies: Queue[Reply] = Queue()
    rig.composed.daemon.post(intent, replies.put, by=by)
    assert isinstance(replies.get(timeout=PATIENCE_S), Done)


def _has_gone_on(daemon: Daemon, before: int, _: Any) -> bool:
    return daemon.revision > before


def decisions(rig: PageRig) -> Iterator[tuple[str, Any]]:
    """Return who decides what, until the game is over, once all before has been decided."""
    rules, players = rig.composed.parts.game_table.game, rig.composed.parts.box.players()
    daemon, random = rig.composed.daemon, Random(4)
    while (history := daemon.view.kept.history) and rules.winners(position := history.position) is None:
        mover, revision = rules.mover(position), daemon.revision
        if mover and not rules.chances(position):
            yield mover, players.decide(position, players.skills[-1], random)
        else:  # the companion draws
            rig.until(partial(_has_gone_on, daemon, revision))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "kit"), [("hansa", "board"), ("teutonica", "chart")])
def test_three_browsers_play_a_whole_game_each_for_its_own_seat(
    browser: Browser, tmp_path: Path, game: str, kit: str
) -> None:
    """In the middle they sleep, and their owners' moves are posted: a game has hundreds."""
    with page_rig(tmp_path, pace_s=0.02, game=game, kit=kit) as rig, ExitStack() as stack:
        first, second, third = begin(rig)
        pages = {
            first: stack.enter_context(visitor(browser, rig.page.address, hardware=False)),
            second: stack.enter_context(on_phone(browser, rig, second, 1)),
            third: stack.enter_context(on_phone(browser, rig, third, 2)),
        }
        daemon, how, meant, is_asleep = rig.composed.daemon, list[str](), list[Any](), False
        for mover, move in decisions(rig):
            meant.append(move)
            if is_asleep and rig.state()["game"]["last_round"]:
                is_asleep = False
                for page in pages.values():
                    page.page.goto(rig.page.address)
                    page.page.wait_for_selector("[data-status=live]")
            if is_asleep:
                post(rig, Play(move), daemon.view.kept.people.owner(mover))
                continue
            entry = rig.composed.parts.game_table.game.format_entry(move)
            if len(how) % 6 == 0:  # the others cannot
                for other in pages.keys() - {mover}:
                    assert pages[other].page.evaluate(MOVE, [daemon.revision, entry]) == "not asked"
            how.append(play(pages[mover], daemon.revision, entry))
            if len(how) == BEGINNING:
                is_asleep = True
                for page in pages.values():
                    page.page.goto(f"{rig.page.address}health")
        history = daemon.view.kept.history
        assert history
        drawn = len(history.steps) - len(meant)
        assert sum(step.entry in meant for step in history.steps) >= len(meant)
        assert drawn == sum(
            bool(daemon.table.game.chances(history.position_before(n))) for n in range(len(history.steps))
        )
        assert how.count("pressed") > len(how) / 10
        for page in pages.values():
            page.page.wait_for_selector("[data-key=ending]")
            assert page.complaints == []


def play(page: Visitor, revision: int, entry: Any) -> str:
    """Make a move in a browser; return how."""
    how: str = page.page.evaluate(MOVE, [revision, entry])
    if how == "asks more":  # than the line says: as the map does
        how = page.page.evaluate(MOVE.replace("table.at_home ?", "false ?"), [revision, entry])
    assert how in ("pressed", "posted"), (how, entry)
    return how


def test_codes_are_shown_where_phones_shall_play_and_go_with_the_seat(browser: Browser, rig: PageRig) -> None:
    rig.page.let_in(phones=False)
    with visitor(browser, f"{rig.page.address}#new", hardware=False) as host:
        host.page.locator("[data-key=seating-hansa] > summary").click()
        host.page.locator("#who-hansa-yellow").select_option("phone")
        host.page.locator("#who-hansa-purple").select_option("simple")
        host.page.on("dialog", lambda asked: asked.accept())  # the game before may go
        host.page.locator("[data-key=play-hansa]").click()
        host.page.locator("[data-key=let-in]").click()
        host.page.wait_for_selector("[data-key=code-yellow] img")
        assert host.page.evaluate("document.querySelector('[data-key=code-yellow] img').decode()") is None
        with on_phone(browser, rig, "yellow", 1) as phone:
            host.page.wait_for_selector("[data-key=code-yellow]", state="detached")
            host.page.wait_for_selector("[data-key=taken-yellow]")
            assert phone.page.locator("#toasts").inner_text() == "You play Yellow on this phone."
            assert "#join" not in phone.page.url
            boxes = [phone.page.locator(part).bounding_box() for part in ("#dialog", ".map-box", ".seat.mine")]
            tops = [box["y"] for box in boxes if box]
            assert tops == sorted(tops), "first what its owner is asked, then the map, then the scores"
            assert phone.complaints == host.complaints == []


def test_phone_is_called_when_it_is_its_turn_by_the_ways_it_likes(browser: Browser, rig: PageRig) -> None:
    begin(rig)
    with on_phone(browser, rig, "yellow", 1) as phone:
        phone.page.locator("[data-key=calls-yes]").click()
        phone.page.wait_for_selector("[data-key=calls]", state="detached")
        assert phone.page.evaluate("window.buzzes.splice(0).length") == 1  # so that one knows what it is like
        answer = rig.choose()  # gray, who is first
        assert answer.is_success, answer.text
        phone.wait("() => window.buzzes.length === 1")
        phone.wait("() => document.title.startsWith('● Your turn')")
        phone.page.locator("[data-key=call-vibrate]").uncheck()
        phone.page.locator("[data-key=call-flash]").check()
        phone.page.wait_for_selector("body.called")
        assert phone.page.evaluate("JSON.parse(localStorage.calls)") == ["sound", "flash"]
        assert phone.complaints == []


def test_companion_stands_in_for_a_phone_that_has_gone_until_it_is_back(
    browser: Browser, rig: PageRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(rig)
    monkeypatch.setattr(rig.page._attendance, "_away_s", 0.0)
    with visitor(browser, rig.page.address, hardware=False) as host, on_phone(browser, rig, "yellow", 1) as phone:
        assert rig.choose().is_success
        phone.page.locator("#dialog button.line").first.wait_for()
        address = phone.page.url
        phone.page.goto("about:blank")
        host.page.locator("[data-key=stand-in]").click()
        rig.until(lambda state: state["seats"]["yellow"] == "robot")
        phone.page.goto(address)
        phone.page.locator("[data-key=sit-yellow]").click()
        rig.until(lambda state: state["seats"]["yellow"].startswith("phone"))
        phone.page.wait_for_selector(".table.seated")
        assert host.complaints == []
