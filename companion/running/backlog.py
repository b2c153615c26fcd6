"""Queue of events for the table. When it is too long, presses are dropped first and sightings last.

A player whose press was dropped presses again. A piece whose arrival was dropped would be missing for the rest of the
game, so there is more room for sightings. If even that is not enough, the readers are asked afterwards for everything
they see (`Sightings`). A device reports a change of its health only once: if there is no room for it, the newest report
of each device is held back until everything else was taken, and none is dropped.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from typing import Generic, NamedTuple, TypeVar

from hardware import ports

ROOM = 512  # for anything
ROOM_FOR_SIGHTINGS = 4 * ROOM  # and for what pages want to know, and how devices are
PRESSES = (ports.ButtonPressed, ports.ButtonHeld, ports.ButtonReleased)
SIGHTINGS = (ports.TagRested, ports.TagLeft, ports.Crowded, ports.Resting)
Waiting = TypeVar("Waiting")


class Dropped(NamedTuple):
    """How much was dropped."""

    presses: int = 0
    sightings: int = 0
    others: int = 0  # requests from pages, which were told that nothing was done

    def since(self, before: Dropped) -> Dropped:
        """Return how much was dropped since `earlier`."""
        return Dropped(*(now - then for now, then in zip(self, before, strict=True)))


class Backlog(Generic[Waiting]):
    """A queue that refuses some kinds before others; any thread puts, one thread takes."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._counting = threading.Lock()
        self._held_back: dict[str, Waiting] = {}  # by the device whose health it is
        self._wake: Callable[[], None] = lambda: None
        self.dropped = Dropped()

    def call(self, wake: Callable[[], None]) -> None:
        """Call a function whenever something has been added, in the thread that added it."""
        self._wake = wake

    def put(self, event: Waiting) -> bool:
        """Add something if there is room for its kind; return whether there was."""
        if isinstance(event, ports.HealthChanged):
            self._put_health(event.source, event)
            return True
        if not self._has_room(event):
            self._count(event)
            return False
        self._add(event)
        return True

    def put_anyway(self, event: Waiting) -> None:
        """Add something even to a full queue, for tasks that are put only once and would otherwise never be done."""
        self._add(event)

    def end(self) -> None:
        """Wake the thread that takes."""
        self._add(None)

    def take(self, timeout_s: float) -> Waiting | None:
        """Return the next item, or None after `end`. Raises queue.Empty if nothing came in time."""
        with self._counting:
            if self._held_back and self._waiting.empty():
                return self._held_back.pop(next(iter(self._held_back)))
        return self._waiting.get(timeout=timeout_s)

    def is_empty(self) -> bool:
        """Return whether nothing waits."""
        return self._waiting.empty() and not self._held_back

    def _put_health(self, device: str, health: Waiting) -> None:
        """Let it wait among the others, or for its time; what the same device said before is out of date then."""
        with self._counting:
            if self._has_room(health):
                self._held_back.pop(device, None)
                self._add(health)
                return
            if not self._held_back:
                self._add(None)  # the other thread may have taken all the others by now
            self._held_back[device] = health

    def _add(self, event: Waiting | None) -> None:
        self._waiting.put(event)
        self._wake()

    def _has_room(self, event: Waiting) -> bool:
        size = self._waiting.qsize()
        return size < ROOM or size < _room(event)

    def _count(self, event: Waiting) -> None:
        with self._counting:
            presses, sightings, others = self.dropped
            if isinstance(event, PRESSES):
                self.dropped = Dropped(presses + 1, sightings, others)
            elif isinstance(event, SIGHTINGS):
                self.dropped = Dropped(presses, sightings + 1, others)
            else:
                self.dropped = Dropped(presses, sightings, others + 1)


def _room(event: object) -> int:
    return ROOM_FOR_SIGHTINGS if isinstance(event, (*SIGHTINGS, ports.HealthChanged)) or callable(event) else ROOM


class Sightings:
    """What each reader last reported, and the events that must have been missed if it now sees something else."""

    def __init__(self) -> None:
        self._resting: dict[str, set[str]] = {}
        self._crowded: set[str] = set()

    def note(self, event: ports.Event) -> None:
        """Take in an event."""
        match event:
            case ports.TagRested(source=reader, uid=uid):
                self._resting.setdefault(reader, set()).add(uid)
            case ports.TagLeft(source=reader, uid=uid):
                self._resting.setdefault(reader, set()).discard(uid)
            case ports.Crowded(source=reader, crowded=crowded):
                (self._crowded.add if crowded else self._crowded.discard)(reader)
            case _:
                pass

    def missed(self, seen: ports.Resting) -> Iterator[ports.Event]:
        """Yield the missed events of a reader: first the tags that left, then those that came."""
        reader, known = seen.source, self._resting.get(seen.source, set())
        for uid in sorted(known - seen.uids):
            yield ports.TagLeft(seen.at, reader, uid)
        for uid in sorted(seen.uids - known):
            yield ports.TagRested(seen.at, reader, uid)
        if seen.crowded != (reader in self._crowded):
            yield ports.Crowded(seen.at, reader, seen.crowded)
