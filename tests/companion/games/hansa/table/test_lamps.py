"""The lamps: colour for those who have it, and the same by pattern alone."""

from __future__ import annotations

from hypothesis import given

from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import Place, Sail
from companion.games.hansa.rules.position import Phase, Position, pile_in_use
from companion.games.hansa.table.lamps import lamps
from companion.table.screen import BRING, CHOSEN, HERE, OPEN, REFUSED, SEEN, WRONG
from hardware.kit.connections import Kit
from hardware.ports import Pattern
from tests.companion.games.hansa.rules.phases import in_discard, in_fill, in_lose, in_over
from tests.companion.games.hansa.rules.strategies import positions
from tests.companion.games.hansa.rules.table import situation, stocked
from tests.kit.examples import examples
from tests.kit.kits import hansa_kit

BOARD: Kit = hansa_kit("board")


@given(positions(any_board=False))
@examples(80)
def test_cities_that_can_be_chosen_are_lit_and_no_others(position: Position) -> None:
    lit = lamps(position)
    open_ = {
        move.to if isinstance(move, Sail) else move.city
        for move in legal_moves(position)
        if isinstance(move, Sail | Place)
    }
    assert {name for name, light in lit.items() if light == OPEN} == {f"city.{city}" for city in open_}


@given(positions(any_board=False))
@examples(80)
def test_every_lamp_that_is_lit_is_one_of_the_kit(position: Position) -> None:
    assert set(lamps(position)) <= set(BOARD.lamp_names)


@given(positions(any_board=False))
@examples(80)
def test_seat_that_decides_is_on_and_the_seat_on_turn_breathes(position: Position) -> None:
    lit = {name: light.pattern for name, light in lamps(position).items() if name.startswith("seat.")}
    if position.mover is None:
        assert lit == {}
        return
    players = position.setup.players
    wanted = {f"seat.{players[position.active]}": Pattern.BREATHE}
    wanted[f"seat.{players[position.mover]}"] = Pattern.ON
    assert lit == wanted


@given(positions(any_board=False))
@examples(80)
def test_pile_in_use_is_lit_and_the_last_one_warns(position: Position) -> None:
    lit = {name: light.pattern for name, light in lamps(position).items() if name.startswith("pile.")}
    used = pile_in_use(position)
    assert lit == ({} if used is None else {f"pile.{used + 1}": Pattern.BLINK if used == 4 else Pattern.ON})


@given(positions(any_board=False))
@examples(80)
def test_end_lamp_blinks_in_the_last_round_and_stays_on_at_the_end(position: Position) -> None:
    end = lamps(position).get("end")
    if position.phase is Phase.OVER:
        assert end
        assert end.pattern is Pattern.ON
    else:
        assert (end is not None and end.pattern is Pattern.BLINK) == position.course.last_round


def test_ship_breathes_where_it_lies() -> None:
    assert lamps(situation(ship="danzig").position)["city.danzig"] == HERE
    assert lamps(stocked("gray yellow").position)["city.copenhagen"] == HERE
    assert HERE not in lamps(in_over().position).values()


def test_space_to_be_filled_blinks_and_full_ones_are_on() -> None:
    lit = lamps(in_fill().position)
    spaces = {name: light.pattern for name, light in lit.items() if name.startswith("warehouse.")}
    assert list(spaces.values()).count(Pattern.BLINK) == 1
    assert list(spaces.values()).count(Pattern.ON) == 13


def test_opponent_who_loses_is_told_from_the_seller() -> None:
    table = in_lose()
    lit = lamps(table.position)
    assert lit["seat.yellow"].pattern is Pattern.ON
    assert lit["seat.gray"].pattern is Pattern.BREATHE


def test_no_city_is_open_while_a_toll_is_chosen() -> None:
    assert OPEN not in lamps(in_discard().position).values()


def test_pattern_alone_tells_what_a_city_lamp_means() -> None:
    # A place to bring a piece to and the place under the cursor never stand against each other; the screen says which.
    told = {light.pattern for light in (OPEN, HERE, CHOSEN, REFUSED, SEEN)}
    assert len(told) == 5
    assert WRONG.pattern is REFUSED.pattern
    assert BRING.pattern is CHOSEN.pattern
