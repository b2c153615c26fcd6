"""Resumes a game: takes a journal and the rules, and returns the game that goes on as it stood.

That is the newest, or an unfinished one that the players chose, which is remembered until another one is begun.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from companion.errors import BAD_DATA, UserError
from companion.games.game import Game, Unreadable
from companion.journal.journal import Damaged, Entry, GameInfo, Journal
from companion.running.state_folder import kept_in
from companion.table.history import NOBODY, NOTE, SETUP, DoesNotFit, Kept, People, parse_people, replay
from hardware.formats.durable import write_durably

_ANEW = "--new begins another one"
CHOSEN_FILE: Final = "goes-on"


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
    return people.next_time


def choose_game(state: Path, game_id: str, newest: str) -> None:
    """Remember a game while `newest` is the newest one, durable on return; raise Unavailable if the disk refuses."""
    with kept_in(state / CHOSEN_FILE):
        write_durably(state / CHOSEN_FILE, f"{game_id} {newest}\n".encode())


def chosen_game(state: Path, newest: str) -> str:
    """Return the chosen game, or the newest if none was chosen since that began."""
    try:
        words = (state / CHOSEN_FILE).read_text(encoding="utf-8").split()
    except (OSError, ValueError):
        return newest
    return words[0] if len(words) == 2 and words[1] == newest else newest
