import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.rc522 import CLEAR, CROWDED, DEAF, GARBLED, SILENT, Reader
from hardware.simulated.clock import Air
from hardware.simulated.field import Sticker
from hardware.simulated.reader_chip import ReaderChip
from tests.kit.chip_port import ChipPort, Station
from tests.kit.examples import examples

FOUR = bytes.fromhex("deadbeef")
SEVEN = bytes.fromhex("04a1b2c3d4e580")
BOOTH = bytes.fromhex("0411223344aabb")
TEN = bytes.fromhex("04a1b2c3d4e5f60718aa")


def _is_uid(uid: bytes) -> bool:
    # The cascade tag may not begin a part that is the last one of its UID.
    return uid[len(uid) - 4] != 0x88


uids = st.sampled_from((4, 7, 10)).flatmap(lambda length: st.binary(min_size=length, max_size=length).filter(_is_uid))
# Tags of one batch share their first bytes: collisions come late, and in the second cascade level.
batches = st.builds(
    lambda stem, tails: {stem + tail for tail in tails},
    st.binary(min_size=3, max_size=3),
    st.sets(st.binary(min_size=4, max_size=4).filter(lambda tail: tail[0] != 0x88), min_size=1, max_size=6),
)


@pytest.mark.parametrize("uid", [FOUR, SEVEN, TEN], ids=["4", "7", "10"])
def test_resting_tag_answers_every_poll(uid: bytes) -> None:
    station = Station()
    station.chip.field.put(uid)
    assert [station.poll() for _ in range(20)] == [(CLEAR, [uid])] * 20


@examples(60)
@given(
    present=st.one_of(st.sets(uids, min_size=1, max_size=12), batches),
    counts_align=st.booleans(),
)
def test_every_tag_of_a_field_is_read(present: set[bytes], counts_align: bool) -> None:
    station = Station(counts_align=counts_align)
    for uid in present:
        station.chip.field.put(uid)
    for _ in range(6):
        outcome, read = station.poll()
        assert (outcome, sorted(read)) == (CLEAR, sorted(present))


def test_tag_swapped_for_one_with_the_same_first_part_is_found_at_once() -> None:
    station = Station()
    other = SEVEN[:3] + b"\x01\x02\x03\x04"
    station.chip.field.put(SEVEN)
    station.poll()
    station.chip.field.lift(SEVEN)
    station.chip.field.put(other)
    assert station.poll() == (CLEAR, [other])


def test_tag_put_down_where_one_with_the_same_first_part_was_lifted_is_found_at_once() -> None:
    station = Station()
    other = SEVEN[:3] + b"\x01\x02\x03\x04"
    station.chip.field.put(SEVEN)
    station.poll()
    station.chip.field.lift(SEVEN)
    assert station.poll() == (SILENT, [])
    station.chip.field.put(other)
    assert station.poll() == (CLEAR, [other])


def transfers_of_a_poll(station: Station) -> int:
    before = station.air.transfers
    station.poll()
    return station.air.transfers - before


# With the field on and off. A tag that is known is called by its name, without anticollision.
def test_polls_keep_to_their_budget() -> None:
    station = Station(gain_db=38)
    assert transfers_of_a_poll(station) <= 12
    station.chip.field.put(SEVEN, sticker=Sticker(25.0, 12.0))
    assert [transfers_of_a_poll(station) for _ in range(2)] == [53, 39]
    station.chip.field.put(BOOTH, sticker=Sticker(15.0))
    both = CLEAR, sorted((SEVEN, BOOTH))
    assert transfers_of_a_poll(station) <= 100
    outcome, read = station.poll()
    assert (outcome, sorted(read)) == both
    station.chip.field.clear()
    assert transfers_of_a_poll(station) <= 12
    for uid, sticker in ((SEVEN, Sticker(25.0, 12.0)), (BOOTH, Sticker(15.0))):
        station.chip.field.put(uid, sticker=sticker)
    assert transfers_of_a_poll(station) <= 100, "at the worst: neither is known, and the booth is drowned"
    outcome, read = station.poll()
    assert (outcome, sorted(read)) == both


def test_lifted_tag_is_silent_at_once() -> None:
    station = Station()
    station.chip.field.put(SEVEN)
    station.poll()
    station.chip.field.lift(SEVEN)
    assert station.poll() == (SILENT, [])


def test_field_switched_on_too_late_hears_nothing_yet() -> None:
    station = Station()
    station.chip.field.put(SEVEN)
    station.reader.field_off()
    assert station.reader.poll() == (SILENT, [])
    station.reader.field_on()
    assert station.reader.poll() == (SILENT, [])
    station.air.clock.sleep(0.0051)
    assert station.reader.poll() == (CLEAR, [SEVEN])


def test_noise_is_garbled_and_not_silence() -> None:
    station = Station()
    station.chip.field.put(SEVEN)
    station.chip.field.noise = 1.0
    assert station.poll() == (GARBLED, [])
    station.chip.field.noise = 0.0
    assert station.poll() == (CLEAR, [SEVEN])


def test_noise_now_and_then_never_invents_a_tag_nor_hides_one_from_a_clear_poll() -> None:
    station = Station()
    present = [SEVEN, FOUR]
    for uid in present:
        station.chip.field.put(uid)
    station.chip.field.noise = 0.2
    outcomes = set()
    for _ in range(200):
        outcome, read = station.poll()
        outcomes.add(outcome)
        assert set(read) <= set(present)
        assert outcome == GARBLED or len(read) == len(present)
    assert outcomes == {CLEAR, GARBLED}


