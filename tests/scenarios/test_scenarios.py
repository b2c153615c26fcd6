"""Runs every scenario: on the soft table with stacks that answer and stacks that do not, a few on full silicon."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.scenario.runner import load_scenario, run_scenario
from companion.scenario.stage import silicon_table
from hardware.simulated.field import Stacking
from tests.scenarios import generate
from tests.scenarios.hansa_hands import Way

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.scenario"))
LONG = frozenset(generate.FILES.values())
RUNS = [
    # A quick run plays each once: most scenes are the same with either kind of stack.
    pytest.param(file, stacking, id=f"{file.stem}-{stacking}", marks=[pytest.mark.slow] * (file.name in LONG or again))
    for file in FILES
    for again, stacking in enumerate(load_scenario(file).stackings)
]
ON_SILICON = (
    "noisy-readers",
    "power-cut-with-pieces",
    "reader-deaf",
    "screen-unplugged",
    "ship-back-on-its-last-stop",
    "stacks-build",
    "taken-back-with-the-board-kit",
    "two-pieces-on-the-pad",
    "usb-hears-one-piece",
    "usb-sale-and-build-by-touches",
    "wand-hears-one-piece",
    "wand-sale-and-build-by-touches",
)


@pytest.mark.parametrize(("file", "stacking"), RUNS)
def test_scenario_is_met(file: Path, stacking: Stacking) -> None:
    result = run_scenario(load_scenario(file), stacking)
    assert result.problem is None, f"\n{result}"


@pytest.mark.slow
@pytest.mark.parametrize("stacking", Stacking)
@pytest.mark.parametrize("name", ON_SILICON)
def test_scenario_is_met_on_silicon(name: str, stacking: Stacking) -> None:
    result = run_scenario(load_scenario(FOLDER / f"{name}.scenario"), stacking, make_table=silicon_table)
    assert result.problem is None, f"\n{result}"


@pytest.mark.slow
@pytest.mark.parametrize("way", generate.FILES)
def test_long_game_is_as_generated(way: Way) -> None:
    written = (FOLDER / generate.FILES[way]).read_text(encoding="utf-8")
    assert generate.write_game(way) == written
