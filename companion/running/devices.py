"""Makes the ports of one table from kit and configuration: the real adapters, or the simulated table.

An adapter imports its library when it opens, and a missing device is degraded: nothing here fails because hardware is
missing.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.config.parsing import see_there
from companion.config.settings import KITS, Config, ConfigError
from hardware.beside import THREADS, Beside
from hardware.kit.connections import PCSC, PN532, I2cBus, Kit, OwnReader, Panel, Pico, Times
from hardware.ports import Buttons, Clock, Colour, Frame, Health, Lamps, Light, Paced, Readers, Screen, Sink

if TYPE_CHECKING:
    from firmware.presence import Presence
    from hardware.oled.oled import I2cLink, Oled, SpiLink
    from hardware.simulated.soft_table import SoftTable


class PageScreen:
    """The screen of a table without a panel: only the page shows it, and draws it itself; nothing in it can fail."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._size = size

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels of what is drawn."""
        return self._size

    @property
    def health(self) -> Mapping[str, Health]:
        """Nothing to tell."""
        return {}

    def open(self, sink: Sink) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""

    def show(self, frame: Frame) -> None:
        """Do nothing: the page gets it from the table itself."""


class Devices(NamedTuple):
    """The hardware of one table, simulated or real."""

    readers: Readers
    buttons: Buttons
    lamps: Lamps
    screen: Screen


def configured_kit(config: Config, game: str = "") -> Kit:
    """Return the kit, laid out for a game and its owner's board, with the values from the configuration.

    The game is the first on the shelf unless another is named.
    """
    from companion.shelf.shelf import first_game, open_box
    from hardware.kit.changes import Unfit, with_own_readers, with_panel_on
    from hardware.kit.layout import choose_layout, lay_out
    from wiring.kits import load_kit

    if config.kit not in KITS:
        see_there(config, "kit", Path(config.kit), f"{', '.join(KITS)} or the path of a kit file")
    kit = load_kit(config.kit)
    box = open_box(game or first_game())
    kit = lay_out(kit, choose_layout(kit, box.layouts(config.board_of(box.id))))
    for section, given in (("picos", config.picos), ("colour_orders", config.colour_orders)):
        unknown = [name for name in given if name not in [pico.name for pico in kit.picos]]
        if unknown:
            allowed = ", ".join(pico.name for pico in kit.picos) or f"none, the kit {kit.name!r} has no Pico"
            raise ConfigError(config.file or str(config.kit), f"{section}.{unknown[0]}", "unknown key", allowed)
    kit = replace(kit, picos=tuple(_ordered(pico, config.colour_orders.get(pico.name)) for pico in kit.picos))
    if kit.usb_pad:
        kit = replace(kit, usb_pad=replace(kit.usb_pad, part=config.usb_reader))
    try:
        kit = with_panel_on(kit, config.screen.bus) if config.screen.bus else kit
        kit = with_own_readers(kit, config.readers)
    except Unfit as unfit:
        raise ConfigError(config.file, unfit.key, unfit.given, unfit.allowed) from unfit
    return replace(kit.with_serials(config.picos), times=replace(kit.times, **config.times), screen=_panel(kit, config))


def _ordered(pico: Pico, order: str | None) -> Pico:
    """Return a Pico whose lamps take their colours in this order, if one is given."""
    return replace(pico, strip=replace(pico.strip, colour_order=order)) if order else pico


def _panel(kit: Kit, config: Config) -> Panel | None:
    """Return the kit's panel with the values from the configuration, or None if it has no panel."""
    from hardware.oled.oled import SIZES

    if kit.screen is None:
        if not config.web.serve:
            given = "false given, and there would be nothing to see"
            raise ConfigError(config.file or str(config.kit), "web.serve", given, f"true for the kit {kit.name!r}")
        return None
    screen = config.screen
    upside_down = kit.screen.upside_down if screen.rotation is None else screen.rotation == 180
    panel = replace(kit.screen, driver=screen.driver or kit.screen.driver, upside_down=upside_down)
    if (panel.width, panel.height) not in SIZES[panel.driver]:
        fitting = [driver for driver, sizes in SIZES.items() if (panel.width, panel.height) in sizes]
        given = f"{panel.driver!r} given, for a panel of {panel.width}x{panel.height}"
        raise ConfigError(config.file or str(config.kit), "screen.driver", given, f"one of {', '.join(fitting)}")
    return panel


