"""The stand-ins fail where the real modules fail."""

import sys
from typing import Any

import pytest

from hardware.simulated.clock import Air
from hardware.simulated.panel import Panel
from hardware.simulated.pi_modules import BCM, BOARD, SimulatedPi
from hardware.simulated.reader_chip import ReaderChip


@pytest.fixture
def gpio(pi: SimulatedPi) -> Any:
    return sys.modules["RPi.GPIO"]


def test_modules_are_gone_afterwards() -> None:
    before = dict(sys.modules)
    with SimulatedPi().installed():
        import spidev

        assert spidev is sys.modules["spidev"]
    assert sys.modules.get("spidev") is before.get("spidev")
    assert sys.modules.get("smbus2") is before.get("smbus2")


def test_closed_spi_device_refuses_transfers(pi: SimulatedPi) -> None:
    import spidev

    pi.connect(ReaderChip(Air()))
    device = spidev.SpiDev()
    device.open(0, 0)
    device.close()
    device.close()
    assert pi.open_buses == 0
    with pytest.raises(OSError, match="Bad file descriptor"):
        device.xfer2([0x6E])
    with pytest.raises(OSError, match="Bad file descriptor"):
        device.writebytes([0xE3])


def test_block_of_more_than_thirty_two_bytes_is_refused(pi: SimulatedPi) -> None:
    import smbus2

    pi.connect_panel(Panel())
    with pytest.raises(ValueError, match="32 bytes"):
        smbus2.SMBus(1).write_i2c_block_data(0x3C, 0x40, [0] * 33)


def test_address_without_a_panel_is_refused(pi: SimulatedPi) -> None:
    import smbus2

    with pytest.raises(OSError, match="Remote I/O error"):
        smbus2.SMBus(1).write_i2c_block_data(0x3D, 0x40, [0])


def test_pins_want_one_numbering(pi: SimulatedPi, gpio: Any) -> None:
    with pytest.raises(RuntimeError, match="pin numbering"):
        gpio.setup(17, gpio.OUT)
    gpio.setmode(BCM)
    with pytest.raises(ValueError, match="different mode"):
        gpio.setmode(BOARD)
    gpio.setup(17, gpio.OUT)
    gpio.setup(18, gpio.IN)
    assert pi.outputs == {17: 0}
    gpio.cleanup()
    assert pi.outputs == {}
    assert gpio.getmode() is None
