"""A hand at the simulated table does what it is asked to."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from companion.running.devices import configured_kit, simulated_devices, simulated_table
from companion.simulator.hand import Fumble, Hand
from hardware.ports import ButtonHeld, ButtonPressed, ButtonReleased, Event, HealthChanged, TagLeft, TagRested
from tests.kit.companion import PIECES, TAGS
from tests.kit.lean import configured


class Seat:
    """A hand, and what the devices report."""

    def __init__(self, state: Path, kit: str) -> None:
        table = simulated_table(configured_kit(configured(state, kit=kit)))
        self.events: list[Event] = []
        self.hand = Hand(table, table.pass_time)
        self.hand.take(PIECES)
        for device in simulated_devices(table):
            device.open(self.events.append)
        self.events.clear()

    def after(self, line: str) -> list[tuple[type[Event], str, str]]:
        """Do a line; return what was reported: kind, source and piece."""
        self.events.clear()
        self.hand.do(line)
        return [(type(event), event.source, PIECES.get(getattr(event, "uid", ""), "")) for event in self.events]


@pytest.fixture
def board(tmp_path: Path) -> Seat:
    return Seat(tmp_path, "board")


@pytest.mark.parametrize("line", ["ok", "press ok", "  OK "])
def test_button_is_pressed_and_released(board: Seat, line: str) -> None:
    assert board.after(line) == [(ButtonPressed, "ok", ""), (ButtonReleased, "ok", "")]


def test_button_is_held(board: Seat) -> None:
    assert board.after("hold end") == [(ButtonPressed, "end", ""), (ButtonHeld, "end", ""), (ButtonReleased, "end", "")]


@pytest.mark.parametrize(
    ("line", "place", "piece"),
    [
        ("put ship riga", "city.riga", "ship"),
        ("put ship city.riga", "city.riga", "ship"),
        ("put ship", "pad", "ship"),
        ("put gray riga", "city.riga", "booth.gray.01"),
        ("put booth gray riga", "city.riga", "booth.gray.01"),
        ("put booth.gray.07 pad", "pad", "booth.gray.07"),
        ("put orange2", "pad", "marker.orange2.1"),
        ("put marker orange2 danzig", "city.danzig", "marker.orange2.1"),
        ("put booth white", "pad", "booth.white.01"),
    ],
)
def test_piece_comes_to_rest_where_it_is_put(board: Seat, line: str, place: str, piece: str) -> None:
    assert board.after(line) == [(TagRested, place, piece)]
    assert board.hand.lying == {piece: place}


def test_next_of_a_kind_is_taken_and_the_last_is_lifted(board: Seat) -> None:
    board.hand.do("put gray riga")
    assert board.after("put gray danzig") == [(TagRested, "city.danzig", "booth.gray.02")]
    assert board.after("lift gray") == [(TagLeft, "city.danzig", "booth.gray.02")]
    assert board.after("lift booth.gray.01") == [(TagLeft, "city.riga", "booth.gray.01")]
    assert board.hand.lying == {}


def test_tapped_piece_comes_and_goes(board: Seat) -> None:
    assert board.after("tap ship") == [(TagRested, "pad", "ship"), (TagLeft, "pad", "ship")]


def test_next_marker_tapped_is_another_one_of_its_kind(board: Seat) -> None:
    tapped = [board.after("tap orange2")[0][2] for _ in range(3)]
    assert all(first != second for first, second in pairwise(tapped))


def test_piece_that_is_put_elsewhere_leaves_where_it_was(board: Seat) -> None:
    board.hand.do("put ship riga")
    assert set(board.after("put ship danzig")) == {(TagRested, "city.danzig", "ship"), (TagLeft, "city.riga", "ship")}


def test_devices_break_and_are_mended(board: Seat) -> None:
    assert board.after("break riga") == [(HealthChanged, "city.riga", "")]
    assert board.after("mend riga") == [(HealthChanged, "city.riga", "")]
    assert board.after("break screen") == [(HealthChanged, "screen", "")]
    assert board.after("mend screen") == [(HealthChanged, "screen", "")]


def test_time_passes(tmp_path: Path) -> None:
    table = simulated_table(configured_kit(configured(tmp_path)))
    passed: list[float] = []
    Hand(table, passed.append).do("wait 2.5")
    assert passed == [2.5]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("sing", "'sing': not understood; `help` lists what can be said"),
        ("put", "'put': not understood"),
        ("hold nose", "there is no button 'nose'; there are up, down, ok, back, end"),
        ("put ship paris", "there is no reader 'paris'; there are pad, city.tonsberg"),
        ("put boat riga", "there is no piece 'boat'; there are ship, gray, yellow, purple, white, "),
        ("lift ship", "there is no 'ship' on the table"),
        ("wait long", "wait 'long': expected seconds"),
        ("wait 4000", "expected seconds, from 0 to 3600"),
        ("wait nan", "expected seconds"),
        ("break window", "there is no reader 'window'"),
    ],
)
def test_what_cannot_be_done_is_told(board: Seat, line: str, said: str) -> None:
    with pytest.raises(Fumble) as told:
        board.hand.do(line)
    assert said in str(told.value)


def test_kinds_of_pieces_are_named_as_far_as_a_line_goes(board: Seat) -> None:
    """There are a ship, four colours of booths, and eighteen kinds of markers."""
    with pytest.raises(Fumble, match=r"blue1, blue2, blue3 and 15 more$"):
        board.hand.do("put boat riga")
    board.hand.take({"04AA": "ship", "04BB": "booth.gray.01"})
    with pytest.raises(Fumble, match=r"there are ship, gray$"):
        board.hand.do("put boat riga")


def test_all_of_a_kind_may_be_on_the_table(board: Seat) -> None:
    for _ in range(4):
        board.hand.do("put orange1 riga")
    with pytest.raises(Fumble, match="all 4 pieces 'orange1' are on the table"):
        board.hand.do("put orange1 riga")


def test_city_has_no_reader_in_the_tap_kit(tmp_path: Path) -> None:
    with pytest.raises(Fumble, match="there is no reader 'riga'; there are pad"):
        Seat(tmp_path, "tap").hand.do("put ship riga")


def test_nothing_is_done_for_an_empty_line(board: Seat) -> None:
    assert board.after("   ") == []
    assert TAGS["ship"] in PIECES
