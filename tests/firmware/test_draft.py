"""The configuration: taken whole, or refused with the reason, before any pin is touched."""

from __future__ import annotations

import pytest

from firmware import messages, wire
from firmware.channel import Refused
from firmware.draft import Draft
from hardware.kit.pins import PICO_SPI

BUS = (wire.BUS, messages.format_bus(0, 18, 19, 16, 17, 1_000_000))
READER = (wire.READER, messages.format_reader(0, 2, 38, "city.riga"))
HANDLE = (wire.HANDLE, messages.format_handle(0, 7, 1))
STRIP = (wire.STRIP, messages.format_strip(15, 33, messages.GRB, 400, 20_000, 1000))


def commit(readers: int) -> bytes:
    return messages.format_commit(readers, 300, 350, 120, 300, 3, 3000)


def draft(*taken: tuple[int, bytes]) -> Draft:
    made = Draft()
    for kind, payload in taken:
        made.take(kind, payload)
    return made


def test_same_messages_make_the_same_setup() -> None:
    one, two = (draft(BUS, READER, STRIP, HANDLE).commit(commit(1)) for _ in range(2))
    assert one.facts == two.facts
    assert one.silence_ms == 3000


@pytest.mark.parametrize(
    ("before", "message", "reason"),
    [
        ((BUS,), BUS, "a second bus"),
        ((STRIP,), STRIP, "a second strip"),
        ((), READER, "reader 0 out of turn"),
        ((BUS, READER), READER, "reader 0 out of turn"),
        ((), (wire.BUS, messages.format_bus(2, 18, 19, 16, 17, 1_000_000)), "SPI 2"),
        ((), (wire.BUS, messages.format_bus(0, 18, 19, 16, 17, 99)), "99 Hz"),
        ((), (wire.BUS, messages.format_bus(0, 18, 18, 16, 17, 1_000_000)), "mosi: GP18 is taken by sck"),
        ((BUS,), (wire.READER, messages.format_reader(0, 2, 39, "x")), "x: a gain of 39 dB"),
        ((BUS,), (wire.READER, messages.format_reader(0, 16, 38, "x")), "x: GP16 is taken by miso"),
        ((BUS,), (wire.READER, messages.format_reader(0, 24, 38, "x")), "x: GP24 is not free for it"),
        ((), (wire.STRIP, messages.format_strip(29, 3, 0, 400, 1, 1)), "strip: GP29 is not free for it"),
        ((), (wire.STRIP, messages.format_strip(15, 0, 0, 400, 1, 1)), "a strip of 0 lamps"),
        ((), (wire.STRIP, messages.format_strip(15, 3, 2, 400, 1, 1)), "order 2"),
        ((), (wire.STRIP, messages.format_strip(15, 3, 0, 400, 0, 1)), "0 uA"),
        ((BUS, READER, STRIP, HANDLE), HANDLE, "a second handle"),
        ((BUS, STRIP), HANDLE, "a handle for reader 0"),
        ((BUS, READER), HANDLE, "a handle with lamp 1"),
        ((BUS, READER, STRIP), (wire.HANDLE, messages.format_handle(0, 7, 33)), "a handle with lamp 33"),
        ((BUS, READER, STRIP), (wire.HANDLE, messages.format_handle(0, 15, 1)), "buzzer: GP15 is taken by strip"),
    ],
)
def test_message_that_does_not_fit_is_refused(
    before: tuple[tuple[int, bytes], ...], message: tuple[int, bytes], reason: str
) -> None:
    made = draft(*before)
    with pytest.raises(Refused, match=reason):
        made.take(*message)


@pytest.mark.parametrize("job", ["sck", "mosi", "miso"])
def test_bus_takes_the_pins_of_its_own_spi_block_and_no_others(job: str) -> None:
    places = {"sck": (18, 10), "mosi": (19, 11), "miso": (16, 8)}  # one for each block
    for block, able in enumerate(PICO_SPI):
        taken = set()
        for pin in range(30):
            pins = {name: pair[block] for name, pair in places.items()} | {job: pin}
            try:
                draft((wire.BUS, messages.format_bus(block, pins["sck"], pins["mosi"], pins["miso"], 17, 1_000_000)))
            except Refused:
                continue
            taken.add(pin)
        assert taken == getattr(able, job)


def test_lost_reader_is_noticed() -> None:
    with pytest.raises(Refused, match="1 readers came instead of 2"):
        draft(BUS, READER).commit(commit(2))


def test_buzzer_may_be_in_nobodys_hand_with_or_without_anything_else() -> None:
    bell = (wire.HANDLE, messages.format_handle(messages.NONE, 7, messages.NONE))
    for others, readers in (((), 0), ((STRIP,), 0), ((BUS, READER, STRIP), 1)):
        setup = draft(*others, bell).commit(commit(readers))
        assert setup.facts[3] == (messages.NONE, 7, messages.NONE)


def test_handle_may_have_neither_buzzer_nor_light() -> None:
    bare = (wire.HANDLE, messages.format_handle(0, messages.NONE, messages.NONE))
    assert draft(BUS, READER, bare).commit(commit(1)).facts[3] == (0, messages.NONE, messages.NONE)
