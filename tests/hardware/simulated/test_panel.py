"""The simulated panels under luma.oled itself, compared pixel by pixel with luma's own dummy device."""

from random import Random
from typing import Any

import pytest
from PIL import Image

from hardware.ports import Frame
from hardware.simulated.panel import COMMANDS, Panel
from hardware.simulated.pi_modules import SimulatedPi

pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")


def picture(seed: int, width: int, height: int) -> Any:
    return Image.frombytes("1", (width, height), Random(seed).randbytes(width * height // 8))


def seen_by(image: Any) -> Frame:
    """Let luma's dummy device show the image, and return what it shows."""
    from luma.core.device import dummy

    device = dummy(width=image.width, height=image.height, mode="1")
    device.display(image)
    pixels = device.image.load()
    pages = bytearray(image.width * image.height // 8)
    for y in range(image.height):
        for x in range(image.width):
            if pixels[x, y]:
                pages[(y >> 3) * image.width + x] |= 1 << (y & 7)
    return Frame(image.width, image.height, bytes(pages))


@pytest.mark.parametrize(("kind", "height"), [("ssd1306", 64), ("ssd1306", 32), ("ssd1309", 64), ("sh1106", 64)])
def test_panel_shows_what_lumas_dummy_shows(pi: SimulatedPi, kind: str, height: int) -> None:
    from luma.core.interface.serial import i2c
    from luma.oled import device

    panel = pi.connect_panel(Panel(kind, 128, height))
    oled = getattr(device, kind)(i2c(port=1, address=0x3C), width=128, height=height)
    oled.persist = True
    for seed in range(3):
        image = picture(seed, 128, height)
        oled.display(image)
        assert panel.frame() == seen_by(image)


def test_panel_shows_what_lumas_dummy_shows_over_spi(pi: SimulatedPi) -> None:
    from luma.core.interface.serial import spi
    from luma.oled import device

    panel = pi.connect_spi_panel(Panel(), bus=0, device=1, dc_pin=24)
    oled = device.ssd1306(spi(port=0, device=1, gpio_DC=24, gpio_RST=None))
    oled.persist = True
    image = picture(7, 128, 64)
    oled.display(image)
    assert panel.frame() == seen_by(image)


def started() -> Panel:
    panel = Panel()
    panel.i2c_write(bytes((COMMANDS, 0x8D, 0x14, 0xA1, 0xC8, 0xAF)))
    return panel


def test_panel_that_was_just_plugged_in_is_dark_and_full_of_garbage() -> None:
    panel = Panel()
    assert panel.frame() == Frame.blank()
    assert any(started().frame().pages)


def test_panel_refuses_bytes_while_unplugged_and_as_often_as_told() -> None:
    panel = started()
    panel.naks = 1
    with pytest.raises(OSError, match="Remote I/O error"):
        panel.i2c_write(b"\x00\xe3")
    panel.i2c_write(b"\x00\xe3")
    panel.unplug()
    with pytest.raises(OSError, match="Remote I/O error"):
        panel.i2c_write(b"\x00\xe3")
    panel.spi_write(COMMANDS, b"\xe3")
    panel.plug()
    assert not panel.lit


def test_panel_turns_inverts_and_lights_up_as_told() -> None:
    panel = started()
    panel.i2c_write(bytes((COMMANDS, 0x20, 0x00, 0x21, 0, 127, 0x22, 0, 7)))
    panel.i2c_write(b"\x40" + b"\x01" + bytes(1023))
    first, last = (0, 0), (127, 63)
    assert [panel.frame().pixel(*at) for at in (first, last)] == [True, False]
    panel.i2c_write(b"\x00\xa0\xc0")
    assert [panel.frame().pixel(*at) for at in (first, last)] == [False, True]
    panel.i2c_write(b"\x00\xa7")
    assert [panel.frame().pixel(*at) for at in (first, last)] == [True, False]
    panel.i2c_write(b"\x00\xa5")
    assert set(panel.frame().pages) == {0xFF}


def test_command_cut_between_two_transactions_waits_for_its_rest() -> None:
    panel = started()
    panel.i2c_write(b"\x00\x8d")
    assert panel.lit
    panel.i2c_write(b"\x00\x10")
    assert not panel.lit


def test_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="kind is 'vga', but must be one of ssd1306, ssd1315, ssd1309, sh1106, ch1115"):
        Panel("vga")
