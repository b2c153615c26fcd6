"""The language that the players chose with the buttons, stored as one word in a file of the state folder."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.words.say import LANGUAGES
from hardware.formats.durable import write_durably

FILE: Final = "language"


def chosen_language(state: Path) -> str:
    """Return the language that the players chose; empty if none, or if it is unknown."""
    try:
        chosen = (state / FILE).read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return ""
    return chosen if chosen in LANGUAGES else ""


def keep_language(state: Path, language: str) -> None:
    """Store the language that the players chose, durable on return; raise OSError if the disk refuses."""
    write_durably(state / FILE, f"{language}\n".encode())
