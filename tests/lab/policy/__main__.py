"""`make lab PART=policy`: tune the weights of a game's one-ply bot by generations; goes on where it stopped."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from companion.words.progress import Progress
from tests.lab.policy.strategy import State, next_state
from tests.lab.policy.teutonica import TunedTeutonica

GAMES = {"teutonica": TunedTeutonica}
FOLDER = Path("build/policy")


def read_state(file: Path, groups: tuple[str, ...]) -> State:
    """Return where an earlier run stopped, or the beginning."""
    if not file.exists():
        return State(0, dict.fromkeys(groups, 1.0), 0)
    told = json.loads(file.read_text(encoding="utf-8"))
    if set(told["factors"]) != set(groups):
        raise SystemExit(f"{file}: factors of other groups than {', '.join(groups)}; begin again with another --name")
    return State(told["generation"], {group: told["factors"][group] for group in groups}, told["accepted"])


def write_state(file: Path, state: State) -> None:
    """Keep a state; whoever ends the run in between finds the one before."""
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_suffix(".new")
    fresh.write_text(json.dumps(state._asdict(), indent=1) + "\n", encoding="utf-8")
    fresh.replace(file)


def main() -> None:
    """Run some generations, and write the weights."""
    parser = argparse.ArgumentParser(prog="make lab PART=policy", description=__doc__)
    parser.add_argument("--game", default="teutonica", choices=GAMES)
    parser.add_argument("--name", default="first", help="of the run: its file in build/policy, and part of its seeds")
    parser.add_argument("--generations", type=int, default=40, help="in this run")
    parser.add_argument("--blocks", type=int, default=4, help="seeds a generation; a game of each for each number")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5])
    options = parser.parse_args()
    tuned = GAMES[options.game]()
    file = FOLDER / f"{options.game}-{options.name}.json"
    state = read_state(file, tuned.groups)
    numbers = tuple(options.players)
    with Progress(options.generations, "generations", sys.stderr) as progress:
        for _ in range(options.generations):
            state, parent, best = next_state(tuned, state, options.name, options.blocks, numbers)
            write_state(file, state)
            taken = f"{state.accepted} children of {state.generation} generations"
            about = f"Tuned by `make lab PART=policy`, run {options.name}: {taken}."
            file.with_suffix(".toml").write_text(tuned.text(state.factors, about), encoding="utf-8")
            print(f"{state.generation}: lead {parent:.1f}, best child {best:.1f}, taken {state.accepted}", flush=True)
            progress.advance()
    for group, factor in sorted(state.factors.items(), key=lambda pair: pair[1]):
        print(f"{group} {factor:.2f}")


if __name__ == "__main__":
    main()
