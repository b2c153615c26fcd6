"""Folders for tests that write much."""

from __future__ import annotations

from pathlib import Path


def memory() -> str | None:
    """Name a folder in memory, if there is one: what a disk loses is decided here, not by the disk underneath."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None
