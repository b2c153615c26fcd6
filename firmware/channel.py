"""One conversation over the line in which nothing sequenced is lost unnoticed, doubled or taken out of turn.

In: what is to be said (pulled when the line is free), frames that came, and the time.
Out: frames to send, sent again until the partner has acknowledged them.

Both ends use it. One message is under way in each direction: messages are few, and a sender that always says
the newest state needs no queue that could overflow.
"""

from firmware import wire

# mypy takes a constant of this name for true; MicroPython has no typing module to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# How an acknowledgement says what became of the message.
DONE = 0
UNKNOWN = 1  # a kind that this end does not know
MALFORMED = 2  # a payload that cannot be read
REFUSED = 3  # readable, but not possible: the text says why

# What `arrival` makes of a sequence number.
FRESH = 0
AGAIN = 1  # the last one once more: its acknowledgement was lost
STRAY = 2  # of another conversation, or damaged beyond what the CRC sees

_RESEND_LIMIT_MS = 1600


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
        """Tell whether a message waits for its acknowledgement."""
        return bool(self._frame)

    def due(self, now_ms: int) -> bytes:
        """Return the frame to send now, nothing when there is none."""
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
        """Tell for how long the message under way has not been acknowledged."""
        return now_ms - self._first_ms if self._frame else 0

    def acknowledged(self, sequence: int) -> int:
        """Take an acknowledgement: the kind of the message it ends, -1 when it is for none under way."""
        if not self._frame or sequence != self._sent:
            return -1
        self._frame = b""
        return self._kind

    def arrival(self, sequence: int) -> int:
        """Tell whether a sequenced frame is fresh, came before, or strayed."""
        if sequence == self._received + 1 & 0xFF:
            return FRESH
        return AGAIN if self._answer and sequence == self._received else STRAY

    def answer(self, sequence: int, result: int, text: str = "") -> bytes:
        """Make the acknowledgement of a fresh frame, and keep it for the case that it is lost."""
        self._received = sequence
        payload = bytes((result,)) + text.encode()[: wire.PAYLOAD_LIMIT - 1]
        self._answer = wire.format_frame(wire.ACK, self.session, sequence, payload)
        return self._answer

    def answer_again(self) -> bytes:
        """Return the last acknowledgement once more."""
        return self._answer
