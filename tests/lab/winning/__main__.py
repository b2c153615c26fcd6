"""`make lab PART=winning`: the chances of winning of a game's positions: play games, fit weights, and measure them.

Weights are fitted to games from seeds for choosing, and measured on games from others, on which nothing was chosen:
Brier's score next to that of the points alone, and the calibration error, with the curve as a picture. What was played
is kept in build/winning, and a run that was broken off goes on.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Final

from companion.shelf.shelf import SHELF, open_box
from companion.shelf.winning import format_weights
from companion.words.progress import Progress
from tests.lab.winning.fitting import Quality, better_by, by_lead, by_rows, fit, model_of, quality_of
from tests.lab.winning.samples import Kept, Played, counting, play_game

ROOT: Final = Path(__file__).parents[3]
HEAD: Final = (
    "| players | games | moments | Brier: chances | points alone | better by, 95 % | calibration error |\n"
    "|---:|---:|---:|---:|---:|---:|---:|"
)


def measured(players: int, learned: Sequence[Played], fresh: Sequence[Played]) -> tuple[str, Quality]:
    """Fit to what was learned from, and measure on what was not; return a line of the table, and the quality."""
    model = model_of(fit(learned, by_rows), by_rows)
    lead = model_of(fit(learned, by_lead), by_lead)
    quality, plain, better = quality_of(fresh, model), quality_of(fresh, lead), better_by(fresh, model, lead)
    cells = (
        str(players),
        f"{len(fresh)}",
        f"{sum(len(game.samples) for game in fresh):,}",
        f"{quality.brier.mean:.3f}",
        f"{plain.brier.mean:.3f}",
        f"{better.mean:.3f} ({better.low:.3f} to {better.high:.3f})",
        f"{quality.calibration:.3f}",
    )
    return f"| {' | '.join(cells)} |", quality


_COLOURS: Final = ("#3949ab", "#c62828", "#2e7d32", "#ef6c00")
_SIZE, _LEFT, _TOP = 320, 60, 20


def curve_of(title: str, qualities: Mapping[int, Quality]) -> str:
    """Draw how often it came true against what was said, for each number of players."""

    def at(guessed: float, happened: float) -> str:
        return f"{_LEFT + _SIZE * guessed:.1f} {_TOP + _SIZE * (1 - happened):.1f}"

    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_LEFT + _SIZE + 150} {_TOP + _SIZE + 50}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_LEFT + _SIZE + 150}" height="{_TOP + _SIZE + 50}" fill="#fff"/>',
        '<g font-family="sans-serif" font-size="12">',
        f'<path d="M{at(0, 0)}L{at(1, 1)}" stroke="#bbb" stroke-dasharray="4 4"/>',
    ]
    for percent in range(0, 101, 25):
        x, y = at(percent / 100, percent / 100).split()
        drawn += [
            f'<path d="M{x} {_TOP}V{_TOP + _SIZE}M{_LEFT} {y}h{_SIZE}" stroke="#eee"/>',
            f'<text x="{x}" y="{_TOP + _SIZE + 16}" text-anchor="middle">{percent} %</text>',
            f'<text x="{_LEFT - 6}" y="{y}" dy="4" text-anchor="end">{percent} %</text>',
        ]
    drawn.append(
        f'<text x="{_LEFT + _SIZE / 2}" y="{_TOP + _SIZE + 36}" text-anchor="middle">chance that was told</text>'
    )
    drawn.append(f'<text transform="translate(14 {_TOP + _SIZE / 2}) rotate(-90)" text-anchor="middle">won</text>')
    for (players, quality), colour in zip(qualities.items(), _COLOURS, strict=False):
        points = [at(each.guessed, each.happened) for each in quality.bins]
        drawn.append(f'<path d="M{"L".join(points)}" fill="none" stroke="{colour}" stroke-width="2"/>')
        largest = max(each.many for each in quality.bins)
        for point, each in zip(points, quality.bins, strict=True):
            x, y = point.split()
            drawn.append(f'<circle cx="{x}" cy="{y}" r="{2 + 5 * (each.many / largest) ** 0.5:.1f}" fill="{colour}"/>')
        y = str(_TOP + 20 * players)
        drawn.append(f'<circle cx="{_LEFT + _SIZE + 30}" cy="{y}" r="5" fill="{colour}"/>')
        drawn.append(f'<text x="{_LEFT + _SIZE + 42}" y="{y}" dy="4">{players} players</text>')
    return "\n".join((*drawn, "</g>", "</svg>", ""))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what is missing, fit, measure, and print the table."""
    parser = argparse.ArgumentParser(prog="make lab PART=winning", description=__doc__)
    parser.add_argument("--game", choices=SHELF, default=next(iter(SHELF)))
    parser.add_argument("--players", type=int, nargs="+", help="only for this many players (may be several)")
    parser.add_argument("--learn", type=int, default=500, help="games to fit to, for each number of players")
    parser.add_argument("--games", type=int, default=1000, help="fresh games to measure on")
    parser.add_argument("--kept", type=Path, default=ROOT / "build" / "winning", help="where what was played is kept")
    parser.add_argument("--write", action="store_true", help="write the weights that ship, and the picture of the docs")
    options = parser.parse_args(arguments)
    box = open_box(options.game)
    numbers = tuple(options.players or box.seats)
    if not set(numbers) <= set(box.seats):
        parser.error(f"--players {numbers}: expected {box.seats[0]} to {box.seats[-1]}")
    counts = counting(box.id)
    wanted = {"choosing": options.learn, "reporting": options.games}
    kept = {seeds: Kept(options.kept / f"{box.id}-{seeds}.jsonl", counts.FEATURES) for seeds in wanted}
    with Progress(sum(wanted.values()) * len(numbers), "games", sys.stderr) as progress:
        for players in numbers:
            for seeds, many in wanted.items():
                for number in range(many):
                    if not kept[seeds].has(players, number):
                        kept[seeds].add(players, number, play_game(box, players, seeds, number))
                    progress.advance(doing=f"{players} players, {seeds}")
    print(HEAD, flush=True)
    qualities = {}
    for players in numbers:
        learned, fresh = (kept[seeds].games(players)[:many] for seeds, many in wanted.items())
        line, qualities[players] = measured(players, learned, fresh)
        print(line, flush=True)
    if options.write:
        weights = {players: fit(kept["choosing"].games(players)[: options.learn], by_rows) for players in numbers}
        about = f"Made by `make lab PART=winning` from {options.learn} games for each number of players."
        text = format_weights(weights, counts.FEATURES, about)
        (ROOT / "companion/games" / box.id / "players/winning.toml").write_text(text, encoding="utf-8")
        picture = ROOT / "docs" / f"winning-{box.id}.svg"
        picture.write_text(curve_of(f"{box.title}: chances told and games won", qualities), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
