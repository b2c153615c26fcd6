"""Callers that take their time: over real sockets, with a patience that is short."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest
from starlette.types import Receive, Scope, Send

from companion.web import server as serving
from companion.web.server import Server

pytestmark = pytest.mark.network

LIMIT_S = 60.0
LARGE = b"x" * (8 << 20)  # more than sockets and buffers hold between them


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer at once, a little or much."""
    body = LARGE if scope["path"] == "/large" else b"well"
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, int]]:
    monkeypatch.setattr(serving, "REQUEST_S", LIMIT_S)
    monkeypatch.setattr(serving, "MOST_FROM_ONE", 3)
    monkeypatch.setattr(serving, "MOST_CONNECTIONS", 5)
    server = Server(lambda: answer, bind="127.0.0.1", port=0, on_open=lambda: None, on_close=lambda: None)
    server.open()
    server.wait()
    yield "127.0.0.1", server.port
    server.close()


@pytest.fixture
def hasty(address: tuple[str, int], monkeypatch: pytest.MonkeyPatch) -> tuple[str, int]:
    """A server with little patience."""
    monkeypatch.setattr(serving, "REQUEST_S", 0.3)
    monkeypatch.setattr(serving, "STALLED_S", 0.3)
    return address


def answered(caller: socket.socket) -> bool:
    """Take a whole answer."""
    taken = b""
    while b"well" not in taken and (more := caller.recv(65536)):
        taken += more
    return taken.startswith(b"HTTP/1.1 200 OK")


def call(address: tuple[str, int], said: bytes = b"", *, source: str = "127.0.0.1") -> socket.socket:
    caller = socket.create_connection(address, LIMIT_S, (source, 0))
    caller.sendall(said)
    return caller


def has_line(caller: socket.socket) -> bool:
    """Return whether there is still somebody at the other end, without taking anything from there."""
    try:
        return caller.send(b"x") == 1
    except (ConnectionResetError, BrokenPipeError):
        return False


def is_ended(caller: socket.socket) -> bool:
    """Wait for the end of a connection; return whether it came before anything else did."""
    try:
        return caller.recv(1) == b""
    except ConnectionResetError:
        return True


WHOLE = b"GET / HTTP/1.1\r\nhost: here\r\n\r\n"


@pytest.mark.parametrize(
    "said",
    [b"", b"GET / HT", WHOLE[:-2], b"POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 9\r\n\r\nhalf"],
    ids=["nothing", "a line by halves", "headers without an end", "half a body"],
)
def test_caller_that_never_says_a_whole_request_is_ended(hasty: tuple[str, int], said: bytes) -> None:
    with call(hasty, said) as caller:
        if said.startswith(b"POST"):
            with suppress(ConnectionResetError):
                answered(caller)  # before it has read, if the machine is quick enough
        assert is_ended(caller)


def test_caller_that_trickles_is_ended_too(hasty: tuple[str, int]) -> None:
    with call(hasty) as caller:
        caller.settimeout(0.05)
        for byte in WHOLE * 1000:
            try:
                caller.sendall(bytes([byte]))
                if caller.recv(1) == b"":
                    break
            except TimeoutError:
                continue
            except (ConnectionResetError, BrokenPipeError):
                break
        else:
            pytest.fail("it may go on for ever")


def test_caller_that_takes_no_answer_is_ended(hasty: tuple[str, int]) -> None:
    with call(hasty, WHOLE.replace(b"/ ", b"/large ", 1)) as caller:
        while has_line(caller):
            pass


def test_caller_that_takes_its_answer_is_served_again_and_again(address: tuple[str, int]) -> None:
    with call(address) as caller:
        for _ in range(5):
            caller.sendall(WHOLE)
            assert answered(caller)


def test_surplus_connections_of_one_address_are_refused_and_others_are_not(address: tuple[str, int]) -> None:
    with ExitStack() as stack:
        greedy = [stack.enter_context(call(address, source="127.0.0.7")) for _ in range(6)]
        ended = [caller for caller in greedy[3:] if is_ended(caller)]
        assert len(ended) == 3
        other = stack.enter_context(call(address, WHOLE, source="127.0.0.8"))
        assert answered(other)


def test_surplus_connections_of_all_are_refused_and_those_of_this_machine_are_not(address: tuple[str, int]) -> None:
    with ExitStack() as stack:
        for number in range(5):
            stack.enter_context(call(address, source=f"127.0.1.{number}"))
        assert is_ended(stack.enter_context(call(address, WHOLE, source="127.0.2.1")))
        own = stack.enter_context(call(address, WHOLE))
        assert answered(own)


def test_caller_that_resets_leaves_nothing_behind(address: tuple[str, int]) -> None:
    for _ in range(20):
        caller = call(address, WHOLE[:10], source="127.0.0.9")
        caller.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        caller.close()
    with call(address, WHOLE, source="127.0.0.9") as caller:
        assert answered(caller)


def test_request_whose_body_breaks_off_in_nonsense_is_refused_without_a_word_in_the_log(
    address: tuple[str, int], caplog: pytest.LogCaptureFixture
) -> None:
    with call(address, b"POST / HTTP/1.1\r\nhost: here\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n") as caller:
        taken = b""
        while more := caller.recv(65536):
            taken += more
    assert taken.startswith(b"HTTP/1.1 400 ")
    assert caplog.records == []
