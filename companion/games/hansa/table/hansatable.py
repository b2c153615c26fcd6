"""Hansa at the table, behind the seam that every game offers.

Taking back is the moneybag tile, as fair as at a table without a companion: moves of the current turn go back until its
settlement is confirmed, back to the last marker that was turned face up, and never across another player's choice; a
placement of the set-up until the next one. A correction can always be taken back.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Any

from companion.games.game import Json, Refusal
from companion.games.hansa.game import Hansa
from companion.games.hansa.rules.goods import COLOURS, Colour, marker
from companion.games.hansa.rules.moves import Discard, End, Lose, Reveal
from companion.games.hansa.rules.position import Phase, Position
from companion.games.hansa.rules.setup import GOODS_IN_PLAY
from companion.games.hansa.table import (
    attempts,
    board_pages,
    correcting,
    gestures,
    lamps,
    menu,
    names,
    numbers,
    pages,
    reasons,
)
from companion.games.hansa.table.cards import CARDS
from companion.table.belief import PAD, Belief, Expected, Mismatch, group_of
from companion.table.carrying import NOT_PLANNED
from companion.table.dialog import About, Choice, Dialog, Menu, Notice, Open
from companion.table.gametable import Carry, GameTable, Ignore, Memo, Propose, Reading
from companion.table.history import History
from companion.table.intents import BeginGame
from companion.table.own_dialogs import ask_seats, ask_start, titled
from companion.table.screen import Look, Row
from companion.table.whatif import Reckoning
from companion.words.say import Detail, Say, listed, say
from hardware.ports import Light

_SEEN = Refusal("marker_seen", "A marker has been turned face up: everybody has seen it.", "Correct the table instead.")
_CHOSEN = Refusal(
    "choice_made",
    "The last thing that happened was a player's choice of what to give up.",
    "Correct the table instead.",
)
_SETTLED = Refusal("settled", "That turn is settled.", "Correct the table instead.")
HOMES = 3  # name at most this many places where a piece may belong; the lamps show them all


class HansaTable(GameTable):
    """How Hansa is played with pieces, buttons, lamps and a screen."""

    def __init__(self, game: Hansa) -> None:
        self._game = game
        self._lamps = Memo(lamps.lamps)  # most presses do not change the position

    @property
    def game(self) -> Hansa:
        """The rules."""
        return self._game

    def new_game(self) -> Menu:
        """Ask for everything a new game needs."""
        return ask_seats(names.PLAYERS, range(min(GOODS_IN_PLAY), max(GOODS_IN_PLAY) + 1), _ask_start)

    def complete(self, setup: Json, random: Random) -> Json:
        """Draw the goods in play if the players leave it to chance."""
        if "goods" in setup or len(setup.get("players", ())) not in GOODS_IN_PLAY:
            return setup  # which the rules then refuse, in words
        goods = random.sample([str(colour) for colour in COLOURS], GOODS_IN_PLAY[len(setup["players"])])
        return {**setup, "goods": sorted(goods)}

    def home(self, history: History) -> Menu:
        """Offer exactly the legal moves."""
        return menu.home(history)

    def pages(self, history: History) -> Menu:
        """Offer the pages of the table menu."""
        return pages.pages(history)

    def read(self, history: History, belief: Belief, piece: str, place: str) -> Reading:
        """Return what it means that a piece has come to rest at a place."""
        return gestures.read(history, belief, piece, place)

    def on_hold(self, history: History, button: str) -> Reading:
        """Holding `end` ends the turn."""
        position: Position = history.position
        return Propose(End()) if button == "end" and position.phase is not Phase.OVER else Ignore()

    def expected(self, position: Position) -> Expected:
        """Return which pieces belong where."""
        return board_pages.expected(position)

    def restore(self, position: Position) -> tuple[Notice, ...]:
        """Describe, city by city, how the board must look."""
        return board_pages.restore(position)

    def carry(self, history: History, move: Any) -> Carry:
        """Return what hands do to make a move for the companion."""
        step = CARDS[type(move)].carried(history.position, move)
        taken = menu.income(history)
        if taken is None:
            return step
        holds = say("hold {talers} T", talers=history.position.purse(history.position.active))
        return step._replace(hands=(listed([taken, holds]), *step.hands))

    def lamps(self, history: History, dialog: Dialog) -> Mapping[str, Light]:
        """Light the table; while hands carry out a move, nothing leads elsewhere."""
        is_carried = dialog.topic.about is About.CARRYING or dialog.topic.code == NOT_PLANNED.code
        return self._lamps(history.position, is_carried)

    def likely_places(self, position: Position) -> tuple[str, ...]:
        """The ship's city, where it may sail, and the pad."""
        cities = (position.ship, *position.setup.board.routes[position.ship])
        return (PAD, *map(names.city_place, cities))

    def notices(self, history: History) -> tuple[Dialog, ...]:
        """Say what the players must be told after the last step, or after the set-up."""
        return pages.notices(history) if history.steps else board_pages.layout(history.position)

    def mismatch(self, mismatch: Mismatch) -> Notice:
        """Return which piece is misplaced, where it is and where it belongs."""
        board = self._game.board
        cities = {names.city_place(city.id): names.city_called(city.name) for city in board.cities}
        there = cities.get(mismatch.place, mismatch.place)
        homes = [cities[place] for place in mismatch.belongs if place in cities]
        named = listed(homes[:HOMES], "…" * (len(homes) > HOMES))
        rows = (
            Row(_piece_name(mismatch.piece), look=Look.LARGE),
            Row(say("is in {city}", city=there)),
            Row(say("belongs in {city}", city=named) if homes else say("take it off the board")),
        )
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
        """Return the name of a city, a space of a warehouse, a seat or a pile."""
        return reasons.place_words(place, self._game.board)

    def refusal_words(self, refusal: Refusal) -> Mapping[str, Detail]:
        """Return the details of a refusal in words."""
        return reasons.spoken_details(refusal, self._game.board)

    def help_with(self, refusal: Refusal, history: History) -> Menu | None:
        """Offer the known markers of the same colour after an impossible one, if there are any."""
        if refusal.code != "no_such_marker" or history.position.phase is not Phase.FILL:
            return None
        known = correcting.known(history.position, marker(refusal.details["good"]))
        return known if known.choices else None

    def may_take_back(self, history: History, sealed: int) -> Refusal | None:
        """Return why the last step may not be taken back, or None if it may."""
        entry = history.steps[-1].entry
        if len(history.steps) <= sealed:
            return _SETTLED
        if isinstance(entry, Reveal):
            return _SEEN
        if isinstance(entry, Lose | Discard):
            return _CHOSEN
        return None


