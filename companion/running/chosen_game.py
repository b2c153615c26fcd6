"""The unfinished game that the players chose to go on with, remembered until another one is begun."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.running.choices import kept_in
from hardware.formats.durable import write_durably

FILE: Final = "goes-on"


def choose_game(state: Path, game_id: str, newest: str) -> None:
    """Remember a game while `newest` is the newest one, durable on return; raise Unavailable if the disk refuses."""
    with kept_in(state / FILE):
        write_durably(state / FILE, f"{game_id} {newest}\n".encode())


def chosen_game(state: Path, newest: str) -> str:
    """Return the chosen game, or the newest if none was chosen since that began."""
    try:
        words = (state / FILE).read_text(encoding="utf-8").split()
    except (OSError, ValueError):
        return newest
    return words[0] if len(words) == 2 and words[1] == newest else newest
