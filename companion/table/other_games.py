"""What can be played instead of the game at this table: another game of the shelf, or one that was not finished."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from companion.table import commands
from companion.table.dialog import Choice, Menu, Open
from companion.table.screen import Look, Row
from companion.words.say import Say, say


class Unfinished(NamedTuple):
    """A game of the journal that can be gone on with."""

    game: str  # which rules
    id: str
    title: str  # of the game
    begun: str  # day and time, as the players read them


class OtherGames(NamedTuple):
    """What a table can be laid out for beside its own game."""

    titles: Mapping[str, str] = MappingProxyType({})  # of the other games on the shelf, by id
    unfinished: tuple[Unfinished, ...] = ()  # the newest first

    def choices(self) -> tuple[Choice, ...]:
        """Return the lines that a table without a game offers: one a game, and one for all that are unfinished."""
        others = (Choice(say("{title}", title=title), commands.LayOut(game)) for game, title in self.titles.items())
        go_on = say("Go on with…")
        unfinished = Menu(
            Row(go_on, look=Look.TITLE),
            tuple(
                Choice(say("{title}", title=each.title), commands.GoOnWith(each.game, each.id), _when(each.begun))
                for each in self.unfinished
            ),
            name="go on with",
        )
        return (*others, *((Choice(go_on, Open(unfinished)),) if self.unfinished else ()))


NO_OTHERS = OtherGames()


def _when(begun: str) -> Say:
    return say("{begun}", begun=begun)