def _piece_name(piece: str) -> Say:
    owner = names.booth_owner(piece)
    if owner:
        return say("{player}: booth", player=names.PLAYERS[owner])
    return say("the ship") if piece == names.SHIP else say("{piece}", piece=group_of(piece))


# --- a new game, asked step by step ---


def _ask_start(players: tuple[str, ...]) -> Menu:
    return ask_start(names.PLAYERS, players, partial(_after_start, players))


def _after_start(players: tuple[str, ...], start: str) -> Open | BeginGame:
    """With four players all goods are in; with fewer, ask which colours are left out."""
    if GOODS_IN_PLAY[len(players)] == len(COLOURS):
        return BeginGame({"players": list(players), "start": start, "goods": list(map(str, COLOURS))})
    return Open(partial(_goods, players, start, ()))


def _goods(players: tuple[str, ...], start: str, left_out: tuple[Colour, ...]) -> Menu:
    setup = {"players": list(players), "start": start}
    missing = len(COLOURS) - GOODS_IN_PLAY[len(players)] - len(left_out)
    head = (Row(say("Leave out {count}", count=missing), look=Look.LARGE),)
    choices = [] if left_out else [Choice(say("by chance"), BeginGame(setup))]
    for colour in COLOURS:
        if colour in left_out:
            continue
        out = (*left_out, colour)
        goods = [str(each) for each in COLOURS if each not in out]
        done = missing == 1
        action = BeginGame({**setup, "goods": goods}) if done else Open(partial(_goods, players, start, out))
        choices.append(Choice(names.COLOURS[colour], action))
    return Menu(titled(say("goods")), tuple(choices), head, name="goods")
