"""The set-up of a game: who plays, who starts, and the first position."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.game import Unreadable
from companion.games.teutonica.rules.board import SIDE_OF, Board
from companion.games.teutonica.rules.pieces import (
    ABILITIES,
    ALL_MARKERS,
    COLOURS,
    COVERED_BY,
    HIGHEST,
    PILE,
    TRADERS,
    Kind,
)
from companion.games.teutonica.rules.position import IN_STOCK, IN_SUPPLY, Bonus, Cities, Phase, Player, Position, Setup
from companion.games.teutonica.rules.routes import routes_with

FIRST_SUPPLY = 5  # traders of the start player; each player after that gets one more (ruling 3)
ON_PRESTIGE_TRACK = 1
ON_DESK = sum(HIGHEST[ability] for ability in ABILITIES if COVERED_BY[ability] is Kind.TRADER)


def new_game(
    board: Board, players: Sequence[str], *, start: str, house_rules: frozenset[str] = frozenset()
) -> Position:
    """Set up a game: `players` in seating order, clockwise.

    >>> from companion.games.teutonica.boards import shipped_board
    >>> first = new_game(shipped_board(), ["red", "blue"], start="blue").players[1]
    >>> first.supply(Kind.TRADER), first.supply(Kind.MERCHANT), first.stock(Kind.TRADER)
    (5, 1, 6)
    """
    check_players(players, start)
    side = board.side(SIDE_OF[len(players)])
    return first_position(Setup(side, tuple(players), players.index(start), board.version, house_rules))


def check_players(players: Sequence[str], start: str) -> None:
    """Refuse players that cannot play together, or a start player who is not among them."""
    unknown = [player for player in players if player not in COLOURS]
    if unknown or len(set(players)) != len(players) or len(players) not in SIDE_OF:
        raise Unreadable(f"players {list(players)!r:.120}: expected 2 to 5 of {', '.join(COLOURS)}, each once")
    if start not in players:
        raise Unreadable(f"start {start!r:.60}: expected one of {', '.join(players)}")


def first_position(setup: Setup) -> Position:
    """Return the position before the first marker is turned up."""
    side, count = setup.side, len(setup.players)
    return Position(
        setup=setup,
        phase=Phase.TAVERNS,
        active=setup.start,
        actions_left=0,
        acted=False,
        walked=False,
        step=None,
        on_routes=routes_with(side.empty_houses),
        players=tuple(_player((seat - setup.start) % count) for seat in range(count)),
        cities=Cities(side.empty_offices, ("",) * len(side.cities)),
        bonus=Bonus((), PILE, ALL_MARKERS),
    )


def _player(turn: int) -> Player:
    """Deal a player their pieces, by their place in turn order."""
    supply = FIRST_SUPPLY + turn
    stock = TRADERS - ON_PRESTIGE_TRACK - ON_DESK - supply
    pieces = supply * IN_SUPPLY[Kind.TRADER] + IN_SUPPLY[Kind.MERCHANT] + stock * IN_STOCK[Kind.TRADER]
    return Player(prestige=0, pieces=pieces, levels=(0,) * len(ABILITIES))
