"""Feedback from a reader in a handle to the player holding it, or from a buzzer to the table: tone and light.

In: a meaning from the host, and the time. Out: the pitch and the light at this moment.
Pure: the owner of the pins drives buzzer and lamp. Each signal ends on its own, so a host that goes away leaves
neither a tone nor a light behind.
"""

from firmware import messages

# A new tone waits this long at most for the current one: long enough to hear a tick that another tone follows at once.
_TICK_MS = 20

# Pitch in Hz (0 is a rest) and duration in ms.
_TICK = (2000, _TICK_MS)
_NOTES: "dict[int, tuple[tuple[int, int], ...]]" = {
    messages.HEARD: (_TICK,),
    messages.ACCEPTED: ((2700, 90),),
    messages.PROPOSED: ((0, 40), _TICK, (0, 40), _TICK),
    messages.REFUSED: ((400, 220),),
    messages.CALLED: ((1600, 120), (0, 40), (2000, 120), (0, 40), (2500, 240)),
}

# Pattern and colour, and duration in ms. Where the colours are easily confused, the patterns differ.
_LIGHTS: "dict[int, tuple[tuple[int, int, int, int], int]]" = {
    messages.HEARD: ((messages.ON, 255, 255, 255), 150),
    messages.ACCEPTED: ((messages.ON, 0, 255, 64), 600),
    messages.PROPOSED: ((messages.BREATHE, 255, 140, 0), 30_000),
    messages.REFUSED: ((messages.ALARM, 255, 24, 0), 1000),
    messages.CALLED: ((messages.BLINK, 64, 64, 255), 3000),
}


class Handle:
    """The buzzer and the light next to one reader, or a buzzer that is in nobody's hand."""

    def __init__(self, lamp: int) -> None:
        """Use this lamp of the strip."""
        self.lamp = lamp
        self._notes: list[tuple[int, int]] = []  # still to be sounded
        self._hz = 0
        self._note_ends_ms = 0
        self._light: tuple[int, int, int, int] | None = None
        self._light_ends_ms = 0

    def signal(self, meaning: int, now_ms: int) -> None:
        """Replace the current signal; `CALM` and meanings from a later protocol are dark and silent."""
        self._notes = list(_NOTES.get(meaning, ()))
        self._note_ends_ms = min(self._note_ends_ms, now_ms + _TICK_MS)
        self._light, stays_ms = _LIGHTS.get(meaning, (None, 0))
        self._light_ends_ms = now_ms + stays_ms

    def hz(self, now_ms: int) -> int:
        """Return the pitch at this moment; 0 is silence."""
        while now_ms >= self._note_ends_ms and (self._notes or self._hz):
            self._hz, ms = self._notes.pop(0) if self._notes else (0, 0)
            self._note_ends_ms = now_ms + ms
        return self._hz

    def light(self, now_ms: int) -> "tuple[int, int, int, int] | None":
        """Return pattern, red, green and blue at this moment, or None if the lamp shows the scene."""
        if self._light is not None and now_ms >= self._light_ends_ms:
            self._light = None
        return self._light
