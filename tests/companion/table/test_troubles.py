"""Troubles in plain words: whoever organises an evening need not know what is in a reader."""

from __future__ import annotations

import re

import pytest

from companion.table.troubles import told

ONLY_MAKERS = re.compile(r"register|0x|protocol|message \d|ttyACM|\[Errno")


@pytest.mark.parametrize(
    "reported",
    [
        "version register reads 0x00",
        "register 0x2a reads 0x00 instead of 0x8d",
        "the reader does not work: version register reads 0xff",
        "the line to the Pico broke: [Errno 5] Input/output error",
        "the Pico's firmware speaks protocol 2, this host 3",
        "the Pico refuses message 7: unknown",
    ],
)
def test_report_of_a_device_is_told_without_what_only_makers_understand(reported: str) -> None:
    assert ONLY_MAKERS.search(reported)
    assert not ONLY_MAKERS.search(told(reported).in_language(str))
