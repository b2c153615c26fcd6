"""Hansa Teutonica as the rest of the companion sees it: the rules behind the seam that every game offers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.games.game import (
    IllegalMove,
    Json,
    LegalMoves,
    Played,
    Record,
    Refusal,
    Score,
    Unreadable,
    parse_house_rules,
)
from companion.games.teutonica.boards import load_board, shipped_board
from companion.games.teutonica.rules import codec, notation, state
from companion.games.teutonica.rules.board import Board
from companion.games.teutonica.rules.corrections import Correction, correct
from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import Move, Reveal
from companion.games.teutonica.rules.play import play
from companion.games.teutonica.rules.position import HOUSE_RULES, Phase, Position
from companion.games.teutonica.rules.scoring import score, winning_players
from companion.games.teutonica.rules.setup import new_game
from companion.games.teutonica.rules.turns import tavern_markers


class Teutonica:
    """The game of Hansa Teutonica, on the board that ships or on an owner's."""

    id = "teutonica"

    def __init__(self, board: Board | None = None) -> None:
        self.board = board or shipped_board()

    def new(self, setup: Json) -> Position:
        """Set up a game from `players`, `start` and, if there are any, `house_rules`."""
        for key in setup:
            if key not in ("players", "start", "house_rules"):
                raise Unreadable(f"set-up: unknown field {key!r:.60}")
        players, start = setup.get("players"), setup.get("start")
        if type(players) is not list or not all(type(player) is str for player in players):
            raise Unreadable(f"players {players!r:.60}: expected a list of colours")
        if type(start) is not str:
            raise Unreadable(f"start {start!r:.60}: expected the colour of a player")
        return new_game(self.board, players, start=start, house_rules=parse_house_rules(setup, HOUSE_RULES))

    def players(self, position: Position) -> tuple[str, ...]:
        """Return the players in seating order."""
        return position.setup.players

    def mover(self, position: Position) -> str | None:
        """Return the player who decides now."""
        return position.mover_name

    def legal_moves(self, position: Position) -> LegalMoves[Move]:
        """Return the legal moves."""
        return legal_moves(position)

    def refusal(self, position: Position, move: Move | Correction) -> Refusal | None:
        """Return why a move or correction is not allowed, or None if it is."""
        try:
            notation.carry_out(position, move)
        except IllegalMove as error:
            return error.refusal
        return None

    def play(self, position: Position, move: Move) -> Played[Position]:
        """Play a move, or raise IllegalMove."""
        return play(position, move)

    def correct(self, position: Position, correction: Correction) -> Played[Position]:
        """Carry out a correction by the players, or raise IllegalMove."""
        return correct(position, correction)

    def is_correction(self, entry: Move | Correction) -> bool:
        """Return whether an entry is a correction."""
        return codec.is_correction(entry)

    def active(self, position: Position) -> str | None:
        """Return the player whose turn it is, even if another one decides."""
        return None if position.phase is Phase.OVER else position.setup.players[position.active]

    def chances(self, position: Position) -> Mapping[Move, int]:
        """Return the markers that may be turned up, weighted by how many of each kind are unseen."""
        match position.phase:
            case Phase.TAVERNS:
                return {Reveal(marker): 1 for marker in tavern_markers(position)}
            case Phase.REVEAL:
                return {Reveal(marker): count for marker, count in Counter(position.bonus.unseen).items()}
            case _:
                return {}

    def scores(self, position: Position) -> Mapping[str, Score]:
        """Return the score of each player in this position; ties are shared, so nothing breaks them."""
        points = (score(position, seat) for seat in position.seats)
        totals = (Score(each._asdict(), each.total) for each in points)
        return dict(zip(position.setup.players, totals, strict=True))

    def winners(self, position: Position) -> tuple[str, ...] | None:
        """Return the winners, or None while the game goes on."""
        return winning_players(position) if position.phase is Phase.OVER else None

    def format_state(self, position: Position) -> Json:
        """Return everything that the players may know."""
        return state.format_state(position)

    def format_event(self, event: Any) -> Json:
        """Return an event as JSON."""
        return codec.format_event(event)

    def parse_entry(self, entry: Any) -> Move | Correction:
        """Read a move or a correction from JSON."""
        return codec.parse_entry(entry, shipped_board())

    def format_entry(self, entry: Move | Correction) -> Json:
        """Return a move or a correction as JSON."""
        return codec.format_entry(entry)

    def parse_position(self, position: Any) -> Position:
        """Read a whole position back."""
        return state.parse_position(position, shipped_board())

    def format_position(self, position: Position) -> Json:
        """Return the whole position as JSON."""
        return state.format_position(position, shipped_board())

    def parse_record(self, text: str) -> Record[Position, Move, Correction]:
        """Read a game from its notation."""
        return notation.parse_record(text, shipped_board())

    def format_record(self, first: Position, entries: Sequence[Move | Correction]) -> str:
        """Return a game in its notation."""
        return notation.format_record(first, entries, shipped_board())


def on_board(own_board: Path | None) -> Teutonica:
    """Return the rules on the board of a file, or on the one that ships."""
    return Teutonica(None if own_board is None else load_board(own_board))


def begun_with(setup: Json) -> Teutonica:
    """Return the rules of a stored game: its position contains its side of the board."""
    if "position" not in setup:
        raise Unreadable("set-up: position: missing")
    shipped = shipped_board()
    side = state.parse_position(setup["position"], shipped).setup.side
    first, second = (side if each.name == side.name else each for each in shipped.sides)
    return Teutonica(Board((first, second), shipped.version))


RULES = Teutonica()
