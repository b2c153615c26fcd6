"""A PN532 as the pad: in: how it is connected; out: the `Readers` port."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from firmware.presence import Presence
from hardware.nfc.asked_pad import AGAIN_S, AskedPad
from hardware.nfc.pn532 import Link, Pn532Reader
from hardware.nfc.reader_port import ReaderFault
from hardware.ports import Clock
from hardware.trouble import Trouble

LATE_S: Final = 5.0  # the longest look at a chip that answers badly takes less
_LATE: Final = ReaderFault(
    Trouble("the bus or line to the PN532 hangs", plainly="the reader does not answer"),
    Trouble("plug the reader in again; if that does not help, start the machine again"),
)


class Pn532Pad(AskedPad):
    """A tag reader with a PN532."""

    def __init__(
        self,
        link: Callable[[], Link],
        *,
        name: str = "pad",
        poll_s: float = 0.05,
        presence: Callable[[], Presence] = Presence,
        clock: Clock = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        late_s: float = LATE_S,
        again_s: float = AGAIN_S,
        threaded: bool = True,
    ) -> None:
        """Use this link; without a thread, the caller steps."""
        super().__init__(
            lambda: Pn532Reader(link(), clock=clock, sleep=sleep),
            name=name,
            late=_LATE,
            poll_s=poll_s,
            presence=presence,
            clock=clock,
            answer_s=late_s,
            again_s=again_s,
            threaded=threaded,
        )
