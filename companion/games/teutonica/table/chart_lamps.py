"""The lamps of a chart: which routes and cities light up, phase by phase, and for a question that is open."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import (
    Add,
    Establish,
    ExtraOffice,
    Improve,
    Lift,
    Move,
    Office,
    Pawn,
    Put,
    Remove,
    Replace,
    Ride,
    Walk,
)
from companion.games.teutonica.rules.pieces import COLOUR_OF, EMPTY
from companion.games.teutonica.rules.position import Establishing, Moving, Phase, Position, Relocating
from companion.games.teutonica.rules.scoring import controller, largest_network, winning_players
from companion.games.teutonica.table import names
from companion.games.teutonica.table.commands_touched import is_carried
from companion.games.teutonica.table.likely import own_pieces
from companion.table.dialog import About, Dialog, Do, Menu, Open
from companion.table.lights import AMBER, GREEN, OPEN
from hardware.ports import Colour, Light, Pattern

SEATS = {
    "blue": Colour(0, 60, 255),
    "green": Colour(0, 200, 40),
    "purple": Colour(170, 0, 255),
    "red": Colour(255, 24, 0),
    "yellow": Colour(255, 190, 0),
}
MOST = 20  # lamps lit at once: a chart has a power budget
FAINT = Light(Pattern.ON, Colour(40, 40, 40))
READY = Light(Pattern.BLINK, GREEN)  # a complete route; a benefit that may be taken
NEXT = Light(Pattern.ON, AMBER)  # one house is missing

Lit = Iterator[tuple[str, Light]]


def chart_lamps(position: Position, dialog: Dialog | None) -> dict[str, Light]:
    """Light the chart; if there are too many lamps, the first ones are lit."""
    found: dict[str, Light] = {}
    room = MOST - bool(dialog and dialog.place)  # that is lit, too
    for place, light in _lit(position, dialog):
        found.setdefault(place, light)
        if len(found) == room:
            break
    return found


def _lit(position: Position, dialog: Dialog | None) -> Lit:
    provinces = _province(position, dialog)
    if provinces is not None:
        return ((place, OPEN) for place in provinces)
    if isinstance(dialog, Menu) and dialog.topic.about is About.ASKED and not is_carried(dialog):
        return ((place, OPEN) for place in _places(dialog))
    match position.phase:
        case Phase.ACTIONS:
            return _in_actions(position)
        case Phase.ESTABLISH:
            return _benefits(position)
        case Phase.OVER:
            return _network(position)
        case _:
            return _offered(position)


# --- for a question ---


def _province(position: Position, dialog: Dialog | None) -> list[str] | None:
    """Name the routes of the province under the cursor; None where there is no province."""
    if not isinstance(dialog, Menu) or not dialog.choices or dialog.is_at_heading:
        return None
    match dialog.choices[dialog.cursor].action:
        case Do(Walk(to)) | Do(Ride(to)) | Do(Pawn(to)):
            side = position.setup.side
            return [names.route_place(side, route) for route in sorted(side.bordering[to])]
        case _:
            return None


def _places(menu: Menu) -> Iterator[str]:
    """Name the places of a menu's lines, and of the menus that it opens."""
    for choice in menu.choices:
        if choice.place:
            yield choice.place
    for choice in menu.choices:
        if isinstance(choice.action, Open) and not choice.place:
            opened = choice.action.dialog
            inside = opened() if callable(opened) else opened
            if isinstance(inside, Menu):
                yield from _places(inside)


# --- by phase ---


def _in_actions(position: Position) -> Lit:
    """Complete own routes blink, those with one house missing are on, those with a marker are faint."""
    side, seat, all_houses = position.setup.side, position.active, position.routes
    for move in legal_moves(position):
        if type(move) is Establish:
            yield f"route.{move.route}", READY
    reach = side.bordering[position.pawn] if position.pawn else range(len(side.routes))
    for route in reach:
        houses = all_houses[route]
        if houses.count(EMPTY) == 1 and own_pieces(position, route, seat) == len(houses) - 1:
            yield names.route_place(side, route), NEXT
    for route, _ in position.bonus.on_routes:
        if route in reach:
            yield names.route_place(side, route), FAINT


def _benefits(position: Position) -> Lit:
    """Both cities show who controls them; one where something may be taken blinks."""
    side, step = position.setup.side, position.step
    assert type(step) is Establishing
    ends = side.ends[step.route]
    moves = list(legal_moves(position))
    for city in ends:
        owner = controller(position.cities.offices(city))
        light = Light(Pattern.ON, SEATS[COLOUR_OF[owner]]) if owner else None
        if any(_is_in(position, city, move) for move in moves):
            light = light._replace(pattern=Pattern.BLINK) if light else READY
        if light:
            yield names.city_place(side, city), light


def _is_in(position: Position, city: int, move: Move) -> bool:
    there = position.setup.side.cities[city]
    match move:
        case Office(name) | ExtraOffice(name):
            return name == there.id
        case Improve(ability):
            return there.ability is ability
        case _:
            return False


def _offered(position: Position) -> Lit:
    """Light where a piece or a marker may go, or be taken from."""
    light, step = OPEN, position.step
    if type(step) is Relocating:
        light = Light(Pattern.ON, SEATS[position.setup.players[step.seat]])
        yield names.route_place(position.setup.side, step.route), FAINT
    if position.phase in (Phase.TAVERNS, Phase.PAWN, Phase.WALK, Phase.REVEAL, Phase.PAY):
        return
    in_hand = type(step) is Moving and bool(step.hand)
    for move in legal_moves(position):
        if isinstance(move, Put | Add | Remove | Replace) or (isinstance(move, Lift) and not in_hand):
            yield f"route.{move.route}", light


def _network(position: Position) -> Lit:
    """Light the largest network of each winner."""
    setup = position.setup
    for player in winning_players(position):
        for city in sorted(largest_network(position, setup.players.index(player))):
            yield names.city_place(setup.side, city), Light(Pattern.ON, SEATS[player])
