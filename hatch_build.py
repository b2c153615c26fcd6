"""What hatchling asks while it builds a wheel or a source archive: puts the commit into the package."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CommitHook(BuildHookInterface):  # type: ignore[type-arg]
    """Writes down which commit is built; a source archive that knows already keeps what it says."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the file; a package that stays in its checkout asks git's files instead."""
        sys.path.insert(0, self.root)
        from companion.running.commit import FILE, head_of

        head = head_of(Path(self.root))
        if version == "editable" or (Path(self.root) / "companion" / FILE).exists() or not head:
            return
        self._folder = TemporaryDirectory()  # goes with this hook, once the archive is written
        written = Path(self._folder.name) / FILE
        written.write_text(f"{head}\n", encoding="ascii")
        build_data["force_include"][str(written)] = f"companion/{FILE}"
