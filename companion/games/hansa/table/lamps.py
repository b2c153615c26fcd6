"""The lamps of Hansa: where the ship may sail, where it is, who decides, the piles and the end of the game."""

from __future__ import annotations

from functools import cache

from companion.games.hansa.game import Hansa
from companion.games.hansa.rules.board import Board
from companion.games.hansa.rules.goods import Goods, markers_in
from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import Place, Sail
from companion.games.hansa.rules.position import Phase, Position, pile_in_use
from companion.games.hansa.rules.setup import PILES, PLAYER_COLOURS
from companion.games.hansa.table import menu, names
from companion.table.screen import AMBER, HERE, OPEN, RED, WHITE
from hardware.ports import Colour, Light, Pattern

SEATS = {
    "gray": Colour(70, 80, 110),
    "yellow": Colour(255, 190, 0),
    "purple": Colour(170, 0, 255),
    "white": Colour(255, 255, 255),
}
GOODS = {
    "blue": Colour(0, 60, 255),
    "brown": Colour(140, 60, 10),
    "green": Colour(0, 200, 40),
    "orange": Colour(255, 90, 0),
    "pink": Colour(255, 60, 150),
    "yellow": Colour(255, 200, 0),
}


def places(board: Board) -> tuple[str, ...]:
    """Return the lamps and readers that a board uses."""
    return (
        *(names.city_place(city.id) for city in board.cities),
        *(names.space_place(city.id, space) for city in board.cities for space in range(1, city.spaces + 1)),
        *(f"pile.{number}" for number in range(1, PILES + 1)),
        *(f"seat.{colour}" for colour in PLAYER_COLOURS),
        "end",
    )


def lamp_places(game: Hansa) -> tuple[str, ...]:
    """Return the lamps and readers that a game uses."""
    return places(game.board)


def lamps(position: Position, is_carried: bool = False) -> dict[str, Light]:
    """Light the table for a position; not where the ship could sail, if hands make a move that is decided."""
    lit: dict[str, Light] = {}
    if position.phase is not Phase.OVER:
        lit[names.city_place(position.ship)] = HERE
    asks = position.phase in (Phase.ACTIONS, Phase.PLACE) and not is_carried
    for move in legal_moves(position) if asks else ():
        match move:
            case Sail(city) | Place(city):
                lit[names.city_place(city)] = OPEN
            case _:
                pass
    lit.update(_seats(position))
    lit.update(_warehouses(position))
    lit.update(_piles(position))
    if position.phase is Phase.OVER:
        lit["end"] = Light(Pattern.ON, RED)
    elif position.course.last_round:
        lit["end"] = Light(Pattern.BLINK, RED)
    return lit


def _seats(position: Position) -> dict[str, Light]:
    """Light the lamp of the player who decides; if it is another's turn, that player's lamp breathes."""
    if position.mover is None:
        return {}
    lit = {}
    for seat, pattern in ((position.active, Pattern.BREATHE), (position.mover, Pattern.ON)):
        lit[names.seat_place(position, seat)] = Light(pattern, SEATS[position.setup.players[seat]])
    return lit


def _warehouses(position: Position) -> dict[str, Light]:
    lit = {}
    for city, spaces in position.setup.board.spaces.items():
        for number, good in enumerate(position.warehouses[spaces], 1):
            if good:
                lit[names.space_place(city, number)] = _lit(good)
    if position.phase is Phase.FILL:
        city, number = menu.next_space(position)
        lit[names.space_place(city, number)] = Light(Pattern.BLINK, WHITE)
        lit[names.city_place(city)] = Light(Pattern.BLINK, WHITE)
    return lit


@cache
def _lit(good: Goods) -> Light:
    return Light(Pattern.ON, GOODS[markers_in(good)[0].colour])


def _piles(position: Position) -> dict[str, Light]:
    used = pile_in_use(position)
    if used is None:
        return {}
    last = used == len(position.piles) - 1
    return {f"pile.{used + 1}": Light(Pattern.BLINK if last else Pattern.ON, RED if last else AMBER)}
