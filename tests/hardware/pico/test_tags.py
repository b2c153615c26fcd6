from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from firmware import messages
from hardware.pico.tags import Tags
from hardware.ports import Crowded, Event, Resting, TagLeft, TagRested
from tests.kit.examples import examples

SHIP = bytes.fromhex("04a1b2c3d4e5f6")
OTHER_SHIP = bytes.fromhex("04112233445566")
READERS = ("riga", "reval", "danzig")


def told(events: Sequence[Event]) -> list[tuple[type[Event], str]]:
    return [(type(event), event.source) for event in events]


def test_what_was_heard_beyond_a_tag_comes_with_it_and_rests_nowhere() -> None:
    tags = Tags(READERS)
    one_beyond = 1 << messages.TAGS_BEYOND_BIT
    assert tags.take("riga", one_beyond, 1, [SHIP, OTHER_SHIP], 1.0) == [
        TagRested(1.0, "riga", SHIP.hex(), (OTHER_SHIP.hex(),))
    ]
    assert tags.resting("riga") == frozenset({SHIP.hex()})
    assert told(tags.take("riga", 0, 2, [], 2.0)) == [(TagLeft, "riga")]
    assert tags.missed == 0


def test_everything_known_is_told_again_and_a_faulty_reader_knows_nothing() -> None:
    tags = Tags(READERS)
    tags.take("riga", 0, 1, [SHIP], 1.0)
    tags.take("reval", messages.TAGS_FAULTY, 1, [], 1.0)
    assert list(tags.told(2.0)) == [
        Resting(2.0, "riga", frozenset({SHIP.hex()}), crowded=False),
        Resting(2.0, "danzig", frozenset(), crowded=False),
    ]


def test_tag_that_comes_to_rest_leaves_where_it_was_believed_to_be() -> None:
    tags = Tags(READERS)
    tags.take("riga", 0, 1, [SHIP], 1.0)
    assert told(tags.take("reval", 0, 1, [SHIP], 2.0)) == [(TagRested, "reval"), (TagLeft, "riga")]
    assert (tags.resting("riga"), tags.resting("reval")) == (frozenset(), frozenset({SHIP.hex()}))


def test_reader_that_notices_the_leaving_later_says_nothing_new_and_nothing_was_missed() -> None:
    tags = Tags(READERS)
    tags.take("riga", 0, 255, [SHIP], 1.0)
    tags.take("reval", 0, 1, [SHIP], 2.0)
    assert tags.take("riga", 0, 0, [], 2.1) == []
    assert tags.missed == 0


def test_line_that_breaks_between_two_states_leaves_no_tag_in_two_places() -> None:
    tags = Tags(READERS)
    tags.take("danzig", 0, 1, [SHIP], 1.0)
    tags.restart()
    tags.take("riga", 0, 1, [SHIP], 2.0)  # and the line breaks before danzig tells that it is empty
    tags.restart()
    back = [*tags.take("riga", 0, 1, [], 3.0), *tags.take("danzig", 0, 1, [SHIP], 3.0)]
    assert told(back) == [(TagLeft, "riga"), (TagRested, "danzig")]


def test_reader_that_still_names_a_tag_seen_elsewhere_does_not_get_it_back() -> None:
    tags = Tags(READERS)
    tags.take("riga", 0, 1, [SHIP], 1.0)
    tags.take("danzig", 0, 1, [SHIP], 2.0)
    assert told(tags.take("riga", messages.TAGS_CROWDED, 1, [SHIP], 2.1)) == [(Crowded, "riga")]
    assert told(tags.take("riga", messages.TAGS_CROWDED, 2, [SHIP, OTHER_SHIP], 2.2)) == [(TagRested, "riga")]
    assert tags.take("riga", messages.TAGS_CROWDED, 3, [OTHER_SHIP], 2.3) == []
    assert (tags.resting("riga"), tags.resting("danzig")) == (frozenset({OTHER_SHIP.hex()}), frozenset({SHIP.hex()}))
    assert tags.missed == 0


def test_tag_that_comes_back_after_its_reader_has_missed_it_rests_there_again() -> None:
    tags = Tags(READERS)
    tags.take("riga", 0, 1, [SHIP], 1.0)
    tags.take("danzig", 0, 1, [SHIP], 2.0)
    tags.take("riga", 0, 2, [], 2.1)
    assert told(tags.take("riga", 0, 3, [SHIP], 3.0)) == [(TagRested, "riga"), (TagLeft, "danzig")]
    assert tags.missed == 0


def test_tag_that_two_readers_see_stays_with_the_later_one_through_states_and_new_sessions() -> None:
    tags = Tags(READERS)
    tags.take("riga", 0, 1, [SHIP], 1.0)
    tags.take("danzig", 0, 1, [SHIP], 2.0)
    for _ in range(3):
        assert [event for name in ("riga", "danzig", "riga") for event in tags.take(name, 0, 1, [SHIP], 3.0)] == []
        tags.restart()
    assert tags.missed == 0


