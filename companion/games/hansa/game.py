"""Hansa as the rest of the companion sees it: the rules behind the seam that every game offers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
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
from companion.games.hansa.boards import load_board, shipped_board
from companion.games.hansa.rules import codec, notation, state
from companion.games.hansa.rules.board import Board, BoardError
from companion.games.hansa.rules.boardfile import board_from_json
from companion.games.hansa.rules.corrections import Correction, correct
from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import Move, Reveal
from companion.games.hansa.rules.play import play
from companion.games.hansa.rules.position import HOUSE_RULES, Phase, Position, unseen_counts
from companion.games.hansa.rules.scoring import score, winning_players
from companion.games.hansa.rules.setup import new_game


class Hansa:
    """The game of Hansa, on the board that ships or on an owner's."""

    id = "hansa"

    def __init__(self, board: Board | None = None) -> None:
        self.board = board or shipped_board()

    def new(self, setup: Json) -> Position:
        """Set up a game from `players`, `start` and `goods`; `board` and `house_rules` where they are not the usual."""
        for key in setup:
            if key not in ("players", "start", "goods", "board", "house_rules"):
                raise Unreadable(f"set-up: unknown field {key!r:.60}")
        players = _texts(setup, "players")
        goods = _texts(setup, "goods")
        start = setup.get("start")
        if type(start) is not str:
            raise Unreadable(f"start {start!r:.60}: expected the colour of a player")
        try:
            board = board_from_json(setup["board"]) if "board" in setup else self.board
        except BoardError as error:
            raise Unreadable(str(error)) from error
        rules = parse_house_rules(setup, HOUSE_RULES)
        return new_game(board, players, start=start, goods=goods, house_rules=rules)

    def players(self, position: Position) -> tuple[str, ...]:
        """Return the players in seating order."""
        return position.setup.players

    def mover(self, position: Position) -> str | None:
        """Return the player who decides now."""
        seat = position.mover
        return None if seat is None else position.setup.players[seat]

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
        """Return the player whose turn it is."""
        return None if position.phase is Phase.OVER else position.setup.players[position.active]

    def chances(self, position: Position) -> Mapping[Move, int]:
        """Return the markers that may be turned up, weighted by how many of each kind are unseen."""
        if position.phase is not Phase.FILL:
            return {}
        return {Reveal(good): count for good, count in unseen_counts(position).items()}

    def scores(self, position: Position) -> Mapping[str, Score]:
        """Return the score of each player in this position."""
        found = {}
        for seat, player in enumerate(position.setup.players):
            points = score(position, seat)
            sources = {"unsold": points.unsold, "sold": points.sold, "cities": points.cities}
            found[player] = Score(sources, points.total, {"booths": points.booths})
        return found

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
        return codec.parse_entry(entry)

    def format_entry(self, entry: Move | Correction) -> Json:
        """Return a move or a correction as JSON."""
        return codec.format_entry(entry)

    def parse_position(self, position: Any) -> Position:
        """Read a whole position back."""
        return self._with_own_names(state.parse_position(position))

    def format_position(self, position: Position) -> Json:
        """Return the whole position as JSON."""
        return state.format_position(position)

    def parse_record(self, text: str) -> Record[Position, Move, Correction]:
        """Read a game from its notation."""
        record = notation.parse_record(text)
        return record._replace(first=self._with_own_names(record.first))

    def _with_own_names(self, position: Position) -> Position:
        """Call the cities as the board file does: a game that was kept does not say what they are called."""
        if position.setup.board != self.board:
            return position
        return position._replace(setup=replace(position.setup, board=self.board))

    def format_record(self, first: Position, entries: Sequence[Move | Correction]) -> str:
        """Return a game in its notation."""
        return notation.format_record(first, entries)


def _texts(setup: Json, key: str) -> list[str]:
    value = setup.get(key)
    if type(value) is not list or not all(type(item) is str for item in value):
        raise Unreadable(f"{key} {value!r:.60}: expected a list of colours")
    return value


def on_board(own_board: Path | None) -> Hansa:
    """Return the rules on the board of a file, or on the newest that ships."""
    return Hansa(None if own_board is None else load_board(own_board))


def begun_with(setup: Json) -> Hansa:
    """Return the rules of a stored game: its position contains its board."""
    if "position" not in setup:
        raise Unreadable("set-up: position: missing")
    return Hansa(state.parse_position(setup["position"]).setup.board)
