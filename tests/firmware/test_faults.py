"""What a line, a plug, a player and a broken chip can do; by CPython and by a real MicroPython."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware import wire
from firmware.loop import Firmware
from hardware.ports import Colour, Health, Light, Pattern
from hardware.simulated import micropython_modules
from hardware.simulated.micropython_cpython import InProcessPico
from tests.firmware.damage import bad_line
from tests.kit.board import MAKERS, Rig

SHIP = "04a1b2c3d4e5f6"
BOOTH = "0411223344aabb"


@pytest.fixture(params=["cpython", pytest.param("micropython", marks=pytest.mark.micropython)])
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rig]:
    with Rig(tmp_path, MAKERS[request.param]) as rig:
        yield rig


def put(rig: Rig, city: str, uid: str) -> None:
    rig.world.fields[city].put(bytes.fromhex(uid))


def lift(rig: Rig, city: str, uid: str) -> None:
    rig.world.fields[city].lift(bytes.fromhex(uid))


@pytest.mark.silicon
def test_bad_line_neither_invents_nor_loses_an_event(rig: Rig) -> None:
    rig.line.fault_to_host, rig.line.fault_to_device = bad_line(1), bad_line(2)
    rig.go_live()
    expected = []
    for number in range(4):
        city = list(rig.world.fields)[number]
        put(rig, city, SHIP)
        expected.append(("rested", city, SHIP))
        rig.run_until(lambda: rig.tag_events() == expected, within_s=60)
        lift(rig, city, SHIP)
        expected.append(("left", city, SHIP))
        rig.run_until(lambda: rig.tag_events() == expected, within_s=60)
    rig.line.fault_to_host = rig.line.fault_to_device = lambda data: data
    rig.run_until(rig.is_live, within_s=60)
    rig.run(3.0)
    assert rig.tag_events() == expected
    assert rig.host.quality.damaged > 0
    assert rig.host.quality.pico_damaged > 0
    assert rig.pico.starts == 1


def test_unplugged_line_ends_in_a_correct_snapshot(rig: Rig) -> None:
    rig.go_live()
    put(rig, "city.riga", BOOTH)
    put(rig, "city.danzig", SHIP)
    rig.run_until(lambda: len(rig.tag_events()) == 2)
    rig.line.unplug()
    rig.run(1.0)
    assert rig.host.health["pico"] is Health.DEGRADED
    assert rig.host.health["city.riga"] is Health.DEGRADED
    lift(rig, "city.danzig", SHIP)
    put(rig, "city.kalmar", SHIP)
    rig.line.plug()
    rig.come_back()
    rig.run(1.0)
    assert sorted(rig.tag_events()[2:]) == [("left", "city.danzig", SHIP), ("rested", "city.kalmar", SHIP)]
    assert rig.health_events("pico")[-1].health is Health.GOOD


@pytest.mark.silicon
def test_plug_pulled_at_any_moment_ends_in_a_correct_snapshot(rig: Rig) -> None:
    dice = random.Random(6)
    cities = list(rig.world.fields)
    lying: dict[str, str] = {}  # where each piece stands
    for _ in range(12):
        # The moment lies anywhere: in a hello, half-way through the configuration, in the middle of a game.
        rig.run(dice.choice((0.1, 1.0, 3.0)) * dice.random())
        rig.line.unplug()
        if dice.random() < 0.4:
            rig.pico.power_on()
        rig.run(dice.random())
        uid = dice.choice((SHIP, BOOTH))
        if uid in lying:
            lift(rig, lying.pop(uid), uid)
        else:
            lying[uid] = dice.choice(cities)
            put(rig, lying[uid], uid)
        rig.line.plug()
    rig.run_until(rig.is_live, within_s=60)
    rig.run(1.0)
    assert {uid: city for city in cities for uid in rig.host.resting(city)} == lying
    told: set[tuple[str, str]] = set()
    for happened, city, uid in rig.tag_events():
        assert ((uid, city) in told) is (happened == "left"), "nothing is told twice"
        told ^= {(uid, city)}
    assert told == set(lying.items())


def test_pico_without_power_for_a_while_ends_in_a_correct_snapshot(rig: Rig) -> None:
    rig.go_live()
    put(rig, "city.riga", BOOTH)
    put(rig, "city.danzig", SHIP)
    rig.run_until(lambda: len(rig.tag_events()) == 2)
    rig.line.unplug()
    rig.pico.power_on()
    lift(rig, "city.danzig", SHIP)
    rig.line.plug()
    rig.come_back()
    rig.run(1.0)
    assert rig.tag_events()[2:] == [("left", "city.danzig", SHIP)]


def test_pico_that_restarts_unseen_is_configured_again(rig: Rig) -> None:
    rig.go_live()
    put(rig, "city.riga", BOOTH)
    rig.run_until(lambda: len(rig.tag_events()) == 1)
    rig.pico.power_on()
    rig.come_back()
    rig.run(1.0)
    assert len(rig.tag_events()) == 1
    assert [event.health for event in rig.health_events("pico")] == [
        Health.GOOD,
        Health.DEGRADED,
        Health.GOOD,
    ]


def test_host_that_starts_anew_learns_what_lies_there(rig: Rig) -> None:
    rig.go_live()
    put(rig, "city.riga", BOOTH)
    rig.run_until(lambda: len(rig.tag_events()) == 1)
    rig.host.readers.close()
    rig.host.lamps.close()
    rig.events.clear()
    rig.host = rig.new_host()
    rig.host.readers.open(rig.events.append)
    took_s = rig.run_until(rig.is_live)
    assert rig.tag_events() == [("rested", "city.riga", BOOTH)]
    assert took_s < 0.5, "readers that kept looking need not settle again"


@pytest.mark.silicon
def test_flood_and_nonsense_leave_readers_and_lamps_alive(rig: Rig) -> None:
    rig.go_live()
    dice = random.Random(3)
    nonsense = [dice.randbytes(200), b"~" * 200, b"\x03" * 50, b"\x04\r\n", b"}" * 300]
    for kind in range(0x40):
        for payload in (b"", dice.randbytes(3), dice.randbytes(40)):
            # Frames that are whole and make no sense, of our session, of none and of another.
            sequence = dice.randrange(256)
            nonsense += [wire.format_frame(kind, session, sequence, payload) for session in (0, 1, 7)]
    rig.line.fault_to_device = lambda data: data + dice.choice(nonsense) * 3
    for _ in range(40):
        rig.run(0.05)
    rig.line.fault_to_device = lambda data: data
    put(rig, "city.riga", BOOTH)
    rig.run_until(lambda: rig.tag_events() == [("rested", "city.riga", BOOTH)])
    rig.host.lamps.show({"end": Light(Pattern.ON, Colour(9, 8, 7))})
    rig.run_until(lambda: rig.colour("end") == (9, 8, 7))
    assert rig.pico.starts == 1


def test_silent_host_leaves_the_lamps_in_a_calm_scene_and_gets_its_own_back(rig: Rig) -> None:
    rig.go_live()
    rig.host.lamps.show({"end": Light(Pattern.ON, Colour(200, 0, 0))})
    rig.run_until(lambda: rig.colour("end") == (200, 0, 0))
    rig.pico.run(2.5)
    assert rig.colour("end") == (200, 0, 0)
    rig.pico.run(1.5)
    waiting = rig.world.lamps()
    assert len(set(waiting)) == 1
    assert max(waiting[0]) < 32
    rig.run_until(lambda: rig.colour("end") == (200, 0, 0))


def test_deaf_reader_is_named_retried_and_forgotten_when_it_hears_again(rig: Rig) -> None:
    rig.go_live()
    put(rig, "city.riga", BOOTH)
    rig.run_until(lambda: len(rig.tag_events()) == 1)
    rig.world.chips["city.riga"].miso_stuck = 0x00
    rig.run_until(lambda: rig.host.health["city.riga"] is Health.DEGRADED)
    (fault,) = rig.health_events("city.riga")[1:]
    assert "version register reads 0x00" in fault.reason
    assert "city.riga" in fault.remedy
    rig.run(2.0)
    assert len(rig.tag_events()) == 1, "a deaf reader says nothing of its tags"
    rig.world.chips["city.riga"].miso_stuck = None
    rig.run_until(lambda: rig.host.health["city.riga"] is Health.GOOD)
    assert len(rig.tag_events()) == 1
    assert rig.host.health["city.danzig"] is Health.GOOD


def test_reader_that_lost_its_settings_is_set_up_again_and_nobody_is_troubled(rig: Rig) -> None:
    rig.go_live()
    rig.world.chips["city.riga"].brown_out()
    put(rig, "city.riga", BOOTH)
    rig.run_until(lambda: rig.tag_events() == [("rested", "city.riga", BOOTH)])
    assert [event.health for event in rig.health_events("city.riga")] == [Health.GOOD]


def test_tags_that_cannot_be_told_apart_are_a_crowd(rig: Rig) -> None:
    rig.go_live()
    rig.world.fields["city.riga"].jammed = True
    rig.run_until(lambda: [crowd.crowded for crowd in rig.crowds()] == [True])
    rig.world.fields["city.riga"].jammed = False
    rig.run_until(lambda: [crowd.crowded for crowd in rig.crowds()] == [True, False])
    assert rig.tag_events() == []


@pytest.mark.silicon
def test_line_is_quiet_while_nothing_moves(rig: Rig) -> None:
    put(rig, "city.riga", BOOTH)
    rig.go_live()
    rig.run(1.0)
    before = rig.line.bytes_to_host, rig.line.bytes_to_device
    rig.run(5.0)
    # Five pings and their answers.
    assert rig.line.bytes_to_host - before[0] < 5 * 60
    assert rig.line.bytes_to_device - before[1] < 5 * 25


def test_hot_readers_see_a_piece_sooner(rig: Rig) -> None:
    rig.host.readers.watch(["city.danzig", "no such city"])
    rig.go_live()
    rig.run(0.5)
    put(rig, "city.danzig", SHIP)
    took_s = rig.run_until(lambda: len(rig.tag_events()) == 1)
    assert took_s < (rig.kit.times.settle_ms + 150) / 1000


def test_microseconds_that_begin_to_count_anew_hold_nothing_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Rig(tmp_path, InProcessPico) as rig:
        rig.go_live()
        assert isinstance(rig.pico, InProcessPico)
        firmware = getattr(rig.pico.step, "__self__", None)
        assert isinstance(firmware, Firmware)
        assert firmware.readers
        while not firmware.readers.begin(round(rig.world.clock() * 1000)):
            rig.world.clock.sleep_us(1000)
        # On the RP2040 they do every 18 minutes; here, while this field rises.
        monkeypatch.setattr(micropython_modules, "_WRAP", rig.world.now_us + 100)
        rig.world.clock.sleep_us(200)
        before_s = rig.world.clock()
        firmware.readers.finish()
        assert rig.world.clock() < before_s + 0.1
