"""Whole games by robots alone: no pace, kit or number of players brings one to a standstill, and none needs a press."""

from __future__ import annotations

from random import Random

import pytest

from companion.shelf.shelf import boxes
from companion.web.robots import Pace
from tests.kit.club import club_of
from tests.kit.page import page_rig

BOXES = {box.id: box for box in boxes()}
KITS = ("tap", "board", "usb", "chart")
GAMES = [
    (game, players, kit, pace)
    for game, box in BOXES.items()
    for kit in KITS
    for players in box.seats
    for pace in (Pace.FAST, Pace.NORMAL, Pace.SLOW)
]
# On a served page: a pace, and the seconds of the normal one that make it as quick as the others.
SERVED = [
    ("hansa", "board", Pace.FAST, 0.04),
    ("hansa", "usb", Pace.SLOW, 0.004),
    ("teutonica", "chart", Pace.FAST, 0.04),
    ("teutonica", "tap", Pace.NORMAL, 0.01),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players", "kit", "pace"), GAMES)
def test_robots_play_a_whole_game_in_every_way(game: str, players: int, kit: str, pace: Pace) -> None:
    setup = BOXES[game].random_setup(players, Random(players))
    with club_of(BOXES[game], kit, setup, seed=players) as members:
        members.robots.pace = pace
        members.play(lambda: members.is_over)


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
