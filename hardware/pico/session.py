"""The host's side of the conversation with the Pico, without a line: bytes and the time in, bytes and events out.

When a line opens, the host sends a greeting; the hello that comes back shows whether the two understand each other.
Then the host configures the Pico from the kit, the Pico reports the state of every reader, and from COMPLETE on it is
good. After silence, a restart or a broken line the host starts with the greeting again, and meanwhile keeps what it
believed about the tags.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum, auto
from typing import Final, NamedTuple

from firmware import channel, messages, wire
from hardware.health import Vitals
from hardware.kit.connections import Pico, Times
from hardware.pico import outgoing
from hardware.pico.hello import FLASH, Hello, read_hello
from hardware.pico.tags import Tags
from hardware.ports import Clock, Light, Signal
from hardware.trouble import Trouble

GREET_S: Final = 0.5
REGREET_S: Final = 5.0  # how often an unusable partner is asked again: it may have been flashed
PING_S: Final = 1.0
SILENCE_S: Final = 3.0
SIGNAL_S: Final = 0.5  # a signal that could not be sent for this long is too old

_PROMPT = b">>> "
_PROMPT_BYTES = 64
_REPLUG = Trouble("pull the Pico's USB plug and put it back; if that does not help, run: hansa-companion flash")
_REWIRE = Trouble("compare [pico] in the kit file with the wiring; then run: hansa-companion flash")
_MUTE = Trouble("the Pico does not answer")
_SILENT = Trouble("the Pico has fallen silent")
_STUBBORN = Trouble("the Pico does not take what it is sent")


class Phase(Enum):
    """The phase of the conversation."""

    CLOSED = auto()
    GREETING = auto()
    UNFIT = auto()  # answers, but cannot be used as it is
    CONFIGURING = auto()
    SETTLING = auto()  # configured; its readers look before they report
    LIVE = auto()


class Quality(NamedTuple):
    """Counters of the link since the host started, and of the Pico since its own start."""

    damaged: int  # frames, here
    resent: int
    strays: int
    missed: int  # tags that came to rest unseen by the host
    sessions: int
    round_trip_s: float
    pongs: int  # round trips
    pico_uptime_s: int
    pico_polls: int
    pico_damaged: int
    pico_resent: int
    pico_faults: int
    pico_strays: int
    lamp_ma: int


class Session:
    """All conversations with one Pico, one after the other."""

    def __init__(self, pico: Pico, times: Times, *, clock: Clock, vitals: Vitals, nonce: Callable[[], int]) -> None:
        """Use this kit, this sink for events, and this source of session numbers from 1 to 65535."""
        self.phase = Phase.CLOSED
        self.hello: Hello | None = None
        self._name = pico.name
        self._readers = tuple(pico.selects)
        self._pixels = pico.strip.pixels
        self._pico, self._times = pico, times
        self._clock = clock
        self._vitals = vitals
        self._nonce = nonce
        self._tags = Tags(self._readers)
        self._channel = channel.Channel(self._pull)
        self._decoder = wire.Decoder()
        self._out = bytearray()
        self._session = 0
        self._greetings = 0
        self._tail = b""  # the last bytes received while greeting: they may be a prompt
        self._todo: list[outgoing.Message] = []
        self._scene: list[outgoing.Message] = []
        self._scene_at = 0
        self._hot: outgoing.Message = outgoing.hot(self._readers, ())
        self._hot_told = False
        self._signal: Signal | None = None
        self._signal_at = 0.0
        self._can_call = False
        self._greet_at = self._ping_at = self._heard_at = self._pinged_at = 0.0
        self._damaged = self._strays = self._sessions = 0
        self._round_trip_s = 0.0
        self._pongs = 0
        self._pong: tuple[int, ...] = (0,) * 7
        self.show({})

    # --- what the ports ask for ---

    def show(self, lights: Mapping[str, Light]) -> None:
        """Show a scene as soon as the Pico can; only the newest matters."""
        scene = outgoing.scene(self._pixels, lights)
        if scene != self._scene:
            self._scene, self._scene_at = scene, 0

    def watch(self, names: Iterable[str]) -> None:
        """Set the hot readers."""
        hot = outgoing.hot(self._readers, names)
        if hot != self._hot:
            self._hot, self._hot_told = hot, False

    def signal(self, meaning: Signal) -> None:
        """Signal the result of a touch, or call, if the Pico can and the line is up; only the newest matters."""
        if self.phase is Phase.LIVE and self.can_signal:
            self._signal, self._signal_at = meaning, self._clock()

    @property
    def can_signal(self) -> bool:
        """Whether the Pico has a handle or a buzzer for the table, and firmware that knows of it."""
        hello, pico = self.hello, self._pico
        if hello is None:
            return False
        return (pico.handle is not None and hello.has_handle) or (pico.table_buzzer is not None and hello.can_call)

    @property
    def quality(self) -> Quality:
        """How good the link is."""
        return Quality(
            self._damaged + self._decoder.damaged,
            self._channel.resent,
            self._strays,
            self._tags.missed,
            self._sessions,
            self._round_trip_s,
            self._pongs,
            *self._pong,
        )

    def resting(self, reader: str) -> frozenset[str]:
        """Return which tags rest on a reader, as far as the host knows."""
        return self._tags.resting(reader)

    def recount(self) -> None:
        """Report everything known about the readers; what is not known yet will come as a change."""
        for event in self._tags.told(self._clock()):
            self._vitals.emit(event)

    # --- what the line does ---

    def open(self) -> None:
        """Start again on a line that has just been opened."""
        self._damaged += self._decoder.damaged
        self._decoder = wire.Decoder()
        self._greet()

    def lose(self, reason: Trouble, remedy: Trouble) -> None:
        """Record that there is no line."""
        self.phase = Phase.CLOSED
        self._channel.open(0)
        self._out.clear()
        self._vitals.degraded(self._name, reason, remedy)

    def close(self) -> None:
        """End the conversation; nothing more is sent."""
        self.phase = Phase.CLOSED
        self._channel.open(0)
        self._out.clear()

    def receive(self, data: bytes) -> None:
        """Take bytes from the line."""
        if self.phase is Phase.GREETING:
            self._tail = (self._tail + data)[-_PROMPT_BYTES:]
            if _PROMPT in self._tail:
                self._unfit(Trouble("the Pico runs MicroPython, but not this firmware"), FLASH)
        for kind, session, sequence, payload in self._decoder.feed(data):
            try:
                self._take(kind, session, sequence, payload)
            except messages.Malformed:
                self._strays += 1

    def send(self) -> bytes:
        """Return the bytes to send now."""
        now = self._clock()
        if self.phase in (Phase.GREETING, Phase.UNFIT):
            if now >= self._greet_at:
                self._greet_at = now + (GREET_S if self.phase is Phase.GREETING else REGREET_S)
                self._greetings += 1
                if self._greetings > 2:
                    self._out += b"\r"  # noise to our firmware; MicroPython's prompt answers with another prompt
                hello = messages.format_hello(wire.PROTOCOL)
                self._out += wire.format_frame(wire.HELLO, self._session, 0, hello)
            if self.phase is Phase.GREETING and now - self._heard_at >= SILENCE_S:
                self._vitals.degraded(self._name, _MUTE, _REPLUG)
        elif self.phase is not Phase.CLOSED:
            out_of_step = self._channel.waited_ms(round(now * 1000)) >= SILENCE_S * 1000
            if out_of_step or now - self._heard_at >= SILENCE_S:
                self._vitals.degraded(self._name, _STUBBORN if out_of_step else _SILENT, _REPLUG)
                self._greet()
                return self.send()
            if now >= self._ping_at:
                self._ping_at = now + PING_S
                self._pinged_at = now
                self._out += wire.format_frame(wire.PING, self._session, 0)
            self._out += self._channel.due(round(now * 1000))
        out = bytes(self._out)
        self._out.clear()
        return out

    # --- the talk ---

    def _greet(self) -> None:
        self.phase = Phase.GREETING
        self._session = self._nonce()
        self._greetings = 0
        self._tail = b""
        self._greet_at = self._heard_at = self._clock()
        self._channel.open(0)
        self._out.clear()

    def _take(self, kind: int, session: int, sequence: int, payload: bytes) -> None:
        if kind == wire.HELLO:
            self._meet(session, payload)
            return
        if session != self._channel.session or self.phase in (Phase.CLOSED, Phase.GREETING, Phase.UNFIT):
            self._strays += 1
            return
        self._heard_at = self._clock()
        if kind == wire.ACK:
            self._settle(sequence, payload)
        elif kind == wire.PONG:
            self._pong = messages.parse_pong(payload)
            self._round_trip_s = self._clock() - self._pinged_at
            self._pongs += 1
        elif kind in (wire.TAGS, wire.COMPLETE):
            arrival = self._channel.arrival(sequence)
            if arrival == channel.FRESH:
                self._hear(kind, sequence, payload)
            elif arrival == channel.AGAIN:
                self._out += self._channel.answer_again()
            else:
                # Out of step: only a new conversation ensures that nothing was lost.
                self._strays += 1
                self._greet()
        else:
            self._strays += 1

    def _meet(self, session: int, payload: bytes) -> None:
        hello = read_hello(payload)
        if hello is None:
            self._strays += 1
            return
        if self.phase not in (Phase.GREETING, Phase.UNFIT):
            if session != self._session:
                self._vitals.degraded(
                    self._name,
                    Trouble("the Pico has restarted"),
                    Trouble("nothing to do, unless it does so often"),
                )
                self._greet()
            return
        self.hello = hello
        if hello.objection:
            self._unfit(*hello.objection)
        elif session == self._session:
            self._begin()
        else:
            self._greet_at = self._clock()

    def _unfit(self, reason: Trouble, remedy: Trouble) -> None:
        if self.phase is not Phase.UNFIT:
            self.phase = Phase.UNFIT
            self._session = self._nonce()
            self._channel.open(0)
            self._greet_at = self._clock() + REGREET_S
            # Report this even if it was missing before: plugging it in is no longer the remedy.
            self._vitals.degraded(self._name, reason, remedy, anew=True)

    def _begin(self) -> None:
        self.phase = Phase.CONFIGURING
        self._sessions += 1
        self._channel.open(self._session)
        self._tags.restart()
        has_handle = self.hello is not None and self.hello.has_handle
        self._can_call = self.hello is not None and self.hello.can_call
        self._todo = outgoing.configuration(self._pico, self._times, has_handle=has_handle, can_call=self._can_call)
        self._signal = None
        self._scene_at, self._hot_told = 0, False
        self._heard_at = self._clock()
        self._ping_at = self._heard_at + PING_S

    def _pull(self) -> outgoing.Message | None:
        """Return the next message for the Pico."""
        if self._todo:
            return self._todo.pop(0)
        if self.phase is Phase.CONFIGURING:
            return None
        meaning, self._signal = self._signal, None
        if meaning is not None and self._clock() - self._signal_at < SIGNAL_S:
            # Older firmware would fall silent: what has called somebody was accepted, at least.
            return outgoing.signal(Signal.ACCEPTED if meaning is Signal.CALLED and not self._can_call else meaning)
        if not self._hot_told:
            self._hot_told = True
            return self._hot
        if self._scene_at < len(self._scene):
            self._scene_at += 1
            return self._scene[self._scene_at - 1]
        return None

    def _settle(self, sequence: int, payload: bytes) -> None:
        kind = self._channel.acknowledged(sequence)
        result, text = messages.parse_ack(payload)
        if kind == -1:
            self._strays += 1
        elif result != channel.DONE:
            reason = Trouble(
                "the Pico refuses message {message}: {reason}",
                plainly="the Pico does not do what it is told",
                message=f"0x{kind:02x}",
                reason=text or "unknown to its firmware",
            )
            self._unfit(reason, _REWIRE)
        elif kind == wire.COMMIT:
            self.phase = Phase.SETTLING

    def _hear(self, kind: int, sequence: int, payload: bytes) -> None:
        """Take the next message; a state that cannot be read blocks all that follow."""
        try:
            self._learn(kind, payload)
        except messages.Malformed as mistake:
            self._strays += 1
            reason = Trouble(
                "the Pico tells what this host cannot read: {reason}",
                plainly="what the Pico says cannot be understood",
                reason=mistake,
            )
            self._unfit(reason, FLASH)
        else:
            self._out += self._channel.answer(sequence, channel.DONE)

    def _learn(self, kind: int, payload: bytes) -> None:
        if kind == wire.COMPLETE:
            self.phase = Phase.LIVE
            self._vitals.good(self._name)
            return
        index, flags, changes, uids, ailment = messages.parse_tags(payload)
        if index >= len(self._readers):
            raise messages.Malformed(f"reader {index}")
        reader = self._readers[index]
        if flags & messages.TAGS_FAULTY:
            reason = Trouble("the reader does not work: {ailment}", plainly="the reader does not work", ailment=ailment)
            remedy = Trouble("check the cable and the power of reader {reader}", reader=reader)
            self._vitals.degraded(reader, reason, remedy)
        else:
            self._vitals.good(reader)
        for event in self._tags.take(reader, flags, changes, uids, self._clock()):
            self._vitals.emit(event)
