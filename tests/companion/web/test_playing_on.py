"""A game kept is played on from any of its steps, at a simulated table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.table.intents import PlayOn
from companion.trace.payloads import format_intent, parse_intent
from tests.browser.story import keep_evenings
from tests.kit.page import PageRig, page_rig

pytestmark = pytest.mark.network
GAME = "2026-10-01-00000001"


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRig]:
    folder = tmp_path_factory.mktemp("kept")
    keep_evenings(folder)
    with page_rig(folder, pace_s=60.0) as started:
        yield started


def test_game_goes_on_at_the_step_with_all_that_went_before_it(rig: PageRig) -> None:
    story = rig.client.get(f"/api/games/{GAME}").json()
    answer = rig.post("/api/virtual/play-on", {"game": GAME, "step": 40})
    assert answer.status_code == 200, answer.text
    state = rig.until(lambda state: len(state["log"]) == 40)
    assert [row["say"] for row in state["log"]] == [row["say"] for row in story["log"][:40]]
    there = rig.client.get(f"/api/games/{GAME}/at/40?lang=en").json()
    assert state["game"]["players"] == there["players"]
    assert state["revision"]["game"] != GAME
    # Whoever is on is a person, the others play by themselves.
    mover = state["game"]["mover"]
    assert sorted([mover, *state["bench"]["robots"]["skills"]]) == sorted(state["board"]["players"])
    # The game that was kept is as it was.
    assert rig.client.get(f"/api/games/{GAME}").json()["steps"] == story["steps"]


def test_nothing_is_begun_from_where_there_is_nothing_to_play(rig: PageRig) -> None:
    steps = rig.client.get(f"/api/games/{GAME}").json()["steps"]
    before = rig.state()["revision"]
    for body, code in (
        ({"game": GAME, "step": steps}, "over"),
        ({"game": GAME, "step": steps + 1}, "no_step"),
        ({"game": "2026-01-01-00000000", "step": 0}, "no_game"),
        ({"game": GAME, "step": "first"}, "field"),
    ):
        answer = rig.post("/api/virtual/play-on", body)
        assert (answer.is_success, answer.json()["error"]) == (False, code)
    assert rig.state()["revision"] == before


def test_trace_keeps_where_a_game_was_played_on_from() -> None:
    begun = PlayOn({"some": "position"}, ({"type": "end"},))
    assert parse_intent(format_intent(begun, lambda entry: entry, 0.0), lambda entry: entry) == begun
