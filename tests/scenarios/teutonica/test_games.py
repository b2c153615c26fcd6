"""Whole games with buttons, tap kit or wand, from boot to the final score: the very games that the rules alone play."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.teutonica.rules.play import play
from companion.games.teutonica.rules.scoring import score, winning_players
from companion.games.teutonica.table.deeds import deed
from companion.table.dialog import Menu
from tests.scenarios.teutonica.hands import HANDS, Way, open_stage, play_game


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("way", Way)
def test_whole_game_is_played(way: Way, players: int) -> None:
    with open_stage(way) as stage:
        hands = HANDS[way](stage)
        stage.boot()
        hands.seat(players)
        first = stage.history.position
        made = play_game(hands, Random(players))
        position = first
        for move, _ in made:
            position = play(position, move).position
        assert stage.history.position == position
        assert isinstance(stage.dialog, Menu), "the final score was read"
        stage.check_journal()
        with stage.reading_journal() as journal:
            finished = journal.read(stage.daemon.game_id)[-1].payload
        assert tuple(finished["winners"]) == winning_players(position)
        totals = {player: points["total"] for player, points in finished["scores"].items()}
        assert totals == {position.setup.players[seat]: score(position, seat).total for seat in position.seats}
        stage.check_trace()


@pytest.mark.parametrize(("way", "players"), [(Way.BUTTONS, 2), (Way.WAND, 2), (Way.BUTTONS, 4), (Way.WAND, 4)])
def test_power_can_go_after_any_move(way: Way, players: int) -> None:
    with open_stage(way) as stage:
        hands, random = HANDS[way](stage), Random(9)
        stage.boot()
        hands.seat(players)
        phases = set()
        for _ in range(12):
            for move, _ in play_game(hands, random, moves=5):
                assert deed(stage.history.position, move)
            phases.add(stage.history.position.phase)
            before = stage.daemon.table.kept
            stage.cut_power()
            stage.boot()
            assert stage.daemon.table.kept == before
            hands.press("ok")
            hands.read_notices()
        assert len(phases) > 1
