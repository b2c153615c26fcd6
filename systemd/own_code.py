"""What is ours as it is installed: code without what was made there, with its version and commit, and documents.

It is copied, not built: a Pi then needs no tool that builds wheels, of which there is none in its lock.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from companion.running.commit import FILE as COMMIT_FILE
from companion.running.commit import head_of

NAME: Final = "hansa-companion"
# With what sets the package up.
PACKAGES: Final = ("companion", "hardware", "firmware", "wiring", "systemd")
_MADE: Final = {"__pycache__", "node_modules"}


def files(sources: Path, packages: tuple[str, ...] = PACKAGES) -> Iterator[Path]:
    """Yield every file of the packages, relative to the checkout, in order."""
    for package in packages:
        for path in sorted((sources / package).rglob("*")):
            relative = path.relative_to(sources)
            if path.is_file() and not _MADE.intersection(relative.parts):
                yield relative


def documents(sources: Path) -> Iterator[Path]:
    """Yield what there is to read, relative to the checkout: the README and the pages that it leads to."""
    for path in sorted((*sources.glob("*.md"), *sources.glob("docs/**/*.md"))):
        yield path.relative_to(sources)


def copy(
    sources: Path, into: Path, version: str, *, folder: Callable[[Path], None], packages: tuple[str, ...] = PACKAGES
) -> None:
    """Copy the packages; `folder` makes a folder that may be missing. Files can be read by all, whatever the mask."""
    for relative in files(sources, packages):
        place = into / relative
        folder(place.parent)
        shutil.copyfile(sources / relative, place)
        place.chmod(0o755 if (sources / relative).stat().st_mode & 0o100 else 0o644)
    if commit := head_of(sources):  # else a source archive, which has brought the file along
        place = into / "companion" / COMMIT_FILE
        place.write_text(f"{commit}\n", encoding="ascii")
        place.chmod(0o644)
    # The companion asks for its version as every Python package is asked (PEP 376).
    about = into / f"{NAME.replace('-', '_')}-{version}.dist-info"
    folder(about)
    for name, text in {
        "METADATA": f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {version}\n",
        "INSTALLER": f"{NAME}\n",
    }.items():
        (about / name).write_text(text, encoding="utf-8")
        (about / name).chmod(0o644)
