"""The pieces of Pearls that carry a tag: the pearl, and the nets that snatch it."""

from __future__ import annotations

from tests.toygame.rules import COLOURS

PEARL = "pearl"


def net(player: str) -> str:
    """Name a diver's net."""
    return f"net.{player}"


NETS = tuple(map(net, COLOURS))
