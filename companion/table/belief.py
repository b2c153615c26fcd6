"""The table's belief about the pieces, separate from the position: where each one is, and how that is known.

A reader sees a piece; a player declares one by button or page; after a restart a piece is only assumed to be where it
was. What the readers cannot know is never guessed: the tags in a stack silence each other, so fewer pieces than
expected prove nothing. More than expected, or a piece where none of its kind belongs, is a mismatch, which ends as soon
as the pieces are put right.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

PAD = "pad"  # pieces are shown here, but none belongs here: a piece on the pad counts as in the hand


class Known(StrEnum):
    """How a piece's place is known."""

    SEEN = "seen"
    DECLARED = "declared"
    ASSUMED = "assumed"


class Whereabouts(NamedTuple):
    """Where a piece is; `place` is empty if no reader sees it, and `origin` is where it was before.

    `unleft` are earlier readers, the newest last, that have not yet reported that it left: if it returns to one of them
    quickly enough, that reader never will. It `visits` a place if it came there with a step that was taken back.
    """

    place: str
    known: Known
    origin: str = ""
    unleft: tuple[str, ...] = ()
    visits: bool = False


@lru_cache(maxsize=1024)  # few pieces, looked up very often
def group_of(piece: str) -> str:
    """Return the kind of a piece: `disc.blue.07` is one of `disc.blue`; a `pawn` is its own kind."""
    head, _, number = piece.rpartition(".")
    return head if head and number.isdecimal() else piece


# For each group, how many belong at each watched place. Groups that are missing here are not watched.
Expected = Mapping[str, Mapping[str, int]]


