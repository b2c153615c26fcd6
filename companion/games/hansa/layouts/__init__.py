"""The layouts of Hansa: what lamps and readers of each kit stand for, with the map and the tray for the drawings.

The rail of the board kit has a lamp for each warehouse space, so that it has a layout for each board that ships, named
after it; one whose spaces are those of an older board needs none of its own. Which one fits is read off the board file
alone: the rules are not loaded before the first screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.games.hansa.board_files import SHIPPED

_HERE = Path(__file__).parent


def layout_files(board: Path | None) -> tuple[Path, ...]:
    """Name the layouts for the board of a file, or for the newest that ships."""
    return _HERE / "tap.toml", rail_layout(board, SHIPPED, _HERE), _HERE / "chart.toml"


def rail_layout(board: Path | None, shipped: Mapping[str, Path], folder: Path) -> Path:
    """Name the layout of the rail, in a folder, whose board has spaces most like those of a file; of two the newer."""
    *_, newest = shipped.values()
    spaces = _spaces(board or newest)
    rails = {folder / f"board-{name}.toml": path for name, path in reversed(tuple(shipped.items()))}
    fitting = (rail for rail in rails if rail.is_file())
    return max(fitting, key=lambda rail: len(spaces.items() & _spaces(rails[rail]).items()))


def _spaces(path: Path) -> dict[str, int]:
    """Read how many spaces each city has; the rules complain of a file that is no board when they read it."""
    from hardware.formats.strict_toml import parse_toml

    try:
        rows: Any = parse_toml(path.read_text(encoding="utf-8-sig")).get("city", [])
        return {str(row["id"]): int(row["spaces"]) for row in rows}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
