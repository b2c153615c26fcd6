"""A second box for tests of what happens between games: Hansa once more, under another name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from companion.games.game import Json
from companion.games.hansa.box import BOX as HANSA
from companion.games.hansa.game import Hansa
from companion.shelf.box import AnyGame


class Sister(Hansa):
    id = "sister"


def _rules(board: Path | None) -> AnyGame:
    rules = HANSA.rules(board)
    assert isinstance(rules, Hansa)
    return Sister(rules.board)


def _rules_of(setup: Json) -> AnyGame:
    rules = HANSA.rules_of(setup)
    assert isinstance(rules, Hansa)
    return Sister(rules.board)


BOX = replace(
    HANSA,
    id="sister",
    title="A sister of Hansa",
    suffix=".sister",
    board_file="sister-board.toml",
    piece_file="sister-pieces.toml",
    rules=_rules,
    rules_of=_rules_of,
)
