"""The one place here that knows the companion from the inside: what no command prints."""

from __future__ import annotations

from typing import Any

from companion.shelf.shelf import shipped_rules
from companion.table.entries import replay


def kept_game(game: str, entries: list[dict[str, Any]]) -> tuple[dict[str, Any], int]:
    """Return the whole position that a journal's entries lead to, and how many steps cannot be taken back any more."""
    rules = shipped_rules(game)
    kept = replay(rules, [(entry["revision"], entry["kind"], entry["payload"]) for entry in entries])
    assert kept.history
    return dict(rules.format_position(kept.history.position)), kept.sealed
