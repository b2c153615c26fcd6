"""Who may control the table: who typed the PIN that only the small screen shows, or was invited; all others watch.

A PIN has six digits and is valid for a while. After a few wrong guesses an address is locked out until the PIN is shown
again, so that a stranger only locks out himself; it takes guesses from a hundred addresses to invalidate the PIN.
Sessions are random tokens that expire; only their digests are kept. An invitation to a seat is a random word that no
one can guess, for one phone, within the time of a PIN; only those who may give the seat away are shown it.
"""

from __future__ import annotations

import threading
from base64 import urlsafe_b64encode
from collections import Counter
from enum import StrEnum
from hashlib import sha256
from hmac import compare_digest
from random import Random
from typing import NamedTuple

from companion.web.guard import Rate
from hardware.ports import Clock

PIN_S = 10 * 60.0
GUESSES = 5  # guesses of one address
ALL_GUESSES = 500  # guesses of all together: one chance in two thousand
SESSION_S = 12 * 3600.0
MOST_SESSIONS = 64
INVITATION = 16  # bytes
CLIENT = 12  # letters of a digest: enough to tell clients apart


class Answer(StrEnum):
    """The result of typing a PIN."""

    PAIRED = "paired"
    WRONG = "wrong"
    TOO_OFTEN = "too often"
    NO_MORE = "no more"  # too many guesses from this address
    NONE_SHOWN = "none shown"


class Session(NamedTuple):
    """A paired phone."""

    until: float
    client: str  # by what it is known at the table; several phones of one player have the same


class Invitation(NamedTuple):
    """What the code at a seat leads to."""

    player: str
    client: str  # whose second phone it is for; empty: somebody's first
    until: float = 0.0


class Pairing:
    """The PIN, the invitations and the sessions of one table."""

    def __init__(self, clock: Clock, random: Random) -> None:
        """Use this clock and this unpredictable source of randomness."""
        self._clock, self._random = clock, random
        self._pin, self._pin_until = "", 0.0
        self._guesses = 0  # wrong guesses of this PIN
        self._wrong: Counter[str] = Counter()  # by address, since the PIN was shown last
        self._sessions: dict[str, Session] = {}  # by the digest of the token
        self._invitations: dict[str, Invitation] = {}  # by their words
        self._rate = Rate(GUESSES, 30.0, clock)
        self.lets_in = False  # whether other machines may reach the page
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
        return Answer.PAIRED, self._begin()

    def _begin(self, client: str = "") -> str:
        """Begin a session; return its token."""
        token = f"{self._random.getrandbits(256):064x}"
        self._expire()
        while len(self._sessions) >= MOST_SESSIONS:
            del self._sessions[next(iter(self._sessions))]
        digest = _digest(token)
        self._sessions[digest] = Session(self._clock() + SESSION_S, client or digest[:CLIENT])
        return token

    def is_paired(self, token: str) -> bool:
        """Return whether a token belongs to a session."""
        return bool(self.client(token))

    def client(self, token: str) -> str:
        """Return by what a paired client is known at the table; from that nobody can tell the token."""
        session = self._sessions.get(_digest(token)) if token else None
        return session.client if session and session.until > self._clock() else ""

    # --- invitations ---

    def invite(self, player: str, client: str = "") -> str:
        """Return the word of an invitation to a seat, the same one while it is good."""
        with self._lock:
            now = self._clock()
            self._invitations = {word: it for word, it in self._invitations.items() if it.until > now}
            for word, it in self._invitations.items():
                if (it.player, it.client) == (player, client):
                    self._invitations[word] = it._replace(until=now + PIN_S)
                    return word
            bits = self._random.getrandbits(8 * INVITATION).to_bytes(INVITATION, "big")
            word = urlsafe_b64encode(bits).decode().rstrip("=")
            self._invitations[word] = Invitation(player, client, now + PIN_S)
            return word

    def accept(self, word: str, token: str = "") -> tuple[Invitation, str] | None:
        """Use up an invitation; return it with the token of a session, the given one if that is one already."""
        with self._lock:
            invitation = self._invitations.pop(word, None)
            if invitation is None or invitation.until <= self._clock():
                return None
            is_known = self.is_paired(token) and not invitation.client
            return invitation, token if is_known else self._begin(invitation.client)

    def has_others(self, token: str) -> bool:
        """Return whether the same player has another phone."""
        client, now = self.client(token), self._clock()
        return sum(each.client == client and each.until > now for each in self._sessions.values()) > 1

    def unpair(self, token: str) -> None:
        """End a session."""
        with self._lock:
            self._sessions.pop(_digest(token), None)

    def unpair_all(self) -> None:
        """End every session, and forget the PIN."""
        with self._lock:
            self._sessions.clear()
            self._invitations.clear()
            self._pin = ""

    def _expire(self) -> None:
        now = self._clock()
        self._sessions = {digest: each for digest, each in self._sessions.items() if each.until > now}


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()
