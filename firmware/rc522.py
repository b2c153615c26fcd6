"""The tags in the field of one MFRC522: from frames to the UID of every tag.

In: the chip, as `firmware.chip` drives it. Out: `poll()` returns the outcome of one look at the field and the UIDs it
read. Runs unchanged on MicroPython and on CPython.

A strong tag drowns out a weak one: the receiver then hears no collision, only the strong tag. So each tag that has been
read is halted, and the others are called again until none answers. The field is off for 5 ms before each poll, which
makes every tag forget that it was halted.

1. WUPA wakes all tags. If none answers, the poll ends here.
2. Each tag of the last poll is selected by its UID and then halted. This needs no anticollision, and the CRC proves
   that it is there. REQA calls the remaining tags.
3. The remaining tags are told apart: anticollision frames leave a tag in READY, so one cascade level is walked as a
   binary tree of UID bits. Each UID part found is selected, which leads either to the next level or to a whole UID.
   Selecting one tag sends the others back to sleep; halting it keeps it asleep while they are called again.
4. Step 3 is repeated as long as REQA is answered and a new tag is found.
"""

from firmware.chip import ANSWER_AT, ERR_COLLISION, ERR_RECEIVE, NOTHING, Chip, ChipDeaf, framed

# mypy takes a constant of this name for true; MicroPython has no typing module to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from firmware.chip import Frame, Port

# What one poll showed.
SILENT = 0  # the chip's timer ran out: no tag is there
CLEAR = 1  # every tag that answered was read
GARBLED = 2  # something answered, but not all of it could be read
CROWDED = 3  # tags collided, and anticollision could not tell them apart
DEAF = 4  # the chip itself did not work

_REQA = framed(b"\x26", 7, 0, 2, 2 * 9)  # calls the tags that are not halted
_WUPA = framed(b"\x52", 7, 0, 2, 2 * 9)  # calls all tags
_SELECT = (0x93, 0x95, 0x97)  # one code for each cascade level
_LEVEL_AT = 3
_UNPROVED = -2  # something answered, but the answer was unreadable
_CASCADE_TAG = 0x88
_SAK_CASCADE = 0x04
_HALT = framed(b"\x50\x00\x57\xcd", 0, 0, 0, 0)  # HLTA with its CRC_A
_CRCS: "dict[int, int]" = {}  # of every SAK seen

_FRAMES_LIMIT = 250  # a poll gives up after this many anticollision frames: noise can look like an endless tree of tags


def crc_a(data: bytes) -> int:
    """Compute the CRC_A of ISO/IEC 14443-3: cheaper here than seven transfers for the chip's coprocessor."""
    crc = 0x6363
    for byte in data:
        byte ^= crc & 0xFF
        byte = (byte ^ (byte << 4)) & 0xFF
        crc = (crc >> 8) ^ (byte << 8) ^ (byte << 3) ^ (byte >> 4)
    return crc


def _selecting(level: int, part: bytes) -> "Frame":
    """Return the frame that selects a tag by one part of its UID."""
    select = bytes((_SELECT[level], 0x70)) + part
    crc = crc_a(select)
    return framed(select + bytes((crc & 0xFF, crc >> 8)), 0, 0, 3, 3 * 9)


