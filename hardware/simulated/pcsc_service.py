"""A stand-in for pyscard's `smartcard.scard`, with a PC/SC service behind it that has readers, cards and faults.

Within `installed()` the module is there to be imported. What lies on a reader is a `Field`, as on any other; a reader
of this kind hears the first tag of it only. Numbers and answers are those of pcsc-lite.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Final

from hardware.simulated.field import Field

GAIN_DB = 33
_CODES: Final = {
    "SCARD_S_SUCCESS": 0,
    "SCARD_E_INVALID_HANDLE": 0x80100003,
    "SCARD_E_UNKNOWN_READER": 0x80100009,
    "SCARD_E_TIMEOUT": 0x8010000A,
    "SCARD_E_SHARING_VIOLATION": 0x8010000B,
    "SCARD_E_NO_SMARTCARD": 0x8010000C,
    "SCARD_E_NO_SERVICE": 0x8010001D,
    "SCARD_E_SERVICE_STOPPED": 0x8010001E,
    "SCARD_E_NO_ACCESS": 0x80100027,
    "SCARD_E_NO_READERS_AVAILABLE": 0x8010002E,
    "SCARD_W_UNRESPONSIVE_CARD": 0x80100066,
    "SCARD_W_REMOVED_CARD": 0x80100069,
    "SCARD_W_SECURITY_VIOLATION": 0x8010006A,
    "SCARD_SCOPE_SYSTEM": 2,
    "SCARD_SHARE_SHARED": 2,
    "SCARD_PROTOCOL_T0": 1,
    "SCARD_PROTOCOL_T1": 2,
    "SCARD_PCI_T0": 1,
    "SCARD_PCI_T1": 2,
    "SCARD_LEAVE_CARD": 0,
    "SCARD_STATE_UNAWARE": 0x0000,
    "SCARD_STATE_CHANGED": 0x0002,
    "SCARD_STATE_UNKNOWN": 0x0004,
    "SCARD_STATE_UNAVAILABLE": 0x0008,
    "SCARD_STATE_EMPTY": 0x0010,
    "SCARD_STATE_PRESENT": 0x0020,
    "SCARD_STATE_MUTE": 0x0200,
}
_REFUSED: Final = [0x6A, 0x81]  # function not supported


class SimulatedReader:
    """One reader on USB."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.is_mute = False  # whatever lies there gives no answer to its reset
        self.refusal: list[int] | None = None  # what a card of another kind answers instead of its number
        self.trouble = ""  # the code with which nobody can speak to the card
        self._uid = b""
        self._turns = 0

    def card(self) -> tuple[bytes, int]:
        """Return which tag is heard, if any, and how often something has come or gone."""
        heard = self.field.audible(GAIN_DB)
        uid = self._uid if self._uid in heard else heard[0] if heard else b""
        if uid != self._uid:
            self._turns += 2 if uid and self._uid else 1
            self._uid = uid
        return uid, self._turns


class SimulatedPcsc:
    """The service, and what it says to one program."""

    def __init__(self) -> None:
        self.readers: dict[str, SimulatedReader] = {}
        self.trouble = ""  # the code that every call gives
        self.forgets_readers = False  # answers with an error once one was unplugged, as newer services do
        self.contexts = 0
        self._given, self._lost = 0, 0  # the newest context, and the newest that a service which ended has taken along

    def plug(self, name: str, field: Field) -> SimulatedReader:
        """Plug a reader in."""
        self.readers[name] = SimulatedReader(field)
        return self.readers[name]

    def unplug(self, name: str) -> None:
        """Pull a reader's plug."""
        del self.readers[name]

    @contextmanager
    def installed(self) -> Iterator[SimulatedPcsc]:
        """Let the stand-in be imported."""
        scard = ModuleType("smartcard.scard")
        scard.__dict__.update(_CODES)
        for call in (
            self.SCardEstablishContext,
            self.SCardReleaseContext,
            self.SCardListReaders,
            self.SCardGetStatusChange,
            self.SCardConnect,
            self.SCardTransmit,
            self.SCardDisconnect,
            self.SCardGetErrorMessage,
        ):
            scard.__dict__[call.__name__] = call
        package = ModuleType("smartcard")
        package.__dict__.update(__path__=[], scard=scard)
        before = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "smartcard"}
        for name in before:
            del sys.modules[name]
        sys.modules.update({"smartcard": package, "smartcard.scard": scard})
        try:
            yield self
        finally:
            for name in ("smartcard", "smartcard.scard"):
                del sys.modules[name]
            sys.modules.update(before)

    # --- the calls, by the names that they have there ---

    def SCardEstablishContext(self, _scope: int) -> list[int]:
        """Begin to speak to the service."""
        if self.trouble:
            return [_CODES[self.trouble], 0]
        self.contexts += 1
        self._given += 1
        return [0, self._given]

    def SCardReleaseContext(self, _context: int) -> int:
        """End speaking to the service."""
        self.contexts -= 1
        return 0

    def SCardListReaders(self, context: int, _groups: Sequence[str]) -> list[object]:
        """Name the readers."""
        trouble = self._trouble_of(context)
        if trouble or not self.readers:
            return [_CODES[trouble or "SCARD_E_NO_READERS_AVAILABLE"], []]
        return [0, list(self.readers)]

    def SCardGetStatusChange(self, context: int, _timeout_ms: int, asked: Sequence[tuple[str, int]]) -> list[object]:
        """Return how readers are, at once."""
        name = asked[0][0]
        if trouble := self._trouble_of(context):
            return [_CODES[trouble], [(name, 0, [])]]
        if name not in self.readers:
            if self.forgets_readers:
                return [_CODES["SCARD_E_UNKNOWN_READER"], [(name, 0, [])]]
            return [0, [(name, 0x0002 | 0x0004 | 0x0008, [])]]
        reader = self.readers[name]
        uid, turns = reader.card()
        state = (0x0020 | (0x0200 if reader.is_mute else 0)) if uid else 0x0010
        return [0, [(name, turns << 16 | state | 0x0002, [])]]

    def SCardConnect(self, _context: int, name: str, _share: int, _protocols: int) -> list[object]:
        """Begin to speak to a card."""
        reader = self.readers[name]
        if reader.trouble or not reader.card()[0]:
            return [_CODES[reader.trouble or "SCARD_E_NO_SMARTCARD"], 0, 0]
        return [0, name, _CODES["SCARD_PROTOCOL_T1"]]

    def SCardTransmit(self, name: str, _head: int, command: Sequence[int]) -> list[object]:
        """Send a card a command."""
        reader = self.readers[name]
        uid, _ = reader.card()
        if not uid:
            return [_CODES["SCARD_W_REMOVED_CARD"], []]
        if reader.refusal is not None or list(command[:4]) != [0xFF, 0xCA, 0x00, 0x00]:
            return [0, reader.refusal or _REFUSED]
        return [0, [*uid, 0x90, 0x00]]

    def SCardDisconnect(self, _name: str, _what: int) -> int:
        """End speaking to a card."""
        return 0

    def _trouble_of(self, context: int) -> str:
        """Return the code that this context gets, if any: those of before do not outlive a service."""
        if self.trouble:
            self._lost = self._given
        return self.trouble or ("SCARD_E_INVALID_HANDLE" if context <= self._lost else "")

    def SCardGetErrorMessage(self, code: int) -> str:
        """Return the words for a code."""
        return next(name for name, known in _CODES.items() if known == code)
