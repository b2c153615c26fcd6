"""The board files that ship, by name, the oldest first.

Each release that corrected a fact of the board left a file here, named after it. A new game is played on the newest;
the older ones stay for tables that kept them, and for scenarios and tests that name theirs.
"""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType

SHIPPED = MappingProxyType({name: Path(__file__).parent / f"{name}.toml" for name in ("0.1", "0.2")})
