"""Owners of seats: who may decide, take a seat and give it away; and how they are written down."""

from __future__ import annotations

import pytest

from companion.table.owners import (
    CARDBOARD,
    EVERYBODY,
    HERE,
    PROGRAM,
    ROBOT,
    By,
    Owner,
    Phone,
    Robot,
    decides,
    format_by,
    may_correct,
    may_decide,
    may_hand_over,
    may_take,
    owned_by,
    parse_by,
)

ANNA, BRUNO, SIMPLE = Phone("anna"), Phone("bruno"), Robot("simple")
OWNERS: tuple[Owner, ...] = (CARDBOARD, HERE, ANNA, SIMPLE)
ASKERS: tuple[By, ...] = (CARDBOARD, HERE, ANNA, BRUNO, ROBOT, PROGRAM, EVERYBODY)


@pytest.mark.parametrize(
    ("owner", "may"),
    [
        (CARDBOARD, {CARDBOARD, HERE, ANNA, BRUNO, PROGRAM, EVERYBODY}),
        (HERE, {CARDBOARD, HERE, EVERYBODY}),
        (ANNA, {ANNA, EVERYBODY}),
        (SIMPLE, {ROBOT, EVERYBODY}),
    ],
    ids=["cardboard", "here", "phone", "robot"],
)
def test_owner_decides_and_nobody_else(owner: Owner, may: set[By]) -> None:
    assert {by for by in ASKERS if may_decide(owner, by)} == may


@pytest.mark.parametrize("by", [CARDBOARD, HERE, ANNA, PROGRAM], ids=format_by)
def test_whoever_asks_is_read_back_as_written(by: By) -> None:
    assert parse_by(format_by(by)) == by


@pytest.mark.parametrize("word", ["", "phone", "phone ", "ghost", "here!"])
def test_word_that_nobody_has_written_is_everybody(word: str) -> None:
    """As in a trace from before seats had owners: what was accepted then is accepted again."""
    assert parse_by(word) == EVERYBODY


def test_seat_that_is_taken_belongs_to_a_person_or_to_the_cardboard() -> None:
    assert [owned_by(by) for by in (HERE, ANNA, CARDBOARD, PROGRAM)] == [HERE, ANNA, CARDBOARD, CARDBOARD]


def test_persons_keep_their_seats_and_those_of_robots_are_free() -> None:
    takes = {owner: {by for by in ASKERS if may_take("red", owner, by) is None} for owner in OWNERS}
    assert takes[SIMPLE] == takes[CARDBOARD] == set(ASKERS) - {ROBOT}
    assert takes[HERE] == {CARDBOARD, HERE, EVERYBODY}
    assert takes[ANNA] == {ANNA, EVERYBODY}


def test_those_at_the_table_give_away_the_seat_of_a_phone_that_has_gone() -> None:
    gives = {owner: {by for by in ASKERS if may_hand_over("red", owner, by) is None} for owner in OWNERS}
    assert gives[ANNA] == {ANNA, HERE, CARDBOARD, EVERYBODY}
    assert gives[HERE] == {HERE, CARDBOARD, EVERYBODY}


def test_corrections_need_that_no_other_person_plays() -> None:
    alone = (("red", HERE), ("blue", SIMPLE))
    assert may_correct(alone, HERE) is None
    assert may_correct((*alone, ("green", ANNA)), HERE) is not None
    assert may_correct(alone, ANNA) is not None
    assert may_correct((("red", CARDBOARD),), ROBOT) is not None


def test_refusal_names_the_seat_and_whose_it_is() -> None:
    said = {decides("red", owner).message() for owner in OWNERS}
    assert len(said) == len(OWNERS)
    assert all(text.startswith("red decides: ") for text in said)
