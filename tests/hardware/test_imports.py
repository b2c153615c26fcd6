"""A machine without any hardware library imports and uses everything that a desktop needs."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

LIBRARIES = ("gpiozero", "lgpio", "luma", "mfrc522", "PIL", "RPi", "serial", "smbus2", "spidev")

SCRIPT = f"""
import sys
for name in {LIBRARIES}:
    sys.modules[name] = None  # importing it fails from here on

import hardware.gpio.push_buttons, hardware.gpio.led_lamps, hardware.joined, hardware.nfc.pad, hardware.oled.oled
import hardware.simulated.silicon_table
from hardware.simulated.soft_table import SoftTable

table = SoftTable(readers=["pad"], buttons=["ok"], lamps=["end"])
events = []
for port in (table.readers, table.buttons, table.lamps, table.screen):
    port.open(events.append)
table.put("04a1b2c3d4e580", "pad")
table.pass_time(1.0)
print(events[-1].uid)

for port in (
    hardware.nfc.pad.NfcPad(threaded=False),
    hardware.oled.oled.Oled(threaded=False),
    hardware.gpio.led_lamps.GpioLamps({{"end": 4}}, threaded=False),
    hardware.gpio.push_buttons.GpioButtons([hardware.gpio.push_buttons.ButtonPin("ok", 5)], threaded=False),
):
    port.open(lambda event: print(event.source, event.health, "|", event.remedy))
    port.step()
    port.close()
"""


@pytest.mark.process
def test_desktop_without_libraries_has_its_table_and_the_rest_is_degraded() -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.stderr == ""
    assert run.stdout.splitlines() == [
        "04a1b2c3d4e580",
        "pad degraded | install mfrc522 (with --no-deps), spidev and rpi-lgpio",
        "screen degraded | install luma.oled",
        "end degraded | install gpiozero and lgpio (apt: python3-lgpio)",
        "button.ok degraded | install gpiozero and lgpio (apt: python3-lgpio)",
    ]
