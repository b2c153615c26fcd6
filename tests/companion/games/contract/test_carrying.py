"""Seats of the companion in any game: its moves are made by `ok`, in words that fit the screen."""

from __future__ import annotations

from random import Random

import pytest

from companion.display.draw import overflow
from companion.shelf.players import deal
from companion.shelf.shelf import catalogues
from companion.table.dialog import Menu
from companion.table.intents import Button, Choose, Equip, Intend, LeaveSeat, Play, Press
from companion.words.language import load_language
from companion.words.say import LANGUAGES
from tests.kit.any_game import AnyGame

MOVES = 120


@pytest.mark.slow
def test_every_step_is_carried_out_with_ok_and_fits_the_screen_in_every_language(rig: AnyGame) -> None:
    languages = [load_language(code, catalogues(rig.box)) for code in LANGUAGES]
    rig.post(Equip(companions=rig.players.skills))
    rig.begin(rig.box.seats[-1])
    for player in rig.game.players(rig.position):
        rig.post(LeaveSeat(player, rig.players.skills[-1]))
    random = Random(3)
    for _ in range(MOVES):
        if not rig.goes_on:
            break
        plan, entries = rig.daemon.view.carried, rig.history.entries
        if plan is None:
            rig.post(Play(deal(rig.game, rig.position, random)))
        else:
            thinks = rig.dialog
            assert isinstance(thinks, Menu)
            move = rig.players.decide(rig.position, random.choice(rig.players.skills), random)
            rig.post(Intend((move,)))
            for translate in languages:
                assert not overflow(thinks.screen(), translate)
                assert not overflow(rig.screen, translate)
            rig.post(Press(Button.OK, rig.now))
            assert rig.history.entries == (*entries, move)
        rig.read_all()


def test_nobody_moves_for_the_companion_unless_they_decide_to(rig: AnyGame) -> None:
    rig.post(Equip(companions=rig.players.skills))
    rig.begin()
    while rig.game.chances(rig.position):
        rig.post(Play(deal(rig.game, rig.position, rig.random)))
        rig.read_all()
    mover = rig.game.mover(rig.position)
    assert mover
    rig.post(LeaveSeat(mover, rig.players.skills[-1]))
    move, before = rig.next_move(), rig.history
    rig.post(Play(move))
    assert rig.history == before
    rig.post(Choose("", 1))  # play this instead
    assert rig.history.entries == (*before.entries, move)
