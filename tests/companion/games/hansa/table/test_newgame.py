"""A new game, asked step by step: whatever is chosen can be set up."""

from __future__ import annotations

from random import Random

from hypothesis import given

from companion.games.hansa.rules.setup import GOODS_IN_PLAY
from companion.games.hansa.table.hansatable import HansaTable
from companion.table.dialog import Menu, Open
from companion.table.intents import BeginGame
from tests.companion.games.hansa.rules.strategies import seeds
from tests.companion.games.hansa.table.playing import GAME, GAME_TABLE
from tests.kit.examples import examples


def chosen(seed: int) -> dict[str, object]:
    random, dialog = Random(seed), HansaTable(GAME).new_game()
    while True:
        action = random.choice(dialog.choices).action
        if isinstance(action, BeginGame):
            return action.setup
        assert isinstance(action, Open)
        opened = action.dialog() if callable(action.dialog) else action.dialog
        assert isinstance(opened, Menu)
        dialog = opened


@given(seeds)
@examples(200)
def test_whatever_is_chosen_can_be_set_up(seed: int) -> None:
    setup = GAME_TABLE.complete(chosen(seed), Random(seed))
    position = GAME.new(setup)
    assert list(position.setup.players) == setup["players"]
    assert len(position.setup.goods) == GOODS_IN_PLAY[len(position.setup.players)]
    assert position.setup.players[position.setup.start] == setup["start"]


def test_shortest_way_to_a_game_takes_five_presses() -> None:
    dialog, presses = HansaTable(GAME).new_game(), 0
    while True:
        presses += 1
        action = dialog.choices[0].action
        if isinstance(action, BeginGame):
            break
        assert isinstance(action, Open)
        opened = action.dialog() if callable(action.dialog) else action.dialog
        assert isinstance(opened, Menu)
        dialog = opened
    assert presses == 5
