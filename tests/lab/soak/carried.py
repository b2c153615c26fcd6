"""Whole games in which fumbling hands carry out the companion's turns: python -m tests.lab.soak.carried --games 200.

Hands know what screen and lamps say, and nothing else. In between they press, move, touch and switch off what they
should not. Every move that becomes a seat's of the companion must be one that it meant, or be the players' own by what
the journal says.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from companion.games.teutonica.table.spots import all_spots
from companion.journal.journal import Kind
from companion.running.daemon import Daemon
from companion.scenario.stage import STRANGER, Stage
from companion.shelf.shelf import open_box
from companion.table.belief import PAD
from companion.table.carrying import Carried
from companion.table.dialog import Menu, Notice
from companion.table.history import BY
from companion.words.progress import Progress
from tests.kit.carrier import Carrier
from tests.kit.carriers import CARRIERS, WandCarrier
from wiring.kits import load_kit

KEPT = Path("build/seats.jsonl")
FUMBLES = 0.15  # the odds at every act
WAITS = 0.3  # the odds that each next step waits for `ok`
MOST_ACTS = 20_000
MOST_TRIES = 40  # for one step, fumbles between them included
SHUTS_DOWN = ("shut down", "new game")


class Soaked(NamedTuple):
    """What happened in one game."""

    kit: str
    acts: int
    steps: int
    fumbles: Counter[str]
    overruled: int
    seconds: float  # of the processor


class Wrong(Exception):
    """A move was recorded that nobody meant, or no way was found to go on."""


class Fumbling:
    """Plays one game, and does things that make no sense."""

    def __init__(self, hands: Carrier, random: Random) -> None:
        self.hands, self.stage, self.random = hands, hands.stage, random
        self.made: Counter[str] = Counter()
        self.meant: dict[int, Carried | None] = {}  # by revision: what was meant then

    def watch(self) -> None:
        """Note what the companion means at each revision."""

        def note(daemon: Daemon) -> None:
            self.meant[daemon.revision] = daemon.view.carried

        self.stage.daemon.watch(note)

    def act(self) -> None:
        """Do something that makes no sense, or the next thing."""
        if self.random.random() < FUMBLES:
            fumble = self.random.choice((self._press, self._hold, self._put, self._put, self._cut, self._overrule))
            self.made[fumble.__name__.strip("_")] += fumble()
            return
        hands, stage = self.hands, self.stage
        hands.think()
        if stage.scene.screen.hint or hands.is_paused:
            hands.press("ok")
        elif step := hands.read():
            count = len(stage.history.steps)
            hands.do(step)
            if hands.read() == step and len(stage.history.steps) == count:
                hands.press("ok")
            hands.steps += len(stage.history.steps) > count
        elif stage.daemon.view.opened:
            hands.press("ok" if stage.dialog.name == "refusal not_planned" else "back")
        elif hands.plan and hands.plan.is_theirs:
            if self.random.random() < 0.5:
                hands.play()
            else:
                hands.press("up", "ok")  # let it decide
        elif not hands.plan:
            hands.play()
        else:
            hands.press("back")  # whatever it is that covers the step

    # Each returns whether it was possible, so that only what was done is counted.

    def _press(self) -> bool:
        button = self.random.choice(("up", "down", "back", "ok"))
        dialog = self.stage.dialog
        if button == "ok" and dialog.name in SHUTS_DOWN:
            button = "back"
        self.hands.press(button)
        if self.stage.daemon.table.kept.history is None:
            raise Wrong("the game was given up")
        return True

    def _hold(self) -> bool:
        self.stage.hold(self.random.choice(("back", "back", "end")))
        return True

    def _put(self) -> bool:
        stage = self.stage
        pieces = [*stage.box.tags.values()] if not isinstance(self.hands, WandCarrier) else list(all_spots())
        piece, place = self.random.choice(pieces), self.random.choice(tuple(stage.kit.readers) or (PAD,))
        if piece == STRANGER or piece.startswith("card.") or piece not in stage.box.tags.values():
            return False
        stage.put(piece, place)
        stage.lift(piece)
        return True

    def _cut(self) -> bool:
        is_cut = self.random.random() < 0.1
        if is_cut:
            self.hands.cut()
            self.watch()
        return is_cut

    def _overrule(self) -> bool:
        """Decide for the companion, where it asks for a step."""
        is_asked = self.hands.read() is not None
        if is_asked:
            self.hands.press("down", "ok")
        return is_asked

    def check(self) -> int:
        """Look at each move of a seat of the companion; return how many the players have decided."""
        overruled = 0
        with self.stage.reading_journal() as journal:
            entries = list(journal.read(self.stage.daemon.game_id))
        parse = self.stage.game.parse_entry
        for entry in entries:
            plan = self.meant.get(entry.revision - 1)
            if entry.kind is not Kind.MOVE or plan is None:
                continue
            overruled += BY in entry.payload
            if BY not in entry.payload and parse(entry.payload["entry"]) not in plan.moves:
                raise Wrong(f"entry {entry.revision}: {entry.payload} was recorded, {plan} was meant")
        return overruled


def soak(game: str, seed: str) -> Soaked:
    """Play a whole game."""
    random, began = Random(f"{game} {seed}"), time.process_time()
    kit = random.choice(tuple(CARRIERS[game]))
    with Stage(load_kit(kit), open_box(game)) as stage:
        stage.boot()
        hands = CARRIERS[game][kit](stage, seed=random.randrange(1 << 30))
        players = random.choice(stage.game_box.seats)
        fumbling = Fumbling(hands, random)
        fumbling.watch()
        hands.begin(players, random.randint(1, players))
        if random.random() < WAITS:
            hands.choose_in_table_menu("Companion", "Next step")
        acts, since, reached = 0, 0, -1
        while not hands.is_over:
            acts, since = acts + 1, since + 1
            if len(stage.history.steps) != reached:
                since, reached = 0, len(stage.history.steps)
            if since > MOST_TRIES * 10 or acts > MOST_ACTS:
                raise Wrong(f"no way to go on after {acts} acts: {stage.dialog}")
            fumbling.act()
        while isinstance(stage.dialog, Notice | Menu) and stage.daemon.view.opened:
            hands.press("ok" if isinstance(stage.dialog, Notice) else "back")
        overruled = fumbling.check()
        stage.check_journal()
        stage.check_trace()
        return Soaked(kit, acts, hands.steps, fumbling.made, overruled, time.process_time() - began)


def one(game: str, seed: str) -> Soaked | str:
    """Play one game; return what went wrong as text, so that the others go on."""
    try:
        return soak(game, seed)
    except Exception:
        return f"{game}, seed {seed}:\n{traceback.format_exc()}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what was asked for; 0 when no game went wrong, 1 otherwise."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.lab.soak.carried", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--kept", type=Path, default=KEPT, help="what was played, so that it can be broken off")
    parser.add_argument("--games", type=int, default=10, metavar="N", help="of each game")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other games")
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="how many at the same time")
    options = parser.parse_args(arguments)
    kept, wrong = Kept(options.kept), 0
    seeds = [f"{options.seed}/{number}" for number in range(1, options.games + 1)]
    with ProcessPoolExecutor(options.processes) as pool:
        for game in CARRIERS:
            played = [kept.played[game, seed] for seed in seeds if (game, seed) in kept.played]
            left = [seed for seed in seeds if (game, seed) not in kept.played]
            with Progress(len(left), f"games of {game}", sys.stderr) as progress:
                for seed, result in zip(left, pool.map(partial(one, game), left), strict=True):
                    progress.advance()
                    if isinstance(result, Soaked):
                        kept.keep(game, seed, result)
                        played.append(result)
                    else:
                        wrong += 1
                        print(result, file=sys.stderr)
            print(_summed_up(game, played))
    print(f"{wrong} games went wrong")
    return 1 if wrong else 0


class Kept:
    """The games that were played, in a file with a line for each; whoever wants others removes it."""

    def __init__(self, file: Path) -> None:
        self._file = file
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else ()
        told = (json.loads(line) for line in lines)
        self.played = {(game, seed): _parse(soaked) for game, seed, soaked in told}

    def keep(self, game: str, seed: str, soaked: Soaked) -> None:
        """Add a game."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps([game, seed, soaked._asdict()]) + "\n")


def _parse(told: dict[str, Any]) -> Soaked:
    return Soaked(**{**told, "fumbles": Counter(told["fumbles"])})


def _summed_up(game: str, played: Sequence[Soaked]) -> str:
    fumbles: Counter[str] = Counter()
    for each in played:
        fumbles.update(each.fumbles)
    kits = ", ".join(f"{kit} {count}" for kit, count in Counter(each.kit for each in played).items())
    return (
        f"{len(played)} games of {game} in {sum(each.seconds for each in played):.0f} s of processor time ({kits}): "
        f"{sum(each.acts for each in played)} acts, {fumbles.total()} of them wrong "
        f"({', '.join(f'{kind} {count}' for kind, count in fumbles.items())}), {sum(each.steps for each in played)} "
        f"steps carried out, {sum(each.overruled for each in played)} decided by the players"
    )


if __name__ == "__main__":
    sys.exit(main())
