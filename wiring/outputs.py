"""Makes all generated files from the data: kits laid out for a game, parts, board, map and tray.

Files of our own making are the same to the byte on every machine. Harness drawings are laid out by Graphviz, whose
versions differ, so of those only the descriptions are; a drawing is fresh when it names its description's hash.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from companion.shelf.box import BoardPlan, GameBox
from hardware.kit.kit import Kit, Pico
from hardware.kit.layout import Layout, LayoutError, choose_layout, in_use, lay_out
from wiring import bill, console, cut_files, faceplate
from wiring.catalogue import Catalogue, PlanError
from wiring.console import console_sheet
from wiring.cut_files import as_dxf, draw_cut
from wiring.cuts import USUAL_FIT, Fit
from wiring.diagrams import descriptions
from wiring.faceplate import faceplate_sheet
from wiring.guide import as_markdown as hours_table
from wiring.guide import blocks_of, load_hours, refresh
from wiring.harness import as_text, draw, is_drawn_from
from wiring.overlay import load_overlay, overlay_sheet
from wiring.perfboard import draw_perfboard
from wiring.route_map import RouteMap, load_map
from wiring.schematic import schematics
from wiring.section import draw_section
from wiring.spot_drawing import pages_of
from wiring.spot_sheet import SpotSheet
from wiring.svg import Point, Sheet
from wiring.tray import WholeTray, cable_csv, draw_tray, read_whole_tray, strip_lines


class OtherGame(NamedTuple):
    """Another game on the same kit: what its lamps are called, and what is printed around them."""

    game: str
    title: str
    lamps: Mapping[str, int]  # those of the Pi, by the names of this game: their pins
    overlay: Path


class Plans(NamedTuple):
    """The game's own files for the drawings."""

    title: str
    board: BoardPlan
    map: Path
    tray: Path
    tags: Path
    sheets: tuple[SpotSheet, ...] = ()  # that players point at, of all games
    others: tuple[OtherGame, ...] = ()  # that have an overlay for the kit that is drawn

    def sheets_of(self, kit: str) -> tuple[SpotSheet, ...]:
        """Return the sheets that belong to a kit."""
        return tuple(sheet for sheet in self.sheets if sheet.kit == kit)


def plans_of(box: GameBox, layouts: Sequence[Layout]) -> Plans:
    """Gather the files that a game's layouts name; of several the first one's."""

    def file_of(key: str) -> Path:
        for layout in layouts:
            path = getattr(layout, key)
            if isinstance(path, Path):
                return path
        raise PlanError("layouts", key, "nothing given", "a file that one of the layouts names")

    if box.board_plan is None:
        raise PlanError(box.id, "board", "no drawings of this game", "a game with plans for its kits")
    return Plans(box.title, box.board_plan(file_of("board")), file_of("map"), file_of("tray"), file_of("tags"))


def other_games(kit: Kit, boxes: Iterable[GameBox]) -> tuple[OtherGame, ...]:
    """Lay a kit out for other games too; those for which it is not made, or that print nothing, are left out."""
    found = []
    for box in boxes:
        try:
            layout = choose_layout(kit, box.layouts(None))
            lamps = lay_out(kit, layout).lamps
        except LayoutError:
            continue
        used = {lamp: lamps[lamp] for lamp in in_use(lamps)}
        if layout and layout.overlay and used:
            found.append(OtherGame(box.id, box.title, used, layout.overlay))
    return tuple(found)


GUIDE: Final = "README.md"
DRAWINGS: Final = "drawings"
LISTS: Final = "lists"
CUTS: Final = "cuts"


def own_files(kit: Kit, catalogue: Catalogue, plans: Plans, fit: Fit = USUAL_FIT) -> dict[str, str]:
    """Make the files of one kit, laid out for a game, but for the harness drawings; `fit` is how the tray is cut."""
    files = {f"{DRAWINGS}/{name}.yml": as_text(one) for name, one in descriptions(kit).items()}
    files |= {f"{DRAWINGS}/{name}.svg": drawn for name, drawn in schematics(kit).items()}
    tray = _tray(kit, catalogue, plans, fit)
    files[f"{LISTS}/{kit.name}.csv"] = bill.as_csv(_bill(kit, catalogue, plans, tray))
    for extra in (pico for pico in kit.picos if pico.is_optional):
        files[f"{LISTS}/{kit.name}-{extra.name}.csv"] = bill.as_csv(bill.extras(extra, catalogue))
    if kit.is_page_only:
        return files
    plate, corner = _plate(kit, catalogue, plans)
    files[f"{DRAWINGS}/{kit.name}-{'faceplate' if kit.lamps else 'console'}.svg"] = plate.render()
    files[f"{LISTS}/{kit.name}-holes.csv"] = cut_files.as_csv(cut_files.drill_list(plate, corner))
    if tray is not None:
        files |= _tray_files(kit, catalogue, plans, tray)
    for other in plans.others:
        drawn = overlay_sheet(plate, kit.lamps, other.lamps, load_overlay(other.overlay), other.title)
        files[f"{DRAWINGS}/{kit.name}-overlay-{other.game}.svg"] = drawn.render()
    return files | sheet_drawings(plans.sheets_of(kit.name))


