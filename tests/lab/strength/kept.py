"""What has been played: a line of JSON for each block, so that a run that was broken off goes on where it was.

Only blocks of the same code count: each line has the mark of the game's rules and players, weights included.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from companion.games.game import Json
from tests.lab.strength.blocks import Outcome

Blocks = dict[int, list[Outcome]]  # by number


def mark_of(folder: Path) -> str:
    """Return a short mark of a game's rules and players, for which every change gives another one.

    What tells the chances of winning does not count: nobody plays by it.
    """
    digest = sha256()
    for path in sorted((*(folder / "rules").rglob("*"), *(folder / "players").rglob("*"))):
        if path.is_file() and path.suffix in (".py", ".toml", ".txt") and path.stem != "winning":
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


class Kept:
    """The blocks of one game and one set of seeds, in a file."""

    def __init__(self, path: Path, mark: str) -> None:
        """Read what is there."""
        self._path, self._mark = path, mark
        self._blocks: dict[str, Blocks] = {}
        for line in _lines(path):
            if line.get("mark") == mark:
                outcomes = [Outcome(**each) for each in line["games"]]
                self._blocks.setdefault(line["row"], {})[line["block"]] = outcomes

    def blocks(self, row: str) -> Mapping[int, list[Outcome]]:
        """Return the blocks of a row."""
        return self._blocks.get(row, {})

    def add(self, row: str, block: int, outcomes: list[Outcome]) -> None:
        """Keep one more block."""
        self._blocks.setdefault(row, {})[block] = outcomes
        line = {"mark": self._mark, "row": row, "block": block, "games": [each._asdict() for each in outcomes]}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def _lines(path: Path) -> Iterator[Json]:
    if not path.exists():
        return
    for text in path.read_text(encoding="utf-8").splitlines():
        try:
            yield json.loads(text)
        except ValueError:  # the line that was being written when the run was broken off
            continue
