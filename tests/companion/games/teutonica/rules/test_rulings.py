"""One test for each ruling, by its number."""

from __future__ import annotations

import pytest

from companion.games.teutonica.rules.pieces import MERCHANTS, TRADERS, Kind
from companion.games.teutonica.rules.position import Phase
from companion.games.teutonica.rules.scoring import controller, score
from companion.games.teutonica.rules.state import count_pieces, format_state
from tests.companion.games.teutonica.rules.table import (
    BOARD,
    after,
    begun,
    events,
    houses,
    legal,
    moved,
    new,
    offices,
    player,
    refusal,
    stock,
    supply,
)

ROUTE = "stade-hamburg"
TO_ROUTE = moved("red trader", "supply", ROUTE, ROUTE, ROUTE)  # red fills it
OFFICES_TO_STENDAL = ("arnheim", "muenster", "minden", "brunswiek")


def test_ruling_1_side_follows_number_of_players() -> None:
    assert [new(count).setup.side.name for count in (2, 3, 4, 5)] == ["2-3", "2-3", "4-5", "4-5"]


def test_ruling_2_pieces_never_change_in_number() -> None:
    position = after(begun(), f"{TO_ROUTE}; establish {ROUTE}; office hamburg; end")
    for seat in position.seats:
        assert count_pieces(position, seat, Kind.TRADER) == TRADERS
        assert count_pieces(position, seat, Kind.MERCHANT) == MERCHANTS


def test_ruling_3_supplies_follow_turn_order() -> None:
    position = new(5, start="green")
    assert [supply(position, colour) for colour in ("green", "yellow", "purple", "red", "blue")] == [
        (traders, 1) for traders in (5, 6, 7, 8, 9)
    ]
    assert [stock(position, colour) for colour in ("green", "blue")] == [(6, 0), (2, 0)]


def test_ruling_4_first_empty_house_and_first_equal_piece() -> None:
    position = after(begun(), f"insert trader {ROUTE}; insert merchant {ROUTE}; end")
    assert houses(position, ROUTE) == "rR."
    position = after(position, f"displace trader {ROUTE} red merchant; pay trader; pay merchant")
    assert houses(position, ROUTE) == "rb."
    position = after(begun(), f"{moved('red trader', 'supply', ROUTE, ROUTE)}; lift trader {ROUTE}")
    assert houses(position, ROUTE) == ".r."


def test_ruling_5_three_markers_on_the_taverns_in_the_boards_order() -> None:
    position = new()
    assert legal(position) == {"reveal remove_three", "reveal swap_offices", "reveal extra_office"}
    position = after(position, "taverns swap_offices")
    assert legal(position) == {"reveal remove_three", "reveal extra_office"}
    state = format_state(after(position, "taverns extra_office remove_three"))
    assert state["markers"] == {
        "osnabrueck-bremen": "swap_offices",
        "lueneburg-perleberg": "extra_office",
        "hildesheim-goslar": "remove_three",
    }
    assert state["pile"] == 13


def test_ruling_6_a_turn_may_end_at_once_and_never_by_itself() -> None:
    assert after(begun(), "end").active == 1
    position = after(begun(), f"insert trader {ROUTE}; insert trader {ROUTE}")
    assert position.phase is Phase.ACTIONS
    assert legal(position) == {"end"}


def test_ruling_7_income_is_exactly_the_bags_number_or_all_there_is() -> None:
    assert {move for move in legal(begun()) if move.startswith("income")} == {"income 0"}
    position = after(begun(), "income 0")
    assert (supply(position, "red"), stock(position, "red")) == ((8, 1), (3, 0))
    position = after(begun(), moved("red trader", "stock", *["supply"] * 4) + "; move-piece red merchant supply stock")
    assert {move for move in legal(position) if move.startswith("income")} == {"income 1"}
    position = after(position, moved("red trader", "supply", *["stock"] * 2))
    assert {move for move in legal(position) if move.startswith("income")} == {"income 0", "income 1"}
    empty = after(begun(), moved("red trader", "stock", *["supply"] * 6))
    assert refusal(empty, "income 0") == "stock_empty"


