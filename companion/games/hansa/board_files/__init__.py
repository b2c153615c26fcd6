"""The board files that ship, by name, the oldest first.

Each release that corrected a fact of the board left a file here, named after it. A new game is played on the newest;
the older ones stay for tables that kept them, and for scenarios and tests that name theirs.
"""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType


def boards_in(folder: Path) -> MappingProxyType[str, Path]:
    """Return the board files of a folder by the releases that they are named after, the oldest first."""
    files = {path.stem: path for path in folder.glob("*.toml")}
    return MappingProxyType({name: files[name] for name in sorted(files, key=_release)})


def _release(name: str) -> tuple[int, ...]:
    """Return the numbers of a release, by which 0.10 comes after 0.9."""
    return tuple(map(int, name.split(".")))


SHIPPED = boards_in(Path(__file__).parent)
