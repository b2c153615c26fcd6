"""The alternatives to the game at this table: another game of the shelf, or an unfinished one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from companion.table import commands
from companion.table.dialog import Choice, Menu, Open
from companion.table.screen import Look, Row
from companion.words.say import Say, say


class Unfinished(NamedTuple):
    """A game in the journal that can be continued."""

    game: str  # which rules
    id: str
    title: str  # of the game
    begun: str  # day and time, as the players read them


class OtherGames(NamedTuple):
    """What a table can be set up for besides its own game."""

    titles: Mapping[str, str] = MappingProxyType({})  # of the other games on the shelf, by id
    unfinished: tuple[Unfinished, ...] = ()  # the newest first

    def choices(self) -> tuple[Choice, ...]:
        """Return the lines that a table without a game offers: one for each game, and one for all unfinished ones."""
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
