"""The configuration: one TOML file enters, checked values leave, each with the place it came from.

`config.toml` beside this module documents every key and is the default. What a key names (a kit, a board, a piece set)
is read by whoever needs it, and complains in the same form.

    DataError (hardware.formats.strict_toml)
    └── ConfigError     no such file, unknown key, wrong type, bad value: file, key, given, allowed
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.config.keys import DEFAULT, ConfigError, Keys, Setting
from companion.config.redis_server import ENCODED
from companion.config.redis_server import is_server as is_server
from companion.words.language import SOURCE
from companion.words.redaction import copy_shown as copy_shown
from companion.words.say import LANGUAGES
from hardware.formats.strict_toml import Table, unreadable

FORMAT: Final = 1
SHIPPED: Final = "config.toml"
KITS: Final = ("tap", "board")
DRIVERS: Final = ("ssd1306", "sh1106", "ssd1309")
LEVELS: Final = ("debug", "info", "warning", "error")
LONGEST_TABLE: Final = 20  # that a hall can read from afar
NOWHERE: Final = "none"
LONGEST_NAME: Final = 8  # that fits beside the columns of the score
# As the kit file has them.
TIMES: Final = MappingProxyType(
    {
        "debounce_ms": (1, 200),
        "hold_ms": (200, 5000),
        "poll_ms": (10, 500),
        "settle_ms": (0, 2000),
        "leave_ms": (100, 2000),
        "leave_polls": (1, 20),
        "lapse_ms": (0, 1000),
        "crowd_ms": (0, 2000),
    }
)
_LINE: Final = "command line"
_HOST: Final = re.compile(r"(?!-)[a-z0-9-]{1,63}(\.(?!-)[a-z0-9-]{1,63})*", re.IGNORECASE | re.ASCII)


class ScreenSettings(NamedTuple):
    """The small screen."""

    driver: str  # empty: the kit's
    rotation: int | None  # 0 or 180; None: as the kit says
    contrast_percent: int
    dim_minutes: int  # 0: never


class WebSettings(NamedTuple):
    """The page."""

    serve: bool
    bind: str
    port: int
    hosts: tuple[str, ...]  # names it goes by, beside the machine's own
    scores: bool  # are shown before the end


class HubSettings(NamedTuple):
    """Where this table announces itself."""

    server: str  # an address; empty: nowhere
    table: str  # what it is called there; empty: as the machine


class TraceSettings(NamedTuple):
    """The raw trace."""

    keep: bool
    megabytes: int


@dataclass(frozen=True, slots=True)
class Config:
    """All that can be configured."""

    kit: str  # a shipped kit's name or a path
    board: Path | None
    pieces: Path | None
    language: str
    state: Path
    journal: Path
    copy: str  # the address of a server that gets a copy of the journal; empty: none
    shut_down: str
    names: Mapping[str, str]
    times: Mapping[str, int]  # those that differ from the kit's
    screen: ScreenSettings
    brightness_percent: int
    web: WebSettings
    hub: HubSettings
    trace: TraceSettings
    log_level: str
    file: str  # what was read; empty: nothing
    settings: Mapping[str, Setting]  # all of the above by key, as given


_SUDO: Final = "what belongs to the service, sudo opens"


def default_text() -> str:
    """Give the documented default configuration."""
    return files(__package__).joinpath(SHIPPED).read_text(encoding="utf-8")


def search(given: str | None, environment: Mapping[str, str], home: Path, here: Path) -> Path | None:
    """Find the configuration file: the one that is named, else the first that is there, else none."""
    if given:
        return Path(given)
    if environment.get("HANSA_CONFIG"):
        return Path(environment["HANSA_CONFIG"])
    places = (
        here / "hansa.toml",
        home / ".config" / "hansa-companion" / "config.toml",
        Path("/etc/hansa-companion/config.toml"),
    )
    return next((place for place in places if _may_be_there(place)), None)


def _may_be_there(place: Path) -> bool:
    """Tell whether a file is there, or in a folder that is closed to us: then reading it says so."""
    try:
        return place.is_file()
    except PermissionError:
        return True
    except OSError:  # too long for a path
        return False


def see_there(config: Config, key: str, file: Path, allowed: str) -> None:
    """Raise ConfigError, with who named the file, if it is not there."""
    if not _may_be_there(file):
        source = config.settings[key].source
        raise ConfigError(source, "" if source == f"--{key}" else key, f"{file} given, which is not there", allowed)


def load_config(
    given: str | None = None,
    overrides: Mapping[str, str] = MappingProxyType({}),
    *,
    environment: Mapping[str, str] = os.environ,
    here: Path | None = None,
    is_needed: bool = True,
) -> Config:
    """Find and read the configuration; `overrides` are texts from the command line, by key.

    One that is not needed, that nobody named and that only others may read is passed over.
    """
    home = Path(environment.get("HOME") or Path.home())
    here = here or Path.cwd()
    path = search(given, environment, home, here)
    is_named = bool(given or environment.get("HANSA_CONFIG"))
    text, file = "format = 1", ""
    try:
        if path:
            text, file = path.read_text(encoding="utf-8-sig"), str(path)
    except (OSError, ValueError) as mistake:
        if is_needed or is_named or not isinstance(mistake, PermissionError):
            allowed = "a configuration file"
            if isinstance(mistake, PermissionError):
                allowed += f" that you may read; {_SUDO}"
            raise ConfigError(str(path), "", unreadable(mistake), allowed) from mistake
    return parse_config(text, file, overrides, environment=environment, home=home, here=here)


def parse_config(
    text: str,
    file: str,
    overrides: Mapping[str, str] = MappingProxyType({}),
    *,
    environment: Mapping[str, str],
    home: Path,
    here: Path,
) -> Config:
    """Read a configuration from its text; `file` is for the messages and for paths beside it."""
    top = Table.parse(text, file, error=ConfigError)
    top.choice("format", (FORMAT,), int)
    keys = Keys(top, Table(_LINE, dict(overrides), error=ConfigError), home, here)
    state, state_source = _state(keys, environment, home)
    journal, copy = _journal(keys, state)
    config = Config(
        kit=_kit(keys),
        board=_file(keys, "board", state),
        pieces=_file(keys, "pieces", state),
        language=keys.get("language", lambda table, key: table.choice(key, tuple(LANGUAGES), str, SOURCE)),
        state=state,
        journal=journal,
        copy=copy,
        shut_down=keys.get("shut_down", lambda table, key: table.text(key, "")),
        names=_names(keys.section("names")),
        times=_times(keys.section("times")),
        screen=_screen(keys.section("screen")),
        brightness_percent=_brightness(keys.section("lamps")),
        web=_web(keys.section("web")),
        hub=_hub(keys.section("hub"), copy),
        trace=_trace(keys.section("trace")),
        log_level=_level(keys.section("log")),
        file=file,
        settings={},
    )
    top.done(*KEYS)
    keys.note("state", str(state), state_source)
    keys.note("journal", copy_shown(copy) or str(journal), keys.settings["journal"].source)
    chosen = _chosen_language(state)
    if chosen and not overrides.get("language"):
        keys.note("language", chosen, "chosen at the table")
        config = replace(config, language=chosen)
    return replace(config, settings=MappingProxyType(keys.settings))


KEYS: Final = (
    *("format", "kit", "board", "pieces", "language", "state", "journal", "shut_down"),
    *("names", "times", "screen", "lamps", "web", "hub", "trace", "log"),
)


def _kit(keys: Keys) -> str:
    kit = keys.get("kit", lambda table, key: table.text(key, KITS[0]))
    if kit in KITS:
        return kit
    path = keys.whole("kit", kit)
    if not kit or not (path.suffix or _may_be_there(path)):  # a name, and mistyped
        raise keys.refuse("kit", kit, f"{', '.join(KITS)} or the path of a kit file")
    keys.note("kit", str(path), keys.settings["kit"].source)
    return str(path)


def _file(keys: Keys, key: str, state: Path) -> Path | None:
    """Take a path; where none is given, what the companion itself keeps under that name in the state folder."""
    path = keys.path(key)
    if path:
        return path
    usual = state / f"{key}.toml"
    try:
        is_there = usual.is_file()
    except OSError as error:
        raise ConfigError(str(state), "", unreadable(error), f"a folder that you may read; {_SUDO}") from error
    if is_there:
        keys.note(key, str(usual), "state folder")
    return usual if is_there else None


def _state(keys: Keys, environment: Mapping[str, str], home: Path) -> tuple[Path, str]:
    path = keys.path("state")
    if path:
        return path, keys.settings["state"].source
    if environment.get("STATE_DIRECTORY"):
        # systemd may give several, with colons between them.
        return Path(environment["STATE_DIRECTORY"].partition(":")[0]), "$STATE_DIRECTORY"
    if environment.get("XDG_STATE_HOME"):
        return Path(environment["XDG_STATE_HOME"]) / "hansa-companion", "$XDG_STATE_HOME"
    return home / ".local" / "state" / "hansa-companion", DEFAULT


def _journal(keys: Keys, state: Path) -> tuple[Path, str]:
    """Give the file, and the address of the server that gets a copy."""
    usual = state / "games.sqlite"
    text = keys.get("journal", lambda table, key: table.text(key, ""))
    if not text:
        return usual, ""
    scheme = text.partition("://")[0] if "://" in text else ""
    if not scheme:
        return keys.whole("journal", text), ""
    if not is_server(text):
        allowed = f"a file, or an address such as redis://server:6379/0, {ENCODED}"
        raise keys.refuse("journal", copy_shown(text), allowed)
    return usual, text


def _names(keys: Keys) -> Mapping[str, str]:
    allowed = f"a name of 1 to {LONGEST_NAME} letters"
    found = {}
    for colour in keys.table.names():
        name = keys.get(colour, lambda table, key: table.take(key, str, allowed))
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable() or name != name.strip():
            raise keys.refuse(colour, name, allowed)
        found[colour] = name
    return MappingProxyType(found)


def _times(keys: Keys) -> Mapping[str, int]:
    def take(table: Table, key: str) -> int:
        return table.integer(key, *TIMES[key])

    found = {key: keys.get(key, take) for key in TIMES if keys.table.has(key)}
    keys.table.done(*TIMES)
    return MappingProxyType(found)


def _screen(keys: Keys) -> ScreenSettings:
    driver, rotation = "", None
    if keys.table.has("driver"):
        driver = keys.get("driver", lambda table, key: table.choice(key, DRIVERS, str))
    if keys.table.has("rotation"):
        rotation = keys.get("rotation", lambda table, key: table.choice(key, (0, 180), int))
    contrast = keys.get("contrast", lambda table, key: table.integer(key, 1, 100, 80))
    dim_minutes = keys.get("dim_minutes", lambda table, key: table.integer(key, 0, 1440, 15))
    keys.table.done("driver", "rotation", "contrast", "dim_minutes")
    return ScreenSettings(driver, rotation, contrast, dim_minutes)


def _brightness(keys: Keys) -> int:
    percent = keys.get("brightness", lambda table, key: table.integer(key, 1, 100, 100))
    keys.table.done("brightness")
    return percent


def _web(keys: Keys) -> WebSettings:
    web = WebSettings(
        serve=keys.get("serve", lambda table, key: table.take(key, bool, "true or false", True)),
        bind=keys.get("bind", lambda table, key: table.text(key, "127.0.0.1")),
        port=keys.get("port", lambda table, key: table.integer(key, 1, 65535, 8080)),
        hosts=keys.get("hosts", lambda table, key: table.texts(key, ())),
        scores=keys.get("scores", lambda table, key: table.take(key, bool, "true or false", True)),
    )
    from ipaddress import ip_address

    try:
        ip_address(web.bind)
    except ValueError as mistake:
        raise keys.refuse("bind", web.bind, "an address such as 127.0.0.1 or 0.0.0.0") from mistake
    for index, host in enumerate(web.hosts):
        if not _HOST.fullmatch(host):
            raise keys.refuse(f"hosts[{index}]", host, "a name such as table.fritz.box, with no port and no http://")
    keys.table.done("serve", "bind", "port", "hosts", "scores")
    return web


def _hub(keys: Keys, copy: str) -> HubSettings:
    server = keys.get("server", lambda table, key: table.text(key, ""))
    if server not in ("", NOWHERE) and not is_server(server):
        allowed = f'an address such as redis://server:6379/0, {ENCODED}; or "{NOWHERE}" or nothing'
        raise keys.refuse("server", copy_shown(server), allowed)
    name = keys.get("table", lambda table, key: table.text(key, ""))
    if len(name) > LONGEST_TABLE or not (name.isprintable() and name == name.strip()):
        raise keys.refuse("table", name, f"a name of up to {LONGEST_TABLE} letters")
    keys.table.done("server", "table")
    source = keys.settings["hub.server"].source
    found = "" if server == NOWHERE else server or copy
    keys.note("hub.server", copy_shown(found) or server, source if server or not copy else "journal")
    return HubSettings(found, name)


def _trace(keys: Keys) -> TraceSettings:
    trace = TraceSettings(
        keep=keys.get("keep", lambda table, key: table.take(key, bool, "true or false", True)),
        megabytes=keys.get("megabytes", lambda table, key: table.integer(key, 1, 4096, 64)),
    )
    keys.table.done("keep", "megabytes")
    return trace


def _level(keys: Keys) -> str:
    level = keys.get("level", lambda table, key: table.choice(key, LEVELS, str, "info"))
    keys.table.done("level")
    return level


# --- what was chosen at the table ---


def _chosen_language(state: Path) -> str:
    """Give the language that the players chose with the buttons; empty: none."""
    try:
        chosen = (state / "language").read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""
    return chosen if chosen in LANGUAGES else ""


def keep_language(state: Path, language: str) -> None:
    """Remember the language that the players chose; a disk that does not take it costs the memory, nothing else."""
    with suppress(OSError):
        (state / "language").write_text(f"{language}\n", encoding="utf-8")
