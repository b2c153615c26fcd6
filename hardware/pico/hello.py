"""A Pico's hello: parses its payload, and decides whether this host can work with it."""

from __future__ import annotations

from typing import Final, NamedTuple

from firmware import VERSION, messages, wire
from hardware.trouble import Trouble

FLASH: Final = Trouble("run: hansa-companion flash")
_UPDATE = Trouble("update hansa-companion, or run: hansa-companion flash")
NEEDED: Final = frozenset({"readers", "lamps"})
HANDLE: Final = "handle"  # of newer firmware: without it a wand reads, but does not sound nor find the nearest tag
CALL: Final = "call"  # of still newer firmware: without it a buzzer that is in nobody's hand is silent


class Objection(NamedTuple):
    """Why a Pico cannot be used as it is."""

    reason: Trouble
    remedy: Trouble


class Hello(NamedTuple):
    """What the Pico reports about itself."""

    protocol: int
    version: int
    capabilities: frozenset[str]
    board: str

    @property
    def outdated(self) -> bool:
        """Whether its firmware is older than the one that came with this host."""
        return self.protocol < wire.PROTOCOL or self.version < VERSION

    @property
    def has_handle(self) -> bool:
        """Whether its hand-held reader can answer with tone and light."""
        return HANDLE in self.capabilities

    @property
    def can_call(self) -> bool:
        """Whether it can call a player, and can have a buzzer without a reader."""
        return CALL in self.capabilities

    @property
    def objection(self) -> Objection | None:
        """Why this host cannot work with it, or None if it can."""
        if self.protocol != wire.PROTOCOL:
            reason = Trouble(
                "the Pico's firmware speaks protocol {theirs}, this host {ours}",
                plainly="the Pico has firmware of another version",
                theirs=self.protocol,
                ours=wire.PROTOCOL,
            )
            return Objection(reason, FLASH if self.protocol < wire.PROTOCOL else _UPDATE)
        lacking = NEEDED - self.capabilities
        if lacking:
            return Objection(Trouble("the Pico's firmware lacks: {parts}", parts=", ".join(sorted(lacking))), FLASH)
        return None


def read_hello(payload: bytes) -> Hello | None:
    """Return a hello, or raise `Malformed`; None if it is the echo of a host's own hello."""
    protocol, version, capabilities, board = messages.parse_hello(payload)
    words = frozenset(capabilities.split())
    return Hello(protocol, version, words, board) if words else None
