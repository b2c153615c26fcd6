"""How long the steps of the guide take: makes a table for each kit from `hours.toml`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hardware.formats.strict_toml import Table
from wiring.catalogue import PlanError, read_text, take_pair


class Step(NamedTuple):
    """One step of the guide, and how many hours it takes: at least, and at most."""

    kit: str
    title: str
    low: float
    high: float
    is_optional: bool


class Hours(NamedTuple):
    """All of `hours.toml`."""

    estimated: str  # when
    steps: tuple[Step, ...]

    def of(self, kit: str) -> tuple[Step, ...]:
        """Return the steps of a kit."""
        return tuple(step for step in self.steps if step.kit == kit)


def load_hours(text: str | None = None, file: str = "hours.toml") -> Hours:
    """Read the hours, the shipped ones unless another text is given."""
    top = Table.parse(read_text(file) if text is None else text, file, error=PlanError)
    top.choice("format", (1,), int)
    hours = Hours(top.text("estimated"), tuple(_step(table) for table in top.tables("step")))
    top.done("format", "estimated", "step")
    return hours


def _step(table: Table) -> Step:
    low, high = take_pair(table, "hours", 0, 100)
    if low > high:
        raise table.refuse("hours", [low, high], "the shorter time first")
    optional = table.take("optional", bool, "true or false", False)
    step = Step(table.text("kit"), table.text("title"), low, high, optional)
    table.done("kit", "title", "hours", "optional")
    return step


def as_markdown(steps: Iterable[Step], estimated: str) -> str:
    """Write the hours as a table for the guide; steps that need not be done are not in the sum."""
    steps = tuple(steps)
    counted = [step for step in steps if not step.is_optional]
    low, high = sum(step.low for step in counted), sum(step.high for step in counted)
    rows = [f"| {step.title} | {step.low:g} to {step.high:g} |" for step in steps]
    rows.append(f"| **all that must be done, estimated in {estimated}** | **{_whole(low)} to {_whole(high)}** |")
    return "\n".join(["| step | hours |", "|---|---:|", *rows]) + "\n"


def _whole(hours: float) -> int:
    """Round a half up, as readers do."""
    return int(hours + 0.5)
