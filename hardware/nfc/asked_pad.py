"""A pad whose reader does the work itself and is only asked what lies there: on USB, or a PN532.

In: the reader, made again for each opening. Out: tags that rest and leave, and its health. It is asked in a thread that
can be abandoned: a service or a driver that hangs degrades the pad and delays nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from firmware.presence import Presence
from firmware.rc522 import DEAF
from hardware.bounded import Bounded, Closed, Late
from hardware.health import Backoff
from hardware.nfc.reader_port import ReaderFault, ReaderPort
from hardware.ports import Clock, Sink
from hardware.trouble import NO_TROUBLE, Trouble, quoted

AGAIN_S: Final = 2.0  # a missing reader is looked for at least this often


class Asked(Protocol):
    """A reader that tells which tags it hears."""

    def look(self) -> tuple[int, list[bytes]]:
        """Return an outcome, as `firmware.rc522` names them, and the UIDs; raise `ReaderFault`."""

    def close(self) -> None:
        """Let go of everything; harmless if already closed."""


class AskedPad(ReaderPort):
    """The `Readers` port with one reader that is asked."""

    def __init__(
        self,
        make: Callable[[], Asked],
        *,
        name: str,
        late: ReaderFault,
        poll_s: float,
        presence: Callable[[], Presence],
        clock: Clock,
        answer_s: float,
        again_s: float = AGAIN_S,
        threaded: bool = True,
    ) -> None:
        """Use these times; `late` is told of a reader that hangs. Without a thread, the caller steps."""
        super().__init__(name, presence, clock, Backoff(min(0.5, again_s), again_s), threaded=threaded)
        self._make, self._late, self._poll_s, self._answer_s = make, late, poll_s, answer_s
        self._reader = make()
        self._beside = self._thread()
        self._told = NO_TROUBLE  # the fault reported last

    def open(self, sink: Sink) -> None:
        """Start looking."""
        self.close()
        self._reader = self._make()
        self._beside = self._thread()
        self._told = NO_TROUBLE
        super().open(sink)

    def close(self) -> None:
        """Stop looking and let the reader go, without waiting for it."""
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
        except OSError as error:  # a bus or line that broke
            return self._degraded(quoted(error, plainly="the reader does not work"), self._late.remedy)
        except Late:
            return self._degraded(self._late.reason, self._late.remedy)
        except Closed:
            return None
        now = self._clock()
        self._backoff.reset()
        self._told = NO_TROUBLE
        self._vitals.good(self._name)
        self._seen(now, outcome, uids)
        return self._poll_s

    def _thread(self) -> Bounded:
        return Bounded(f"reader {self._name}, asked", self._answer_s)

    def _degraded(self, reason: Trouble, remedy: Trouble) -> float:
        # The fault may change while it lasts: first the service is missing, then the reader.
        self._vitals.degraded(self._name, reason, remedy, anew=reason != self._told)
        self._told = reason
        self._presence.step(int(self._clock() * 1000), DEAF, ())  # nothing rests or leaves without a look
        return self._backoff.again()
