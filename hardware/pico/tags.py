"""The host's belief about the readers under the board, and the events that change it.

In: the state of one reader from the Pico, always complete. Out: events for what differs. It outlives the connection:
after a gap the first full state shows what has happened meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from firmware import messages
from hardware.ports import Crowded, Event, Resting, TagLeft, TagRested


class Tags:
    """The tags at rest on each reader."""

    def __init__(self, readers: Iterable[str]) -> None:
        self.missed = 0  # tags that left and came back between two states, unseen by the host
        self._resting: dict[str, frozenset[str]] = {name: frozenset() for name in readers}
        # Tags that another reader has seen since: not believed here, though this reader may still name them for a
        # while.
        self._gone = dict(self._resting)
        self._crowded = dict.fromkeys(self._resting, False)
        self._told: dict[str, tuple[int, frozenset[str]]] = {}  # each reader's last count of changes, and its own view
        self._faulty: set[str] = set()

    def restart(self) -> None:
        """Expect the readers' counters to restart; the belief about tags stays."""
        self._told.clear()

    def resting(self, reader: str) -> frozenset[str]:
        """Return which tags rest on a reader."""
        return self._resting[reader]

    def told(self, now: float) -> Iterator[Resting]:
        """Yield everything known about every reader; a faulty one knows nothing."""
        for reader, uids in self._resting.items():
            if reader not in self._faulty:
                yield Resting(now, reader, uids, self._crowded[reader])

    def take(self, reader: str, flags: int, changes: int, uids: Sequence[bytes], now: float) -> list[Event]:
        """Take in a reader's state; a faulty one says nothing about its tags.

        Its tags stay where they were, unless another reader names them: a sighting counts more than a memory.
        """
        if flags & messages.TAGS_FAULTY:
            self._told.pop(reader, None)
            self._faulty.add(reader)
            return self._seen_elsewhere(reader, now)
        self._faulty.discard(reader)
        at_rest = max(0, len(uids) - (flags >> messages.TAGS_BEYOND_BIT))
        named = frozenset(uid.hex() for uid in uids[:at_rest])
        beyond = tuple(uid.hex() for uid in uids[at_rest:])
        self._count(reader, changes, named)
        self._gone[reader] = frozenset(uid for uid in self._gone[reader] & named if self._is_elsewhere(reader, uid))
        before, after = self._resting[reader], named - self._gone[reader]
        self._resting[reader] = after
        events: list[Event] = []
        for uid in sorted(before - after):
            events.append(TagLeft(now, reader, uid))
            events += self._back_elsewhere(uid, now)
        for uid in sorted(after - before):
            events.append(TagRested(now, reader, uid, beyond))
            events += self._gone_elsewhere(reader, uid, now)
        crowded = bool(flags & messages.TAGS_CROWDED)
        if crowded != self._crowded[reader]:
            self._crowded[reader] = crowded
            events.append(Crowded(now, reader, crowded))
        return events

    def _count(self, reader: str, changes: int, named: frozenset[str]) -> None:
        """Compare the reader's count of changes with the difference between its last two states."""
        if reader in self._told:
            told, before = self._told[reader]
            self.missed += (changes - told - len(before ^ named)) % 256
        self._told[reader] = changes, named

    def _is_elsewhere(self, reader: str, uid: str) -> bool:
        """Return whether a tag is believed on another reader that works or has not reported since the restart."""
        return any(uid in resting for name, resting in self._resting.items() if name not in (reader, *self._faulty))

    def _seen_elsewhere(self, reader: str, now: float) -> list[Event]:
        """Let tags leave a faulty reader if another reader has named them all along."""
        events: list[Event] = []
        for uid in sorted(self._resting[reader]):
            back = self._back_elsewhere(uid, now)
            if back:
                self._resting[reader] -= {uid}
                events += [TagLeft(now, reader, uid), *back]
        return events

    def _gone_elsewhere(self, reader: str, uid: str, now: float) -> list[Event]:
        """Let a tag leave every other reader where it was believed to rest.

        Otherwise, if the line broke between the states of two readers, the tag would stay on both for good, and its
        return to the first would go unnoticed.
        """
        others = [name for name, resting in self._resting.items() if name != reader and uid in resting]
        for name in others:
            self._resting[name] -= {uid}
            self._gone[name] |= {uid}
        return [TagLeft(now, name, uid) for name in others]

    def _back_elsewhere(self, uid: str, now: float) -> list[Event]:
        """Believe the reader that has named a tag all along, once the other reader has lost it."""
        for name, (_, named) in self._told.items():
            if uid in self._gone[name] & named:
                self._gone[name] -= {uid}
                self._resting[name] |= {uid}
                return [TagRested(now, name, uid)]
        return []
