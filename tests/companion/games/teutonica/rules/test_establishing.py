"""Establishing a route: who gets points, and the three benefits."""

from __future__ import annotations

import pytest

from companion.games.teutonica.rules.pieces import Ability
from companion.games.teutonica.rules.position import Phase
from companion.games.teutonica.rules.scoring import controller, score
from companion.games.teutonica.rules.state import format_state
from tests.companion.games.teutonica.rules.table import (
    after,
    begun,
    events,
    filled,
    houses,
    legal,
    moved,
    offices,
    player,
    refusal,
    stock,
    supply,
)

ROUTE, TAVERN, TABLE = "stade-hamburg", "osnabrueck-bremen", "coellen-warburg"
CHAIN = ("arnheim", "muenster", "minden", "brunswiek")  # to Stendal


def test_route_is_established_when_all_houses_are_ones_own() -> None:
    position = after(begun(), moved("red trader", "supply", ROUTE, ROUTE))
    assert refusal(position, f"establish {ROUTE}") == "route_not_yours"
    assert refusal(after(position, f"move-piece blue trader supply {ROUTE}"), f"establish {ROUTE}") == "route_not_yours"
    assert refusal(after(position, f"move-piece red merchant supply {ROUTE}"), f"establish {ROUTE}") is None


def test_establishing_takes_an_action_and_does_not_happen_by_itself() -> None:
    position = after(begun(), f"{moved('red trader', 'supply', ROUTE, ROUTE)}; insert trader {ROUTE}")
    assert (position.phase, houses(position, ROUTE), position.actions_left) == (Phase.ACTIONS, "rrr", 1)
    assert after(position, f"establish {ROUTE}").actions_left == 0
    assert refusal(after(position, "set-actions 0"), f"establish {ROUTE}") == "no_actions"


def test_points_come_before_the_marker_and_the_marker_before_the_benefit() -> None:
    position = after(begun(), f"{filled(TAVERN)}; move-piece blue trader supply bremen")
    told = [event["type"] for event in events(position, f"establish {TAVERN}")]
    assert told == ["prestige", "take", "draw"]
    assert after(position, f"establish {TAVERN}").phase is Phase.ESTABLISH


def test_cities_without_offices_give_no_points() -> None:
    position = after(begun(), f"{filled(ROUTE)}; establish {ROUTE}")
    assert [player(position, colour).prestige for colour in ("red", "blue", "green")] == [0, 0, 0]


def test_controller_of_either_city_gets_a_point_whoever_that_is() -> None:
    position = after(begun(), f"{filled(ROUTE)}; move-piece red trader stock hamburg")
    position = after(position, f"move-piece blue merchant supply stade; establish {ROUTE}")
    assert [player(position, colour).prestige for colour in ("red", "blue", "green")] == [1, 1, 0]


def test_one_player_gets_both_points_for_controlling_both_cities() -> None:
    position = after(begun(), f"{filled(ROUTE)}; move-piece green trader supply hamburg")
    position = after(position, f"move-piece green merchant supply stade; establish {ROUTE}")
    assert player(position, "green").prestige == 2


def test_only_player_with_an_office_controls_the_city() -> None:
    assert controller("...b") == "b"
    assert controller("B") == "b"


def test_player_with_most_offices_controls_the_city() -> None:
    assert controller("rrb") == "r"
    assert controller("brRb.r") == "r"


def test_tied_player_with_the_rightmost_office_controls_the_city() -> None:
    assert controller("rb.") == "b"
    assert controller("rbbr") == "r"
    assert controller("grrgb") == "g"


def test_claimer_takes_the_marker_of_the_route() -> None:
    position = after(begun(), f"{filled(TAVERN)}; establish {TAVERN}; clear")
    assert player(position, "red").markers == ("remove_three",)
    assert TAVERN not in format_state(position)["markers"]


def test_route_may_be_claimed_for_points_or_marker_alone() -> None:
    full = "move-piece blue merchant supply stade; " + moved("blue trader", "supply", *["hamburg"] * 3)
    position = after(begun(), f"{full}; {filled(ROUTE)}")
    position = after(position, moved("red trader", "desk.privilege", *["stock"] * 3) + f"; establish {ROUTE}")
    assert legal(position) == {"clear"}
    assert after(position, "clear").phase is Phase.ACTIONS


