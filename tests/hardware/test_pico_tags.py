from __future__ import annotations

from collections.abc import Sequence

from hardware.pico_tags import Tags
from hardware.ports import Event, TagLeft, TagRested

SHIP = bytes.fromhex("04a1b2c3d4e5f6")
READERS = ("riga", "reval", "danzig")


def told(events: Sequence[Event]) -> list[tuple[type[Event], str]]:
    return [(type(event), event.source) for event in events]


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
