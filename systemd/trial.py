"""The version on trial: taken into use by an upgrade, and not seen to start yet.

    /opt/hansa-companion/on-trial      there from before the new version is used until it has started or was taken back

An installer that is cut off in between leaves it behind, and the next one finishes what that one began.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final, NamedTuple

from hardware.formats.durable import sync_folder, write_durably
from systemd.machine import InstallError, Machine
from systemd.versions import HOME

PLACE: Final = HOME / "on-trial"


class Trial(NamedTuple):
    """What there is to go back to."""

    version: str  # on trial
    before: str  # the version that was in use
    games: str  # the dated folder with its games; empty: it had none


def begin(machine: Machine, trial: Trial) -> None:
    """Note a trial, durable on return. It is no file of the system, which a roll-back would put back."""
    if machine.is_dry:
        return
    try:
        write_durably(machine.at(PLACE), json.dumps({"format": 1, **trial._asdict()}, indent=1).encode(), mode=0o644)
    except OSError as error:
        raise InstallError(f"{PLACE}: cannot be written: {error.strerror}") from error


def end(machine: Machine) -> None:
    """Forget the trial, durable on return; harmless when there is none."""
    place = machine.at(PLACE)
    if machine.is_dry or not place.exists():
        return
    try:
        place.unlink()
        sync_folder(place.parent)
    except OSError as error:
        raise InstallError(f"{PLACE}: cannot be removed: {error.strerror}") from error


def under_way(machine: Machine) -> Trial | None:
    """Return the trial that was cut off, if there is one."""
    text = machine.text(PLACE)
    if text is None:
        return None
    try:
        told = json.loads(text)
        # The games are in a folder next to others: of a path only its name counts, and none leads out of there.
        games = Path(told["games"]).name
        return Trial(str(told["version"]), str(told["before"]), "" if games == ".." else games)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InstallError(f"{PLACE}: cannot be read: remove it, and install again") from error
