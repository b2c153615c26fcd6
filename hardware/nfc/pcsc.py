"""A USB tag reader as the PC/SC service (pcscd) sees it, chosen by name and polled, and as the pad.

In: part of its name, if there are several. Out of the reader: for each look an outcome, as `firmware.rc522` names them,
and the UID of the tag; `ReaderFault` if a person must do something. Out of the pad: what `AskedPad` makes of it.

Only pyscard's thin layer is used (`smartcard.scard`): the thick one has its own threads, which do not survive the end
of the service. The service reports whether a card is there; its UID is requested once, with the command that readers
answer themselves (PC/SC part 3, 3.2.2.1.3: Get Data).
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from firmware.presence import Presence
from firmware.rc522 import CLEAR, GARBLED, SILENT
from hardware.bounded import Bounded, Late
from hardware.nfc.asked_pad import AGAIN_S, AskedPad
from hardware.nfc.reader_port import ReaderFault
from hardware.ports import Clock
from hardware.trouble import Trouble

GET_UID: Final = [0xFF, 0xCA, 0x00, 0x00, 0x00]
DONE: Final = [0x90, 0x00]
UID_LENGTHS: Final = (4, 7, 10)  # ISO/IEC 14443-3 type A: single, double and triple size
UNREAD_S = 1.5  # how long a card may be silent: it may still be on its way down
# The kernel's own driver for some readers; while it holds one, pcscd cannot use it.
KERNEL_DRIVER = Path("/sys/bus/usb/drivers/pn533_usb")

RESTART: Final = Trouble("restart it: sudo systemctl restart pcscd")
NO_ANSWER: Final = Trouble("pcscd does not answer")
ANSWER_S: Final = 5.0  # how long the service may take for a card that answers badly
_INSTALL = Trouble("install it: sudo apt install pcscd python3-pyscard")
_START = Trouble("start it: sudo systemctl enable --now pcscd.socket")
_ALLOW = Trouble("let this user in, as the build guide of the USB kit says")
_PLUG = Trouble("plug the reader in; if it is, try another USB port")
_UNLOAD = Trouble("switch that driver off, as the build guide of the USB kit says")
_OTHER_CARD = Trouble("take it off, and put one piece with an NFC tag there")
_OTHER_PROGRAM = Trouble("end the other program that uses the reader")

# A reader's own SIM slots, which never have a tag; and readers that say that they are for tags.
_NO_TAGS = re.compile(r"\bSAM\b", re.IGNORECASE)
_FOR_TAGS = re.compile(r"\b(PICC|CL|NFC|contactless)\b", re.IGNORECASE)


def choose_reader(names: Sequence[str], part: str = "") -> str:
    """Return the name of the reader to use, or raise `ReaderFault`.

    >>> choose_reader(["ACS ACR1252 Reader [PICC] 00 00", "ACS ACR1252 Reader [SAM] 01 00"])
    'ACS ACR1252 Reader [PICC] 00 00'
    >>> choose_reader(["Reader A 00 00", "Reader B 01 00"], "reader b")
    'Reader B 01 00'
    """
    able = [name for name in names if not _NO_TAGS.search(name)] or list(names)
    if not able:
        if any(KERNEL_DRIVER.glob("*:*")):
            raise ReaderFault(Trouble("the kernel's driver pn533_usb holds the reader"), _UNLOAD)
        raise ReaderFault(Trouble("no USB reader is found"), _PLUG)
    remedy = Trouble(
        "write part of the right one's name into the configuration, usb_reader or [readers]: one of {names}",
        names="; ".join(able),
    )
    if part:
        meant = [name for name in able if part.lower() in name.lower()]
        if not meant:
            raise ReaderFault(Trouble("no USB reader has {part} in its name", part=part), remedy)
    else:
        meant = able if len(able) == 1 else [name for name in able if _FOR_TAGS.search(name)] or able
    if len(meant) > 1:
        raise ReaderFault(Trouble("there are {count} USB readers", count=len(meant)), remedy)
    return meant[0]


def reader_names(answer_s: float = ANSWER_S) -> tuple[str, ...]:
    """Return all readers that the service knows, or raise `ReaderFault`, even if the service hangs."""
    reader, service = PcscReader(), Bounded("readers on USB", answer_s)
    try:
        return service.ask(reader.names)
    except Late:
        raise ReaderFault(NO_ANSWER, RESTART) from None
    finally:
        service.close(reader.close)


class PcscReader:
    """The reader, for one thread; after a loss it is opened again at the next look."""

    def __init__(self, part: str = "", clock: Clock = time.monotonic) -> None:
        """Use the reader with this part in its name; nothing is opened yet."""
        self._part, self._clock = part, clock
        self._pcsc: Any = None  # smartcard.scard
        self._context: Any = None
        self._name = ""
        self._card: int | None = None  # identified by the service's count of changes; None if there is none
        self._uid = b""  # empty until it is known
        self._unread_since: float | None = None

    def names(self) -> tuple[str, ...]:
        """Return all readers that the service knows."""
        if self._context is None:
            self._open()
        result, names = self._pcsc.SCardListReaders(self._context, [])
        if self._is(result, self._pcsc.SCARD_E_NO_READERS_AVAILABLE):
            return ()
        self._expect(result)
        return tuple(names)

    def look(self) -> tuple[int, list[bytes]]:
        """Return what is on the reader now."""
        try:
            return self._look()
        except SystemError as error:  # a bug of pyscard if the service ends in the middle of a call
            self.close()
            raise ReaderFault(Trouble("pcscd reports: {error}", error=error), RESTART) from error

    def _look(self) -> tuple[int, list[bytes]]:
        if not self._name:
            self._name = choose_reader(self.names(), self._part)
        pcsc = self._pcsc
        result, states = pcsc.SCardGetStatusChange(self._context, 0, [(self._name, pcsc.SCARD_STATE_UNAWARE)])
        if self._is(result, pcsc.SCARD_E_UNKNOWN_READER):
            raise self._gone()
        self._expect(result)
        state = states[0][1]
        if state & (pcsc.SCARD_STATE_UNKNOWN | pcsc.SCARD_STATE_UNAVAILABLE):
            raise self._gone()
        if not state & pcsc.SCARD_STATE_PRESENT:
            self._next_card(None)
            return SILENT, []
        if state >> 16 != self._card:  # the upper half counts changes, even between two looks
            self._next_card(state >> 16)
        if not self._uid:
            return self._read(is_mute=bool(state & pcsc.SCARD_STATE_MUTE))
        return CLEAR, [self._uid]

    def close(self) -> None:
        """Disconnect from the service; harmless if already closed."""
        context, self._context = self._context, None
        self._forget()
        if context is not None:
            self._pcsc.SCardReleaseContext(context)

    # --- the service ---

    def _open(self) -> None:
        try:
            from smartcard import scard
        except ImportError as error:
            raise ReaderFault(Trouble("pyscard is not installed"), _INSTALL) from error
        self._pcsc = scard
        result, context = scard.SCardEstablishContext(scard.SCARD_SCOPE_SYSTEM)
        self._expect(result)
        self._context = context

    def _gone(self) -> ReaderFault:
        self._forget()
        return ReaderFault(Trouble("no USB reader is found"), _PLUG)

    def _expect(self, result: int) -> None:
        """Raise `ReaderFault` for a result other than success, and drop the connection."""
        pcsc = self._pcsc
        if self._is(result, pcsc.SCARD_S_SUCCESS):
            return
        self.close()
        if self._is(result, pcsc.SCARD_E_NO_SERVICE, pcsc.SCARD_E_SERVICE_STOPPED):
            raise ReaderFault(Trouble("pcscd does not run"), _START)
        if self._is(result, pcsc.SCARD_W_SECURITY_VIOLATION, pcsc.SCARD_E_NO_ACCESS):
            raise ReaderFault(Trouble("pcscd does not let this user in"), _ALLOW)
        raise ReaderFault(Trouble("pcscd reports: {error}", error=pcsc.SCardGetErrorMessage(result)), RESTART)

    @staticmethod
    def _is(result: int, *codes: int) -> bool:
        """Compare 32 bits: some versions of pyscard return them signed, others do not."""
        return result & 0xFFFFFFFF in {code & 0xFFFFFFFF for code in codes}

    # --- the card ---

    def _forget(self) -> None:
        self._name = ""
        self._next_card(None)

    def _next_card(self, card: int | None) -> None:
        self._card = card
        self._uid = b""
        self._unread_since = None

    def _read(self, *, is_mute: bool) -> tuple[int, list[bytes]]:
        """Ask a card for its UID; one that does not answer at once is asked again at the next look."""
        pcsc = self._pcsc
        result, answer = (pcsc.SCARD_W_UNRESPONSIVE_CARD, []) if is_mute else self._ask(GET_UID)
        if self._is(result, pcsc.SCARD_W_REMOVED_CARD, pcsc.SCARD_E_NO_SMARTCARD):
            return SILENT, []
        is_read = self._is(result, pcsc.SCARD_S_SUCCESS)
        if is_read and answer[-2:] == DONE and len(answer) - 2 in UID_LENGTHS:
            self._uid = bytes(answer[:-2])
            return CLEAR, [self._uid]
        now = self._clock()
        if self._unread_since is None:
            self._unread_since = now
        if now - self._unread_since < UNREAD_S:
            return GARBLED, []
        if self._is(result, pcsc.SCARD_E_SHARING_VIOLATION):
            raise ReaderFault(Trouble("another program has the card for itself"), _OTHER_PROGRAM)
        raise ReaderFault(Trouble("the card on the reader does not tell its number"), _OTHER_CARD)

    def _ask(self, command: list[int]) -> tuple[int, list[int]]:
        pcsc = self._pcsc
        protocols = pcsc.SCARD_PROTOCOL_T0 | pcsc.SCARD_PROTOCOL_T1
        result, card, protocol = pcsc.SCardConnect(self._context, self._name, pcsc.SCARD_SHARE_SHARED, protocols)
        if not self._is(result, pcsc.SCARD_S_SUCCESS):
            return result, []
        try:
            head = pcsc.SCARD_PCI_T0 if protocol == pcsc.SCARD_PROTOCOL_T0 else pcsc.SCARD_PCI_T1
            result, answer = pcsc.SCardTransmit(card, head, command)
            return result, list(answer)
        finally:
            pcsc.SCardDisconnect(card, pcsc.SCARD_LEAVE_CARD)


class PcscPad(AskedPad):
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
        super().__init__(
            lambda: PcscReader(part, clock),
            name=name,
            late=ReaderFault(NO_ANSWER, RESTART),
            poll_s=poll_s,
            presence=presence,
            clock=clock,
            answer_s=answer_s,
            again_s=again_s,
            threaded=threaded,
        )
