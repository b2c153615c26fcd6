"""What else can be played at a table: the other games of the shelf, and unfinished games in the journal."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import cache
from itertools import islice

from companion.journal.journal import Journal, JournalError
from companion.shelf.shelf import boxes
from companion.table.own_dialogs import OtherGames, Unfinished

_log = logging.getLogger(__name__)
MOST = 20  # lines that somebody scrolls through
LOOKED_AT = 200  # games in the journal, the newest first; older ones are in the archive


def look_around(journal: Journal, game: str) -> Callable[[], OtherGames]:
    """Return a function that finds everything besides a table's own game, once and only on demand."""

    @cache
    def others() -> OtherGames:
        titles = {box.id: box.title for box in boxes()}
        unfinished = tuple(islice(_unfinished(journal, titles), MOST))
        return OtherGames({other: title for other, title in titles.items() if other != game}, unfinished)

    return others


def _unfinished(journal: Journal, titles: dict[str, str]) -> Iterator[Unfinished]:
    try:
        for game_id in islice(reversed(journal.ids()), LOOKED_AT):
            info = journal.info(game_id)
            if not info.finished and info.revision and info.game in titles:
                yield Unfinished(info.game, info.id, titles[info.game], _day_and_time(info.created))
    except JournalError as error:  # a new game can still be begun
        _log.warning("unfinished games cannot be listed: %s", error)


def _day_and_time(created: str) -> str:
    try:
        begun = datetime.fromisoformat(created).astimezone()
    except ValueError:
        return created
    return f"{begun.day}.{begun.month}. {begun:%H:%M}"
