"""PROTOCOL.md says what the code does: kinds, number and every byte of its examples."""

from __future__ import annotations

import re
from pathlib import Path

import firmware
from firmware import channel, messages, wire

DOCUMENT = (Path(firmware.__file__).parent / "PROTOCOL.md").read_text()
SESSION = 0x1234
EXAMPLES = {
    "HELLO": wire.format_frame(wire.HELLO, SESSION, 0, messages.format_hello(wire.PROTOCOL)),
    "READER": wire.format_frame(wire.READER, SESSION, 2, messages.format_reader(0, 1, 33, "city.riga")),
    "ACK": wire.format_frame(wire.ACK, SESSION, 2, bytes((channel.DONE,))),
    "SCENE": wire.format_frame(wire.SCENE, SESSION, 16, messages.format_scene([(messages.ON, 255, 0, 0)] * 2)[0]),
    "SIGNAL": wire.format_frame(wire.SIGNAL, SESSION, 17, messages.format_signal(messages.ACCEPTED)),
    "TAGS": wire.format_frame(wire.TAGS, SESSION, 5, messages.format_tags(3, 0, 1, [bytes.fromhex("04a1b2c3d4e5f6")])),
}


def test_protocol_number_is_that_of_the_code() -> None:
    assert re.findall(r"protocol \*\*(\d+)\*\*", DOCUMENT) == [str(wire.PROTOCOL)]


def test_every_kind_is_in_the_table_and_no_other() -> None:
    told = {name: int(code, 16) for code, name in re.findall(r"^\| `(\w\w)` \| (\w+) \|", DOCUMENT, re.MULTILINE)}
    assert told == {name: getattr(wire, name) for name in told}
    numbers = {value for name, value in vars(wire).items() if name.isupper() and not name.startswith("_")}
    others = {wire.PROTOCOL, wire.FIRST_SEQUENCED, wire.FLAG, wire.ESCAPE, wire.PAYLOAD_LIMIT}
    assert numbers - set(told.values()) <= others


def test_examples_are_what_goes_over_the_line() -> None:
    shown = re.findall(r"^\| (\w+).* \| `(7e [0-9a-f ]+ 7e)` \|$", DOCUMENT, re.MULTILINE)
    assert {name: bytes.fromhex(example) for name, example in shown} == EXAMPLES
