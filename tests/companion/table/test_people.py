"""What players are called: which names can be given, and how they come back from the journal."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.game import Refusal
from companion.table.entries import DoesNotFit, replay
from companion.table.people import LONGEST_NAME, NOBODY, People, format_people, is_name, pairs, parse_people, renamed
from tests.toygame.game import Pearls
from tests.toygame.rules import Position

GAME = Pearls()
POSITION = GAME.format_position(Position((2, 2), (0, 0), 0))
PLAYERS = ("red", "blue")


def _named(names: dict[str, str], people: People = NOBODY) -> dict[str, str] | str:
    after = renamed(people, names, PLAYERS)
    return after.code if isinstance(after, Refusal) else dict(after.names)


def test_names_are_given_changed_and_taken_away() -> None:
    anna = People((("red", "Anna"),))
    assert _named({"red": "Anna"}) == {"red": "Anna"}
    assert _named({"red": "Bea", "blue": "Anna"}, anna) == {"red": "Bea", "blue": "Anna"}
    assert _named({"red": ""}, anna) == {}


@pytest.mark.parametrize(
    ("names", "code"),
    [
        ({"red": "Anna", "blue": "anna"}, "names_alike"),
        ({"red": "Blue"}, "names_alike"),  # as the other is called, who has no name
        ({"red": "A" * (LONGEST_NAME + 1)}, "name_long"),
        ({"red": "An\x00na"}, "name_unclean"),
        ({"red": "An\u202ena"}, "name_unclean"),  # turns what follows around
        ({"red": " Anna"}, "name_unclean"),
        ({"green": "Anna"}, "no_such_player"),
    ],
)
def test_name_that_cannot_be_given_is_refused(names: dict[str, str], code: str) -> None:
    assert _named(names) == code


def test_whoever_sits_out_keeps_the_name_until_somebody_else_takes_it() -> None:
    before = People((("green", "Carla"), ("red", "Anna")))
    assert _named({"blue": "Bea"}, before) == {"green": "Carla", "red": "Anna", "blue": "Bea"}
    assert _named({"blue": "Carla"}, before) == {"red": "Anna", "blue": "Carla"}


@given(st.dictionaries(st.sampled_from(PLAYERS), st.text(max_size=25)), st.dictionaries(st.text(), st.text()))
def test_people_are_read_back_as_they_were_written(names: dict[str, str], robots: dict[str, str]) -> None:
    people = renamed(People(robots=pairs(robots)), names, PLAYERS)
    if isinstance(people, People):
        assert all(is_name(name) for _, name in people.names)
        assert parse_people(format_people(people)) == people


def _kept(*entries: tuple[str, Any]) -> People:
    return replay(GAME, [(number, *entry) for number, entry in enumerate(entries, 1)]).people


SETUP = {"game": "pearls", "position": POSITION}


def test_names_come_back_with_the_game_and_change_with_a_note() -> None:
    begun = ("setup", {**SETUP, "names": {"red": "Anna"}, "robots": {"blue": "simple"}})
    assert _kept(("setup", SETUP)) == NOBODY  # as before there were names
    assert _kept(begun) == People((("red", "Anna"),), (("blue", "simple"),))
    assert _kept(begun, ("note", {"settled": 0})) == _kept(begun)
    assert _kept(begun, ("note", {"names": {"blue": "Bea"}, "robots": {}})) == People((("blue", "Bea"),))


@pytest.mark.parametrize("names", [["Anna"], {"red": 3}, {"red": "A" * 99}, {"red": "\n"}])
def test_names_that_no_table_of_ours_has_written_are_told(names: Any) -> None:
    with pytest.raises(DoesNotFit, match="names"):
        _kept(("setup", {**SETUP, "names": names}))
