"""The owner's own files of each game: named in the configuration, or kept by the companion in the state folder.

A game's box knows the names of these files. It is opened only when that game is asked for, so that the first screen
does not wait for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from companion.config.settings import ConfigError
from hardware.formats.strict_toml import unreadable

if TYPE_CHECKING:
    from companion.config.settings import Config

FileName = Literal["board", "pieces"]
SUDO: Final = "what belongs to the service, sudo opens"
# Names from when there was only one game; they belong to the first on the shelf.
FIRST_FILES: Final[dict[FileName, str]] = {"board": "board.toml", "pieces": "pieces.toml"}


def own_file(config: Config, game: str, name: FileName) -> Path | None:
    """Return the owner's file of a game, if there is one; raise UnknownGame or ConfigError."""
    found = config.files.get((game, name))
    if found:
        return found
    from companion.shelf.shelf import first_game, open_box

    if game == first_game():  # it may have been written since the configuration was read
        return kept_file(config.state, FIRST_FILES[name])
    box = open_box(game)
    return kept_file(config.state, box.board_file if name == "board" else box.piece_file)


def kept_file(state: Path, name: str) -> Path | None:
    """Return a file of the state folder if it exists; raise ConfigError if we may not look."""
    file = state / name
    try:
        return file if file.is_file() else None
    except OSError as error:
        raise ConfigError(str(state), "", unreadable(error), f"a folder that you may read; {SUDO}") from error
