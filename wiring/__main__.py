"""Make the drawings, lists and tables again: `python -m wiring`.

Without arguments the project's own files are brought up to date; with `--check` nothing is written, and the files
that are out of date are named (exit code 1). With `--out`, the files of one kit are made elsewhere, for a box with a
kit or a tray of its own.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.shelf.shelf import boxes, first_game, open_box
from hardware.formats.strict_toml import DataError
from hardware.kit.kit import Kit
from hardware.kit.layout import choose_layout, lay_out, load_layout
from wiring.catalogue import load_catalogue
from wiring.cuts import USUAL_FIT
from wiring.harness import DrawingError
from wiring.kits import load_kit, shipped_kits
from wiring.outputs import GUIDE, OtherGame, Plans, guide_text, other_games, own_files, plans_of, stale, write
from wiring.spot_sheet import read_sheet

HERE = Path(__file__).parent


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m wiring", description="Make the maker's drawings and lists.")
    parser.add_argument("--check", action="store_true", help="write nothing; name what is out of date")
    parser.add_argument("--kit", default="board", help="with --out: a kit's name or file (default: board)")
    parser.add_argument("--tray", type=Path, help="with --out: a tray file with your own measures")
    parser.add_argument("--out", type=Path, help="make the files of one kit in this folder")
    usual = USUAL_FIT
    parser.add_argument(
        "--kerf",
        type=_millimetres(0, 3),
        help=f"with --out: what your tool cuts away, in mm (default: {usual.kerf_mm:g})",
    )
    parser.add_argument(
        "--clearance",
        type=_millimetres(0, 3),
        help=f"with --out: play around a reader, in mm (default: {usual.clearance_mm:g})",
    )
    parser.add_argument(
        "--sheet",
        type=_millimetres(1, 20),
        help=f"with --out: how thick your plywood is, in mm (default: {usual.sheet_mm:g})",
    )
    options = parser.parse_args(arguments)
    for name in ("tray", "kerf", "clearance", "sheet"):
        if getattr(options, name) is not None and not options.out:
            parser.error(f"--{name} needs --out: a folder for the plan of your tray")
    try:
        folder, files = _elsewhere(options) if options.out else (HERE, shipped_files())
        names = stale(folder, files) if options.check else write(folder, files)
    except DataError as mistake:
        print(mistake, file=sys.stderr)
        return 78
    except OSError as mistake:
        print(f"{mistake.filename}: {mistake.strerror}", file=sys.stderr)
        return 78
    except DrawingError as missing:
        print(missing, file=sys.stderr)
        return 1
    for name in names:
        print(f"{'out of date' if options.check else 'written'}: {folder / name}")
    return 1 if options.check and names else 0


def shipped_files() -> dict[str, str]:
    """Make everything that is kept with the project."""
    catalogue = load_catalogue()
    kits = tuple(laid_out_kit(name) for name in shipped_kits())
    plans = game_plans()
    files: dict[str, str] = {}
    for kit in kits:
        files |= own_files(kit, catalogue, plans._replace(others=_others(kit.name)))
    files[GUIDE] = guide_text((HERE / GUIDE).read_text(encoding="utf-8"), kits, catalogue, plans)
    return files


def laid_out_kit(name: str) -> Kit:
    """Read a kit, laid out for the first game on the shelf, on the board that ships."""
    kit = load_kit(name)
    return lay_out(kit, choose_layout(kit, _layout_files()))


def game_plans() -> Plans:
    """Return that game's files for the drawings, and the sheets of all games."""
    plans = plans_of(open_box(first_game()), tuple(map(load_layout, _layout_files())))
    return plans._replace(sheets=tuple(read_sheet(file) for box in boxes() for file in box.sheets))


def _others(kit: str) -> tuple[OtherGame, ...]:
    return other_games(load_kit(kit), (box for box in boxes() if box.id != first_game()))


def _layout_files() -> tuple[Path, ...]:
    return open_box(first_game()).layouts(None)


def _elsewhere(options: argparse.Namespace) -> tuple[Path, dict[str, str]]:
    plans = game_plans()._replace(others=_others(options.kit))
    if options.tray:
        plans = plans._replace(tray=options.tray)
    asked = {"kerf_mm": options.kerf, "clearance_mm": options.clearance, "sheet_mm": options.sheet}
    fit = USUAL_FIT._replace(**{key: value for key, value in asked.items() if value is not None})
    return options.out, own_files(laid_out_kit(options.kit), load_catalogue(), plans, fit)


def _millimetres(low: float, high: float) -> Callable[[str], float]:
    def millimetres(given: str) -> float:
        try:
            value = float(given)
        except ValueError:
            value = -1
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{given!r} given; allowed: millimetres from {low:g} to {high:g}")
        return value

    return millimetres


if __name__ == "__main__":
    sys.exit(main())
