"""What the table believes about the pieces, kept apart from the position: where each is, and how that is known.

A reader sees a piece; a player declares one by button or page; after a restart it is only assumed where it was. What
physics cannot tell is never guessed: a stack silences its own tags, so fewer pieces than expected prove nothing. More
than expected, or a piece where none of its kind belongs, is a mismatch, and it ends by itself when it is put right.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

PAD = "pad"  # where pieces are shown and no piece belongs: what lies there is as good as in the hand


class Known(StrEnum):
    """How it is known where a piece is."""

    SEEN = "seen"
    DECLARED = "declared"
    ASSUMED = "assumed"


class Whereabouts(NamedTuple):
    """Where a piece is; `place` is empty when it is off every reader, and `origin` is where it was before.

    `unleft` are the readers before, the newest last, that have not told yet that it left: if it comes back to one of
    them quickly enough, that one never will. It `visits` a place for which it came with a step that was taken back.
    """

    place: str
    known: Known
    origin: str = ""
    unleft: tuple[str, ...] = ()
    visits: bool = False


@lru_cache(maxsize=1024)  # a few pieces, asked for again and again
def group_of(piece: str) -> str:
    """Return the kind that a piece is one of: `disc.blue.07` is one of `disc.blue`, a `pawn` only itself."""
    head, _, number = piece.rpartition(".")
    return head if head and number.isdecimal() else piece


# By group: how many of it belong at each place that can be watched. A group that is not named is not watched.
Expected = Mapping[str, Mapping[str, int]]


class Mismatch(NamedTuple):
    """A piece that lies where it does not belong, and where one of its kind is missing, if anywhere."""

    piece: str
    place: str
    belongs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Belief:
    """Where every known piece is."""

    pieces: Mapping[str, Whereabouts] = field(default_factory=dict)

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
        """A reader reports that a piece has left it; if it has been seen elsewhere since, that stays true.

        If a reader before has not missed it, it is back there; but a deaf one has nothing to say.
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
        """A step is taken back: the pieces that have come with it only visit where fewer of their kind belong now.

        One that is not seen may have been silenced by the next; where it was alone, it was lifted.
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
        """A step is made: where more of a kind belong now, none of it only visits; nor does any in a new game."""
        belief = self
        for piece in [piece for piece, there in self.pieces.items() if there.visits]:
            there = self.pieces[piece]
            group, place = group_of(piece), there.place or there.origin
            if group not in before or before[group].get(place, 0) < after.get(group, {}).get(place, 0):
                belief = belief._with(piece, there._replace(visits=False))
        return belief

    def following(self, expected: Expected, known: Known) -> Belief:
        """Believe of each piece that is one of a kind, and that no reader sees, that it is where it belongs.

        It is declared there after a move, and only assumed there after a restart.
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
        """Count the pieces of a kind that are at a place, or in the hand and were lifted from there; no visitors."""
        return sum(
            group_of(piece) == group and place == (there.place or there.origin) and not there.visits
            for piece, there in self.pieces.items()
        )

    def returns(self, piece: str, place: str) -> bool:
        """Return whether a piece that comes to rest was there before, and has only been straightened."""
        there = self.pieces.get(piece)
        return there is not None and place == (there.place or there.origin)

    def seen_on_board(self) -> int:
        """Count the pieces that readers see now, those on the pad aside."""
        return sum(there.place not in ("", PAD) and there.known is Known.SEEN for there in self.pieces.values())

    def seen_at(self, place: str) -> tuple[str, ...]:
        """Name the pieces that a reader sees at a place now."""
        return tuple(
            piece for piece, there in self.pieces.items() if there.place == place and there.known is Known.SEEN
        )

    def count_at(self, group: str, place: str) -> int:
        """Count the pieces of a kind that a reader sees at a place now."""
        return sum(group_of(piece) == group for piece in self.seen_at(place))

    def awaited(self, before: Expected, after: Expected) -> dict[tuple[str, str], int]:
        """Count of each kind what belongs at each place now, did not before, and is not seen there."""
        return {
            (group, place): count - there
            for group, places in after.items()
            for place, count in places.items()
            if (there := max(before.get(group, {}).get(place, 0), self.count_at(group, place))) < count
        }

    def mismatches(self, expected: Expected) -> tuple[Mismatch, ...]:
        """Name the pieces that are seen where too many of their kind are, the last seen first."""
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
        """Name the place that a piece was seen to come from, if one is missing there, else all where one is.

        A visitor goes back into the hand that it came from.
        """
        if self.pieces[piece].visits:
            return ()
        missing, origin = self._missing(group_of(piece), expected), self.pieces[piece].origin
        return (origin,) if origin in missing else missing

    def _missing(self, group: str, expected: Expected) -> tuple[str, ...]:
        """Name the places where fewer of a kind are seen than belong there."""
        return tuple(place for place, count in expected[group].items() if self.count_at(group, place) < count)
