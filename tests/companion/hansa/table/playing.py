"""A game at the table for the tests: a situation of the rules' tests, and what follows, as the table remembers it."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.hansa.game import Hansa
from companion.hansa.rules.codec import Entry
from companion.hansa.rules.position import Position
from companion.hansa.table.hansatable import HansaTable
from companion.table.history import History
from companion.table.replay import Kept
from companion.table.table import Outcome, Proposal, Table
from hardware.ports import ButtonHeld, ButtonPressed, ButtonReleased, Event, TagLeft, TagRested
from tests.companion.hansa.rules.table import Table as Situation
from tests.companion.hansa.rules.table import said

GAME = Hansa()
GAME_TABLE = HansaTable(GAME)


def history_of(start: Situation | Position, *entries: str | Entry) -> History:
    """Go on from a situation with moves in the words of the rule book, or with corrections."""
    history = History(start.position if isinstance(start, Situation) else start)
    for entry in entries:
        history = history.after(GAME, said(entry) if isinstance(entry, str) else entry)
    return history


class Game:
    """A table with a game under way, whose proposals are all kept."""

    def __init__(self, start: Situation | History) -> None:
        self.table = Table(GAME_TABLE, Tags(), Random(1))
        self.table.kept = Kept(start if isinstance(start, History) else history_of(start))
        self.kept: list[Proposal] = []

    def tell(self, *events: Event) -> Outcome:
        last: Outcome = None
        for event in events:
            outcome = self.table.handle(event)
            while isinstance(outcome, Proposal):
                self.kept.append(outcome)
                self.table.accept(outcome)
                outcome = self.table.next()
            last = outcome or last
        return last

    def press(self, *buttons: str) -> Outcome:
        return self.tell(*(kind(0.0, name) for name in buttons for kind in (ButtonPressed, ButtonReleased)))

    def hold(self, button: str) -> None:
        self.tell(ButtonPressed(0.0, button), ButtonHeld(1.0, button), ButtonReleased(1.0, button))

    def put(self, piece: str, place: str) -> None:
        self.tell(TagRested(0.0, place, piece))

    def lift(self, piece: str, place: str) -> None:
        self.tell(TagLeft(0.0, place, piece))

    def tap(self, piece: str) -> None:
        self.put(piece, "pad")
        self.lift(piece, "pad")

    @property
    def name(self) -> str:
        return self.table.dialog.name

    @property
    def history(self) -> History:
        history = self.table.kept.history
        assert history
        return history

    @property
    def position(self) -> Position:
        position: Position = self.history.position
        return position

    @property
    def moves(self) -> list[str]:
        """What was kept since the situation, in the words of the rule book."""
        return [_words(GAME.format_entry(entry)) for entry in self.history.entries]


class Tags(dict[str, str]):
    """Tags that are called like their pieces; only a stranger's is unknown."""

    def get(self, uid: str, default: Any = None) -> Any:
        return default if uid == "stranger" else uid

    def __contains__(self, uid: object) -> bool:
        return uid != "stranger"

    def __missing__(self, uid: str) -> str:
        return uid


def _words(entry: dict[str, Any]) -> str:
    words = [entry["type"]]
    for key, value in entry.items():
        if key != "type":
            words += map(str, value) if isinstance(value, list) else [str(value)]
    return " ".join(words)
