"""Everything that is made from the data: kits laid out for a game, parts, board, map and tray enter, files leave.

Files of our own making are the same to the byte on every machine. Harness drawings are laid out by Graphviz, whose
versions differ, so of those only the descriptions are; a drawing is fresh when it names its description's hash.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from hardware.kit.kit import Kit, Pico
from wiring import bill
from wiring.catalogue import Catalogue
from wiring.console import draw_console
from wiring.diagrams import descriptions
from wiring.faceplate import draw_faceplate
from wiring.game_plans import Plans
from wiring.guide import blocks_of, refresh
from wiring.harness import as_text, draw, is_drawn_from
from wiring.route_map import RouteMap, load_map
from wiring.section import draw_section
from wiring.spot_drawing import pages_of
from wiring.spot_sheet import SpotSheet
from wiring.tray import draw_tray
from wiring.tray_plan import TrayPlan, load_tray

GUIDE: Final = "README.md"
DRAWINGS: Final = "drawings"
LISTS: Final = "lists"


def own_files(kit: Kit, catalogue: Catalogue, plans: Plans) -> dict[str, str]:
    """Make the files of one kit, laid out for a game, but for the harness drawings."""
    files = {f"{DRAWINGS}/{name}.yml": as_text(one) for name, one in descriptions(kit).items()}
    files[f"{LISTS}/{kit.name}.csv"] = bill.as_csv(bill.bill(kit, catalogue, _tags(kit, catalogue, plans)))
    for extra in (pico for pico in kit.picos if pico.is_optional):
        files[f"{LISTS}/{kit.name}-{extra.name}.csv"] = bill.as_csv(bill.extras(extra, catalogue))
    if kit.lamps:
        plate = draw_faceplate(kit, catalogue.sizes, plans.board, _map(plans), plans.title)
        files[f"{DRAWINGS}/{kit.name}-faceplate.svg"] = plate
    else:
        files[f"{DRAWINGS}/{kit.name}-console.svg"] = draw_console(kit, catalogue.sizes, plans.title)
    pico = _under_board(kit)
    if pico is not None:
        plan = _tray(pico, catalogue, plans)
        files[f"{DRAWINGS}/{kit.name}-tray.svg"] = draw_tray(kit, pico, plan, plans.board)
        files[f"{DRAWINGS}/{kit.name}-section.svg"] = draw_section(plans.board.piece)
    return files | sheet_drawings(plans.sheets_of(kit.name))


def _under_board(kit: Kit) -> Pico | None:
    """Find the Pico whose readers lie under the game's board."""
    return next((pico for pico in kit.picos if len(pico.selects) > 1), None)


def sheet_drawings(sheets: Iterable[SpotSheet]) -> dict[str, str]:
    """Draw the sheets that players point at, whole and page by page."""
    return {
        f"{DRAWINGS}/{sheet.kit}-{sheet.name}{page}.svg": text
        for sheet in sheets
        for page, text in pages_of(sheet).items()
    }


def _map(plans: Plans) -> RouteMap:
    return load_map(plans.map.read_text(encoding="utf-8"), plans.map.name)


def _tags(kit: Kit, catalogue: Catalogue, plans: Plans) -> tuple[bill.Line, ...]:
    """List the tags: those behind the spots of the kit's sheets, else those of the game's pieces."""
    sheets = plans.sheets_of(kit.name)
    if sheets:
        return bill.spot_tags(sheets, catalogue)
    return bill.load_tags(plans.tags.read_text(encoding="utf-8"), plans.tags.name)


def _tray(pico: Pico, catalogue: Catalogue, plans: Plans) -> TrayPlan:
    # What is no text is no TOML either, and refused as that.
    text = plans.tray.read_text(encoding="utf-8", errors="replace")
    return load_tray(pico, catalogue.sizes, plans.board, text, str(plans.tray))


def guide_text(guide: str, kits: tuple[Kit, ...], catalogue: Catalogue, plans: Plans) -> str:
    """Return the build guide with its tables made again."""
    blocks: dict[str, str] = {}
    for kit in kits:
        pico = _under_board(kit)
        plan = _tray(pico, catalogue, plans) if pico else None
        blocks |= blocks_of(kit, catalogue, plan, _tags(kit, catalogue, plans))
    return refresh(guide, blocks)


def stale(folder: Path, files: Mapping[str, str]) -> tuple[str, ...]:
    """Name the files in a folder that differ from what the data makes, harness drawings included."""
    old = [name for name, text in files.items() if _read(folder / name) != text]
    old += [
        drawing
        for name, text in files.items()
        if (drawing := _drawing_of(name)) and not is_drawn_from(_read(folder / drawing), text)
    ]
    return tuple(old)


def write(folder: Path, files: Mapping[str, str]) -> tuple[str, ...]:
    """Bring a folder up to date; only what differs is written. Names what was."""
    old = stale(folder, files)
    for name in old:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        source = f"{name.removesuffix('.svg')}.yml"
        text = files[name] if name in files else draw(files[source])
        path.write_text(text, encoding="utf-8")
    return old


def _drawing_of(name: str) -> str:
    """Name the harness drawing that is made from a description, or nothing for another file."""
    return f"{name.removesuffix('.yml')}.svg" if name.endswith(".yml") else ""


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""
