"""Hansa Teutonica at the table, behind the seam that every game offers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

from companion.games.game import Json, Refusal
from companion.games.teutonica.game import Teutonica
from companion.games.teutonica.rules.board import SIDE_OF
from companion.games.teutonica.rules.moves import End, Stay
from companion.games.teutonica.rules.position import Phase, Position
from companion.games.teutonica.table import (
    attempts,
    board_pages,
    lamps,
    menu,
    names,
    numbers,
    pages,
    reasons,
    spots_touched,
    takeback,
)
from companion.games.teutonica.table.spots import (
    InCity,
    OfAbility,
    OfMarker,
    OnRoute,
    OnTable,
    all_spots,
    is_named,
    sticker_menu,
)
from companion.games.teutonica.table.spots_touched import pawn_first
from companion.table.belief import PAD, Belief, Mismatch
from companion.table.dialog import Choice, Dialog, Menu, Notice
from companion.table.gametable import AtOnce, Carry, GameTable, Ignore, Meaning, Propose, Reading
from companion.table.history import History, Span
from companion.table.intents import BeginGame
from companion.table.own_dialogs import ask_seats, ask_start
from companion.table.screen import Look, Row
from companion.table.whatif import Reckoning
from companion.words.say import Detail, Say, say
from hardware.ports import Light


class TeutonicaTable(GameTable):
    """How Hansa Teutonica is played with buttons, lamps and a screen."""

    def __init__(self, game: Teutonica) -> None:
        self._game = game

    @property
    def game(self) -> Teutonica:
        """The rules."""
        return self._game

    def new_game(self) -> Menu:
        """Ask who sits where, clockwise, and who starts."""
        return ask_seats(names.PLAYERS, range(min(SIDE_OF), max(SIDE_OF) + 1), _ask_start)

    def complete(self, setup: Json, random: Random) -> Json:
        """Draw the start player if the players leave it to chance."""
        return setup if "start" in setup else {**setup, "start": random.choice(setup["players"])}

    def home(self, history: History) -> Menu:
        """Offer exactly the legal moves."""
        return menu.home(history)

    def pages(self, history: History) -> Menu:
        """Offer the pages of the table menu."""
        return pages.pages(history)

    def read(self, history: History, belief: Belief, piece: str, place: str) -> Reading:
        """Return what a piece at a place means: only markers are read, and only on the pad."""
        del belief
        return spots_touched.read(history, piece) if place == PAD else Ignore()

    def is_spot(self, piece: str) -> bool:
        """Return whether a tag is a spot of chart or card."""
        return piece in all_spots()

    def point(self, history: History | None, spot: str, shown: Menu | None) -> Meaning:
        """Return what touching a spot of chart or card means."""
        return spots_touched.point(history, spot, shown)

    def says(self, history: History, spot: str, move: Any) -> bool | None:
        """Return whether touching a spot says a move; a colour, a kind of piece or a command only asks."""
        touched = all_spots()[spot]
        if not isinstance(touched, OnRoute | InCity | OfAbility | OnTable | OfMarker):
            return None
        return is_named(touched, move, history.position)

    def carry(self, history: History, move: Any) -> Carry:
        """Return what hands do to make a move for the companion."""
        return menu.carry(history, move)

    def offer(self, history: History | None, spots: Sequence[str], shown: Menu | None) -> Menu | Refusal:
        """Ask which of these spots is meant."""
        return spots_touched.offer(history, spots, shown)

    def on_hold(self, history: History, button: str) -> Reading:
        """End the turn when `end` is held; after it, let the pawn stay."""
        position: Position = history.position
        if button != "end" or position.phase is Phase.OVER:
            return Ignore()
        return Propose(Stay() if position.phase is Phase.WALK else End())

    def stickers(self, enrolled: Collection[str]) -> Menu | None:
        """Offer the spots of chart and card."""
        return sticker_menu(enrolled)

    def restore(self, position: Position) -> tuple[Notice, ...]:
        """Describe, region by region and desk by desk, how the board must look."""
        return board_pages.restore(position)

    def lamps(self, history: History, dialog: Dialog) -> Mapping[str, Light]:
        """Light the table."""
        return lamps.lamps(history.position, dialog)

    def likely_places(self, position: Position) -> tuple[str, ...]:
        """Return the pad, the only place where something is put."""
        del position
        return (PAD,)

    def notices(self, history: History) -> tuple[Dialog, ...]:
        """Say what the players must be told after the last step, or after the set-up."""
        return pages.notices(history) if history.steps else board_pages.layout(history.position)

    def mismatch(self, mismatch: Mismatch) -> Notice:
        """Return which piece is misplaced; as none belongs anywhere, it must be taken off."""
        rows = (Row(say("{piece}", piece=mismatch.piece), look=Look.LARGE), Row(say("take it off the board")))
        return Notice(Row(say("Please put right"), look=Look.TITLE), rows, place=mismatch.place, name="mismatch")

    def reckon(self, position: Position) -> Reckoning:
        """Return the numbers that matter to players."""
        return numbers.reckon(position)

    def places(self, position: Position) -> tuple[str, ...]:
        """Return every place, piece and verb that can be asked about."""
        return attempts.places(position)

    def verbs(self, position: Position) -> Mapping[str, Say]:
        """Return the verbs among them."""
        return attempts.verbs(position)

    def attempts(self, position: Position, place: str) -> attempts.Attempts:
        """Return what may be meant there."""
        return attempts.attempts(position, place)

    def board_check(self) -> tuple[Notice, ...]:
        """Show the board city by city."""
        return board_pages.board_check(self._game.board)

    def board_question(self) -> Menu:
        """Ask whether the board file is right."""
        return board_pages.question()

    def place_words(self, place: str) -> Detail:
        """Return the name of a route, a city, a seat or the lamp of an action."""
        return reasons.place_words(place, self._game.board)

    def refusal_words(self, refusal: Refusal) -> Mapping[str, Detail]:
        """Return the details of a refusal in words."""
        return reasons.spoken_details(refusal, self._game.board)

    def help_with(self, refusal: Refusal, history: History) -> AtOnce | None:
        """Offer the pawn's move to a player who points out of its reach."""
        helps = pawn_first(history, refusal) if refusal.code == "pawn_elsewhere" else None
        return AtOnce(helps) if helps else None

    def may_take_back(self, history: History, sealed: int) -> Refusal | None:
        """Return why the last step may not be taken back, or None if it may."""
        return takeback.may_take_back(history, sealed)

    def goes_back(self, history: History) -> Span:
        """Return how much is taken back at once."""
        return takeback.goes_back(history)


def _ask_start(players: tuple[str, ...]) -> Menu:
    setup = {"players": list(players)}
    by_chance = Choice(say("by chance"), BeginGame(setup))
    return ask_start(names.PLAYERS, players, lambda player: BeginGame({**setup, "start": player}), by_chance)
