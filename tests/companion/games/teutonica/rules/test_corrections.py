"""Corrections: what they move, what they refuse, and that nobody is stuck after them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.teutonica.rules.position import Phase
from companion.games.teutonica.rules.state import format_state
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
    sentences,
    stock,
    supply,
)

SAID = Path(__file__).with_name("refused_corrections.txt")  # what is said in each of the cases, line by line
ROUTE = "stade-hamburg"
TAVERN = "osnabrueck-bremen"
BOTH_IN_HAMBURG = "move-piece red trader supply hamburg; move-piece blue trader supply hamburg"


REFUSED = [
    ("move-piece red trader pocket supply", "no_such_place"),
    ("move-piece red trader supply supply", "nothing_changes"),
    ("move-piece yellow trader supply stock", "nothing_there"),
    ("move-piece red merchant stock supply", "nothing_there"),
    ("move-piece red merchant desk.keys supply", "nothing_there"),
    ("move-piece red trader hamburg supply", "nothing_there"),
    ("move-piece red trader hamburg.extra supply", "nothing_there"),
    ("move-piece red merchant table.7 supply", "nothing_there"),
    ("move-piece red trader supply table.7", "wrong_piece"),
    ("move-piece red trader supply desk.book", "wrong_piece"),
    ("move-piece red trader supply desk.keys", "space_taken"),
    ("move-piece red merchant supply table.7; move-piece blue merchant supply table.7", "space_taken"),
    (f"{moved('red trader', 'supply', ROUTE, ROUTE, ROUTE)}; move-piece red trader supply {ROUTE}", "route_full"),
    ("move-piece red trader supply goslar; move-piece red trader supply goslar", "city_full"),
    (f"{BOTH_IN_HAMBURG}; move-piece red trader hamburg supply", "not_in_order"),
    ("move-marker plus_3_actions red pile", "nothing_there"),
    ("move-marker plus_3_actions red.used pile", "nothing_there"),
    ("move-marker plus_3_actions red.plate pile", "nothing_there"),
    (f"move-marker plus_3_actions {ROUTE} pile", "nothing_there"),
    (f"move-marker plus_3_actions pile {TAVERN}", "has_marker"),
    ("move-marker plus_3_actions pile pile", "nothing_changes"),
    ("move-marker plus_3_actions pile sky", "no_such_place"),
    ("move-face-down pile pile", "nothing_changes"),
    ("move-face-down red.plate pile", "nothing_there"),
    ("move-face-down pile red", "no_such_place"),
    ("swap-offices hamburg 1", "nothing_there"),
    ("set-prestige yellow 3", "no_such_place"),
    ("set-prestige red 0", "nothing_changes"),
    ("set-completed 28", "out_of_range"),
    ("set-actions 21", "out_of_range"),
    ("add-link red; add-link red", "nothing_changes"),
    ("drop-link red", "nothing_changes"),
    ("move-pawn south", "no_pawn"),
    ("move-turn red", "nothing_changes"),
    ("leave red; move-turn red", "already_left"),
    ("leave red; leave red", "already_left"),
    ("leave red; leave blue; leave green", "game_over"),
    ("leave red; leave blue; move-turn green", "game_over"),
]


@pytest.mark.parametrize(("text", "code"), REFUSED)
def test_correction_that_cannot_be(text: str, code: str) -> None:
    assert refusal(begun(), text) == code


def test_refused_corrections_say_in_words_what_is_wrong_and_what_to_do() -> None:
    told = [sentences(begun(), text) for text, _ in REFUSED]
    assert told == SAID.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    ("most", "too_many"), [("set-completed 27", "set-completed 28"), ("set-actions 20", "set-actions 21")]
)
def test_numbers_are_corrected_within_their_bounds(most: str, too_many: str) -> None:
    assert refusal(begun(), most) is None
    assert refusal(begun(), too_many) == "out_of_range"


def test_not_before_the_turns_begin() -> None:
    assert refusal(new(), "move-marker plus_3_actions pile red") == "not_now"
    assert refusal(new(), "move-turn blue") == "not_now"
    assert refusal(new(), "set-actions 2") == "not_now"
    assert refusal(new(2), "move-pawn south") == "not_now"
    assert after(begun(2), "move-pawn south").pawn == "south"


def test_piece_goes_everywhere_and_back() -> None:
    for place in (ROUTE, "goslar", "hamburg", "goslar.extra", "stock"):
        there = after(begun(), f"move-piece red trader supply {place}")
        assert supply(there, "red") == (4, 1)
        assert after(there, f"move-piece red trader {place} supply") == begun()
    for place in ("table.11", "desk.book"):
        first = after(begun(), "move-piece red merchant desk.book supply")
        there = after(first, f"move-piece red merchant supply {place}")
        assert after(there, f"move-piece red merchant {place} supply") == first


def test_extra_office_goes_to_the_left_and_offices_can_be_put_in_order() -> None:
    position = after(begun(), moved("red trader", "supply", "hamburg", "hamburg.extra"))
    position = after(position, moved("blue trader", "supply", "hamburg", "hamburg.extra"))
    assert offices(position, "hamburg") == "br|rb."
    assert offices(after(position, "swap-offices hamburg 1"), "hamburg") == "br|br."


def test_marker_goes_everywhere_and_back() -> None:
    for place in (ROUTE, "red", "red.used", "red.plate"):
        there = after(begun(), f"move-marker plus_3_actions pile {place}")
        assert there.bonus.pile == 12
        assert after(there, f"move-marker plus_3_actions {place} pile") == begun()
    assert after(begun(), "move-face-down pile red.plate; move-face-down red.plate pile") == begun()


def test_links_keep_their_order() -> None:
    position = after(begun(), "add-link blue; add-link red; drop-link blue; add-link green")
    assert format_state(position)["links"] == ["red", "green"]


def test_points_over_the_limit_end_the_game_with_the_next_route() -> None:
    position = after(begun(), f"{moved('red trader', 'supply', ROUTE, ROUTE, ROUTE)}; set-prestige blue 25")
    assert position.phase is Phase.ACTIONS
    assert after(position, f"establish {ROUTE}; clear").phase is Phase.OVER
    back = after(position, f"establish {ROUTE}; set-prestige blue 5")
    assert back.ending == ()
    assert after(back, "clear").phase is Phase.ACTIONS


def test_turn_moves_and_drops_what_was_unfinished() -> None:
    lifted = after(begun(), f"insert trader {ROUTE}; lift trader {ROUTE}; move-turn green")
    assert (lifted.mover_name, lifted.actions_left, stock(lifted, "red")) == ("green", 2, (7, 0))
    paying = after(begun(), f"insert trader {ROUTE}; end; displace trader {ROUTE} red trader; move-turn green")
    assert (paying.phase, stock(paying, "red")) == (Phase.ACTIONS, (7, 0))
    relocating = after(begun(), f"insert trader {ROUTE}; end; displace merchant {ROUTE} red trader; move-turn green")
    assert stock(relocating, "red") == (7, 0)
    taking = after(begun(), f"{moved('red trader', 'supply', *[TAVERN] * 3)}; establish {TAVERN}; move-turn blue")
    assert player(taking, "red").markers == ("remove_three",)
    assert player(taking, "red").plate == 1
    replacing = after(begun(), f"{moved('red trader', 'supply', *[TAVERN] * 3)}; establish {TAVERN}; clear; end")
    replacing = after(replacing, "reveal plus_3_actions; move-turn blue")
    assert (player(replacing, "red").plate, len(replacing.bonus.unseen)) == (1, 13)


def test_end_that_was_coming_is_off_when_the_turn_moves_on() -> None:
    ending = after(
        begun(), f"{moved('red trader', 'supply', ROUTE, ROUTE, ROUTE)}; set-prestige blue 25; establish {ROUTE}"
    )
    assert ending.ending == ("prestige",)
    assert after(ending, "move-turn blue").ending == ()


def test_payment_settles_when_the_supply_changes() -> None:
    paying = after(begun(), f"insert trader {ROUTE}; end; displace trader {ROUTE} red trader")
    told = events(paying, "move-piece blue merchant supply stock")
    assert told == [{"type": "pay", "player": "blue", "piece": "trader"}]
    empty = after(paying, moved("blue trader", "supply", *["stock"] * 5))
    assert empty.phase is Phase.RELOCATE


def test_replacement_settles_when_the_plate_or_the_routes_change() -> None:
    position = after(begun(), f"{moved('red trader', 'supply', *[TAVERN] * 3)}; establish {TAVERN}; clear; end")
    assert after(position, "move-face-down red.plate pile").mover_name == "blue"
    routes = [
        route.id for route in BOARD.sides[0].routes if route.id not in ("lueneburg-perleberg", "hildesheim-goslar")
    ]
    lines = [moved("green trader", "desk.actions", *["supply"] * 5), moved("green trader", "supply", *routes[:12])]
    lines += [moved("blue trader", "supply", *routes[12:18]), moved("blue trader", "stock", *routes[18:23])]
    lines += [moved("red trader", "stock", *routes[23:29])]
    revealed = after(position, "reveal plus_3_actions; " + "; ".join(lines))
    assert revealed.phase is Phase.REPLACE
    assert events(revealed, f"move-piece red trader supply {routes[29]}")[0] == {
        "type": "kept",
        "player": "red",
        "markers": 1,
    }


def test_removing_settles_when_nothing_is_left() -> None:
    position = after(begun(), f"move-marker remove_three pile red; insert trader {ROUTE}; use remove_three")
    assert after(position, f"move-piece red trader {ROUTE} supply").phase is Phase.ACTIONS


def test_displaced_player_who_leaves_is_told_with_the_piece_in_hand() -> None:
    relocating = after(begun(), f"insert trader {ROUTE}; end; displace merchant {ROUTE} red trader")
    assert events(relocating, "leave red") == [{"type": "absent", "player": "red", "piece": "trader"}]
    assert events(relocating, "put trader hamburg-luebeck; leave red") == []


def test_leaving_in_the_middle_of_everything() -> None:
    paying = after(begun(), f"insert trader {ROUTE}; end; displace trader {ROUTE} red trader; leave blue")
    assert (paying.phase, paying.mover_name, stock(paying, "blue")) == (Phase.RELOCATE, "red", (6, 0))
    assert after(paying, "put trader hamburg-luebeck; decline").mover_name == "green"
    relocating = after(begun(), f"insert trader {ROUTE}; end; displace merchant {ROUTE} red trader; leave red")
    assert (relocating.phase, relocating.mover_name, stock(relocating, "red")) == (Phase.ACTIONS, "blue", (7, 0))
    establishing = after(begun(), f"{moved('red trader', 'supply', ROUTE, ROUTE, ROUTE)}; establish {ROUTE}; leave red")
    assert (establishing.mover_name, houses(establishing, ROUTE)) == ("blue", "...")
    taverns = after(new(), "leave red; taverns remove_three swap_offices extra_office")
    assert (taverns.phase, taverns.mover_name) == (Phase.ACTIONS, "blue")
    kept = after(begun(), "move-face-down pile blue.plate; leave blue")
    assert player(kept, "green").plate == 1
    assert legal(after(begun(), "leave red")) == legal(after(begun(), "end"))
