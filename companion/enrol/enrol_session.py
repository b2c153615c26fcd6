"""Runs the walk through the pieces: answers each event or key with a message, and saves every change at once."""

from __future__ import annotations

from collections.abc import Callable

from companion.enrol.enrolment import Enrolment
from companion.enrol.words import Message, crowd_told, has_told, left_told, next_told, step_told, which_told
from hardware.formats.piece_set import PieceSet
from hardware.ports import ButtonPressed, Crowded, Event, Health, HealthChanged, TagLeft, TagRested

BACK, SKIP, RETURN, LEFT, QUIT = "b", "s", "r", "l", "q"
AGAIN = "again "
HELP = (
    "keys: b takes the last tag back, s leaves this piece for later, r returns to the one before, l lists what is "
    "left, a name goes there, again NAME gives it another tag, q stops"
)
AT_ONCE_S = 0.3  # tags that come to rest within this time were put down together
# On the table's own buttons.
BUTTONS = {"back": BACK, "down": SKIP, "up": RETURN, "ok": LEFT, "end": QUIT}


class EnrolSession:
    """One walk, from wherever it was left."""

    def __init__(
        self, walk: Enrolment, save: Callable[[PieceSet], None], reader: str = "pad", behind: str = ""
    ) -> None:
        """Run this walk; `save` makes a set durable and may raise; pieces are tapped on `reader`.

        `behind` names what that reader is connected to, if not the Pi, so that its faults are reported, too.
        """
        self.walk = walk
        self.reader = reader
        self._told_of = (reader, behind, "screen")
        self.has_quit = False
        self.pad_trouble = ""  # why the reader cannot be used, until it works for the first time
        self._pad_works = False
        self._save = save
        self._lying: dict[str, float] = {}  # tags on the reader, and since when
        self._taken = ""  # the tag that was given to a piece last
        self._lists = False  # whether the list of what is left is shown

    def hear(self, event: Event) -> Message | None:
        """Take an event of the table; return a message, None for most."""
        match event:
            # A piece that stays on the board is not meant.
            case TagRested(source=self.reader):
                return self._rested(event)
            case TagLeft(source=self.reader):
                self._lying.pop(event.uid, None)
                return None
            case Crowded(source=self.reader, crowded=True):
                return crowd_told(self.walk)
            case ButtonPressed(source=name) if name in BUTTONS:
                return self.key(BUTTONS[name])
            case HealthChanged(source=self.reader, health=Health.GOOD):
                self._pad_works, self.pad_trouble = True, ""
                return None
            case HealthChanged(source=name, health=Health.DEGRADED) if name in self._told_of:
                trouble = f"{event.source}: {event.reason}; {event.remedy}"
                if name != "screen" and not self._pad_works:
                    self.pad_trouble = trouble
                return next_told(self.walk, f"{trouble}\n")
            case _:
                return None

    def tap(self, uid: str) -> Message:
        """Take a tag for the next piece, save, and return the result."""
        step = self.walk.tap(uid)
        if step.changed:
            self._save(step.walk.pieces)
            self._taken = uid
        self.walk = step.walk
        return step_told(step, uid)

    def key(self, key: str) -> Message:
        """Take a key, or a line that names a piece."""
        # The button that lists what is left also hides the list.
        self._lists, listed = key == LEFT and not self._lists, self._lists
        match key:
            case "l":
                return next_told(self.walk) if listed else left_told(self.walk)
            case "r":
                self.walk = self.walk.earlier()
                return next_told(self.walk)
            case "b":
                return self._back()
            case "s":
                return self._skip()
            case "q":
                self.has_quit = True
                return next_told(self.walk)
            case "":
                return next_told(self.walk)
            case _ if len(key) > 1:
                return self._go_to(key)
            case _:
                return next_told(self.walk, f"{HELP}\n")

    def knows(self, text: str) -> bool:
        """Return whether a line names a piece."""
        return bool(self.walk.called(text.removeprefix(AGAIN)))

    def _go_to(self, text: str) -> Message:
        again, name = text.startswith(AGAIN), text.removeprefix(AGAIN)
        found = self.walk.called(name)
        if len(found) != 1:
            return which_told(self.walk, name, found)
        (piece,) = found
        if again:
            walk = self.walk.again(piece)
            self._save(walk.pieces)
            self.walk = walk
        elif piece not in self.walk.left:
            return has_told(self.walk, piece)
        self.walk = self.walk.go_to(piece)
        return next_told(self.walk)

    def _rested(self, event: TagRested) -> Message:
        """Take a single tag; of two put down together it is unclear which was meant, so neither counts."""
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

    def _back(self) -> Message:
        before, walk = self.walk, self.walk.step_back()
        if walk is before:
            return next_told(walk, "nothing to take back\n")
        self._save(walk.pieces)
        self.walk = walk
        (piece,) = (piece for uid, piece in before.pieces.pieces.items() if walk.pieces.piece_of(uid) is None)
        return next_told(walk, f"taken back: {walk.named(piece).words}\n")

    def _skip(self) -> Message:
        piece = self.walk.next_piece
        if piece is None:
            return next_told(self.walk)
        self.walk = self.walk.later()
        return next_told(self.walk, f"left for later: {self.walk.named(piece).words}\n")
