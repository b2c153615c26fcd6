"""The set-up of a game: who plays, who starts, which goods are in, and the first position."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.game import Unreadable
from companion.games.hansa.rules.board import Board
from companion.games.hansa.rules.goods import COLOURS, full_set, total
from companion.games.hansa.rules.position import (
    BANK_TALER,
    BOOTHS,
    LEFT_BOOTH,
    TALERS,
    TO_BANK,
    Course,
    Phase,
    Position,
    Setup,
)

PLAYER_COLOURS = ("gray", "yellow", "purple", "white")
GOODS_IN_PLAY = {2: 4, 3: 5, 4: 6}  # colours of goods by number of players
PURSE_AT_START = 3
PILES = 5


def count_out_piles(markers: int) -> tuple[int, ...]:
    """Share the supply out over five piles, as equally as can be; earlier piles take what is left over.

    >>> count_out_piles(64), count_out_piles(38)
    ((13, 13, 13, 13, 12), (8, 8, 8, 7, 7))
    """
    each, over = divmod(markers, PILES)
    return tuple(each + (pile < over) for pile in range(PILES))


def new_game(
    board: Board,
    players: Sequence[str],
    *,
    start: str,
    goods: Sequence[str],
    house_rules: frozenset[str] = frozenset(),
) -> Position:
    """Set up a game: `players` in seating order, clockwise; `goods` are the colours in play, in any order.

    >>> from companion.games.hansa.boards import shipped_board
    >>> new_game(shipped_board(), ["gray", "white"], start="white", goods=COLOURS[:4]).piles
    (8, 8, 8, 7, 7)
    """
    unknown = [player for player in players if player not in PLAYER_COLOURS]
    if unknown or len(set(players)) != len(players) or len(players) not in GOODS_IN_PLAY:
        raise Unreadable(f"players {list(players)!r:.120}: expected 2 to 4 of {', '.join(PLAYER_COLOURS)}, each once")
    if start not in players:
        raise Unreadable(f"start {start!r:.60}: expected one of {', '.join(players)}")
    wanted = GOODS_IN_PLAY[len(players)]
    colours = tuple(colour for colour in COLOURS if colour in goods)
    if len(goods) != wanted or len(colours) != wanted:
        raise Unreadable(
            f"goods {list(goods)!r:.120}: expected {wanted} of {', '.join(COLOURS)}, each once, "
            f"with {len(players)} players"
        )
    setup = Setup(board, tuple(players), players.index(start), colours, house_rules)
    return _first_position(setup)


def _first_position(setup: Setup) -> Position:
    seats = len(setup.players)
    unseen = full_set(setup.goods)
    return Position(
        setup=setup,
        course=Course(),
        phase=Phase.FILL,
        active=setup.start,
        acted=False,
        ship=setup.board.start,
        talers=TALERS * BANK_TALER - PURSE_AT_START * sum(TO_BANK[:seats]),
        booths=BOOTHS * sum(LEFT_BOOTH[:seats]),
        hands=(0,) * seats,
        sold=(0,) * seats,
        warehouses=(0,) * setup.board.space_count,
        unseen=unseen,
        piles=count_out_piles(total(unseen) - setup.board.space_count),
    )
