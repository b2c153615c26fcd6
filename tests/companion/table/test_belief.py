"""What is believed of the pieces, and how that differs from the position."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.belief import Belief, Expected, Known, Mismatch, Whereabouts, group_of

PIECES = ("ship", "disc.red.01", "disc.red.02", "disc.red.03", "disc.blue.01")
PLACES = ("north", "south", "west")
EXPECTED = {"ship": {"north": 1}, "disc.red": {"north": 2, "south": 1}, "disc.blue": {}}


@pytest.mark.parametrize(
    ("piece", "group"),
    [("ship", "ship"), ("disc.red.07", "disc.red"), ("marker.orange2.3", "marker.orange2"), ("disc.red", "disc.red")],
)
def test_group_is_the_name_without_its_number(piece: str, group: str) -> None:
    assert group_of(piece) == group


# --- how a belief comes about ---


def test_piece_seen_is_there() -> None:
    belief = Belief().seen("ship", "north")
    assert belief.pieces["ship"] == Whereabouts("north", Known.SEEN)
    assert belief.seen_at("north") == ("ship",)


def test_piece_that_left_is_nowhere_and_remembers_where_it_was() -> None:
    belief = Belief().seen("ship", "north").gone("ship", "north")
    assert belief.pieces["ship"] == Whereabouts("", Known.SEEN, "north")
    assert belief.seen_at("north") == ()
    assert belief.returns("ship", "north")
    assert not belief.returns("ship", "south")


def test_leaving_that_is_reported_after_the_arrival_elsewhere_changes_nothing() -> None:
    belief = Belief().seen("ship", "north").seen("ship", "south").gone("ship", "north")
    assert belief.pieces["ship"] == Whereabouts("south", Known.SEEN, "north")
    assert belief.gone("ship", "north") == belief
    assert belief.gone("ship", "south").seen_at("north") == ()


def test_piece_that_its_reader_never_missed_is_back_there() -> None:
    belief = Belief().seen("ship", "north").seen("ship", "south")
    assert belief.gone("ship", "south").seen_at("north") == ("ship",)
    assert belief.gone("ship", "south", deaf={"north"}).seen_at("north") == ()


def test_piece_may_come_back_by_a_detour_before_it_was_missed() -> None:
    belief = Belief().seen("ship", "north").seen("ship", "south").seen("ship", "west")
    assert belief.gone("ship", "south").gone("ship", "west").seen_at("north") == ("ship",)
    assert belief.gone("ship", "north").gone("ship", "west").seen_at("south") == ("ship",)
    gone = belief.gone("ship", "west").gone("ship", "south").gone("ship", "north")
    assert gone.pieces["ship"] == Whereabouts("", Known.SEEN, "north")


def test_piece_never_seen_cannot_leave() -> None:
    assert Belief().gone("ship", "north") == Belief()


@pytest.mark.parametrize("known", [Known.DECLARED, Known.ASSUMED])
def test_piece_that_is_one_of_a_kind_is_believed_where_it_belongs_but_not_seen(known: Known) -> None:
    belief = Belief().following({"ship": {"north": 1}, "disc.red": {"north": 2}}, known)
    assert belief.pieces == {"ship": Whereabouts("north", known)}
    assert belief.seen_at("north") == ()


def test_reader_knows_better_than_a_declaration() -> None:
    seen = Belief().seen("ship", "west")
    assert seen.following({"ship": {"north": 1}}, Known.DECLARED) == seen
    lifted = seen.gone("ship", "west").following({"ship": {"north": 1}}, Known.DECLARED)
    assert lifted.pieces == {"ship": Whereabouts("north", Known.DECLARED, "west")}


def test_stack_counts_what_is_here_and_what_was_lifted_from_here() -> None:
    belief = Belief().seen("disc.red.01", "north").seen("disc.red.02", "north").gone("disc.red.02", "north")
    belief = belief.seen("disc.blue.01", "north").seen("disc.red.03", "south")
    assert belief.from_here("disc.red", "north") == 2


def test_only_pieces_seen_now_and_not_on_the_pad_are_on_the_board() -> None:
    belief = Belief().following({"disc": {"south": 1}}, Known.DECLARED).seen("ship", "north").seen("disc.red.02", "pad")
    assert belief.seen_on_board() == 1
    assert belief.gone("ship", "north").seen_on_board() == 0


# --- mismatches ---


def test_pieces_where_they_belong_are_no_mismatch() -> None:
    belief = Belief().seen("ship", "north").seen("disc.red.01", "north").seen("disc.red.02", "south")
    assert belief.mismatches(EXPECTED) == ()


def test_fewer_pieces_than_expected_prove_nothing() -> None:
    assert Belief().seen("disc.red.01", "north").mismatches(EXPECTED) == ()


def test_piece_where_none_of_its_kind_belongs_is_named_with_where_it_is_missed() -> None:
    belief = Belief().seen("ship", "west")
    assert belief.mismatches(EXPECTED) == (Mismatch("ship", "west", ("north",)),)


def test_one_piece_too_many_is_the_one_that_came_last() -> None:
    belief = Belief().seen("disc.red.01", "south").seen("disc.red.02", "south")
    assert belief.mismatches(EXPECTED) == (Mismatch("disc.red.02", "south", ("north",)),)


def test_piece_too_many_with_no_place_left_belongs_nowhere() -> None:
    assert Belief().seen("disc.blue.01", "west").mismatches(EXPECTED) == (Mismatch("disc.blue.01", "west", ()),)


def test_piece_belongs_where_it_was_seen_to_come_from_else_wherever_one_is_missing() -> None:
    wanted = {"disc.red": {"north": 1, "south": 1}}
    for hand in (("south",), ("south", "pad")):
        moved = Belief().seen("disc.red.01", "south")
        for place in hand[1:]:
            moved = moved.seen("disc.red.01", place)
        for place in hand:
            moved = moved.gone("disc.red.01", place)
        assert moved.seen("disc.red.01", "west").mismatches(wanted)[0].belongs == ("south",)
    assert Belief().seen("disc.red.01", "west").mismatches(wanted)[0].belongs == ("north", "south")
    there = Belief().seen("disc.red.02", "south").seen("disc.red.01", "south").seen("disc.red.01", "west")
    assert there.mismatches(wanted)[0].belongs == ("north",), "none is missing where it came from"


def test_last_mismatch_seen_comes_first() -> None:
    belief = Belief().seen("ship", "west").seen("disc.blue.01", "west")
    assert [mismatch.piece for mismatch in belief.mismatches(EXPECTED)] == ["disc.blue.01", "ship"]


def test_declared_and_assumed_pieces_are_never_wrong() -> None:
    for known in (Known.DECLARED, Known.ASSUMED):
        assert Belief().following({"ship": {"west": 1}}, known).mismatches(EXPECTED) == ()


def test_kind_that_is_not_watched_may_lie_anywhere() -> None:
    assert Belief().seen("marker.blue1.1", "west").mismatches(EXPECTED) == ()


events = st.lists(
    st.tuples(st.sampled_from(("seen", "gone")), st.sampled_from(PIECES), st.sampled_from(PLACES)), max_size=30
)


@given(events)
def test_every_group_has_as_many_mismatches_as_pieces_too_many(told: list[tuple[str, str, str]]) -> None:
    belief = Belief()
    named_by: dict[str, list[str]] = {piece: [] for piece in PIECES}  # the readers that name a piece, the newest last
    for kind, piece, place in told:
        belief = getattr(belief, kind)(piece, place)
        others = [other for other in named_by[piece] if other != place]
        named_by[piece] = [*others, place] if kind == "seen" else others
    lying = {piece: readers[-1] if readers else "" for piece, readers in named_by.items()}
    mismatches = belief.mismatches(EXPECTED)
    for group, wanted in EXPECTED.items():
        for place in PLACES:
            there = sum(where == place and group_of(piece) == group for piece, where in lying.items())
            named = [m for m in mismatches if m.place == place and group_of(m.piece) == group]
            assert len(named) == max(0, there - wanted.get(place, 0))
    assert all(lying[mismatch.piece] == mismatch.place for mismatch in mismatches)


@given(events)
def test_mismatch_ends_when_everything_is_lifted(told: list[tuple[str, str, str]]) -> None:
    belief = Belief()
    for kind, piece, place in told:
        belief = getattr(belief, kind)(piece, place)
    for piece, place in product(PIECES, PLACES):
        belief = belief.gone(piece, place)
    assert belief.mismatches(EXPECTED) == ()
    assert belief.seen_on_board() == 0


TWO, NONE = {"disc.red": {"north": 2}}, {"disc.red": dict[str, int]()}


def test_piece_whose_step_is_taken_back_lies_wrong_until_it_is_lifted_and_is_then_as_good_as_new() -> None:
    belief = Belief().seen("disc.red.01", "north").seen("disc.red.02", "north")
    belief = belief.without_step({"disc.red": {"north": 4}}, TWO, ["disc.red.02"])
    assert belief.mismatches(TWO) == (Mismatch("disc.red.02", "north", ()),), "by identity, though two belong there"
    assert belief.from_here("disc.red", "north") == 1
    lifted = belief.gone("disc.red.02", "north")
    assert not lifted.returns("disc.red.02", "north")
    assert lifted.seen("disc.red.02", "north").mismatches(TWO) == ()


def test_silenced_piece_whose_step_is_taken_back_is_known_when_it_is_heard_again() -> None:
    belief = Belief().seen("disc.red.01", "north").gone("disc.red.01", "north")
    belief = belief.without_step(TWO, NONE, ["disc.red.01"])
    assert belief.returns("disc.red.01", "north")
    assert belief.seen("disc.red.01", "north").mismatches(NONE) == (Mismatch("disc.red.01", "north", ()),)


def test_single_piece_that_was_lifted_before_its_step_is_taken_back_is_as_good_as_new() -> None:
    belief = Belief().seen("disc.red.01", "north").gone("disc.red.01", "north")
    belief = belief.without_step({"disc.red": {"north": 1}}, NONE, ["disc.red.01"])
    assert not belief.returns("disc.red.01", "north")


def test_piece_of_a_step_that_left_nothing_there_does_not_visit() -> None:
    belief = Belief().seen("disc.red.01", "north")
    assert belief.without_step(TWO, TWO, ["disc.red.01"]) == belief


@pytest.mark.parametrize("before", [NONE, {}], ids=["the step made again", "a new game"])
def test_visitor_is_at_home_again_where_more_belong(before: Expected) -> None:
    belief = Belief().seen("disc.red.01", "north").without_step(TWO, NONE, ["disc.red.01"])
    assert belief.with_step(before, TWO).mismatches(TWO) == ()
    assert belief.with_step(NONE, NONE) == belief