class Mismatch(NamedTuple):
    """A misplaced piece, and where one of its kind is missing, if anywhere."""

    piece: str
    place: str
    belongs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Belief:
    """Where every known piece is."""

    pieces: Mapping[str, Whereabouts] = field(default_factory=dict)
    touched: str = ""  # the piece that touched the pad a moment ago and waits for a second one, on the pad or not

    def seen(self, piece: str, place: str) -> Belief:
        """A reader reports a piece at rest."""
        there = self.pieces.get(piece)
        if there is None or there.known is not Known.SEEN:
            return self._with(piece, Whereabouts(place, Known.SEEN))
        if there.place == place:
            return self
        origin = there.place or there.origin
        unleft = tuple(each for each in (*there.unleft, there.place) if each not in ("", place))
        if origin == place:
            return self._with(piece, Whereabouts(place, Known.SEEN, unleft=unleft, visits=there.visits))
        return self._with(piece, Whereabouts(place, Known.SEEN, origin, unleft))

    def gone(self, piece: str, place: str, deaf: Collection[str] = ()) -> Belief:
        """A reader reports that a piece has left; a later sighting elsewhere stays valid.

        If an earlier reader has not reported that it left, the piece is back there, unless that reader is deaf.
        """
        there = self.pieces.get(piece)
        if there is None or place not in (there.place, *there.unleft):
            return self
        unleft = tuple(each for each in there.unleft if each != place)
        if place != there.place:
            return self._with(piece, there._replace(unleft=unleft))
        if hearing := [each for each in unleft if each not in deaf]:
            return self._with(piece, Whereabouts(hearing[-1], Known.SEEN, unleft=tuple(hearing[:-1])))
        origin = there.origin if place == PAD else place
        return self._with(piece, Whereabouts("", Known.SEEN, "" if there.visits else origin))

    def without_step(self, before: Expected, after: Expected, came: Collection[str]) -> Belief:
        """A step is taken back: pieces that came with it become visitors where fewer of their kind belong now.

        A piece that is not seen may be silenced by the one on top of it; if it was alone, it was lifted.
        """
        belief = self
        for piece in came:
            there = self.pieces[piece]
            group, place = group_of(piece), there.place or there.origin
            extra = before.get(group, {}).get(place, 0) - after.get(group, {}).get(place, 0)
            if extra == 1 and not there.place:
                belief = belief._with(piece, Whereabouts("", Known.SEEN))
            elif extra > 0:
                belief = belief._with(piece, there._replace(visits=True))
        return belief

    def with_step(self, before: Expected, after: Expected) -> Belief:
        """A step is made: where more of a kind belong now, visitors of that kind stay; in a new game there are none."""
        belief = self
        for piece in [piece for piece, there in self.pieces.items() if there.visits]:
            there = self.pieces[piece]
            group, place = group_of(piece), there.place or there.origin
            if group not in before or before[group].get(place, 0) < after.get(group, {}).get(place, 0):
                belief = belief._with(piece, there._replace(visits=False))
        return belief

    def following(self, expected: Expected, known: Known) -> Belief:
        """Believe that each piece of a kind that no reader sees is where it belongs.

        Its place is declared after a move, and only assumed after a restart.
        """
        belief = self
        for piece, places in expected.items():
            there = self.pieces.get(piece)
            if sum(places.values()) == 1 and (there is None or there.known is not Known.SEEN or not there.place):
                (place,) = (place for place, count in places.items() if count)
                origin = there.origin if there else ""
                belief = belief._with(piece, Whereabouts(place, known, origin))
        return belief

    def _with(self, piece: str, there: Whereabouts) -> Belief:
        return replace(self, pieces={**self.pieces, piece: there})

    def from_here(self, group: str, place: str) -> int:
        """Return how many pieces of a kind, without visitors, are at a place or in the hand after leaving it."""
        return sum(
            group_of(piece) == group and place == (there.place or there.origin) and not there.visits
            for piece, there in self.pieces.items()
        )

    def returns(self, piece: str, place: str) -> bool:
        """Return whether a piece that comes to rest was there before and was only adjusted."""
        there = self.pieces.get(piece)
        return there is not None and place == (there.place or there.origin)

    def seen_on_board(self) -> int:
        """Return how many pieces the readers see now, except on the pad."""
        return sum(there.place not in ("", PAD) and there.known is Known.SEEN for there in self.pieces.values())

    def seen_at(self, place: str) -> tuple[str, ...]:
        """Return the pieces that a reader sees at a place now."""
        return tuple(
            piece for piece, there in self.pieces.items() if there.place == place and there.known is Known.SEEN
        )

    def count_at(self, group: str, place: str) -> int:
        """Return how many pieces of a kind a reader sees at a place now."""
        return sum(group_of(piece) == group for piece in self.seen_at(place))

    def awaited(self, before: Expected, after: Expected) -> dict[tuple[str, str], int]:
        """Return for each kind and place how many pieces newly belong there and are not seen yet."""
        return {
            (group, place): count - there
            for group, places in after.items()
            for place, count in places.items()
            if (there := max(before.get(group, {}).get(place, 0), self.count_at(group, place))) < count
        }

    def mismatches(self, expected: Expected) -> tuple[Mismatch, ...]:
        """Return the pieces seen where there are too many of their kind, the last seen first."""
        counted: dict[tuple[str, str], int] = {}
        wrong: list[Mismatch] = []
        for piece, there in self.pieces.items():
            group = group_of(piece)
            if group not in expected or there.known is not Known.SEEN or there.place in ("", PAD):
                continue
            key = group, there.place
            counted[key] = counted.get(key, 0) + (not there.visits)
            if there.visits or counted[key] > expected[group].get(there.place, 0):
                wrong.append(Mismatch(piece, there.place, ()))
        return tuple(mismatch._replace(belongs=self._homes(mismatch.piece, expected)) for mismatch in reversed(wrong))

    def _homes(self, piece: str, expected: Expected) -> tuple[str, ...]:
        """Return the place that a piece came from if one is missing there, otherwise all places that lack one.

        A visitor belongs back in the hand.
        """
        if self.pieces[piece].visits:
            return ()
        missing, origin = self._missing(group_of(piece), expected), self.pieces[piece].origin
        return (origin,) if origin in missing else missing

    def _missing(self, group: str, expected: Expected) -> tuple[str, ...]:
        """Return the places where fewer of a kind are seen than belong there."""
        return tuple(place for place, count in expected[group].items() if self.count_at(group, place) < count)
