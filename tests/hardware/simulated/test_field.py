from random import Random

import pytest

from hardware.simulated.field import Field, Stacking

A, B, C = (bytes((4, 0, 0, number)) for number in range(3))


def test_tags_side_by_side_are_all_heard() -> None:
    field = Field()
    for uid in (A, B, C):
        field.put(uid)
    assert field.audible(33) == list(field.uids) == [A, B, C]
    field.clear()
    assert field.audible(33) == []


def test_reader_that_is_pointed_stays_with_what_it_was_held_to_first() -> None:
    field = Field(is_pointed=True)
    field.put(A)
    assert field.audible(33) == [A]
    field.put(B)
    field.put(C)
    assert field.audible(33) == [A], "what comes later is out of reach"
    field.lift(A)
    assert field.audible(33) == [B, C], "it is held to both of two that were there at once"
    field.put(A)
    field.lift(B)
    assert field.audible(33) == [C]


@pytest.mark.parametrize(("stacking", "heard"), [(Stacking.NONE, []), (Stacking.LOWEST, [A])])
def test_tags_of_a_stack_silence_each_other(stacking: Stacking, heard: list[bytes]) -> None:
    field = Field(stacking=stacking)
    field.put(A)
    field.put(B, on=A)
    field.put(C, on=B)
    assert field.audible(33) == heard


@pytest.mark.parametrize("stacking", Stacking)
def test_tags_four_millimetres_apart_are_both_heard(stacking: Stacking) -> None:
    field = Field(stacking=stacking)
    field.put(A)
    field.put(B, on=A, thickness_mm=4.0)
    assert field.audible(33) == [A, B]
    field.put(C, on=A, thickness_mm=3.9)
    assert B not in field.audible(33)


def test_flapping_tag_answers_about_as_often_as_told() -> None:
    field = Field(random=Random(3))
    field.put(A)
    field.flap(A, odds=0.25)
    assert 200 < sum(field.audible(33) == [A] for _ in range(1000)) < 300


def test_noise_hits_about_as_often_as_told() -> None:
    field = Field(random=Random(3))
    assert not field.disturbed()
    field.noise = 0.5
    assert 400 < sum(field.disturbed() for _ in range(1000)) < 600


def test_lifting_what_is_not_there_is_harmless() -> None:
    field = Field()
    field.put(B)
    field.lift(A)
    assert field.uids == (B,)
