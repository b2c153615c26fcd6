"""A Pico that is not there, says nothing, or goes away while its readers are measured."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from companion.check.measured import Fault
from companion.check.probes import ProbeFault, PromptProbe, pico_probes
from companion.check.workbench import ILL_S, LIVE_S, WAKE_S, Bench
from companion.running.devices import simulated_devices, simulated_table
from hardware.pico import usb_line
from hardware.pico.pico import Pico
from hardware.pico.way_in import Prompt
from hardware.simulated.clock import VirtualClock
from hardware.simulated.serial_line import SerialLine
from tests.kit.kits import hansa_kit

KIT = hansa_kit("board")
assert KIT.pico is not None
PICO = KIT.pico


class Line:
    """A line that answers what it was told to, and then breaks."""

    def __init__(self, *answers: bytes) -> None:
        self._answers = list(answers)

    @property
    def in_waiting(self) -> int:
        if not self._answers:
            raise OSError("device reports readiness but returned no data")
        return len(self._answers[0])

    def read(self, size: int = 1) -> bytes:
        return self._answers.pop(0)

    def write(self, data: bytes, /) -> int | None:
        return len(data)


def probe(*answers: bytes) -> PromptProbe:
    clock = VirtualClock()
    return PromptProbe(Prompt(Line(*answers), clock=clock, pause=clock.sleep), 2)


def test_looks_are_read_from_what_the_pico_prints() -> None:
    reader = probe(b"OK1200 0\r\n1250 1 04a1 04b2\r\n3 200\r\n\x04\x04>")
    (empty, full) = reader.look(33, 2, 50)
    assert (empty.at_ms, empty.outcome, empty.uids) == (1200, 0, ())
    assert (full.at_ms, full.outcome, full.uids) == (1250, 1, ("04a1", "04b2"))
    assert reader.misreads == (3, 200)


def test_line_that_breaks_is_a_fault_with_a_remedy() -> None:
    with pytest.raises(ProbeFault) as caught:
        probe(b"OK").version()
    assert "the line to the Pico broke" in caught.value.fault.reason
    assert caught.value.fault.remedy


def test_code_that_fails_on_the_pico_is_a_fault_with_a_remedy() -> None:
    with pytest.raises(ProbeFault) as caught:
        probe(b"OK\x04Traceback\r\nOSError: 5\r\n\x04>").version()
    assert "OSError: 5" in caught.value.fault.reason


def test_pico_that_nobody_finds_is_a_fault_of_each_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from serial.tools import list_ports

    monkeypatch.setattr(list_ports, "comports", list)
    monkeypatch.setattr(usb_line, "BY_ID", tmp_path)
    with pico_probes(PICO) as probes:
        assert tuple(probes) == tuple(PICO.selects)
        for fault in probes.values():
            assert isinstance(fault, Fault)
            assert "there is no USB device" in fault.reason


def test_missing_library_is_a_fault_of_each_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("serial", "serial.tools"):
        monkeypatch.setitem(sys.modules, name, None)
    with pico_probes(PICO) as probes:
        assert {fault.remedy for fault in probes.values() if isinstance(fault, Fault)} == {"install pyserial"}


def test_pico_that_says_nothing_is_a_fault_of_each_reader(tmp_path: Path) -> None:
    line, clock = SerialLine(tmp_path), VirtualClock()
    try:
        with pico_probes(PICO, port=line.host_path, clock=clock, pause=clock.sleep) as probes:
            assert {type(fault) for fault in probes.values()} == {Fault}
        assert usb_line.open_port(line.host_path, timeout_s=0.0).is_open, "the port is free again"
    finally:
        line.close()


def test_pico_that_is_not_there_is_not_waited_for_long(tmp_path: Path) -> None:
    clock = VirtualClock()
    pico = Pico(PICO, KIT.times, port=tmp_path / "no-such-port", clock=clock, threaded=False)

    def pass_time(seconds: float) -> None:
        clock.sleep(seconds)
        pico.step()

    table = simulated_table(KIT)
    bench = Bench(KIT, simulated_devices(table), lambda: pico_probes(PICO), pass_time)
    state = bench.talk(pico)
    assert (state.version, state.link) == (None, None)
    assert state.fault is not None
    assert "cannot be opened" in state.fault.reason
    assert clock() <= WAKE_S + ILL_S + 1 < LIVE_S
