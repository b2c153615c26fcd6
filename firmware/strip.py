"""The strip of lamps: from scenes to the colours at this moment, never above the allowed current.

In: the parts of a scene, and the time. Out: the three colours of every lamp, as they go over the wire, in one buffer.
Pure: the owner of the pins writes to the strip.

Lamps with the same light are a group, which is worked out once, and only when its brightness has changed.
"""

from firmware import messages

FRAME_MS = 30  # two frames fit into one flash of the alarm, which is 62 ms long
DEFAULT_CAP_MA = 400

_BLINK_MS = 1000
_BREATHE_MS = 2000
_ALARM_MS = 125
_FLICKER_MS = 150
_WAITING = (messages.BREATHE, 0, 4, 16)  # calm, and dim enough for a dark room
_DARK = (messages.OFF, 0, 0, 0)
_BLACK = b"\0\0\0"


def level(pattern: int, now_ms: int, since_ms: int) -> int:
    """Return how bright a pattern is at this moment, 0 to 255; all lamps with the same pattern are in step."""
    if pattern == messages.ON:
        return 255
    if pattern == messages.BLINK:
        return 255 if now_ms % _BLINK_MS < _BLINK_MS // 2 else 0
    if pattern == messages.BREATHE:
        half_ms = _BREATHE_MS // 2
        height = abs(now_ms % _BREATHE_MS - half_ms)
        # Squared, because the eye sees that as an even rise; never quite dark.
        return 8 + 247 * height * height // (half_ms * half_ms)
    if pattern == messages.ALARM:
        return 255 if now_ms % _ALARM_MS < _ALARM_MS // 2 else 0
    if pattern == messages.FLICKER:
        return 255 if now_ms - since_ms < _FLICKER_MS else 0
    return 0


class _Group:
    """Lamps with the same light."""

    def __init__(self, light: "tuple[int, int, int, int]", since_ms: int) -> None:
        self.light = light
        self.since_ms = since_ms
        self.lamps: list[int] = []
        self.bright = -1
        self.colours = _BLACK  # as asked for
        self.drawn = b""  # as the lamps have them


class Lamps:
    """What a strip of lamps shows."""

    def __init__(
        self,
        count: int,
        cap_ma: int = DEFAULT_CAP_MA,
        channel_ua: int = 20000,
        idle_ua: int = 1000,
        order: "tuple[int, int, int]" = (0, 1, 2),
    ) -> None:
        """Use a strip of this many lamps; `order` names red, green and blue (0, 1, 2) as they go over its wire."""
        if not channel_ua:
            raise ValueError("a lamp that draws nothing: the current of the strip would not be known")
        self.colours = bytearray(3 * count)
        self.current_ma = 0
        self._order = order
        self._channel_ua = channel_ua
        self._idle_ua = count * idle_ua
        # The largest sum of all colours within the cap, after subtracting the idle current of every lamp.
        self._room = max(0, (cap_ma or DEFAULT_CAP_MA) * 1000 - self._idle_ua) * 255 // channel_ua
        self._lights = [_DARK] * count
        self._next = [_DARK] * count
        self._since = [0] * count
        self._covered = -1  # the one lamp that does not show the scene
        self._cover = _DARK  # what it shows instead
        self._waiting = False
        self._changed = True  # something new was asked for
        self._groups: list[_Group] = []
        self._moving = False  # some lamp has a pattern that changes with time
        self._drawn_ms = 0

    def paint(self, payload: bytes, now_ms: int) -> None:
        """Take one part of a scene; lamps beyond the end of the strip are ignored."""
        flags, groups = messages.parse_scene(payload)
        if flags & messages.SCENE_WIPE:
            for index in range(len(self._next)):
                self._next[index] = _DARK
        for at, indices in groups:
            light = (payload[at], payload[at + 1], payload[at + 2], payload[at + 3])
            for index in indices:
                if index < len(self._next):
                    self._next[index] = light
        if flags & messages.SCENE_SHOW:
            for index, light in enumerate(self._next):
                if light != self._lights[index]:
                    self._lights[index] = light
                    self._since[index] = now_ms
            self._changed = True

    def cover(self, index: int, light: "tuple[int, int, int, int] | None") -> None:
        """Let one lamp show this light instead of the scene; None returns it to the scene."""
        covered, light = (-1, _DARK) if light is None else (index, light)
        if (covered, light) != (self._covered, self._cover):
            self._covered, self._cover = covered, light
            self._changed = True

    def wait(self, waiting: bool) -> None:
        """Show the waiting pattern while the host is silent, and the host's scene again once it is back."""
        if waiting != self._waiting:
            self._waiting = waiting
            self._changed = True

    def render(self, now_ms: int) -> bool:
        """Compute the colours at this moment; return whether the strip must be written."""
        if not self._changed and not (self._moving and now_ms - self._drawn_ms >= FRAME_MS):
            return False
        self._drawn_ms = now_ms
        differs = self._changed
        if differs:
            self._changed = False
            self._gather()
        if not self._brighten(now_ms) and not differs:
            return False
        total = sum([sum(group.colours) * len(group.lamps) for group in self._groups])
        # Dim all lamps by the same factor to keep the strip below its cap.
        dim = min(total, self._room)
        drawn = 0
        for group in self._groups:
            shown = group.colours
            if dim < total:
                shown = bytes([value * dim // total for value in shown])
            drawn += sum(shown) * len(group.lamps)
            if shown != group.drawn:
                differs = True
                group.drawn = shown
                for index in group.lamps:
                    self.colours[3 * index : 3 * index + 3] = shown
        self.current_ma = (self._idle_ua + drawn * self._channel_ua // 255 + 999) // 1000
        return differs

    def _gather(self) -> None:
        """Find out which lamps have the same light."""
        groups: dict[tuple[object, int], _Group] = {}
        for index in range(len(self._lights)):
            light = self._cover if index == self._covered else self._lights[index]
            if self._waiting:
                light = _WAITING
            since_ms = self._since[index] if light[0] == messages.FLICKER else 0
            group = groups.get((light, since_ms))
            if group is None:
                group = groups[light, since_ms] = _Group(light, since_ms)
            group.lamps.append(index)
        self._groups = list(groups.values())
        self._moving = any(group.light[0] > messages.ON for group in self._groups)

    def _brighten(self, now_ms: int) -> bool:
        """Compute the colours that the scene asks for; return whether any has changed."""
        changed = False
        for group in self._groups:
            bright = level(group.light[0], now_ms, group.since_ms)
            if bright != group.bright:
                changed = True
                group.bright = bright
                group.colours = bytes([group.light[1 + colour] * bright // 255 for colour in self._order])
        return changed
