"""A table for tests: positions are set up by corrections, and everything is written in the notation."""

from __future__ import annotations

from companion.games.game import Refusal
from companion.games.teutonica.boards import shipped_board
from companion.games.teutonica.game import Teutonica
from companion.games.teutonica.rules.events import Event
from companion.games.teutonica.rules.notation import carry_out, format_entry, parse_entries
from companion.games.teutonica.rules.pieces import Kind
from companion.games.teutonica.rules.position import Player, Position
from companion.games.teutonica.rules.setup import new_game

GAME = Teutonica()
BOARD = shipped_board()
PLAYERS = ("red", "blue", "green", "yellow", "purple")


def new(players: int = 3, start: str = "red", *, house_rules: str = "") -> Position:
    return new_game(BOARD, PLAYERS[:players], start=start, house_rules=frozenset(house_rules.split()))


def begun(players: int = 3, pawn: str = "north", *, house_rules: str = "") -> Position:
    """Red's first turn."""
    position = after(new(players, house_rules=house_rules), "taverns remove_three swap_offices extra_office")
    return after(position, f"pawn {pawn}") if players == 2 else position


def played(position: Position, text: str) -> tuple[Position, list[Event]]:
    events: list[Event] = []
    for entry in parse_entries(text, BOARD):
        position, new_events = carry_out(position, entry)
        events += new_events
    return position, events


def after(position: Position, text: str) -> Position:
    return played(position, text)[0]


def events(position: Position, text: str) -> list[dict[str, object]]:
    return [GAME.format_event(event) for event in played(position, text)[1]]


def refusal(position: Position, text: str) -> str | None:
    """The code of the refusal of the last statement; those before it must be allowed."""
    found = refused(position, text)
    if not found:
        return None
    assert found.message()
    assert found.advice()
    return found.code


def sentences(position: Position, text: str) -> str:
    """What is said when the last statement is refused."""
    found = refused(position, text)
    assert found
    return f"{found.code}: {found.message()} {found.advice()}"


def refused(position: Position, text: str) -> Refusal | None:
    *before, last = parse_entries(text, BOARD)
    for entry in before:
        position = carry_out(position, entry).position
    return GAME.refusal(position, last)


def legal(position: Position) -> set[str]:
    """The legal moves, in the notation."""
    return {format_entry(move) for move in GAME.legal_moves(position)}


def houses(position: Position, route: str) -> str:
    return position.routes[position.setup.side.route_number[route]]


def offices(position: Position, city: str) -> str:
    number = position.setup.side.city_number[city]
    return f"{position.cities.extras[number]}|{position.cities.spaces[number]}"


def player(position: Position, colour: str) -> Player:
    return position.players[position.setup.players.index(colour)]


def supply(position: Position, colour: str) -> tuple[int, int]:
    one = player(position, colour)
    return one.supply(Kind.TRADER), one.supply(Kind.MERCHANT)


def stock(position: Position, colour: str) -> tuple[int, int]:
    one = player(position, colour)
    return one.stock(Kind.TRADER), one.stock(Kind.MERCHANT)


def moved(piece: str, source: str, *targets: str) -> str:
    """Corrections that move pieces of one kind."""
    return "; ".join(f"move-piece {piece} {source} {target}" for target in targets)


def filled(route: str, colour: str = "red", *, merchants: int = 0, side: int = 0) -> str:
    """Corrections that fill a route with pieces of one player, traders from stock first, merchants from the supply."""
    count = next(each.houses for each in BOARD.sides[side].routes if each.id == route) - merchants
    traders = moved(f"{colour} trader", "stock", *["supply"] * 2) + "; "
    traders += moved(f"{colour} trader", "supply", *[route] * count)
    return f"{traders}; {moved(f'{colour} merchant', 'supply', *[route] * merchants)}".removesuffix("; ")


def kinds(position: Position) -> set[str]:
    """The verbs of the legal moves."""
    return {move.split()[0] for move in legal(position)}
