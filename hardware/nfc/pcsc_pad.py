"""A USB tag reader as the pad: turns what the PC/SC service reports into the `Readers` port.

In: part of the reader's name, and the times of `Presence`. Out: tags that rest and leave, and the reader's health.

Such a reader reads one tag at a time. It is polled in a thread that can be abandoned: a service that hangs makes the
pad degraded and delays nothing else.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from firmware.presence import Presence
from firmware.rc522 import DEAF
from hardware.bounded import Bounded, Closed, Late
from hardware.health import Backoff
from hardware.nfc.pcsc import ANSWER_S, NO_ANSWER, RESTART, PcscReader
from hardware.nfc.reader_port import ReaderFault, ReaderPort
from hardware.ports import Clock, Sink
from hardware.trouble import NO_TROUBLE, Trouble

AGAIN_S = 2.0  # a missing reader is looked for at least this often


class PcscPad(ReaderPort):
    """A tag reader on USB."""

    def __init__(
        self,
        *,
        name: str = "pad",
        part: str = "",
        poll_s: float = 0.05,
        presence: Callable[[], Presence] = Presence,
        clock: Clock = time.monotonic,
        answer_s: float = ANSWER_S,
        again_s: float = AGAIN_S,
        threaded: bool = True,
    ) -> None:
        """Use the reader with this part in its name; without a thread, the caller steps."""
        super().__init__(name, presence, clock, Backoff(min(0.5, again_s), again_s), threaded=threaded)
        self._part, self._poll_s, self._answer_s = part, poll_s, answer_s
        self._reader = PcscReader(part, clock)
        self._beside = Bounded(f"reader {name}, pcscd", answer_s)
        self._told = NO_TROUBLE  # the fault reported last

    def open(self, sink: Sink) -> None:
        """Start looking."""
        self.close()
        self._reader = PcscReader(self._part, self._clock)
        self._beside = Bounded(f"reader {self._name}, pcscd", self._answer_s)
        self._told = NO_TROUBLE
        super().open(sink)

    def close(self) -> None:
        """Stop looking and disconnect from the service, without waiting for it."""
        if self._vitals.is_open and self._threaded:
            self._beside.close(self._reader.close)
        self._ticker.stop()
        if not self._threaded:
            self._reader.close()
        self._vitals.close()

    def step(self) -> float | None:
        """Look once, and return in how many seconds to look again."""
        if not self._vitals.is_open:
            return None
        try:
            outcome, uids = self._beside.ask(self._reader.look) if self._threaded else self._reader.look()
        except ReaderFault as fault:
            return self._degraded(fault.reason, fault.remedy)
        except Late:
            return self._degraded(NO_ANSWER, RESTART)
        except Closed:
            return None
        now = self._clock()
        self._backoff.reset()
        self._told = NO_TROUBLE
        self._vitals.good(self._name)
        self._seen(now, outcome, uids)
        return self._poll_s

    def _degraded(self, reason: Trouble, remedy: Trouble) -> float:
        # The fault may change while it lasts: first the service is missing, then the reader.
        self._vitals.degraded(self._name, reason, remedy, anew=reason != self._told)
        self._told = reason
        self._presence.step(int(self._clock() * 1000), DEAF, ())  # nothing rests or leaves without a look
        return self._backoff.again()
