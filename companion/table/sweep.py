"""Notices that the board was swept: many pieces gone within moments, until the readers see none."""

from __future__ import annotations

SWEPT_AWAY = 3  # this many pieces gone, and not one or two that were lifted

# Longer than a hand takes, and shorter than it takes to play on: a stack that is pushed together falls silent too.
# Between two ticks of a simulated table, so that a trace, whose times are rounded, is never in doubt.
MOMENTS_S = 2.975


class Sweep:
    """Remembers which pieces have left the board in the last moments."""

    def __init__(self) -> None:
        self._left: dict[str, float] = {}  # piece: when

    def rested(self, piece: str) -> None:
        """A piece has come to rest: it was not swept away."""
        self._left.pop(piece, None)

    def left(self, piece: str, at: float, still_seen: int, *, lay_wrong: bool = False) -> bool:
        """A piece has left, and this many are still seen; return whether the board has been swept by that.

        What lay wrong was cleared away, such as the pieces of the game before.
        """
        self._left = {each: then for each, then in self._left.items() if at - then <= MOMENTS_S}
        if not lay_wrong:
            self._left[piece] = at
        is_swept = not still_seen and len(self._left) >= SWEPT_AWAY
        if is_swept:
            self._left = {}
        return is_swept
