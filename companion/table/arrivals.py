"""Remembers which pieces each step brought, so that taking the step back knows which pieces are now misplaced."""

from __future__ import annotations

from companion.table.belief import group_of


class Arrivals:
    """Remembers with which step each piece of a kind has come where it is."""

    def __init__(self) -> None:
        self._came: dict[str, int] = {}  # piece: the number of the step, counted from 0
        self._last = ""

    def rested(self, piece: str, steps: int, *, returns: bool) -> None:
        """A piece has come to rest after this many steps, or is back where it was: at first it follows the last."""
        self._last = piece
        if not returns and group_of(piece) != piece:
            self._came[piece] = steps - 1

    def proposes(self, steps: int) -> None:
        """The piece that has come to rest last makes the next step."""
        if self._last in self._came:
            self._came[self._last] = steps

    def since(self, step: int) -> tuple[str, ...]:
        """Name the pieces that have come with a step, or with one after it."""
        return tuple(piece for piece, came in self._came.items() if came >= step)
