"""The result: a table in Markdown, the page that holds it, and a plot of the scores as SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from statistics import mean, median
from typing import NamedTuple

from tests.lab.strength.blocks import Outcome
from tests.lab.strength.intervals import Interval, over_blocks
from tests.lab.strength.rows import Row

HEAD = (
    "| players | player | others | score, 95 % | bar | blocks | points, best other | rounds, longest "
    "| nodes | CPU ms a decision: mean, p99, most |\n|---:|---|---|---|---:|---:|---|---|---:|---|"
)


class Result(NamedTuple):
    """What came of one row."""

    row: Row
    score: Interval
    outcomes: tuple[Outcome, ...]
    planned: int  # blocks

    @property
    def is_reached(self) -> bool | None:
        """Return whether the bar is reached; None if the row has none."""
        return None if self.row.bar is None else self.score.low >= self.row.bar

    @property
    def is_fair(self) -> bool:
        """Return whether the interval holds par, as it must for a mirror."""
        return self.score.low <= self.row.par <= self.score.high


def result_of(row: Row, blocks: Mapping[int, Sequence[Outcome]], planned: int) -> Result:
    """Sum up the blocks of a row: those that were planned, in their order."""
    counted = [blocks[number] for number in sorted(blocks) if number < planned]
    score = over_blocks([mean(each.share for each in block) for block in counted])
    return Result(row, score, tuple(each for block in counted for each in block), planned)


def line_of(result: Result) -> str:
    """Write one row of the table."""
    row, score, outcomes, planned = result
    milliseconds = sorted(1000 * each for outcome in outcomes for each in outcome.seconds)
    endings = Counter(each.ending for each in outcomes if each.ending).most_common()
    ended = "".join(f"; {ending} {count}" for ending, count in endings)
    unfinished = "" if score.blocks == planned else f" of {planned}"
    verdict = "reached" if result.is_reached else "open" if unfinished else "missed"
    bar = "" if row.bar is None else f"{100 * row.bar:.0f} {verdict}"
    if row.part in ("mirror", "character"):
        bar = f"par {100 * row.par:.0f} {'inside' if result.is_fair else 'outside'}"
    cells = (
        str(row.players),
        f"`{row.measured}`",
        f"`{row.others}`",
        f"{100 * score.mean:.1f} ({100 * score.low:.1f} to {100 * score.high:.1f})",
        bar,
        f"{score.blocks}{unfinished}",
        f"{mean(each.points for each in outcomes):.1f}, {mean(each.best_other for each in outcomes):.1f}",
        f"{median(each.rounds for each in outcomes):.1f}, {max(each.rounds for each in outcomes):.1f}{ended}",
        f"{mean(each for outcome in outcomes for each in outcome.nodes):,.0f}",
        f"{mean(milliseconds):.1f}, {_percentile(milliseconds, 99):.0f}, {milliseconds[-1]:.0f}",
    )
    return f"| {' | '.join(cells)} |"


def _percentile(values: Sequence[float], percent: int) -> float:
    return values[min(len(values) - 1, percent * len(values) // 100)]


def table_of(results: Sequence[Result]) -> str:
    """Write the whole table."""
    return "\n".join((HEAD, *map(line_of, results)))


def write_page(page: Path, game: str, told: str) -> None:
    """Put a game's part into the page, between its two marks; everything else there stays."""
    begin, end = f"<!-- {game}: begin -->", f"<!-- {game}: end -->"
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    if begin not in text:
        text = f"{text.rstrip()}\n\n{begin}\n{end}\n".lstrip()
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    page.write_text(f"{before}{begin}\n{told}\n{end}{after}", encoding="utf-8")


# --- the plot ---

_WIDTH, _LEFT, _RIGHT, _STEP, _TOP = 720, 250, 690, 26, 44


def plot_of(title: str, results: Sequence[Result]) -> str:
    """Draw the scores with their intervals; a stroke on each line is what an equal player would score."""
    height = _TOP + _STEP * len(results) + 12
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img">',
        '<g font-family="sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#fff"/>',
    ]
    for percent in range(0, 101, 20):
        x = _x(percent / 100)
        drawn.append(f'<path d="M{x} {_TOP - 12}V{height - 8}" stroke="#ddd"/>')
        drawn.append(f'<text x="{x}" y="{_TOP - 18}" text-anchor="middle" fill="#555">{percent} %</text>')
    for place, result in enumerate(results):
        drawn += _line_of_plot(result, _TOP + _STEP * place + _STEP // 2)
    return "\n".join((*drawn, "</g>", "</svg>", ""))


def _line_of_plot(result: Result, y: int) -> list[str]:
    row, score = result.row, result.score
    low, middle, high, par = map(_x, (score.low, score.mean, score.high, row.par))
    label = f"{row.measured} v {row.others}, {row.players} players"
    return [
        f'<text x="{_LEFT - 14}" y="{y + 4}" text-anchor="end" fill="#222">{escape(label)}</text>',
        f'<path d="M{par} {y - 7}v14" stroke="#999" stroke-width="2"/>',
        f'<path d="M{low} {y}H{high}" stroke="#3949ab" stroke-width="3"/>',
        f'<circle cx="{middle}" cy="{y}" r="5" fill="#3949ab"/>',
    ]


def _x(share: float) -> float:
    return round(_LEFT + (_RIGHT - _LEFT) * share, 1)
