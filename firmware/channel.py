"""One conversation over the line: no sequenced message is lost unnoticed, handled twice or taken out of order.

In: messages to send (pulled when the line is free), frames that arrived, and the time.
Out: frames to send, sent again until the partner acknowledges them.

Both ends use it. Only one message is under way in each direction: messages are few, and a sender that always sends
the newest state needs no queue that could overflow.
"""

from firmware import wire

# mypy takes a constant of this name for true; MicroPython has no typing module to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# What an acknowledgement says about the message.
DONE = 0
UNKNOWN = 1  # a kind that this end does not know
MALFORMED = 2  # the payload cannot be read
REFUSED = 3  # readable but not possible; the text says why

# What `arrival` says about a sequence number.
FRESH = 0
AGAIN = 1  # the last one, repeated because its acknowledgement was lost
STRAY = 2  # from another conversation, or damaged in a way that the CRC missed

_RESEND_LIMIT_MS = 1600


class Refused(ValueError):
    """What a message asks for can be read, but not be done."""


class Channel:
    """The sequenced messages of one session, both ways."""

    def __init__(self, pull: "Callable[[], tuple[int, bytes] | None]", resend_ms: int = 100) -> None:
        self.session = 0  # 0: no conversation
        self.resent = 0
        self._pull = pull
        self._resend_ms = resend_ms
        self.open(0)

    def open(self, session: int) -> None:
        """Begin a new conversation: nothing is under way, and both sequences start again."""
        self.session = session
        self._sent = 0
        self._received = 0
        self._frame = b""
        self._kind = -1
        self._sent_ms = self._first_ms = 0
        self._patience_ms = self._resend_ms
        self._answer = b""

    @property
    def busy(self) -> bool:
        """Whether a message is waiting for its acknowledgement."""
        return bool(self._frame)

    def due(self, now_ms: int) -> bytes:
        """Return the frame to send now, empty if there is none."""
        if not self.session:
            return b""
        if self._frame:
            if now_ms - self._sent_ms < self._patience_ms:
                return b""
            self.resent += 1
            self._patience_ms = min(2 * self._patience_ms, _RESEND_LIMIT_MS)
        else:
            message = self._pull()
            if message is None:
                return b""
            self._kind, payload = message
            self._sent = self._sent + 1 & 0xFF
            self._frame = wire.format_frame(self._kind, self.session, self._sent, payload)
            self._patience_ms = self._resend_ms
            self._first_ms = now_ms
        self._sent_ms = now_ms
        return self._frame

    def waited_ms(self, now_ms: int) -> int:
        """Return how long the message under way has waited for its acknowledgement; 0 if there is none."""
        return now_ms - self._first_ms if self._frame else 0

    def acknowledged(self, sequence: int) -> int:
        """Take an acknowledgement; return the kind of the message it completes, or -1 if it matches none."""
        if not self._frame or sequence != self._sent:
            return -1
        self._frame = b""
        return self._kind

    def arrival(self, sequence: int) -> int:
        """Return whether a sequenced frame is `FRESH`, came `AGAIN` or is a `STRAY`."""
        if sequence == self._received + 1 & 0xFF:
            return FRESH
        return AGAIN if self._answer and sequence == self._received else STRAY

    def answer(self, sequence: int, result: int, text: str = "") -> bytes:
        """Return the acknowledgement of a fresh frame, and keep it in case it gets lost."""
        self._received = sequence
        payload = bytes((result,)) + text.encode()[: wire.PAYLOAD_LIMIT - 1]
        self._answer = wire.format_frame(wire.ACK, self.session, sequence, payload)
        return self._answer

    def answer_again(self) -> bytes:
        """Return the last acknowledgement again."""
        return self._answer
