"""The shelf, as tests want it: Pearls beside the games that ship, and whichever game is to be the first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from companion.shelf.shelf import SHELF, open_box, shipped_rules

TOY = {"pearls": "tests.toygame.box"}
GAMES = (*SHELF, *TOY)  # every box there is


@contextmanager
def shelved(*first: str) -> Iterator[None]:
    """Put every box on the shelf for a while, the named ones before the others."""
    before = dict(SHELF)
    there = {**before, **TOY}
    SHELF.clear()
    SHELF.update({game: there[game] for game in (*first, *(other for other in there if other not in first))})
    try:
        yield
    finally:
        SHELF.clear()
        SHELF.update(before)
        open_box.cache_clear()  # what is no longer there is not found any more
        shipped_rules.cache_clear()
