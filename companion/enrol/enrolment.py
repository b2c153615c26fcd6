"""The walk that assigns a tag to every piece: takes taps one by one, and returns which piece is next.

Pure: the caller reads the tags, shows the messages and saves the set. Each step returns a new walk, so an interrupted
walk continues from any saved set.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple
from unicodedata import combining, normalize

from hardware.formats.piece_set import EMPTY, Flaw, PieceSet, flaw_of


class Refused(StrEnum):
    """Why a tap was not taken."""

    UNREADABLE = Flaw.UNREADABLE
    CUT = Flaw.CUT
    RANDOM = Flaw.RANDOM
    TAKEN = "taken"  # the tag is on another piece already
    FINISHED = "finished"  # every piece has its tag


class Named(NamedTuple):
    """The name of a piece, and where to find it."""

    words: str
    where: str = ""  # empty: anywhere


class Step(NamedTuple):
    """The result of a tap: the new walk, and what happened to the tap."""

    walk: Enrolment
    piece: str | None  # the piece that got the tag; or the one that has it already; or none
    refused: Refused | None

    @property
    def changed(self) -> bool:
        """Return whether there is something new to save."""
        return self.refused is None and self.piece is not None


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A walk through the wanted pieces, in order; those that have a tag are skipped."""

    wanted: tuple[str, ...]
    pieces: PieceSet
    names: Mapping[str, Named] = field(default_factory=dict)  # for pieces that have other words than their plain names

    @classmethod
    def start(
        cls, wanted: Sequence[str], pieces: PieceSet = EMPTY, names: Mapping[str, Named] | None = None
    ) -> Enrolment:
        """Return a new walk, or continue an interrupted one from its pieces."""
        if len(set(wanted)) != len(wanted):
            raise ValueError("a piece is wanted twice")
        return cls(tuple(wanted), pieces, names or {})

    @property
    def next_piece(self) -> str | None:
        """Return the piece to tap now, or None if all have their tags."""
        return self.left[0] if self.left else None

    @property
    def left(self) -> tuple[str, ...]:
        """Return the wanted pieces that have no tag yet, the next one first."""
        return self.pieces.missing(self.wanted)

    @property
    def done(self) -> int:
        """Return how many wanted pieces have their tags."""
        return len(self.wanted) - len(self.left)

    @property
    def strangers(self) -> tuple[str, ...]:
        """Return pieces of the set that are not wanted here: of another game, or of an older list."""
        wanted = set(self.wanted)
        return tuple(piece for piece in self.pieces.pieces.values() if piece not in wanted)

    def tap(self, uid: str) -> Step:
        """Assign a tag to the next piece, or refuse it."""
        flaw = flaw_of(uid)
        if flaw is not None:
            return Step(self, None, Refused(flaw.value))
        holder = self.pieces.piece_of(uid)
        if holder is not None:
            return Step(self, holder, Refused.TAKEN)
        piece = self.next_piece
        if piece is None:
            return Step(self, None, Refused.FINISHED)
        return Step(replace(self, pieces=self.pieces.with_piece(uid, piece)), piece, None)

    def again(self, piece: str) -> Enrolment:
        """Remove a piece's tag, so that it comes next: after a mistake, or if a sticker was lost."""
        return replace(self, pieces=self.pieces.without_piece(piece))

    def go_to(self, piece: str) -> Enrolment:
        """Let a piece come next."""
        return replace(self, wanted=(piece, *(one for one in self.wanted if one != piece)))

    def later(self) -> Enrolment:
        """Leave the next piece for later."""
        piece = self.next_piece
        return self if piece is None else replace(self, wanted=(*(one for one in self.wanted if one != piece), piece))

    def earlier(self) -> Enrolment:
        """Let the last piece come next: the one that `later` postponed last."""
        return self.go_to(self.left[-1]) if self.left else self

    def named(self, piece: str) -> Named:
        """Return the name of a piece, and where it is.

        >>> Enrolment.start(["disc.blue.07"]).named("disc.blue.07").words
        'disc blue 7'
        """
        *words, last = piece.split(".")
        return self.names.get(piece) or Named(" ".join((*words, last.lstrip("0") or last)))

    def called(self, text: str) -> tuple[str, ...]:
        """Return the wanted pieces that a person may mean: exact matches, otherwise those that begin like this."""
        said = _plain(text)
        known = {piece: _plain(f"{self.named(piece).words} {piece}") for piece in self.wanted}
        exact = tuple(piece for piece in self.wanted if said in (_plain(self.named(piece).words), _plain(piece)))
        return exact or tuple(piece for piece, words in known.items() if said and _has_all(words, said))

    def step_back(self) -> Enrolment:
        """Undo the last tap of the walk; do nothing at its beginning."""
        wanted = set(self.wanted)
        last = next((piece for piece in reversed([*self.pieces.pieces.values()]) if piece in wanted), None)
        return self.again(last) if last is not None else self


def _has_all(words: Sequence[str], beginnings: Sequence[str]) -> bool:
    return all(any(word.startswith(beginning) for word in words) for beginning in beginnings)


def _plain(text: str) -> tuple[str, ...]:
    """Return the words of a text, without accents, for comparison."""
    bare = "".join(letter for letter in normalize("NFD", text.lower()) if not combining(letter))
    return tuple(re.findall(r"[a-z0-9]+", bare))
