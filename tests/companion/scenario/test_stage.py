"""Hands, eyes and physics of the stage: what a step does to the simulated table, and what looking at it finds."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from companion.scenario.grammar import Unmet, parse_scenario
from companion.scenario.runner import vocabulary_of
from companion.scenario.stage import Stage
from hardware.simulated.field import Stacking
from tests.kit import hansa
from tests.lab.soak.piece_hands import PieceHands
from wiring.kits import load_kit

GAIN_DB = 33
GAME = ("new game gray white start gray without pink yellow", "stock the warehouses", "place the booths")


@pytest.fixture(params=Stacking)
def stacking(request: pytest.FixtureRequest) -> Stacking:
    return Stacking(request.param)


@pytest.fixture
def stage(stacking: Stacking) -> Iterator[Stage]:
    with Stage(load_kit("board"), hansa.BOX, board="0.1", stacking=stacking) as made:
        do(made, "boot")
        yield made


def do(stage: Stage, *lines: str) -> None:
    for step in parse_scenario("\n".join(lines), "stage", vocabulary_of).steps:
        step.form.act(stage, **step.slots)


def heard(stage: Stage) -> int:
    return len(stage.table.field("city.danzig").audible(GAIN_DB))


def test_lamp_that_does_not_shine_as_it_was_told_is_noticed(stage: Stage) -> None:
    do(stage, *GAME, "expect lamp danzig on", "expect lamp copenhagen breathe", "expect lamp riga off")
    stage.table.lamps.show({})
    for line in ("expect lamp danzig on", "expect lamp copenhagen breathe"):
        with pytest.raises(Unmet, match="does not shine like that"):
            do(stage, line)


def test_title_must_be_said_in_full(stage: Stage) -> None:
    do(stage, *GAME, "expect title Gray actions")
    with pytest.raises(Unmet, match="the title 'Gray'"):
        do(stage, "expect title Gray")


def test_text_that_is_cut_is_noticed(stage: Stage) -> None:
    stage.daemon.speak(lambda template, *_: template * 9)
    with pytest.raises(Unmet, match="every text to fit the screen"):
        stage.look()


def test_short_cuts_count_no_presses(stage: Stage) -> None:
    do(stage, *GAME, "play end")
    assert stage.presses == 0
    do(stage, "press down 2", "hold back")
    assert stage.presses == 3


def test_holding_takes_as_long_as_it_takes(stage: Stage) -> None:
    before = stage.elapsed_s
    do(stage, "hold back")
    assert stage.elapsed_s - before == pytest.approx(1.3)


def test_stack_disturbs_itself_and_lies_side_by_side_in_peace(stage: Stage, stacking: Stacking) -> None:
    in_stack = 1 if stacking is Stacking.LOWEST else 0
    do(stage, "put 2 booths gray on danzig")
    assert heard(stage) == in_stack
    do(stage, "put booth gray on danzig")
    assert heard(stage) == in_stack + 1
    do(stage, "stack booth gray on danzig")
    assert heard(stage) == in_stack
    do(stage, "lift booth gray from danzig", "lift booth gray from danzig")
    assert heard(stage) == 1
    do(stage, "sweep the table")
    assert heard(stage) == 0


def test_tapped_piece_is_in_the_hand_again(stage: Stage) -> None:
    do(stage, "tap the ship on danzig")
    assert heard(stage) == 0
    with pytest.raises(Unmet, match="there is none"):
        do(stage, "lift the ship")


def test_noise_and_flapping_reach_the_field(stage: Stage) -> None:
    do(stage, "put the ship on danzig", "flap the ship on danzig 0 %", "noise on danzig 100 %")
    assert heard(stage) == 0
    assert stage.table.field("city.danzig").disturbed()
    do(stage, "flap the ship on danzig 100 %", "noise on danzig 0 %")
    assert heard(stage) == 1
    assert not stage.table.field("city.danzig").disturbed()


def test_player_who_is_not_to_move_places_nothing(stage: Stage) -> None:
    do(stage, *GAME[:2])
    with pytest.raises(Unmet, match="white to place booths; it is gray who moves"):
        do(stage, "place white riga")


def test_piece_that_was_put_down_last_is_lifted_first(stage: Stage) -> None:
    do(stage, "put booth gray on danzig", "put booth gray on riga", "put booth gray on danzig")
    assert stage.box.at("city.danzig", "booth.gray") == ("booth.gray.03", "booth.gray.01")
    do(stage, "lift booth gray from danzig", "lift booth gray")
    assert stage.box.everywhere() == ("booth.gray.01",)


def test_short_cut_to_a_game_leaves_nothing_to_be_read(stage: Stage) -> None:
    do(stage, GAME[0], "expect dialog home")


def test_trace_is_whole_however_slowly_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.trace.files._QUEUE", 1)
    monkeypatch.setattr("companion.trace.files.CLOSING_S", 0.0)
    with Stage(load_kit("tap"), hansa.BOX) as stage:
        stage.boot()
        hands = PieceHands(stage, Random(1), fumbles=0.0)
        for _ in range(60):
            hands.act()
        stage.check_journal()
        stage.check_trace()
