"""The layouts of Hansa Teutonica: what the lamps of each kit stand for; no owner's board changes them."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent


def layout_files(board: Path | None) -> tuple[Path, ...]:
    """Name the layouts."""
    del board
    return _HERE / "tap.toml", _HERE / "chart.toml"
