"""Firmware of another age in a real MicroPython, and today's host: they find out, and say what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware import VERSION, wire
from hardware.pico.session import Phase
from hardware.ports import Health
from hardware.simulated.micropython_node import NodePico
from tests.kit.board import Rig

pytestmark = pytest.mark.micropython

SHIP = "04a1b2c3d4e5f6"
FLASH = "run: hansa-companion flash"


def aged(folder: Path, file: str, now: str, then: str) -> Rig:
    """A rig whose Pico has firmware in which one line is of another time; the ship stands on Danzig."""
    rig = Rig(folder, NodePico)
    path = rig.flash / "firmware" / file
    text = path.read_text()
    assert text.count(now) == 1
    path.write_text(text.replace(now, then))
    rig.pico.power_on()
    rig.world.fields["city.danzig"].put(bytes.fromhex(SHIP))
    return rig


@pytest.mark.parametrize(
    ("protocol", "remedy"), [(wire.PROTOCOL - 1, FLASH), (wire.PROTOCOL + 1, f"update hansa-companion, or {FLASH}")]
)
def test_firmware_of_another_protocol_is_told_with_the_remedy_and_moves_nothing(
    tmp_path: Path, protocol: int, remedy: str
) -> None:
    with aged(tmp_path, "wire.py", f"PROTOCOL = {wire.PROTOCOL} ", f"PROTOCOL = {protocol} ") as rig:
        rig.run_until(lambda: rig.host.phase is Phase.UNFIT)
        rig.run(12.0)
        assert rig.host.phase is Phase.UNFIT
        (told,) = rig.health_events("pico")
        assert told.health is Health.DEGRADED
        assert f"speaks protocol {protocol}, this host {wire.PROTOCOL}" in told.reason
        assert told.remedy == remedy
        assert rig.tag_events() == []
        assert rig.world.driven == set()
        assert rig.world.strip_writes == 0


def test_firmware_without_lamps_is_told_and_moves_nothing(tmp_path: Path) -> None:
    with aged(
        tmp_path, "loop.py", '"readers lamps maintenance handle call"', '"readers maintenance handle call"'
    ) as rig:
        rig.run_until(lambda: rig.host.phase is Phase.UNFIT)
        assert "lacks: lamps" in rig.health_events("pico")[-1].reason
        assert rig.world.driven == set()


def test_older_firmware_of_the_same_protocol_is_used_and_known_to_be_older(tmp_path: Path) -> None:
    with aged(tmp_path, "__init__.py", f"VERSION = {VERSION} ", f"VERSION = {VERSION - 1} ") as rig:
        rig.run_until(lambda: rig.tag_events() == [("rested", "city.danzig", SHIP)])
        assert rig.host.hello is not None
        assert rig.host.hello.outdated
