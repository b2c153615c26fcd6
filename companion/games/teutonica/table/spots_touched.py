"""Decides what touching a spot of chart or card means: a line of the open question, otherwise by phase.

It first finds what a touch can mean, then how likely that is. Between actions a route only asks; a touch that can mean
only one move, which is as easily taken back as made, is that move. A tagged marker on the pad is turned up, or played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.game import Refusal
from companion.games.teutonica.rules.displace import PENALTY
from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import (
    Add,
    Coellen,
    Displace,
    Establish,
    ExtraOffice,
    Improve,
    Insert,
    Lift,
    Move,
    Office,
    Pay,
    Put,
    Replace,
    Reveal,
    Ride,
    Use,
    UseImprove,
    UseSwap,
    Walk,
)
from companion.games.teutonica.rules.pieces import COLOUR_OF, EMPTY, KIND_OF, Kind, Marker
from companion.games.teutonica.rules.position import Moving, Phase, Position, Relocating
from companion.games.teutonica.table import actions_menu, cards, names
from companion.games.teutonica.table.actions_menu import cheapest
from companion.games.teutonica.table.commands_touched import (
    EXPECTED,
    Arm,
    armed,
    button,
    command,
    is_carried,
    proposed,
    why_not,
)
from companion.games.teutonica.table.course import title
from companion.games.teutonica.table.spots import (
    InCity,
    OfAbility,
    OfColour,
    OfKind,
    OfMarker,
    OnRoute,
    OnTable,
    Spot,
    Word,
    all_spots,
    is_named,
    named_lines,
    place_of,
    spot_words,
)
from companion.table.belief import group_of
from companion.table.dialog import CLOSE, About, Choice, Do, Menu, Open
from companion.table.gametable import Ask, Follow, Ignore, Meaning, Press, Propose, Reading, Refuse
from companion.table.history import History
from companion.table.intents import Button
from companion.table.notices import BEING_CORRECTED, NO_GAME_TO_POINT_IN
from companion.table.screen import Look, Row
from companion.words.say import say

# What may be touched between two actions, and in each step; anything else means nothing there.
_TOUCHED: dict[Phase, tuple[type[Spot], ...]] = {
    Phase.TAVERNS: (OfMarker,),
    Phase.PAWN: (OnRoute,),
    Phase.PAY: (OfKind,),
    Phase.RELOCATE: (OnRoute, OfKind),
    Phase.MOVE: (OnRoute, OfKind),
    Phase.ESTABLISH: (InCity, OfAbility, OnTable, OfMarker),
    Phase.REMOVE: (OnRoute, OfColour),
    Phase.REVEAL: (OfMarker,),
    Phase.REPLACE: (OnRoute,),
    Phase.WALK: (OnRoute,),
    Phase.OVER: (),
}


def point(history: History | None, name: str, shown: Menu | None) -> Meaning:
    """Return what touching a spot means."""
    spot = all_spots()[name]
    if isinstance(spot, Word) and (pressed := button(spot, shown)):
        return pressed
    if shown and (history is None or shown.topic.about is About.CORRECTING):
        return _by_name(spot, shown) or Refuse(BEING_CORRECTED if history else NO_GAME_TO_POINT_IN)
    is_again = shown is not None and shown.topic.code == name
    if isinstance(spot, Word):
        return command(history, spot, is_again=is_again)
    if history is None:
        return Refuse(NO_GAME_TO_POINT_IN)
    if shown and is_again and isinstance(spot, OnRoute | InCity):
        return Press(Button.OK)
    kind = armed(shown)
    if kind and is_carried(shown):
        supply = history.position.players[history.position.active].supply(kind)
        return _carried(_by_phase(history, spot, kind if supply else None), kind)
    return (shown and _answer(history.position, spot, shown)) or _by_phase(history, spot, kind)


def _carried(meaning: Meaning, kind: Kind) -> Meaning:
    """Keep a piece armed while it can go nowhere: other actions happen below its question."""
    match meaning:
        case Propose(entry):
            return Follow(Do(entry))
        case Ask(Menu(again=None) as asked):
            return Ask(replace(asked, again=Arm(kind)))
        case _:
            return meaning


def _by_name(spot: Spot, shown: Menu) -> Follow | None:
    """Choose the line whose place is touched, or the kind of its marker."""
    if isinstance(spot, OfMarker):
        named = shown.named(f"marker.{spot.marker}")
    else:
        place = place_of(spot)
        named = next((choice.action for choice in shown.choices if place and choice.place == place), None)
    return Follow(named) if named else None


def _answer(position: Position, spot: Spot, shown: Menu) -> Meaning | None:
    """Return a touch's answer to the open question; if several lines remain, ask again with those."""
    lines = named_lines(shown, spot, position)
    if not lines:
        return None
    if len(lines) == 1:
        return Follow(lines[0].action)
    return Ask(replace(shown, choices=lines, cursor=0, opened=None))


