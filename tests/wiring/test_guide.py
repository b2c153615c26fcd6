from __future__ import annotations

import re
from pathlib import Path

import pytest

import wiring
from wiring.catalogue import PlanError, read_text
from wiring.guide import as_markdown, load_hours

GUIDE = (Path(wiring.__file__).parent / "README.md").read_text(encoding="utf-8")
FRONT_DOOR = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
CHAPTERS = {"tap": "The tap kit", "board": "The board kit", "chart": "The chart kit"}


def chapter(title: str) -> str:
    return GUIDE.partition(f"\n# {title}\n")[2].partition("\n# ")[0]


@pytest.mark.parametrize("kit", CHAPTERS)
def test_every_step_of_the_guide_has_its_hours(kit: str) -> None:
    steps = re.findall(r"^## (Step .*)$", chapter(CHAPTERS[kit]), re.MULTILINE)
    assert steps
    assert [step.title for step in load_hours().of(kit) if step.title != "Tags"] == steps


@pytest.mark.parametrize(("kit", "title"), [*CHAPTERS.items(), ("usb", "The USB kit")])
def test_readme_tells_the_hours_and_prices_of_the_guide(kit: str, title: str) -> None:
    (row,) = re.findall(rf"^\| \*\*{kit}\*\* \|.*$", FRONT_DOOR, re.MULTILINE)
    text = chapter(title)
    prices = re.findall(r"All together about (EUR \d+ to \d+)", text)
    hours = re.findall(r"\*\*(\d+ to \d+)\*\* \|$", text, re.MULTILINE)  # none for usb: nothing is built
    assert prices
    assert [told for told in (*prices, *(f"| {each} |" for each in hours)) if told not in row] == []


def test_sum_leaves_out_what_need_not_be_done() -> None:
    hours = load_hours()
    table = as_markdown(hours.of("chart"), hours.estimated)
    low = sum(step.low for step in hours.of("chart") if not step.is_optional)
    high = sum(step.high for step in hours.of("chart") if not step.is_optional)
    assert f"**{low:.0f} to {high:.0f}**" in table.splitlines()[-1]
    assert "lamps under the chart | 4 to 8 |" in table
    assert f"estimated in {hours.estimated}" in table


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("hours = [0.5, 1]", "hours = [1, 0.5]", r"step\[0\]\.hours: .*the shorter time first"),
        ("hours = [0.5, 1]", "hours = 1", r"step\[0\]\.hours: 1 given; allowed: two numbers"),
        ("format = 1", "format = 2", "format: 2 given"),
        ('kit = "tap"', 'kti = "tap"', r"step\[0\]\.kit: nothing given"),
    ],
)
def test_hours_that_cannot_be_are_refused_by_file_and_key(old: str, new: str, message: str) -> None:
    text = read_text("hours.toml")
    assert old in text
    with pytest.raises(PlanError, match=rf"hours\.toml: {message}"):
        load_hours(text.replace(old, new, 1))
