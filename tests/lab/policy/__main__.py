"""`make lab PART=policy`: where the weights of the greedy player of Hansa Teutonica should go; it can be broken off.

A survey: games in which every player has slightly other weights, what each group of weights brings, and a step. What
was played is kept in build/policy; the weights after the step are written there too, and can be surveyed again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

from companion.games.teutonica.players.features import format_weights, parse_weights, scaled, shipped_weights
from companion.words.progress import Progress
from tests.lab.policy.survey import Game, slopes, step
from tests.lab.policy.teutonica import SURVEYED, play_game

FOLDER: Final = Path("build/policy")


def kept_games(file: Path) -> dict[tuple[int, int], Game]:
    """Read what has been played, by number and players; the line that was being written counts for nothing."""
    found = {}
    for text in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        try:
            number, players, drawn, points = json.loads(text)
        except ValueError:
            continue
        found[number, players] = Game(drawn, points)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what is missing, and print what each group brings."""
    parser = argparse.ArgumentParser(prog="make lab PART=policy", description=__doc__)
    parser.add_argument("--weights", default="tuned", help="those to begin with: shipped ones by name, or a file")
    parser.add_argument("--players", type=int, nargs="+", default=[3, 4, 5])
    parser.add_argument("--games", type=int, default=150, help="for each number of players")
    parser.add_argument("--rate", type=float, default=2.0, help="of the step, for a whole win")
    parser.add_argument("--most", type=float, default=0.4, help="logarithm of the largest factor of the step")
    parser.add_argument("--kept", type=Path, default=FOLDER, help="where what was played is kept")
    options = parser.parse_args(arguments)
    file = Path(options.weights)
    weights = parse_weights(file.read_text(encoding="utf-8"), str(file)) if file.suffix else shipped_weights(str(file))
    mark = sha256(repr(weights).encode()).hexdigest()[:12]
    games = kept_games(options.kept / f"{mark}.jsonl")
    options.kept.mkdir(parents=True, exist_ok=True)
    wanted = [(number, players) for number in range(options.games) for players in options.players]
    with (
        (options.kept / f"{mark}.jsonl").open("a", encoding="utf-8") as kept,
        Progress(len(wanted), "games", sys.stderr) as progress,
    ):
        for number, players in wanted:
            if (number, players) not in games:
                games[number, players] = game = play_game(weights, players, f"survey {number}")
                kept.write(json.dumps([number, players, *game]) + "\n")
                kept.flush()
            progress.advance()
    found = slopes([games[key] for key in wanted])
    factors = step(SURVEYED, found, options.rate, options.most)
    for group, slope in sorted(zip(SURVEYED, found, strict=True), key=lambda pair: -pair[1].value):
        print(f"{group:<12}{100 * slope.value:+6.1f} ± {100 * slope.error:.1f} %   times {factors[group]:.2f}")
    after = options.kept / f"{mark}-after.toml"
    text = format_weights(scaled(weights, factors), f"A step of `make lab PART=policy` from {options.weights}.")
    after.write_text(text, encoding="utf-8")
    print(f"weights after the step: {after}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
