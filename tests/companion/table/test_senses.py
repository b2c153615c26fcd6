"""Touches of the pad, steps that brought pieces, and boards that were swept."""

from __future__ import annotations

import pytest

from companion.table.dialog import Choice, Do, Menu
from companion.table.gametable import Ask, Ignore, Propose, Reading, Refuse
from companion.table.history import history_of
from companion.table.notices import HOLD
from companion.table.screen import Row
from companion.table.senses import MOMENTS_S, REMEMBERED_S, SOON_S, Arrivals, Sweep, Touch, once_more
from companion.words.say import say
from tests.toygame.game import Pearls
from tests.toygame.rules import Draw, Position

DRAWN = history_of(Pearls(), Position((2, 2), (0, 0), 0), (Draw("white"),))
HOME = Menu(Row(say("home")), tuple(Choice(say(name), Do(name)) for name in ("other", "next")), cursor=1)


def test_what_may_be_meant_next_is_asked_alone() -> None:
    reading = once_more(Propose("next"), DRAWN, HOME)
    assert isinstance(reading, Ask)
    assert isinstance(reading.dialog, Menu)
    assert [choice.action for choice in reading.dialog.choices] == [Do("next")]
    assert reading.dialog.cursor == 0


@pytest.mark.parametrize("reading", [Propose(Draw("white")), Propose("unheard of"), Refuse(HOLD), Ignore()])
def test_what_is_done_or_impossible_means_nothing(reading: Reading) -> None:
    assert once_more(reading, DRAWN, HOME) == Ignore()


def test_question_is_asked_again() -> None:
    assert once_more(Ask(HOME), DRAWN, HOME) == Ask(HOME)


def touched(piece: str, *, asked: bool = False) -> Touch:
    """A piece has touched the pad, a step was made because of that or of the answer to it, and the piece was lifted."""
    touch = Touch()
    touch.rested(piece, 0.0)
    (touch.answers if asked else touch.proposes)()
    touch.made()
    touch.left(piece, 1.0)
    return touch


@pytest.mark.parametrize("asked", [False, True])
def test_one_of_a_kind_may_be_meant_again_only_after_a_moment(asked: bool) -> None:
    assert touched("ship", asked=asked).rested("ship", 1.0 + SOON_S - 0.01)
    assert not touched("ship", asked=asked).rested("ship", 1.0 + SOON_S)


def test_piece_of_a_kind_is_the_same_however_late() -> None:
    assert touched("pearl.1").rested("pearl.1", 1000.0)
    assert not touched("pearl.1").rested("pearl.2", 1.1)
    assert not touched("pearl.1", asked=True).rested("pearl.1", 1.1)


def test_what_is_done_otherwise_or_comes_to_nothing_frees_the_piece() -> None:
    touch = touched("ship")
    touch.made()
    assert not touch.rested("ship", 1.1)
    touch.proposes()
    touch.failed()
    touch.made()
    touch.left("ship", 2.0)
    assert not touch.rested("ship", 2.1)


def test_piece_that_waits_for_a_second_one_is_remembered_for_some_seconds_after_it_was_lifted() -> None:
    touch = Touch()
    touch.rested("pearl.1", 0.0)
    touch.waits("pearl.1")
    assert touch.waiting(1000.0) == "pearl.1", "it lies there"
    touch.left("pearl.1", 1000.0)
    assert touch.waiting(1000.0 + REMEMBERED_S - 0.01) == "pearl.1"
    assert touch.waiting(1000.0 + REMEMBERED_S) == ""


def test_piece_that_waits_is_not_forgotten_because_another_one_leaves() -> None:
    touch = Touch()
    touch.waits("pearl.2")
    touch.left("pearl.1", 0.0)
    assert touch.waiting(1000.0) == "pearl.2"


def test_nothing_waits_once_a_step_is_made() -> None:
    touch = Touch()
    touch.waits("pearl.1")
    touch.made()
    assert touch.waiting(0.0) == ""


def test_piece_that_makes_a_step_comes_with_it_and_one_that_follows_too() -> None:
    arrivals = Arrivals()
    arrivals.rested("disc.1", 4, returns=False)
    arrivals.rested("disc.2", 4, returns=False)
    arrivals.proposes(4)
    arrivals.rested("disc.3", 5, returns=False)
    assert arrivals.since(4) == ("disc.2", "disc.3"), "the first one was there before"
    assert arrivals.since(5) == ()


def test_piece_that_is_back_has_not_come_anew() -> None:
    arrivals = Arrivals()
    arrivals.rested("disc.1", 1, returns=False)
    arrivals.rested("disc.1", 5, returns=True)
    assert arrivals.since(1) == ()
    assert arrivals.since(0) == ("disc.1",)


def test_one_of_a_kind_is_always_where_it_belongs_or_not() -> None:
    arrivals = Arrivals()
    arrivals.rested("ship", 3, returns=False)
    arrivals.proposes(3)
    assert arrivals.since(0) == ()


AGES_S = 2 * MOMENTS_S


def test_many_pieces_gone_at_once_down_to_none_are_a_swept_board() -> None:
    sweep = Sweep()
    assert not sweep.left("ship", 0.0, 2)
    assert not sweep.left("disc.1", 0.5, 1)
    assert sweep.left("disc.2", 1.0, 0)


def test_board_on_which_a_piece_is_still_seen_is_not_swept() -> None:
    sweep = Sweep()
    assert not any(sweep.left(f"disc.{number}", 0.0, 9 - number) for number in range(1, 9))


def test_pieces_lifted_one_by_one_sweep_no_board() -> None:
    sweep = Sweep()
    assert not any(sweep.left(f"disc.{number}", number * AGES_S, 0) for number in range(9))


def test_one_piece_that_comes_and_goes_sweeps_no_board() -> None:
    sweep = Sweep()
    for each in range(9):
        assert not sweep.left("ship", each / 9, 0)
    for each in range(9):
        assert not sweep.left(f"disc.{each}", 1 + each / 9, 0)
        sweep.rested(f"disc.{each}")


def test_swept_board_is_told_once() -> None:
    sweep = Sweep()
    told = [sweep.left(f"disc.{number}", 0.0, 0) for number in range(5)]
    assert told == [False, False, True, False, False]


def test_pieces_that_lay_wrong_are_cleared_away_and_not_swept() -> None:
    sweep = Sweep()
    assert not any(sweep.left(f"disc.{number}", 0.0, 9 - number, lay_wrong=True) for number in range(1, 9))
    assert not sweep.left("ship", 0.0, 0)


def test_board_is_swept_by_whichever_piece_leaves_last() -> None:
    sweep = Sweep()
    assert not any(sweep.left(f"disc.{number}", 0.0, 4 - number) for number in range(1, 4))
    assert sweep.left("disc.4", 0.0, 0, lay_wrong=True)
