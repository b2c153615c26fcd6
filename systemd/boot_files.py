"""Adapts the Pi's boot files to a kit: takes their texts and the kit's settings, and returns new texts.

What `config.txt` lacks goes into one block at its end, where it has the last word: lines of others stay as they are,
and taking the block away undoes it. From `cmdline.txt` the console on the serial pins is removed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from hardware.kit.boot import CMDLINE, CONFIG, SERIAL_PORTS, unmet
from hardware.kit.connections import BootSetting

BEGIN: Final = "# hansa-companion: begin; what stands before the end is written by its installer"
END: Final = "# hansa-companion: end"


class BootTexts(NamedTuple):
    """The contents of the two files."""

    config: str
    cmdline: str


def with_settings(texts: BootTexts, settings: Iterable[BootSetting]) -> BootTexts:
    """Return the texts with everything met; unchanged where it is so already."""
    settings = tuple(settings)
    config = without_block(texts.config)
    # Only what holds on every model counts as there.
    lacking = [one for one in unmet(settings, config=config, cmdline="") if one.file == CONFIG]
    if lacking:
        before = config.rstrip()
        config = f"{before}\n\n{_block(lacking)}" if before else _block(lacking)
    silenced = any(one.file == CMDLINE and not one.present for one in settings)
    return BootTexts(config, _without_console(texts.cmdline) if silenced else texts.cmdline)


def without_block(config: str) -> str:
    """Return `config.txt` as it would be without the companion."""
    before, begin, rest = config.partition(f"{BEGIN}\n")
    if not begin:
        return config
    _, end, after = rest.partition(f"{END}\n")
    if not end:  # somebody cut the end off: what follows may be theirs
        return config
    before = before.rstrip("\n")
    return f"{before}\n{after}" if before else after


def _block(settings: Iterable[BootSetting]) -> str:
    # "[all]" ends a section for one model; an empty overlay ends the list of an overlay's own parameters.
    lines = [BEGIN, "[all]", "dtoverlay="]
    for one in settings:
        lines += [f"# {one.why}", one.line if one.present else _opposite(one.line)]
    return "\n".join([*lines, END, ""])


def _opposite(line: str) -> str:
    """Switch off a setting that must not be on; the last line counts."""
    key, _, value = line.rpartition("=")
    if value != "1":
        raise ValueError(f"{line}: it is not known how to switch this off")
    return f"{key}=0"


def _without_console(cmdline: str) -> str:
    consoles = {
        word for word in cmdline.split() if word.partition(",")[0] in {f"console={port}" for port in SERIAL_PORTS}
    }
    if not consoles:
        return cmdline
    # The kernel takes one line only.
    return " ".join(word for word in cmdline.split() if word not in consoles) + "\n"
