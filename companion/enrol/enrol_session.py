"""Keeps the walk through the pieces: events and keys enter, each gives words, and what changed is saved at once."""

from __future__ import annotations

from collections.abc import Callable

from companion.enrol.enrolment import Enrolment
from companion.enrol.words import Told, crowd_told, name_of, next_told, step_told
from hardware.formats.piece_set import PieceSet
from hardware.ports import ButtonPressed, Crowded, Event, Health, HealthChanged, TagLeft, TagRested

BACK, SKIP, QUIT = "b", "s", "q"
HELP = "keys: b takes the last tag back, s leaves this piece for later, q stops"
AT_ONCE_S = 0.3  # tags that come to rest within that time were put down together
# On the table's own buttons.
BUTTONS = {"back": BACK, "down": SKIP, "end": QUIT}


class EnrolSession:
    """One walk, from wherever it was left."""

    def __init__(self, walk: Enrolment, save: Callable[[PieceSet], None], reader: str = "pad") -> None:
        """Take the walk, what makes a set durable (it may raise), and the one reader on which pieces are tapped."""
        self.walk = walk
        self._reader = reader
        self.has_quit = False
        self._save = save
        self._lying: dict[str, float] = {}  # tags on the reader, and since when
        self._taken = ""  # the tag that was given to a piece last

    def hear(self, event: Event) -> Told | None:
        """Take an event of the table; nothing to say of most."""
        match event:
            # A piece that stands on the board all the while is not meant.
            case TagRested(source=self._reader):
                return self._rested(event)
            case TagLeft(source=self._reader):
                self._lying.pop(event.uid, None)
                return None
            case Crowded(source=self._reader, crowded=True):
                return crowd_told(self.walk)
            case ButtonPressed(source=name) if name in BUTTONS:
                return self.key(BUTTONS[name])
            case HealthChanged(source=name, health=Health.DEGRADED) if name in (self._reader, "screen"):
                return next_told(self.walk, f"{event.source}: {event.reason}; {event.remedy}\n")
            case _:
                return None

    def tap(self, uid: str) -> Told:
        """Take a tag for the next piece, save, and say what came of it."""
        step = self.walk.tap(uid)
        if step.changed:
            self._save(step.walk.pieces)
            self._taken = uid
        self.walk = step.walk
        return step_told(step, uid)

    def key(self, key: str) -> Told:
        """Take a key."""
        match key:
            case "b":
                return self._back()
            case "s":
                return self._skip()
            case "q":
                self.has_quit = True
                return next_told(self.walk)
            case "":
                return next_told(self.walk)
            case _:
                return next_told(self.walk, f"{HELP}\n")

    def _rested(self, event: TagRested) -> Told:
        """Take a tag that is alone; of two put down together nobody knows which was meant, so neither counts."""
        others = dict(self._lying)
        self._lying[event.uid] = event.at
        if not others:
            return self.tap(event.uid)
        if self._taken in others and event.at - others[self._taken] < AT_ONCE_S:
            self._untap(self._taken)
        return crowd_told(self.walk)

    def _untap(self, uid: str) -> None:
        piece = self.walk.pieces.piece_of(uid)
        if piece is not None:
            walk = self.walk.again(piece)
            self._save(walk.pieces)
            self.walk = walk

    def _back(self) -> Told:
        before, walk = self.walk, self.walk.step_back()
        if walk is before:
            return next_told(walk, "nothing to take back\n")
        self._save(walk.pieces)
        self.walk = walk
        (piece,) = (piece for uid, piece in before.pieces.pieces.items() if walk.pieces.piece_of(uid) is None)
        return next_told(walk, f"taken back: {name_of(piece)}\n")

    def _skip(self) -> Told:
        piece = self.walk.next_piece
        if piece is None:
            return next_told(self.walk)
        wanted = [*(one for one in self.walk.wanted if one != piece), piece]
        self.walk = Enrolment.start(wanted, self.walk.pieces)
        return next_told(self.walk, f"left for later: {name_of(piece)}\n")
