"""The wand of the chart kit: one reader and one light, its firmware in a real MicroPython too; and other shapes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from firmware import wire
from hardware.kit.connections import NO_STRIP
from hardware.pico.outgoing import configuration
from hardware.ports import Colour, Health, Light, Pattern
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
    rig = Rig(folder, maker, kit="chart")
    rig.host.watch(["pad"])
    return rig


@makers
def test_touch_is_heard_soon_and_the_same_spot_counts_again_after_it_was_unread(tmp_path: Path, maker: Maker) -> None:
    with wand(tmp_path, maker) as rig:
        rig.go_live()
        spot = rig.world.fields["pad"]
        spot.put(SPOT)
        took_s = rig.run_until(lambda: bool(rig.tag_events()))
        assert 0.06 <= took_s <= 0.2
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
    rig.pico_kit = replace(rig.pico_kit, strip=NO_STRIP)
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
    readers_only = replace(handheld, strip=NO_STRIP)
    assert [kind for kind, _ in configuration(handheld, chart.times)] == [
        wire.BUS,
        wire.READER,
        wire.STRIP,
        wire.COMMIT,
    ]
    assert [kind for kind, _ in configuration(lamps_only, kit.times)] == [wire.STRIP, wire.COMMIT]
    assert [kind for kind, _ in configuration(readers_only, chart.times)] == [wire.BUS, wire.READER, wire.COMMIT]
