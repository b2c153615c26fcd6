"""Corrections of talers, booths, ship, turn and piles: each refusal, in every phase, nothing made or lost."""

import pytest

from companion.games.hansa.rules.corrections import (
    BeginTurn,
    Leave,
    MoveBooth,
    MoveMarker,
    MovePile,
    MoveShip,
    MoveTalers,
    MoveTurn,
    correct,
)
from companion.games.hansa.rules.events import LastRound
from companion.games.hansa.rules.goods import marker
from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import Replenish, Sail, Skip
from companion.games.hansa.rules.position import Phase
from companion.games.hansa.rules.state import format_position
from tests.companion.games.hansa.rules.phases import (
    TABLES,
    code_of,
    in_actions,
    in_discard,
    in_every_phase,
    in_first_fill,
    in_lose,
    in_over,
    in_place,
    in_replenish,
    refusal_of,
    unseen_at,
    while_not_over,
    with_changes,
)
from tests.companion.games.hansa.rules.table import Table, situation

PINK1 = marker("pink1")


def test_tables_are_in_the_phases_they_are_named_for() -> None:
    assert {name: make().phase for name, make in TABLES.items()} == {
        "first fill": Phase.FILL,
        "place": Phase.PLACE,
        "replenish": Phase.REPLENISH,
        "fill": Phase.FILL,
        "actions": Phase.ACTIONS,
        "lose": Phase.LOSE,
        "discard": Phase.DISCARD,
        "over": Phase.OVER,
    }


# --- talers ---


@in_every_phase
def test_talers_move_from_the_bank_to_a_purse(table: Table) -> None:
    purse = table.talers("purple")
    after, events = correct(table.position, MoveTalers(2, "bank", "purple"))
    assert format_position(after) == with_changes(table.position, ("players.purple.talers", purse + 2))
    assert after.bank == table.bank - 2
    assert events == ()


def test_talers_move_between_purses_and_back_to_the_bank() -> None:
    table = in_actions()
    table.correct(MoveTalers(4, "gray", "yellow"))
    assert (table.talers("gray"), table.talers("yellow"), table.talers("purple"), table.bank) == (0, 7, 3, 12)
    table.correct(MoveTalers(7, "yellow", "bank"))
    assert (table.talers("gray"), table.talers("yellow"), table.talers("purple"), table.bank) == (0, 0, 3, 19)
    table.correct(MoveTalers(19, "bank", "purple"))
    assert (table.talers("purple"), table.bank) == (22, 0)


@in_every_phase
def test_talers_that_are_not_there_are_refused(table: Table) -> None:
    refusal = refusal_of(table, MoveTalers(table.talers("gray") + 1, "gray", "bank"))
    assert refusal.code == "too_few_there"
    assert refusal.message() == f"There are not that many at gray: {table.talers('gray')}."
    assert refusal.advice() == "Move at most what is there."
    assert code_of(table, MoveTalers(table.bank + 1, "bank", "gray")) == "too_few_there"
    assert code_of(table, MoveTalers(0, "bank", "gray")) == "too_few_there"
    assert code_of(table, MoveTalers(-1, "bank", "gray")) == "too_few_there"


@pytest.mark.parametrize("place", ["white", "danzig", "supply", "unseen", "gray.sold", ""])
def test_talers_are_only_in_purses_and_the_bank(place: str) -> None:
    table = in_actions()
    refusal = refusal_of(table, MoveTalers(1, place, "gray"))
    assert refusal.code == "no_such_place"
    assert refusal.message() == f"There is no place {place}."
    assert refusal.advice() == "Choose one of: bank, gray, yellow, purple."
    assert code_of(table, MoveTalers(1, "gray", place)) == "no_such_place"


def test_talers_moved_to_where_they_are_change_nothing() -> None:
    refusal = refusal_of(in_actions(), MoveTalers(1, "gray", "gray"))
    assert refusal.code == "nothing_changes"
    assert refusal.message() == "That changes nothing."
    assert refusal.advice() == "Choose two different places."


