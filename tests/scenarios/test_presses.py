"""What the companion asks of the players stays small: presses and seconds by verb and way of playing."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.games.hansa.boards import named_board
from companion.games.hansa.rules.moves import Build, Buy, Discard, End, Lose, Place, Replenish, Reveal, Sail, Sell, Skip
from companion.games.hansa.rules.play import play
from companion.games.hansa.rules.position import Phase
from companion.scenario.runner import load_scenario, run_scenario
from tests.kit.carriers import CARRIERS
from tests.kit.hansa import random_setup
from tests.scenarios import turns
from tests.scenarios.generate import lively_move
from tests.scenarios.hansa_hands import Way
from tests.scenarios.presses import VERBS, costs, presses_for_a_marker, table

# At most this many presses on average: buttons, tap, tap with tagged markers, board, board with tagged markers.
LIMITS = {
    Reveal: (5, 5, 1, 5, 1),
    Place: (4, 4, 4, 0, 0),
    Replenish: (1, 1, 1, 1, 1),
    Skip: (2, 2, 2, 2, 2),
    Sail: (3, 1, 1, 0, 0),
    Buy: (2, 2, 0.2, 2, 0.2),  # asked only where the marker may as well be one of the player's own
    Build: (4, 2, 0, 2, 2),
    Sell: (5, 5, 2, 5, 2),
    Lose: (2, 2, 0, 2, 0),
    Discard: (4, 4, 1, 4, 1),
    End: (2, 2, 2, 2, 2),
}


@pytest.mark.slow
@pytest.mark.parametrize(("index", "way"), list(enumerate(Way)))
def test_presses_by_verb_stay_small(index: int, way: Way) -> None:
    counted = costs(way)
    assert set(counted) == set(VERBS)
    too_many = {verb.__name__: cost for verb, cost in counted.items() if cost.presses > LIMITS[verb][index]}
    assert not too_many, f"\n{table({way: counted})}"


@pytest.mark.slow
@pytest.mark.parametrize("way", [Way.BUTTONS, Way.TAP_MARKERS, Way.BOARD])
def test_companions_turn_takes_no_more_than_ones_own(way: Way) -> None:
    own, carried = costs(way), costs(way, is_carried=True)
    assert set(carried) == set(own)
    more = {verb.__name__ for verb in own if carried[verb].presses > own[verb].presses * 1.3}
    longer = {verb.__name__ for verb in own if carried[verb].seconds > own[verb].seconds * 1.3}
    assert not more | longer, f"\n{table({way: own})}\n{table({way: carried})}"


@pytest.mark.slow
@pytest.mark.parametrize(("game", "kit"), [(game, kit) for game, kits in CARRIERS.items() for kit in kits])
def test_hands_do_no_more_for_a_turn_of_the_companions_than_for_their_own(game: str, kit: str) -> None:
    turn = turns.turn_of(game, kit)
    assert turn.turns > 20
    assert turn.ratio <= 1.3, turns.table({(game, kit): turn})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_marker_takes_at_most_five_presses_on_average(players: int) -> None:
    random = Random(players)
    position = random_setup(named_board("0.1"), players, random)
    averages = []
    while position.phase is not Phase.OVER:
        if position.phase is Phase.FILL:
            averages.append(presses_for_a_marker(position))
        position = play(position, lively_move(position, random)).position
    assert averages
    assert max(averages) <= 5


def test_example_8_takes_at_most_fourteen_presses() -> None:
    result = run_scenario(load_scenario(Path(__file__).parent / "example-8.scenario"))
    assert result.problem is None
    assert 0 < result.presses <= 14
