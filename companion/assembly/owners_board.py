"""Questions and news for the owner about the board file: whether it is right, and what a new version corrected."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from companion.assembly.game_parts import GameParts, own_board
from companion.config.settings import Config
from companion.errors import BAD_DATA, UserError
from companion.running.state_folder import kept_in

if TYPE_CHECKING:
    from companion.journal.journal import Journal
    from companion.shelf.box import GameBox
    from companion.table.dialog import Menu

_log = logging.getLogger(__name__)
ANSWERED = ".answered"  # next to a board file: the newer board that its owner was told about


def asks_board(config: Config, journal: Journal, box: GameBox) -> bool:
    """Return whether the board is unconfirmed: the owner has no board file, and no game was played.

    Raise UserError if the journal is too damaged to list its games.
    """
    from companion.journal.journal import Damaged

    if own_board(config, box).is_file():
        return False
    try:
        return not any(info.game == box.id for info in journal.games())
    except Damaged as error:
        raise UserError(str(error), BAD_DATA) from error


def keep_played_board(config: Config, journal: Journal, box: GameBox) -> bool:
    """Keep the board of earlier games as the owner's, if an earlier version shipped it and nobody was asked.

    Otherwise the table would silently change to the newest board, and a rail that was built for the old one would light
    up in the wrong places.
    """
    from companion.games.game import GameError
    from companion.journal.journal import Damaged

    path = config.state / box.board_file
    if own_board(config, box) != path or path.is_file():
        return False
    try:
        infos = (journal.info(game_id) for game_id in reversed(journal.ids()))
        newest = next((info for info in infos if info.game == box.id and info.revision), None)
        if newest is None:
            return False
        boards = box.boards(box.rules_of(journal.read(newest.id)[0].payload), path)
        if boards.news() is None:
            return False
        boards.keep()
    except (Damaged, GameError):  # whoever continues that game is told
        return False
    except OSError as error:
        _log.warning("%s: the board cannot be kept: %s", path, error.strerror)
        return False
    return True


def keep_board(config: Config, parts: GameParts) -> None:
    """Save the board in use as the owner's, durable on return, so that nobody is asked again; or raise Unavailable."""
    path = own_board(config, parts.box)
    if path.is_file():  # somebody has corrected it at the page since the question was asked
        return
    with kept_in(path):
        parts.box.boards(parts.game_table.game, path).keep()


def board_news(config: Config, parts: GameParts) -> Menu | None:
    """Return what was corrected on the owner's board, unless the owner has already answered."""
    path = config.state / parts.box.board_file
    if own_board(config, parts.box) != path or _answered(path) == _newest_board(parts.box):
        return None
    return parts.box.boards(parts.game_table.game, path).news()


def answer_board_news(config: Config, parts: GameParts, *, is_taken: bool) -> None:
    """Apply the corrections or not, durable on return, so that nobody is told again; or raise Unavailable."""
    from hardware.formats.durable import write_durably

    path = config.state / parts.box.board_file
    with kept_in(path):
        if is_taken:
            parts.box.boards(parts.game_table.game, path).take_over()
        write_durably(path.with_suffix(ANSWERED), f"{_newest_board(parts.box)}\n".encode())


def _newest_board(box: GameBox) -> str:
    return next(reversed(tuple(box.shipped_boards)), "")


def _answered(path: Path) -> str:
    """Return the newest board whose corrections the players know."""
    try:
        return path.with_suffix(ANSWERED).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""