def real_devices(kit: Kit, config: Config) -> Devices:
    """Return the adapters for everything in the kit, not yet open; adapters for other hardware are not loaded."""
    from hardware.gpio.led_lamps import GpioLamps
    from hardware.gpio.push_buttons import ButtonPin, GpioButtons
    from hardware.joined import JoinedLamps, JoinedReaders

    times = kit.times
    readers: list[Readers] = []
    if kit.pad is not None:
        from hardware.nfc.pad import NfcPad

        pad = NfcPad(
            name=kit.pad.name,
            reset_pin=kit.pad.reset,
            spi_hz=kit.pad.clock_hz,
            gain_db=kit.pad.gain_db,
            poll_s=times.poll_ms / 1000,
            presence=partial(presence_of, times),
        )
        readers.append(pad)
    readers += [asked_reader(own, times) for own in kit.asked]
    lamps: list[Lamps] = [GpioLamps(kit.lamps)] if kit.lamps else []
    for connected in kit.built.picos:
        from hardware.pico import pico as on_usb

        pico = on_usb.Pico(connected, times)
        if connected.selects or connected.buzzer is not None:
            readers.append(pico.readers)
        if connected.strip.lamps:
            lamps.append(Dimmed(pico.lamps, config.lamps.brightness_percent))
    pins = [ButtonPin(name, pin, times.hold_ms / 1000) for name, pin in kit.buttons.items()]
    return Devices(
        readers=readers[0] if len(readers) == 1 else JoinedReaders(readers),
        buttons=GpioButtons(pins, debounce_s=times.debounce_ms / 1000),
        lamps=lamps[0] if len(lamps) == 1 else JoinedLamps(lamps),
        screen=real_screen(kit, config),
    )


def asked_reader(reader: OwnReader, times: Times) -> Readers:
    """Return the adapter for a reader that is only asked what lies there."""
    poll_s = times.poll_ms / 1000
    if reader.chip == PCSC:
        from hardware.nfc.pcsc import PcscPad

        # It hears one tag at a time.
        hears_one = partial(presence_of, times, hides=False)
        return PcscPad(name=reader.name, part=reader.at, poll_s=poll_s, presence=hears_one)
    from hardware.nfc.pn532 import Pn532Pad
    from hardware.nfc.pn532_links import link_to

    return Pn532Pad(partial(link_to, reader.at), name=reader.name, poll_s=poll_s, presence=partial(presence_of, times))


def real_screen(kit: Kit, config: Config) -> Screen:
    """Return the adapter for the kit's panel, or a stand-in if only the page shows it."""
    if kit.screen is None:
        return PageScreen(kit.screen_size)
    oled = panel_driver(kit, config)
    return UpsideDown(oled) if kit.screen.upside_down else oled


def panel_driver(kit: Kit, config: Config, *, clock: Clock = time.monotonic, threaded: bool = True) -> Oled:
    """Return the driver of the kit's panel; without a thread, the caller steps it."""
    from hardware.oled.oled import I2cLink, Oled, SpiLink

    panel, bus = kit.panel, kit.panel.bus
    link: I2cLink | SpiLink
    if isinstance(bus, I2cBus):
        link = I2cLink(address=bus.address, reset_pin=bus.reset)
    else:
        link = SpiLink(dc_pin=bus.dc, reset_pin=bus.reset, hz=bus.clock_hz)
    return Oled(
        kind=panel.driver,
        link=link,
        width=panel.width,
        height=panel.height,
        contrast=contrast_of(config),
        dim_after_s=config.screen.dim_minutes * 60.0,
        clock=clock,
        threaded=threaded,
    )


