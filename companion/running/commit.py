"""Finds the commit of this version: the one recorded by the build, or else that of the checkout."""

from __future__ import annotations

from pathlib import Path
from typing import Final

# The build of a wheel or a source archive puts the commit into this file of the package.
FILE: Final = "commit.txt"
DIGITS: Final = 10


def commit() -> str:
    """Return the beginning of the commit's hash, empty if it is unknown."""
    package = Path(__file__).parents[1]
    try:
        return (package / FILE).read_text(encoding="ascii").strip()[:DIGITS]
    except (OSError, UnicodeDecodeError):
        return head_of(package.parent)[:DIGITS]


def head_of(checkout: Path) -> str:
    """Return the hash of a checkout's current commit, read from git's own files; empty if there is none.

    Git itself may be missing, and it refuses to read another user's checkout, such as the one that root installs from.
    """
    try:
        folder = _git_folder(checkout / ".git")
        head = (folder / "HEAD").read_text(encoding="utf-8").strip()
        if not head.startswith("ref: "):
            return head
        name = head.removeprefix("ref: ")
        shared = folder / "commondir"
        common = folder / shared.read_text(encoding="utf-8").strip() if shared.exists() else folder
        if (common / name).exists():
            return (common / name).read_text(encoding="utf-8").strip()
        packed = (common / "packed-refs").read_text(encoding="utf-8").splitlines()
        return next((line.split()[0] for line in packed if line.endswith(f" {name}")), "")
    except (OSError, UnicodeDecodeError):
        return ""


def _git_folder(place: Path) -> Path:
    """Return git's folder; in an additional working tree, a file names it."""
    if place.is_dir():
        return place
    return place.parent / place.read_text(encoding="utf-8").strip().removeprefix("gitdir: ")
