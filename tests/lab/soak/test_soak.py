"""A handful of random games in every run; `make lab` plays a thousand (soak), and 300 with the wand (soak-chart)."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.games.hansa.rules.position import Phase
from companion.games.teutonica.box import BOX as TEUTONICA
from companion.scenario.stage import Stage
from hardware.ports import Frame
from tests.kit import hansa
from tests.kit.carriers import CARRIERS
from tests.lab.soak import carried
from tests.lab.soak.chart import soak as soak_chart
from tests.lab.soak.game import soak
from tests.lab.soak.piece_hands import PieceHands
from tests.lab.soak.shadow import Differs, Shadow
from tests.lab.soak.wand_hands import WandHands
from wiring.kits import load_kit

ROOT = Path(__file__).parents[3]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(2))
def test_random_game_with_fumbles_stays_with_the_rules(number: int) -> None:
    soaked = soak(f"every day/{number}")
    assert soaked.entries > 100
    assert soaked.scenes > soaked.entries


@pytest.mark.process
@pytest.mark.slow
def test_killed_companion_keeps_everything_it_confirmed() -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "tests.lab.soak.kills", "--kills", "10"], cwd=ROOT, capture_output=True, text=True
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert "0 faults" in answer.stdout


@pytest.mark.slow
def test_random_game_with_the_wand_stays_with_the_rules() -> None:
    soaked = soak_chart("every day/1")
    assert soaked.entries > 100
    assert soaked.fumbles.total() > 20


@pytest.mark.slow
@pytest.mark.parametrize("game", CARRIERS)
def test_fumbling_hands_carry_out_the_companions_turns(game: str) -> None:
    soaked = carried.soak(game, "every day/1")
    assert soaked.steps > 20
    assert soaked.fumbles.total() > 20


def test_games_that_were_played_are_not_played_again(tmp_path: Path) -> None:
    soaked = carried.Soaked("tap", 500, 40, Counter(press=3, cut=1), 2, 1.5)
    carried.Kept(tmp_path / "build" / "seats.jsonl").keep("hansa", "1/7", soaked)
    assert carried.Kept(tmp_path / "build" / "seats.jsonl").played == {("hansa", "1/7"): soaked}


@pytest.mark.slow
def test_hands_with_a_wand_fumble_in_every_way() -> None:
    with Stage(load_kit("chart"), TEUTONICA) as stage:
        stage.boot()
        hands = WandHands(stage, Random(1), fumbles=0.5, players=(2,))
        for _ in range(400):
            hands.act()
            if all(hands.fumbles.made.values()):
                return
    pytest.fail(f"these were made: {hands.fumbles.made}")


@pytest.mark.process
@pytest.mark.slow
def test_companion_killed_at_the_chart_keeps_everything_it_confirmed() -> None:
    arguments = ["--kills", "5", "--game", "teutonica"]
    answer = subprocess.run(
        [sys.executable, "-m", "tests.lab.soak.kills", *arguments], cwd=ROOT, capture_output=True, text=True
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert "0 faults" in answer.stdout


# --- the shadow itself can see ---


@pytest.fixture
def stage() -> Iterator[Stage]:
    with Stage(load_kit("tap"), hansa.BOX) as stage:
        stage.boot()
        hands = PieceHands(stage, Random(5), fumbles=0.0)
        while not stage.daemon.game_id or stage.history.position.phase is Phase.FILL:
            hands.act()
        yield stage


@pytest.fixture
def shadow(stage: Stage) -> Iterator[Shadow]:
    shadow = Shadow(hansa.game_table(), stage.config.journal)
    shadow.compare(stage.daemon, stage.table)
    yield shadow
    shadow.close()


def test_shadow_sees_a_position_that_the_journal_does_not_lead_to(stage: Stage, shadow: Shadow) -> None:
    kept = stage.daemon.table.kept
    stage.daemon.table.kept = kept._replace(history=stage.history.without_last())
    with pytest.raises(Differs, match="not where the"):
        shadow.compare(stage.daemon, stage.table)


def test_shadow_sees_a_scene_that_values_do_not_give(stage: Stage, shadow: Shadow) -> None:
    assert stage.daemon.showing.scene
    stage.daemon.showing.scene = stage.daemon.showing.scene._replace(lamps={})
    with pytest.raises(Differs, match="drawn again"):
        shadow.compare(stage.daemon, stage.table)


def test_shadow_sees_pixels_that_the_scene_does_not_have(stage: Stage, shadow: Shadow) -> None:
    stage.table.screen.show(Frame.blank())
    with pytest.raises(Differs, match="pixels"):
        shadow.compare(stage.daemon, stage.table)


def test_shadow_sees_a_daemon_that_counts_what_is_not_kept(stage: Stage, shadow: Shadow) -> None:
    stage.daemon.revision += 1
    with pytest.raises(Differs, match="the journal holds"):
        shadow.compare(stage.daemon, stage.table)
