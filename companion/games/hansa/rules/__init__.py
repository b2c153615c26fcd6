"""The rules of Hansa: positions in, positions out; no clock, no input or output, no chance of its own.

>>> from companion.games.hansa.boards import shipped_board
>>> position = new_game(shipped_board(), ["gray", "yellow"], start="yellow", goods=["blue", "brown", "green", "pink"])
>>> position.phase.value, legal_moves(position).count()
('fill', 12)
>>> position, events = play(position, Reveal(marker("pink3")))
>>> Reveal(marker("orange1")) in legal_moves(position)
False
"""

from companion.games.hansa.rules.board import Board, BoardError, City
from companion.games.hansa.rules.goods import ALL_MARKERS, Colour, Marker, marker
from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import (
    Build,
    Buy,
    Discard,
    End,
    Lose,
    Move,
    Place,
    Replenish,
    Reveal,
    Sail,
    Sell,
    Skip,
)
from companion.games.hansa.rules.play import play
from companion.games.hansa.rules.position import Phase, Position
from companion.games.hansa.rules.setup import new_game

__all__ = [
    "ALL_MARKERS",
    "Board",
    "BoardError",
    "Build",
    "Buy",
    "City",
    "Colour",
    "Discard",
    "End",
    "Lose",
    "Marker",
    "Move",
    "Phase",
    "Place",
    "Position",
    "Replenish",
    "Reveal",
    "Sail",
    "Sell",
    "Skip",
    "legal_moves",
    "marker",
    "new_game",
    "play",
]
