"""The wand of the chart kit: one reader and one light, its firmware in a real MicroPython too; and other shapes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from firmware import VERSION, wire
from hardware.kit.connections import NO_STRIP, Handle
from hardware.pico.outgoing import configuration
from hardware.pico.session import SIGNAL_S
from hardware.ports import Colour, Health, Light, Pattern, Signal, Signalling, TagRested
from hardware.simulated.micropython_cpython import InProcessPico
from hardware.simulated.micropython_node import NodePico
from tests.kit.board import Maker, Rig, board_kit, kit_with_pico

SPOT = bytes.fromhex("04a1b2c3d4e5f6")
OTHER = bytes.fromhex("04a1b2c3d4e5f7")
WHITE = Colour(255, 255, 255)

makers = pytest.mark.parametrize(
    "maker",
    [
        pytest.param(InProcessPico, id="cpython"),
        pytest.param(NodePico, id="micropython", marks=[pytest.mark.micropython, pytest.mark.needs("node", "npm")]),
    ],
)


def wand(folder: Path, maker: Maker) -> Rig:
    return Rig(folder, maker, kit="chart")


def bell(folder: Path, maker: Maker) -> Rig:
    """A Pico with nothing but a buzzer."""
    rig = Rig(folder, maker, kit="chart")
    rig.pico_kit = replace(
        rig.pico_kit, name="bell", selects={}, gains_db={}, strip=NO_STRIP, handle=None, table_buzzer=7
    )
    rig.host = rig.new_host()
    return rig


def pitches(rig: Rig) -> list[int]:
    return [tone.hz for tone in rig.world.tones]


def answer(rig: Rig, meaning: Signal) -> None:
    rig.host.readers.signal("pad", meaning)


def beyond(rig: Rig) -> list[tuple[str, ...]]:
    """What was heard beyond each spot that was touched."""
    return [event.beyond for event in rig.events if isinstance(event, TagRested)]


def touch(rig: Rig, uid: bytes = SPOT) -> None:
    """Hold the wand over a spot until it is heard, and lift it until it could be heard again."""
    spot, told = rig.world.fields["pad"], len(rig.tag_events())
    spot.put(uid)
    rig.run_until(lambda: len(rig.tag_events()) == told + 1)
    spot.lift(uid)
    rig.run_until(lambda: len(rig.tag_events()) == told + 2)


@makers
def test_touch_is_heard_soon_and_the_same_spot_counts_again_after_it_was_unread(tmp_path: Path, maker: Maker) -> None:
    with wand(tmp_path, maker) as rig:
        rig.go_live()
        spot = rig.world.fields["pad"]
        spot.put(SPOT)
        took_s = rig.run_until(lambda: bool(rig.tag_events()))
        assert 0.06 <= took_s <= 0.12
        spot.lift(SPOT)
        rig.run_until(lambda: len(rig.tag_events()) == 2)
        spot.put(SPOT)
        rig.run_until(lambda: len(rig.tag_events()) == 3)
        uid = SPOT.hex()
        assert rig.tag_events() == [("rested", "pad", uid), ("left", "pad", uid), ("rested", "pad", uid)]


@makers
def test_wand_that_is_unplugged_and_plugged_in_again_goes_on(tmp_path: Path, maker: Maker) -> None:
    with wand(tmp_path, maker) as rig:
        rig.go_live()
        rig.line.unplug()
        rig.run_until(lambda: rig.health_events("wand")[-1].health is Health.DEGRADED)
        rig.line.plug()
        rig.run_until(rig.is_live)
        assert rig.health_events("wand")[-1].health is Health.GOOD
        rig.world.fields["pad"].put(SPOT)
        rig.run_until(lambda: bool(rig.tag_events()))


@makers
def test_light_in_the_handle_shines(tmp_path: Path, maker: Maker) -> None:
    with wand(tmp_path, maker) as rig:
        rig.go_live()
        rig.host.show({"pad": Light(Pattern.ON, WHITE)})
        rig.run_until(lambda: any(rig.colour("pad")), within_s=2)


@makers
def test_each_meaning_is_told_by_tone_and_light_once(tmp_path: Path, maker: Maker) -> None:
    with wand(tmp_path, maker) as rig:
        rig.go_live()
        assert isinstance(rig.host.readers, Signalling)
        assert rig.world.tones == []
        for meaning, sounds, colour in (
            (Signal.HEARD, [2000, 0], (1, 1, 1)),
            (Signal.ACCEPTED, [2700, 0], (0, 1, 1)),
            (Signal.REFUSED, [400, 0], (1, 1, 0)),
            (Signal.CALLED, [1600, 0, 2000, 0, 2500, 0], (1, 1, 1)),
            (Signal.PROPOSED, [2000, 0, 2000, 0], (1, 1, 0)),
        ):
            told = len(rig.world.tones)
            answer(rig, meaning)
            rig.run_until(lambda: any(rig.colour("pad")), within_s=1)
            assert tuple(level > 0 for level in rig.colour("pad")) == tuple(map(bool, colour))
            rig.run_until(lambda told=told, sounds=sounds: pitches(rig)[told:] == sounds, within_s=1)  # type: ignore[misc]
            rig.run(1.2 if meaning is not Signal.CALLED else 3.2)
            assert pitches(rig)[told:] == sounds
        assert {tone.pin for tone in rig.world.tones} == {7}
        assert any(rig.colour("pad")), "what is proposed waits"
        answer(rig, Signal.CALM)
        rig.run_until(lambda: not any(rig.colour("pad")), within_s=1)


@makers
def test_of_two_spots_the_nearest_is_told_and_both_where_they_cannot_be_parted(tmp_path: Path, maker: Maker) -> None:
    with wand(tmp_path, maker) as rig:
        rig.go_live()
        field = rig.world.fields["pad"]
        field.put_beside(SPOT, drive=9)
        field.put_beside(OTHER, drive=14)
        rig.run(0.6)
        assert rig.tag_events() == [("rested", "pad", SPOT.hex())]
        assert beyond(rig) == [(OTHER.hex(),)]
        field.clear()
        rig.run_until(lambda: len(rig.tag_events()) == 2)
        field.put_beside(SPOT, drive=9)
        field.put_beside(OTHER, drive=9)
        rig.run(0.6)
        assert sorted(rig.tag_events()[2:]) == [("rested", "pad", SPOT.hex()), ("rested", "pad", OTHER.hex())]
        assert beyond(rig)[1:] == [(), ()]


@makers
def test_spot_beyond_the_nearest_counts_by_itself_when_the_wand_moves_on_to_it(tmp_path: Path, maker: Maker) -> None:
    with wand(tmp_path, maker) as rig:
        rig.go_live()
        field = rig.world.fields["pad"]
        field.put_beside(SPOT, drive=9)
        field.put_beside(OTHER, drive=14)
        rig.run_until(lambda: len(rig.tag_events()) == 1)
        field.lift(SPOT)
        took_s = rig.run_until(lambda: len(rig.tag_events()) == 2)
        assert took_s >= 0.06
        rig.run_until(lambda: len(rig.tag_events()) == 3)
        assert rig.tag_events()[1:] == [("rested", "pad", OTHER.hex()), ("left", "pad", SPOT.hex())]
        assert beyond(rig) == [(OTHER.hex(),), ()]


@makers
def test_call_sounds_in_the_hand_and_at_a_pico_with_nothing_but_a_buzzer(tmp_path: Path, maker: Maker) -> None:
    for name, made in (("wand", wand), ("bell", bell)):
        (tmp_path / name).mkdir()
        with made(tmp_path / name, maker) as rig:
            rig.go_live()
            assert rig.host.readers.health[name] is Health.GOOD
            assert rig.host.can_sound
            rig.host.readers.call()
            rig.run_until(lambda rig=rig: pitches(rig) == [1600, 0, 2000, 0, 2500, 0], within_s=2)  # type: ignore[misc]
            assert {tone.pin for tone in rig.world.tones} == {7}


def test_buzzer_in_nobodys_hand_says_nothing_of_touches(tmp_path: Path) -> None:
    with bell(tmp_path, InProcessPico) as rig:
        rig.go_live()
        answer(rig, Signal.REFUSED)
        rig.run(0.5)
        assert rig.world.tones == []


def test_buzzer_next_to_readers_and_lamps_calls_and_leaves_them_alone(tmp_path: Path) -> None:
    rig = Rig(tmp_path, InProcessPico)
    rig.pico_kit = replace(rig.pico_kit, table_buzzer=20)
    rig.host = rig.new_host()
    with rig:
        rig.go_live()
        rig.host.readers.call()
        rig.host.show({"end": Light(Pattern.ON, WHITE)})
        rig.run_until(lambda: any(rig.colour("end")), within_s=2)
        rig.run_until(lambda: pitches(rig) == [1600, 0, 2000, 0, 2500, 0], within_s=2)
        rig.world.fields[rig.host.readers.names[0]].put(SPOT)
        rig.run_until(lambda: bool(rig.tag_events()))


def test_pico_that_has_neither_handle_nor_buzzer_is_not_asked_to_call(tmp_path: Path) -> None:
    with Rig(tmp_path, InProcessPico) as rig:
        rig.go_live()
        rig.host.readers.call()
        rig.run(1.0)
        assert rig.is_live()
        assert not rig.host.can_sound


@makers
def test_lamps_of_the_chart_may_go_on_from_the_light_in_the_handle(tmp_path: Path, maker: Maker) -> None:
    rig = wand(tmp_path, maker)
    strip = replace(rig.pico_kit.strip, lamps=("pad", *(f"led.{number}" for number in range(2, 68))), cap_ma=600)
    rig.pico_kit = replace(rig.pico_kit, strip=strip)
    rig.host = rig.new_host()
    with rig:
        rig.go_live()
        rig.host.show({"led.67": Light(Pattern.ON, WHITE)})
        rig.run_until(lambda: any(rig.colour("led.67")), within_s=2)
        answer(rig, Signal.ACCEPTED)
        rig.run_until(lambda: any(rig.colour("pad")), within_s=1)
        assert any(rig.colour("led.67")), "only its own lamp answers the hand"
        assert not any(rig.colour("led.2"))


def test_answer_from_before_the_plug_was_pulled_is_not_given_afterwards(tmp_path: Path) -> None:
    with wand(tmp_path, InProcessPico) as rig:
        rig.go_live()
        rig.line.unplug()
        answer(rig, Signal.REFUSED)
        rig.run_until(lambda: rig.health_events("wand")[-1].health is Health.DEGRADED)
        answer(rig, Signal.REFUSED)
        rig.line.plug()
        rig.run_until(rig.is_live)
        rig.run(1.0)
        assert rig.world.tones == []
        answer(rig, Signal.ACCEPTED)
        rig.run_until(lambda: bool(rig.world.tones), within_s=1)


def test_answer_that_could_not_be_sent_in_time_is_not_sent(tmp_path: Path) -> None:
    with wand(tmp_path, InProcessPico) as rig:
        rig.go_live()
        rig.line.fault_to_host = lambda _: b""  # no acknowledgement comes, so that nothing else may be sent
        rig.host.show({"pad": Light(Pattern.ON, WHITE)})
        rig.run(0.05)
        answer(rig, Signal.REFUSED)
        rig.run(SIGNAL_S)
        rig.line.fault_to_host = lambda data: data
        rig.run(2.0)
        assert rig.is_live()
        assert rig.world.tones == []


def test_only_the_reader_that_is_meant_answers(tmp_path: Path) -> None:
    with wand(tmp_path, InProcessPico) as rig:
        rig.go_live()
        rig.host.readers.signal("another", Signal.REFUSED)
        rig.run(0.5)
        assert rig.world.tones == []


def test_handle_without_buzzer_shines_and_one_without_light_sounds(tmp_path: Path) -> None:
    for folder, handle in (("light", Handle(None, "pad")), ("buzzer", Handle(7, None))):
        (tmp_path / folder).mkdir()
        rig = wand(tmp_path / folder, InProcessPico)
        rig.pico_kit = replace(rig.pico_kit, handle=handle)
        rig.host = rig.new_host()
        with rig:
            rig.go_live()
            answer(rig, Signal.ACCEPTED)
            rig.run(0.1)
            assert any(rig.colour("pad")) is (handle.light is not None)
            assert bool(rig.world.tones) is (handle.buzzer is not None)


def test_handle_that_is_configured_away_is_silent_and_leaves_the_lamp_to_the_scene(tmp_path: Path) -> None:
    with wand(tmp_path, InProcessPico) as rig:
        rig.go_live()
        answer(rig, Signal.REFUSED)
        rig.run(0.1)
        assert pitches(rig) == [400]
        rig.host.readers.close()
        rig.host.lamps.close()
        rig.pico_kit = replace(rig.pico_kit, handle=None)
        rig.host = rig.new_host()
        rig.host.readers.open(rig.events.append)
        rig.go_live()
        assert pitches(rig) == [400, 0]
        answer(rig, Signal.REFUSED)
        rig.run(1.0)
        assert pitches(rig) == [400, 0]
        assert rig.is_live(), "a Pico without a handle is not asked for one"


def test_restart_in_the_middle_of_a_tone_ends_it(tmp_path: Path) -> None:
    with wand(tmp_path, InProcessPico) as rig:
        rig.go_live()
        answer(rig, Signal.REFUSED)
        rig.run(0.1)
        rig.pico.power_on()
        assert pitches(rig) == [400, 0]


@pytest.mark.micropython
@pytest.mark.needs("node", "npm")
def test_older_firmware_reads_without_an_answer_and_is_known_to_be_older(tmp_path: Path) -> None:
    rig = wand(tmp_path, NodePico)
    loop = rig.flash / "firmware" / "loop.py"
    text = loop.read_text()
    # What firmware before version 6 says and knows.
    then = (
        text.replace(" maintenance handle call", " maintenance")
        .replace(", wire.HANDLE)", ")")
        .replace(", wire.SIGNAL)", ")")
    )
    assert len(then) == len(text) - 12 - 13 - 13
    loop.write_text(then)
    version = rig.flash / "firmware" / "__init__.py"
    version.write_text(version.read_text().replace(f"VERSION = {VERSION} ", "VERSION = 5 "))
    rig.pico.power_on()
    with rig:
        rig.go_live()
        answer(rig, Signal.ACCEPTED)
        touch(rig)
        assert rig.is_live()
        assert rig.world.tones == []
        assert rig.host.hello is not None
        assert rig.host.hello.outdated


def without_calls(rig: Rig) -> None:
    """Give the Pico firmware that says and knows what version 10 did."""
    for name, now, then in (
        ("loop.py", " handle call", " handle"),
        ("draft.py", "reader_index != messages.NONE and ", ""),
        ("handle.py", "    messages.CALLED: ((1600, 120), (0, 40), (2000, 120), (0, 40), (2500, 240)),\n", ""),
        ("handle.py", "    messages.CALLED: ((messages.BLINK, 64, 64, 255), 3000),\n", ""),
        ("__init__.py", f"VERSION = {VERSION} ", "VERSION = 10 "),
    ):
        file = rig.flash / "firmware" / name
        text = file.read_text()
        assert text.count(now) == 1
        file.write_text(text.replace(now, then))
    rig.pico.power_on()


@pytest.mark.micropython
@pytest.mark.needs("node", "npm")
def test_older_firmware_that_knows_no_call_says_accepted_instead(tmp_path: Path) -> None:
    rig = wand(tmp_path, NodePico)
    without_calls(rig)
    with rig:
        rig.go_live()
        rig.host.readers.call()
        rig.run_until(lambda: pitches(rig) == [2700, 0], within_s=1)
        touch(rig)
        assert rig.is_live()
        assert rig.host.hello is not None
        assert rig.host.hello.outdated


@pytest.mark.micropython
@pytest.mark.needs("node", "npm")
def test_older_firmware_on_a_pico_with_only_a_buzzer_is_silent_and_known_to_be_older(tmp_path: Path) -> None:
    rig = bell(tmp_path, NodePico)
    without_calls(rig)
    with rig:
        rig.go_live()
        rig.host.readers.call()
        rig.run(1.0)
        assert rig.is_live()
        assert rig.world.tones == []
        assert not rig.host.can_sound
        assert rig.host.hello is not None
        assert rig.host.hello.outdated


def test_spot_that_is_unread_for_a_moment_is_one_touch(tmp_path: Path) -> None:
    with wand(tmp_path, InProcessPico) as rig:
        rig.go_live()
        spot = rig.world.fields["pad"]
        spot.put(SPOT)
        rig.run_until(lambda: bool(rig.tag_events()))
        spot.lift(SPOT)
        rig.run(0.08)
        spot.put(SPOT)
        rig.run(0.5)
        assert len(rig.tag_events()) == 1


def test_pico_without_lamps_works(tmp_path: Path) -> None:
    rig = Rig(tmp_path, InProcessPico, kit="chart")
    rig.pico_kit = replace(rig.pico_kit, strip=NO_STRIP, handle=None)
    rig.host = rig.new_host()
    with rig:
        rig.go_live()
        rig.host.watch(["pad"])
        rig.world.fields["pad"].put(OTHER)
        rig.run_until(lambda: bool(rig.tag_events()))


def test_pico_without_readers_works(tmp_path: Path) -> None:
    rig = Rig(tmp_path, InProcessPico)
    rig.pico_kit = replace(rig.pico_kit, selects={}, gains_db={})
    rig.host = rig.new_host()
    with rig:
        rig.go_live()
        rig.host.show({"end": Light(Pattern.ON, WHITE)})
        rig.run_until(lambda: any(rig.colour("end")), within_s=2)


def test_only_what_is_there_is_configured() -> None:
    kit, pico = board_kit()
    chart, handheld = kit_with_pico("chart")
    lamps_only = replace(pico, selects={}, gains_db={})
    readers_only = replace(handheld, strip=NO_STRIP, handle=None)
    buzzer_only = replace(lamps_only, strip=NO_STRIP, table_buzzer=7)
    assert [kind for kind, _ in configuration(handheld, chart.times)] == [
        wire.BUS,
        wire.READER,
        wire.STRIP,
        wire.HANDLE,
        wire.COMMIT,
    ]
    assert [kind for kind, _ in configuration(lamps_only, kit.times)] == [wire.STRIP, wire.COMMIT]
    assert [kind for kind, _ in configuration(readers_only, chart.times)] == [wire.BUS, wire.READER, wire.COMMIT]
    assert [kind for kind, _ in configuration(buzzer_only, kit.times)] == [wire.HANDLE, wire.COMMIT]
    assert [kind for kind, _ in configuration(buzzer_only, kit.times, can_call=False)] == [wire.COMMIT]
