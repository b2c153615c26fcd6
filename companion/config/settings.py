"""The configuration: every key, declared once, and the values in force, checked and complete, with their sources.

To add a key, add a field to the settings of its section, then run `make docs-configuration`: parser, default file and
reference page are made from these fields. Only what a key means for another is settled by hand, in `parsing.py`.

DataError (hardware.formats.strict_toml)
└── ConfigError     no such file, unknown key, wrong type, bad value: file, key, given, allowed
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.config.keys import (
    NOWHERE,
    Choice,
    Key,
    Line,
    Lines,
    Name,
    Switch,
    Value,
    Whole,
    check_address,
    check_addresses,
    check_hosts,
    check_hub_server,
    check_journal,
    check_path,
    key,
    section,
    sections_of,
)
from companion.words.say import LANGUAGES, SOURCE
from hardware.formats.strict_toml import DataError
from hardware.kit.changes import READERS
from hardware.kit.kit import COLOUR_ORDERS, SCREEN_DRIVERS

FORMAT: Final = 1
KITS: Final = ("tap", "board", "chart", "usb")
LONGEST_TABLE: Final = 20  # readable from afar in a hall
LONGEST_PLAYER: Final = 20  # the limit of the page; a small screen shows less
DEFAULT: Final = "default"
_AGAIN: Final = (
    "On an installed table, run `sudo hansa-companion-setup` after changing this: until then the service may only "
    "reach this machine."
)


class ConfigError(DataError):
    """A configuration that cannot be used."""


class Setting(NamedTuple):
    """One value in force, and where it came from."""

    value: Value
    source: str


@dataclass(frozen=True, slots=True)
class GameSettings:
    """The owner's files of one game, and how it is played here."""

    board: Path | None = key(
        Line("a path"),
        "A board file corrected for your copy. Left out: the board file in the state folder if it is "
        "there, else the board that ships.",
        default=None,
        example="my-board.toml",
        check=check_path,
    )
    pieces: Path | None = key(
        Line("a path"),
        "Which tag is on which piece. Left out: the piece set in the state folder if it is there.",
        default=None,
        example="my-pieces.toml",
        check=check_path,
    )
    house_rules: tuple[str, ...] = key(
        Lines("a list of house rules, by their names in the game's rulings"),
        "The house rules that a new game proposes. Left out: none. A choice made at the table overrides this.",
        default=None,
        example=(),
    )


@dataclass(frozen=True, slots=True)
class ScreenSettings:
    """The small screen."""

    driver: str | None = key(
        Choice(SCREEN_DRIVERS), "The chip of the panel. Left out: the kit's.", default=None, example="ssd1306"
    )
    bus: str | None = key(
        Choice(("i2c", "spi")),
        "How the panel is connected: `spi` is quick, `i2c` takes two wires only. Left out: as the kit says. The guide "
        "has the pins.",
        default=None,
        example="i2c",
    )
    rotation: int | None = key(
        Choice((0, 180)), "180 for a panel mounted upside down. Left out: as the kit says.", default=None, example=0
    )
    contrast_percent: int = key(Whole(1, 100), "The contrast in per cent.", default=80, example=60, name="contrast")
    dim_minutes: int = key(
        Whole(0, 1440),
        "The screen is dimmed when nothing has changed for this long, which spares the panel. 0: never.",
        default=15,
        example=30,
    )


@dataclass(frozen=True, slots=True)
class LampSettings:
    """The lamps."""

    brightness_percent: int = key(
        Whole(1, 100),
        "The brightness of coloured lamps in per cent. Plain ones are on or off.",
        default=100,
        example=40,
        name="brightness",
    )


@dataclass(frozen=True, slots=True)
class WebSettings:
    """The page."""

    serve: bool = key(Switch(), "false: there is no page at all.", default=True, example=False)
    bind: str = key(
        Line("an IP address"),
        'The address to listen on. "0.0.0.0" lets phones in; on an installed table, run `sudo '
        "hansa-companion-setup` after changing this.",
        default="127.0.0.1",
        example="0.0.0.0",
        check=check_address,
    )
    port: int = key(Whole(1, 65535), "The port to listen on.", default=8080, example=8000)
    hosts: tuple[str, ...] = key(
        Lines("a list of names of this machine"),
        'Further names by which browsers may call this machine, such as "table.fritz.box". Its own name '
        "is always allowed, alone and with .local, .lan, .home.arpa or .internal, which nobody can own.",
        default=(),
        example=("table.fritz.box",),
        check=check_hosts,
    )
    proxies: tuple[str, ...] = key(
        Lines("a list of IP addresses"),
        "The addresses of proxies in front of the page, if there are any. Who calls is believed of them "
        "alone (`X-Forwarded-For`), and of nobody else.",
        default=(),
        example=("192.168.1.5",),
        check=check_addresses,
    )
    scores: bool = key(
        Switch(),
        "false: scores are hidden until the end, unless somebody asks for them on their own screen.",
        default=True,
        example=False,
    )