def test_ruling_8_only_others_on_routes_are_displaced() -> None:
    position = after(begun(), f"insert merchant {ROUTE}; end; insert trader {ROUTE}")
    assert refusal(position, f"displace trader {ROUTE} blue trader") == "own_piece"
    assert refusal(position, f"displace trader {ROUTE} red merchant") is None


def test_ruling_9_penalty_is_asked_only_while_both_kinds_are_there() -> None:
    position = after(begun(), f"insert trader {ROUTE}; end")
    asked = after(position, f"displace trader {ROUTE} red trader")
    assert (asked.phase, asked.actions_left, houses(asked, ROUTE)) == (Phase.PAY, 1, "b..")
    assert stock(after(asked, "pay merchant"), "blue") == (5, 1)
    automatic = f"displace merchant {ROUTE} red trader"
    assert events(position, automatic) == [{"type": "pay", "player": "blue", "piece": "trader"}]
    poor = after(position, moved("blue trader", "supply", *["stock"] * 6))
    assert refusal(poor, automatic) == "cannot_pay"
    one_more = after(poor, "move-piece blue trader stock supply")
    assert refusal(one_more, automatic) is None


def test_ruling_9_second_piece_is_paid_by_itself_when_one_kind_is_left() -> None:
    position = after(begun(), f"insert merchant {ROUTE}; end; {moved('blue trader', 'supply', *['stock'] * 3)}")
    told = events(position, f"displace trader {ROUTE} red merchant; pay merchant")
    assert told == [{"type": "pay", "player": "blue", "piece": "trader"}]


def test_ruling_10_displaced_piece_must_be_placed() -> None:
    position = after(begun(), f"insert trader {ROUTE}; end; displace merchant {ROUTE} red trader")
    assert position.mover_name == "red"
    assert {move.split()[0] for move in legal(position)} == {"put"}
    assert refusal(position, "decline") == "put_first"


def test_ruling_11_displaced_piece_comes_first() -> None:
    position = after(begun(), f"insert trader {ROUTE}; end; displace merchant {ROUTE} red trader")
    assert refusal(position, "add trader hamburg-luebeck") == "put_first"
    assert refusal(position, "put trader hamburg-luebeck; add trader bremen-hamburg") is None


def test_ruling_12_extra_pieces_come_from_stock_then_supply_then_board() -> None:
    position = after(begun(), f"insert merchant {ROUTE}; end; displace merchant {ROUTE} red merchant")
    position = after(position, "put merchant hamburg-luebeck")
    assert refusal(position, "lift merchant hamburg-luebeck") == "stock_first"
    assert stock(after(position, "add trader hamburg-luebeck"), "red") == (5, 0)
    no_stock = after(position, moved("red trader", "stock", *["supply"] * 6))
    assert supply(after(no_stock, "add trader hamburg-luebeck"), "red") == (10, 0)
    nothing = after(no_stock, moved("red trader", "supply", *["goslar.extra"] * 11))
    assert refusal(nothing, "add trader hamburg-luebeck") == "no_such_piece"
    lifted = after(nothing, "lift merchant hamburg-luebeck")
    assert refusal(lifted, "lift merchant hamburg-luebeck") == "put_first"
    assert format_state(lifted)["step"] == {"route": ROUTE, "hand": ["merchant"], "extra": 1}
    assert after(lifted, "put merchant bremen-hamburg").phase is Phase.RELOCATE


def test_ruling_13_the_displaced_player_may_stop() -> None:
    position = after(begun(), f"insert trader {ROUTE}; end; displace merchant {ROUTE} red trader")
    position = after(position, "put trader hamburg-luebeck; decline")
    assert (position.phase, position.mover_name, position.actions_left) == (Phase.ACTIONS, "blue", 1)


def test_ruling_14_nearest_routes_first_and_never_the_same() -> None:
    position = after(begun(), f"insert trader {ROUTE}; end; displace merchant {ROUTE} red trader")
    assert legal(position) == {
        f"put trader {route}" for route in ("hamburg-luebeck", "bremen-hamburg", "hamburg-lueneburg")
    }
    assert refusal(position, f"put trader {ROUTE}") == "same_route"
    assert refusal(position, "put trader bremen-minden") == "too_far"
    near = ["hamburg-luebeck"] * 3 + ["bremen-hamburg"] * 4 + ["hamburg-lueneburg"] * 4
    filled = after(
        position, moved("green trader", "stock", *["supply"] * 4) + ";" + moved("green trader", "supply", *near)
    )
    assert "put trader bremen-minden" in legal(filled)
    assert "put trader minden-hannover" not in legal(filled)
    assert refusal(filled, "put trader hamburg-luebeck") == "route_full"


