"""A reader in a hand that points: of several tags in its field, the nearest.

In: the chip, as `firmware.rc522` polls it. Out: what one look showed, with one UID where the field can be lowered until
one tag alone answers; with all of them where it cannot. It never guesses.

The weaker the field, the shorter its reach: the tag below the coil's middle is the last that has power. How far a given
conductance reaches differs from module to module, so the right one is searched for, and kept for the next look.
"""

from firmware.rc522 import CLEAR, DEAF, SILENT, Reader

# Conductance of the antenna's driver while it does not modulate (datasheet 9.3.3.9, CWGsPReg); this is its reset value.
_DRIVE = 0x28
FULL = 0x20
_RISE_US = 5100  # what a tag that gets its power back may take before it hears a frame
_FALL_US = 5100  # what a tag may take to forget that it was halted


class NearestReader(Reader):
    """One MFRC522 that tells the nearest tag."""

    _drive = FULL

    def init(self) -> bool:
        """Reset the chip and write its settings; the field has its full strength again."""
        self._drive = FULL
        return super().init()

    def poll(self) -> "tuple[int, list[bytes]]":
        """Look once at the field: the outcome, and the UID of the nearest tag, or of all that cannot be told apart."""
        outcome, uids = super().poll()
        if self._drive < FULL and not uids and outcome != DEAF:
            outcome, uids = self._look(FULL)  # whoever was nearest is gone
        if outcome == DEAF or len(uids) < 2:
            return outcome, uids
        # Above `low` somebody answers, and at `high` more than one.
        low, high = 0, self._drive
        while high - low > 1:
            middle = (low + high) // 2
            fewer, nearest = self._look(middle)
            if fewer == CLEAR and len(nearest) == 1:
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
        """Poll once more, with another field; like every poll it wants one that was off before."""
        self.field_off()
        self._set_drive(drive)
        self._wait_us(_FALL_US)
        self.field_on()
        self._wait_us(_RISE_US)
        return super().poll()

    def _set_drive(self, drive: int) -> None:
        self._drive = drive
        self._set(_DRIVE, drive)
