"""How many examples of a property a run tries: more in a thorough one, fewer in a quick one."""

from __future__ import annotations

from hypothesis import settings


def examples(count: int) -> settings:
    """Try this many where a property without a number gets 100; in every profile (conftest.py) in proportion."""
    return settings(max_examples=max(1, count * settings().max_examples // 100))
