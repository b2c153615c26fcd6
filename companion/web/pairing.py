"""Who may control the table: anyone who typed the PIN, which only the small screen shows; all others watch.

A PIN has six digits and is valid for a while. After a few wrong guesses an address is locked out until the PIN is shown
again, so that a stranger only locks out himself; it takes guesses from a hundred addresses to invalidate the PIN.
Sessions are random tokens that expire; only their digests are kept.
"""

from __future__ import annotations

import threading
from collections import Counter
from enum import StrEnum
from hashlib import sha256
from hmac import compare_digest
from random import Random

from companion.web.guard import Rate
from hardware.ports import Clock

PIN_S = 10 * 60.0
GUESSES = 5  # guesses of one address
ALL_GUESSES = 500  # guesses of all together: one chance in two thousand
SESSION_S = 12 * 3600.0
MOST_SESSIONS = 64
CLIENT = 12  # letters of a digest: enough to tell clients apart


class Answer(StrEnum):
    """The result of typing a PIN."""

    PAIRED = "paired"
    WRONG = "wrong"
    TOO_OFTEN = "too often"
    NO_MORE = "no more"  # too many guesses from this address
    NONE_SHOWN = "none shown"


class Pairing:
    """The PIN and the sessions of one table."""

    def __init__(self, clock: Clock, random: Random) -> None:
        """Use this clock and this unpredictable source of randomness."""
        self._clock, self._random = clock, random
        self._pin, self._pin_until = "", 0.0
        self._guesses = 0  # wrong guesses of this PIN
        self._wrong: Counter[str] = Counter()  # by address, since the PIN was shown last
        self._sessions: dict[str, float] = {}  # digest of the token -> until when
        self._rate = Rate(GUESSES, 30.0, clock)
        self._lock = threading.Lock()  # the table's thread shows PINs, the page's thread checks them

    def show_pin(self) -> str:
        """Return a PIN to show, the valid one or a new one; addresses that were locked out may try again."""
        with self._lock:
            self._wrong.clear()
            if not self._is_good():
                self._pin = f"{self._random.randrange(10**6):06}"
                self._guesses = 0
            self._pin_until = self._clock() + PIN_S
            return self._pin

    @property
    def shown(self) -> str:
        """The valid PIN, empty if there is none."""
        return self._pin if self._is_good() else ""

    def _is_good(self) -> bool:
        return bool(self._pin) and self._clock() < self._pin_until and self._guesses < ALL_GUESSES

    def pair(self, pin: str, caller: str) -> tuple[Answer, str]:
        """Check a PIN; return the result and, if it is right, the token of a session."""
        with self._lock:
            return self._pair(pin, caller)

    def _pair(self, pin: str, caller: str) -> tuple[Answer, str]:
        if not self._rate.allows(caller):
            return Answer.TOO_OFTEN, ""
        if not self._is_good():
            return Answer.NONE_SHOWN, ""
        if self._wrong[caller] >= GUESSES:
            return Answer.NO_MORE, ""
        if not compare_digest(pin.encode(), self._pin.encode()):
            self._guesses += 1
            self._wrong[caller] += 1
            return Answer.WRONG, ""
        self._pin = ""  # each PIN is for one phone
        token = f"{self._random.getrandbits(256):064x}"
        self._expire()
        while len(self._sessions) >= MOST_SESSIONS:
            del self._sessions[next(iter(self._sessions))]
        self._sessions[_digest(token)] = self._clock() + SESSION_S
        return Answer.PAIRED, token

    def is_paired(self, token: str) -> bool:
        """Return whether a token belongs to a session."""
        return bool(token) and self._sessions.get(_digest(token), 0.0) > self._clock()

    def client(self, token: str) -> str:
        """Return by what a paired client is known at the table; from that nobody can tell the token."""
        return _digest(token)[:CLIENT] if self.is_paired(token) else ""

    def unpair(self, token: str) -> None:
        """End a session."""
        with self._lock:
            self._sessions.pop(_digest(token), None)

    def unpair_all(self) -> None:
        """End every session, and forget the PIN."""
        with self._lock:
            self._sessions.clear()
            self._pin = ""

    def _expire(self) -> None:
        now = self._clock()
        self._sessions = {digest: until for digest, until in self._sessions.items() if until > now}


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()