def test_cleared_route_may_be_claimed_again_by_others() -> None:
    position = after(begun(), f"{filled(ROUTE)}; establish {ROUTE}; office hamburg; end")
    assert houses(position, ROUTE) == "..."
    position = after(position, f"{filled(ROUTE, 'blue')}; establish {ROUTE}; clear")
    assert player(position, "red").prestige == 1


# --- an office ---


def test_office_takes_one_piece_and_the_others_go_to_the_stock() -> None:
    position = after(begun(), f"{filled(ROUTE)}; establish {ROUTE}")
    before = stock(position, "red")[0]
    founded = after(position, "office hamburg")
    assert (offices(founded, "hamburg"), houses(founded, ROUTE)) == ("|r..", "...")
    assert stock(founded, "red") == (before + 2, 0)


def test_office_is_in_one_of_the_two_cities_of_the_route() -> None:
    position = after(begun(), f"{filled(ROUTE, merchants=1)}; establish {ROUTE}")
    assert {move for move in legal(position) if move.startswith("office")} == {"office stade", "office hamburg"}
    assert refusal(position, "office luebeck") == "not_on_route"


def test_first_office_is_the_leftmost_and_the_next_is_next_to_it() -> None:
    position = after(begun(), moved("red trader", "desk.privilege", *["stock"] * 3) + "; set-actions 3")
    for shown in ("|r..", "|rr.", "|rrr"):
        position = after(position, f"{filled(ROUTE)}; establish {ROUTE}; office hamburg")
        assert offices(position, "hamburg") == shown


@pytest.mark.parametrize(
    ("level", "city", "code"),
    [(0, "kampen", "no_privilege"), (1, "kampen", None), (1, "bremen", "no_privilege"), (2, "bremen", None)],
)
def test_colour_of_the_office_needs_its_privilege(level: int, city: str, code: str | None) -> None:
    route = "kampen-osnabrueck" if city == "kampen" else TAVERN
    position = after(begun(), moved("red trader", "desk.privilege", *["stock"] * level))
    assert refusal(after(position, filled(route)), f"establish {route}; office {city}") == code


def test_white_offices_are_open_to_everybody() -> None:
    assert player(begun(), "red").value(Ability.PRIVILEGE) == 0
    assert refusal(after(begun(), filled(ROUTE)), f"establish {ROUTE}; office hamburg") is None


def test_round_office_takes_a_merchant_and_a_square_one_a_trader() -> None:
    traders = after(begun(), f"{filled(ROUTE)}; establish {ROUTE}")
    assert refusal(traders, "office stade") == "wrong_shape"
    mixed = after(begun(), f"{filled(ROUTE, merchants=1)}; establish {ROUTE}")
    assert offices(after(mixed, "office stade"), "stade") == "|R"
    assert offices(after(mixed, "office hamburg"), "hamburg") == "|r.."


def test_piece_of_the_office_comes_from_the_route_and_not_from_the_supply() -> None:
    position = after(begun(), f"{filled(ROUTE)}; establish {ROUTE}")
    assert supply(position, "red")[1] == 1
    assert refusal(position, "office stade") == "wrong_shape"


def test_last_office_moves_the_counter_of_completed_cities() -> None:
    position = after(begun(), f"{filled(ROUTE, merchants=1)}; establish {ROUTE}; office stade")
    assert format_state(position)["completed"] == 1
    other = after(begun(), f"{filled(ROUTE)}; establish {ROUTE}; office hamburg")
    assert format_state(other)["completed"] == 0


def test_full_cities_take_an_office_only_with_the_marker() -> None:
    full = "move-piece blue merchant supply stade; " + moved("blue trader", "supply", *["hamburg"] * 3)
    position = after(begun(), f"{full}; {filled(ROUTE)}; move-marker extra_office pile red; establish {ROUTE}")
    assert refusal(position, "office hamburg") == "city_full"
    assert offices(after(position, "extra_office hamburg trader"), "hamburg") == "r|bbb"


