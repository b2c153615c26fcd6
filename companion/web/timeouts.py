"""Limits how long and how many callers the page waits for: ends idle and surplus connections.

A caller must send a whole request in time, and read the answer in time; no caller gets more than a share of the
connections. uvicorn itself waits for ever for a request that comes byte by byte, and every connection is one of the
files that the process may open: without this, one phone could leave none for a screen that is plugged in again.
"""

from __future__ import annotations

import asyncio
from typing import Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

REQUEST_S: Final = 10.0  # to send a whole request
STALLED_S: Final = 20.0  # for an answer or a stream that is not read
MOST_CONNECTIONS: Final = 600  # all watching clients, and half as many again for other requests
MOST_FROM_ONE: Final = 48  # a club's phones may share an address; a browser takes six
HERE: Final = ("127.0.0.1", "::1")  # a program on this machine needs no such trick


class PatientProtocol(H11Protocol):
    """HTTP on one connection, with time limits."""

    _deadline: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Accept a connection, unless there are too many."""
        super().connection_made(transport)
        if self._is_one_too_many():
            transport.abort()
        else:
            self._wait_for_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._unset()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take a piece of a request; stop the timer once it is whole."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """Wait for the next request, some of which may be there already."""
        self._wait_for_request()
        super().on_response_complete()
        self._look()

    def send_400_response(self, msg: str) -> None:
        """Refuse invalid HTTP; a request in progress is told that its client is gone."""
        super().send_400_response(msg)
        cycle: RequestResponseCycle | None = self.cycle  # none before the first request, whatever uvicorn's types say
        if cycle is not None:
            cycle.disconnected = True
            cycle.message_event.set()

    def pause_writing(self) -> None:
        """Start the timer: the caller does not read."""
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(STALLED_S, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop the timer: the caller reads again."""
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _is_one_too_many(self) -> bool:
        address = self.client[0] if self.client else ""
        if address in HERE:
            return False
        callers = [each.client[0] for each in self.connections if isinstance(each, H11Protocol) and each.client]
        strangers = [caller for caller in callers if caller not in HERE]
        is_crowd = address in (self.config.forwarded_allow_ips or ())  # a proxy stands for many callers
        return len(strangers) > MOST_CONNECTIONS or (strangers.count(address) > MOST_FROM_ONE and not is_crowd)

    def _wait_for_request(self) -> None:
        self._unset()
        self._deadline = self.loop.call_later(REQUEST_S, self.transport.abort)

    def _look(self) -> None:
        if self.conn.their_state in (h11.DONE, h11.MUST_CLOSE):
            self._unset()

    def _unset(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
