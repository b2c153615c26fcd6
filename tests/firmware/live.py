"""A host's session in the middle of a game, without any line."""

from __future__ import annotations

from firmware import messages, wire
from hardware.health import Vitals
from hardware.pico.session import Phase, Session
from hardware.ports import Event
from hardware.simulated.clock import VirtualClock
from tests.kit.board import board_kit

SESSION = 0x1234


def live_session(events: list[Event]) -> Session:
    """A session that has come to the middle of a game, by hand."""
    kit, pico = board_kit()
    clock = VirtualClock()
    vitals = Vitals(("pico", *pico.selects), clock)
    session = Session(pico, kit.times, clock=clock, vitals=vitals, nonce=lambda: SESSION)
    session.open()
    session.send()
    hello = messages.format_hello(wire.PROTOCOL, 1, "readers lamps", "x")
    session.receive(wire.format_frame(wire.HELLO, SESSION, 0, hello))
    for sequence in range(1, len(pico.selects) + 4):
        session.send()
        session.receive(wire.format_frame(wire.ACK, SESSION, sequence, b"\0"))
    session.receive(wire.format_frame(wire.COMPLETE, SESSION, 1))
    assert session.phase is Phase.LIVE
    vitals.listen(events.append)
    return session