def test_tag_that_two_readers_see_is_with_the_one_that_does_not_lose_it() -> None:
    tags = Tags(READERS)
    tags.take("riga", 0, 1, [SHIP], 1.0)
    tags.take("danzig", 0, 1, [SHIP], 2.0)
    assert told(tags.take("danzig", 0, 2, [], 3.0)) == [(TagLeft, "danzig"), (TagRested, "riga")]
    assert tags.take("riga", 0, 1, [SHIP], 3.1) == []
    assert told(tags.take("riga", 0, 2, [], 4.0)) == [(TagLeft, "riga")]
    assert tags.missed == 0


def test_what_a_reader_named_before_a_new_session_does_not_bring_a_tag_back() -> None:
    tags = Tags(READERS)
    tags.take("riga", 0, 1, [SHIP], 1.0)
    tags.take("danzig", 0, 1, [SHIP], 2.0)
    tags.restart()
    assert told(tags.take("danzig", 0, 1, [], 3.0)) == [(TagLeft, "danzig")]
    assert told(tags.take("riga", 0, 1, [SHIP], 3.1)) == [(TagRested, "riga")]


def test_tag_that_left_and_came_back_between_two_states_is_missed_while_it_is_believed_elsewhere() -> None:
    tags = Tags(READERS)
    tags.take("riga", 0, 1, [SHIP], 1.0)
    tags.take("danzig", 0, 1, [SHIP], 2.0)
    assert tags.take("riga", 0, 3, [SHIP], 3.0) == []
    assert tags.missed == 2


def test_tag_that_went_back_while_the_line_was_broken_is_not_left_with_a_reader_that_broke_as_well() -> None:
    tags = Tags(READERS)
    tags.take("riga", 0, 1, [SHIP], 1.0)
    tags.take("danzig", 0, 1, [SHIP], 2.0)  # and the line breaks before riga notices that the ship has gone
    tags.restart()
    assert tags.take("riga", 0, 1, [SHIP], 3.0) == [], "danzig, not heard of yet, may still have it"
    assert told(tags.take("danzig", messages.TAGS_FAULTY, 1, [], 3.1)) == [(TagLeft, "danzig"), (TagRested, "riga")]
    assert (tags.resting("riga"), tags.resting("danzig")) == (frozenset({SHIP.hex()}), frozenset())


def test_tag_remembered_by_a_faulty_reader_is_with_the_one_that_names_it_next() -> None:
    tags = Tags(READERS)
    tags.take("riga", 0, 1, [SHIP], 1.0)
    tags.take("danzig", 0, 1, [SHIP], 2.0)
    tags.restart()
    assert tags.take("danzig", messages.TAGS_FAULTY, 1, [], 3.0) == []
    assert told(tags.take("riga", 0, 1, [SHIP], 3.1)) == [(TagRested, "riga"), (TagLeft, "danzig")]


def test_faulty_reader_keeps_a_tag_that_nobody_else_names() -> None:
    tags = Tags(READERS)
    tags.take("riga", 0, 1, [SHIP], 1.0)
    tags.take("danzig", 0, 1, [SHIP], 2.0)
    tags.take("riga", 0, 2, [], 2.1)
    assert tags.take("danzig", messages.TAGS_FAULTY, 1, [], 3.0) == []
    assert tags.resting("danzig") == {SHIP.hex()}


# Whether each reader names the ship; None when it is faulty. Then the order of the states, and how many of them come.
sessions_of_the_line = st.tuples(
    st.fixed_dictionaries({name: st.sampled_from((True, False, None)) for name in READERS}),
    st.permutations(READERS),
    st.integers(1, len(READERS)),
)


@examples(300)
@given(st.lists(sessions_of_the_line, min_size=3, max_size=6))
def test_whole_snapshot_leaves_a_tag_with_one_reader_that_names_it(
    sessions: list[tuple[dict[str, bool | None], list[str], int]],
) -> None:
    tags = Tags(READERS)
    believed: set[str] = set()
    for number, (named, order, heard) in enumerate(sessions):
        tags.restart()
        whole = number == len(sessions) - 1
        for name in order if whole else order[:heard]:
            flags = messages.TAGS_FAULTY if named[name] is None else 0
            for event in tags.take(name, flags, 1, [SHIP] if named[name] else [], 1.0):
                assert (event.source in believed) is isinstance(event, TagLeft), "nothing is told twice"
                believed ^= {event.source}
        assert believed == {name for name in READERS if tags.resting(name)}
    seen = {name for name, names_it in sessions[-1][0].items() if names_it}
    faulty = {name for name, names_it in sessions[-1][0].items() if names_it is None}
    assert len(believed) == 1 if seen else len(believed) <= 1
    assert believed <= (seen or faulty)
