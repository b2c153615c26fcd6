"""Taking back: by action, by the step under way, not across a marker that was seen, and across others if they agree."""

from __future__ import annotations

import pytest

from companion.games.teutonica.rules.codec import Entry
from companion.games.teutonica.rules.corrections import SetActions
from companion.games.teutonica.rules.moves import (
    Add,
    Clear,
    Decline,
    Displace,
    End,
    Establish,
    Insert,
    Lift,
    Put,
    Replace,
    Reveal,
)
from companion.games.teutonica.rules.pieces import FIRST_MARKERS, Kind, Marker
from companion.games.teutonica.table import takeback
from companion.table.history import History
from tests.companion.games.teutonica.table.walking import COLOURS, GAME, TABLE

TRADER = Kind.TRADER
FILLED = (*[Insert(TRADER, "osnabrueck-bremen")] * 3,)


def after(*entries: Entry) -> History:
    """Begin a game of three, with actions enough, and go on."""
    history = History(GAME.new({"players": list(COLOURS[:3]), "start": "red"}))
    for entry in (*map(Reveal, FIRST_MARKERS), SetActions(9), *entries):
        history = history.after(GAME, entry)
    return history


def steps(*entries: Entry) -> int:
    return TABLE.goes_back(after(*entries)).steps


def test_single_move_is_an_action_by_itself() -> None:
    assert steps(FILLED[0]) == 1
    assert steps(*FILLED[:2]) == 1


def test_finished_action_goes_back_whole() -> None:
    assert steps(*FILLED, Establish("osnabrueck-bremen"), Clear()) == 2
    lifted = Lift(TRADER, "osnabrueck-bremen"), Put(TRADER, "kampen-arnheim")
    assert steps(*FILLED[:2], *lifted, *lifted) == 4


def test_step_under_way_goes_back_by_itself() -> None:
    assert steps(*FILLED, Establish("osnabrueck-bremen")) == 1
    assert steps(FILLED[0], Lift(TRADER, "osnabrueck-bremen"), Put(TRADER, "kampen-arnheim")) == 1


def displaced(*placed: Entry) -> History:
    return after(FILLED[0], End(), Displace(TRADER, "osnabrueck-bremen", "r"), *placed)


def test_displacement_is_free_until_a_piece_is_placed() -> None:
    history = displaced()
    if history.position.phase == "pay":
        history = history.after(GAME, next(iter(GAME.legal_moves(history.position))))
    assert TABLE.may_take_back(history, 0) is None
    assert TABLE.goes_back(history).steps == 1


def test_what_a_displaced_player_placed_goes_back_one_by_one_and_all_if_they_agree() -> None:
    history = displaced()
    while history.position.phase == "pay":
        history = history.after(GAME, next(iter(GAME.legal_moves(history.position))))
    history = history.after(GAME, Put(TRADER, "kampen-osnabrueck"))
    whole = takeback.displacement(history)
    assert TABLE.goes_back(history).steps == 1
    history = history.after(GAME, Add(TRADER, "kampen-osnabrueck"))
    assert TABLE.goes_back(history).steps == 1, "the action is over, but the last step was another player's"
    assert whole is not None
    assert takeback.displacement(history) == whole + 1
    before = history.without_last(whole + 1)
    assert before.position.actions_left == history.position.actions_left + 1
    assert takeback.displacement(before) is None


def test_declining_ends_what_the_displaced_player_decides() -> None:
    history = displaced()
    while history.position.phase == "pay":
        history = history.after(GAME, next(iter(GAME.legal_moves(history.position))))
    history = history.after(GAME, Put(TRADER, "kampen-osnabrueck")).after(GAME, Decline())
    assert TABLE.goes_back(history).steps == 1


def test_marker_that_was_turned_up_stays() -> None:
    taken: tuple[Entry, ...] = (*FILLED, Establish("osnabrueck-bremen"), Clear(), End())
    assert TABLE.may_take_back(after(*taken), 0) is None
    seen = after(*taken, Reveal(Marker.IMPROVE_ABILITY))
    refusal = TABLE.may_take_back(seen, 0)
    assert refusal is not None
    assert refusal.code == "marker_seen"
    placed = seen.after(GAME, Replace("kampen-arnheim"))
    assert TABLE.may_take_back(placed, 0) is None, "until the next player's first move"
    assert TABLE.goes_back(placed).steps == 1


def test_markers_of_the_taverns_are_taken_back_freely() -> None:
    history = History(GAME.new({"players": list(COLOURS[:3]), "start": "red"})).after(GAME, Reveal(FIRST_MARKERS[0]))
    assert TABLE.may_take_back(history, 0) is None


def test_correction_is_taken_back_by_itself() -> None:
    assert steps(*FILLED, Establish("osnabrueck-bremen"), Clear(), SetActions(3)) == 1


@pytest.mark.parametrize("sealed", [0, 4])
def test_recorded_score_is_closed(sealed: int) -> None:
    history = after()
    assert (TABLE.may_take_back(history, sealed) is None) == (sealed == 0)
