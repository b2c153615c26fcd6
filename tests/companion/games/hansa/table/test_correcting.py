"""Correct the table: everything that the walks offer is a correction that the rules take, or refuse with a reason."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from companion.games.hansa.rules.corrections import Correction, MoveTurn
from companion.games.hansa.rules.position import Position
from companion.games.hansa.table import correcting
from companion.table.dialog import Do, Menu, Open
from companion.table.history import History
from tests.companion.games.hansa.rules.phases import TABLES
from tests.companion.games.hansa.rules.strategies import CORRECTION_TYPES, positions, seeds
from tests.companion.games.hansa.table.playing import GAME
from tests.companion.games.hansa.table.walking import entries_in
from tests.kit.examples import examples


@pytest.mark.parametrize("phase", TABLES)
def test_every_correction_offered_is_taken_or_refused_with_a_reason(phase: str) -> None:
    position = TABLES[phase]().position
    refused = 0
    offered = entries_in(correcting.correcting(History(position)))
    for entry in offered:
        assert isinstance(entry, Correction)
        refusal = GAME.refusal(position, entry)
        if refusal:
            refused += 1
            assert refusal.message()
            assert refusal.advice()
    assert refused < len(offered) / 2, "a menu that mostly offers what is refused helps nobody"


def test_walks_offer_every_kind_of_correction() -> None:
    offered = entries_in(correcting.correcting(History(TABLES["actions"]().position)))
    assert {type(entry) for entry in offered} == set(CORRECTION_TYPES) - {MoveTurn}, "only old games have that one"


@given(positions(), seeds)
@examples(60)
def test_random_walk_through_the_corrections_ends_in_a_correction(position: Position, seed: int) -> None:
    random = Random(seed)
    dialog = correcting.correcting(History(position))
    while True:
        dialog.screen()
        assert dialog.choices, "a screen with nothing to choose helps nobody"
        action = random.choice(dialog.choices).action
        if isinstance(action, Do):
            GAME.refusal(position, action.entry)
            return
        assert isinstance(action, Open)
        opened = action.dialog() if callable(action.dialog) else action.dialog
        assert isinstance(opened, Menu)
        dialog = opened
