import pytest

from firmware.rc522 import crc_a
from hardware.simulated.transponder import Bits, Transponder, with_crc

UID = bytes.fromhex("deadbeef")
PART = UID + bytes((0xDE ^ 0xAD ^ 0xBE ^ 0xEF,))
REQA, WUPA = Bits(0x26, 7), Bits(0x52, 7)
HLTA = Bits.from_bytes(with_crc(b"\x50\x00"))
ANTICOLLISION = Bits.from_bytes(b"\x93\x20")
SELECT = Bits.from_bytes(with_crc(b"\x93\x70" + PART))
ATQA = Bits(0x04, 16)


def halted() -> Transponder:
    tag = Transponder(UID)
    for frame in (REQA, SELECT, HLTA):
        tag.answer(frame)
    return tag


def test_tag_gives_atqa_uid_and_sak_in_turn() -> None:
    tag = Transponder(UID)
    assert tag.answer(REQA) == ATQA
    assert tag.answer(ANTICOLLISION) == Bits.from_bytes(PART)
    assert tag.answer(SELECT) == Bits.from_bytes(with_crc(b"\x00"))


def test_halted_tag_hears_only_wupa() -> None:
    tag = halted()
    assert tag.answer(REQA) is None
    assert tag.answer(WUPA) == ATQA


def test_tag_that_lost_power_forgets_that_it_was_halted() -> None:
    tag = halted()
    tag.lose_power()
    assert tag.answer(REQA) == ATQA


def test_tag_asked_in_the_middle_of_a_dialogue_misses_one_request() -> None:
    tag = Transponder(UID)
    assert [tag.answer(WUPA) for _ in range(4)] == [ATQA, None, ATQA, None]


def test_tag_with_other_bits_stays_silent_and_ready() -> None:
    tag = Transponder(UID)
    tag.answer(REQA)
    assert tag.answer(Bits(0x00_2193 | (~UID[0] & 1) << 16, 17)) is None
    assert tag.answer(Bits(0x00_2193 | (UID[0] & 1) << 16, 17)) == Bits(int.from_bytes(PART, "little") >> 1, 39)


@pytest.mark.parametrize(
    "frame",
    [
        Bits.from_bytes(b"\x95\x20"),
        Bits.from_bytes(b"\x93\x21"),
        Bits.from_bytes(b"\x93\x10"),
        Bits.from_bytes(b"\x93"),
        Bits.from_bytes(with_crc(b"\x93\x70" + bytes(5))),
    ],
    ids=["wrong level", "bits missing", "less than nothing known", "cut", "another tag selected"],
)
def test_ready_tag_goes_back_to_sleep_on_a_frame_that_is_not_for_it(frame: Bits) -> None:
    tag = halted()
    tag.answer(WUPA)
    assert tag.answer(frame) is None
    assert tag.answer(REQA) is None
    assert tag.answer(WUPA) == ATQA


def test_sleeping_tag_ignores_everything_else() -> None:
    tag = Transponder(UID)
    assert tag.answer(SELECT) is None
    assert tag.answer(Bits(0x35, 7)) is None


def test_uid_of_impossible_length_is_refused() -> None:
    with pytest.raises(ValueError, match="4, 7 or 10 bytes, not 5: 0102030405"):
        Transponder(bytes((1, 2, 3, 4, 5)))


# The standard's own examples (ISO/IEC 14443-3, annex B), and HLTA, whose CRC it prints.
@pytest.mark.parametrize(("data", "crc"), [("0000", "a01e"), ("1234", "26cf"), ("5000", "57cd")])
def test_crc_of_tag_and_driver_are_the_standards(data: str, crc: str) -> None:
    sent = bytes.fromhex(data)
    assert with_crc(sent) == sent + bytes.fromhex(crc)
    assert crc_a(sent).to_bytes(2, "little") == bytes.fromhex(crc)
