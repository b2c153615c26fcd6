"""Scenes of a game through readers that an owner has: the real drivers on simulated chips."""

from pathlib import Path

import pytest

from companion.scenario import runner
from companion.scenario.runner import load_scenario, run_scenario
from companion.scenario.stage import silicon_table
from hardware.kit.changes import with_own_readers
from wiring.kits import load_kit

SAILS = """\
kit usb
boot
new game gray white start gray without pink yellow
stock with orange2 blue1 blue2 green1 green2 green3 brown1 brown2 brown3 blue3 orange1 orange3 blue1 blue2
put the ship on copenhagen
place gray danzig
place white riga
place gray kalmar
place white danzig
place gray riga
place white lubeck
play move-marker orange1 unseen gray
put the ship on danzig
expect last move sail danzig
"""
SCENARIOS = Path(__file__).parents[2] / "scenarios"


@pytest.mark.slow
@pytest.mark.parametrize("at", ["spi", "i2c", "/dev/ttyUSB0"])
def test_pn532_is_the_pad_of_a_game(at: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is unplugged and comes back in this scene, too."""
    monkeypatch.setattr(runner, "load_kit", lambda name: with_own_readers(load_kit(name), {"pad": f"pn532 {at}"}))
    result = run_scenario(load_scenario(SCENARIOS / "usb-reader-as-pad.scenario"), make_table=silicon_table)
    assert result.problem is None
    assert result.steps == len(load_scenario(SCENARIOS / "usb-reader-as-pad.scenario").steps)


def test_readers_on_usb_at_their_places_see_the_ship_sail(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    places = {"city.danzig": "pcsc city.danzig", "city.lubeck": "pcsc city.lubeck", "city.copenhagen": "pn532 spi"}
    monkeypatch.setattr(runner, "load_kit", lambda name: with_own_readers(load_kit(name), places))
    scene = tmp_path / "sails.scenario"
    scene.write_text(SAILS, encoding="utf-8")
    result = run_scenario(load_scenario(scene), make_table=silicon_table)
    assert result.problem is None
