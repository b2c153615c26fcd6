"""What the host believes of the readers under the board, and the events by which that belief changes.

In: the state of one reader, as the Pico tells it: always the whole of it. Out: events for what differs.
It outlives the connection: after a gap the first full state shows what has happened meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable

from firmware import messages
from hardware.ports import Crowded, Event, TagLeft, TagRested


class Tags:
    """The tags at rest on each reader."""

    def __init__(self, readers: Iterable[str]) -> None:
        self.missed = 0  # tags that left and came back between two states: a rest the host never saw
        self._resting: dict[str, frozenset[str]] = {name: frozenset() for name in readers}
        self._crowded = dict.fromkeys(self._resting, False)
        self._changes: dict[str, int] = {}

    def restart(self) -> None:
        """Expect the readers' counters to start anew; what rests where is still believed."""
        self._changes.clear()

    def resting(self, reader: str) -> frozenset[str]:
        """Tell which tags rest on a reader."""
        return self._resting[reader]

    def take(self, reader: str, flags: int, changes: int, uids: Iterable[bytes], now: float) -> list[Event]:
        """Take a reader's state in; one that is faulty has nothing to say of its tags."""
        if flags & messages.TAGS_FAULTY:
            self._changes.pop(reader, None)
            return []
        before, after = self._resting[reader], frozenset(uid.hex() for uid in uids)
        events: list[Event] = [TagLeft(now, reader, uid) for uid in sorted(before - after)]
        for uid in sorted(after - before):
            events.append(TagRested(now, reader, uid))
            events += self._gone_elsewhere(reader, uid, now)
        told = self._changes.get(reader)
        if told is not None:
            self.missed += (changes - told - len(before ^ after)) % 256
        self._changes[reader] = changes
        self._resting[reader] = after
        crowded = bool(flags & messages.TAGS_CROWDED)
        if crowded != self._crowded[reader]:
            self._crowded[reader] = crowded
            events.append(Crowded(now, reader, crowded))
        return events

    def _gone_elsewhere(self, reader: str, uid: str, now: float) -> list[Event]:
        """Let a tag leave wherever else it was believed to rest.

        A line that breaks between the states of two readers would leave it in both for good: back where it was
        believed to be all the time, it would come to rest there unnoticed.
        """
        others = [name for name, resting in self._resting.items() if name != reader and uid in resting]
        for name in others:
            self._resting[name] -= {uid}
            if name in self._changes:
                self._changes[name] = self._changes[name] + 1 & 0xFF  # as the reader itself will count it
        return [TagLeft(now, name, uid) for name in others]
