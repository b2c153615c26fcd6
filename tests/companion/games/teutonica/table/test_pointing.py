"""Touches of chart and card: what they mean, what protects against wrong ones, and that they are never guessed at."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.teutonica.box import BOX
from companion.games.teutonica.rules.corrections import MoveMarker, MovePiece, MoveTurn, SetActions
from companion.games.teutonica.rules.moves import (
    Add,
    Decline,
    Displace,
    End,
    Establish,
    ExtraOffice,
    Income,
    Insert,
    Lift,
    Office,
    Pawn,
    Pay,
    Put,
    Reveal,
    Ride,
    Stay,
    Use,
    Walk,
)
from companion.games.teutonica.rules.pieces import FIRST_MARKERS, Kind, Marker
from companion.games.teutonica.rules.position import Phase
from companion.table.belief import PAD
from companion.table.dialog import About, Menu, Notice
from companion.table.screen import CHOSEN, REFUSED
from companion.table.table import Table
from hardware.ports import Health, HealthChanged, TagLeft, TagRested
from hardware.trouble import quoted
from tests.companion.games.teutonica.table.walking import COLOURS, TABLE
from tests.kit.teutonica_touches import armed_at, on
from tests.kit.wand import Wand

TRADER, MERCHANT = Kind.TRADER, Kind.MERCHANT
STADE, BREMEN, MINDEN = on("stade-hamburg"), on("bremen-hamburg"), on("bremen-minden")


def begun(*entries: Any, players: int = 3) -> Wand:
    """Begin a game of some players, red first, and play these moves and corrections."""
    wand = Wand(TABLE, BOX.pieces().all, {"players": list(COLOURS[:players]), "start": "red"})
    wand.play(*map(Reveal, FIRST_MARKERS), *entries)
    return wand


def filled(route: str, letters: str) -> tuple[Any, ...]:
    """Bring pieces from stocks to a route."""
    return tuple(MovePiece(letter, "stock", route) for letter in letters)


# --- a route between actions ---


def test_route_only_asks_until_it_is_touched_again() -> None:
    wand = begun()
    steps = len(wand.history.steps)
    wand.touch(STADE)
    assert wand.lines == ["Insert trader", "Insert merchant"]
    assert wand.table.view.scene.lamps[PAD] == CHOSEN
    wand.touch(BREMEN)
    assert len(wand.history.steps) == steps
    wand.touch(BREMEN)
    assert wand.history.entries[steps:] == (Insert(TRADER, "bremen-hamburg"),)


@pytest.mark.parametrize(("then", "kind"), [("card.ok", TRADER), ("card.merchant", MERCHANT), ("card.trader", TRADER)])
def test_question_of_a_route_is_answered_by_other_spots(then: str, kind: Kind) -> None:
    wand = begun()
    wand.touch(STADE, then)
    assert wand.history.entries[-1] == Insert(kind, "stade-hamburg")


def test_buttons_and_touches_answer_the_same_question() -> None:
    wand = begun()
    wand.touch(STADE, "card.down", "card.ok")
    assert wand.history.entries[-1] == Insert(MERCHANT, "stade-hamburg")


def test_complete_route_is_established_first() -> None:
    wand = begun(*filled("stade-hamburg", "rrr"))
    wand.touch(STADE)
    assert wand.lines[0] == "Establish"
    wand.touch(STADE)
    assert wand.history.position.phase is Phase.ESTABLISH
    wand.touch("spot.city.hamburg")
    assert wand.history.entries[-1] == Office("hamburg")


def test_displacing_comes_cheapest_first_and_lifting_last() -> None:
    wand = begun(
        MovePiece("B", "supply", "stade-hamburg"), *filled("stade-hamburg", "g"), *filled("stade-hamburg", "r")
    )
    wand.touch(STADE)
    assert wand.lines == ["Green trader", "Blue merchant", "Lift own trader", "With a merchant"]


# --- a piece that is armed ---


def test_armed_piece_is_inserted_with_every_route() -> None:
    wand = begun(SetActions(5))
    wand.touch("card.trader", STADE, BREMEN, BREMEN)
    inserted = [Insert(TRADER, route) for route in ("stade-hamburg", "bremen-hamburg", "bremen-hamburg")]
    assert list(wand.history.entries[-3:]) == inserted


def test_armed_piece_stays_over_a_route_established() -> None:
    wand = begun(*filled("stade-hamburg", "rr"), SetActions(5))
    wand.touch("card.trader", STADE, STADE, STADE, "spot.city.hamburg")
    assert wand.history.entries[-1] == Office("hamburg")
    assert armed_at(wand.table) is TRADER
    wand.touch(BREMEN)
    assert wand.history.entries[-1] == Insert(TRADER, "bremen-hamburg")


@pytest.mark.parametrize("spot", ["card.back", "card.income", "card.what_now", "card.move"])
def test_command_or_back_disarms(spot: str) -> None:
    wand = begun(*filled("bremen-minden", "r"), SetActions(5))
    wand.touch("card.trader", STADE)
    wand.touch(spot)
    assert armed_at(wand.table) is None


def test_whoever_decides_next_is_not_armed() -> None:
    wand = begun(SetActions(5))
    wand.touch("card.trader", STADE)
    wand.touch("card.end_turn", "card.end_turn")
    assert wand.history.entries[-1] == End()
    assert armed_at(wand.table) is None


def test_armed_insertion_is_taken_back_with_one_touch_and_stays_armed() -> None:
    wand = begun(SetActions(5))
    steps = len(wand.history.steps)
    wand.touch("card.trader", STADE, "card.take_back", MINDEN)
    assert wand.history.entries[steps:] == (Insert(TRADER, "bremen-minden"),)


def test_piece_stays_armed_after_the_last_action() -> None:
    wand = begun(SetActions(1), MoveMarker(Marker.PLUS_3_ACTIONS, "pile", "red"))
    steps = len(wand.history.steps)
    wand.touch("card.trader", STADE)
    assert wand.lines[0] == "End turn"
    assert armed_at(wand.table) is TRADER
    wand.touch("card.take_back", MINDEN)
    wand.touch("card.marker.plus_3_actions", BREMEN)
    used = Insert(TRADER, "bremen-minden"), Use(Marker.PLUS_3_ACTIONS), Insert(TRADER, "bremen-hamburg")
    assert wand.history.entries[steps:] == used


def test_piece_that_is_armed_and_used_up_gives_way_to_no_other() -> None:
    wand = begun(SetActions(5), *[MovePiece("r", "supply", "stock")] * 4)
    steps = len(wand.history.steps)
    wand.touch("card.trader", STADE)
    assert armed_at(wand.table) is TRADER
    wand.touch(BREMEN)
    assert wand.lines[0] == "Insert merchant"
    assert wand.history.entries[steps:] == (Insert(TRADER, "stade-hamburg"),)


def test_piece_that_is_used_up_makes_room_for_the_other_kind() -> None:
    wand = begun(SetActions(5), *filled("bremen-hamburg", "g"))
    wand.touch("card.merchant", STADE)  # the only one
    assert armed_at(wand.table) is MERCHANT
    wand.touch("card.colour.green")
    assert wand.lines[0] == "Brem-Hamb"
    wand.touch("card.back", "card.merchant")
    assert wand.refusal == "no_such_piece"
    wand.touch("card.trader")
    assert armed_at(wand.table) is TRADER
    wand.touch("card.colour.green", BREMEN)
    assert wand.history.entries[-1] == Displace(TRADER, "bremen-hamburg", "g")


def test_question_is_left_by_take_back_and_nothing_else_is() -> None:
    wand = begun(Insert(TRADER, "stade-hamburg"))
    steps = len(wand.history.steps)
    wand.touch(BREMEN, "card.take_back")
    assert len(wand.history.steps) == steps
    wand.touch("card.take_back")
    assert len(wand.history.steps) == steps - 1


# --- displacing, moving, markers, pawn ---


def test_colour_and_route_displace_and_each_piece_is_placed_with_one_touch() -> None:
    wand = begun(MovePiece("B", "supply", "stade-hamburg"))
    wand.touch("card.colour.blue", STADE)
    assert wand.history.entries[-1] == Displace(TRADER, "stade-hamburg", "B")
    wand.touch("card.trader", "card.trader")
    assert wand.history.entries[-2:] == (Pay(TRADER), Pay(TRADER))
    wand.wait(2.0)
    wand.touch(BREMEN, BREMEN, "card.no_more")
    expected = (Put(MERCHANT, "bremen-hamburg"), Add(TRADER, "bremen-hamburg"), Decline())
    assert wand.history.entries[-3:] == expected


def test_extra_piece_is_a_merchant_where_that_is_touched_first() -> None:
    displaced = (*filled("stade-hamburg", "b"), Displace(TRADER, "stade-hamburg", "b"), Pay(TRADER))
    wand = begun(MovePiece("B", "supply", "stock"), *displaced)
    wand.touch(BREMEN, "card.merchant", BREMEN)
    assert wand.history.entries[-1] == Add(MERCHANT, "bremen-hamburg")


def test_pieces_are_moved_from_and_to() -> None:
    wand = begun(*filled("stade-hamburg", "rr"))
    wand.touch("card.move", STADE, BREMEN, STADE, MINDEN)
    expected = [Lift(TRADER, "stade-hamburg"), Put(TRADER, "bremen-hamburg")]
    assert list(wand.history.entries[-4:-2]) == expected
    assert wand.history.entries[-1] == Put(TRADER, "bremen-minden")
    assert wand.history.position.phase is Phase.ACTIONS  # the book allows two


def test_another_piece_is_lifted_with_one_in_hand() -> None:
    wand = begun(*filled("stade-hamburg", "rr"))
    wand.touch("card.move", STADE, "card.move", STADE)
    assert wand.history.entries[-2:] == (Lift(TRADER, "stade-hamburg"),) * 2


def test_income_with_a_choice_takes_most_traders_when_touched_again() -> None:
    wand = begun(MovePiece("R", "supply", "stock"))
    wand.touch("card.income")
    assert len(wand.lines) == 2
    wand.touch("card.income")
    assert wand.history.entries[-1] == Income(0)


def test_marker_is_played_and_what_it_needs_is_touched() -> None:
    wand = begun(MoveMarker(Marker.REMOVE_THREE, "pile", "red"), *filled("stade-hamburg", "bg"))
    wand.touch("card.marker.remove_three")
    assert wand.history.entries[-1] == Use(Marker.REMOVE_THREE)
    wand.touch(STADE, "card.colour.green", "card.no_more")
    assert wand.history.position.phase is Phase.ACTIONS
    side = wand.history.position.setup.side
    assert wand.history.position.routes[side.route_number["stade-hamburg"]].count("b") == 1


def test_extra_office_with_either_piece_is_asked_and_is_no_printed_one() -> None:
    wand = begun(
        MoveMarker(Marker.EXTRA_OFFICE, "pile", "red"),
        *filled("arnheim-muenster", "rr"),
        MovePiece("R", "supply", "arnheim-muenster"),
        MovePiece("b", "stock", "arnheim"),
        Establish("arnheim-muenster"),
    )
    wand.touch("card.marker.extra_office", "spot.city.arnheim")
    assert wand.lines == ["Extra: Arnheim", "Extra: Arnheim"]
    wand.touch("card.merchant")
    assert wand.history.entries[-1] == ExtraOffice("arnheim", MERCHANT)


def test_pawn_goes_to_a_province_of_the_route_touched() -> None:
    wand = begun(Pawn("north"), players=2)
    wand.touch("card.pawn", on("hildesheim-goslar"))
    side = wand.history.position.setup.side
    bordering = {each for each, routes in side.bordering.items() if side.route_number["hildesheim-goslar"] in routes}
    assert len(wand.lines) == len(bordering)
    wand.touch("card.ok")
    assert isinstance(wand.history.entries[-1], Walk | Ride)
    assert wand.history.position.pawn in bordering


def test_route_out_of_reach_offers_the_pawn() -> None:
    wand = begun(Pawn("north"), players=2)
    wand.touch(on("coellen-warburg"))
    assert wand.refusal == "pawn_elsewhere"
    assert wand.lines[-1] == "No"
    assert wand.table.view.scene.lamps[PAD] == REFUSED
    wand.touch("card.ok")
    assert isinstance(wand.history.entries[-1], Ride)
    side = wand.history.position.setup.side
    assert side.route_number["coellen-warburg"] in side.bordering[wand.history.position.pawn]


def test_pawn_stays_where_no_more_is_touched_after_the_turn() -> None:
    wand = begun(Pawn("north"), Insert(TRADER, "stade-hamburg"), End(), players=2)
    assert wand.history.position.phase is Phase.WALK
    wand.touch("card.no_more")
    assert wand.history.entries[-1] == Stay()


# --- refused, and nothing else ---


@pytest.mark.parametrize(
    ("spot", "code"),
    [
        ("spot.city.hamburg", "means_nothing"),
        ("card.ability.keys", "means_nothing"),
        ("card.table.7", "means_nothing"),
        ("card.no_more", "means_nothing"),
        ("card.colour.blue", "nowhere"),
        ("card.pawn", "no_pawn"),
        ("card.marker.swap_offices", "no_such_marker"),
        (on("emden-stade"), "no_such_route"),
    ],
)
def test_what_means_nothing_is_refused_and_the_question_stays(spot: str, code: str) -> None:
    wand = begun()
    kept = wand.table.kept
    wand.touch("card.trader", spot)
    assert wand.refusal == code
    assert wand.table.kept is kept
    wand.touch(STADE)
    assert wand.history.entries[-1] == Insert(TRADER, "stade-hamburg")


def test_only_what_is_refused_lights_a_red_lamp() -> None:
    wand = begun()
    wand.touch("spot.city.hamburg")
    assert wand.refusal == "means_nothing"
    assert REFUSED not in wand.table.view.scene.lamps.values()
    wand.touch(on("emden-stade"))
    assert wand.table.view.scene.lamps["route.emden-stade"] == REFUSED


def test_pawn_is_only_in_the_game_for_two() -> None:
    wand = begun(players=5)  # its side of the board has no provinces at all
    wand.touch("card.pawn")
    assert wand.refusal == "no_pawn"


def test_without_actions_any_route_says_so() -> None:
    wand = begun(SetActions(0))
    wand.touch(STADE)
    assert wand.refusal == "no_actions"
    wand.touch("card.end_turn")
    assert wand.history.entries[-1] == End()


def test_end_with_actions_left_is_asked() -> None:
    wand = begun()
    wand.touch("card.end_turn")
    assert wand.lines == ["End turn", "No"]
    wand.touch("card.end_turn")
    assert wand.history.entries[-1] == End()


def test_stranger_is_told_and_changes_nothing() -> None:
    wand = begun()
    kept = wand.table.kept
    wand.touch("a stranger")
    assert wand.refusal == "unknown_tag"
    assert PAD not in wand.table.view.scene.lamps
    wand.touch(STADE)
    assert not wand.refusal
    assert wand.table.kept is kept


def test_score_desk_and_what_now_are_shown() -> None:
    wand = begun()
    for spot in ("card.score", "card.desk", "card.what_now"):
        wand.touch(spot)
        assert wand.dialog.topic.about is About.ASKED
        assert isinstance(wand.dialog, Notice)
    wand.touch(STADE)
    assert wand.lines[0] == "Insert trader"


# --- late, doubled, two at once ---


def test_touch_is_only_shown_when_somebody_else_has_just_begun_to_decide() -> None:
    wand = begun(*filled("stade-hamburg", "b"))
    wand.touch("card.colour.blue", STADE, "card.trader")
    steps = len(wand.history.steps)
    wand.touch(BREMEN)  # half a second after Blue was called
    assert len(wand.history.steps) == steps
    assert wand.lines == ["Put Brem-Hamb"]
    wand.touch(BREMEN)
    assert wand.history.entries[-1] == Put(TRADER, "bremen-hamburg")


def test_ok_that_comes_late_does_nothing() -> None:
    wand = begun()
    wand.touch("card.end_turn", "card.end_turn")
    home = wand.dialog
    wand.touch("card.ok")
    assert wand.dialog == home
    wand.touch("card.ok")
    assert wand.dialog != home


def test_spot_that_is_told_twice_is_one_touch() -> None:
    wand = begun(SetActions(5))
    wand.touch("card.trader")
    steps = len(wand.history.steps)
    for _ in range(3):
        wand.tell(TagRested(wand.now, PAD, STADE))
        wand.wait(0.2)
    assert len(wand.history.steps) == steps + 1
    wand.tell(TagLeft(wand.now, PAD, STADE))
    wand.touch(STADE)
    assert len(wand.history.steps) == steps + 2


def test_city_beside_a_route_is_dropped_between_actions() -> None:
    for first, second in ((STADE, "spot.city.hamburg"), ("spot.city.hamburg", STADE)):
        wand = begun()
        wand.touch_both(first, second)
        assert wand.lines[0] == "Insert trader"
        assert not wand.refusal


def test_route_beside_a_city_is_dropped_for_a_benefit() -> None:
    wand = begun(*filled("stade-hamburg", "rrr"), Establish("stade-hamburg"))
    wand.touch_both(BREMEN, "spot.city.hamburg")
    assert wand.history.entries[-1] == Office("hamburg")


def test_nearest_that_means_nothing_gives_way_to_what_is_beyond_it() -> None:
    wand = begun()
    wand.touch("spot.city.hamburg", beyond=(STADE,))
    assert wand.lines[0] == "Insert trader"
    assert not wand.refusal
    wand.touch("spot.city.hamburg", beyond=(STADE,))  # the same route again is ok
    assert wand.history.entries[-1] == Insert(TRADER, "stade-hamburg")
    wand = begun(*filled("stade-hamburg", "rrr"), Establish("stade-hamburg"))
    wand.touch(BREMEN, beyond=("spot.city.hamburg",))
    assert wand.history.entries[-1] == Office("hamburg")


def test_nearest_that_means_something_counts_whatever_is_beyond_it() -> None:
    wand = begun(SetActions(5))
    wand.touch("card.trader")
    wand.touch(STADE, beyond=(BREMEN, "spot.city.hamburg"))
    assert wand.history.entries[-1] == Insert(TRADER, "stade-hamburg")


def test_nearest_that_the_rules_refuse_is_refused_and_nothing_beyond_it_is_done() -> None:
    wand = begun(*filled("stade-hamburg", "rrr"), Establish("stade-hamburg"))
    kept = wand.table.kept
    wand.touch("spot.city.lubeck", beyond=("spot.city.hamburg",))
    assert wand.refusal
    assert wand.table.kept is kept


def test_nearest_that_means_nothing_is_told_if_nothing_beyond_it_does() -> None:
    wand = begun()
    wand.touch("spot.city.hamburg", beyond=("spot.city.stade",))
    assert wand.refusal == "means_nothing"


def test_two_routes_beyond_a_city_are_both_offered() -> None:
    wand = begun()
    wand.touch("spot.city.hamburg", beyond=(STADE, BREMEN))
    assert wand.lines == ["Stade-Hamburg", "Bremen-Hamburg"]
    wand.touch(BREMEN, BREMEN)
    assert wand.history.entries[-1] == Insert(TRADER, "bremen-hamburg")


def test_spot_that_counted_from_beyond_is_one_touch_until_it_was_left() -> None:
    wand = begun(SetActions(5))
    wand.touch("card.trader")
    steps = len(wand.history.steps)
    wand.tell(
        TagRested(wand.now, PAD, "spot.city.hamburg", (STADE,)),
        TagRested(wand.now + 0.3, PAD, STADE),  # the wand slides on to it,
        TagLeft(wand.now + 0.4, PAD, "spot.city.hamburg"),
        TagRested(wand.now + 0.7, PAD, "spot.city.hamburg", (STADE,)),  # and back
    )
    assert len(wand.history.steps) == steps + 1
    wand.tell(TagLeft(wand.now + 0.1, PAD, STADE), TagLeft(wand.now + 0.3, PAD, "spot.city.hamburg"))
    wand.wait(2.0)
    wand.touch("spot.city.hamburg", beyond=(STADE,))
    assert len(wand.history.steps) == steps + 2


def test_stranger_beyond_a_spot_that_means_nothing_is_not_told() -> None:
    wand = begun()
    wand.touch("spot.city.hamburg", beyond=("04ffffffffffff",))
    assert wand.refusal == "means_nothing"


def test_two_routes_are_both_offered() -> None:
    wand = begun()
    wand.touch_both(STADE, BREMEN)
    assert wand.lines == ["Stade-Hamburg", "Bremen-Hamburg"]
    wand.touch(BREMEN, BREMEN)
    assert wand.history.entries[-1] == Insert(TRADER, "bremen-hamburg")


@pytest.mark.parametrize("apart_s", [0.0, 0.05, 0.15])
def test_what_the_first_of_two_has_done_is_taken_back_and_both_are_offered(apart_s: float) -> None:
    wand = begun(SetActions(5))
    position = wand.history.position
    wand.touch("card.trader")
    wand.touch_both(STADE, BREMEN, apart_s=apart_s)
    assert wand.history.position == position
    assert wand.lines == ["Stade-Hamburg", "Bremen-Hamburg"]
    wand.touch("card.down", "card.ok")
    assert wand.history.entries[-1] == Insert(TRADER, "bremen-hamburg")


def test_buttons_of_the_card_that_are_heard_together_are_touched_again() -> None:
    wand = begun()
    kept = wand.table.kept
    wand.touch_both("card.score", "card.down")
    assert wand.refusal == "two_heard"
    assert wand.table.kept is kept


def test_spots_touched_one_after_the_other_are_not_two_at_once() -> None:
    wand = begun(SetActions(5))
    wand.touch("card.trader")
    wand.tell(
        TagRested(wand.now, PAD, STADE),
        TagRested(wand.now + 0.3, PAD, BREMEN),  # that the first was left is reported only later
    )
    assert wand.history.entries[-2:] == (Insert(TRADER, "stade-hamburg"), Insert(TRADER, "bremen-hamburg"))


# --- the wand unplugged ---


def test_wand_goes_on_after_it_was_unplugged_on_a_spot() -> None:
    wand = begun(SetActions(5))
    wand.touch("card.trader")
    wand.tell(TagRested(wand.now, PAD, STADE))
    steps = len(wand.history.steps)
    wand.tell(
        HealthChanged(wand.now + 1, PAD, Health.DEGRADED, quoted("no answer"), quoted("plug it in")),
        HealthChanged(wand.now + 5, PAD, Health.GOOD),
    )
    wand.wait(0.2)
    wand.touch(STADE)  # it lies there still: that is no touch of a hand
    assert len(wand.history.steps) == steps
    wand.touch(STADE)
    assert wand.history.entries[-1] == Insert(TRADER, "stade-hamburg")
    assert len(wand.history.steps) == steps + 1


def test_turn_goes_on_in_the_same_hand_after_a_correction() -> None:
    wand = begun()
    wand.touch("card.trader")
    wand.play(MoveTurn("blue"))
    assert armed_at(wand.table) is None


def test_first_touch_after_the_start_takes_a_seat_at_once() -> None:
    table = Table(TABLE, {spot: spot for spot in BOX.pieces().all}, Random(1))
    table.handle(HealthChanged(0.0, PAD, Health.GOOD))
    table.handle(TagRested(0.5, PAD, "card.colour.red"))
    assert table.refused is None
    assert isinstance(table.dialog, Menu)
    assert all(choice.place != "seat.red" for choice in table.dialog.choices), "it is taken"
