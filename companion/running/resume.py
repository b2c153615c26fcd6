"""Resumes a game: takes a journal and the rules, and returns the newest game as it stood."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from companion.errors import BAD_DATA, UserError
from companion.games.game import Game, Unreadable
from companion.journal.journal import Damaged, Entry, GameInfo, Journal
from companion.running.chosen_game import chosen_game
from companion.table.history import NOBODY, NOTE, SETUP, DoesNotFit, Kept, People, parse_people, replay

_ANEW = "--new begins another one"


class CannotResume(UserError):
    """The newest game cannot be trusted; it is left unchanged."""

    def __init__(self, message: str) -> None:
        super().__init__(f"{message}; {_ANEW}", BAD_DATA)


class Resumed(NamedTuple):
    """The newest game from the journal if it is unfinished; an empty id if there is none."""

    game_id: str
    revision: int
    kept: Kept


NOTHING = Resumed("", 0, Kept())


def lines_of(entries: Iterable[Entry]) -> list[tuple[int, str, dict[str, object]]]:
    """Return the entries in the form that the table's replay takes."""
    return [(entry.revision, str(entry.kind), entry.payload) for entry in entries]


def newest_game(journal: Journal, state: Path | None = None, wanted: str = "") -> GameInfo | None:
    """Return the journal's information on the game played last: the newest, or one chosen in `state` since then.

    A `wanted` game takes precedence over both. Raise CannotResume if it cannot be trusted.
    """
    try:
        ids = journal.ids()
        if not ids:
            return None
        chosen = wanted or (chosen_game(state, ids[-1]) if state else ids[-1])
        return journal.info(chosen if chosen in ids else ids[-1])
    except Damaged as error:
        raise CannotResume(f"{error}; it is kept as it is") from error


def newest_of(journal: Journal, game: str) -> GameInfo | None:
    """Return the journal's information on the newest game of a kind; raise CannotResume if one cannot be trusted."""
    try:
        infos = map(journal.info, reversed(journal.ids()))
        return next((info for info in infos if info.game == game), None)
    except Damaged as error:
        raise CannotResume(f"{error}; it is kept as it is") from error


def resume(journal: Journal, info: GameInfo | None, game: Game[object, object, object]) -> Resumed:
    """Return a game to go on with, unless it has ended; raise CannotResume if it cannot be trusted.

    This never changes the journal.
    """
    if info is None or info.finished or info.revision == 0:
        return NOTHING._replace(kept=Kept(people=last_people(journal)))
    try:
        kept = replay(game, lines_of(journal.read(info.id)))
    except Damaged as error:
        raise CannotResume(f"{error}; it is kept as it is") from error
    except DoesNotFit as error:
        raise CannotResume(f"game {info.id}: {error}; it is kept as it is") from error
    return Resumed(info.id, info.revision, kept)


def last_people(journal: Journal) -> People:
    """Return the names of the newest game's players; none if they cannot be read, since nothing depends on them."""
    people = NOBODY
    try:
        for game_id in journal.ids()[-1:]:
            for entry in journal.read(game_id):
                if entry.kind in (SETUP, NOTE):
                    people = parse_people(entry.payload, people)
    except (Damaged, Unreadable):
        return NOBODY
    return People(people.names)