def _plate(kit: Kit, catalogue: Catalogue, plans: Plans) -> tuple[Sheet, Point]:
    """Draw the plate of a kit; with it the plate's own corner on the sheet."""
    if kit.lamps:
        return faceplate_sheet(kit, catalogue.sizes, plans.board, _map(plans), plans.title), faceplate.CORNER
    return console_sheet(kit, catalogue.sizes, plans.title), console.CORNER


def _tray_files(kit: Kit, catalogue: Catalogue, plans: Plans, tray: WholeTray) -> dict[str, str]:
    pico = _under_board(kit)
    assert pico is not None, "a tray is made for one"
    fit = tray.cuts[0].fit
    files = {
        f"{DRAWINGS}/{kit.name}-tray.svg": draw_tray(kit, pico, tray, plans.board),
        f"{DRAWINGS}/{kit.name}-perfboard.svg": draw_perfboard(kit.title, pico),
        f"{DRAWINGS}/{kit.name}-section.svg": draw_section(plans.board.piece, catalogue.sizes, fit),
        f"{LISTS}/{kit.name}-cables.csv": cable_csv(tray),
        f"{LISTS}/{kit.name}-strip.toml": strip_lines(tray, pico),
    }
    for cut in tray.cuts:
        files[f"{CUTS}/{kit.name}-{cut.name}.svg"] = draw_cut(cut, kit.title)
        files[f"{CUTS}/{kit.name}-{cut.name}.dxf"] = as_dxf(cut)
    return files


def _bill(kit: Kit, catalogue: Catalogue, plans: Plans, tray: WholeTray | None) -> tuple[bill.Line, ...]:
    tags = _tags(kit, catalogue, plans)
    if tray is None:
        return bill.bill(kit, catalogue, tags)
    return bill.bill(kit, catalogue, tags, strip_leds=len(tray.leds), fit=tray.cuts[0].fit)


def _under_board(kit: Kit) -> Pico | None:
    """Find the Pico whose readers lie under the game's board."""
    return next((pico for pico in kit.picos if len(pico.selects) > 1), None)


def sheet_drawings(sheets: Iterable[SpotSheet]) -> dict[str, str]:
    """Draw the sheets that players point at, whole and page by page."""
    files: dict[str, str] = {}
    for sheet in sheets:
        drawn = {f"{DRAWINGS}/{sheet.kit}-{sheet.name}{page}.svg": text for page, text in pages_of(sheet).items()}
        if files.keys() & drawn.keys():
            raise PlanError(sheet.title, "name", f"{sheet.name!r}, as on another sheet of this kit", "another name")
        files |= drawn
    return files


def _map(plans: Plans) -> RouteMap:
    return load_map(plans.map.read_text(encoding="utf-8"), plans.map.name)


def _tags(kit: Kit, catalogue: Catalogue, plans: Plans) -> tuple[bill.Line, ...]:
    """List the tags: those behind the spots of the kit's sheets, else those of the game's pieces."""
    sheets = plans.sheets_of(kit.name)
    if sheets:
        return bill.spot_tags(sheets, catalogue)
    return bill.load_tags(plans.tags.read_text(encoding="utf-8"), plans.tags.name)


def _tray(kit: Kit, catalogue: Catalogue, plans: Plans, fit: Fit) -> WholeTray | None:
    """Read the tray of a kit with readers under the board; None for others."""
    pico = _under_board(kit)
    if pico is None:
        return None
    # What is no text is no TOML either, and refused as that.
    text = plans.tray.read_text(encoding="utf-8", errors="replace")
    return read_whole_tray(pico, catalogue.sizes, plans.board, text, str(plans.tray), fit)


def guide_text(guide: str, kits: tuple[Kit, ...], catalogue: Catalogue, plans: Plans) -> str:
    """Return the build guide with its tables made again."""
    blocks: dict[str, str] = {}
    hours = load_hours()
    for kit in kits:
        if steps := hours.of(kit.name):
            blocks[f"hours {kit.name}"] = hours_table(steps, hours.estimated)
        tray = _tray(kit, catalogue, plans, USUAL_FIT)
        lines = _bill(kit, catalogue, plans, tray)
        blocks |= blocks_of(kit, catalogue, tray, lines, _tags(kit, catalogue, plans))
        if not kit.is_page_only:
            blocks[f"holes {kit.name}"] = cut_files.as_markdown(cut_files.drill_list(*_plate(kit, catalogue, plans)))
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
