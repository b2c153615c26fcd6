from __future__ import annotations

from pathlib import Path

import pytest

from firmware import VERSION, messages, wire
from hardware.pico import way_in
from hardware.pico.hello import Hello, read_hello
from hardware.simulated.clock import VirtualClock

OURS = Hello(wire.PROTOCOL, VERSION, frozenset({"readers", "lamps", "maintenance"}), "e660")


class Echo:
    """A line on which everything that is sent comes back, and before it a frame of somebody else."""

    def __init__(self, frame: bytes) -> None:
        self._waiting = frame

    @property
    def in_waiting(self) -> int:
        return len(self._waiting)

    def read(self, size: int) -> bytes:
        read, self._waiting = self._waiting[:size], self._waiting[size:]
        return read

    def write(self, data: bytes) -> None:
        self._waiting += data

    def close(self) -> None:
        pass


def test_hello_is_read_as_it_was_said() -> None:
    said = messages.format_hello(OURS.protocol, OURS.version, " ".join(OURS.capabilities), OURS.board)
    assert read_hello(said) == OURS
    assert OURS.objection is None


def test_greeting_of_a_host_is_no_hello_of_a_pico() -> None:
    assert read_hello(messages.format_hello(wire.PROTOCOL)) is None


@pytest.mark.parametrize(
    ("hello", "reason", "remedy"),
    [
        (OURS._replace(protocol=wire.PROTOCOL - 1), "speaks protocol", "run:"),
        (OURS._replace(protocol=wire.PROTOCOL + 1), "speaks protocol", "update hansa-companion, or run:"),
        (OURS._replace(capabilities=frozenset({"maintenance"})), "lacks: lamps, readers", "run:"),
    ],
)
def test_pico_that_cannot_be_used_is_objected_to(hello: Hello, reason: str, remedy: str) -> None:
    assert hello.objection is not None
    assert reason in hello.objection.reason
    assert hello.objection.remedy == f"{remedy} hansa-companion flash"


@pytest.mark.parametrize("payload", [b"?", b"\x01\x00\x00\xff\xff"])
def test_hello_that_cannot_be_read_is_no_reason_to_give_up_flashing(
    monkeypatch: pytest.MonkeyPatch, payload: bytes
) -> None:
    line = Echo(wire.format_frame(wire.HELLO, 0, 0, payload))
    monkeypatch.setattr(way_in, "open_port", lambda path, timeout_s: line)
    clock = VirtualClock()
    way = way_in.WayIn(Path("port"), clock=clock, pause=clock.sleep)
    assert way.await_hello(2.0) is None
    line.write(wire.format_frame(wire.HELLO, 0, 0, messages.format_hello(wire.PROTOCOL, VERSION, "lamps", "e660")))
    assert way.await_hello(2.0) == Hello(wire.PROTOCOL, VERSION, frozenset({"lamps"}), "e660")