# --- by phase ---


def _by_phase(history: History, spot: Spot, kind: Kind | None) -> Meaning:
    position: Position = history.position
    if position.phase is Phase.ACTIONS:
        return _between_actions(history, spot, kind)
    if not isinstance(spot, _TOUCHED[position.phase]):
        return Refuse(EXPECTED[position.phase], place_of(spot))
    moves = _meant(position, spot)
    place = place_of(spot)
    if not moves:
        tried = _tried(position, spot)
        return proposed(position, tried, place) if tried else Refuse(EXPECTED[position.phase], place)
    if len(moves) == 1 and not isinstance(moves[0], ExtraOffice):
        return Propose(moves[0])
    lines = tuple(cards.line(position, move).choice(move) for move in moves)
    return Ask(Menu(title(history), lines, name="touched"))


def _meant(position: Position, spot: Spot) -> list[Move]:
    """Return the legal moves that a spot can mean in a step, the likeliest first."""
    moves = [move for move in legal_moves(position) if is_named(spot, move, position)]
    match position.phase:
        case Phase.RELOCATE if isinstance(spot, OnRoute):  # an extra piece is a trader unless a merchant is named
            return _first([move for move in moves if _is_of(move, Kind.TRADER)], moves)
        case Phase.MOVE if isinstance(spot, OnRoute):  # with a piece in hand another one is only lifted by command
            moves = _first([move for move in moves if isinstance(move, Put)], moves)
            return sorted(moves, key=lambda move: _is_of(move, Kind.MERCHANT))
        case Phase.MOVE:
            return [move for move in moves if isinstance(move, Put)]
        case Phase.ESTABLISH if isinstance(spot, OfMarker):
            extra = spot.marker is Marker.EXTRA_OFFICE
            return [move for move in legal_moves(position) if extra and isinstance(move, ExtraOffice)]
        case Phase.ESTABLISH:
            order = (Improve, Office, Coellen, ExtraOffice)
            moves = _first([move for move in moves if not isinstance(move, ExtraOffice)], moves)
            return sorted(moves, key=lambda move: order.index(type(move)))
        case _:
            return moves


def _first(some: list[Move], others: list[Move]) -> list[Move]:
    return some or others


def _is_of(move: Move, kind: Kind) -> bool:
    return isinstance(move, Put | Add | Lift) and move.piece is kind


def _tried(position: Position, spot: Spot) -> Move | None:
    """Return the move that a touch would be, so that the rules can say why it is not allowed."""
    step = position.step
    match spot:
        case OnRoute(route) if type(step) is Relocating:
            return Put(step.hand, route) if step.hand else Add(Kind.TRADER, route)
        case OnRoute(route) if type(step) is Moving:
            return Put(step.hand[0], route) if step.hand else Lift(Kind.TRADER, route)
        case OnRoute(route) if position.phase is Phase.REPLACE:
            return Replace(route)
        case InCity(city):
            return Office(city)
        case OfAbility(ability):
            return Improve(ability)
        case OnTable(space):
            return Coellen(space)
        case OfKind(kind) if position.phase is Phase.PAY:
            return Pay(kind)
        case OfMarker(marker) if position.phase in (Phase.TAVERNS, Phase.REVEAL):
            return Reveal(marker)
        case _:
            return None


# --- between actions ---