def contrast_of(config: Config) -> int:
    """Return the brightness of the panel, from 1 to 255."""
    return -(-255 * config.screen.contrast_percent // 100)


def simulated_table(kit: Kit, *, clock: Clock | None = None, beside: Beside = THREADS) -> SoftTable:
    """Return a simulated table with the kit's readers, buttons and lamps; without a clock it runs in virtual time."""
    from hardware.simulated.soft_table import SoftTable

    return SoftTable(
        readers=kit.readers,
        usb=usb_readers(kit),
        wands=wands(kit),
        buttons=simulated_buttons(kit),
        lamps=kit.lamp_names,
        screen_size=kit.screen_size,
        clock=clock,
        presence=partial(presence_of, kit.times, hides=False),  # no tag drowns out another, and hands take no time
        gain_db=kit.pad_gain_db,
        hold_s=kit.times.hold_ms / 1000,
        beside=beside,
    )


def simulated_buttons(kit: Kit) -> tuple[str, ...]:
    """Return the names of a simulated table's buttons, including those that are only on the page."""
    from companion.table.intents import Button

    return tuple(Button) if kit.is_page_only else tuple(kit.buttons)


def usb_readers(kit: Kit) -> tuple[str, ...]:
    """Return the readers of a kit that hear one tag at a time."""
    return tuple(reader.name for reader in kit.asked if reader.chip == PCSC)


def pn532_readers(kit: Kit) -> Mapping[str, str]:
    """Return the readers of a kit that are a PN532, and how each is connected."""
    return {reader.name: reader.at for reader in kit.asked if reader.chip == PN532}


def wands(kit: Kit) -> tuple[str, ...]:
    """Return the readers of a kit that a hand holds to one piece at a time."""
    return tuple(name for pico in kit.picos if pico.handle for name in pico.selects)


def simulated_devices(table: SoftTable) -> Devices:
    """Return the ports of a simulated table."""
    return Devices(table.readers, table.buttons, table.lamps, table.screen)


def presence_of(times: Times, *, hides: bool = True) -> Presence:
    """Return the presence logic of one reader with a kit's times; `hides` if a strong tag may drown out a weak one."""
    from firmware.presence import Presence

    return Presence(times.settle_ms, times.leave_ms, times.leave_polls, times.lapse_ms, times.crowd_ms, hides=hides)


class Dimmed:
    """Coloured lamps with reduced brightness."""

    def __init__(self, lamps: Lamps, percent: int) -> None:
        self._lamps, self._percent = lamps, percent

    @property
    def names(self) -> tuple[str, ...]:
        """The lamps."""
        return self._lamps.names

    @property
    def health(self) -> Mapping[str, Health]:
        """Their health."""
        return self._lamps.health

    def late_s(self) -> float:
        """Return how late its loop is, if it has one."""
        return self._lamps.late_s() if isinstance(self._lamps, Paced) else 0.0

    def open(self, sink: Sink) -> None:
        """Start."""
        self._lamps.open(sink)

    def close(self) -> None:
        """Stop."""
        self._lamps.close()

    def show(self, scene: Mapping[str, Light]) -> None:
        """Show the scene with each colour dimmed; a faint colour never goes out completely."""
        self._lamps.show({name: light._replace(colour=self._dimmed(light.colour)) for name, light in scene.items()})

    def _dimmed(self, colour: Colour) -> Colour:
        return Colour(*(-(-level * self._percent // 100) for level in colour))


class UpsideDown:
    """A screen that is mounted upside down."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._screen.size

    @property
    def health(self) -> Mapping[str, Health]:
        """Its health."""
        return self._screen.health

    def late_s(self) -> float:
        """Return how late its loop is, if it has one."""
        return self._screen.late_s() if isinstance(self._screen, Paced) else 0.0

    def open(self, sink: Sink) -> None:
        """Start."""
        self._screen.open(sink)

    def close(self) -> None:
        """Stop."""
        self._screen.close()

    def show(self, frame: Frame) -> None:
        """Show the frame turned by 180 degrees: the bytes in reverse order, each with its bits reversed."""
        self._screen.show(frame._replace(pages=frame.pages[::-1].translate(_REVERSED)))


_REVERSED = bytes(int(f"{value:08b}"[::-1], 2) for value in range(256))
