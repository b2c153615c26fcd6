"""Notices that the board was swept: many pieces disappear within moments, until the readers see none."""

from __future__ import annotations

SWEPT_AWAY = 3  # this many pieces are gone, not just one or two that were lifted

# Longer than a hand takes to sweep, and shorter than the time to the next moves: a stack that is pushed together falls
# silent, too. Between two ticks of a simulated table, so that the rounded times of a trace are never ambiguous.
MOMENTS_S = 2.975


class Sweep:
    """Remembers which pieces have left the board in the last moments."""

    def __init__(self) -> None:
        self._left: dict[str, float] = {}  # piece -> when

    def rested(self, piece: str) -> None:
        """A piece has come to rest: it was not swept away."""
        self._left.pop(piece, None)

    def left(self, piece: str, at: float, still_seen: int, *, lay_wrong: bool = False) -> bool:
        """A piece has left, and this many are still seen; return whether the board has now been swept.

        Misplaced pieces do not count, such as those of the previous game: they were cleared away.
        """
        self._left = {each: then for each, then in self._left.items() if at - then <= MOMENTS_S}
        if not lay_wrong:
            self._left[piece] = at
        is_swept = not still_seen and len(self._left) >= SWEPT_AWAY
        if is_swept:
            self._left = {}
        return is_swept
