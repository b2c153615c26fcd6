"""Finds the printed sheets that players point at: each game has a folder `sheets`, if it has any."""

from __future__ import annotations

from pathlib import Path

import companion.games


def sheet_files() -> tuple[Path, ...]:
    """Return the sheet files of all games, sorted."""
    return tuple(sorted(Path(companion.games.__file__).parent.glob("*/sheets/*.toml")))
