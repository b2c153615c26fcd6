from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.presence import CROWD, GARBLED_MS, LEFT, NO_CROWD, RESTED, Presence
from firmware.rc522 import CLEAR, CROWDED, DEAF, GARBLED, SILENT

SHIP, BOOTH = b"\x04ship..", b"\x04booth."
POLL_MS = 50

Poll = tuple[int, list[bytes]]
HERE: Poll = (CLEAR, [SHIP])
NOBODY: Poll = (SILENT, [])
MUDDLE: Poll = (GARBLED, [])
NO_READER: Poll = (DEAF, [])


class Bench:
    """Feeds polls in at their times, and notes what changed when."""

    def __init__(self, presence: Presence | None = None) -> None:
        self.presence = presence or Presence()
        self.now_ms = 0
        self.changes: list[tuple[int, int, bytes]] = []

    def feed(self, poll: Poll, duration_ms: int) -> list[tuple[int, bytes]]:
        first = len(self.changes)
        for _ in range(duration_ms // POLL_MS):
            for kind, uid in self.presence.step(self.now_ms, *poll):
                self.changes.append((self.now_ms, kind, uid))
            self.now_ms += POLL_MS
        return [(kind, uid) for _, kind, uid in self.changes[first:]]


def rested() -> Bench:
    bench = Bench()
    assert bench.feed(HERE, 1000) == [(RESTED, SHIP)]
    assert bench.presence.resting == [SHIP]
    return bench


def test_tag_rests_once_and_only_after_the_settle_time() -> None:
    bench = Bench(Presence(settle_ms=300))
    assert bench.feed(HERE, 300) == []
    assert bench.feed(HERE, 5000) == [(RESTED, SHIP)]


@given(st.integers(1, 299))
def test_ship_sliding_across_a_reader_does_not_rest(passing_ms: int) -> None:
    bench = Bench(Presence(settle_ms=300))
    assert bench.feed(HERE, passing_ms) == []
    assert bench.feed(NOBODY, 2000) == []


def test_ship_sliding_across_one_reader_after_the_other_rests_only_on_the_last() -> None:
    benches = [Bench() for _ in range(5)]
    for passed in benches[:-1]:
        assert passed.feed(HERE, 200) + passed.feed(NOBODY, 2000) == []
    assert benches[-1].feed(HERE, 1000) == [(RESTED, SHIP)]


def test_removal_is_seen_within_half_a_second() -> None:
    bench = rested()
    lifted_ms = bench.now_ms - POLL_MS  # at worst right after the last poll that read it
    assert bench.feed(NOBODY, 1000) == [(LEFT, SHIP)]
    assert bench.changes[-1][0] - lifted_ms <= 500
    assert bench.presence.resting == []


def test_removal_from_among_others_is_seen_within_half_a_second() -> None:
    bench = Bench()
    bench.feed((CLEAR, [SHIP, BOOTH]), 1000)
    lifted_ms = bench.now_ms - POLL_MS
    assert bench.feed((CLEAR, [BOOTH]), 1000) == [(LEFT, SHIP)]
    assert bench.changes[-1][0] - lifted_ms <= 500


@pytest.mark.parametrize("poll", [MUDDLE, (CROWDED, []), NO_READER], ids=["garbled", "crowded", "deaf"])
def test_poll_that_is_not_clean_never_lifts_a_tag(poll: Poll) -> None:
    bench = rested()
    assert LEFT not in [kind for kind, _ in bench.feed(poll, 60_000)]
    assert bench.presence.resting == [SHIP]


def test_garbled_poll_among_silent_ones_starts_the_absence_again() -> None:
    bench = rested()
    for _ in range(100):
        assert bench.feed(NOBODY, 300) + bench.feed(MUDDLE, POLL_MS) == []


def test_deaf_chip_lets_no_tag_settle() -> None:
    bench = Bench()
    assert bench.feed(HERE, 200) + bench.feed(NO_READER, 2000) + bench.feed(HERE, 300) == []
    assert bench.feed(HERE, 100) == [(RESTED, SHIP)]


def test_long_gap_between_polls_lifts_nothing() -> None:
    bench = rested()
    bench.feed(NOBODY, POLL_MS)
    bench.now_ms += 60_000
    assert bench.feed(NOBODY, POLL_MS) == []
    assert bench.feed(HERE, POLL_MS) == []


def test_tag_that_is_missed_for_a_moment_settles_all_the_same() -> None:
    bench = Bench()
    assert bench.feed(HERE, 150) + bench.feed(NOBODY, 100) + bench.feed(HERE, 150) == [(RESTED, SHIP)]


def test_tags_that_can_never_be_read_are_a_crowd_after_a_while() -> None:
    bench = rested()
    assert bench.feed(MUDDLE, GARBLED_MS) == []
    assert bench.feed(MUDDLE, 400) == [(CROWD, b"")]
    assert bench.feed(MUDDLE, 60_000) == [], "it is said once"
    assert bench.presence.resting == [SHIP], "nobody has left"
    assert bench.feed(HERE, 1000) == [(NO_CROWD, b"")]


def test_poll_that_is_read_now_and_then_makes_no_crowd() -> None:
    bench = rested()
    for _ in range(20):
        assert bench.feed(MUDDLE, GARBLED_MS - 100) == []
        assert bench.feed(HERE, 50) == []
    for _ in range(3):
        assert bench.feed(MUDDLE, GARBLED_MS - 100) == []
        assert bench.feed(NO_READER, 50) == [], "a deaf chip says nothing of tags"


def test_crowd_that_turns_into_a_muddle_is_still_one() -> None:
    bench = Bench()
    assert bench.feed((CROWDED, []), 1000) == [(CROWD, b"")]
    assert bench.feed(MUDDLE, 1000) == []
    assert bench.feed(NOBODY, 1000) == [(NO_CROWD, b"")]


def test_crowd_is_said_once_when_it_lasts_and_once_when_it_is_over() -> None:
    bench = Bench()
    assert bench.feed((CROWDED, []), 250) + bench.feed(HERE, 250) == []
    assert bench.feed((CROWDED, []), 2000) == [(CROWD, b"")]
    assert bench.feed((CLEAR, []), 2000) == [(NO_CROWD, b"")]


BOTH: Poll = (CLEAR, [SHIP, BOOTH])
BOOTH_ALONE: Poll = (CLEAR, [BOOTH])


def test_tag_that_is_missed_just_when_another_comes_is_hidden_and_has_not_left() -> None:
    bench = rested()
    assert bench.feed(BOOTH_ALONE, 60_000) == [(RESTED, BOOTH)]
    assert bench.presence.resting == [BOOTH, SHIP]
    assert bench.feed(BOTH, 5000) == []


def test_hidden_tag_that_does_not_come_back_has_left_after_the_other_one() -> None:
    bench = rested()
    bench.feed(BOOTH_ALONE, 5000)
    assert bench.feed(NOBODY, 2000) == [(LEFT, BOOTH), (LEFT, SHIP)]


def test_hidden_tag_that_is_seen_elsewhere_leaves_with_the_next_clean_poll() -> None:
    bench = rested()
    bench.feed(BOOTH_ALONE, 5000)
    bench.presence.seen_elsewhere(bench.now_ms, SHIP)
    assert bench.feed(MUDDLE, POLL_MS) == []
    bench.presence.seen_elsewhere(bench.now_ms, BOOTH)
    bench.presence.seen_elsewhere(bench.now_ms, b"nobody")
    assert bench.feed(BOOTH_ALONE, 1000) == [(LEFT, SHIP)]


def test_reader_in_a_hand_hides_nobody() -> None:
    bench = Bench(Presence(hides=False))
    bench.feed(HERE, 1000)
    assert bench.feed(BOOTH_ALONE, 1000) == [(RESTED, BOOTH), (LEFT, SHIP)]


def test_tag_lifted_some_time_after_another_came_leaves() -> None:
    bench = rested()
    assert bench.feed(BOTH, 1000) == [(RESTED, BOOTH)]
    assert bench.feed(BOOTH_ALONE, 1000) == [(LEFT, SHIP)]


def test_tag_swapped_for_another_leaves_if_there_was_a_gap() -> None:
    bench = rested()
    assert bench.feed(NOBODY, POLL_MS) == []
    assert bench.feed(BOOTH_ALONE, 1000) == [(RESTED, BOOTH), (LEFT, SHIP)]


def test_ticks_that_wrap_are_no_different() -> None:
    wrap = 1 << 12

    def minus(later: int, earlier: int) -> int:
        return (later - earlier + wrap // 2) % wrap - wrap // 2

    presence = Presence(minus=minus)
    kinds = []
    for now_ms in range(wrap - 400, wrap + 1600, POLL_MS):
        poll = HERE if now_ms < wrap + 400 else NOBODY
        kinds += [kind for kind, _ in presence.step(now_ms % wrap, *poll)]
    assert kinds == [RESTED, LEFT]


@pytest.mark.slow
def test_twenty_dropouts_in_ten_minutes_lift_nothing_in_ten_hours() -> None:
    random = Random(20)
    bench = rested()
    polls = 10 * 3600 * 1000 // POLL_MS
    odds = 20 / (600 * 1000 / POLL_MS)  # of a dropout to begin at one poll
    dropouts = silent_left = 0
    for _ in range(polls):
        if silent_left:
            silent_left -= 1
            bench.feed(NOBODY, POLL_MS)
            continue
        if random.random() < odds:
            dropouts += 1
            silent_left = random.randint(1, 6)  # up to 300 ms of clean silence, and a read before the next
        bench.feed(MUDDLE if random.random() < 0.02 else HERE, POLL_MS)
    assert dropouts > 1000
    assert bench.changes[1:] == []
    assert bench.feed(NOBODY, 500) == [(LEFT, SHIP)]
