"""What a diver, or chance, can do; and what the divers can overrule."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance: a pearl comes out of the bag."""

    pearl: str


@dataclass(frozen=True, slots=True)
class Rinse:
    """A step on the way to laying it: the pearl gains a point."""


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay the pearl on a bed."""

    place: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The next diver, out of turn: snatch it or leave it."""

    snatch: bool


@dataclass(frozen=True, slots=True)
class GivePoints:
    """The divers overrule the score."""

    player: str
    points: int


Move = Draw | Rinse | Lay | Answer
