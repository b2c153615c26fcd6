"""Readers that an owner has, and the panel's bus: what the configuration may say, and where a kit has room."""

import pytest

from hardware.kit.boot import unmet
from hardware.kit.changes import Unfit, parse_reader, with_own_readers, with_panel_on
from hardware.kit.connections import I2cBus, OwnReader, SpiBus
from wiring.kits import load_kit


@pytest.mark.parametrize(
    ("text", "chip", "at"),
    [
        ("pcsc", "pcsc", ""),
        ("pcsc ACR122U PICC 01", "pcsc", "ACR122U PICC 01"),
        ("pn532 spi", "pn532", "spi"),
        ("pn532  i2c", "pn532", "i2c"),
        ("pn532 /dev/ttyUSB0", "pn532", "/dev/ttyUSB0"),
    ],
)
def test_reader_is_read(text: str, chip: str, at: str) -> None:
    assert parse_reader("pad", text) == OwnReader("pad", chip, at)


@pytest.mark.parametrize("text", ["", "pn532", "pn532 usb", "mfrc522 spi", "PN532 spi", "pn532 ttyUSB0"])
def test_anything_else_is_refused(text: str) -> None:
    assert parse_reader("pad", text) is None
    with pytest.raises(Unfit, match="given"):
        with_own_readers(load_kit("usb"), {"pad": text})


@pytest.mark.parametrize(("kit", "at"), [("tap", "spi"), ("tap", "i2c"), ("board", "i2c"), ("usb", "spi")])
def test_reader_at_the_pad_replaces_the_kits_own(kit: str, at: str) -> None:
    before = load_kit(kit)
    after = with_own_readers(before, {"pad": f"pn532 {at}"})
    assert after.readers == before.readers
    assert (after.pad, after.usb_pad) == (None, None)
    assert after.own_readers == (OwnReader("pad", "pn532", at),)


def test_several_readers_have_each_its_place() -> None:
    given = {"city.danzig": "pcsc A", "city.riga": "pcsc B", "goods": "pn532 /dev/ttyUSB0"}
    kit = with_own_readers(load_kit("usb"), given)
    assert kit.readers == ("pad", "city.danzig", "city.riga", "goods")
    assert kit.pad_name == "pad"


@pytest.mark.parametrize(
    ("kit", "readers", "place", "given"),
    [
        ("usb", {"Pad!": "pcsc"}, "Pad!", "'Pad!' given as the name of a place"),
        ("board", {"reader.1": "pcsc"}, "reader.1", "a reader behind the Pico is there"),
        ("usb", {"pad": "pcsc A", "city.riga": "pcsc A"}, "city.riga", "'pcsc A' given, as for pad"),
        ("tap", {"pad": "pn532 /dev/serial0"}, "pad", "BCM 14 given, in use by lamp.led.2"),
        ("tap", {"city.riga": "pn532 spi"}, "city.riga", "BCM 11 given, in use by pad"),
    ],
)
def test_reader_without_room_is_refused(kit: str, readers: dict[str, str], place: str, given: str) -> None:
    with pytest.raises(Unfit) as caught:
        with_own_readers(load_kit(kit), readers)
    assert (caught.value.key, caught.value.given) == (f"readers.{place}", given)
    assert caught.value.allowed


@pytest.mark.parametrize(
    ("kit", "reader", "config", "cmdline"),
    [
        ("usb", "pn532 spi", "dtparam=spi=on", ""),
        ("usb", "pn532 i2c", "dtparam=i2c_arm=on", ""),
        ("usb", "pn532 /dev/serial0", "enable_uart=1", "root=/dev/mmcblk0p2"),
        ("usb", "pn532 /dev/ttyUSB0", "", ""),
        ("chart", "pn532 spi", "dtparam=spi=on\ndtparam=i2c_arm=on\ndtparam=i2c_arm_baudrate=400000", ""),
    ],
)
def test_boot_files_have_what_the_reader_needs(kit: str, reader: str, config: str, cmdline: str) -> None:
    settings = with_own_readers(load_kit(kit), {"pad": reader}).boot_settings()
    assert unmet(settings, config=config, cmdline=cmdline) == ()
    for line in config.splitlines()[:1]:
        assert [one.line for one in unmet(settings, config=config.replace(line, ""), cmdline=cmdline)] == [line]


def test_console_on_the_pins_of_a_reader_is_told() -> None:
    settings = with_own_readers(load_kit("usb"), {"pad": "pn532 /dev/serial0"}).boot_settings()
    (left,) = unmet(settings, config="enable_uart=1", cmdline="console=serial0,115200")
    assert left.file == "cmdline.txt"


@pytest.mark.parametrize("kit", ["board", "chart"])
def test_panel_is_on_spi_unless_the_configuration_says_otherwise(kit: str) -> None:
    shipped = load_kit(kit)
    assert isinstance(shipped.panel.bus, SpiBus)
    assert with_panel_on(shipped, "spi") == shipped
    changed = with_panel_on(shipped, "i2c")
    assert isinstance(changed.panel.bus, I2cBus)
    assert [one.line for one in changed.boot_settings() if "i2c" in one.line] == [
        "dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000"
    ]  # fmt: skip
    assert with_panel_on(changed, "spi") == shipped, "the usual pins are those of the kits"


def test_kit_without_free_pins_keeps_its_panel_where_it_is() -> None:
    with pytest.raises(Unfit) as caught:
        with_panel_on(load_kit("tap"), "spi")
    assert caught.value.key == "screen.bus"
    assert caught.value.given == "'spi' given, and BCM 7 in use by lamp.led.10"


def test_kit_without_a_panel_has_none_on_any_bus() -> None:
    assert with_panel_on(load_kit("usb"), "spi") == load_kit("usb")
