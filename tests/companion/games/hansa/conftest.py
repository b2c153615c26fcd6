"""Each test of the game begins with cold caches, so that it proves what it calls and not what an earlier test made."""

from __future__ import annotations

import sys

import pytest

RULES = "companion.games.hansa.rules."


@pytest.fixture(autouse=True)
def _cold_caches() -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith(RULES):
            for made in vars(module).values():
                if hasattr(made, "cache_clear"):
                    made.cache_clear()
