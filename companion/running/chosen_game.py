"""The unfinished game that the players chose to go on with, remembered until another one is begun."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

from hardware.formats.durable import write_durably

_log = logging.getLogger(__name__)
FILE: Final = "goes-on"


def choose_game(state: Path, game_id: str, newest: str) -> None:
    """Remember a game while `newest` is the newest one; if the disk refuses, it is forgotten at the next start."""
    try:
        write_durably(state / FILE, f"{game_id} {newest}\n".encode())
    except OSError as error:
        _log.warning("%s: cannot be written: %s", state / FILE, error.strerror)


def chosen_game(state: Path, newest: str) -> str:
    """Return the game that was chosen; the newest where none was since that was begun."""
    try:
        words = (state / FILE).read_text(encoding="utf-8").split()
    except (OSError, ValueError):
        return newest
    return words[0] if len(words) == 2 and words[1] == newest else newest