def _full_board_but(free: str) -> str:
    """Corrections that fill the board for five with all there is, but for one route."""
    lines = []
    for colour in ("green", "yellow", "purple", "blue", "red"):
        lines.append(moved(f"{colour} trader", "desk.keys", *["supply"] * 4))
        lines.append(moved(f"{colour} trader", "desk.actions", *["supply"] * 5))
        lines.append(moved(f"{colour} trader", "desk.bags", *["supply"] * 3))
        lines.append(moved(f"{colour} trader", "desk.privilege", *["supply"] * 3))
    places = [route.id for route in BOARD.sides[1].routes for _ in range(route.houses) if route.id != free]
    hands = {"green": 20, "yellow": 20, "purple": 20, "blue": 18, "red": 18}
    for colour, count in hands.items():
        have = {"green": 7 + 15, "yellow": 8 + 15, "purple": 9 + 15, "blue": 6 + 15, "red": 5 + 15}[colour]
        take, places = places[: min(count, have)], places[min(count, have) :]
        lines.append(moved(f"{colour} trader", "supply", *take))
    more = {"green": 4, "yellow": 3}
    for colour, count in more.items():
        take, places = places[:count], places[count:]
        lines.append(moved(f"{colour} trader", "stock", *take))
    assert len(places) < 12, len(places)
    for at, place in enumerate(places):
        lines.append(moved(f"{('blue', 'red', 'purple')[at % 3]} trader", "stock", place))
    return "; ".join(line for line in lines if line)


def test_ruling_15_without_room_the_piece_goes_to_the_stock() -> None:
    position = after(begun(5), _full_board_but(ROUTE))
    position = after(position, f"move-turn blue; move-piece red merchant supply {ROUTE}")
    before = stock(position, "red")
    told = events(position, f"displace trader {ROUTE} red merchant; pay trader; pay merchant")
    assert told[-1] == {"type": "no_room", "player": "red", "piece": "merchant"}
    position = after(position, f"displace trader {ROUTE} red merchant; pay trader; pay merchant")
    assert stock(position, "red") == (before[0], before[1] + 1)
    assert position.phase is Phase.ACTIONS


def test_ruling_15_without_room_for_extra_pieces_they_are_forfeited() -> None:
    position = after(begun(5), _full_board_but(ROUTE))
    position = after(position, f"move-turn blue; move-piece red merchant supply {ROUTE}")
    away = houses(position, "hamburg-luebeck")[0]
    position = after(position, f"move-piece {'green' if away == 'g' else 'yellow'} trader hamburg-luebeck stock")
    told = events(
        position, f"displace trader {ROUTE} red merchant; pay trader; pay merchant; put merchant hamburg-luebeck"
    )
    assert told[-1] == {"type": "no_room", "player": "red", "piece": None}


def test_ruling_16_the_pawn_does_not_limit_relocating() -> None:
    position = after(
        begun(2), "insert trader emden-osnabrueck; end; stay; displace merchant emden-osnabrueck red trader"
    )
    assert "put trader kampen-osnabrueck" in legal(position)  # does not border the pawn's province


def test_ruling_17_moving_lifts_and_puts_in_any_order() -> None:
    position = after(begun(), f"insert trader {ROUTE}; insert merchant hamburg-luebeck; end; end; end")
    swapped = after(
        position,
        f"lift trader {ROUTE}; lift merchant hamburg-luebeck; put merchant {ROUTE}; put trader hamburg-luebeck",
    )
    assert (houses(swapped, ROUTE), houses(swapped, "hamburg-luebeck")) == ("R..", "r..")
    assert (swapped.phase, swapped.actions_left) == (Phase.ACTIONS, 1)
    back = after(position, f"lift trader {ROUTE}; put trader {ROUTE}; lift trader {ROUTE}")
    assert refusal(back, "lift merchant hamburg-luebeck") == "no_lifts_left"
    assert refusal(back, "done") == "put_first"
    assert refusal(position, f"lift trader {ROUTE}; put trader bremen-minden; done") is None


