"""Each test of the game begins with cold caches, so that it proves what it calls and not what an earlier test made."""

from __future__ import annotations

import pytest

from companion.hansa.rules import events, goods, legal

_REMEMBERED = [
    made for module in (events, goods, legal) for made in vars(module).values() if hasattr(made, "cache_clear")
]


@pytest.fixture(autouse=True)
def _cold_caches() -> None:
    for made in _REMEMBERED:
        made.cache_clear()
