"""Loads a sitting: takes the configuration, and returns rules, open journal and the game that goes on.

Imports happen late, so that the first screen is shown before them.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, NamedTuple

from companion.assembly.front import Waiting
from companion.assembly.sitting import Sitting, what_goes_on
from companion.config.settings import Config

if TYPE_CHECKING:
    from companion.assembly.game_parts import GameParts
    from companion.journal.journal import Journal
    from companion.running.resume import Resumed
    from companion.running.state_folder import StateLock
    from companion.table.dialog import Dialog

_log = logging.getLogger(__name__)


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
    asks_board: bool  # whether the board file is still unconfirmed
    news: Dialog | None  # about the board, or about games that are missing


class Loader:
    """Locks the state folder from the first attempt on, so that nobody else changes it meanwhile."""

    def __init__(self, config: Config, *, invents_pieces: bool) -> None:
        self._config, self._invents_pieces = config, invents_pieces
        self._lock: StateLock | None = None
        self._complaint = ""  # the last reported reason why the journal cannot be used

    def load(self, sitting: Sitting) -> Loaded:
        """Load what is played in a sitting.

        Raise Waiting while the journal cannot be used, LaidOutForAnother if the table must be set up again, and
        UserError if a person must know something first.
        """
        from companion.assembly.compose import now
        from companion.assembly.exchanges import finish_exchanges, keep_before_migration
        from companion.assembly.stores import open_journal
        from companion.journal.journal import Unavailable
        from companion.running.state_folder import StateLock, prepare_state

        try:
            prepare_state(self._config)
            self._lock = self._lock or StateLock(self._config.state)
            finish_exchanges(self._config)
            keep_before_migration(self._config, now())
            journal = open_journal(self._config)
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
        from companion.assembly.exchanges import set_aside_notice
        from companion.assembly.owners_board import asks_board, board_news, keep_played_board
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
