"""The page's server, over real sockets."""

from __future__ import annotations

import asyncio
import http.client
import socket

import pytest
from starlette.types import Receive, Scope, Send

from companion.web.server import PatientProtocol, Server

pytestmark = pytest.mark.network

HOST = "127.0.0.1"


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4")]})
    await send({"type": "http.response.body", "body": b"well"})


def test_the_body_of_an_answer_does_not_wait_for_its_header(monkeypatch: pytest.MonkeyPatch) -> None:
    delays: list[bool] = []
    made = PatientProtocol.connection_made

    def observed(protocol: PatientProtocol, transport: asyncio.Transport) -> None:
        made(protocol, transport)
        delays.append(not transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    monkeypatch.setattr(PatientProtocol, "connection_made", observed)
    server = Server(lambda: answer, bind=HOST, port=0, on_open=lambda: None, on_close=lambda: None)
    server.open()
    server.wait()
    try:
        line = http.client.HTTPConnection(HOST, server.port)
        line.request("GET", "/")
        assert line.getresponse().read() == b"well"
        line.close()
    finally:
        server.close()
    assert delays == [False]
