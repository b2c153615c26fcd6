"""Whole games by robots alone: no pace, kit or number of players brings one to a standstill, and none needs a press."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from companion.web.robots import Pace
from tests.kit.club import club_of
from tests.kit.page import page_rig
from tests.lab.robots.__main__ import BOXES, EVERY, KITS, Way, pairs, play

# On a served page: a pace, and the seconds of the normal one that make it as quick as the others.
SERVED = [
    ("hansa", "board", Pace.FAST, 0.04),
    ("hansa", "usb", Pace.SLOW, 0.004),
    ("teutonica", "chart", Pace.NORMAL, 0.01),
]


@pytest.mark.slow
@pytest.mark.parametrize("way", pairs(), ids=lambda way: "-".join(map(str, way)))
def test_robots_play_a_whole_game_in_every_way(way: Way) -> None:
    play(way, seed=way.players)


def test_every_two_of_players_kit_and_pace_meet_in_each_game() -> None:
    for one, other in combinations(range(1, len(Way._fields)), 2):
        assert {(way.game, way[one], way[other]) for way in pairs()} == {
            (way.game, way[one], way[other]) for way in EVERY
        }


@pytest.mark.network
@pytest.mark.slow
@pytest.mark.parametrize(("game", "kit", "pace", "pace_s"), SERVED)
def test_robots_play_a_whole_game_on_a_served_page(
    game: str, kit: str, pace: Pace, pace_s: float, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with page_rig(tmp_path_factory.mktemp("robots"), game=game, kit=kit, pace_s=pace_s, times="") as rig:
        assert rig.post("/api/virtual/begin", {"players": 3}).is_success
        state = rig.state()
        skill = state["bench"]["robots"]["usual"]
        seats = dict.fromkeys(state["board"]["players"], skill)
        assert rig.post("/api/virtual/robots", {"skills": seats, "pace": str(pace)}).is_success
        while not state["game"]["winners"]:
            before = state["revision"]
            state = rig.until(lambda now, before=before: bool(now["revision"] != before))  # type: ignore[misc]


@pytest.mark.parametrize("game", BOXES)
@pytest.mark.parametrize("kit", KITS)
def test_step_by_step_one_press_is_one_move_in_every_game_with_every_kit(game: str, kit: str) -> None:
    box = BOXES[game]
    rules = box.rules(None)
    with club_of(box, kit, box.random_setup(box.seats[-1], Random(5)), seed=5) as members:
        members.robots.pace = Pace.STEP

        def decided() -> int:
            """Count the moves that players have made; what chance turned over does not count."""
            history = members.history
            return sum(not rules.chances(history.position_before(index)) for index in range(len(history.steps)))

        for pressed in range(12):
            members.idle(10)
            assert decided() == pressed
            members.go_on()
            members.idle(10)
            assert decided() == pressed + 1
