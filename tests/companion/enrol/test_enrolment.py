from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.enrol.enrolment import Enrolment, Named, Refused
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


# --- in any order ---

SPOTS = {
    "spot.city.luebeck": Named("Lübeck", "chart, east"),
    "spot.route.luebeck-riga": Named("Lübeck-Riga", "chart, east"),
    "spot.city.riga": Named("Riga", "chart, east"),
}


def test_piece_is_found_by_its_words_with_or_without_accents() -> None:
    walk = Enrolment.start(tuple(SPOTS), names=SPOTS)
    assert walk.called("lübeck") == walk.called("LUBECK") == ("spot.city.luebeck",), "that is its whole name"
    assert walk.called("riga lub") == ("spot.route.luebeck-riga",)
    assert walk.called("spot.city.riga") == ("spot.city.riga",)
    assert walk.called("spot") == tuple(SPOTS)
    assert walk.called("moon") == walk.called("") == ()


def test_pieces_can_come_in_any_order_and_nothing_is_lost() -> None:
    walk = Enrolment.start(WANTED)
    assert walk.go_to("booth.yellow.02").next_piece == "booth.yellow.02"
    assert walk.later().next_piece == WANTED[1]
    assert walk.later().later().earlier().next_piece == WANTED[1]
    assert walk.earlier().next_piece == WANTED[-1]
    for changed in (walk.go_to("booth.yellow.02"), walk.later(), walk.earlier()):
        assert sorted(changed.left) == sorted(WANTED)


def test_finished_walk_has_neither_later_nor_earlier() -> None:
    walk = Enrolment.start(["ship"]).tap(uid(1)).walk
    assert walk.later() == walk.earlier() == walk


def test_order_that_a_person_chose_survives_a_tap_and_its_undoing() -> None:
    walk = Enrolment.start(WANTED, names=SPOTS).go_to("booth.gray.03")
    step = walk.tap(uid(1))
    assert step.piece == "booth.gray.03"
    assert step.walk.names == SPOTS
    assert step.walk.step_back() == walk
