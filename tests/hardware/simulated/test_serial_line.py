from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.pico.usb_line import open_port
from hardware.simulated.serial_line import SerialLine

OFTEN = 500  # without care every second count comes too early


@pytest.fixture
def line(tmp_path: Path) -> Iterator[SerialLine]:
    line = SerialLine(tmp_path)
    yield line
    line.close()


def test_what_was_pumped_to_the_host_can_be_counted_at_once(line: SerialLine) -> None:
    with open_port(line.host_path, timeout_s=0.0) as host:
        for _ in range(OFTEN):
            line.device_write(b"hello")
            line.pump()
            assert host.in_waiting == line.host_waiting == 5
            assert host.read(5) == b"hello"


def test_what_was_pumped_to_the_device_can_be_counted_at_once(line: SerialLine) -> None:
    with open_port(line.host_path, timeout_s=0.0) as host:
        for _ in range(OFTEN):
            host.write(b"hello")
            line.pump()
            assert line.device_waiting == 5
            assert line.device_read(256) == b"hello"


def test_host_gets_an_error_when_the_plug_is_pulled_and_finds_the_path_again(line: SerialLine) -> None:
    with open_port(line.host_path, timeout_s=0.0) as host:
        line.device_write(b"lost")
        line.unplug()
        with pytest.raises(OSError, match="Input/output error"):
            host.read(host.in_waiting)
    assert not line.host_path.exists()
    line.plug()
    line.pump()
    with open_port(line.host_path, timeout_s=0.0) as host:
        assert host.in_waiting == 0
