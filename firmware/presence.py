"""Turns single polls of one reader into tags that come to rest and tags that leave.

In: the time, the outcome of one poll (as `rc522` names them) and the UIDs it read.
Out: changes, each a kind and a UID.

Runs unchanged on MicroPython and on CPython; has no clock of its own.

A tag rests once it has been read for the settle time, so a tag that slides across does not rest. It has left only when
clean polls have missed it repeatedly for the leave time. A silent poll is clean, and so is one that reads other tags.
During a garbled or crowded poll everything at rest stays at rest, and a poll by a deaf chip says nothing at all.
Settling and leaving have separate thresholds, so that a tag at the rim of a field does not flap.

A tag that arrives takes power from the tags already there, until one of them may fall silent. So a tag that is missed
just when another arrives has not left: it counts as hidden while the other one stays, or until another reader sees it.
A hand-held reader moves from tag to tag without a gap, and there no tag is hidden.

Tags that cannot be told apart are a crowd. So is something that answers for a long time and can never be read: pieces
that take each other's power, or a piece at the rim of the field.
"""

from firmware.rc522 import CLEAR, CROWDED, DEAF, GARBLED, SILENT

# mypy takes a constant of this name for true; MicroPython has no typing module to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

# Kinds of change.
RESTED = 0
LEFT = 1
CROWD = 2  # tags on the reader cannot be told apart, or not be read; the UID is empty
NO_CROWD = 3  # the crowd is over; the UID is empty

GARBLED_MS = 3000  # polls that stay unreadable this long will not clear up on their own

_NO_CHANGE = ()


def _minus(later: int, earlier: int) -> int:
    return later - earlier


class _Sighting:
    """What is known about one tag."""

    def __init__(self, now: int) -> None:
        self.first = now
        self.resting = False
        self.misses = 0  # clean polls without it, in a row
        self.missed = now  # the time of the first of them
        self.hidden_by = b""  # the tag that arrived just when this one was first missed


class Presence:
    """The tags of one reader."""

    def __init__(
        self,
        settle_ms: int = 300,
        leave_ms: int = 350,
        leave_polls: int = 3,
        lapse_ms: int = 120,
        crowd_ms: int = 300,
        minus: "Callable[[int, int], int]" = _minus,
        hides: bool = True,
    ) -> None:
        """Set the times; `minus` returns later minus earlier and is `time.ticks_diff` where ticks wrap.

        `lapse_ms` is how long a tag that is not yet at rest may be missed before it has to settle again.
        """
        self._settle_ms = settle_ms
        self._leave_ms = leave_ms
        self._leave_polls = leave_polls
        self._lapse_ms = lapse_ms
        self._crowd_ms = crowd_ms
        self._minus = minus
        self._hides = hides
        self._sightings: dict[bytes, _Sighting] = {}
        self.crowded = False
        self.misses = False  # a tag at rest was not read just now, and may be leaving
        self._crowd_turned: int | None = None  # since when polls have contradicted `crowded`
        self._garbled: int | None = None  # since when no poll has been clean

    @property
    def resting(self) -> "list[bytes]":
        """The tags at rest."""
        return sorted(uid for uid, sighting in self._sightings.items() if sighting.resting)

    def step(self, now: int, outcome: int, uids: "Iterable[bytes]") -> "Sequence[tuple[int, bytes]]":
        """Take in one poll; return what it changed."""
        self.misses = False
        if outcome == SILENT and not self._sightings and not self.crowded:
            self._crowd_turned = self._garbled = None
            return _NO_CHANGE
        if outcome == DEAF:
            self._start_over()
            return _NO_CHANGE
        changes: list[tuple[int, bytes]] = []
        for uid in uids:
            self._see(now, uid, changes)
        clean = outcome in (SILENT, CLEAR)
        coming = self._coming(now, uids)
        for uid in list(self._sightings):
            if uid not in uids:
                self._miss(now, uid, clean, coming, changes)
        self._weigh_crowd(now, outcome == CROWDED or self._stays_garbled(now, outcome), changes)
        return changes

    def lacks(self, uids: "Iterable[bytes]") -> bool:
        """Return whether a tag at rest is not among those read."""
        return any(sighting.resting and uid not in uids for uid, sighting in self._sightings.items())

    def seen_elsewhere(self, now: int, uid: bytes) -> None:
        """Let a hidden tag leave at its next miss, because another reader sees it."""
        sighting = self._sightings.get(uid)
        if sighting is not None and sighting.hidden_by:
            sighting.hidden_by = b""
            sighting.misses = self._leave_polls
            sighting.missed = now - self._leave_ms

    def _coming(self, now: int, uids: "Iterable[bytes]") -> bytes:
        """Return a tag that was first seen a moment ago, empty if there is none."""
        for uid in uids:
            if self._minus(now, self._sightings[uid].first) <= self._lapse_ms:
                return uid
        return b""

    def _see(self, now: int, uid: bytes, changes: "list[tuple[int, bytes]]") -> None:
        sighting = self._sightings.get(uid)
        if sighting is None:
            sighting = self._sightings[uid] = _Sighting(now)
        sighting.misses = 0
        sighting.hidden_by = b""
        if not sighting.resting and self._minus(now, sighting.first) >= self._settle_ms:
            sighting.resting = True
            changes.append((RESTED, uid))

    def _miss(self, now: int, uid: bytes, clean: bool, coming: bytes, changes: "list[tuple[int, bytes]]") -> None:
        sighting = self._sightings[uid]
        if not clean:
            sighting.misses = 0
            return
        if sighting.misses == 0:
            if sighting.hidden_by not in self._sightings:
                sighting.hidden_by = coming if sighting.resting and self._hides else b""
            if sighting.hidden_by:
                return
            sighting.missed = now
        sighting.misses += 1
        missed_ms = self._minus(now, sighting.missed)
        if not sighting.resting:
            if missed_ms >= self._lapse_ms:
                del self._sightings[uid]
        elif missed_ms >= self._leave_ms and sighting.misses >= self._leave_polls:
            del self._sightings[uid]
            changes.append((LEFT, uid))
        else:
            self.misses = True

    def _stays_garbled(self, now: int, outcome: int) -> bool:
        """Return whether polls have been garbled for too long, or since there was a crowd."""
        if outcome in (SILENT, CLEAR):
            self._garbled = None
            return False
        if self._garbled is None:
            self._garbled = now
        return outcome == GARBLED and (self.crowded or self._minus(now, self._garbled) >= GARBLED_MS)

    def _weigh_crowd(self, now: int, crowded: bool, changes: "list[tuple[int, bytes]]") -> None:
        if crowded == self.crowded:
            self._crowd_turned = None
            return
        if self._crowd_turned is None:
            self._crowd_turned = now
        if self._minus(now, self._crowd_turned) >= self._crowd_ms:
            self.crowded = crowded
            self._crowd_turned = None
            changes.append((CROWD if crowded else NO_CROWD, b""))

    def _start_over(self) -> None:
        """Start counting again after a gap in which the reader was deaf: it shows neither rest nor absence."""
        self._crowd_turned = self._garbled = None
        for uid, sighting in list(self._sightings.items()):
            sighting.misses = 0
            if not sighting.resting:
                del self._sightings[uid]
