"""Checks the Pi's boot files against a kit: takes its settings and the files' texts, and returns what is missing.

Reads `config.txt` as the Pi's firmware does: the last value counts, aliases are equal, and comments and sections of
other models are skipped. Reads `cmdline.txt` for a console on the serial pins.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from hardware.kit.connections import BootSetting

CONFIG: Final = "config.txt"
CMDLINE: Final = "cmdline.txt"
# The serial port of pins 14 and 15 under its names on different models.
SERIAL_PORTS: Final = ("serial0", "ttyAMA0", "ttyS0")
_ALIASES: Final = {"i2c": "i2c_arm", "i2c_baudrate": "i2c_arm_baudrate"}
_ON: Final = frozenset({"on", "true", "yes", "1", "y"})


@dataclass(slots=True)
class _Config:
    parameters: dict[str, str] = field(default_factory=dict)
    overlays: set[str] = field(default_factory=set)
    values: dict[str, str] = field(default_factory=dict)


def unmet(
    settings: Iterable[BootSetting], *, config: str, cmdline: str, sections: Collection[str] = ("all",)
) -> tuple[BootSetting, ...]:
    """Return the settings that the two files do not meet; `sections` are the filters that apply to this model."""
    read = _read_config(config, sections)
    return tuple(one for one in settings if _is_there(one, read, cmdline) is not one.present)


def remedy(setting: BootSetting) -> str:
    """Return in one line what to do about a setting that is not met."""
    verb = "add" if setting.present else "remove"
    return f"{verb} {setting.line} in /boot/firmware/{setting.file} and restart: {setting.why}"


def _is_there(setting: BootSetting, read: _Config, cmdline: str) -> bool:
    key, _, value = setting.line.partition("=")
    if setting.file == CMDLINE:
        return any(_is_serial_console(word) for word in cmdline.split())
    if key == "dtparam":
        name, _, wanted = value.partition("=")
        return _same(read.parameters.get(name, ""), wanted)
    if key == "dtoverlay":
        return value in read.overlays
    return _same(read.values.get(key, ""), value)


def _same(given: str, wanted: str) -> bool:
    return given == wanted or (given in _ON and wanted in _ON)


def _is_serial_console(word: str) -> bool:
    key, _, value = word.partition("=")
    return key == "console" and value.partition(",")[0] in SERIAL_PORTS


def _read_config(text: str, sections: Collection[str]) -> _Config:
    read = _Config()
    for key, value in _lines(text, sections):
        if key == "dtparam":
            for parameter in value.split(","):
                name, _, setting = parameter.partition("=")
                read.parameters[_ALIASES.get(name, name)] = setting or "on"
        elif key == "dtoverlay":
            read.overlays.add(value.partition(",")[0])
        else:
            read.values[key] = value
    return read


def _lines(text: str, sections: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the lines that apply, split at their first equals sign."""
    holds = True
    for raw in text.splitlines():
        line = raw.partition("#")[0].strip()
        if line.startswith("[") and line.endswith("]"):
            holds = line[1:-1] in sections
        elif holds and "=" in line:
            key, _, value = line.partition("=")
            yield key.strip(), value.strip()
