"""The very files of the firmware, by CPython, a real MicroPython and an emulated RP2040, to the host's real link."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.ports import Colour, Health, Light, Pattern
from tests.kit.board import MAKERS, Rig, with_emulated

SHIP = "04a1b2c3d4e5f6"
BOOTH = "0411223344aabb"
SHORT = "deadbe01"


@pytest.fixture(params=with_emulated())
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rig]:
    with Rig(tmp_path, MAKERS[request.param]) as rig:
        yield rig


def test_outputs_before_the_configuration_stay_off(rig: Rig) -> None:
    rig.pico.run(1.0)
    assert rig.world.driven == set()
    assert rig.world.strip_writes == 0


def test_pieces_put_on_cities_arrive_as_events(rig: Rig) -> None:
    rig.go_live()
    assert rig.health_events("pico")[-1].health is Health.GOOD
    rig.world.fields["city.danzig"].put(bytes.fromhex(SHIP))
    rig.world.fields["city.danzig"].put(bytes.fromhex(BOOTH))
    rig.world.fields["city.riga"].put(bytes.fromhex(SHORT))
    rig.run_until(lambda: len(rig.tag_events()) == 3)
    rig.world.fields["city.danzig"].lift(bytes.fromhex(SHIP))
    rig.run_until(lambda: len(rig.tag_events()) == 4)
    assert sorted(rig.tag_events()[:3]) == [
        ("rested", "city.danzig", BOOTH),
        ("rested", "city.danzig", SHIP),
        ("rested", "city.riga", SHORT),
    ]
    assert rig.tag_events()[3] == ("left", "city.danzig", SHIP)
    assert rig.world.air.most_fields_on == 1
    assert rig.world.bus_conflicts == 0


def test_scene_sent_by_the_host_shows_on_the_strip(rig: Rig) -> None:
    rig.go_live()
    rig.host.lamps.show(
        {
            "city.danzig": Light(Pattern.ON, Colour(10, 20, 30)),
            "seat.gray": Light(Pattern.BLINK, Colour(200, 0, 0)),
            "nowhere": Light(Pattern.ON),
        }
    )
    rig.run(0.2)
    assert rig.colour("city.danzig") == (10, 20, 30)
    seen = set()
    for _ in range(30):
        rig.run(0.05)
        seen.add(rig.colour("seat.gray"))
    assert seen == {(200, 0, 0), (0, 0, 0)}
    assert rig.colour("end") == (0, 0, 0)
