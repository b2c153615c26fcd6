"""The owner's board of one game, for the page's board check and for the first start."""

from __future__ import annotations

from typing import Any, Protocol

from companion.table.dialog import Menu

Json = dict[str, Any]


class Boards(Protocol):
    """The board in use and the owner's file; only the game understands the board itself."""

    def describe(self) -> Json:
        """Describe the board in use."""

    def correct(self, value: Any) -> Any:
        """Read a corrected board, or raise GameError."""

    def save(self, board: Any) -> str:
        """Write the owner's file and return its name; may raise OSError."""

    def keep(self) -> None:
        """Write the board in use as the owner's file; may raise OSError."""

    def news(self) -> Menu | None:
        """Return what was corrected since the board in use shipped, or None if nothing was.

        Its lines are answers (`AnswerBoardNews`); the first one keeps the owner's board.
        """

    def take_over(self) -> None:
        """Write the newest shipped board as the owner's file, and use it from the next game on; see `save`."""

    def adopt(self, board: Any) -> None:
        """Use a board from the next game on; in the thread that owns the state."""
