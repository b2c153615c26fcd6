"""Lights that mean the same in every game; a lamp of one colour says it by pattern alone."""

from __future__ import annotations

from hardware.ports import Colour, Light, Pattern

RED = Colour(255, 24, 0)
GREEN = Colour(0, 255, 64)
BLUE = Colour(0, 96, 255)
AMBER = Colour(255, 140, 0)
WHITE = Colour(255, 255, 255)

REFUSED = Light(Pattern.ALARM, RED)
SEEN = Light(Pattern.FLICKER, WHITE)
WRONG = Light(Pattern.ALARM, RED)  # a piece is here that does not belong here
BRING = Light(Pattern.BLINK, GREEN)  # bring it here
OPEN = Light(Pattern.ON, GREEN)  # a place that may be chosen
CHOSEN = Light(Pattern.BLINK, AMBER)  # the place under the cursor
HERE = Light(Pattern.BREATHE, BLUE)
