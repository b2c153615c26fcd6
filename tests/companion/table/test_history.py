"""Games rebuilt from the journal, and the people who play them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.game import IllegalMove, Refusal
from companion.table.history import (
    LONGEST_NAME,
    NOBODY,
    DoesNotFit,
    History,
    Kept,
    People,
    format_people,
    history_of,
    is_name,
    pairs,
    parse_people,
    renamed,
    replay,
)
from companion.table.owners import CARDBOARD, HERE, Phone, Robot
from companion.table.proposals import name_players
from tests.toygame.game import Pearls
from tests.toygame.rules import Answer, Draw, GivePoints, Lay, Position, moves_of

GAME = Pearls()
FIRST = Position((2, 2), (0, 0), 0)
SETUP = ("setup", {"game": "pearls", "position": GAME.format_position(FIRST)})
DRAW = ("move", {"entry": GAME.format_entry(Draw("white"))})
LAY = ("move", {"entry": GAME.format_entry(Lay("reef"))})
GIVE = ("correction", {"entry": GAME.format_entry(GivePoints("red", 3))})
BACK: tuple[str, dict[str, Any]] = ("take_back", {})


def kept(*entries: tuple[str, Any]) -> Kept:
    return replay(GAME, [(number, *entry) for number, entry in enumerate(entries, 1)])


# --- history ---


def test_history_of_no_steps_stands_at_its_first_position() -> None:
    assert History(FIRST).position == FIRST
    assert History(FIRST).entries == ()


@given(st.lists(st.integers(0, 5), max_size=12))
def test_history_plays_forth_and_back(choices: list[int]) -> None:
    history, before = History(FIRST), []
    for choice in choices:
        legal = moves_of(history.position)
        if legal:
            before.append(history)
            history = history.after(GAME, legal[choice % len(legal)])
    assert history == history_of(GAME, FIRST, history.entries)
    for index, earlier in enumerate(before):
        assert history.position_before(index) == earlier.position
    for earlier in reversed(before):
        history = history.without_last()
        assert history == earlier


def test_history_refuses_what_the_rules_refuse_and_stays_as_it_is() -> None:
    history = History(FIRST)
    with pytest.raises(IllegalMove):
        history.after(GAME, Lay("reef"))
    assert history == History(FIRST)


def test_history_carries_events_and_corrections() -> None:
    history = history_of(GAME, FIRST, [Draw("black"), Lay("reef"), Answer(True), GivePoints("red", 3)])
    assert [step.events for step in history.steps] == [(), (), (("kept", "blue", 4),), ()]
    assert history.position.points == (3, 4)


# --- replay ---


def test_nothing_kept_is_no_game() -> None:
    assert kept() == Kept()


def test_moves_corrections_and_take_backs_lead_to_the_same_game() -> None:
    again = kept(SETUP, DRAW, LAY, BACK, LAY, GIVE)
    assert again == Kept(history_of(GAME, FIRST, [Draw("white"), Lay("reef"), GivePoints("red", 3)]))


def test_settled_steps_are_remembered() -> None:
    assert kept(SETUP, DRAW, LAY, ("note", {"settled": 2})).sealed == 2
    assert kept(SETUP, DRAW, ("note", {"settled": 1}), LAY, BACK).sealed == 1


def test_note_about_something_else_settles_nothing() -> None:
    assert kept(SETUP, DRAW, ("note", {"settled": 1}), ("note", {"said": "hello"})).sealed == 1


def test_second_set_up_begins_anew() -> None:
    assert kept(SETUP, DRAW, LAY, SETUP) == Kept(History(FIRST))


MALFORMED: dict[str, tuple[list[tuple[str, Any]], int]] = {
    "a move before any set-up": ([DRAW], 1),
    "a take-back before any set-up": ([BACK], 1),
    "a take-back of nothing": ([SETUP, BACK], 2),
    "a take-back of what is settled": ([SETUP, DRAW, ("note", {"settled": 1}), BACK], 4),
    "an illegal move": ([SETUP, LAY], 2),
    "a move without its entry": ([SETUP, ("move", {})], 2),
    "a move that is not one": ([SETUP, DRAW, ("move", {"entry": {"type": "fly"}})], 3),
    "a move that is no object": ([SETUP, ("move", {"entry": 7})], 2),
    "a payload that is no object": ([SETUP, DRAW, ("move", None)], 3),
    "a set-up without a position": ([("setup", {})], 1),
    "a set-up with half a position": ([("setup", {"position": {"bag": [1, 1]}})], 1),
    "a set-up with a position of no sense": ([("setup", {"position": []})], 1),
    "settled that is no number": ([SETUP, DRAW, ("note", {"settled": "all"})], 3),
    "more settled than there is": ([SETUP, DRAW, ("note", {"settled": 2})], 3),
    "less settled than nothing": ([SETUP, DRAW, ("finished", {"settled": -1})], 3),
    "a note that is no object": ([SETUP, ("note", None)], 2),
    "an unknown kind": ([SETUP, DRAW, LAY, ("wish", {})], 4),
}


@pytest.mark.parametrize(("entries", "number"), MALFORMED.values(), ids=MALFORMED)
def test_malformed_entry_is_named_with_its_number_and_kind(entries: list[tuple[str, Any]], number: int) -> None:
    with pytest.raises(DoesNotFit, match=rf"^entry {number} \({entries[-1][0]}\) does not fit: ."):
        kept(*entries)


SPOILERS: tuple[Callable[[Any], Any], ...] = (lambda _: None, lambda _: [], lambda _: {}, lambda _: "x", lambda _: -1)


@given(st.data())
def test_spoilt_entry_fits_or_is_named_and_never_anything_else(data: st.DataObject) -> None:
    entries: list[tuple[str, Any]] = [SETUP, DRAW, LAY, GIVE, BACK, ("note", {"settled": 1})]
    at = data.draw(st.integers(0, len(entries) - 1))
    kind, payload = entries[at]
    if payload and data.draw(st.booleans()):
        key = data.draw(st.sampled_from(sorted(payload)))
        payload = {**payload, key: data.draw(st.sampled_from(SPOILERS))(payload[key])}
    else:
        payload = data.draw(st.sampled_from(SPOILERS))(payload)
    entries[at] = (kind, payload)
    with suppress(DoesNotFit):
        assert isinstance(kept(*entries), Kept)


# --- taking back in one piece ---


def test_take_back_of_several_steps_is_one_entry() -> None:
    assert kept(SETUP, DRAW, LAY, ("take_back", {"steps": 2})) == kept(SETUP)
    assert kept(SETUP, DRAW, LAY, ("take_back", {"steps": 1})) == kept(SETUP, DRAW)


@pytest.mark.parametrize("steps", [0, 3, -1, "2", None, True])
def test_take_back_of_steps_that_are_not_there_does_not_fit(steps: object) -> None:
    with pytest.raises(DoesNotFit, match=r"entry 4 \(take_back\) does not fit: .*steps .* from 1 to 2"):
        kept(SETUP, DRAW, LAY, ("take_back", {"steps": steps}))


def test_take_back_reaches_no_further_than_what_is_sealed() -> None:
    with pytest.raises(DoesNotFit, match="expected a number from 1 to 1"):
        kept(SETUP, DRAW, ("note", {"settled": 1}), LAY, ("take_back", {"steps": 2}))


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


@given(
    st.dictionaries(st.sampled_from(PLAYERS), st.text(max_size=25)),
    st.dictionaries(st.text(), st.text()),
    st.dictionaries(st.text(), st.text()),
)
def test_people_are_read_back_as_they_were_written(
    names: dict[str, str], robots: dict[str, str], seats: dict[str, str]
) -> None:
    people = renamed(People(robots=pairs(robots), seats=pairs(seats)), names, PLAYERS)
    if isinstance(people, People):
        assert all(is_name(name) for _, name in people.names)
        assert parse_people(format_people(people)) == people


def _kept(*entries: tuple[str, Any]) -> People:
    return replay(GAME, [(number, *entry) for number, entry in enumerate(entries, 1)]).people


BEGUN = {"game": "pearls", "position": POSITION}


def test_names_come_back_with_the_game_and_change_with_a_note() -> None:
    begun = ("setup", {**BEGUN, "names": {"red": "Anna"}, "robots": {"blue": "simple"}})
    assert _kept(("setup", BEGUN)) == NOBODY  # as before there were names
    assert _kept(begun) == People((("red", "Anna"),), (("blue", "simple"),))
    assert _kept(begun, ("note", {"settled": 0})) == _kept(begun)
    assert _kept(begun, ("note", {"names": {"blue": "Bea"}, "robots": {}})) == People((("blue", "Bea"),))


def test_pace_is_kept_with_the_names_and_for_the_next_game() -> None:
    begun, waits = ("setup", {**BEGUN, "names": {"red": "Anna"}}), ("note", {"waits": True})
    assert not _kept(begun).waits
    people = _kept(begun, waits, ("note", {"names": {"red": "Bea"}}))
    assert people.waits
    assert parse_people(format_people(people)) == people
    assert people._replace(robots=pairs({"blue": "simple"})).next_time == people
    assert not _kept(begun, waits, ("note", {"waits": False})).waits
    with pytest.raises(DoesNotFit, match="waits: 'yes'"):
        _kept(begun, ("note", {"waits": "yes"}))


def test_seats_have_owners_that_change_with_a_note_and_come_back() -> None:
    begun = ("setup", {**BEGUN, "robots": {"blue": "simple"}, "seats": {"red": "here", "green": "phone 4f"}})
    people = _kept(begun)
    assert [people.owner(player) for player in ("red", "blue", "green")] == [HERE, Robot("simple"), Phone("4f")]
    assert _kept(("setup", BEGUN)).owner("red") == CARDBOARD  # as before seats had owners
    changed = people.seated("blue", HERE).seated("green", Robot("random")).seated("red", CARDBOARD)
    assert [changed.owner(player) for player in ("red", "blue", "green")] == [CARDBOARD, HERE, Robot("random")]
    noted = name_players(Kept(people=people), changed).payload
    assert _kept(begun, ("note", noted)) == changed
    nobody = changed.seated("blue", CARDBOARD)
    assert _kept(begun, ("note", noted), ("note", name_players(Kept(people=changed), nobody).payload)) == nobody


def test_owner_that_this_version_does_not_know_is_the_cardboard() -> None:
    assert _kept(("setup", {**BEGUN, "seats": {"red": "guest 7"}})).owner("red") == CARDBOARD


@pytest.mark.parametrize("names", [["Anna"], {"red": 3}, {"red": "A" * 99}, {"red": "\n"}])
def test_names_that_no_table_of_ours_has_written_are_told(names: Any) -> None:
    with pytest.raises(DoesNotFit, match="names"):
        _kept(("setup", {**BEGUN, "names": names}))
