"""The lamps: who decides, how many actions are left, what is under way and due, the end; on a chart also the routes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.games.teutonica.rules.board import Board
from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import (
    Add,
    Establish,
    Lift,
    Office,
    Put,
    Remove,
    Replace,
    Use,
    UseImprove,
    UseSwap,
)
from companion.games.teutonica.rules.pieces import COLOURS, EMPTY
from companion.games.teutonica.rules.position import Phase, Position, Relocating
from companion.games.teutonica.table import ends, names
from companion.games.teutonica.table.likely import own_pieces
from companion.table.lights import AMBER, GREEN, OPEN, RED, WHITE
from hardware.ports import Colour, Light, Pattern

SEATS = {
    "blue": Colour(0, 60, 255),
    "green": Colour(0, 200, 40),
    "purple": Colour(170, 0, 255),
    "red": Colour(255, 24, 0),
    "yellow": Colour(255, 190, 0),
}
ACTIONS = 5  # lamps of the bar
MOST_ROUTES = 12  # lit at once: a chart has a budget
FAINT = Light(Pattern.ON, Colour(40, 40, 40))
READY = Light(Pattern.BLINK, GREEN)  # a complete route
NEXT = Light(Pattern.ON, AMBER)  # one house is missing


def places(board: Board) -> tuple[str, ...]:
    """Name the lamps that a board has a use for."""
    return (
        *(f"seat.{colour}" for colour in COLOURS),
        *(f"action.{number}" for number in range(1, ACTIONS + 1)),
        "step",
        "replacement",
        "marker",
        "end",
        *(f"city.{city}" for city in board.city_ids),
        *(f"route.{route}" for route in board.route_ids),
    )


def lamps(position: Position) -> dict[str, Light]:
    """Light the table for a position."""
    lit = dict(_routes(position))
    if position.mover is not None:
        lit.update(_seats(position, position.mover))
        lit.update(_bar(position))
    if position.step is not None:
        lit["step"] = Light(Pattern.ON, AMBER)
    if position.phase is not Phase.OVER and position.players[position.active].plate:
        lit["replacement"] = Light(Pattern.ON, WHITE)
    if position.phase is Phase.ACTIONS and any(
        isinstance(move, Use | UseImprove | UseSwap) for move in legal_moves(position)
    ):
        lit["marker"] = Light(Pattern.ON, GREEN)
    if end := _end(position):
        lit["end"] = Light(end, RED)
    return lit


def _seats(position: Position, mover: int) -> Iterator[tuple[str, Light]]:
    """Whoever decides is on; whoever's turn it is while another decides breathes."""
    for seat, pattern in ((position.active, Pattern.BREATHE), (mover, Pattern.ON)):
        yield names.seat_place(position, seat), Light(pattern, SEATS[position.setup.players[seat]])


def _bar(position: Position) -> Iterator[tuple[str, Light]]:
    """One lamp for each action left; more than there are lamps: the last one blinks."""
    for number in range(1, min(position.actions_left, ACTIONS) + 1):
        more = number == ACTIONS and position.actions_left > ACTIONS
        yield f"action.{number}", Light(Pattern.BLINK if more else Pattern.ON, WHITE)


def _end(position: Position) -> Pattern | None:
    if position.phase is Phase.OVER:
        return Pattern.ON
    if position.ending:
        return Pattern.BLINK
    return Pattern.BREATHE if ends.near(position) else None


# --- the routes and cities of a chart ---


def _routes(position: Position) -> Iterator[tuple[str, Light]]:
    side = position.setup.side
    if position.phase is Phase.ACTIONS:
        for route, light in list(_in_actions(position))[:MOST_ROUTES]:
            yield names.route_place(side, route), light
        return
    light = OPEN
    if type(position.step) is Relocating:
        light = Light(Pattern.ON, SEATS[position.setup.players[position.step.seat]])
        yield names.route_place(side, position.step.route), FAINT
    for place in list(dict.fromkeys(_offered(position)))[:MOST_ROUTES]:
        yield place, light


def _in_actions(position: Position) -> Iterator[tuple[int, Light]]:
    """Complete own routes blink, those with one house missing are on, those with a marker are faint."""
    side, seat = position.setup.side, position.active
    complete = [side.route_number[move.route] for move in legal_moves(position) if isinstance(move, Establish)]
    yield from ((route, READY) for route in complete)
    reach = side.bordering[position.pawn] if position.pawn else range(len(side.routes))
    for route in reach:
        houses = position.routes[route]
        if houses.count(EMPTY) == 1 and own_pieces(position, route, seat) == len(houses) - 1:
            yield route, NEXT
    for route, _ in position.bonus.on_routes:
        if route in reach and route not in complete:
            yield route, FAINT


def _offered(position: Position) -> Iterable[str]:
    if position.phase in (Phase.OVER, Phase.TAVERNS, Phase.PAWN, Phase.WALK, Phase.REVEAL, Phase.PAY):
        return
    for move in legal_moves(position):
        if isinstance(move, Put | Add | Lift | Remove | Replace):
            yield f"route.{move.route}"
        elif isinstance(move, Office):
            yield f"city.{move.city}"