def test_coin_gives_a_point_at_once() -> None:
    position = after(begun(), f"{filled(ROUTE, merchants=1)}; establish {ROUTE}; office stade")
    assert player(position, "red").prestige == 1
    assert player(after(begun(), f"{filled(ROUTE)}; establish {ROUTE}; office hamburg"), "red").prestige == 0


def test_coin_pays_for_the_printed_office_only() -> None:
    route = "hamburg-luebeck"
    first = after(begun(), f"{filled(route)}; establish {route}; office luebeck")
    assert player(first, "red").prestige == 1
    second = after(begun(), f"move-piece blue trader supply luebeck; {filled(route)}")
    second = after(second, moved("red trader", "desk.privilege", *["stock"] * 2))
    second = after(second, f"establish {route}; office luebeck")
    assert player(second, "red").prestige == 0


# --- the link ---


def _linking(chain: tuple[str, ...] = CHAIN) -> str:
    return f"{moved('red trader', 'stock', *chain)}; {moved('red trader', 'supply', *['stendal-magdeburg'] * 3)}"


LINK = "establish stendal-magdeburg; office stendal"


def test_link_gives_seven_to_the_first() -> None:
    assert player(after(begun(), f"{_linking()}; {LINK}"), "red").prestige == 7


def test_link_gives_four_to_the_second() -> None:
    assert player(after(begun(), f"{_linking()}; add-link blue; {LINK}"), "red").prestige == 4


def test_link_gives_two_to_the_third_and_nothing_after() -> None:
    two = "add-link blue; add-link green"
    assert player(after(begun(4), f"{_linking()}; {two}; {LINK}"), "red").prestige == 2
    assert player(after(begun(4), f"{_linking()}; {two}; add-link yellow; {LINK}"), "red").prestige == 0


def test_link_needs_an_office_in_every_city_of_the_chain() -> None:
    for gap in CHAIN:
        rest = tuple(city for city in CHAIN if city != gap)
        assert player(after(begun(), f"{_linking(chain=rest)}; {LINK}"), "red").prestige == 0


def test_link_does_not_need_control_of_its_cities() -> None:
    position = after(begun(), _linking())
    position = after(position, moved("blue trader", "supply", "arnheim", "arnheim", "muenster", "minden", "minden"))
    assert controller(offices(position, "arnheim").replace("|", "")) == "b"
    assert player(after(position, LINK), "red").prestige == 7


def test_link_goes_along_any_way() -> None:
    chain = ("duisburg", "dortmund", "paderborn", "hildesheim", "goslar", "magdeburg")
    told = events(after(begun(), f"{_linking(chain=chain)}; move-piece red trader supply arnheim"), LINK)
    assert told[-1] == {"type": "prestige", "player": "red", "points": 7, "city": None, "for": "link"}


# --- an ability ---


@pytest.mark.parametrize(
    ("route", "ability"),
    [
        ("groningen-emden", "book"),
        (ROUTE, "privilege"),
        ("hamburg-luebeck", "bags"),
        ("goettingen-quedlinburg", "actions"),
        ("quedlinburg-halle", "keys"),
    ],
)
def test_ability_of_an_end_city_is_improved_instead_of_an_office(route: str, ability: str) -> None:
    position = after(begun(), f"{filled(route)}; establish {route}")
    assert {move for move in legal(position) if move.startswith("improve")} == {f"improve {ability}"}
    improved = after(position, f"improve {ability}")
    assert improved.phase is Phase.ACTIONS  # there is no second benefit
    assert player(improved, "red").level(Ability(ability)) == 1


def test_improving_returns_all_pieces_of_the_route_to_the_stock() -> None:
    position = after(begun(), f"{filled(ROUTE, merchants=1)}; establish {ROUTE}")
    before = stock(position, "red")
    improved = after(position, "improve privilege")
    assert (stock(improved, "red"), houses(improved, ROUTE)) == ((before[0] + 2, 1), "...")


