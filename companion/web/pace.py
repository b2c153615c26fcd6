"""How fast robots play: slow, normal and fast, or one move whenever somebody asks for the next."""

from __future__ import annotations

from enum import StrEnum

PACE_S = 0.6  # between two actions of a robot
READING_PACES = 5  # until a robot confirms a notice, so that viewers can read it, too


class Pace(StrEnum):
    """How fast robots play."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    STEP = "step"  # a move whenever somebody asks for the next


FACTORS = {Pace.SLOW: 2.5, Pace.NORMAL: 1.0, Pace.FAST: 0.25, Pace.STEP: 1.0}