def _between_actions(history: History, spot: Spot, kind: Kind | None) -> Meaning:
    position: Position = history.position
    place = place_of(spot)
    match spot:
        case OnRoute(route):
            menu = route_menu(history, route, kind) if route in position.setup.side.route_number else None
            if menu:
                return Ask(menu if kind is None else replace(menu, again=Arm(kind)))
            return Refuse(why_no_piece(position, route, kind or _lesser(position)), place)
        case OfKind(wanted):
            menu = actions_menu.insert_menu(history, wanted)
            if menu:
                return Ask(replace(menu, again=Arm(wanted)))
            return proposed(position, Insert(wanted, position.setup.side.routes[0].id))
        case OfColour(colour):
            menu = actions_menu.displace_menu(history, colour, kind)
            return Ask(menu) if menu else Refuse(why_not_displaced(position, colour, kind or _lesser(position)), place)
        case OfMarker(marker):
            return play_marker(position, marker)
        case _:
            return Refuse(EXPECTED[Phase.ACTIONS], place)


def _lesser(position: Position) -> Kind:
    return Kind.TRADER if position.players[position.active].supply(Kind.TRADER) else Kind.MERCHANT


def play_marker(position: Position, marker: Marker) -> Ask | Propose | Refuse:
    """Play a marker, or ask for its details; the rules refuse one that cannot be played."""
    uses = [move for move in legal_moves(position) if isinstance(move, Use | UseImprove | UseSwap)]
    for line in actions_menu.marker_lines(position, [move for move in uses if actions_menu.kind_of(move) is marker]):
        if isinstance(line.action, Do):
            return Propose(line.action.entry)
        if isinstance(line.action, Open):
            opened = line.action.dialog
            return Ask(opened() if callable(opened) else opened)
    return proposed(position, Use(marker))


# --- several at once ---


_TOGETHER = Refusal("two_heard", "Two spots were heard at once.", "Lift the wand, and touch one of them again.")


def offer(history: History | None, spots: Sequence[str], shown: Menu | None) -> Menu | Refusal:
    """Ask which spot is meant, or whether a single one is meant at all; buttons cannot be offered."""
    if history is None:
        return _TOGETHER
    lines = []
    for name in spots:
        line = _offered(history, name, point(history, name, shown), alone=len(spots) == 1)
        if line is None:
            return _TOGETHER
        lines.append(line)
    question = say("Which one?") if len(spots) > 1 else say("Is this meant?")
    return Menu(title(history), tuple(lines), (Row(question, look=Look.LARGE),), name="offered")


def _offered(history: History, name: str, meaning: Meaning, *, alone: bool) -> Choice | None:
    position: Position = history.position
    words = spot_words(all_spots()[name])
    place = place_of(all_spots()[name])
    match meaning:
        case Propose(entry) | Follow(Do(entry)):
            return cards.line(position, entry).choice(entry) if alone else Choice(words, Do(entry), place=place)
        case Follow(action):
            return Choice(words, action, place=place)
        case Ask(dialog):
            return Choice(words, Open(dialog), place=place)
        case _:
            return None


# --- a route between actions: establish, insert, displace, lift, the likeliest first ---


NOWHERE = Refusal("nowhere", "That colour has no piece on a route.", "Touch a route, or another colour.")


def route_menu(history: History, route: str, kind: Kind | None) -> Menu | None:
    """Ask what to do on a route; displacing takes a piece of the kind that was chosen before, if one was."""
    position: Position = history.position
    side = position.setup.side
    moves = [move for move in legal_moves(position) if is_named(OnRoute(route), move, position)]
    lines = [cards.line_here(move).choice(move) for move in _in_order(moves, kind)]
    displaces = [move for move in moves if isinstance(move, Displace)]
    others = _by_cost([move for move in displaces if move not in cheapest(displaces, kind)])
    if not lines:
        return None
    words = names.route_beside_player(side, side.route_number[route])
    head = Row(words, names.player_name(position, position.active), Look.TITLE)
    if others:
        label = say("With a merchant") if others[0].piece is Kind.MERCHANT else say("With a trader")
        victims = tuple(cards.line_here(move).choice(move) for move in others)
        lines.append(Choice(label, Open(Menu(head, victims, (Row(label),), name="victim"))))
    return Menu(head, tuple(lines), name="route")


