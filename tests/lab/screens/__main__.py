"""`python -m tests.lab.screens`: look at sample screens, in the terminal or as PNG files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.display.draw import draw, overflow
from companion.display.picture import render_blocks, render_png, render_text_art
from tests.lab.screens.samples import SAMPLES


def main(arguments: Sequence[str] | None = None) -> int:
    """Show or write the chosen samples; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.lab.screens",
        description="Draw sample screens as the panel shows them.",
        epilog="example: python -m tests.lab.screens turn menu --png pictures --scale 4",
    )
    parser.add_argument("screens", nargs="*", metavar="SCREEN", help=f"one or more of: {', '.join(SAMPLES)}")
    parser.add_argument("--png", type=Path, metavar="FOLDER", help="write PNG files there instead of showing blocks")
    parser.add_argument("--art", action="store_true", help="print rows of # and dots, as the tests keep them")
    parser.add_argument("--scale", type=int, default=4, choices=range(1, 17), metavar="1..16", help="pixels a pixel")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.screens if name not in SAMPLES]:
        parser.error(f"no screen is called {unknown[0]!r}; choose from {', '.join(SAMPLES)}")
    for name in options.screens or SAMPLES:
        frame = draw(SAMPLES[name])
        if options.png:
            path = options.png / f"{name}.png"
            try:
                options.png.mkdir(parents=True, exist_ok=True)
                path.write_bytes(render_png(frame, options.scale))
            except OSError as error:
                print(f"{path}: cannot be written: {error.strerror}", file=sys.stderr)
                return 1
            print(path)
        elif options.art:
            print(render_text_art(frame))
        else:
            print(f"{name}\n{render_blocks(frame)}")
        for text in overflow(SAMPLES[name]):
            print(f"cut: {text}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
