"""Messages from the host to the Pico: makes wire payloads from kit and scene.

In: the kit's Pico and times, a scene of named lamps, names of hot readers. Out: kinds and payloads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from firmware import messages, wire
from hardware.kit.connections import Handle, Pico, Strip, Times
from hardware.ports import DARK, Light, Pattern, Signal

SILENCE_MS: Final = 3000  # a host that is silent this long is gone: the lamps show the waiting scene

_PATTERNS: Final = {
    Pattern.OFF: messages.OFF,
    Pattern.ON: messages.ON,
    Pattern.BLINK: messages.BLINK,
    Pattern.BREATHE: messages.BREATHE,
    Pattern.ALARM: messages.ALARM,
    Pattern.FLICKER: messages.FLICKER,
}
_MEANINGS: Final = {
    Signal.CALM: messages.CALM,
    Signal.HEARD: messages.HEARD,
    Signal.ACCEPTED: messages.ACCEPTED,
    Signal.PROPOSED: messages.PROPOSED,
    Signal.REFUSED: messages.REFUSED,
    Signal.CALLED: messages.CALLED,
}
_ORDERS: Final = {"grb": messages.GRB, "rgb": messages.RGB}

Message = tuple[int, bytes]


def configuration(pico: Pico, times: Times, *, has_handle: bool = True, can_call: bool = True) -> list[Message]:
    """Return the messages that configure the Pico, in order; older firmware does not know handles, or calls."""
    spi, strip = pico.spi, pico.strip
    readers = [
        (wire.READER, messages.format_reader(index, select, pico.gains_db[name], name))
        for index, (name, select) in enumerate(pico.selects.items())
    ]
    before: list[Message] = []
    if readers:
        bus = messages.format_bus(pico.spi_block, spi.sck, spi.mosi, spi.miso, pico.reset, pico.clock_hz)
        before = [(wire.BUS, bus), *readers]
    after = [(wire.STRIP, _strip(strip))] if strip.lamps else []
    if pico.handle is not None and has_handle:
        after.append((wire.HANDLE, _handle(pico.handle, strip)))
    if pico.table_buzzer is not None and can_call:
        after.append((wire.HANDLE, messages.format_handle(messages.NONE, pico.table_buzzer, messages.NONE)))
    commit = messages.format_commit(
        len(readers),
        times.settle_ms,
        times.leave_ms,
        times.lapse_ms,
        times.crowd_ms,
        times.leave_polls,
        SILENCE_MS,
    )
    return [*before, *after, (wire.COMMIT, commit)]


def _strip(strip: Strip) -> bytes:
    return messages.format_strip(
        strip.pin,
        len(strip.pixels),
        _ORDERS[strip.colour_order],
        strip.cap_ma,
        round(strip.channel_ma * 1000),
        round(strip.idle_ma * 1000),
    )


def _handle(handle: Handle, strip: Strip) -> bytes:
    buzzer = messages.NONE if handle.buzzer is None else handle.buzzer
    lamp = messages.NONE if handle.light is None else strip.pixels.index(handle.light)
    return messages.format_handle(0, buzzer, lamp)


def signal(meaning: Signal) -> Message:
    """Return the message that signals the result of a touch, or calls."""
    return wire.SIGNAL, messages.format_signal(_MEANINGS[meaning])


def scene(pixels: Iterable[str], lights: Mapping[str, Light]) -> list[Message]:
    """Return the messages that show a whole scene, LED by LED; usually one."""
    shown = (lights.get(name, DARK) for name in pixels)
    payloads = messages.format_scene([(_PATTERNS[light.pattern], *light.colour) for light in shown])
    return [(wire.SCENE, payload) for payload in payloads]


def hot(readers: Iterable[str], names: Iterable[str]) -> Message:
    """Return the message that names the hot readers; unknown names are ignored."""
    wanted = set(names)
    return wire.HOT, messages.format_hot([index for index, one in enumerate(readers) if one in wanted])
