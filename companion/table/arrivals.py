"""Remembers which pieces each step brought, so that taking the step back knows which pieces are now misplaced."""

from __future__ import annotations

from companion.table.belief import group_of


class Arrivals:
    """Remembers which step brought each piece to its place."""

    def __init__(self) -> None:
        self._came: dict[str, int] = {}  # piece -> the number of the step, counted from 0
        self._last = ""

    def rested(self, piece: str, steps: int, *, returns: bool) -> None:
        """A piece has come to rest after this many steps; at first it counts as brought by the last one."""
        self._last = piece
        if not returns and group_of(piece) != piece:
            self._came[piece] = steps - 1

    def proposes(self, steps: int) -> None:
        """The piece that came to rest last makes the next step."""
        if self._last in self._came:
            self._came[self._last] = steps

    def since(self, step: int) -> tuple[str, ...]:
        """Return the pieces that came with this step or a later one."""
        return tuple(piece for piece, came in self._came.items() if came >= step)
