"""What a test needs from the system: whoever does not find it raises Missing, and the test is left out."""

from __future__ import annotations

import shutil


class Missing(FileNotFoundError):
    """A program is not there; says what installs it."""


def program(name: str) -> str:
    """Give the path of a program, or raise Missing."""
    found = shutil.which(name)
    if found is None:
        raise Missing(f"{name} is not installed; `make system` installs it")
    return found