def test_ruling_18_moving_never_displaces_nor_enters_cities() -> None:
    position = after(begun(), moved("blue trader", "supply", ROUTE, ROUTE, ROUTE) + "; insert trader hamburg-luebeck")
    assert refusal(position, f"lift trader hamburg-luebeck; put trader {ROUTE}") == "route_full"


def test_ruling_19_points_then_marker_then_benefit_then_clearing() -> None:
    route = "osnabrueck-bremen"
    position = after(begun(), moved("red trader", "supply", route, route, route, "bremen"))
    assert events(position, f"establish {route}; office osnabrueck") == [
        {"type": "prestige", "player": "red", "points": 1, "city": "bremen", "for": "control"},
        {"type": "take", "player": "red", "marker": "remove_three"},
        {"type": "draw", "player": "red"},
    ]
    established = after(position, f"establish {route}")
    assert houses(established, route) == "rrr"
    assert (score(established, 0).markers, score(established, 1).markers) == (1, 0)  # it counts already
    assert player(established, "red").markers == ()
    done = after(established, "office osnabrueck")
    assert (houses(done, route), player(done, "red").markers) == ("...", ("remove_three",))
    assert stock(done, "red") == (8, 0)


def test_ruling_20_control_is_most_offices_then_rightmost() -> None:
    assert controller("rrb") == "r"
    assert controller("rb") == "b"
    assert controller("Bbr.") == "b"
    assert controller("gbr") == "r"
    position = after(begun(), f"{TO_ROUTE}; move-piece blue trader supply hamburg; move-piece blue trader supply stade")
    told = events(position, f"establish {ROUTE}")
    assert [(event["player"], event["city"]) for event in told] == [("blue", "stade"), ("blue", "hamburg")]


def test_ruling_21_one_benefit_or_none() -> None:
    position = after(begun(), f"{TO_ROUTE}; establish {ROUTE}")
    assert legal(position) == {"clear", "office hamburg", "improve privilege"}
    assert after(position, "clear").phase is Phase.ACTIONS


def test_ruling_22_next_printed_office_by_colour_and_shape() -> None:
    position = after(begun(), f"{TO_ROUTE}; establish {ROUTE}")
    assert refusal(position, "office stade") == "wrong_shape"
    taken = after(position, "move-piece blue trader supply hamburg")
    assert refusal(taken, "office hamburg") == "no_privilege"
    higher = after(taken, moved("red trader", "desk.privilege", "supply", "supply"))
    assert offices(after(higher, "office hamburg"), "hamburg") == "|br."


def test_ruling_23_coin_once_and_never_for_a_swap() -> None:
    position = after(begun(), f"{moved('red trader', 'supply', ROUTE, ROUTE)}; move-piece red merchant supply {ROUTE}")
    told = events(position, f"establish {ROUTE}; office stade")
    assert told[0] == {"type": "prestige", "player": "red", "points": 1, "city": "stade", "for": "coin"}
    swap = after(begun(), "move-marker swap_offices pile red; move-piece red trader supply luebeck")
    assert events(after(swap, "move-piece blue trader supply luebeck"), "use swap_offices luebeck 1") == []


def test_ruling_24_last_printed_office_completes_a_city() -> None:
    position = after(begun(), f"{moved('red trader', 'supply', ROUTE, ROUTE)}; move-piece red merchant supply {ROUTE}")
    assert events(position, f"establish {ROUTE}; office stade")[-1] == {
        "type": "completed",
        "city": "stade",
        "cities": 1,
    }
    extra = after(begun(), f"{TO_ROUTE}; move-piece blue merchant supply stade; move-marker extra_office pile red")
    assert events(extra, f"establish {ROUTE}; extra_office stade trader")[1:] == []


