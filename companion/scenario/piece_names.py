"""The pieces of a scenario: their tags, and where the players have put them."""

from __future__ import annotations

from collections.abc import Iterable

from companion.scenario.grammar import Unmet
from companion.table.belief import group_of

STRANGER = "stranger"
_STRANGER_TAGS = 4


class Box:
    """All the tagged pieces of one table; a piece off the table is in its player's hand."""

    def __init__(self, pieces: Iterable[str]) -> None:
        # Seven bytes that begin with a manufacturer's number, as in real tags.
        self.tags = {f"04{number:010x}80": piece for number, piece in enumerate(pieces, 1)}
        self._uids = {piece: uid for uid, piece in self.tags.items()}
        self._uids |= {f"{STRANGER}.{number}": f"04{number:010x}99" for number in range(_STRANGER_TAGS)}
        self._places: dict[str, str] = {}  # piece -> place, in the order in which they were put there
        self._lifted = ""  # the piece that was lifted last
        self.dead: set[str] = set()  # the pieces whose tags do not answer any more

    def uid(self, piece: str) -> str:
        """Return the tag of a piece."""
        return self._uids[piece]

    def place(self, piece: str, place: str) -> None:
        """Record where a piece was put; an empty place is the hand."""
        self._places.pop(piece, None)
        if place:
            self._places[piece] = place
        else:
            self._lifted = piece

    def in_hand(self, group: str) -> str:
        """Return the next piece of a kind; a single piece may come from anywhere."""
        alike = [piece for piece in self._uids if group_of(piece) == group]
        if len(alike) == 1:
            return alike[0]
        for piece in alike:
            if piece not in self._places:
                return piece
        raise Unmet(f"a {group} in hand", f"all {len(alike)} are on the table")

    def another(self, group: str) -> str:
        """Return a piece of a kind, if possible not the one lifted last."""
        alike = [piece for piece in self._uids if group_of(piece) == group and piece not in self._places]
        return next((piece for piece in alike if piece != self._lifted), "") or self.in_hand(group)

    def at(self, place: str, group: str = "") -> tuple[str, ...]:
        """Return the pieces at a place, of one kind or all, the last one put there first."""
        there = (piece for piece, where in self._places.items() if where == place)
        return tuple(piece for piece in there if group in ("", group_of(piece)))[::-1]

    def everywhere(self, group: str = "") -> tuple[str, ...]:
        """Return the pieces on the table, of one kind or all, the last one put there first."""
        return tuple(piece for piece in self._places if group in ("", group_of(piece)))[::-1]
