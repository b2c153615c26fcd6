"""Random whole games through the simulated chart and wand: python -m tests.lab.soak.chart --games 300.

Every scene is held against what the rules alone and the values alone give (`shadow`); every move that was meant must be
the one that is made, whatever was touched before.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import NamedTuple

from companion.games.teutonica.box import BOX
from companion.games.teutonica.rules.position import Phase
from companion.running.daemon import Daemon
from companion.scenario.stage import Stage
from companion.words.progress import Progress
from tests.lab.soak.shadow import Differs, Shadow, compare_lights
from tests.lab.soak.wand_hands import WandHands
from wiring.kits import load_kit

MOST_ACTS = 8_000
POWER_CUT = 0.002  # the odds at every act


class Soaked(NamedTuple):
    """What happened in one game."""

    players: int
    acts: int
    fumbles: Counter[str]
    entries: int
    scenes: int
    power_cuts: int
    virtual_s: float


def is_over(stage: Stage) -> bool:
    """Return whether the game is played and scored."""
    kept = stage.daemon.table.kept
    history = kept.history
    return bool(history and history.position.phase is Phase.OVER and kept.sealed == len(history.steps))


def soak(seed: str) -> Soaked:
    """Play a whole game; raise Differs where table and rules part, and whatever the companion raises."""
    random = Random(seed)
    acts = cuts = 0
    differs: list[Exception] = []
    with Stage(load_kit("chart"), BOX) as stage:
        stage.boot()
        shadow = Shadow(stage.game_table, Path(stage.config.journal))
        hands = WandHands(stage, random)
        try:
            _watch(stage, shadow, differs)
            while not is_over(stage):
                acts += 1
                if acts > MOST_ACTS:
                    raise Differs(f"no end after {acts} acts")
                hands.act()
                if differs:
                    raise differs[0]
                compare_lights(stage.daemon, stage.table)
                if random.random() < POWER_CUT:
                    cuts += 1
                    stage.cut_power()
                    stage.boot()
                    _watch(stage, shadow, differs)
            shadow.compare(stage.daemon, stage.table)
        finally:
            shadow.close()
        players, virtual_s = len(stage.history.position.players), stage.elapsed_s
        stage.check_journal()
        stage.check_trace()
    return Soaked(players, acts, hands.fumbles.made, shadow.entries, shadow.scenes, cuts, virtual_s)


def _watch(stage: Stage, shadow: Shadow, differs: list[Exception]) -> None:
    """Compare every scene; a daemon goes on when somebody who watches fails, so what is found is kept."""

    def compare(daemon: Daemon) -> None:
        try:
            shadow.compare(daemon, stage.table)
        except Exception as error:
            differs.append(error)

    stage.daemon.watch(compare)
    shadow.compare(stage.daemon, stage.table)


def one(seed: str) -> Soaked | str:
    """Play one game; return what went wrong as text, so that the others go on."""
    try:
        return soak(seed)
    except Exception:
        return f"seed {seed}:\n{traceback.format_exc()}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what was asked for; 0 when no game went wrong, 1 otherwise."""
    parser = argparse.ArgumentParser(prog="python -m tests.lab.soak.chart", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=10, metavar="N")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other games")
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="how many at the same time")
    options = parser.parse_args(arguments)
    began, played, wrong = time.monotonic(), [], 0
    seeds = [f"{options.seed}/{number}" for number in range(1, options.games + 1)]
    with (
        ProcessPoolExecutor(options.processes) as pool,
        Progress(len(seeds), "games at the chart", sys.stderr) as progress,
    ):
        for result in pool.map(one, seeds):
            progress.advance()
            if isinstance(result, Soaked):
                played.append(result)
            else:
                wrong += 1
                print(result, file=sys.stderr)
    print(_summed_up(played, time.monotonic() - began))
    print(f"{wrong} games went wrong")
    return 1 if wrong else 0


def _summed_up(played: Sequence[Soaked], seconds: float) -> str:
    def in_all(field: str) -> int:
        return sum(int(getattr(game, field)) for game in played)

    fumbles: Counter[str] = Counter()
    for game in played:
        fumbles.update(game.fumbles)
    return (
        f"{len(played)} games with chart and wand in {seconds:.0f} s: {in_all('acts')} acts, {fumbles.total()} of them "
        f"wrong, {in_all('entries')} entries, {in_all('scenes')} scenes compared, {in_all('power_cuts')} power cuts, "
        f"{in_all('virtual_s') / 3600:.0f} h at the table\n"
        f"wrong: {', '.join(f'{number} {kind}' for kind, number in fumbles.items())}"
    )


if __name__ == "__main__":
    sys.exit(main())
