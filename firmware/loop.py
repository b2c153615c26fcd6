"""The firmware's main loop: listen to the host, look at a reader, answer the player's hand, light the lamps, speak.

In: a board (`firmware.pico_board` on the Pico). Out: nothing; `step` is called for ever.

No message, however broken, stops the loop: exceptions in a stage are counted and reported in the next pong. The
watchdog is fed only after a step in which every stage succeeded, so a loop that runs but no longer works is
restarted.
"""

from firmware import VERSION, channel, messages, wire

# mypy takes a constant of this name for true; MicroPython has no typing module to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from firmware import draft
    from firmware.draft import Draft, Setup
    from firmware.handle import Handle
    from firmware.readers import Readers
    from firmware.strip import Lamps

    class Board(draft.Board, Protocol):
        """What the loop needs of the board."""

        board_id: str

        def wait_us(self, us: int) -> None:
            """Wait this long; zero or less returns at once."""

        def read(self) -> bytes:
            """Return the bytes that have arrived over the line, up to a limit."""

        def write(self, data: bytes) -> None:
            """Send over the line."""

        def shine(self, colours: bytearray) -> None:
            """Write the red, green and blue of every lamp to the strip."""

        def sound(self, hz: int) -> None:
            """Sound a pitch until the next call; 0 is silence."""

        def feed(self) -> None:
            """Feed the watchdog."""

        def proven(self) -> None:
            """Record that this start succeeded."""

        def enter_maintenance(self) -> None:
            """Restart without the firmware."""


CAPABILITIES = "readers lamps maintenance handle call"
PROVEN_MS = 10_000  # a loop that has run this long has started well
_IDLE_US = 1000
_LEAVE_MS = 50  # lets the acknowledgement get out before the reset


def _new_draft() -> "Draft":
    from firmware.draft import Draft  # not yet compiled when the Pico says hello

    return Draft()


