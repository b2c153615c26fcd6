"""The shelf, as tests want it: Pearls next to the games that ship."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from companion.shelf.shelf import SHELF, open_box, shipped_rules

TOY = {"pearls": "tests.toygame.box"}
GAMES = (*SHELF, *TOY)  # every box there is


@contextmanager
def shelved() -> Iterator[None]:
    """Put Pearls on the shelf for a while, behind the games that ship."""
    before = dict(SHELF)
    SHELF.update(TOY)
    try:
        yield
    finally:
        SHELF.clear()
        SHELF.update(before)
        open_box.cache_clear()  # what is no longer there is not found any more
        shipped_rules.cache_clear()
