"""Pearls at the table: a piece for each diver, laid on a place that is not a city."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from companion.games.game import Json, Refusal
from companion.table.belief import Belief, Expected, Mismatch
from companion.table.commands import BeginGame, ConfirmBoard, GiveUp
from companion.table.dialog import Choice, Dialog, Do, Menu, Notice, Tone
from companion.table.gametable import Ignore, Propose, Reading
from companion.table.history import History, Span
from companion.table.own_dialogs import BOARD
from companion.table.screen import Look, Row
from companion.words.say import Say, say
from hardware.ports import Colour, Light, Pattern
from tests.toygame.pearls import PLAYERS, Answer, Draw, Lay, Pearls, Position, moves_of


def _title(text: str) -> Row:
    return Row(say(text), look=Look.TITLE)


class PearlsTable:
    def __init__(self) -> None:
        self._game = Pearls()

    @property
    def game(self) -> Pearls:
        return self._game

    def new_game(self) -> Menu:
        return Menu(_title("Pearls"), (Choice(say("Dive"), BeginGame({})),))

    def complete(self, setup: Json, random: Random) -> Json:
        return {"pearls": 2, **setup}

    def home(self, history: History) -> Menu:
        position: Position = history.position
        labels: dict[Any, Say] = {Answer(True): say("Snatch it"), Answer(False): say("Leave it")}
        choices = tuple(
            Choice(labels.get(move) or say(repr(move)), Do(move), place=move.place if isinstance(move, Lay) else "")
            for move in moves_of(position)
        )
        title = _title(PLAYERS[position.mover]) if position.mover is not None else _title("over")
        return Menu(title, choices, name="home")

    def pages(self, history: History) -> Menu:
        return Menu(_title("Table"), (Choice(say("New game"), GiveUp()),))

    def read(self, history: History, belief: Belief, piece: str, place: str) -> Reading:
        position: Position = history.position
        if piece == "pearl" and position.pearl and not position.place:
            return Propose(Lay(place))
        return Ignore()

    def on_hold(self, history: History, button: str) -> Reading:
        return Ignore()

    def expected(self, position: Position) -> Expected:
        return {"pearl": {position.place: 1} if position.place else {}}

    def restore(self, position: Position) -> tuple[Notice, ...]:
        return (Notice(_title("Restore"), (Row(say(position.place or "nothing")),), name="restore"),)

    def board_check(self) -> tuple[Notice, ...]:
        return ()

    def board_question(self) -> Menu:
        return Menu(_title("Board"), (Choice(say("Yes"), ConfirmBoard()),), name="your board", topic=BOARD)

    def lamps(self, history: History, dialog: Dialog) -> Mapping[str, Light]:
        position: Position = history.position
        return {position.place: Light(Pattern.ON, Colour(0, 255, 0))} if position.place else {}

    def likely_places(self, position: Position) -> tuple[str, ...]:
        return ("reef",)

    def notices(self, history: History) -> tuple[Dialog, ...]:
        return (
            tuple(Notice(_title("Kept"), (Row(say(event[1])),)) for event in history.steps[-1].events)
            if history.steps
            else ()
        )

    def mismatch(self, mismatch: Mismatch) -> Notice:
        return Notice(_title("Put right"), (Row(say(mismatch.piece)),), place=mismatch.place, name="mismatch")

    def refusal(self, refusal: Refusal, place: str, history: History | None) -> Notice:
        return Notice(_title("No"), (Row(say(refusal.message())),), tone=Tone.REFUSAL, place=place, name="refusal")

    def fault(self, source: str, reason: str, remedy: str) -> Notice:
        return Notice(_title(source), (Row(say(reason)),), tone=Tone.WARNING)

    def may_take_back(self, history: History, sealed: int) -> Refusal | None:
        if isinstance(history.steps[-1].entry, Draw):
            return Refusal("pearl_seen", "The pearl has been seen.", "Go on.")
        return None

    def goes_back(self, history: History) -> Span:
        return Span()
