"""The configuration file: finds it and reads it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from companion.config.game_files import SUDO
from companion.config.parsing import may_be_there, parse_config
from companion.config.settings import Config, ConfigError
from hardware.formats.strict_toml import unreadable

VARIABLE: Final = "HANSA_CONFIG"
IN_THIS_FOLDER: Final = "hansa.toml"
IN_HOME: Final = ".config/hansa-companion/config.toml"
OF_THE_SYSTEM: Final = "/etc/hansa-companion/config.toml"
PLACES: Final = ("--config FILE", f"${VARIABLE}", f"./{IN_THIS_FOLDER}", f"~/{IN_HOME}", OF_THE_SYSTEM)


def search(given: str | None, environment: Mapping[str, str], home: Path, here: Path) -> Path | None:
    """Return the path of the configuration file: the named one, otherwise the first that exists, otherwise None."""
    if given:
        return Path(given)
    if environment.get(VARIABLE):
        return Path(environment[VARIABLE])
    places = (here / IN_THIS_FOLDER, home / IN_HOME, Path(OF_THE_SYSTEM))
    return next((place for place in places if may_be_there(place)), None)


def load_config(
    given: str | None = None,
    overrides: Mapping[str, str] = MappingProxyType({}),
    *,
    environment: Mapping[str, str] = os.environ,
    here: Path | None = None,
    is_needed: bool = True,
) -> Config:
    """Find and read the configuration; `overrides` are texts from the command line, by key.

    A file that we may not read is skipped if it is not needed and nobody named it.
    """
    home = Path(environment.get("HOME") or Path.home())
    here = here or Path.cwd()
    path = search(given, environment, home, here)
    is_named = bool(given or environment.get(VARIABLE))
    text, file = "format = 1", ""
    try:
        if path:
            text, file = path.read_text(encoding="utf-8-sig"), str(path)
    except (OSError, ValueError) as mistake:
        if is_needed or is_named or not isinstance(mistake, PermissionError):
            allowed = "a configuration file"
            if isinstance(mistake, PermissionError):
                allowed += f" that you may read; {SUDO}"
            raise ConfigError(str(path), "", unreadable(mistake), allowed) from mistake
    return parse_config(text, file, overrides, environment=environment, home=home, here=here)


def see_there(config: Config, key: str, file: Path, allowed: str) -> None:
    """Raise ConfigError, naming the source of the path, if the file does not exist."""
    if not may_be_there(file):
        source = config.settings[key].source
        raise ConfigError(source, "" if source == f"--{key}" else key, f"{file} given, which is not there", allowed)
