"""Lessons at the table: how far somebody has come is kept in a journal of its own, apart from all games.

In: the state folder, and a game with a lesson. Out: the lesson as a game that goes on, or that begins. While one is
taught, a file says of which game, so that a power cut leads back into it. What is kept here may be lost: then a lesson
begins again.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.config.settings import Config
from companion.journal.journal import Damaged, Draft, Journal, JournalError, Kind, Unavailable
from companion.journal.sqlite import SqliteJournal
from companion.running.resume import CannotResume, Resumed, newest_of, resume
from companion.running.state_folder import kept_in
from companion.shelf.shelf import SHELF, open_box
from companion.table.teaching import Lesson, fits, goes_on
from hardware.formats.durable import write_durably

if TYPE_CHECKING:
    from companion.assembly.game_parts import GameParts
    from companion.shelf.box import AnyGame

JOURNAL: Final = "lessons.sqlite"
TAUGHT: Final = "lesson"  # the file that names the game whose lesson the table is set up for


def keep_taught(state: Path, game: str) -> None:
    """Remember whose lesson is taught here, durable on return; an empty name: none any more."""
    with kept_in(state / TAUGHT):
        if game:
            write_durably(state / TAUGHT, f"{game}\n".encode())
        else:
            (state / TAUGHT).unlink(missing_ok=True)


def taught(state: Path) -> str:
    """Return the game whose lesson is taught here; empty if none is."""
    try:
        game = (state / TAUGHT).read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return ""
    return game if game in SHELF and open_box(game).lesson else ""


def load_lesson(
    config: Config, parts: GameParts, lesson: Lesson, at: str, *, begins: bool
) -> tuple[Journal, Resumed] | None:
    """Return the journal of lessons, open, and how far somebody has come; raise Unavailable if it cannot be used.

    A lesson that does not fit the board any more, which the owner may have changed meanwhile, is left: None.
    """
    journal, game = SqliteJournal(config.state / JOURNAL), parts.game_table.game
    if not fits(game, lesson):
        keep_taught(config.state, "")
        return None
    try:
        try:
            return journal, _load(journal, game, lesson, at, begins=begins)
        except Unavailable:
            raise
        except (JournalError, CannotResume):
            journal.close()
            _remove(config.state)
            return journal, _load(journal, game, lesson, at, begins=True)
    except BaseException:
        journal.close()
        raise


def _remove(state: Path) -> None:
    with kept_in(state / JOURNAL):
        for file in state.glob(f"{JOURNAL}*"):
            file.unlink()


def _load(journal: Journal, game: AnyGame, lesson: Lesson, at: str, *, begins: bool) -> Resumed:
    journal.open()
    if damage := journal.integrity():
        raise Damaged(damage[0])
    found = resume(journal, newest_of(journal, game.id), game)
    history = found.kept.history
    if begins or history is None or not goes_on(game, lesson, history):
        _begin(journal, game, lesson, at)
        found = resume(journal, newest_of(journal, game.id), game)
    return found


def _begin(journal: Journal, game: AnyGame, lesson: Lesson, at: str) -> None:
    """Begin with the first position, as it is laid out for the first step."""
    game_id = f"lesson-{len(journal.ids()) + 1}"
    journal.create(game_id, game.id, "", at)
    setup = {"game": game.id, "position": game.format_position(game.new(lesson.setup))}
    moves = [{"entry": game.format_entry(entry)} for entry in lesson.steps[0].before]
    drafts = [Draft(Kind.SETUP, setup, at), *(Draft(Kind.MOVE, move, at) for move in moves)]
    journal.append_all(game_id, 1, drafts)
