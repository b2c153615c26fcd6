"""A game at the table for the tests: a situation of the rules' tests, and what follows, as the table remembers it."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.games.hansa.boards import named_board
from companion.games.hansa.game import Hansa
from companion.games.hansa.rules.codec import Entry
from companion.games.hansa.rules.position import Position
from companion.games.hansa.table.hansatable import HansaTable
from companion.table.history import History, Kept
from companion.table.table import Table
from tests.companion.games.hansa.rules.table import Table as Situation
from tests.companion.games.hansa.rules.table import said
from tests.kit.hands import TableHands

GAME = Hansa(named_board("0.1"))
GAME_TABLE = HansaTable(GAME)


def history_of(start: Situation | Position, *entries: str | Entry) -> History:
    """Go on from a situation with moves in the words of the rule book, or with corrections."""
    history = History(start.position if isinstance(start, Situation) else start)
    for entry in entries:
        history = history.after(GAME, said(entry) if isinstance(entry, str) else entry)
    return history


class Game(TableHands):
    """A table with a game under way."""

    def __init__(self, start: Situation | History) -> None:
        super().__init__(Table(GAME_TABLE, Tags(), Random(1)))
        self.table.kept = Kept(start if isinstance(start, History) else history_of(start))

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
