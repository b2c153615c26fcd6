"""From kit and configuration to ports."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from companion.config.settings import Config, ConfigError
from companion.games.hansa.board_files import SHIPPED
from companion.running.devices import (
    Dimmed,
    PageScreen,
    UpsideDown,
    configured_kit,
    real_devices,
    simulated_devices,
    simulated_table,
    usb_readers,
)
from hardware.ports import (
    Buttons,
    Colour,
    Event,
    Frame,
    Health,
    HealthChanged,
    Lamps,
    Light,
    Pattern,
    Readers,
    Screen,
    Signalling,
    TagRested,
)
from hardware.simulated.field import Field
from hardware.simulated.pcsc_service import SimulatedPcsc
from hardware.simulated.pi_modules import SimulatedPi
from hardware.simulated.pn532_chip import Pn532Chip
from hardware.simulated.soft_ports import SoftLamps, SoftScreen
from tests.hardware.kit_text import shipped, to_toml
from tests.kit.lean import configured
from tests.kit.waiting import until


@pytest.fixture(params=["tap", "board"])
def config(request: pytest.FixtureRequest, tmp_path: Path) -> Config:
    return configured(tmp_path, kit=request.param)


def test_real_and_simulated_devices_have_the_names_of_the_kit(config: Config) -> None:
    kit = configured_kit(config)
    for devices in (real_devices(kit, config), simulated_devices(simulated_table(kit))):
        assert isinstance(devices.readers, Readers)
        assert isinstance(devices.buttons, Buttons)
        assert isinstance(devices.lamps, Lamps)
        assert isinstance(devices.screen, Screen)
        assert devices.readers.names == kit.readers
        assert devices.buttons.names == ("up", "down", "ok", "back", "end")
        assert devices.lamps.names == kit.lamp_names
        assert devices.screen.size == (128, 64)


def test_kit_is_laid_out_for_the_board_that_its_owner_keeps(tmp_path: Path) -> None:
    for name, lamp, other in (("0.1", "danzig", "aalborg"), ("0.2", "aalborg", "danzig")):
        kit = configured_kit(configured(tmp_path, kit="board", board=str(SHIPPED[name])))
        assert f"warehouse.{lamp}.2" in kit.lamp_names
        assert f"warehouse.{other}.2" not in kit.lamp_names


def test_real_devices_without_hardware_are_degraded_and_close_again(config: Config) -> None:
    events: list[Event] = []
    devices = real_devices(configured_kit(config), config)
    devices.buttons.open(events.append)
    assert set(devices.buttons.health.values()) == {Health.DEGRADED}
    assert all(isinstance(event, HealthChanged) and event.remedy for event in events)
    for device in devices:
        device.close()


def test_simulated_table_holds_and_settles_as_configured(tmp_path: Path) -> None:
    (tmp_path / "hansa.toml").write_text("format = 1\n[times]\nhold_ms = 300\nsettle_ms = 1000\n", encoding="utf-8")
    table = simulated_table(configured_kit(configured(tmp_path)))
    events: list[Event] = []
    for device in simulated_devices(table):
        device.open(events.append)
    events.clear()
    table.press("end")
    table.pass_time(0.35)
    assert [type(event).__name__ for event in events] == ["ButtonPressed", "ButtonHeld"]
    events.clear()
    table.put("04a1b2c3d4e580", "pad")
    table.pass_time(0.9)
    assert events == []
    table.pass_time(0.3)
    assert [type(event).__name__ for event in events] == ["TagRested"]


def test_dimmed_lamps_keep_their_pattern_and_never_go_out() -> None:
    lamps = SoftLamps(["end", "pile.1"], clock=lambda: 0.0)
    dimmed = Dimmed(lamps, 10)
    dimmed.open(lambda _: None)
    dimmed.show({"end": Light(Pattern.BLINK, Colour(255, 100, 1)), "pile.1": Light(Pattern.ON, Colour(0, 9, 10))})
    assert lamps.lights["end"] == Light(Pattern.BLINK, Colour(26, 10, 1))
    assert lamps.lights["pile.1"] == Light(Pattern.ON, Colour(0, 1, 1))
    assert dimmed.names == ("end", "pile.1")
    assert dict(dimmed.health) == dict.fromkeys(("end", "pile.1"), Health.GOOD)
    dimmed.close()
    assert dict(dimmed.health) == dict.fromkeys(("end", "pile.1"), Health.CLOSED)


def test_frame_on_a_panel_mounted_upside_down_is_turned_by_half_a_circle() -> None:
    panel = SoftScreen((128, 64), clock=lambda: 0.0)
    screen = UpsideDown(panel)
    screen.open(lambda _: None)
    pages = bytearray(1024)
    pages[3 * 128 + 5] = 0b00000010  # column 5, row 25
    screen.show(Frame(128, 64, bytes(pages)))
    lit = [(x, y) for x in range(128) for y in range(64) if panel.visible.pixel(x, y)]
    assert lit == [(127 - 5, 63 - 25)]
    assert screen.size == (128, 64)
    assert dict(screen.health) == {"screen": Health.GOOD}
    screen.close()
    assert dict(screen.health) == {"screen": Health.CLOSED}


def test_configured_contrast_and_dimming_reach_the_panel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: dict[str, object] = {}
    monkeypatch.setattr("hardware.oled.oled.Oled", lambda **given: told.update(given))
    (tmp_path / "hansa.toml").write_text("format = 1\n[screen]\ncontrast = 50\ndim_minutes = 2\n", encoding="utf-8")
    config = configured(tmp_path)
    real_devices(configured_kit(config), config)
    assert (told["contrast"], told["dim_after_s"]) == (128, 120.0)


def test_configured_rotation_turns_the_real_panel(tmp_path: Path) -> None:
    (tmp_path / "hansa.toml").write_text("format = 1\n[screen]\nrotation = 180\n", encoding="utf-8")
    config = configured(tmp_path)
    assert isinstance(real_devices(configured_kit(config), config).screen, UpsideDown)


# --- Picos and their serial numbers ---


def test_lamps_of_the_chart_are_driven_once_their_picos_serial_number_is_configured(tmp_path: Path) -> None:
    config = configured(tmp_path, kit="chart")
    assert real_devices(configured_kit(config), config).lamps.names == ("pad",)
    (tmp_path / "hansa.toml").write_text('format = 1\nkit = "chart"\n[picos]\nlights = "two"\n', encoding="utf-8")
    config = configured(tmp_path, config=str(tmp_path / "hansa.toml"))
    kit = configured_kit(config, "teutonica")
    assert [(pico.name, pico.serial, pico.others) for pico in kit.picos] == [
        ("wand", "", ("two",)),
        ("lights", "two", ()),
    ]
    lamps = real_devices(kit, config).lamps.names
    assert {"pad", "city.bremen", "route.bremen-minden", "seat.red"} <= set(lamps)
    assert len(lamps) == 67


def test_pico_with_nothing_but_a_buzzer_goes_with_the_readers_and_is_told_how_it_is(tmp_path: Path) -> None:
    tree = shipped("tap")
    tree["picos"] = {"bell": {"usb_id": "2e8a:0005", "maintenance": 22, "buzzer": 7}}
    (tmp_path / "bell.toml").write_text(to_toml(tree), encoding="utf-8")
    config = configured(tmp_path, kit=str(tmp_path / "bell.toml"))
    devices = real_devices(configured_kit(config), config)
    assert isinstance(devices.readers, Signalling)
    assert (devices.readers.names, set(devices.readers.health)) == (("pad",), {"pad", "bell"})
    assert len(devices.lamps.names) == 14


def test_serial_number_of_a_pico_that_the_kit_does_not_have_is_refused(tmp_path: Path) -> None:
    (tmp_path / "hansa.toml").write_text('format = 1\nkit = "chart"\n[picos]\nstick = "two"\n', encoding="utf-8")
    config = configured(tmp_path, config=str(tmp_path / "hansa.toml"))
    with pytest.raises(ConfigError, match=r"picos\.stick: unknown key; allowed: wand, lights"):
        configured_kit(config)


def test_colour_order_that_the_configuration_names_is_the_lamps(tmp_path: Path) -> None:
    (tmp_path / "hansa.toml").write_text('format = 1\nkit = "chart"\n[colour_orders]\nwand = "rgb"\n', encoding="utf-8")
    kit = configured_kit(configured(tmp_path, config=str(tmp_path / "hansa.toml")))
    assert {pico.name: pico.strip.colour_order for pico in kit.picos} == {"wand": "rgb", "lights": "rgb"}
    (tmp_path / "hansa.toml").write_text('format = 1\nkit = "tap"\n[colour_orders]\npico = "rgb"\n', encoding="utf-8")
    with pytest.raises(
        ConfigError, match=r"colour_orders\.pico: unknown key; allowed: none, the kit 'tap' has no Pico"
    ):
        configured_kit(configured(tmp_path, config=str(tmp_path / "hansa.toml")))


def test_usb_kit_has_the_reader_that_the_configuration_names_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "hansa.toml").write_text('format = 1\nkit = "usb"\nusb_reader = "B"\n', encoding="utf-8")
    config = configured(tmp_path, config=str(tmp_path / "hansa.toml"))
    service = SimulatedPcsc()
    here = Field()
    service.plug("Reader A 00 00", Field())
    service.plug("Reader B 01 00", here)
    here.put(bytes.fromhex("04a1b2c3d4e580"))
    devices = real_devices(configured_kit(config), config)
    assert (devices.readers.names, devices.buttons.names, devices.lamps.names) == (("pad",), (), ())
    events: list[Event] = []
    with service.installed():
        for port in devices:
            port.open(events.append)
        until(lambda: any(isinstance(event, TagRested) and event.uid == "04a1b2c3d4e580" for event in events))
        for port in devices:
            port.close()
        until(lambda: service.contexts == 0)


def test_several_readers_on_usb_have_each_its_place(tmp_path: Path) -> None:
    places = {"pad": "A", "city.danzig": "B", "city.riga": "C"}
    lines = "".join(f'"{place}" = "pcsc Reader {part}"\n' for place, part in places.items())
    (tmp_path / "hansa.toml").write_text(f'format = 1\nkit = "usb"\n[readers]\n{lines}', encoding="utf-8")
    config = configured(tmp_path, config=str(tmp_path / "hansa.toml"))
    service = SimulatedPcsc()
    uids = {place: f"04a1b2c3d4e58{number}" for number, place in enumerate(places)}
    for number, (place, part) in enumerate(places.items()):
        over = Field()
        service.plug(f"Reader {part} {number:02} 00", over)
        over.put(bytes.fromhex(uids[place]))
    devices = real_devices(configured_kit(config), config)
    assert devices.readers.names == tuple(places)
    events: list[Event] = []
    with service.installed():
        devices.readers.open(events.append)
        until(lambda: len([event for event in events if isinstance(event, TagRested)]) == len(places))
        assert {event.source: event.uid for event in events if isinstance(event, TagRested)} == uids
        service.unplug("Reader B 01 00")
        until(lambda: devices.readers.health["city.danzig"] is Health.DEGRADED)
        assert devices.readers.health == {
            "pad": Health.GOOD, "city.danzig": Health.DEGRADED, "city.riga": Health.GOOD
        }  # fmt: skip
        devices.readers.close()
        until(lambda: service.contexts == 0)


def test_pn532_that_the_configuration_names_is_the_pad(tmp_path: Path) -> None:
    (tmp_path / "hansa.toml").write_text('format = 1\nkit = "usb"\n[readers]\npad = "pn532 spi"\n', encoding="utf-8")
    config = configured(tmp_path, config=str(tmp_path / "hansa.toml"))
    kit = configured_kit(config)
    assert usb_readers(kit) == ()
    devices = real_devices(kit, config)
    pi, over = SimulatedPi(), Field()
    pi.connect_pn532(Pn532Chip(time.monotonic, over), "spi")
    over.put(bytes.fromhex("04a1b2c3d4e580"))
    events: list[Event] = []
    with pi.installed():
        devices.readers.open(events.append)
        until(lambda: any(isinstance(event, TagRested) and event.source == "pad" for event in events))
        devices.readers.close()
        until(lambda: pi.open_buses == 0)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('pad = "rc522"', r"readers\.pad: 'rc522' given; allowed: \"pcsc\","),
        ('pad = "pn532 /dev/serial0"', r"readers\.pad: BCM 14 given, in use by lamp\..*; allowed: a connection"),
    ],
)
def test_reader_that_the_kit_has_no_room_for_is_refused(tmp_path: Path, line: str, message: str) -> None:
    (tmp_path / "hansa.toml").write_text(f'format = 1\nkit = "tap"\n[readers]\n{line}\n', encoding="utf-8")
    with pytest.raises(ConfigError, match=message):
        configured_kit(configured(tmp_path, config=str(tmp_path / "hansa.toml")))


def test_kit_that_has_nothing_but_the_page_wants_it_served(tmp_path: Path) -> None:
    (tmp_path / "hansa.toml").write_text('format = 1\nkit = "usb"\n[web]\nserve = false\n', encoding="utf-8")
    config = configured(tmp_path, config=str(tmp_path / "hansa.toml"))
    with pytest.raises(ConfigError, match=r"web\.serve: false given, .*; allowed: true for the kit 'usb'"):
        configured_kit(config)


def test_screen_that_only_the_page_shows_takes_everything_and_is_never_ill() -> None:
    screen: Screen = PageScreen((128, 64))
    events: list[Event] = []
    screen.open(events.append)
    screen.show(Frame.blank(*screen.size))
    screen.close()
    assert (screen.size, dict(screen.health), events) == ((128, 64), {}, [])