@pytest.mark.parametrize(
    ("route", "ability", "gained"), [(ROUTE, "privilege", (1, 0)), ("groningen-emden", "book", (0, 1))]
)
def test_improving_brings_the_piece_of_the_track_to_the_supply(
    route: str, ability: str, gained: tuple[int, int]
) -> None:
    position = after(begun(), f"{filled(route)}; establish {route}")
    before = supply(position, "red")
    assert supply(after(position, f"improve {ability}"), "red") == (before[0] + gained[0], before[1] + gained[1])


def test_improved_ability_counts_in_the_same_turn() -> None:
    book = after(begun(), f"{filled('groningen-emden')}; establish groningen-emden; improve book")
    book = after(
        book, moved("red trader", "stock", *["supply"] * 3) + "; " + moved("red trader", "supply", *[ROUTE] * 3)
    )
    lifted = after(book, "; ".join([f"lift trader {ROUTE}"] * 3))
    assert format_state(lifted)["step"] == {"hand": ["trader"] * 3, "lifts_left": 0}
    bags = after(begun(), f"{filled('hamburg-luebeck')}; establish hamburg-luebeck; improve bags")
    before = supply(bags, "red")[0]
    assert supply(after(bags, "income 0"), "red")[0] == before + 5


@pytest.mark.parametrize(("level", "gained"), [(0, 1), (1, 0), (2, 1), (3, 0), (4, 1)])
def test_improved_actions_give_one_more_now_where_the_number_rises(level: int, gained: int) -> None:
    route = "goettingen-quedlinburg"
    position = after(begun(), moved("red trader", "desk.actions", *["stock"] * level))
    position = after(position, f"set-actions 1; {filled(route)}; establish {route}; improve actions")
    assert position.actions_left == gained


def test_ability_at_its_end_cannot_be_chosen() -> None:
    position = after(begun(), moved("red trader", "desk.privilege", *["stock"] * 3))
    position = after(position, f"{filled(ROUTE)}; establish {ROUTE}")
    assert "improve privilege" not in legal(position)


# --- the prestige table ---


def test_merchant_goes_to_the_table_instead_of_an_office() -> None:
    position = after(begun(), f"{filled(TABLE, merchants=1)}; establish {TABLE}")
    before = stock(position, "red")
    placed = after(position, "coellen 7")
    assert format_state(placed)["coellen"]["7"] == "red"
    assert (placed.phase, houses(placed, TABLE), stock(placed, "red")) == (Phase.ACTIONS, "....", (before[0] + 3, 0))


def test_table_can_be_reached_from_its_route_only() -> None:
    route = "paderborn-warburg"
    position = after(begun(), f"{filled(route, merchants=1)}; establish {route}")
    assert refusal(position, "coellen 7") == "not_on_route"


def test_table_takes_merchants_only() -> None:
    position = after(begun(), f"{filled(TABLE)}; establish {TABLE}")
    assert refusal(position, "coellen 7") == "no_such_piece"


@pytest.mark.parametrize(("level", "spaces"), [(0, {7}), (1, {7, 8}), (2, {7, 8, 9}), (3, {7, 8, 9, 11})])
def test_table_is_open_as_far_as_the_privilege_reaches_in_any_order(level: int, spaces: set[int]) -> None:
    position = after(begun(), moved("red trader", "desk.privilege", *["stock"] * level))
    position = after(position, f"{filled(TABLE, merchants=1)}; establish {TABLE}")
    assert {move for move in legal(position) if move.startswith("coellen")} == {f"coellen {each}" for each in spaces}


def test_space_of_the_table_is_taken_once() -> None:
    position = after(begun(), f"{filled(TABLE, merchants=1)}; move-piece blue merchant supply table.7")
    assert refusal(position, f"establish {TABLE}; coellen 7") == "space_taken"


def test_merchant_on_the_table_scores_its_space_at_the_end() -> None:
    position = after(begun(), f"{filled(TABLE, merchants=1)}; establish {TABLE}; coellen 7")
    assert (player(position, "red").prestige, score(position, 0).coellen) == (0, 7)


def test_route_of_the_table_may_give_an_office_as_usual() -> None:
    position = after(begun(), f"{filled(TABLE, merchants=1)}; establish {TABLE}; office coellen")
    assert offices(position, "coellen") == "|r."
