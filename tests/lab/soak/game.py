"""One random whole game through the companion at a simulated table, watched by a shadow at every scene."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import NamedTuple

from companion.games.hansa.rules.position import Phase
from companion.scenario.stage import Stage, silicon_table, soft_table
from hardware.simulated.field import Stacking
from tests.kit import hansa
from tests.lab.soak.piece_hands import PieceHands
from tests.lab.soak.shadow import Differs, Shadow, compare_lights
from wiring.kits import load_kit

KITS = ("board", "tap")
MOST_ACTS = 12_000  # a game takes some hundreds
POWER_CUT = 0.001  # the odds at every act


class Soaked(NamedTuple):
    """What happened in one game."""

    kit: str
    acts: int
    entries: int
    scenes: int
    power_cuts: int
    virtual_s: float
    seconds: float


def soak(seed: str, *, on_silicon: bool = False) -> Soaked:
    """Play a whole game; raise Differs where table and rules part, and whatever the companion raises."""
    random = Random(seed)
    kit_name = random.choice(KITS)
    stacking = random.choice(tuple(Stacking))
    began = time.perf_counter()
    game_table, acts, cuts = hansa.game_table(), 0, 0
    make_table = silicon_table if on_silicon else soft_table
    with Stage(load_kit(kit_name), hansa.BOX, stacking=stacking, make_table=make_table) as stage:
        stage.boot()
        shadow = Shadow(game_table, Path(stage.config.journal))
        hands = PieceHands(stage, random)
        try:
            _watch(stage, shadow)
            while not is_over(stage):
                acts += 1
                if acts > MOST_ACTS:
                    raise Differs(f"no end after {acts} acts")
                hands.act()
                compare_lights(stage.daemon, stage.table)
                if random.random() < POWER_CUT:
                    cuts += 1
                    stage.cut_power()
                    stage.boot()
                    _watch(stage, shadow)
            shadow.compare(stage.daemon, stage.table)
        finally:
            shadow.close()
        stage.check_journal()
        virtual_s = stage.elapsed_s
        stage.check_trace()
    return Soaked(kit_name, acts, shadow.entries, shadow.scenes, cuts, virtual_s, time.perf_counter() - began)


def _watch(stage: Stage, shadow: Shadow) -> None:
    stage.daemon.watch(lambda daemon: shadow.compare(daemon, stage.table))
    shadow.compare(stage.daemon, stage.table)


def is_over(stage: Stage) -> bool:
    """Return whether the game is played, scored and settled."""
    kept = stage.daemon.table.kept
    history = kept.history
    return bool(history and history.position.phase is Phase.OVER and kept.sealed == len(history.steps))
