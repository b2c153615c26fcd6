"""The rules of Hansa Teutonica: positions in, positions out; no clock, no input or output, no chance of its own.

>>> from companion.games.teutonica.boards import shipped_board
>>> position = new_game(shipped_board(), ["red", "blue", "green"], start="blue")
>>> position.phase.value, legal_moves(position).count()
('taverns', 3)
>>> for marker in (Marker.SWAP_OFFICES, Marker.EXTRA_OFFICE, Marker.REMOVE_THREE):
...     position, events = play(position, Reveal(marker))
>>> events
(Turn(player='blue', actions=2),)
>>> Insert(Kind.TRADER, "stade-hamburg") in legal_moves(position)
True
"""

from companion.games.teutonica.rules.board import Board, BoardError
from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import Insert, Move, Reveal
from companion.games.teutonica.rules.pieces import Kind, Marker
from companion.games.teutonica.rules.play import play
from companion.games.teutonica.rules.position import Phase, Position
from companion.games.teutonica.rules.setup import new_game

__all__ = [
    "Board",
    "BoardError",
    "Insert",
    "Kind",
    "Marker",
    "Move",
    "Phase",
    "Position",
    "Reveal",
    "legal_moves",
    "new_game",
    "play",
]