def test_ruling_25_link_gives_seven_four_two_once() -> None:
    chain = moved("red trader", "stock", *OFFICES_TO_STENDAL)
    position = after(begun(), f"{chain}; {moved('red trader', 'supply', *['stendal-magdeburg'] * 3)}")
    told = events(position, "establish stendal-magdeburg; office stendal")
    assert told[-1] == {"type": "prestige", "player": "red", "points": 7, "city": None, "for": "link"}
    second = after(position, "add-link blue")
    assert events(second, "establish stendal-magdeburg; office stendal")[-1]["points"] == 4
    third = after(second, "add-link green")
    assert events(third, "establish stendal-magdeburg; office stendal")[-1]["points"] == 2
    assert after(third, "establish stendal-magdeburg; office stendal").cities.links == (1, 2, 0)
    again = after(position, "add-link red")
    assert events(again, "establish stendal-magdeburg; office stendal") == []


def test_ruling_25_fourth_player_gets_nothing() -> None:
    chain = moved("red trader", "stock", *OFFICES_TO_STENDAL)
    position = after(begun(4), f"{chain}; {moved('red trader', 'supply', *['stendal-magdeburg'] * 3)}")
    position = after(position, "add-link blue; add-link green; add-link yellow")
    assert events(position, "establish stendal-magdeburg; office stendal") == []


def test_ruling_26_improving_moves_a_piece_and_may_gain_an_action() -> None:
    route = "goettingen-quedlinburg"
    position = after(begun(), moved("red trader", "supply", route, route, route))
    told = events(position, f"establish {route}; improve actions")
    assert told == [{"type": "actions", "player": "red", "gained": 1}]
    improved = after(position, f"establish {route}; improve actions")
    assert (improved.actions_left, supply(improved, "red")) == (2, (3, 1))
    second = after(position, f"move-piece red trader desk.actions supply; establish {route}; improve actions")
    assert second.actions_left == 1  # from three actions to three
    most = after(position, moved("red trader", "desk.actions", *["stock"] * 5))
    assert refusal(most, f"establish {route}; improve actions") == "at_maximum"
    book = after(begun(), moved("red trader", "supply", *["groningen-emden"] * 3))
    assert supply(after(book, "establish groningen-emden; improve book"), "red") == (2, 2)


def test_ruling_27_any_free_space_that_the_privilege_reaches() -> None:
    route = "coellen-warburg"
    position = after(begun(), f"{moved('red trader', 'supply', *[route] * 3)}; move-piece red merchant supply {route}")
    position = after(position, f"establish {route}")
    assert {move for move in legal(position) if move.startswith("coellen")} == {"coellen 7"}
    assert refusal(position, "coellen 11") == "no_privilege"
    placed = after(position, "coellen 7")
    assert score(placed, 0).coellen == 7
    assert score(placed, 0).network == 0
    higher = after(position, moved("red trader", "desk.privilege", *["stock"] * 3))
    assert {move for move in legal(higher) if move.startswith("coellen")} == {f"coellen {s}" for s in (7, 8, 9, 11)}


def test_ruling_28_a_failed_draw_ends_the_game_and_the_marker_counts() -> None:
    route = "osnabrueck-bremen"
    position = after(begun(), moved("red trader", "supply", route, route, route))
    last = after(position, "; ".join(["move-face-down pile blue.plate"] * 12))
    assert after(last, f"establish {route}; clear").phase is Phase.ACTIONS  # emptying the pile ends nothing
    empty = after(last, "move-face-down pile blue.plate")
    told = events(empty, f"establish {route}; clear")
    assert told[1] == {"type": "no_draw", "player": "red"}
    assert told[-1] == {"type": "over", "causes": ["markers"], "winners": ["red"]}
    assert score(after(empty, f"establish {route}; clear"), 0).markers == 1


def test_ruling_29_markers_are_used_between_actions_and_kept() -> None:
    position = after(begun(), "move-marker plus_3_actions pile red; set-actions 0; use plus_3_actions")
    assert (position.actions_left, player(position, "red").used) == (3, ("plus_3_actions",))
    assert score(position, 0).markers == 1
    route = "hildesheim-goslar"
    taking = after(
        begun(), f"{moved('red trader', 'supply', route, route, route)}; move-piece blue trader supply goslar"
    )
    taking = after(taking, f"establish {route}")
    assert refusal(taking, "extra_office goslar trader") == "no_such_marker"  # it was gained in this action


