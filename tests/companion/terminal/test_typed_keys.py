"""Keys: what bytes of a terminal mean, however they are cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.terminal.typed_keys import Keys

TYPED = b"\x1b[A\x1bOBk\r\x1b[5~\x7fq\xc3\xa9\x1b[1;5C\t\x03"
MEANT = ["up", "down", "k", "enter", "page up", "back", "q", "é", "tab", "quit"]


def test_keys_have_names() -> None:
    assert Keys().feed(TYPED) == MEANT


@given(st.sets(st.integers(1, len(TYPED) - 1)))
def test_keys_are_the_same_wherever_their_bytes_are_cut(cuts: set[int]) -> None:
    keys, told = Keys(), []
    at = 0
    for end in (*sorted(cuts), len(TYPED)):
        told += keys.feed(TYPED[at:end])
        at = end
    assert told == MEANT


def test_lone_escape_is_a_key_once_nothing_has_followed() -> None:
    keys = Keys()
    assert keys.feed(b"\x1b") == []
    assert keys.is_waiting
    assert keys.settle() == ["back"]
    assert not keys.is_waiting
    assert keys.feed(b"\x1b\x1b") == ["back"]


@given(st.binary(max_size=40))
def test_whatever_is_typed_no_key_is_a_control_character(typed: bytes) -> None:
    keys = Keys()
    assert all(key.isprintable() for key in (*keys.feed(typed), *keys.settle()))


@pytest.mark.parametrize("typed", [b"\x1b[99~", b"\x00", b"\xff"])
def test_what_means_nothing_is_left_out(typed: bytes) -> None:
    assert Keys().feed(typed) == []