def test_replenishing_is_passed_over_when_its_taler_is_taken() -> None:
    table = in_replenish()
    assert table.active == "yellow"
    assert table.correct(MoveTalers(table.talers("yellow"), "yellow", "bank")) == ()
    assert (table.phase, table.active) == (Phase.ACTIONS, "yellow")


# --- booths ---


@in_every_phase
def test_booth_moves_between_supply_and_city(table: Table) -> None:
    left, there = table.booths_left("purple"), table.booths("purple", "reval")
    after, events = correct(table.position, MoveBooth("purple", "supply", "reval"))
    assert events == ()
    moved = Table(after)
    assert (moved.booths_left("purple"), moved.booths("purple", "reval")) == (left - 1, there + 1)
    back = correct(after, MoveBooth("purple", "reval", "supply")).position
    assert back == table.position


def test_booth_moves_from_city_to_city() -> None:
    table = in_actions()
    after = correct(table.position, MoveBooth("gray", "riga", "copenhagen")).position
    assert format_position(after) == with_changes(table.position, ("players.gray.booths", {"copenhagen": 1, "riga": 1}))


def test_booth_of_another_player_stays() -> None:
    table = in_actions()
    table.correct(MoveBooth("yellow", "supply", "riga"))
    assert (table.booths("gray", "riga"), table.booths("yellow", "riga"), table.booths_left("yellow")) == (2, 1, 14)


def test_all_fifteen_booths_fit_one_city() -> None:
    table = in_actions()
    table.correct(*[MoveBooth("yellow", "supply", "kalmar")] * 15)
    assert (table.booths("yellow", "kalmar"), table.booths_left("yellow")) == (15, 0)
    refusal = refusal_of(table, MoveBooth("yellow", "supply", "kalmar"))
    assert (refusal.code, refusal.message()) == ("too_few_there", "There are not that many at supply: 0.")


@in_every_phase
def test_booth_that_is_not_there_is_refused(table: Table) -> None:
    refusal = refusal_of(table, MoveBooth("purple", "lubeck", "supply"))
    assert (refusal.code, refusal.message()) == ("too_few_there", "There are not that many at lubeck: 0.")


def test_booths_are_only_in_cities_and_the_own_supply() -> None:
    table = in_actions()
    refusal = refusal_of(table, MoveBooth("gray", "bank", "riga"))
    assert refusal.code == "no_such_place"
    assert refusal.advice().startswith("Choose one of: supply, tonsberg, aalborg, ")
    assert code_of(table, MoveBooth("gray", "riga", "yellow")) == "no_such_place"
    refusal = refusal_of(table, MoveBooth("white", "supply", "riga"))
    assert (refusal.code, refusal.advice()) == ("no_such_place", "Choose one of: gray, yellow, purple.")
    assert code_of(table, MoveBooth("gray", "riga", "riga")) == "nothing_changes"


def test_placement_without_a_booth_left_is_passed_over() -> None:
    table = in_place()
    assert table.active == "yellow"
    table.correct(*[MoveBooth("yellow", "supply", "riga")] * 15)
    assert (table.phase, table.active, table.position.course.placements) == (Phase.PLACE, "purple", 2)
    table.play("place riga", "place kalmar")
    assert (table.active, table.position.course.placements) == ("purple", 5)


def test_placement_takes_the_one_booth_that_is_left() -> None:
    table = in_place()
    table.correct(*[MoveBooth("yellow", "supply", "riga")] * 14)
    assert table.active == "yellow"
    table.play("place kalmar")
    assert (table.booths("yellow", "kalmar"), table.booths_left("yellow")) == (1, 0)


def test_placement_without_a_city_left_is_passed_over() -> None:
    table = in_place()
    others = [city for city in table.position.setup.board.city if city != "copenhagen"]
    table.correct(*[MoveBooth("yellow", "supply", city) for city in others[:-1]])
    assert table.active == "yellow"
    assert table.legal.count() == 1
    table.correct(MoveBooth("yellow", "supply", others[-1]))
    assert table.active == "purple"
    assert table.booths_left("yellow") == 15 - len(others)


