"""Whole games with buttons, tap kit or wand, from boot to the final score; and games in which the power goes."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.teutonica.table.cards import deed
from tests.scenarios.teutonica.generate import GAMES, file_of, write_game
from tests.scenarios.teutonica.teutonica_hands import HANDS, Way, open_stage, play_game


@pytest.mark.slow
@pytest.mark.parametrize(("way", "players"), GAMES)
def test_whole_game_is_as_generated(way: Way, players: int) -> None:
    assert write_game(way, players) == file_of(way, players).read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(("way", "players"), [(Way.BUTTONS, 2), (Way.WAND, 2), (Way.BUTTONS, 4), (Way.WAND, 4)])
def test_power_can_go_after_any_move(way: Way, players: int) -> None:
    with open_stage(way) as stage:
        hands, random = HANDS[way](stage), Random(9)
        stage.boot()
        hands.seat(players)
        phases = set()
        for _ in range(12):
            play_game(hands, random, moves=5)
            history = stage.history
            assert all(deed(history.position_before(index), step.entry) for index, step in enumerate(history.steps))
            phases.add(stage.history.position.phase)
            before = stage.daemon.table.kept
            stage.cut_power()
            stage.boot()
            assert stage.daemon.table.kept == before
            hands.press("ok")
            hands.read_notices()
        assert len(phases) > 1
