"""The layouts of Hansa: what lamps and readers of each kit stand for, with the map and the tray for the drawings.

The rail of the board kit has a lamp for each warehouse space, so that it has a layout for each board that ships. Which
one fits is read off the board file alone: the rules are not loaded before the first screen.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.games.hansa.board_files import SHIPPED

_HERE = Path(__file__).parent


def layout_files(board: Path | None) -> tuple[Path, ...]:
    """Name the layouts for the board of a file, or for the newest that ships."""
    return _HERE / "tap.toml", _HERE / f"board-{_nearest(board)}.toml", _HERE / "chart.toml"


def _nearest(board: Path | None) -> str:
    """Name the board that ships whose warehouse spaces are most like those of a file; the newer of two alike."""
    names = list(reversed(SHIPPED))
    if board is None:
        return names[0]
    spaces = _spaces(board)
    return max(names, key=lambda name: len(spaces.items() & _spaces(SHIPPED[name]).items()))


def _spaces(path: Path) -> dict[str, int]:
    """Read how many spaces each city has; a file that is none is complained of where the rules read it."""
    from hardware.formats.strict_toml import parse_toml

    try:
        rows: Any = parse_toml(path.read_text(encoding="utf-8-sig")).get("city", [])
        return {str(row["id"]): int(row["spaces"]) for row in rows}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