def test_tags_left_half_way_by_a_garbled_poll_hear_the_next_one() -> None:
    # They share their first part, so that each is reached by selecting that again.
    station = Station()
    present = [SEVEN[:3] + bytes((number, 1, 2, 3)) for number in range(3)]
    for uid in present:
        station.chip.field.put(uid)
    for _ in range(200):
        station.chip.field.noise = 0.1
        station.poll()
        station.chip.field.noise = 0.0
        outcome, read = station.poll()
        assert (outcome, sorted(read)) == (CLEAR, present)


def test_field_that_cannot_be_told_apart_is_crowded_and_ends_soon() -> None:
    station = Station()
    station.chip.field.jammed = True
    began = station.air.clock()
    assert station.poll()[0] == CROWDED
    assert station.air.clock() - began < 0.1


@pytest.mark.parametrize("level", [0x00, 0xFF])
def test_stuck_line_is_deaf_and_named(level: int) -> None:
    station = Station()
    station.chip.miso_stuck = level
    assert station.poll() == (DEAF, [])
    assert station.reader.ailment() == f"version register reads 0x{level:02x}"
    assert not station.reader.init()


def test_hung_chip_is_deaf_though_its_registers_hold() -> None:
    station = Station()
    station.chip.field.put(SEVEN)
    station.poll()
    station.chip.hung = True
    assert station.poll() == (DEAF, [])
    assert station.reader.healthy()


def test_brown_out_shows_in_registers_and_a_new_start_mends_it() -> None:
    station = Station()
    station.chip.field.put(SEVEN)
    station.chip.brown_out()
    assert station.poll() == (DEAF, [])
    assert "instead of" in station.reader.ailment()
    assert station.reader.init()
    station.rise()
    assert station.poll() == (CLEAR, [SEVEN])


def test_antenna_that_went_out_is_named() -> None:
    station = Station()
    station.chip.transfer(bytes((0x14 << 1, 0x80)))
    assert station.reader.ailment() == "the antenna has switched itself off"


@pytest.mark.parametrize("version", [0x91, 0x92, 0x88, 0x89, 0x90, 0xB2, 0x12])
def test_chip_and_its_common_copies_are_taken(version: int) -> None:
    assert Station(version=version).reader.healthy()


# Both seen in chips that work, by people who were told that theirs was none.
@pytest.mark.parametrize("version", [0x80, 0x15])
def test_unknown_version_works(version: int) -> None:
    station = Station(version=version)
    station.chip.field.put(SEVEN)
    assert station.reader.version() == version
    assert station.poll() == (CLEAR, [SEVEN])


def test_reserved_bits_that_read_as_ones_are_no_ailment() -> None:
    station = Station()
    station.chip.reserved_high = True
    assert station.reader.ailment() == ""


def test_slow_crystal_is_waited_for() -> None:
    station = Station()
    station.chip.start_up_s = 0.04
    station.chip.field.put(SEVEN)
    assert station.reader.init()
    assert station.poll() == (CLEAR, [SEVEN])


def test_powered_down_chip_wakes_with_the_next_poll() -> None:
    station = Station()
    station.chip.field.put(SEVEN)
    station.chip.transfer(bytes((0x01 << 1, 0x10)))
    station.poll()
    assert station.poll() == (CLEAR, [SEVEN])


def test_noise_alone_is_silence_at_every_gain() -> None:
    for gain_db in (33, 48):
        station = Station(gain_db=gain_db)
        station.chip.field.hum_db = -30.0
        assert {station.poll()[0] for _ in range(200)} == {SILENT}


def test_changed_bits_are_counted_and_never_make_a_tag() -> None:
    station = Station()
    station.chip.field.put(SEVEN)
    station.chip.field.put(FOUR)
    station.chip.flips = 0.002
    seen = [station.poll()[1] for _ in range(300)]
    assert {uid for uids in seen for uid in uids} == {SEVEN, FOUR}
    assert 0 < station.reader.mismatches < station.reader.frames / 4


def test_gain_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match=r"gain_db is 40, but must be one of \[18, 23, 33, 38, 43, 48\]"):
        Reader(ChipPort(ReaderChip(Air())), lambda _: None, gain_db=40)


def test_faint_neighbour_is_heard_only_with_high_gain() -> None:
    low, high = Station(gain_db=33), Station(gain_db=48)
    for station in (low, high):
        station.chip.field.put_faintly(SEVEN, odds=0.5, gain_db=43)
    assert {low.poll()[0] for _ in range(40)} == {SILENT}
    assert {high.poll()[0] for _ in range(40)} == {SILENT, CLEAR}


def test_readers_that_take_turns_never_have_two_fields_on() -> None:
    air = Air()
    stations = [Station(air=air) for _ in range(1)]
    stations[0].reader.field_off()
    for _ in range(8):
        stations.append(Station(air=air))
        stations[-1].reader.field_off()
    air.most_fields_on = 0
    for station in stations:
        station.chip.field.put(SEVEN)
        station.rise()
        assert station.poll() == (CLEAR, [SEVEN])
        station.reader.field_off()
    assert air.most_fields_on == 1
