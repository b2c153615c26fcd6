"""What is played at a table, loaded: a sitting is chosen, and its rules, open journal and game are returned.

Imports happen late, so that the first screen is shown before them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from companion.assembly.front import Waiting
from companion.config.settings import Config
from companion.shelf.shelf import SHELF, UnknownGame, first_game

if TYPE_CHECKING:
    from pathlib import Path

    from companion.assembly.game_parts import GameParts
    from companion.journal.journal import GameInfo, Journal
    from companion.running.resume import Resumed
    from companion.running.state_folder import StateLock
    from companion.table.dialog import Dialog
    from companion.table.intents import PlayOn
    from companion.table.teaching import Lesson

_log = logging.getLogger(__name__)


MakeJournal = Callable[[Config], "Journal"]  # returns a journal, not open yet


class LaidOutForAnother(Exception):
    """The devices have the names of a game or board other than the one to be played."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting)
        self.sitting = sitting


class Loaded(NamedTuple):
    """What a sitting is composed from."""

    parts: GameParts
    journal: Journal
    resumed: Resumed
    asks_board: bool = False  # whether the board file is still unconfirmed
    news: Dialog | None = None  # about the board, or about games that are missing
    lesson: Lesson | None = None  # what is taught instead of a game


class Loader:
    """Locks the state folder from the first attempt on, so that nobody else changes it meanwhile."""

    def __init__(self, config: Config, *, invents_pieces: bool, make_journal: MakeJournal | None = None) -> None:
        """Load what is configured; without `make_journal` the journal is the configured file."""
        self._config, self._invents_pieces, self._make_journal = config, invents_pieces, make_journal
        self._lock: StateLock | None = None
        self._complaint = ""  # the last reported reason why the journal cannot be used

    def load(self, sitting: Sitting) -> Loaded:
        """Load what is played in a sitting.

        Raise Waiting while the journal cannot be used, LaidOutForAnother if the table must be set up again, and
        UserError if a person must know something first.
        """
        from companion.assembly.compose import now
        from companion.assembly.stores import finish_exchanges, keep_before_migration, open_journal
        from companion.journal.journal import Unavailable
        from companion.running.state_folder import StateLock, prepare_state

        try:
            prepare_state(self._config)
            self._lock = self._lock or StateLock(self._config.state)
            if lesson := self._load_lesson(sitting, now()):
                return lesson
            finish_exchanges(self._config)
            keep_before_migration(self._config, now())
            journal = open_journal(self._config, self._make_journal)
            try:
                loaded = self._load_from(journal, sitting)
            except BaseException:
                journal.close()
                raise
        except Unavailable as error:
            if str(error) != self._complaint:  # once: it is tried often, and the log is on the same disk
                self._complaint = str(error)
                _log.error("%s; trying again", error)
            raise Waiting(error) from error
        if loaded.resumed.game_id:
            _log.info("game %s goes on after entry %d", loaded.resumed.game_id, loaded.resumed.revision)
        return loaded

    def _load_from(self, journal: Journal, sitting: Sitting) -> Loaded:
        from companion.assembly.owners_board import asks_board, board_news, keep_played_board
        from companion.assembly.stores import set_aside_notice
        from companion.running.resume import resume
        from companion.shelf.shelf import open_box

        config = self._config
        game, goes_on = what_goes_on(journal, config.state, sitting)
        is_board_kept = keep_played_board(config, journal, open_box(game))
        if is_board_kept or game != sitting.laid_out_for:
            begins, game_id = goes_on is None, goes_on.id if goes_on else ""
            raise LaidOutForAnother(sitting._replace(game=game, game_id=game_id, begins=begins))
        parts = self._parts(game)
        resumed = resume(journal, goes_on, parts.game_table.game)
        asks = asks_board(config, journal, parts.box)
        return Loaded(parts, journal, resumed, asks, set_aside_notice(config, journal) or board_news(config, parts))

    def _load_lesson(self, sitting: Sitting, at: str) -> Loaded | None:
        """Load the lesson that somebody has begun, or was in before the start; None if there is none."""
        from companion.assembly.lesson_journal import load_lesson, taught
        from companion.shelf.shelf import open_box

        game = sitting.game if sitting.is_lesson else "" if sitting.game else taught(self._config.state)
        if not game or (lesson := open_box(game).lesson) is None:
            return None
        if game != sitting.laid_out_for:
            raise LaidOutForAnother(Sitting(game, is_lesson=True))
        parts, teaches = self._parts(game), lesson()
        loaded = load_lesson(self._config, parts, teaches, at, begins=sitting.begins)
        return Loaded(parts, *loaded, lesson=teaches) if loaded else None

    def _parts(self, game: str) -> GameParts:
        """Load a game; at a simulated table every piece has a tag."""
        from companion.assembly.game_parts import invented_pieces, load_game
        from companion.assembly.shelf_troubles import shelf_troubles

        parts = load_game(self._config, game)
        for trouble in shelf_troubles(self._config):
            _log.warning("%s", trouble.line)
        if self._invents_pieces and not parts.pieces:
            parts = parts._replace(pieces=invented_pieces(parts.box))
        return parts

    def close(self) -> None:
        """Release the state folder."""
        if self._lock:
            self._lock.release()


def why_unplayable(config: Config, game: str) -> str:
    """Return why the table cannot be set up for a game, in a sentence that names a file; empty if it can."""
    from companion.assembly.game_parts import load_game
    from companion.errors import UserError
    from companion.running.devices import configured_kit
    from hardware.formats.strict_toml import DataError

    try:
        configured_kit(config, game)
        load_game(config, game)
    except (DataError, UserError) as error:
        return str(error)
    return ""


class Sitting(NamedTuple):
    """What a table is set up for; without a game, for the one played last."""

    game: str = ""  # its newest goes on, unless another id is given
    begins: bool = False  # a new game, whatever is unfinished
    game_id: str = ""  # id of the game that goes on; empty: the one played last
    told: Dialog | None = None  # the first message to the players
    is_lesson: bool = False  # the lesson of that game, in place of one that is played
    then: PlayOn | None = None  # what begins at once

    @property
    def laid_out_for(self) -> str:
        """The game that names lamps and readers; before the journal is read, the last game is unknown."""
        return self.game or first_game()


NEWEST = Sitting()


class GoesOn(NamedTuple):
    """A game to play, and the journal's information on the one that goes on, if any."""

    game: str
    info: GameInfo | None


def what_goes_on(journal: Journal, state: Path, sitting: Sitting) -> GoesOn:
    """Return what is played in a sitting; raise CannotResume if it cannot be trusted or is not on the shelf."""
    from companion.running.resume import CannotResume, newest_game, newest_of

    if sitting.begins:
        return GoesOn(sitting.game or _played_last(journal, state), None)
    info = newest_game(journal, state, sitting.game_id)
    if sitting.game and not sitting.game_id and (info is None or info.game != sitting.game):
        return GoesOn(sitting.game, newest_of(journal, sitting.game))
    if info and info.game not in SHELF:
        if info.finished:  # no game has to go on
            return GoesOn(_played_last(journal, state), None)
        raise CannotResume(f"game {info.id} is of a kind that is not on the shelf: {UnknownGame(info.game)}")
    return GoesOn(info.game if info else first_game(), info)


def _played_last(journal: Journal, state: Path) -> str:
    from companion.running.resume import CannotResume, newest_game

    try:
        info = newest_game(journal, state)
    except CannotResume:  # that is why another one begins
        info = None
    return info.game if info and info.game in SHELF else first_game()