def test_ruling_30_extra_office_goes_left_of_all() -> None:
    position = after(begun(), f"{TO_ROUTE}; move-marker extra_office pile red")
    assert refusal(position, f"establish {ROUTE}; extra_office hamburg trader") == "city_empty"
    position = after(position, "move-piece blue trader supply hamburg")
    assert refusal(position, f"establish {ROUTE}; extra_office hamburg merchant") == "no_such_piece"
    founded = after(position, f"establish {ROUTE}; extra_office hamburg trader")
    assert offices(founded, "hamburg") == "r|b.."
    assert controller("rb..") == "b"
    assert player(founded, "red").used == ("extra_office",)
    later = after(founded, "end; move-marker extra_office pile blue; move-turn red; move-turn blue")
    later = after(later, f"{moved('blue trader', 'supply', ROUTE, ROUTE, ROUTE)}; establish {ROUTE}")
    assert offices(after(later, "extra_office hamburg trader"), "hamburg") == "br|b.."


def test_ruling_31_swap_of_any_two_neighbours() -> None:
    position = after(begun(), f"move-marker swap_offices pile red; {moved('blue trader', 'supply', 'hamburg')}")
    position = after(position, "move-piece green trader supply hamburg")
    assert refusal(position, "use swap_offices hamburg 2") == "nobody_there"
    assert refusal(position, "use swap_offices stade 1") == "nobody_there"
    assert offices(after(position, "use swap_offices hamburg 1"), "hamburg") == "|gb."


def test_ruling_32_up_to_three_pieces_to_their_owners_supplies() -> None:
    position = after(begun(), "move-marker remove_three pile red")
    assert refusal(position, "use remove_three") == "nobody_there"
    position = after(position, f"move-piece blue merchant supply {ROUTE}; insert trader {ROUTE}; use remove_three")
    removed = after(position, f"remove {ROUTE} blue merchant")
    assert supply(removed, "blue") == (6, 1)
    assert removed.phase is Phase.REMOVE
    assert after(removed, f"remove {ROUTE} red trader").phase is Phase.ACTIONS  # nothing is left
    assert after(removed, "done").phase is Phase.ACTIONS
    three = after(position, f"{moved('green trader', 'supply', *['hamburg-luebeck'] * 3)}")
    three = after(three, "; ".join(["remove hamburg-luebeck green trader"] * 3))
    assert three.phase is Phase.ACTIONS


@pytest.mark.parametrize(("marker", "actions"), [("plus_3_actions", 5), ("plus_4_actions", 6)])
def test_ruling_33_more_actions_this_turn(marker: str, actions: int) -> None:
    position = after(begun(), f"move-marker {marker} pile red; use {marker}")
    assert position.actions_left == actions
    assert after(position, "end; end; end").actions_left == 2


def test_ruling_34_any_ability_below_its_maximum() -> None:
    position = after(begun(), "move-marker improve_ability pile red")
    uses = {f"use improve_ability {ability}" for ability in ("keys", "actions", "privilege", "book", "bags")}
    assert {move for move in legal(position) if move.startswith("use")} == uses
    assert events(position, "use improve_ability actions") == [{"type": "actions", "player": "red", "gained": 1}]
    most = after(position, moved("red trader", "desk.keys", *["supply"] * 4))
    assert refusal(most, "use improve_ability keys") == "at_maximum"


def test_ruling_35_replacement_is_seen_at_the_end_of_the_turn() -> None:
    route = "osnabrueck-bremen"
    position = after(begun(), f"{moved('red trader', 'supply', route, route, route)}; establish {route}; clear")
    assert player(position, "red").plate == 1
    assert len(position.bonus.unseen) == 13
    ended = after(position, "end")
    assert (ended.phase, ended.mover_name, ended.actions_left, ended.acted) == (Phase.REVEAL, "red", 0, True)
    placed = after(ended, f"reveal improve_ability; replace {route}")
    assert (placed.mover_name, len(placed.bonus.unseen), placed.bonus.pile) == ("blue", 12, 12)


