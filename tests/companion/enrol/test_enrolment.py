from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.enrol.enrolment import Enrolment, Refused
from hardware.formats.piece_set import EMPTY, format_pieces, parse_pieces

WANTED = ("ship", *(f"booth.{colour}.{number:02}" for colour in ("gray", "yellow") for number in range(1, 4)))


def uid(number: int) -> str:
    return f"04{number:012x}"


def test_walk_asks_for_each_piece_in_order() -> None:
    walk = Enrolment.start(WANTED)
    asked = []
    for number in range(len(WANTED)):
        asked.append(walk.next_piece)
        step = walk.tap(uid(number))
        assert step.changed
        assert step.piece == asked[-1]
        walk = step.walk
        assert walk.done == number + 1
    assert asked == list(WANTED)
    assert walk.next_piece is None


def test_tap_of_a_tag_that_is_on_a_piece_already_names_that_piece() -> None:
    walk = Enrolment.start(WANTED).tap(uid(1)).walk
    step = walk.tap(uid(1))
    assert (step.refused, step.piece, step.changed) == (Refused.TAKEN, "ship", False)
    assert step.walk == walk


@pytest.mark.parametrize(
    ("tag", "refused"),
    [("8804a1b2", Refused.CUT), ("08123456", Refused.RANDOM), ("nonsense", Refused.UNREADABLE)],
)
def test_tag_that_cannot_stand_for_a_piece_is_refused_and_the_walk_stays(tag: str, refused: Refused) -> None:
    walk = Enrolment.start(WANTED)
    step = walk.tap(tag)
    assert (step.refused, step.piece, step.walk) == (refused, None, walk)


def test_tap_after_the_last_piece_is_refused() -> None:
    walk = Enrolment.start(["ship"]).tap(uid(1)).walk
    assert walk.tap(uid(2)).refused is Refused.FINISHED


def test_piece_can_get_another_tag() -> None:
    walk = Enrolment.start(WANTED)
    for number in range(len(WANTED)):
        walk = walk.tap(uid(number)).walk
    walk = walk.again("booth.gray.02")
    assert walk.next_piece == "booth.gray.02"
    assert walk.tap(uid(99)).walk.pieces.piece_of(uid(99)) == "booth.gray.02"


def test_step_back_undoes_the_last_tap_only() -> None:
    walk = Enrolment.start(WANTED)
    assert walk.step_back() == walk
    after = walk.tap(uid(1)).walk.tap(uid(2)).walk
    assert after.step_back() == walk.tap(uid(1)).walk


def test_pieces_of_another_list_are_kept_and_named() -> None:
    walk = Enrolment.start(WANTED, EMPTY.with_piece(uid(7), "cube.red.01"))
    assert walk.strangers == ("cube.red.01",)
    step = walk.tap(uid(7))
    assert (step.refused, step.piece) == (Refused.TAKEN, "cube.red.01")
    assert walk.tap(uid(1)).walk.step_back() == walk
    assert walk.step_back() == walk


def test_piece_wanted_twice_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="twice"):
        Enrolment.start(["ship", "ship"])


taps = st.one_of(st.integers(0, 12).map(uid), st.sampled_from(["8804a1b2", "08123456", "?", "deadbeef"]))


@given(st.lists(st.tuples(taps, st.booleans()), max_size=40))
def test_walk_broken_off_anywhere_goes_on_where_it_was(story: list[tuple[str, bool]]) -> None:
    whole = broken = Enrolment.start(WANTED)
    for tag, power_cut in story:
        first, second = whole.tap(tag), broken.tap(tag)
        assert (first.piece, first.refused) == (second.piece, second.refused)
        whole, broken = first.walk, second.walk
        if power_cut:
            saved = format_pieces(broken.pieces)
            broken = Enrolment.start(WANTED, parse_pieces(saved, "set.toml"))
        assert broken == whole
        pieces = whole.pieces.pieces
        assert len(set(pieces.values())) == len(pieces)
        assert list(pieces.values()) == list(WANTED[: whole.done])
