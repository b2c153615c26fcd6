"""Computes whether a lamp of one colour is on at a given moment of a pattern.

Blinking lamps keep step with one another, whenever they began to blink; a flicker starts when it is
shown. A lamp that can only be on or off breathes by going out for a moment every two seconds.
"""

from __future__ import annotations

from hardware.ports import DARK, Light, Pattern

FLICKER_S = 0.12

# Length of a round, and how much of it the lamp is on.
_ROUNDS = {Pattern.BLINK: (1.0, 0.5), Pattern.BREATHE: (2.0, 1.6), Pattern.ALARM: (0.125, 0.0625)}


def is_lit(light: Light, shown_at: float, now: float) -> bool:
    """Return whether a lamp told at `shown_at` to show this light is on now."""
    if light.colour == DARK.colour:
        return False
    match light.pattern:
        case Pattern.OFF:
            return False
        case Pattern.ON:
            return True
        case Pattern.FLICKER:
            return now - shown_at < FLICKER_S
        case Pattern.BLINK | Pattern.BREATHE | Pattern.ALARM:
            round_s, on_s = _ROUNDS[light.pattern]
            return now % round_s < on_s


def next_turn(light: Light, shown_at: float, now: float) -> float | None:
    """Return when the lamp will next go on or off; None if it stays as it is."""
    match light.pattern:
        case Pattern.OFF | Pattern.ON:
            return None
        case Pattern.FLICKER:
            return shown_at + FLICKER_S if is_lit(light, shown_at, now) else None
        case Pattern.BLINK | Pattern.BREATHE | Pattern.ALARM:
            round_s, on_s = _ROUNDS[light.pattern]
            began = now - now % round_s
            return began + (on_s if now % round_s < on_s else round_s)