# --- ship ---


@in_every_phase
def test_ship_moves_anywhere_for_nothing(table: Table) -> None:
    after, events = correct(table.position, MoveShip("stockholm"))
    assert format_position(after) == with_changes(table.position, ("ship", "stockholm"))
    assert events == ()
    assert code_of(table, MoveShip(table.ship)) == "nothing_changes"


def test_ship_moved_by_hand_sails_on_from_there() -> None:
    table = in_actions()
    table.correct(MoveShip("riga"))
    assert [move for move in table.legal if isinstance(move, Sail)] == [Sail("danzig")]


def test_ship_to_no_city_is_refused() -> None:
    refusal = refusal_of(in_actions(), MoveShip("atlantis"))
    assert (refusal.code, refusal.message()) == ("no_such_place", "There is no place atlantis.")
    assert refusal.advice().startswith("Choose one of: tonsberg, aalborg, copenhagen,")


# --- turn ---


@pytest.mark.parametrize("phase", ["first fill", "place", "replenish", "fill", "actions"])
def test_turn_moves_to_another_player_in_the_same_phase(phase: str) -> None:
    table = TABLES[phase]()
    other = next(player for player in ("purple", "yellow") if player != table.active)
    after, events = correct(table.position, MoveTurn(other))
    assert format_position(after) == with_changes(table.position, ("active", other))
    assert events == ()


def test_turn_moved_drops_what_a_sale_still_owed() -> None:
    table = in_lose()
    assert table.mover == "yellow"
    after, events = correct(table.position, MoveTurn("purple"))
    assert format_position(after) == with_changes(
        table.position, ("losses", []), ("phase", "actions"), ("acted", False), ("active", "purple")
    )
    assert events == ()


def test_turn_moved_drops_what_was_to_be_discarded() -> None:
    table = in_discard()
    after = correct(table.position, MoveTurn("yellow")).position
    assert format_position(after) == with_changes(table.position, ("phase", "actions"), ("active", "yellow"))


def test_turn_moved_is_a_new_visit() -> None:
    table = in_actions()
    table.play(f"buy {table.stock('copenhagen')}")
    assert table.position.acted
    table.correct(MoveTurn("purple"), MoveTurn("gray"))
    assert not table.position.acted


def test_turn_moved_to_a_player_without_a_taler_passes_over_replenishing() -> None:
    table = in_replenish()
    table.correct(MoveTalers(table.talers("purple"), "purple", "bank"), MoveTurn("purple"))
    assert (table.phase, table.active) == (Phase.ACTIONS, "purple")


def test_turn_moved_in_the_first_fill_still_lets_the_start_player_place_first() -> None:
    table = in_first_fill()
    table.correct(MoveTurn("purple"))
    assert table.mover == "purple"
    table.fill()
    assert (table.phase, table.mover) == (Phase.PLACE, "gray")


@pytest.mark.parametrize("phase", ["actions", "lose", "discard"])
def test_turn_that_begins_for_another_player_begins_with_phase_2(phase: str) -> None:
    table = TABLES[phase]()
    table.correct(MoveMarker(marker(table.stock("copenhagen")), "copenhagen.1", "out"), BeginTurn("purple"))
    assert (table.phase, table.mover, table.position.acted) == (Phase.REPLENISH, "purple", False)
    assert list(legal_moves(table.position)) == [Replenish(), Skip()]


def test_turn_that_begins_where_replenishing_is_compulsory_begins_with_it() -> None:
    table = situation(stock={})
    table.correct(BeginTurn("purple"))
    assert list(legal_moves(table.position)) == [Replenish()]


@pytest.mark.parametrize("phase", ["first fill", "place", "fill"])
def test_turn_that_begins_while_something_is_set_up_is_one_in_the_same_phase(phase: str) -> None:
    table = TABLES[phase]()
    other = next(player for player in ("purple", "yellow") if player != table.active)
    assert correct(table.position, BeginTurn(other)) == correct(table.position, MoveTurn(other))