class Firmware:
    """Everything the Pico knows and does."""

    def __init__(self, board: "Board") -> None:
        self.setup: Setup | None = None
        self.readers: Readers | None = None
        self.lamps: Lamps | None = None
        self.handle: Handle | None = None
        self.faults = 0
        self.strays = 0
        self._board = board
        self._decoder = wire.Decoder()
        self._channel = channel.Channel(self._pull)
        self._draft: Draft | None = None  # there is one in every session
        self._news: set[int] = set()
        self._owed = False  # the host has not been told yet that the snapshot is complete
        self._heard_ms = board.now_ms()
        self._started_ms = self._heard_ms
        self._proven = False
        self._leave_ms = -1
        self._greeted = False

    def greet(self) -> None:
        """Say hello, once."""
        if not self._greeted:
            self._greeted = True
            self._hello()

    def step(self) -> None:
        """Do one round of everything."""
        faults = self.faults
        self._try(self._greet)
        self._try(self._begin)
        self._try(self._listen)
        self._try(self._answer)
        self._try(self._shine)
        self._try(self._finish)
        self._try(self._speak)
        if self.faults == faults:
            self._board.feed()

    def _try(self, stage: "Callable[[], None]") -> None:
        # A fault in one stage, even running out of memory, must not stop the others.
        try:
            stage()
        except Exception:
            self.faults += 1

    # --- the stages ---

    def _greet(self) -> None:
        now_ms = self._board.now_ms()
        self.greet()
        if not self._proven and now_ms - self._started_ms >= PROVEN_MS:
            self._proven = True
            self._board.proven()
        if self._leave_ms >= 0 and now_ms >= self._leave_ms:
            self._leave_ms = -1
            self._board.enter_maintenance()

    def _begin(self) -> None:
        if not (self.readers and self.readers.begin(self._board.now_ms())):
            self._board.wait_us(_IDLE_US)

    def _listen(self) -> None:
        for kind, session, sequence, payload in self._decoder.feed(self._board.read()):
            try:
                self._take(kind, session, sequence, payload)
            except messages.Malformed:
                self.strays += 1  # not a fault of this end: the other frames still count, and the watchdog is fed

    def _answer(self) -> None:
        if self.handle and self.lamps:
            now_ms = self._board.now_ms()
            self._board.sound(self.handle.hz(now_ms))
            self.lamps.cover(self.handle.lamp, self.handle.light(now_ms))

    def _shine(self) -> None:
        if self.lamps and self.setup:
            now_ms = self._board.now_ms()
            self.lamps.wait(now_ms - self._heard_ms >= self.setup.silence_ms)
            if self.lamps.render(now_ms):
                self._board.shine(self.lamps.colours)

    def _finish(self) -> None:
        if self.readers:
            index = self.readers.finish()
            if index >= 0:
                self._news.add(index)

    def _speak(self) -> None:
        frame = self._channel.due(self._board.now_ms())
        if frame:
            self._board.write(frame)

    def _pull(self) -> "tuple[int, bytes] | None":
        """Return a message that the host has not received yet: the newest state of one reader."""
        if not self.readers or (self._owed and not self.readers.settled(self._board.now_ms())):
            return None
        if self._news:
            index = min(self._news)
            self._news.discard(index)
            flags, changes, uids, ailment = self.readers.stations[index].state()
            return wire.TAGS, messages.format_tags(index, flags, changes, uids, ailment)
        if self._owed:
            self._owed = False
            return wire.COMPLETE, b""
        return None

    # --- what the host says ---

    def _take(self, kind: int, session: int, sequence: int, payload: bytes) -> None:
        now_ms = self._board.now_ms()
        if kind == wire.HELLO:
            self._heard_ms = now_ms
            protocol = messages.parse_hello(payload)[0]
            if protocol == wire.PROTOCOL and session and session != self._channel.session:
                self._channel.open(session)
                self._draft = _new_draft()
            self._hello()
        elif kind == wire.MAINTENANCE:
            if payload == messages.MAINTENANCE_WORD:
                if self._leave_ms < 0:  # a host that repeats its request must not delay the reset
                    self._leave_ms = now_ms + _LEAVE_MS
                self._board.write(wire.format_frame(wire.ACK, session, sequence, bytes((channel.DONE,))))
        elif not session or session != self._channel.session:
            # The host may think that this is still the old session; the hello tells it about the restart.
            self.strays += 1
            self._hello()
        elif kind == wire.PING:
            self._heard_ms = now_ms
            self._pong(now_ms)
        elif kind == wire.ACK:
            self._heard_ms = now_ms
            self._channel.acknowledged(sequence)
        elif kind >= wire.FIRST_SEQUENCED:
            self._heard_ms = now_ms
            arrival = self._channel.arrival(sequence)
            if arrival == channel.FRESH:
                result, text = self._obey(kind, payload)
                self._board.write(self._channel.answer(sequence, result, text))
            elif arrival == channel.AGAIN:
                self._board.write(self._channel.answer_again())
            else:
                self.strays += 1
        else:
            self.strays += 1

    def _obey(self, kind: int, payload: bytes) -> "tuple[int, str]":
        """Do what a sequenced message asks for; return the result and its reason."""
        try:
            if self._draft and kind in (wire.BUS, wire.READER, wire.STRIP, wire.HANDLE):
                self._draft.take(kind, payload)
            elif self._draft and kind == wire.COMMIT:
                self._commit(self._draft.commit(payload))
            elif kind not in (wire.SCENE, wire.HOT, wire.SIGNAL):
                return channel.UNKNOWN, ""
            elif self.lamps is None or self.readers is None:
                return channel.REFUSED, "not configured yet"
            elif kind == wire.SCENE:
                self.lamps.paint(payload, self._board.now_ms())
            elif kind == wire.HOT:
                self.readers.watch(payload)
            elif self.handle is None:
                return channel.REFUSED, "no handle"
            else:
                self.handle.signal(messages.parse_signal(payload), self._board.now_ms())
        except messages.Malformed as mistake:
            return channel.MALFORMED, str(mistake)
        except channel.Refused as mistake:
            return channel.REFUSED, str(mistake)
        return channel.DONE, ""

    def _commit(self, new: "Setup") -> None:
        self._draft = _new_draft()
        # If a host comes back with the same setup, the readers keep what they have seen in the meantime.
        if self.setup is None or new.facts != self.setup.facts:
            if self.lamps:
                self._board.shine(bytearray(len(self.lamps.colours)))  # the new strip may be shorter
            self._board.sound(0)
            self.setup = self.readers = self.lamps = self.handle = None
            self.lamps = new.build_lamps(self._board)
            self.readers = new.build_readers(self._board)
            self.handle = new.build_handle(self._board)
            self.setup = new
        self._news = set(range(len(new.facts[1])))
        self._owed = True

    # --- answers ---

    def _hello(self) -> None:
        hello = messages.format_hello(wire.PROTOCOL, VERSION, CAPABILITIES, self._board.board_id)
        self._board.write(wire.format_frame(wire.HELLO, self._channel.session, 0, hello))

    def _pong(self, now_ms: int) -> None:
        pong = messages.format_pong(
            (now_ms - self._started_ms) // 1000,
            self.readers.looks if self.readers else 0,
            self._decoder.damaged,
            self._channel.resent,
            self.faults,
            self.strays,
            self.lamps.current_ma if self.lamps else 0,
        )
        self._board.write(wire.format_frame(wire.PONG, self._channel.session, 0, pong))
