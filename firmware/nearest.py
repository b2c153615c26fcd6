"""A hand-held reader that points: picks the nearest of several tags in its field.

In: the chip, as `firmware.rc522` polls it. Out: the result of one look, with a single UID if weakening the field leaves
one tag that answers, otherwise with all of them. It never guesses. The tags that the full field had heard besides the
nearest are kept as `beyond`: the host may know that the nearest cannot be meant.

The weaker the field, the shorter its reach: the tag under the middle of the coil is the last to keep its power. How far
a given conductance reaches differs between modules, so the right one is searched for, and kept for the next look.
"""

from firmware.rc522 import CLEAR, DEAF, SILENT, Reader

# Conductance of the antenna's driver while it does not modulate (datasheet 9.3.3.9, CWGsPReg), and its reset value.
_DRIVE = 0x28
FULL = 0x20
_RISE_US = 5100  # a tag that gets its power back may need this long before it hears a frame
_FALL_US = 5100  # a tag without power may need this long to forget that it was halted


class NearestReader(Reader):
    """One MFRC522 that finds the nearest tag."""

    _drive = FULL
    _nearest = b""  # the tag that answered alone, while the field is lowered

    def init(self) -> bool:
        """Reset the chip and write its settings, with the field at full strength again."""
        self._drive = FULL
        self.beyond = ()
        return super().init()

    def poll(self) -> "tuple[int, list[bytes]]":
        """Look once; return the outcome and the UID of the nearest tag, or all UIDs if no tag is nearest."""
        outcome, uids = super().poll()
        if self._drive < FULL:
            if outcome == DEAF or uids == [self._nearest]:
                return outcome, uids
            outcome, uids = self._look(FULL)  # the nearest tag is gone, or another one has come near
        self.beyond = ()
        if outcome == DEAF or len(uids) < 2:
            return outcome, uids
        # No tag answers at `low`, and more than one at `high`.
        low, high = 0, FULL
        while high - low > 1:
            middle = (low + high) // 2
            fewer, nearest = self._look(middle)
            if fewer == CLEAR and len(nearest) == 1:
                self._nearest = nearest[0]
                self.beyond = [uid for uid in uids if uid != self._nearest]
                return CLEAR, nearest
            if fewer == DEAF:
                return fewer, nearest
            if fewer == SILENT:
                low = middle
            else:
                high = middle
        self._set_drive(FULL)
        return outcome, uids

    def _look(self, drive: int) -> "tuple[int, list[bytes]]":
        """Poll again with this field strength; like before every poll, the field must be off first."""
        self.field_off()
        self._set_drive(drive)
        self._wait_us(_FALL_US)
        self.field_on()
        self._wait_us(_RISE_US)
        return super().poll()

    def _set_drive(self, drive: int) -> None:
        self._drive = drive
        self._set(_DRIVE, drive)