@dataclass(frozen=True, slots=True)
class HubSettings:
    """Where this table announces itself."""

    server: str = key(
        Line("the address of a Redis server"),
        'Where this table announces itself, such as "redis://server:6379/0". Empty: at the server that '
        f'`journal` names, if it names one. "{NOWHERE}": nowhere. {_AGAIN}',
        default="",
        example="redis://server:6379/0",
        check=check_hub_server,
    )  # as settled: an address, or empty for nowhere
    table: str = key(
        Name(LONGEST_TABLE, 0),
        "What this table is called there. Empty: the name of the machine.",
        default="",
        example="Table 3",
    )


@dataclass(frozen=True, slots=True)
class TraceSettings:
    """The raw trace."""

    keep: bool = key(Switch(), "false: no trace is kept.", default=True, example=False)
    megabytes: int = key(
        Whole(1, 4096), "The room for all traces together. The oldest are removed first.", default=64, example=256
    )


@dataclass(frozen=True, slots=True)
class BackupSettings:
    """The automatic backups."""

    automatic: bool = key(
        Switch(),
        "false: no backup is made unasked. The last ten are kept in the folder backups of the state "
        "folder. With less than a tenth of a disk free none is made there, and the screen says so.",
        default=True,
        example=False,
    )
    folder: Path | None = key(
        Line("a path"),
        "A second place for them, such as a folder on a USB stick, where the last ten are kept too. Empty: "
        "none. On an installed table, run `sudo hansa-companion-setup` after changing this: until then the service "
        "may not write there.",
        default="",
        example="/media/usb/table",
        check=check_path,
    )


@dataclass(frozen=True, slots=True)
class LogSettings:
    """The log."""

    level: str = key(
        Choice(("debug", "info", "warning", "error")),
        'What is logged. "debug" also logs every event, tag numbers among them.',
        default="info",
        example="warning",
    )


