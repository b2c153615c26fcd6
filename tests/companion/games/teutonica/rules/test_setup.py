"""How a game is set up."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.games.teutonica.rules.moves import Reveal
from companion.games.teutonica.rules.pieces import ABILITIES, COPIES, FIRST_MARKERS, HIGHEST, Ability
from companion.games.teutonica.rules.position import Phase
from companion.games.teutonica.rules.state import format_state
from tests.companion.games.teutonica.rules.table import (
    GAME,
    after,
    begun,
    filled,
    legal,
    moved,
    new,
    player,
    refusal,
    stock,
    supply,
)


def test_first_markers_are_three_given_ones() -> None:
    assert set(FIRST_MARKERS) == {"remove_three", "swap_offices", "extra_office"}
    assert refusal(new(), "reveal plus_4_actions") == "no_such_marker"


def test_first_markers_lie_on_the_taverns_by_chance() -> None:
    assert GAME.chances(new()) == {Reveal(marker): 1 for marker in FIRST_MARKERS}
    assert GAME.chances(after(new(), "taverns swap_offices")) == {
        Reveal(marker): 1 for marker in FIRST_MARKERS if marker != "swap_offices"
    }


def test_marker_belongs_to_one_route() -> None:
    state = format_state(begun())
    assert set(state["markers"]) == {"osnabrueck-bremen", "lueneburg-perleberg", "hildesheim-goslar"}


def test_other_markers_are_mixed_face_down() -> None:
    position = begun()
    assert position.bonus.pile == 13
    tavern = "osnabrueck-bremen"
    revealing = after(position, f"{filled(tavern)}; establish {tavern}; clear; end")
    left = Counter(COPIES) - Counter(FIRST_MARKERS)
    assert GAME.chances(revealing) == {Reveal(marker): count for marker, count in left.items()}


def test_each_player_has_a_colour_of_their_own() -> None:
    assert new(5).setup.players == ("red", "blue", "green", "yellow", "purple")
    position = begun()
    assert refusal(position, "displace trader stade-hamburg yellow trader") == "nobody_there"


def test_tracks_are_covered_but_for_their_first_space() -> None:
    one = player(new(), "red")
    assert one.levels == (0,) * 5
    assert [one.value(ability) for ability in ABILITIES] == [1, 2, 0, 2, 3]


def test_merchants_cover_the_book_and_traders_the_rest() -> None:
    position = begun()
    for ability in ABILITIES:
        piece = "merchant" if ability is Ability.BOOK else "trader"
        other = "trader" if ability is Ability.BOOK else "merchant"
        taken = after(position, moved(f"red {piece}", f"desk.{ability}", *["stock"] * HIGHEST[ability]))
        assert refusal(taken, f"move-piece red {piece} desk.{ability} stock") == "nothing_there"
        assert refusal(position, f"move-piece red {other} desk.{ability} stock") == "nothing_there"


def test_improving_uncovers_a_track_from_left_to_right() -> None:
    position = after(begun(), "; ".join(["move-marker improve_ability pile red"] * 3))
    values = []
    for _ in range(3):
        position = after(position, "use improve_ability keys")
        values.append(player(position, "red").value(Ability.KEYS))
    assert values == [2, 2, 3]


def test_one_trader_of_each_player_marks_the_prestige() -> None:
    for colour in ("red", "blue", "green"):
        traders = supply(new(), colour)[0] + stock(new(), colour)[0]
        on_desk = sum(HIGHEST[ability] for ability in ABILITIES if ability is not Ability.BOOK)
        assert traders + on_desk == 27 - 1


@pytest.mark.parametrize("start", ["red", "blue", "green", "yellow", "purple"])
def test_start_player_is_chosen_and_has_five_traders_and_a_merchant(start: str) -> None:
    position = new(5, start=start)
    assert (position.mover_name, supply(position, start)) == (start, (5, 1))
    assert after(position, "taverns remove_three swap_offices extra_office").mover_name == start


def test_second_player_clockwise_has_six_traders() -> None:
    assert supply(new(3, start="blue"), "green") == (6, 1)
    assert supply(new(3, start="green"), "red") == (6, 1)


@pytest.mark.parametrize(("colour", "traders"), [("green", 7), ("yellow", 8), ("purple", 9)])
def test_each_further_player_has_one_trader_more(colour: str, traders: int) -> None:
    assert supply(new(5), colour) == (traders, 1)


@pytest.mark.parametrize(("colour", "traders"), [("red", 6), ("blue", 5), ("green", 4), ("yellow", 3), ("purple", 2)])
def test_the_rest_is_the_stock(colour: str, traders: int) -> None:
    assert stock(new(5), colour) == (traders, 0)


def test_pieces_in_stock_cannot_be_used_before_they_were_taken_as_income() -> None:
    position = after(begun(), moved("red trader", "supply", *["stock"] * 5))
    assert stock(position, "red") == (11, 0)
    assert refusal(position, "insert trader stade-hamburg") == "no_such_piece"
    assert refusal(position, "income 0; insert trader stade-hamburg") is None


def test_game_begins_when_the_taverns_are_filled() -> None:
    position = new()
    assert position.phase is Phase.TAVERNS
    assert not {move for move in legal(position) if not move.startswith("reveal")}
    assert after(position, "taverns remove_three swap_offices extra_office").phase is Phase.ACTIONS
