"""Inspects the Pi: its boot files, its device files and our user. It only measures; `grades` judges."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from companion.check.measured import BootFiles, Node
from hardware.kit.connections import ON_I2C, ON_SPI, PN532, I2cBus, Kit

_ROOT = Path("/")
_BOOT = ("boot/firmware", "boot")  # the second one on older systems
_GROUPS = {"spi": "spi", "i2c": "i2c", "gpiochip": "gpio", "serial": "dialout", "tty": "dialout"}

# The filters of config.txt that apply to a model, by the beginning of the model's name; the longest wins.
_SECTIONS = {
    "Raspberry Pi 5": ("pi5",),
    "Raspberry Pi 500": ("pi5", "pi500"),
    "Raspberry Pi Compute Module 5": ("pi5", "cm5"),
    "Raspberry Pi 4": ("pi4",),
    "Raspberry Pi 400": ("pi4", "pi400"),
    "Raspberry Pi Compute Module 4": ("pi4", "cm4"),
    "Raspberry Pi 3": ("pi3",),
    "Raspberry Pi 3 Model B Plus": ("pi3", "pi3+"),
    "Raspberry Pi 3 Model A Plus": ("pi3", "pi3+"),
    "Raspberry Pi 2": ("pi2",),
    "Raspberry Pi Zero": ("pi0",),
    "Raspberry Pi Zero W": ("pi0", "pi0w"),
    "Raspberry Pi Zero 2": ("pi0", "pi0w", "pi02"),
}


class System(NamedTuple):
    """What the self-test needs to know about the machine."""

    boot: BootFiles
    nodes: tuple[Node, ...]
    user: str


def look_at_system(kit: Kit, root: Path = _ROOT) -> System:
    """Inspect this machine, as far as the kit needs it."""
    return System(_boot_files(root), tuple(_node(root, path, what) for path, what in _wanted(kit, root)), _user())


def sections_of(model: str) -> tuple[str, ...]:
    """Return which sections of config.txt apply to a model.

    >>> sections_of("Raspberry Pi Zero 2 W Rev 1.0")
    ('all', 'pi0', 'pi0w', 'pi02')
    """
    known = max((name for name in _SECTIONS if model.startswith(name)), key=len, default="")
    return ("all", *_SECTIONS.get(known, ()))


def _boot_files(root: Path) -> BootFiles:
    folder = next((root / place for place in _BOOT if (root / place / "config.txt").is_file()), root / _BOOT[0])
    model = (_text(root / "proc/device-tree/model") or "").rstrip("\0\n")
    return BootFiles(_text(folder / "config.txt"), _text(folder / "cmdline.txt"), sections_of(model))


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None


def _wanted(kit: Kit, root: Path) -> Iterable[tuple[str, str]]:
    if kit.pad is not None:
        yield "/dev/spidev0.0", kit.pad.name
    for reader in kit.own_readers:
        if reader.chip == PN532:
            yield {ON_SPI: "/dev/spidev0.0", ON_I2C: "/dev/i2c-1"}.get(reader.at, reader.at), reader.name
    if kit.is_page_only:
        return  # pcscd has the others, and nobody else needs a device file
    if isinstance(kit.bus, I2cBus):
        yield "/dev/i2c-1", "the screen"
    else:
        yield "/dev/spidev0.1", "the screen"
    # A Pi 5 with an older kernel has its header on the fifth chip.
    chips = [chip for chip in ("/dev/gpiochip4", "/dev/gpiochip0") if (root / chip[1:]).exists()]
    yield chips[0] if chips else "/dev/gpiochip0", "buttons and lamps"
    if kit.pico:
        folder = root / "dev/serial/by-id"
        named = sorted(folder.glob("*MicroPython*")) if folder.is_dir() else []
        yield f"/dev/serial/by-id/{named[0].name}" if named else "/dev/serial/by-id", "the Pico"


def _node(root: Path, path: str, what: str) -> Node:
    file = root / path[1:]
    present = file.exists() and not (what == "the Pico" and file.is_dir())
    usual = next((group for part, group in _GROUPS.items() if part in path), "")
    return Node(path, what, present, present and os.access(file, os.R_OK | os.W_OK), _group(file) or usual)


def _group(file: Path) -> str:
    try:
        group = file.group()
    except (OSError, KeyError):
        return ""
    return "" if group == "root" else group


def _user() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a user without a name, as in a container
        return str(os.getuid())
