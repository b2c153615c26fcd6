"""Shared by commands that write one output file: checks the path, never overwrites unasked, sets mode 0600."""

from __future__ import annotations

import argparse
from contextlib import nullcontext
from pathlib import Path

from companion.errors import UserError

PRIVATE = 0o600


def add_options(parser: argparse.ArgumentParser, what: str, default: str | None = None) -> None:
    """Add the argument for the file to write, which is required if there is no default."""
    if default is None:
        parser.add_argument("file", metavar="FILE", help=what)
    else:
        parser.add_argument("file", nargs="?", default=default, metavar="FILE", help=f"{what}; default: {default}")
    parser.add_argument("--force", action="store_true", help="overwrite the file if it is there")


def place(options: argparse.Namespace) -> Path:
    """Return the path of the file, or raise UserError if something is in the way."""
    path = Path(options.file)
    if path.is_dir():
        raise UserError(f"{path}: is a folder; name a file in it")
    if not path.parent.is_dir():
        raise UserError(f"{path}: cannot be written: there is no folder {path.parent}")
    if path.exists() and not path.is_file():  # a device would be replaced by a file, for all users
        raise UserError(f"{path}: is not a regular file, so it is not overwritten")
    if path.exists() and not options.force:
        raise UserError(f"{path}: already exists; --force overwrites it")
    return path


def write(path: Path, data: bytes, state: Path) -> None:
    """Write the whole file or raise UserError with one line; in the state folder, with its owner's rights."""
    from companion.running.as_owner import as_owner, belongs_to_owner_of
    from hardware.formats.durable import write_durably

    try:
        with as_owner(path.parent) if belongs_to_owner_of(path.parent, state) else nullcontext():
            write_durably(path, data, mode=PRIVATE)
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from error