def test_ruling_36_marker_goes_to_an_empty_route_with_a_free_office() -> None:
    route = "osnabrueck-bremen"
    position = after(begun(), f"{moved('red trader', 'supply', route, route, route)}; establish {route}; clear")
    position = after(position, f"move-piece red trader supply {ROUTE}; end; reveal plus_3_actions")
    assert refusal(position, "replace hildesheim-goslar") == "has_marker"
    assert refusal(position, f"replace {ROUTE}") == "route_occupied"
    full = after(position, "move-piece blue merchant supply lueneburg; move-piece blue trader supply hannover")
    assert "replace hannover-lueneburg" in legal(full)  # one free office is enough
    full = after(full, "move-piece blue trader supply hannover")
    assert refusal(full, "replace hannover-lueneburg") == "cities_full"
    assert refusal(position, f"replace {route}") is None


def test_ruling_37_marker_without_a_route_stays_on_the_plate() -> None:
    position = after(begun(), "move-face-down pile red.plate")
    fillers = [route.id for route in BOARD.sides[0].routes if not route.tavern]
    lines = [
        moved("green trader", "desk.actions", *["supply"] * 5),
        moved("green trader", "desk.keys", *["supply"] * 4),
    ]
    lines += [moved("green trader", "supply", *fillers[:15]), moved("blue trader", "supply", *fillers[15:21])]
    lines += [moved("red trader", "supply", *fillers[21:26]), moved("blue trader", "stock", *fillers[26:])]
    position = after(position, "; ".join(lines))
    assert events(position, "end")[0] == {"type": "kept", "player": "red", "markers": 1}
    assert player(after(position, "leave red"), "blue").plate == 1  # ruling 47: it is not lost with a player
    next_turn = after(position, f"end; end; move-piece blue trader {fillers[20]} stock; end; end")
    assert (next_turn.phase, next_turn.mover_name) == (Phase.REVEAL, "red")


def test_ruling_38_the_action_is_carried_out_whole_and_then_the_game_is_over() -> None:
    position = after(begun(), f"{TO_ROUTE}; move-piece red merchant supply stade; set-prestige red 19")
    position = after(position, f"establish {ROUTE}")
    assert format_state(position)["ending"] == ["prestige"]
    assert position.phase is Phase.ESTABLISH
    over = after(position, "office hamburg")
    assert (over.phase, over.mover, offices(over, "hamburg")) == (Phase.OVER, None, "|r..")
    state = format_state(over)
    assert (state["active"], state["actions_left"], state["acted"], state["winners"]) == (None, 0, False, ["red"])


def test_ruling_38_others_points_end_the_game_too_and_cities_do() -> None:
    position = after(begun(), f"{TO_ROUTE}; move-piece blue merchant supply stade; set-prestige blue 19")
    assert after(position, f"establish {ROUTE}; clear").ending == ("prestige",)
    cities = after(begun(), f"{moved('red trader', 'supply', *['arnheim-duisburg'] * 3)}; set-completed 9")
    over = after(cities, "establish arnheim-duisburg; office duisburg")
    assert (over.phase, over.ending) == (Phase.OVER, ("cities",))


def test_ruling_39_what_scores() -> None:
    position = after(begun(), moved("red trader", "supply", "hamburg", "stade", "luebeck"))
    position = after(position, moved("red trader", "stock", "hamburg", "goslar"))
    position = after(position, moved("red trader", "desk.keys", "stock") + "; set-prestige red 5")
    position = after(position, "; ".join(f"move-marker {m} pile red" for m in ("extra_office", "plus_3_actions")))
    position = after(position, "move-face-down pile red.plate; move-piece red merchant supply table.9")
    position = after(position, moved("red merchant", "desk.book", *["stock"] * 3))
    points = score(position, 0)
    assert points == (5, 4, 3, 9, 8, 8)
    assert points.total == 37


def test_ruling_40_the_pawn_limits_insert_displace_and_establish() -> None:
    position = after(begun(2), f"{moved('red trader', 'supply', *['goslar-magdeburg'] * 2)}")
    assert refusal(position, "insert trader goslar-magdeburg") == "pawn_elsewhere"
    assert refusal(position, "displace trader goslar-magdeburg blue trader") == "pawn_elsewhere"
    assert refusal(position, "establish goslar-magdeburg") == "pawn_elsewhere"
    assert refusal(position, "lift trader goslar-magdeburg; put trader quedlinburg-halle") is None
    assert refusal(position, "ride east-lower; establish goslar-magdeburg") is None