class Reader(Chip):
    """One MFRC522, and the tags in its field."""

    beyond: "Sequence[bytes]" = ()  # tags that a reader that points has heard further away than the one it read

    def __init__(self, port: "Port", wait_us: "Callable[[int], object]", gain_db: int = 33) -> None:
        """Use the chip behind this port; nothing is written before `init`."""
        super().__init__(port, wait_us, gain_db)
        self._frames_left = 0
        self._awake = False  # tags were called and must be sent to sleep, or they miss the next call
        self._known: dict[bytes, list[Frame]] = {}  # the UIDs of the last poll, and what selects their parts
        self._selects: dict[bytes, list[Frame]] = {}  # the same for this poll

    def field_on(self) -> None:
        """Switch the antenna on; the caller must then wait 5.1 ms for the tags to power up."""
        super().field_on()
        self._awake = False

    def poll(self) -> "tuple[int, list[bytes]]":
        """Look once at the field; return the outcome and the UID of each tag that was read.

        The field must be on now, and must have been off for 5.1 ms since the last poll.
        """
        self._frames_left = _FRAMES_LIMIT
        self._fifo_clean = False  # the receiver may have heard noise since the last poll
        self._selects = {}
        try:
            outcome = self._read_all() if self._wake(_WUPA) else SILENT
        except ChipDeaf:
            outcome = DEAF
        self._known = self._selects
        return outcome, list(self._selects)

    def _read_all(self) -> int:
        """Read all tags, right after they were woken."""
        outcome = CLEAR
        for uid, selects in self._known.items():
            sak = NOTHING
            for select in selects:
                sak = self._select(select)
                if sak < 0:
                    break
            if sak >= 0:
                self._selects[uid] = selects
            elif sak == _UNPROVED:
                outcome = GARBLED  # the tag may have been selected, and will be halted unread
            if not self._wake(_REQA):
                return outcome
        while True:
            count = len(self._selects)
            outcome = max(outcome, self._explore([], b""))
            if outcome == CROWDED or not self._wake(_REQA):
                return outcome
            if len(self._selects) == count:
                return GARBLED  # a tag answers, but cannot be read

    def _explore(self, path: "list[Frame]", stem: bytes) -> int:
        """Read all tags that are ready at one cascade level; `path` holds what was selected to get there."""
        level = len(path)
        outcome, parts = self._tell_apart(level)
        ready = True
        for part in parts:
            if not ready and not self._return_to(path):
                return max(outcome, GARBLED)
            ready = False
            select = _selecting(level, part)
            sak = self._select(select)
            cascaded = part[0] == _CASCADE_TAG
            # A UID that starts with 88 without the SAK announcing another level is damaged.
            if sak < 0 or cascaded != bool(sak & _SAK_CASCADE) or (cascaded and level == 2):
                outcome = max(outcome, GARBLED)
            elif cascaded:
                outcome = max(outcome, self._explore(path + [select], stem + part[1:4]))
            else:
                self._selects[stem + part[:4]] = path + [select]
        return outcome

    def _return_to(self, path: "list[Frame]") -> bool:
        """Call all tags that have not been read yet, and select along the path."""
        return self._wake(_REQA) and all(self._select(select) >= 0 for select in path)

    def _wake(self, call: "Frame") -> bool:
        """Send a call; return whether a tag answered. The answers of several tags may collide."""
        if self._awake:
            # HLTA halts a selected tag; one that is only ready returns to its previous state.
            self.tell(_HALT)
        count = self.exchange(call)
        self._awake = count != NOTHING
        # A tag answers with two bytes; anything else is noise, which the receiver also picks up.
        return (count == 2 and not self.loose_bits) or (self._awake and bool(self.error & ERR_COLLISION))

    def _tell_apart(self, level: int) -> "tuple[int, list[bytes]]":
        """Walk the tree of UID bits of one cascade level; return the outcome and the five-byte parts found."""
        parts: list[bytes] = []
        outcome = CLEAR
        answers = 0
        # The number of known bits, their value, and how many answers came before the first branch of this collision.
        branches = [(0, 0, 0)]
        while branches:
            known, prefix, answers_before = branches.pop()
            if not self._frames_left:
                return CROWDED, parts
            self._frames_left -= 1
            count = self._anticollide(level, known, prefix)
            if count == NOTHING:
                if known == 0:
                    outcome = max(outcome, GARBLED)  # the tag answered WUPA, and then fell silent
                elif prefix >> (known - 1) and answers == answers_before:
                    outcome = CROWDED  # a collision, but no tag in either branch
                continue
            answers += 1
            if self.error & ERR_COLLISION:
                bit = self._collision_bit(known)
                if bit >= 32:
                    return CROWDED, parts  # two tags cannot share all bits, so this is not a tree of UIDs
                stem = self._joined(known, prefix) & ((1 << bit) - 1)
                branches.append((bit + 1, stem | 1 << bit, answers))
                branches.append((bit + 1, stem, -1))
                continue
            if self.error & ERR_RECEIVE or count != 5 - (known >> 3):
                outcome = max(outcome, GARBLED)
                continue
            part = self._joined(known, prefix).to_bytes(5, "little")
            if part[0] ^ part[1] ^ part[2] ^ part[3] ^ part[4]:
                outcome = max(outcome, GARBLED)
            else:
                parts.append(part)
        return outcome, parts

    def _anticollide(self, level: int, known: int, prefix: int) -> int:
        """Ask the tags whose UID part starts with the `known` bits of `prefix` for the rest of it."""
        whole, loose = known >> 3, known & 7
        asked = bytes((_SELECT[level], 0x20 + (whole << 4) + loose))
        asked += prefix.to_bytes(5, "little")[: whole + (1 if loose else 0)]
        # RxAlign stores the first bit of the answer after the known bits of a split byte (datasheet 9.3.1.14).
        return self.exchange(framed(asked, loose, loose, 5 - whole, 5 * 9 - known - whole))

    def _collision_bit(self, known: int) -> int:
        """Return the bit of the UID part to branch at: the one that collided, or an equal one before it.

        The datasheet does not say whether the chip counts the collision from RxAlign or from the first bit received.
        The earlier of the two positions is always right: at worst one of its branches is empty.
        """
        if self.collision & 0x20:
            return known
        return max(known, (known & ~7) + (self.collision & 0x1F or 32) - 1)

    def _joined(self, known: int, prefix: int) -> int:
        """Return the known bits joined with the answer."""
        answer = bytes(self.look[ANSWER_AT : ANSWER_AT + self.look[_LEVEL_AT]])
        received = int.from_bytes(answer, "little") << (known & ~7)
        return (received & ~((1 << known) - 1) | prefix) & 0xFFFFFFFFFF

    def _select(self, select: "Frame") -> int:
        """Select a tag by one part of its UID; return its SAK, `NOTHING`, or `_UNPROVED` for a damaged answer."""
        count = self.exchange(select)
        if count == NOTHING:
            return NOTHING
        if count != 3 or self.error & (ERR_COLLISION | ERR_RECEIVE):
            return _UNPROVED
        look = self.look
        sak = look[ANSWER_AT]
        crc = _CRCS.get(sak)
        if crc is None:
            crc = _CRCS[sak] = crc_a(bytes((sak,)))
        return sak if crc == look[ANSWER_AT + 1] | look[ANSWER_AT + 2] << 8 else _UNPROVED
