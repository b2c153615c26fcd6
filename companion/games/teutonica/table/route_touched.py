"""What a route can mean between actions: establish, insert, displace, lift, the likeliest first."""

from __future__ import annotations

from companion.games.game import IllegalMove, Refusal
from companion.games.teutonica.rules.displace import PENALTY
from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import Displace, Establish, Insert, Lift, Move, Ride, Walk
from companion.games.teutonica.rules.pieces import COLOUR_OF, EMPTY, KIND_OF, Kind
from companion.games.teutonica.rules.play import play
from companion.games.teutonica.rules.position import Position
from companion.games.teutonica.table import cards, names
from companion.games.teutonica.table.actions_menu import cheapest
from companion.games.teutonica.table.spot_moves import is_named
from companion.games.teutonica.table.spots import OnRoute
from companion.table.dialog import CLOSE, Choice, Menu, Open
from companion.table.history import History
from companion.table.screen import Look, Row
from companion.words.say import say

NOWHERE = Refusal("nowhere", "That colour has no piece on a route.", "Touch a route, or another colour.")


def route_menu(history: History, route: str, kind: Kind | None) -> Menu | None:
    """Ask what to do on a route; displacing takes a piece of the kind that was chosen before, if one was."""
    position: Position = history.position
    side = position.setup.side
    moves = [move for move in legal_moves(position) if is_named(OnRoute(route), move, side)]
    lines = [cards.line_on_route(move).choice(move) for move in _in_order(moves, kind)]
    displaces = [move for move in moves if isinstance(move, Displace)]
    others = _by_cost([move for move in displaces if move not in cheapest(displaces, kind)])
    if not lines:
        return None
    words = names.route_beside_player(side, side.route_number[route])
    head = Row(words, names.player_name(position, position.active), Look.TITLE)
    if others:
        label = say("With a merchant") if others[0].piece is Kind.MERCHANT else say("With a trader")
        victims = tuple(cards.line_on_route(move).choice(move) for move in others)
        lines.append(Choice(label, Open(Menu(head, victims, (Row(label),), name="victim"))))
    return Menu(head, tuple(lines), name="route")


def _in_order(moves: list[Move], kind: Kind | None) -> list[cards.OnRoute]:
    """Sort as a player means it: a complete route is established, a free house is filled."""

    def of(wanted: type[Establish | Insert | Lift]) -> list[cards.OnRoute]:
        found = [move for move in moves if isinstance(move, wanted)]
        return sorted(found, key=lambda move: getattr(move, "piece", None) is Kind.MERCHANT)

    displaces = cheapest([move for move in moves if isinstance(move, Displace)], kind)
    return [*of(Establish), *of(Insert), *_by_cost(displaces), *of(Lift)]


def _by_cost(moves: list[Displace]) -> list[Displace]:
    return sorted(moves, key=lambda move: PENALTY[KIND_OF[move.victim]])


def why_not(position: Position, move: Move) -> Refusal | None:
    """Say why the rules refuse a move; None where they do not."""
    try:
        play(position, move)
    except IllegalMove as error:
        return error.refusal
    return None


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
    side, spot = position.setup.side, OnRoute(refusal.details["route"])
    moves = [move for move in legal_moves(position) if is_named(spot, move, side)]
    walks = {move.to: move for move in moves if isinstance(move, Walk)}
    rides = {move.to: move for move in moves if isinstance(move, Ride) and move.to not in walks}
    if not (walks or rides):
        return None
    lines = tuple(cards.line(position, move).choice(move) for moves in (walks, rides) for move in moves.values())
    head = (Row(say("The pawn is elsewhere."), look=Look.WARNING), Row(say("Pawn to")))
    return Menu(Row(say("Not possible"), look=Look.TITLE), (*lines, Choice(say("No"), CLOSE)), head, name="pawn first")
