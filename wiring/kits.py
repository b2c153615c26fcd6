"""The shipped kits, by name; any other kit is a file of its maker."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import Final

from hardware.kit.connections import Kit
from hardware.kit.kit import read_kit

SHIPPED: Final = MappingProxyType(
    {name: Path(__file__).parent / f"{name}.toml" for name in ("board", "chart", "tap", "usb")}
)


def shipped_kits() -> tuple[str, ...]:
    """Name the kits that come with the project."""
    return tuple(SHIPPED)


def load_kit(kit: str | Path) -> Kit:
    """Read a shipped kit by its name, or any kit file by its path; raise KitError."""
    if isinstance(kit, str) and kit in SHIPPED:
        return read_kit(SHIPPED[kit])
    return read_kit(Path(kit), f"a kit file, or one of {', '.join(SHIPPED)}")
