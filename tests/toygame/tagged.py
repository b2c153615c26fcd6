"""The pieces of Pearls that carry a tag: the pearl, the nets that snatch it, and the spots of the printed sheet."""

from __future__ import annotations

from tests.toygame.rules import COLOURS

PEARL = "pearl"


def net(player: str) -> str:
    """Name a diver's net."""
    return f"net.{player}"


NETS = tuple(map(net, COLOURS))
BED_OF = {"spot.reef": "reef", "spot.shore": "shore"}  # what is pointed at for each
