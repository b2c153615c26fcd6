"""`make bench`: every measurement, one after the other."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

PARTS = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py") if not path.stem.startswith("test_"))


def main() -> None:
    """Run the parts named on the command line, or all of them."""
    wanted = sys.argv[1:] or PARTS
    for part in wanted:
        if part not in PARTS:
            raise SystemExit(f"{part!r}: expected one of {', '.join(PARTS)}")
        print(f"\n## {part}\n", flush=True)
        import_module(f"tests.lab.bench.{part}").main()


main()
