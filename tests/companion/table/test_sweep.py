"""When a board counts as swept."""

from __future__ import annotations

from companion.table.sweep import MOMENTS_S, Sweep

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
