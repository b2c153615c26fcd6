"""What happens at a table, however deep it is simulated, and whichever way stacks behave."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from hardware.ports import (
    ButtonHeld,
    ButtonPressed,
    ButtonReleased,
    Colour,
    Crowded,
    Event,
    Frame,
    Health,
    HealthChanged,
    Light,
    Pattern,
    Recounting,
    Resting,
    TagLeft,
    TagRested,
)
from hardware.simulated.field import Stacking
from hardware.simulated.silicon_table import SiliconTable
from hardware.simulated.soft_table import SoftTable
from tests.hardware.tables import BOOTHS, BUTTONS, CARD, KINDS, LAMPS, READERS, SHIP, Opened, laid, ports


@pytest.fixture(params=[pytest.param(kind, marks=[pytest.mark.silicon] * kind.startswith("silicon")) for kind in KINDS])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def opened(kind: str) -> Iterator[Opened]:
    with laid(kind) as table:
        yield Opened(table)


def tags(events: list[Event]) -> list[tuple[type, str, str]]:
    """Return who came and went where, without the times."""
    return [(type(e), e.source, e.uid) for e in events if isinstance(e, TagRested | TagLeft)]


def presses(events: list[Event]) -> list[tuple[type, str]]:
    return [(type(e), e.source) for e in events if isinstance(e, ButtonPressed | ButtonHeld | ButtonReleased)]


def health(events: list[Event], source: str) -> list[Health]:
    return [e.health for e in events if isinstance(e, HealthChanged) and e.source == source]


# --- readers ---


@pytest.mark.parametrize("uid", [SHIP, CARD, "04a1b2c3d4e5f60718aa"])
def test_piece_rests_where_it_is_put_and_leaves_when_lifted(opened: Opened, uid: str) -> None:
    opened.table.put(uid, "city.riga")
    assert tags(opened.after(1.0)) == [(TagRested, "city.riga", uid)]
    assert tags(opened.after(30.0)) == []
    opened.table.lift(uid)
    assert tags(opened.after(0.5)) == [(TagLeft, "city.riga", uid)]


def test_piece_moved_to_another_reader_leaves_one_and_rests_on_the_other(opened: Opened) -> None:
    opened.table.put(SHIP, "city.riga")
    opened.after(1.0)
    opened.table.put(SHIP, "city.danzig")
    assert set(tags(opened.after(1.0))) == {
        (TagLeft, "city.riga", SHIP),
        (TagRested, "city.danzig", SHIP),
    }


def test_readers_that_are_asked_tell_all_that_they_see(opened: Opened) -> None:
    opened.table.put(SHIP, "city.riga")
    opened.table.put(CARD, "pad")
    opened.after(1.0)
    readers = opened.table.readers
    assert isinstance(readers, Recounting)
    readers.recount()
    told = {event.source: event for event in opened.after(1.0) if isinstance(event, Resting)}
    assert {source: set(event.uids) for source, event in told.items()} == {
        reader: {"city.riga": {SHIP}, "pad": {CARD}}.get(reader, set()) for reader in READERS
    }
    assert not any(event.crowded for event in told.values())
    assert not any(isinstance(event, Resting) for event in opened.after(5.0))  # once


def test_piece_sliding_across_does_not_rest(opened: Opened) -> None:
    for reader in READERS:
        opened.table.put(SHIP, reader)
        assert tags(opened.after(0.15)) == []
    opened.table.lift(SHIP)
    assert tags(opened.after(2.0)) == []


def test_nine_pieces_side_by_side_come_and_go_each_on_its_own(opened: Opened) -> None:
    for uid in BOOTHS:
        opened.table.put(uid, "pad")
    assert set(tags(opened.after(2.0))) == {(TagRested, "pad", uid) for uid in BOOTHS}
    for uid in BOOTHS:
        opened.table.lift(uid)
        assert tags(opened.after(1.0)) == [(TagLeft, "pad", uid)]


def test_stacked_pieces_silence_each_other(opened: Opened, kind: str) -> None:
    low, middle, high = BOOTHS[:3]
    opened.table.put(low, "pad")
    opened.after(1.0)
    opened.table.put(middle, "pad", on=low)
    opened.table.put(high, "pad", on=middle)
    gone = [(TagLeft, "pad", low)] if kind.endswith(Stacking.NONE) else []
    assert tags(opened.after(1.0)) == gone
    opened.table.lift(middle)
    # What lies 4 mm above the lowest does not hurt any more.
    came = {(TagRested, "pad", high)} | ({(TagRested, "pad", low)} if gone else set())
    assert set(tags(opened.after(1.0))) == came


def test_flapping_piece_neither_leaves_nor_rests_twice(opened: Opened) -> None:
    opened.table.put(SHIP, "pad")
    opened.after(1.0)
    opened.table.field("pad").flap(bytes.fromhex(SHIP), odds=0.7)
    assert tags(opened.after(120.0)) == []


def test_noise_does_not_lift_a_piece(opened: Opened) -> None:
    opened.table.put(SHIP, "pad")
    opened.after(1.0)
    opened.table.field("pad").noise = 1.0
    assert tags(opened.after(20.0)) == []


def test_piece_put_down_in_noise_does_not_rest_before_it_is_over(opened: Opened) -> None:
    opened.table.field("pad").noise = 1.0
    opened.table.put(SHIP, "pad")
    assert tags(opened.after(5.0)) == []
    opened.table.field("pad").noise = 0.0
    assert tags(opened.after(1.0)) == [(TagRested, "pad", SHIP)]


def test_neighbours_piece_is_not_heard_at_the_usual_gain(opened: Opened) -> None:
    opened.table.field("pad").put_faintly(bytes.fromhex(SHIP))
    assert tags(opened.after(20.0)) == []


def test_crowd_is_said_and_taken_back(opened: Opened) -> None:
    field = opened.table.field("pad")
    field.jammed = True
    assert [(e.source, e.crowded) for e in opened.after(2.0) if isinstance(e, Crowded)] == [("pad", True)]
    field.jammed = False
    assert [(e.source, e.crowded) for e in opened.after(2.0) if isinstance(e, Crowded)] == [("pad", False)]


def test_broken_reader_is_degraded_lifts_nothing_and_recovers_by_itself(opened: Opened) -> None:
    opened.table.put(SHIP, "pad")
    opened.after(1.0)
    opened.table.deafen("pad")
    events = opened.after(20.0)
    assert health(events, "pad") == [Health.DEGRADED]
    assert all(e.reason and e.remedy for e in events if isinstance(e, HealthChanged))
    assert tags(events) == []
    assert opened.table.readers.health["city.riga"] is Health.GOOD
    opened.table.mend("pad")
    events = opened.after(40.0)
    assert health(events, "pad") == [Health.GOOD]
    assert tags(events) == []
    opened.table.lift(SHIP)
    assert tags(opened.after(0.6)) == [(TagLeft, "pad", SHIP)]


def test_unknown_reader_is_named(opened: Opened) -> None:
    with pytest.raises(ValueError, match=r"no reader 'moon'; there are pad, city\.danzig, city\.riga"):
        opened.table.put(SHIP, "moon")


# --- buttons ---


def test_tapped_button_is_pressed_and_released_once(opened: Opened) -> None:
    for name in BUTTONS:
        first = len(opened.events)
        opened.table.press(name)
        opened.table.release(name)
        assert presses(opened.events[first:]) == [(ButtonPressed, name), (ButtonReleased, name)]


def test_held_button_is_held_once_between_pressed_and_released(opened: Opened) -> None:
    first = len(opened.events)
    opened.table.hold("end")
    opened.after(5.0)
    opened.table.release("end")
    assert presses(opened.events[first:]) == [
        (ButtonPressed, "end"),
        (ButtonHeld, "end"),
        (ButtonReleased, "end"),
    ]


def test_button_kept_down_is_held_after_its_time(opened: Opened) -> None:
    opened.table.press("back")
    assert presses(opened.after(0.8)) == []
    assert presses(opened.after(0.4)) == [(ButtonHeld, "back")]


def test_stuck_button_is_degraded_until_it_comes_up(opened: Opened) -> None:
    opened.table.stick("ok")
    opened.table.release("ok")
    assert health(opened.after(40.0), "button.ok") == [Health.DEGRADED]
    first = len(opened.events)
    opened.table.free("ok")
    opened.after(0.1)
    assert health(opened.events[first:], "button.ok") == [Health.GOOD]


# --- lamps ---


def test_scene_is_shown_whole(opened: Opened) -> None:
    lamps = opened.table.lamps
    lamps.show({LAMPS[0]: Light(Pattern.ON), LAMPS[1]: Light(Pattern.ON), "moon": Light(Pattern.ON)})
    assert [name for name in LAMPS if opened.table.is_lit(name)] == list(LAMPS[:2])
    lamps.show({LAMPS[1]: Light(Pattern.ON), LAMPS[2]: Light(Pattern.ON, Colour(0, 0, 0))})
    assert [name for name in LAMPS if opened.table.is_lit(name)] == [LAMPS[1]]


@pytest.mark.parametrize(
    ("pattern", "turns"),
    [
        (Pattern.OFF, 0),
        (Pattern.ON, 0),
        (Pattern.BLINK, 8),
        (Pattern.BREATHE, 4),
        (Pattern.ALARM, 64),
        (Pattern.FLICKER, 1),
    ],
)
def test_pattern_turns_a_lamp_so_often_in_four_seconds(opened: Opened, pattern: Pattern, turns: int) -> None:
    opened.table.lamps.show({LAMPS[0]: Light(pattern)})
    seen = [opened.table.is_lit(LAMPS[0])]
    for _ in range(400):
        opened.table.pass_time(0.01)
        seen.append(opened.table.is_lit(LAMPS[0]))
    counted = sum(before != after for before, after in pairwise(seen))
    assert abs(counted - turns) <= (1 if turns > 1 else 0)


def test_flicker_shown_again_does_not_start_again(opened: Opened) -> None:
    flicker = {LAMPS[0]: Light(Pattern.FLICKER)}
    opened.table.lamps.show(flicker)
    assert opened.table.is_lit(LAMPS[0])
    opened.after(0.3)
    opened.table.lamps.show(flicker)
    assert not opened.table.is_lit(LAMPS[0])
    opened.table.lamps.show({})
    opened.table.lamps.show(flicker)
    assert opened.table.is_lit(LAMPS[0])


# --- screen ---


def drawing(seed: int) -> Frame:
    return Frame(128, 64, Random(seed).randbytes(1024))


def test_screen_shows_each_frame_to_the_pixel(opened: Opened) -> None:
    for seed in range(5):
        opened.table.screen.show(drawing(seed))
        assert opened.table.frame() == drawing(seed)


def test_unplugged_screen_is_degraded_and_drawn_anew_when_it_is_back(opened: Opened) -> None:
    opened.table.screen.show(drawing(1))
    opened.after(1.0)
    opened.events.clear()
    opened.table.unplug_screen()
    opened.after(10.0)
    assert health(opened.events, "screen") == [Health.DEGRADED]
    opened.table.screen.show(drawing(2))
    opened.after(10.0)
    opened.table.plug_screen()
    opened.after(40.0)
    assert health(opened.events, "screen") == [Health.DEGRADED, Health.GOOD]
    assert opened.table.frame() == drawing(2)


# --- the whole table ---


def test_closed_table_says_nothing_and_is_dark(opened: Opened) -> None:
    opened.table.lamps.show({LAMPS[0]: Light(Pattern.ON)})
    opened.table.screen.show(drawing(1))
    opened.after(0.1)
    for port in ports(opened.table):
        port.close()
    heard = len(opened.events)
    opened.table.put(SHIP, "pad")
    opened.table.press("ok")
    opened.table.release("ok")
    opened.after(2.0)
    assert opened.events[heard:] == []
    assert not opened.table.is_lit(LAMPS[0])
    assert opened.table.frame() == Frame.blank()


def test_kit_of_three_readers_and_forty_lamps_works() -> None:
    names = tuple(f"lamp.{number}" for number in range(40))
    opened = Opened(SoftTable(readers=READERS, buttons=(), lamps=names))
    opened.table.lamps.show(dict.fromkeys(names[::2], Light(Pattern.ON)))
    assert tuple(name for name in names if opened.table.is_lit(name)) == names[::2]
    for reader, uid in zip(READERS, BOOTHS, strict=False):
        opened.table.put(uid, reader)
    came = tags(opened.after(1.0))
    assert came == [(TagRested, reader, uid) for reader, uid in zip(READERS, BOOTHS, strict=False)]


def test_more_lamps_than_a_pi_has_pins_are_refused() -> None:
    with pytest.raises(ValueError, match="19 pins for buttons and lamps, not 40"):
        SiliconTable(readers=READERS, buttons=(), lamps=[f"lamp.{number}" for number in range(40)])