def test_turn_that_begins_where_nothing_can_be_replenished_begins_with_actions() -> None:
    table = in_actions()
    table.correct(MoveTalers(table.talers("purple"), "purple", "bank"), BeginTurn("purple"))
    assert (table.phase, table.active) == (Phase.ACTIONS, "purple")


@while_not_over
def test_turn_moved_to_whom_it_is_changes_nothing(table: Table) -> None:
    assert code_of(table, MoveTurn(table.active)) == "nothing_changes"


def test_turn_of_nobody_there_is_refused() -> None:
    table = in_actions()
    assert code_of(table, MoveTurn("white")) == "no_such_place"
    table.correct(Leave("purple"))
    refusal = refusal_of(table, MoveTurn("purple"))
    assert (refusal.code, refusal.message()) == ("already_left", "purple has already left.")
    assert refusal.advice() == "Nothing needs to be done."


def test_turn_of_an_ended_game_is_refused() -> None:
    table = in_over()
    refusal = refusal_of(table, MoveTurn("gray"))
    assert (refusal.code, refusal.message()) == ("game_over", "The game is over.")
    assert refusal.advice() == "Start a new game, or take back the last move."
    assert code_of(table, Leave("gray")) == "game_over"
    assert code_of(table, MoveTurn("white")) == "no_such_place"


# --- piles ---


@in_every_phase
def test_markers_move_between_piles(table: Table) -> None:
    if not table.position.piles[0]:
        table = Table(correct(table.position, MoveMarker(PINK1, "purple", "unseen")).position)
        table.correct(MovePile(1, 5, 1))
    first, *others, last = table.position.piles
    after, events = correct(table.position, MovePile(first, 1, 5))
    assert format_position(after) == with_changes(table.position, ("piles", [0, *others, last + first]))
    assert events == ()
    refusal = refusal_of(table, MovePile(first + 1, 1, 5))
    assert (refusal.code, refusal.message()) == ("too_few_there", f"There are not that many at pile 1: {first}.")
    assert code_of(table, MovePile(0, 1, 2)) == "too_few_there"
    assert code_of(table, MovePile(1, 1, 1)) == "nothing_changes"


@pytest.mark.parametrize("pile", [0, 6, -1])
def test_pile_that_does_not_exist_is_refused(pile: int) -> None:
    table = in_actions()
    refusal = refusal_of(table, MovePile(1, pile, 2))
    assert (refusal.code, refusal.message()) == ("no_such_place", f"There is no place {pile}.")
    assert refusal.advice() == "Choose one of: 1, 2, 3, 4, 5."
    assert code_of(table, MovePile(1, 2, pile)) == "no_such_place"


def test_marker_from_piles_moved_to_the_fifth_begins_the_last_round() -> None:
    table = situation(turn="purple", stock={"danzig": "blue1 -"}, piles=(0, 0, 0, 2, 0))
    table.correct(MovePile(2, 4, 5))
    assert not table.position.course.last_round
    table.play("end", "replenish")
    assert LastRound("gray") in table.fill()


def test_game_whose_fifth_pile_was_emptied_by_hand_still_ends() -> None:
    table = situation(stock={}, piles=(0, 0, 0, 1, 0))
    table.play("end", "replenish")
    table.fill()
    for _ in range(6):
        if table.phase is not Phase.OVER:
            table.play("end")
    assert table.phase is Phase.OVER


def test_game_whose_supply_was_taken_out_by_hand_still_ends() -> None:
    table = situation(stock={}, piles=(0, 0, 0, 0, 1))
    table.correct(MoveMarker(unseen_at(table)[0], "unseen", "out"))
    turns: list[str] = []
    while table.phase is not Phase.OVER:
        turns.append(table.active)
        table.play("end")
    assert turns == ["gray", "yellow", "purple"]