# The same limits as in a kit file.
_TIMES: Final = tuple(
    Key(name=name, kind=Whole(low, high), default=None, example=example, meaning=meaning)
    for name, low, high, example, meaning in (
        ("debounce_ms", 1, 200, 20, "A button must be steady for this long."),
        ("hold_ms", 200, 5000, 1000, "A button that is down for this long is held."),
        ("poll_ms", 10, 500, 50, "The time between two looks at the pad."),
        ("settle_ms", 0, 2000, 300, "A piece seen for this long is at rest."),
        ("leave_ms", 100, 2000, 350, "A piece not seen for this long has left, if `leave_polls` agrees."),
        ("leave_polls", 1, 20, 3, "This many looks in a row must miss a piece before it has left."),
        ("lapse_ms", 0, 1000, 120, "A piece that is not yet at rest may be missed for this long."),
        ("crowd_ms", 0, 2000, 300, "Pieces that cannot be told apart for this long are a crowd."),
    )
)
TIME_BOUNDS: Final = MappingProxyType(
    {time.name: (time.kind.low, time.kind.high) for time in _TIMES if isinstance(time.kind, Whole)}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """All that can be configured: first the keys at the top of the file, then its tables."""

    format: int = key(
        Choice((FORMAT,)),
        "The format of this file. Every file must have this key.",
        default=None,
        example=FORMAT,
        is_needed=True,
    )
    kit: str = key(
        Line("a kit's name, or a path"),
        'The hardware: "tap", "board", "chart", "usb", or the path of your kit file. For other pins, copy one.',
        default=KITS[0],
        example="my-kit.toml",
        check=check_path,
    )
    board: Path | None = key(
        Line("a path"),
        "A board file corrected for your copy of the first game on the shelf. Empty: board.toml in the "
        "state folder if it is there, else the board that ships.",
        default="",
        example="my-board.toml",
        check=check_path,
    )
    pieces: Path | None = key(
        Line("a path"),
        "The piece set of the first game on the shelf: which tag is on which piece. Empty: pieces.toml in "
        "the state folder if it is there.",
        default="",
        example="my-pieces.toml",
        check=check_path,
    )
    language: str = key(
        Choice(tuple(LANGUAGES)),
        "The language of screen and page. A choice made at the table overrides this.",
        default=SOURCE,
        example="nl",
    )
    state: Path = key(
        Line("a path"),
        "The state folder, where games and traces are kept. Empty: $STATE_DIRECTORY, which systemd sets, "
        "else $XDG_STATE_HOME/hansa-companion, else ~/.local/state/hansa-companion.",
        default="",
        example="~/games",
        check=check_path,
    )
    journal: Path = key(
        Line("a path, or the address of a Redis server"),
        "The journal, where every move is saved. Empty: games.sqlite in the state folder. A path names "
        'another SQLite file. An address such as "redis://server:6379/0" keeps games.sqlite and a copy of it on '
        f"that server. {_AGAIN}",
        default="",
        example="redis://server:6379/0",
        check=check_journal,
    )
    usb_reader: str = key(
        Line("part of a reader's name"),
        "Which reader on USB is the pad of the USB kit, where there are several: part of its name, as "
        "`hansa-companion check` prints it. Empty: the one that reads tags.",
        default="",
        example="ACR122U",
    )
    shut_down: str = key(
        Line("a command"),
        'The command for "shut down" in the table menu, such as "systemctl poweroff". Empty: the companion '
        "ends and the machine stays on.",
        default="",
        example="systemctl poweroff",
    )

    games: Mapping[str, GameSettings] = section(
        "Your own files of one game on the shelf, and how it is played here. For the first game, use either these "
        "keys or `board` and `pieces` at the top.",
        GameSettings,
        of="id",
    )
    names: Mapping[str, str] = section(
        "What the players are called, unless another name is typed at the page. Without either it is the colour.",
        each=Key(
            name="<colour>",
            kind=Name(LONGEST_PLAYER),
            default=None,
            example="Anna",
            meaning="The name of the player of this colour.",
        ),
        samples=("Anna", "Bruno", "Carla", "Dirk", "Emma"),
    )
    picos: Mapping[str, str] = section(
        "The Picos of a kit that has several, or of one whose lamps are optional. One without a number is the only "
        "Pico that is none of the others.",
        each=Key(
            name="<pico>",
            kind=Line("a serial number"),
            default=None,
            example="e66118604b7d2a2f",
            meaning="The serial number on USB of the Pico that the kit file calls so, such as `lights`.",
        ),
    )
    colour_orders: Mapping[str, str] = section(
        "In which order the coloured lamps of a Pico take red, green and blue, where it is not as the kit says: what "
        "is accepted and what is refused must not change places. `hansa-companion check` asks, and says what to write.",
        each=Key(
            name="<pico>",
            kind=Choice(COLOUR_ORDERS),
            default=None,
            example="rgb",
            meaning="The order of the lamps on the Pico that the kit file calls so, such as `lights`; `pico` where it "
            "has no other name.",
        ),
    )
    readers: Mapping[str, str] = section(
        "Readers that you have, instead of the kit's pad or besides it, each at its place: `pad`, or the name of a "
        "reader in the layouts, in quotation marks. `pcsc` is a reader on USB behind pcscd; `pn532` a module on SPI, "
        "on I2C, or on a serial line, also behind a USB adapter.",
        each=Key(
            name="<place>",
            kind=Line(f"one of {READERS}"),
            default=None,
            example="pn532 i2c",
            meaning="What reads tags there, and how it is connected. Write part of the name of a reader on USB if "
            "there are several: one that tells them apart, such as a serial number.",
        ),
    )
    times: Mapping[str, int] = section(
        "Times that replace those of the kit file, in milliseconds; `leave_polls` is a count.", keys=_TIMES
    )
    screen: ScreenSettings = section("The small screen.", ScreenSettings)
    lamps: LampSettings = section("The lamps.", LampSettings)
    web: WebSettings = section("The page for browsers.", WebSettings)
    hub: HubSettings = section(
        "For an evening with many tables: `hansa-companion hub` shows all of them on one page.", HubSettings
    )
    trace: TraceSettings = section(
        "What the sensors reported, kept for replays in a private file, because it holds tag numbers.", TraceSettings
    )
    backup: BackupSettings = section(
        "Backups that the companion makes by itself: every day on which something changed, and after every game.",
        BackupSettings,
    )
    log: LogSettings = section("The log.", LogSettings)

    copy: str  # the address of a server that gets a copy of the journal; empty: none
    file: str  # what was read; empty: nothing
    settings: Mapping[str, Setting]  # all of the above by key, as they were given

    def board_of(self, game: str) -> Path | None:
        """Return the owner's board file of a game; None: the board that ships is used."""
        from companion.config.state_files import own_file

        return own_file(self, game, "board")

    def pieces_of(self, game: str) -> Path | None:
        """Return the piece set of a game; None: its pieces have no tags yet."""
        from companion.config.state_files import own_file

        return own_file(self, game, "pieces")

    def key_of_file(self, game: str, name: str) -> str:
        """Return the key that names a file of a game (`board` or `pieces`), for a message about that file."""
        own = f"games.{game}.{name}"
        return own if own in self.settings and self.settings[own].value else name


SECTIONS: Final = sections_of(Config, "The top of the file.")
