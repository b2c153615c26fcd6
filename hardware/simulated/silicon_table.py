"""The simulated table in full silicon: the real drivers and libraries, on simulated chips, pins and panels.

Needs gpiozero, mfrc522 and luma.oled; runs in virtual time, without threads.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import ExitStack
from functools import partial
from random import Random
from types import MappingProxyType, TracebackType
from typing import Final, Self

from firmware.presence import Presence
from hardware.gpio.led_lamps import GpioLamps
from hardware.gpio.push_buttons import ButtonPin, GpioButtons
from hardware.joined import JoinedReaders
from hardware.nfc.pad import NfcPad
from hardware.nfc.pcsc import PcscPad
from hardware.nfc.pn532 import Pn532Pad
from hardware.nfc.pn532_links import link_to
from hardware.nfc.reader_port import ReaderPort
from hardware.oled.oled import I2cLink, Oled, SpiLink
from hardware.ports import Frame
from hardware.simulated.clock import Air, VirtualClock
from hardware.simulated.field import Field, Stacking
from hardware.simulated.panel import Panel
from hardware.simulated.pcsc_service import SimulatedPcsc
from hardware.simulated.pi_modules import HeaderPins, SimulatedPi
from hardware.simulated.pn532_chip import Interface, Pn532Chip
from hardware.simulated.reader_chip import ReaderChip
from hardware.simulated.soft_table import POLL_S, Pieces, run_for

RESET_PIN, SCREEN_RESET_PIN = 25, 23
# BCM 2 to 27 without I2C, SPI and the reset.
FREE_PINS = (*range(4, 8), *range(12, 25), 26, 27)

BOUNCES = 4


class _Paced:
    """Steps of a pad, which come no sooner than they would in real time, however short the times that pass."""

    def __init__(self, step: Callable[[], float | None], clock: VirtualClock) -> None:
        self._step, self._clock = step, clock
        self._due = 0.0

    def __call__(self) -> float | None:
        left_s = self._due - self._clock()
        if left_s > 0:
            return left_s
        pause_s = self._step()
        # Not longer than a poll apart: one that waits for a broken reader is tried whenever time passes.
        self._due = self._clock() + min(pause_s or 0.0, POLL_S)
        return pause_s


class SiliconTable:
    """A simulated table with everything below the ports; to be used in a `with` statement."""

    def __init__(
        self,
        *,
        readers: Iterable[str],
        usb: Iterable[str] = (),
        pn532: Mapping[str, str] = MappingProxyType({}),
        wands: Collection[str] = (),
        buttons: Iterable[str],
        lamps: Iterable[str],
        screen_kind: str = "ssd1306",
        screen_size: tuple[int, int] = (128, 64),
        screen_contrast: int = 0xCF,
        screen_on_spi: bool = False,
        presence: Callable[[], Presence] = Presence,
        stacking: Stacking = Stacking.NONE,
        gain_db: int = 33,
        hold_s: float = 1.0,
        stuck_s: float = 30.0,
        random: Random | None = None,
    ) -> None:
        """Take the names; those in `usb` are behind a PC/SC service, those in `wands` held to one piece at a time.

        `pn532` has the name of each PN532, and how it is connected: `spi`, `i2c` or the path of a serial line.
        """
        readers, usb, buttons, lamps = tuple(readers), tuple(usb), tuple(buttons), tuple(lamps)
        wanted = len(buttons) + len(lamps)
        if wanted > len(FREE_PINS):
            raise ValueError(f"a Pi has {len(FREE_PINS)} pins for buttons and lamps, not {wanted}")
        self.button_pins = dict(zip(buttons, FREE_PINS, strict=False))
        self._lamp_pins = dict(zip(lamps, FREE_PINS[len(buttons) :], strict=False))
        self._hold_s = hold_s
        self._clock = VirtualClock()
        self._pieces = Pieces((*readers, *usb, *pn532), stacking, random or Random(1), wands)
        self.air = Air(self._clock)
        self.pi = SimulatedPi()
        self.header = HeaderPins(self._clock.sleep)
        self.panel = Panel(screen_kind, *screen_size)
        link: I2cLink | SpiLink = I2cLink()
        if screen_on_spi:
            link = SpiLink(reset_pin=SCREEN_RESET_PIN)
            self.pi.connect_spi_panel(self.panel, bus=link.bus, device=link.device, dc_pin=link.dc_pin)
        else:
            self.pi.connect_panel(self.panel)
        self.chips: dict[str, ReaderChip] = {}
        self._installed = ExitStack()
        self._over_s = 0.0
        self._pads: list[ReaderPort] = []
        self.pcsc = SimulatedPcsc()
        for device, name in enumerate(readers):
            field = self._pieces.field(name)
            self.chips[name] = self.pi.connect(
                ReaderChip(self.air, field), device=device, reset_pin=RESET_PIN + 100 * device
            )
            pad = NfcPad(
                name=name,
                device=device,
                reset_pin=RESET_PIN + 100 * device,
                gain_db=gain_db,
                poll_s=POLL_S,
                presence=presence,
                clock=self._clock,
                sleep=self._clock.sleep,
                threaded=False,
            )
            self._pads.append(pad)
        self._usb = {name: f"Simulated PICC {name}" for name in usb}
        for name, model in self._usb.items():
            self.pcsc.plug(model, self._pieces.field(name))
            self._pads.append(
                PcscPad(name=name, part=name, poll_s=POLL_S, presence=presence, clock=self._clock, threaded=False)
            )
        self.pn532: dict[str, Pn532Chip] = {}
        for name, at in pn532.items():
            interface = {"spi": Interface.SPI, "i2c": Interface.I2C}.get(at, Interface.UART)
            chip = Pn532Chip(self._clock, self._pieces.field(name), interface, sleep=self._clock.sleep)
            self.pn532[name] = self.pi.connect_pn532(chip, at)
            self._pads.append(
                Pn532Pad(
                    partial(link_to, at, self._clock.sleep),
                    name=name,
                    poll_s=POLL_S,
                    presence=presence,
                    clock=self._clock,
                    sleep=self._clock.sleep,
                    threaded=False,
                )
            )
        self.readers: Final = JoinedReaders(self._pads)
        self._polls = [_Paced(pad.step, self._clock) for pad in self._pads]
        self.buttons: Final = GpioButtons(
            [ButtonPin(name, pin, hold_s) for name, pin in self.button_pins.items()],
            stuck_s=stuck_s,
            clock=self._clock,
            threaded=False,
        )
        self.lamps: Final = GpioLamps(self._lamp_pins, clock=self._clock, threaded=False)
        width, height = screen_size
        self.screen: Final = Oled(
            kind=screen_kind,
            link=link,
            width=width,
            height=height,
            contrast=screen_contrast,
            clock=self._clock,
            threaded=False,
        )

    def __enter__(self) -> Self:
        self._installed.enter_context(self.pi.installed())
        self._installed.enter_context(self.header.installed())
        if self._usb:
            self._installed.enter_context(self.pcsc.installed())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for port in (self.readers, self.buttons, self.lamps, self.screen):
            port.close()
        self._installed.close()

    def field(self, reader: str) -> Field:
        """Return what lies over a reader."""
        return self._pieces.field(reader)

    def put(self, uid: str, reader: str, *, on: str | None = None) -> None:
        """Put a piece on a reader."""
        self._pieces.put(uid, reader, on)

    def lift(self, uid: str) -> None:
        """Take a piece off the table."""
        self._pieces.lift(uid)

    def press(self, button: str) -> None:
        """Push a button down; its contact bounces."""
        self._over_s = 0.0  # how long a button is held counts from now
        self.header.press(self.button_pins[button], bounces=BOUNCES)
        self.pass_time(0.05)

    def hold(self, button: str) -> None:
        """Push a button down until it counts as held."""
        self.press(button)
        self.pass_time(self._hold_s)

    def release(self, button: str) -> None:
        """Let a button come up; its contact bounces."""
        self.header.release(self.button_pins[button], bounces=BOUNCES)
        self.pass_time(0.05)

    def stick(self, button: str) -> None:
        """Jam a button in its lower position."""
        self.header.stick(self.button_pins[button])

    def free(self, button: str) -> None:
        """Un-jam a button."""
        self.header.free(self.button_pins[button])
        self.pass_time(0.05)

    def deafen(self, reader: str) -> None:
        """Pull the reader's MISO wire to ground, or its plug."""
        if reader in self._usb:
            self.pcsc.unplug(self._usb[reader])
            return
        if reader in self.pn532:
            self.pn532[reader].is_unplugged = True
            return
        self.chips[reader].miso_stuck = 0x00

    def mend(self, reader: str) -> None:
        """Put wire or plug back."""
        if reader in self._usb:
            self.pcsc.plug(self._usb[reader], self._pieces.field(reader))
            return
        if reader in self.pn532:
            self.pn532[reader].is_unplugged = False
            self.pn532[reader].brown_out()
            return
        self.chips[reader].miso_stuck = None

    def unplug_screen(self) -> None:
        """Pull the screen's plug."""
        self.panel.unplug()

    def plug_screen(self) -> None:
        """Put the screen's plug back."""
        self.panel.plug()

    def is_lit(self, lamp: str) -> bool:
        """Return whether a lamp shines right now."""
        self.lamps.step()
        return self.header.is_lit(self._lamp_pins[lamp])

    def frame(self) -> Frame:
        """Return what the screen shows."""
        self.screen.step()
        return self.panel.frame()

    def pass_time(self, seconds: float) -> None:
        """Let virtual time pass, and everything happen that falls due in it."""
        # A poll takes time, and may end after the time that was to pass: the next time is shorter by that.
        end = self._clock() + seconds - self._over_s
        run_for(self._clock, end - self._clock(), (*self._polls, self.buttons.step, self.lamps.step, self.screen.step))
        self._over_s = max(0.0, self._clock() - end)
