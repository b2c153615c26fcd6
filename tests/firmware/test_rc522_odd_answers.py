"""Answers that no tag in order gives: the driver must end, and say that it could not read."""

from collections.abc import Callable

import pytest

from firmware.rc522 import CLEAR, CROWDED, GARBLED
from hardware.simulated import reader_chip
from hardware.simulated.reader_chip import Answer
from hardware.simulated.transponder import Bits, with_crc
from tests.kit.chip_port import Station

ATQA = Bits(0x0044, 16)
PART = bytes((0x04, 0x11, 0x22, 0x33, 0x04 ^ 0x11 ^ 0x22 ^ 0x33))

COMPLETE, CASCADE = with_crc(b"\x00"), with_crc(b"\x04")

Answers = Callable[[int], list[Bits]]


def rest(part: bytes, known: int) -> Bits:
    return Bits(int.from_bytes(part, "little") >> known, 40 - known)


def station_where(monkeypatch: pytest.MonkeyPatch, anticollision: Answers, sak: bytes = COMPLETE) -> Station:
    """Return a station whose air answers WUPA, then anticollision by the number of bits known, then SELECT; no REQA."""
    station = Station()

    def answers(frame: Bits) -> list[Answer]:
        if frame.length == 7:
            return [Answer(ATQA)] if frame.value == 0x52 else []
        data = frame.to_bytes()
        if data[0] == 0x50:
            return []
        if data[1] == 0x70:
            return [Answer(Bits.from_bytes(sak))]
        return [Answer(bits) for bits in anticollision(frame.length - 16)]

    monkeypatch.setattr(station.chip, "_answers", answers)
    return station


def test_tag_that_falls_silent_after_waking_is_garbled(monkeypatch: pytest.MonkeyPatch) -> None:
    assert station_where(monkeypatch, lambda known: []).poll() == (GARBLED, [])


def test_collision_with_nobody_in_either_branch_is_crowded(monkeypatch: pytest.MonkeyPatch) -> None:
    other = bytes((PART[0] ^ 1, *PART[1:4], PART[4] ^ 1))
    station = station_where(monkeypatch, lambda known: [rest(PART, 0), rest(other, 0)] if known == 0 else [])
    assert station.poll() == (CROWDED, [])


def test_wrong_check_byte_is_garbled(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = PART[:4] + bytes((PART[4] ^ 0x10,))
    assert station_where(monkeypatch, lambda known: [rest(wrong, known)]).poll() == (GARBLED, [])


def test_answer_that_is_too_short_is_garbled(monkeypatch: pytest.MonkeyPatch) -> None:
    assert station_where(monkeypatch, lambda known: [Bits(0x11, 8)]).poll() == (GARBLED, [])


def test_answer_that_is_too_long_is_garbled_and_does_not_run_into_the_next_frame(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    even = bytes((PART[0] & 0xFE, *PART[1:4], PART[4] & 0xFE))
    odd = bytes((PART[0] | 1, *PART[1:4], PART[4] | 1))
    asked = []

    def answers(known: int) -> list[Bits]:
        asked.append(known)
        if known == 0:
            return [rest(even, 0), rest(odd, 0)]
        return [Bits(rest(even, 1).value, 80)] if len(asked) == 2 else [rest(odd, known)]

    assert station_where(monkeypatch, answers).poll() == (GARBLED, [odd[:4]])
    assert asked == [0, 1, 1]


def test_answer_that_ends_after_the_look_is_garbled_and_spoils_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    station = station_where(monkeypatch, lambda known: [rest(PART, known)])
    with monkeypatch.context() as slow:
        slow.setattr(reader_chip, "FRAME_DELAY_S", 240e-6)  # still before the chip's timer runs out
        assert station.poll() == (GARBLED, [])
    assert station.poll() == (CLEAR, [PART[:4]])


def test_collision_in_the_check_byte_alone_is_crowded(monkeypatch: pytest.MonkeyPatch) -> None:
    other = PART[:4] + bytes((PART[4] ^ 0x10,))
    station = station_where(monkeypatch, lambda known: [rest(PART, known), rest(other, known)])
    assert station.poll() == (CROWDED, [])


def test_bush_of_endless_branches_is_given_up_as_crowded(monkeypatch: pytest.MonkeyPatch) -> None:
    def bush(known: int) -> list[Bits]:
        length = 40 - known
        return [Bits(0, length), Bits(1, length)] if known < 12 else [Bits(1, length)]

    station = station_where(monkeypatch, bush)
    began = station.air.clock()
    assert station.poll() == (CROWDED, [])
    assert station.air.clock() - began < 1.0


def test_selection_without_a_right_crc_is_garbled(monkeypatch: pytest.MonkeyPatch) -> None:
    right = station_where(monkeypatch, lambda known: [rest(PART, known)])
    assert right.poll() == (CLEAR, [PART[:4]])
    wrong = station_where(monkeypatch, lambda known: [rest(PART, known)], b"\x00\x12\x34")
    assert wrong.poll() == (GARBLED, [])


@pytest.mark.parametrize("sak", [CASCADE, COMPLETE])
def test_uid_and_sak_that_contradict_each_other_are_garbled(monkeypatch: pytest.MonkeyPatch, sak: bytes) -> None:
    first = 0x04 if sak == CASCADE else 0x88
    part = bytes((first, 0x11, 0x22, 0x33, first ^ 0x11 ^ 0x22 ^ 0x33))
    station = station_where(monkeypatch, lambda known: [rest(part, known)], sak)
    assert station.poll() == (GARBLED, [])


def test_tags_that_come_and_go_within_a_poll_are_never_invented() -> None:
    station = Station()
    tags = [bytes((4, 1, 2, number, 5, 6, 7)) for number in range(4)]
    for uid in tags:
        station.chip.field.put(uid)
        station.chip.field.flap(uid, odds=0.6)
    outcomes = set()
    for _ in range(100):
        outcome, read = station.poll()
        outcomes.add(outcome)
        assert set(read) <= set(tags)
        assert len(set(read)) == len(read)
    assert {CLEAR, GARBLED} <= outcomes