def test_ruling_41_the_other_player_puts_the_pawn() -> None:
    position = after(new(2), "taverns remove_three swap_offices extra_office")
    assert (position.phase, position.mover_name, len(legal(position))) == (Phase.PAWN, "blue", 16)
    assert after(position, "pawn north").mover_name == "red"


def test_ruling_42_the_free_move_is_one_or_two_borders_once() -> None:
    position = begun(2)
    assert refusal(position, "walk weser-triangle") is None
    assert refusal(position, "walk south") == "too_far"
    assert refusal(position, "walk north") == "same_province"
    assert refusal(position, "walk upper-heath; walk north") == "already_walked"
    assert refusal(position, f"insert trader {ROUTE}; walk upper-heath") == "already_acted"
    walking = after(position, "end")
    assert (walking.phase, walking.mover_name) == (Phase.WALK, "red")
    assert after(walking, "walk upper-heath").mover_name == "blue"
    assert after(walking, "stay").pawn == "north"
    assert after(position, "walk upper-heath; end").mover_name == "blue"


def test_ruling_43_the_paid_move_goes_anywhere() -> None:
    position = after(begun(2), "ride south-east")
    assert (position.pawn, position.actions_left, position.acted) == ("south-east", 1, True)
    assert refusal(position, "ride south-east") == "same_province"
    assert refusal(position, "ride north; ride south") == "no_actions"


def test_ruling_44_an_action_under_way_ends_by_itself_when_nothing_is_left() -> None:
    position = after(begun(), f"insert trader {ROUTE}; end; displace merchant {ROUTE} red trader")
    position = after(position, "put trader hamburg-luebeck; add trader hamburg-luebeck")
    assert (position.phase, position.mover_name) == (Phase.ACTIONS, "blue")


def test_ruling_45_nobody_is_stuck_between_actions() -> None:
    position = after(begun(), "set-actions 0")
    assert legal(position) == {"end"}


def test_ruling_46_a_move_taken_back_is_the_very_same_position() -> None:
    position = after(begun(), f"insert trader {ROUTE}")
    again = after(begun(), f"insert trader {ROUTE}")
    assert position == again
    assert hash(position) == hash(again)


def test_ruling_47_a_player_who_leaves_is_passed_over() -> None:
    position = after(begun(), "leave blue; end")
    assert position.mover_name == "green"
    over = after(position, "leave red")
    assert over.phase is Phase.OVER


def test_ruling_47_the_displaced_piece_of_one_who_left_goes_to_the_stock() -> None:
    position = after(begun(), f"insert trader {ROUTE}; end; leave red")
    told = events(position, f"displace merchant {ROUTE} red trader")
    assert told[-1] == {"type": "absent", "player": "red", "piece": "trader"}
    assert stock(after(position, f"displace merchant {ROUTE} red trader"), "red") == (7, 0)


def test_ruling_47_markers_on_the_plate_are_placed_by_the_next_player() -> None:
    route = "osnabrueck-bremen"
    position = after(
        begun(), f"{moved('red trader', 'supply', route, route, route)}; establish {route}; clear; leave red"
    )
    assert (position.phase, position.mover_name) == (Phase.REVEAL, "blue")
    placed = after(position, f"reveal plus_3_actions; replace {route}")
    assert (placed.phase, placed.mover_name) == (Phase.ACTIONS, "blue")


def test_ruling_47_a_piece_in_hand_goes_back() -> None:
    position = after(begun(), f"insert trader {ROUTE}; lift trader {ROUTE}; leave red")
    assert (position.mover_name, stock(position, "red")) == ("blue", (7, 0))


def test_ruling_48_houses_of_a_route_are_alike() -> None:
    one = after(begun(), f"insert trader {ROUTE}; insert merchant {ROUTE}")
    other = after(begun(), f"insert merchant {ROUTE}; insert trader {ROUTE}")
    assert legal(one) == legal(other)
