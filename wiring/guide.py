"""The generated parts of the build guide: makes tables from kits and parts, and puts them between their marks.

Everything between `<!-- made: NAME -->` and `<!-- end -->` in the guide is written here and nowhere else. How long its
steps take is in `hours.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from hardware.formats.strict_toml import Table
from hardware.kit.kit import Kit, Pico, PinUse
from hardware.kit.pins import PICO_BOARD
from wiring import bill, budget
from wiring.catalogue import Catalogue, PlanError, read_text, take_pair
from wiring.diagrams import gate_table, wire_table
from wiring.section import reach_mm
from wiring.tray import WholeTray, cable_table, strip_lines


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


BLOCK: Final = re.compile(r"<!-- made: (?P<name>[a-z ]+) -->\n.*?<!-- end -->", re.DOTALL)


def refresh(guide: str, blocks: Mapping[str, str], file: str = "README.md") -> str:
    """Return the guide with every block written again; each block must have its place."""
    found: list[str] = []

    def written(match: re.Match[str]) -> str:
        name = match["name"]
        if name not in blocks:
            raise PlanError(file, f"made: {name}", "no such block", f"one of {', '.join(blocks)}")
        found.append(name)
        return f"<!-- made: {name} -->\n{blocks[name]}<!-- end -->"

    text = BLOCK.sub(written, guide)
    for name in blocks:
        if name not in found:
            raise PlanError(file, f"made: {name}", "nothing given", "a place for every block")
    return text


def blocks_of(
    kit: Kit,
    catalogue: Catalogue,
    tray: WholeTray | None,
    lines: tuple[bill.Line, ...],
    tags: tuple[bill.Line, ...],
) -> dict[str, str]:
    """Write every block about one kit, whose parts list is `lines`, with its `tags`."""
    blocks = {f"parts {kit.name}": _parts(lines, tags, catalogue)}
    if kit.is_page_only:
        return blocks
    blocks |= {
        f"budget {kit.name}": budget.as_markdown(budget.budget(kit, catalogue)),
        f"wires {kit.name}": wire_table(kit),
        f"boot {kit.name}": _boot(kit),
    }
    for pico in kit.picos:
        if pico.is_optional:
            blocks[f"parts {pico.name}"] = _parts(bill.extras(pico, catalogue), (), catalogue)
        if pico.is_handheld or not pico.selects:
            blocks[f"{pico.name} pins"] = _pico_pins(pico.pins())
        else:
            blocks |= {
                "pico pins": _pico_pins(pico.pins()),
                "gates": gate_table(pico),
                "limits": _limits(pico, catalogue),
            }
    if tray is not None:
        blocks |= {"distances": _distances(tray, catalogue), "cables": cable_table(tray)}
        blocks["strip"] = f"```toml\n{strip_lines(tray, kit.picos[0])}```\n"
    return blocks


def _parts(lines: tuple[bill.Line, ...], tags: tuple[bill.Line, ...], catalogue: Catalogue) -> str:
    return f"{bill.as_markdown(lines)}\n{bill.cost_in_words(lines, tags, catalogue)}"


def _pico_pins(uses: tuple[PinUse, ...]) -> str:
    rows = ["| what | signal | pin of the chip | pin of the board |", "|---|---|---:|---:|"]
    rows += [f"| `{use.part}` | {use.signal} | GP{use.number} | {PICO_BOARD[use.number]} |" for use in uses]
    return "\n".join(rows) + "\n"


def _boot(kit: Kit) -> str:
    rows = ["| file in `/boot/firmware` | line | | why |", "|---|---|---|---|"]
    rows += [
        f"| `{one.file}` | `{one.line}` | {'must be there' if one.present else 'must not be there'} | {one.why} |"
        for one in kit.boot_settings()
    ]
    return "\n".join(rows) + "\n"


def _limits(pico: Pico, catalogue: Catalogue) -> str:
    electric = catalogue.electric
    rail = next(rail for rail in budget.budget_of_pico(pico, electric) if rail.limit_ma == electric.regulator_limit_ma)
    all_on = budget.all_fields_ma(pico, electric)
    heat = budget.regulator_heat_w(rail.total_ma, electric)
    verdict = "more than" if all_on > electric.regulator_limit_ma else "within"
    return (
        f"- With one field on, the readers take {rail.total_ma:.0f} mA; a linear regulator turns {heat:.1f} W "
        "into heat.\n"
        f"- With all {len(pico.selects)} fields on they would take {all_on:.0f} mA, {verdict} the regulator's "
        f"{electric.regulator_limit_ma:.0f} mA: the firmware never switches on two.\n"
        f"- With every lamp white the strip would take {budget.uncapped_ma(pico):.0f} mA; the firmware dims it to "
        f"{pico.strip.cap_ma} mA (`cap_ma` in the kit file) whatever it is told to show.\n"
    )


def _distances(tray: WholeTray, catalogue: Catalogue) -> str:
    plan, channels = tray.plan, tray.channels
    gap = catalogue.sizes.neighbour_gap
    near = [f"{pair.one} and {pair.other} ({pair.distance:.0f} mm)" for pair in plan.near]
    told = f"nearer than that here: {', '.join(near)}" if near else "on the tray as drawn no two are"
    side = "left" if channels.edge in ("top", "bottom") else "upper"
    longest = channels.longest
    return (
        f"- Antennas less than {gap:.0f} mm apart may hear each other's tags; {told}.\n"
        f"- From the coil to the tag it is about {reach_mm():g} mm: the game's board and the cover.\n"
        f"- The channels open at the {channels.edge} edge, {channels.at:.0f} mm from the board's {side} side: the "
        f"electronics stand there. The longest cable, that of `{longest.reader}`, is {longest.cut_mm / 10:.0f} cm.\n"
    )
