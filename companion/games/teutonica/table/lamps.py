"""The lamps: who decides, how many actions are left, what is under way and due, the end; with a chart also its own."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.teutonica.game import Teutonica
from companion.games.teutonica.rules.board import Board
from companion.games.teutonica.rules.codec import CODEC
from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import (
    Establish,
    Lift,
)
from companion.games.teutonica.rules.pieces import COLOUR_OF, COLOURS, EMPTY
from companion.games.teutonica.rules.position import Establishing, Moving, Phase, Position, Relocating
from companion.games.teutonica.rules.scoring import controller, largest_network, winning_players
from companion.games.teutonica.table import course, names
from companion.games.teutonica.table.cards import places_of
from companion.games.teutonica.table.commands_touched import is_carried
from companion.games.teutonica.table.route_lists import own_pieces
from companion.table.belief import PAD
from companion.table.dialog import About, Dialog, Do, Menu, Notice, Open, Tone
from companion.table.screen import AMBER, CHOSEN, GREEN, OPEN, RED, REFUSED, WHITE
from hardware.ports import Colour, Light, Pattern

ACTIONS = 5  # lamps of the bar
WAND = {About.ASKED: CHOSEN, About.REFUSED: REFUSED}  # in its handle


def places(board: Board) -> tuple[str, ...]:
    """Return the lamps that a board uses."""
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


def lamp_places(game: Teutonica) -> tuple[str, ...]:
    """Return the lamps and readers that a game uses."""
    return places(game.board)


def lamps(position: Position, dialog: Dialog | None = None) -> dict[str, Light]:
    """Light the table for a position and what is asked about it."""
    lit = chart_lamps(position, dialog)
    if end := _end(position):
        # The chart has no lamp for the end: there the light of the wand tells of it, while it answers nothing.
        lit["end"] = lit[PAD] = Light(end, RED)
    if dialog and dialog.topic.about in WAND and not _is_only_told(dialog):
        lit[PAD] = WAND[dialog.topic.about]
    if position.mover is not None:
        lit.update(_seats(position, position.mover))
        lit.update(_bar(position))
    else:
        lit.update((f"seat.{player}", Light(Pattern.ON, SEATS[player])) for player in winning_players(position))
    if position.step is not None:
        lit["step"] = Light(Pattern.ON, AMBER)
    if position.phase is not Phase.OVER and position.players[position.active].plate:
        lit["replacement"] = Light(Pattern.ON, WHITE)
    if position.phase is Phase.ACTIONS and _may_play_marker(position):
        lit["marker"] = Light(Pattern.ON, GREEN)
    return lit


def _is_only_told(dialog: Dialog) -> bool:
    """Return whether a touch meant nothing: the screen says what is expected, and nothing was refused."""
    return dialog.topic.about is About.REFUSED and isinstance(dialog, Notice) and dialog.tone is Tone.PLAIN


def _may_play_marker(position: Position) -> bool:
    """Return whether a marker in hand can be used now; most players have none, so the rules need not be asked."""
    has_any = position.players[position.active].markers
    return bool(has_any) and any(CODEC.spec_of[type(move)].tag == "use" for move in legal_moves(position))


def _seats(position: Position, mover: int) -> Iterator[tuple[str, Light]]:
    """Light the lamp of the player who decides; if it is another's turn, that player's lamp breathes."""
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
    return Pattern.BREATHE if course.near_ends(position) else None


# --- the lamps of a chart: which routes and cities light up, phase by phase, and for a question that is open ---


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
    if isinstance(dialog, Menu) and dialog.topic.about is About.CARRYING:
        return ((place, OPEN) for place in _places(dialog))
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
        case Do(entry):
            side = position.setup.side
            provinces = [place for place in places_of(position, entry) if place.startswith("province.")]
            return [
                names.route_place(side, route)
                for place in provinces
                for route in sorted(side.bordering[place.removeprefix("province.")])
            ] or None
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
        if any(names.city_place(side, city) in places_of(position, move) for move in moves):
            light = light._replace(pattern=Pattern.BLINK) if light else READY
        if light:
            yield names.city_place(side, city), light


def _offered(position: Position) -> Lit:
    """Light where a piece or a marker may go, or be taken from."""
    light, step = OPEN, position.step
    if type(step) is Relocating:
        light = Light(Pattern.ON, SEATS[position.setup.players[step.seat]])
        yield names.route_place(position.setup.side, step.route), FAINT
    in_hand = type(step) is Moving and bool(step.hand)
    for move in legal_moves(position):
        for place in () if in_hand and isinstance(move, Lift) else places_of(position, move)[:1]:
            if place.startswith("route."):
                yield place, light


def _network(position: Position) -> Lit:
    """Light the largest network of each winner."""
    setup = position.setup
    for player in winning_players(position):
        for city in sorted(largest_network(position, setup.players.index(player))):
            yield names.city_place(setup.side, city), Light(Pattern.ON, SEATS[player])