def _in_order(moves: list[Move], kind: Kind | None) -> list[Move]:
    """Sort as a player means it: a complete route is established, a free house is filled."""

    def of(wanted: type[Establish | Insert | Lift]) -> list[Move]:
        found = [move for move in moves if isinstance(move, wanted)]
        return sorted(found, key=lambda move: getattr(move, "piece", None) is Kind.MERCHANT)

    displaces = cheapest([move for move in moves if isinstance(move, Displace)], kind)
    return [*of(Establish), *of(Insert), *_by_cost(displaces), *of(Lift)]


def _by_cost(moves: list[Displace]) -> list[Displace]:
    return sorted(moves, key=lambda move: PENALTY[KIND_OF[move.victim]])


def why_no_piece(position: Position, route: str, kind: Kind) -> Refusal:
    """Say why no piece comes to a route: there is no house, and nobody whom the mover can displace."""
    refusal = why_not(position, Insert(kind, route))
    assert refusal is not None, "a route where something is legal is asked about"
    displaced = _why_not_there(position, position.setup.side.route_number.get(route), kind, refusal.code)
    return displaced or refusal


def _why_not_there(position: Position, route: int | None, kind: Kind, code: str) -> Refusal | None:
    if route is None or code != "route_full":
        return None
    own = position.setup.own[position.active].values()
    victims = sorted({*position.routes[route]} - {EMPTY, *own}, key=lambda piece: PENALTY[KIND_OF[piece]])
    return why_not(position, Displace(kind, position.setup.side.routes[route].id, victims[0])) if victims else None


def why_not_displaced(position: Position, colour: str, kind: Kind) -> Refusal:
    """Say why a player cannot be displaced anywhere."""
    for route, houses in enumerate(position.routes):
        for piece in sorted({*houses} - {EMPTY}, key=lambda piece: PENALTY[KIND_OF[piece]]):
            move = Displace(kind, position.setup.side.routes[route].id, piece)
            if COLOUR_OF[piece] == colour and (refusal := why_not(position, move)):
                return refusal
    return NOWHERE


def pawn_first(history: History, refusal: Refusal) -> Menu | None:
    """Offer the pawn's move to a route that is out of its reach; None where it cannot move."""
    position: Position = history.position
    spot = OnRoute(refusal.details["route"])
    moves = [move for move in legal_moves(position) if is_named(spot, move, position)]
    walks = {move.to: move for move in moves if isinstance(move, Walk)}
    rides = {move.to: move for move in moves if isinstance(move, Ride) and move.to not in walks}
    if not (walks or rides):
        return None
    lines = tuple(cards.line(position, move).choice(move) for moves in (walks, rides) for move in moves.values())
    head = (Row(say("The pawn is elsewhere."), look=Look.WARNING), Row(say("Pawn to")))
    return Menu(Row(say("Not possible"), look=Look.TITLE), (*lines, Choice(say("No"), CLOSE)), head, name="pawn first")


# --- a tagged marker on the pad: turned up, or played ---


_NO_MARKER_NOW = Refusal(
    "no_marker_now",
    "No marker is turned up or played now.",
    "Finish what is under way with the buttons.",
    is_unmeant=True,
)


def read(history: History, piece: str) -> Reading:
    """Say what it means that a piece touched the pad."""
    kind = marker_kind(piece)
    if kind is None:
        return Ignore()
    position: Position = history.position
    match position.phase:
        case Phase.TAVERNS | Phase.REVEAL:
            return Propose(Reveal(kind))
        case Phase.ACTIONS:
            return play_marker(position, kind)
        case _:
            return Refuse(_NO_MARKER_NOW)


def marker_kind(piece: str) -> Marker | None:
    """Return the kind of marker that a piece is, if it is one: `marker.swap_offices.2`."""
    head, _, kind = group_of(piece).partition(".")
    return Marker(kind) if head == "marker" and kind in list(Marker) else None
