"""The values of a configuration, checked and complete; each also has the source it came from.

DataError (hardware.formats.strict_toml)
└── ConfigError     no such file, unknown key, wrong type, bad value: file, key, given, allowed
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from hardware.formats.strict_toml import DataError

DEFAULT: Final = "default"
Value = str | int | bool | tuple[str, ...]


class ConfigError(DataError):
    """A configuration that cannot be used."""


class Setting(NamedTuple):
    """One value in force, and where it came from."""

    value: Value
    source: str


# The fields of each section are called like its keys, with the unit where there is one: `key_table.py` fills them.


class ScreenSettings(NamedTuple):
    """The small screen."""

    driver: str | None  # None: the kit's
    rotation: int | None  # 0 or 180; None: as the kit says
    contrast_percent: int
    dim_minutes: int  # 0: never


class LampSettings(NamedTuple):
    """The lamps."""

    brightness_percent: int


class WebSettings(NamedTuple):
    """The page."""

    serve: bool
    bind: str
    port: int
    hosts: tuple[str, ...]  # names of this machine, besides its own
    proxies: tuple[str, ...]  # proxies that are trusted to say who calls
    scores: bool  # whether points are shown before the end


class HubSettings(NamedTuple):
    """Where this table announces itself."""

    server: str  # an address; empty: nowhere
    table: str  # the name of this table there; empty: the name of the machine


class TraceSettings(NamedTuple):
    """The raw trace."""

    keep: bool
    megabytes: int


class BackupSettings(NamedTuple):
    """The automatic backups."""

    automatic: bool
    folder: Path | None  # a second place


class LogSettings(NamedTuple):
    """The log."""

    level: str


@dataclass(frozen=True, slots=True)
class Config:
    """All that can be configured."""

    kit: str  # a shipped kit's name or a path
    usb_reader: str  # part of the name of the USB reader; empty: the only one that reads tags
    files: Mapping[tuple[str, str], Path]  # configured files, by game and `board` or `pieces`
    house_rules: Mapping[str, tuple[str, ...]]  # by game; the players' own choice comes first
    language: str
    state: Path
    journal: Path
    copy: str  # the address of a server that gets a copy of the journal; empty: none
    shut_down: str
    names: Mapping[str, str]
    picos: Mapping[str, str]  # serial numbers, by the names of the kit file
    times: Mapping[str, int]  # those that differ from the kit's
    screen: ScreenSettings
    lamps: LampSettings
    web: WebSettings
    hub: HubSettings
    trace: TraceSettings
    backup: BackupSettings
    log: LogSettings
    file: str  # what was read; empty: nothing
    settings: Mapping[str, Setting]  # all of the above by key, as they were given

    def board_of(self, game: str) -> Path | None:
        """Return the owner's board file of a game; None: the board that ships is used."""
        from companion.config.game_files import own_file

        return own_file(self, game, "board")

    def pieces_of(self, game: str) -> Path | None:
        """Return the piece set of a game; None: its pieces have no tags yet."""
        from companion.config.game_files import own_file

        return own_file(self, game, "pieces")

    def key_of_file(self, game: str, name: str) -> str:
        """Return the key that names a file of a game (`board` or `pieces`), for a message about that file."""
        own = f"games.{game}.{name}"
        return own if own in self.settings and self.settings[own].value else name
