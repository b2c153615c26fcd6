"""Preparing a game: who plays with which goods, stocking the warehouses, counting out the supply."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from companion.games.game import Unreadable
from companion.games.hansa.boards import named_board
from companion.games.hansa.rules.board import Board
from companion.games.hansa.rules.goods import Colour, full_set, marker, markers_in
from companion.games.hansa.rules.moves import Reveal
from companion.games.hansa.rules.position import Phase
from companion.games.hansa.rules.setup import count_out_piles, new_game
from tests.companion.games.hansa.rules.table import GOODS, new_table, stocked

TWO, THREE, FOUR = "gray yellow", "gray yellow purple", "gray yellow purple white"


# --- goods ---


@pytest.mark.parametrize(("players", "markers"), [(TWO, 52), (THREE, 65), (FOUR, 78)])
def test_goods_in_play_are_whole_colours(players: str, markers: int) -> None:
    position = new_table(players).position
    assert position.unseen == full_set(map(Colour, GOODS[len(players.split())].split()))
    assert len(markers_in(position.unseen)) == markers
    assert position.out == 0


def test_goods_of_two_players_leave_two_colours_in_the_box() -> None:
    kinds = {
        move.good.colour for move in new_table(TWO, goods="pink blue green yellow").legal if isinstance(move, Reveal)
    }
    assert kinds == {Colour.BLUE, Colour.GREEN, Colour.PINK, Colour.YELLOW}


def test_goods_of_three_players_leave_one_colour_in_the_box() -> None:
    table = new_table(THREE, goods="blue brown green orange yellow")
    assert {good.colour for good in markers_in(table.position.unseen)} == set(Colour) - {Colour.PINK}
    assert table.code("reveal pink1") == "no_such_marker"


def test_goods_of_four_players_are_all_colours() -> None:
    assert new_table(FOUR).position.setup.goods == tuple(Colour)


def test_goods_are_sorted_in_whatever_order_they_are_given() -> None:
    assert new_table(TWO, goods="pink orange brown blue").position == new_table(TWO).position


@pytest.mark.parametrize(
    ("players", "goods", "wanted"),
    [
        (TWO, "blue brown green", 4),
        (TWO, "blue brown green orange pink", 4),
        (TWO, "blue brown green green", 4),
        (TWO, "blue brown green red", 4),
        (TWO, "blue brown green orange orange", 4),
        (THREE, "blue brown green orange", 5),
        (FOUR, "blue brown green orange pink", 6),
    ],
)
def test_goods_in_the_wrong_number_are_unreadable(players: str, goods: str, wanted: int) -> None:
    with pytest.raises(Unreadable) as caught:
        new_table(players, goods=goods)
    assert str(caught.value) == (
        f"goods {goods.split()}: expected {wanted} of blue, brown, green, orange, pink, yellow, "
        f"each once, with {len(players.split())} players"
    )


# --- players ---


@pytest.mark.parametrize("players", ["", "gray", "gray gray", "gray red", "gray yellow purple white gray"])
def test_players_other_than_two_to_four_are_unreadable(players: str) -> None:
    with pytest.raises(Unreadable) as caught:
        new_game(named_board("0.1"), players.split(), start="gray", goods=GOODS[2].split())
    assert str(caught.value) == (
        f"players {players.split()}: expected 2 to 4 of gray, yellow, purple, white, each once"
    )


def test_start_player_who_does_not_play_is_unreadable() -> None:
    with pytest.raises(Unreadable) as caught:
        new_table(TWO, start="white")
    assert str(caught.value) == "start 'white': expected one of gray, yellow"


@pytest.mark.parametrize("start", ["gray", "yellow", "purple"])
def test_start_player_is_chosen_and_remembered(start: str) -> None:
    table = stocked(THREE, start=start)
    assert table.mover == start
    setup = table.position.setup
    assert setup.players[setup.start] == start
    table.play("place danzig")
    assert setup.players[table.position.setup.start] == start


@pytest.mark.parametrize(("players", "bank"), [(TWO, 16), (THREE, 13), (FOUR, 10)])
def test_player_starts_with_three_talers_from_the_bank(players: str, bank: int) -> None:
    table = new_table(players)
    assert [table.talers(player) for player in players.split()] == [3] * len(players.split())
    assert table.bank == bank


def test_player_starts_with_fifteen_booths_and_no_goods() -> None:
    table = new_table(THREE)
    for player in THREE.split():
        assert (table.booths_left(player), table.hand(player), table.sold(player)) == (15, "", "")
        assert not any(table.booths(player, city) for city in table.position.setup.board.city)


def test_talers_not_handed_out_lie_in_the_bank() -> None:
    table = new_table(FOUR, start="white")
    assert table.bank == 22 - 4 * 3


def test_ship_starts_in_copenhagen() -> None:
    assert new_table(TWO).ship == "copenhagen"


def test_ship_starts_where_another_board_says() -> None:
    board = Board("riga", named_board("0.1").cities)
    assert new_table(TWO, board=board).ship == "riga"


# --- warehouses and supply ---


def test_warehouses_get_one_marker_on_each_space() -> None:
    table = new_table(TWO)
    assert table.position.warehouses == (0,) * 14
    assert table.phase is Phase.FILL
    assert len(table.fill(13)) == 0
    assert (table.phase, table.position.warehouses.count(0)) == (Phase.FILL, 1)
    table.fill(1)
    assert (table.phase, table.position.warehouses.count(0)) == (Phase.PLACE, 0)


def test_warehouses_are_stocked_by_the_start_player_without_payment() -> None:
    table = new_table(THREE, start="purple")
    assert (table.mover, table.active) == ("purple", "purple")
    assert table.fill() == ()
    assert (table.bank, table.talers("purple")) == (13, 3)


def test_warehouses_are_open_once_stocked() -> None:
    table = new_table(TWO)
    table.play("reveal orange2", "reveal blue1", "reveal pink3")
    assert (table.stock("tonsberg"), table.stock("aalborg"), table.stock("copenhagen")) == (
        "orange2 blue1",
        "pink3",
        "-",
    )
    assert table.code("place danzig") == "wrong_phase"


def test_markers_are_mixed_so_that_any_face_down_kind_may_come() -> None:
    table = new_table(TWO)
    assert table.legal.count() == 12
    table.play(*["reveal orange1"] * 4)
    assert table.legal.count() == 11
    refusal = table.refused("reveal orange1")
    assert refusal.code == "no_such_marker"
    assert refusal.message() == "There is no orange1 face down."
    assert refusal.advice() == (
        "Choose a marker that is there: "
        "blue1, blue2, blue3, brown1, brown2, brown3, orange2, orange3, pink1, pink2, pink3."
    )


@pytest.mark.parametrize(
    ("players", "piles"),
    [(TWO, (8, 8, 8, 7, 7)), (THREE, (11, 10, 10, 10, 10)), (FOUR, (13, 13, 13, 13, 12))],
)
def test_piles_are_as_equal_as_can_be(players: str, piles: tuple[int, ...]) -> None:
    assert new_table(players).position.piles == piles


@pytest.mark.parametrize("markers", range(31))
def test_piles_share_out_any_number(markers: int) -> None:
    piles = count_out_piles(markers)
    assert (len(piles), sum(piles)) == (5, markers)
    assert max(piles) - min(piles) <= 1
    assert list(piles) == sorted(piles, reverse=True)


def test_piles_are_not_touched_by_stocking_the_warehouses() -> None:
    table = new_table(FOUR)
    table.fill()
    assert table.position.piles == (13, 13, 13, 13, 12)
    assert sum(table.position.piles) == len(markers_in(table.position.unseen)) == 78 - 14


def test_first_position_is_whole() -> None:
    position = new_table(TWO, start="yellow").position
    assert (position.active, position.acted, position.course.placements) == (1, False, 0)
    assert (position.course.last_round, position.course.losses, position.course.left) == (False, (), frozenset())
    assert position.in_first_fill
    assert Reveal(marker("blue1")) in new_table(TWO).legal


def test_hash_of_a_set_up_is_kept_and_made_again_in_another_process() -> None:
    """A process hashes texts its own way, so what another one kept would never be found again."""
    setup = new_table(TWO).position.setup
    again = replace(setup)
    assert (again, hash(again)) == (setup, hash(setup))
    object.__setattr__(setup, "_hash", hash(setup) + 1)  # as of another process
    assert hash(setup) != hash(again)
    read = pickle.loads(pickle.dumps(setup))
    assert (read, hash(read)) == (again, hash(again))
