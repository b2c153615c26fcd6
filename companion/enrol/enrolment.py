"""The walk that gives every piece its tag: taps enter, one by one, and what is next leaves.

Pure: who reads the tags, shows the words and saves the set is the caller's affair. Each step gives a new walk, so a
walk that was broken off goes on from any saved set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from hardware.formats.piece_set import EMPTY, Flaw, PieceSet, flaw_of


class Refused(StrEnum):
    """Why a tap was not taken."""

    UNREADABLE = Flaw.UNREADABLE
    CUT = Flaw.CUT
    RANDOM = Flaw.RANDOM
    TAKEN = "taken"  # the tag is on another piece already
    FINISHED = "finished"  # every piece has its tag


class Step(NamedTuple):
    """What a tap led to: the walk as it is now, and what happened to the tap."""

    walk: Enrolment
    piece: str | None  # the piece that got the tag; or the one that has it already; or none
    refused: Refused | None

    @property
    def changed(self) -> bool:
        """Tell whether there is something new to save."""
        return self.refused is None and self.piece is not None


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A walk through the wanted pieces, in their order; those that have a tag are passed over."""

    wanted: tuple[str, ...]
    pieces: PieceSet

    @classmethod
    def start(cls, wanted: Sequence[str], pieces: PieceSet = EMPTY) -> Enrolment:
        """Begin, or go on with the pieces of a walk that was broken off."""
        if len(set(wanted)) != len(wanted):
            raise ValueError("a piece is wanted twice")
        return cls(tuple(wanted), pieces)

    @property
    def next_piece(self) -> str | None:
        """Give the piece to tap now, or nothing when all have their tags."""
        left = self.pieces.missing(self.wanted)
        return left[0] if left else None

    @property
    def done(self) -> int:
        """Count the wanted pieces that have their tags."""
        return len(self.wanted) - len(self.pieces.missing(self.wanted))

    @property
    def strangers(self) -> tuple[str, ...]:
        """Name pieces of the set that nobody wants here: of another game, or of an older list."""
        wanted = set(self.wanted)
        return tuple(piece for piece in self.pieces.pieces.values() if piece not in wanted)

    def tap(self, uid: str) -> Step:
        """Take a tag for the next piece, or refuse it and stay where we are."""
        flaw = flaw_of(uid)
        if flaw is not None:
            return Step(self, None, Refused(flaw.value))
        holder = self.pieces.piece_of(uid)
        if holder is not None:
            return Step(self, holder, Refused.TAKEN)
        piece = self.next_piece
        if piece is None:
            return Step(self, None, Refused.FINISHED)
        return Step(Enrolment(self.wanted, self.pieces.with_piece(uid, piece)), piece, None)

    def again(self, piece: str) -> Enrolment:
        """Take a piece's tag away, so that it comes next: a mistake, or a sticker that was lost."""
        return Enrolment(self.wanted, self.pieces.without_piece(piece))

    def step_back(self) -> Enrolment:
        """Undo the last tap of the walk; nothing happens at its beginning."""
        wanted = set(self.wanted)
        last = next((piece for piece in reversed([*self.pieces.pieces.values()]) if piece in wanted), None)
        return self.again(last) if last is not None else self
