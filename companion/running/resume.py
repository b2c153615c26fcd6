"""The game that goes on: a journal and the rules enter, the newest game as it stood leaves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion.errors import BAD_DATA, UserError
from companion.games.game import Game
from companion.journal.journal import Damaged, Entry, Journal
from companion.table.entries import DoesNotFit, Kept, replay

_ANEW = "--new begins another one"


class CannotResume(UserError):
    """The newest game cannot be trusted; it is kept as it is."""

    def __init__(self, message: str) -> None:
        super().__init__(message, BAD_DATA)


class Resumed(NamedTuple):
    """The newest game as the journal keeps it, if it goes on; an empty id if there is none."""

    game_id: str
    revision: int
    kept: Kept


def lines_of(entries: Iterable[Entry]) -> list[tuple[int, str, dict[str, object]]]:
    """Give entries as the table's replay takes them."""
    return [(entry.revision, str(entry.kind), entry.payload) for entry in entries]


def resume(journal: Journal, game: Game[object, object, object]) -> Resumed:
    """Bring the newest game back, unless it has ended; raise CannotResume where it cannot be trusted.

    A game older than the newest was left for another one, and is not gone on with. The file is never changed here.
    """
    try:
        ids = journal.ids()
        info = journal.info(ids[-1]) if ids else None
        if info is None or info.finished or info.revision == 0:
            return Resumed("", 0, Kept())
        if info.game != game.id:
            raise CannotResume(f"game {info.id} is one of {info.game}, and this table plays {game.id}; {_ANEW}")
        try:
            kept = replay(game, lines_of(journal.read(info.id)))
        except DoesNotFit as error:
            raise CannotResume(f"game {info.id}: {error}; it is kept as it is; {_ANEW}") from error
    except Damaged as error:
        raise CannotResume(f"{error}; it is kept as it is; {_ANEW}") from error
    return Resumed(info.id, info.revision, kept)
