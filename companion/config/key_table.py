"""The table of all keys. The parser, the default file and the reference page are made from it.

To add a key, add it here, and a field of that name to the settings of its section in `settings.py`; then run `make
docs-configuration`. Only what a key means for another is settled by hand, in `parsing.py`.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.config.config_key import Key, Section
from companion.config.key_checks import (
    NOWHERE,
    check_address,
    check_addresses,
    check_hosts,
    check_hub_server,
    check_journal,
    check_path,
)
from companion.config.key_kinds import Choice, Line, Lines, Name, Switch, Whole
from companion.config.settings import (
    BackupSettings,
    HubSettings,
    LampSettings,
    LogSettings,
    ScreenSettings,
    TraceSettings,
    WebSettings,
)
from companion.words.say import LANGUAGES, SOURCE

FORMAT: Final = 1
KITS: Final = ("tap", "board", "chart", "usb")
DRIVERS: Final = ("ssd1306", "sh1106", "ssd1309", "ssd1315", "ch1115")
LEVELS: Final = ("debug", "info", "warning", "error")
LONGEST_TABLE: Final = 20  # readable from afar in a hall
LONGEST_PLAYER: Final = 20  # the limit of the page; a small screen shows less
_AGAIN: Final = (
    "On an installed table, run `sudo hansa-companion-setup` after changing this: until then the service may only "
    "reach this machine."
)

TOP: Final = Section(
    name="",
    meaning="The top of the file.",
    keys=(
        Key(
            name="format",
            kind=Choice((FORMAT,)),
            default=None,
            example=FORMAT,
            is_needed=True,
            meaning="The format of this file. Every file must have this key.",
        ),
        Key(
            name="kit",
            kind=Line("a kit's name, or a path"),
            default=KITS[0],
            example="my-kit.toml",
            check=check_path,
            meaning='The hardware: "tap", "board", "chart", "usb", or the path of your kit file. For other pins, copy '
            "one.",
        ),
        Key(
            name="board",
            kind=Line("a path"),
            default="",
            example="my-board.toml",
            check=check_path,
            meaning="A board file corrected for your copy of the first game on the shelf. Empty: board.toml in the "
            "state folder if it is there, else the board that ships.",
        ),
        Key(
            name="pieces",
            kind=Line("a path"),
            default="",
            example="my-pieces.toml",
            check=check_path,
            meaning="The piece set of the first game on the shelf: which tag is on which piece. Empty: pieces.toml in "
            "the state folder if it is there.",
        ),
        Key(
            name="language",
            kind=Choice(tuple(LANGUAGES)),
            default=SOURCE,
            example="nl",
            meaning="The language of screen and page. A choice made at the table overrides this.",
        ),
        Key(
            name="state",
            kind=Line("a path"),
            default="",
            example="~/games",
            check=check_path,
            meaning="The state folder, where games and traces are kept. Empty: $STATE_DIRECTORY, which systemd sets, "
            "else $XDG_STATE_HOME/hansa-companion, else ~/.local/state/hansa-companion.",
        ),
        Key(
            name="journal",
            kind=Line("a path, or the address of a Redis server"),
            default="",
            example="redis://server:6379/0",
            check=check_journal,
            meaning="The journal, where every move is saved. Empty: games.sqlite in the state folder. A path names "
            'another SQLite file. An address such as "redis://server:6379/0" keeps games.sqlite and a copy of it on '
            f"that server. {_AGAIN}",
        ),
        Key(
            name="usb_reader",
            kind=Line("part of a reader's name"),
            default="",
            example="ACR122U",
            meaning="Which reader on USB is the pad of the USB kit, where there are several: part of its name, as "
            "`hansa-companion check` prints it. Empty: the one that reads tags.",
        ),
        Key(
            name="shut_down",
            kind=Line("a command"),
            default="",
            example="systemctl poweroff",
            meaning='The command for "shut down" in the table menu, such as "systemctl poweroff". Empty: the companion '
            "ends and the machine stays on.",
        ),
    ),
)
GAMES: Final = Section(
    name="games",
    of="id",
    meaning="Your own files of one game on the shelf, and how it is played here. For the first game, use either these "
    "keys or `board` and `pieces` at the top.",
    keys=(
        Key(
            name="board",
            kind=Line("a path"),
            default=None,
            example="my-board.toml",
            check=check_path,
            meaning="A board file corrected for your copy. Left out: the board file in the state folder if it is "
            "there, else the board that ships.",
        ),
        Key(
            name="pieces",
            kind=Line("a path"),
            default=None,
            example="my-pieces.toml",
            check=check_path,
            meaning="Which tag is on which piece. Left out: the piece set in the state folder if it is there.",
        ),
        Key(
            name="house_rules",
            kind=Lines("a list of house rules, by their names in the game's rulings"),
            default=None,
            example=(),
            meaning="The house rules that a new game proposes. Left out: none. A choice made at the table overrides "
            "this.",
        ),
    ),
)
NAMES: Final = Section(
    name="names",
    meaning="What the players are called, unless another name is typed at the page. Without either it is the colour.",
    each=Key(
        name="<colour>",
        kind=Name(LONGEST_PLAYER),
        default=None,
        example="Anna",
        meaning="The name of the player of this colour.",
    ),
    samples=("Anna", "Bruno", "Carla", "Dirk", "Emma"),
)
PICOS: Final = Section(
    name="picos",
    meaning="The Picos of a kit that has several, or of one whose lamps are optional. One without a number is the only "
    "Pico that is none of the others.",
    each=Key(
        name="<pico>",
        kind=Line("a serial number"),
        default=None,
        example="e66118604b7d2a2f",
        meaning="The serial number on USB of the Pico that the kit file calls so, such as `lights`.",
    ),
)
# The same limits as in a kit file.
TIMES: Final = Section(
    name="times",
    meaning="Times that replace those of the kit file, in milliseconds; `leave_polls` is a count.",
    keys=tuple(
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
    ),
)
TIME_BOUNDS: Final = MappingProxyType(
    {key.name: (key.kind.low, key.kind.high) for key in TIMES.keys if isinstance(key.kind, Whole)}
)
SCREEN: Final = Section(
    name="screen",
    meaning="The small screen.",
    settings=ScreenSettings,
    keys=(
        Key(
            name="driver",
            kind=Choice(DRIVERS),
            default=None,
            example="ssd1306",
            meaning="The chip of the panel. Left out: the kit's.",
        ),
        Key(
            name="rotation",
            kind=Choice((0, 180)),
            default=None,
            example=0,
            meaning="180 for a panel mounted upside down. Left out: as the kit says.",
        ),
        Key(
            name="contrast",
            unit="percent",
            kind=Whole(1, 100),
            default=80,
            example=60,
            meaning="The contrast in per cent.",
        ),
        Key(
            name="dim_minutes",
            kind=Whole(0, 1440),
            default=15,
            example=30,
            meaning="The screen is dimmed when nothing has changed for this long, which spares the panel. 0: never.",
        ),
    ),
)
LAMPS: Final = Section(
    name="lamps",
    meaning="The lamps.",
    settings=LampSettings,
    keys=(
        Key(
            name="brightness",
            unit="percent",
            kind=Whole(1, 100),
            default=100,
            example=40,
            meaning="The brightness of coloured lamps in per cent. Plain ones are on or off.",
        ),
    ),
)
WEB: Final = Section(
    name="web",
    meaning="The page for browsers.",
    settings=WebSettings,
    keys=(
        Key(name="serve", kind=Switch(), default=True, example=False, meaning="false: there is no page at all."),
        Key(
            name="bind",
            kind=Line("an IP address"),
            default="127.0.0.1",
            example="0.0.0.0",
            check=check_address,
            meaning='The address to listen on. "0.0.0.0" lets phones in; on an installed table, run `sudo '
            "hansa-companion-setup` after changing this.",
        ),
        Key(name="port", kind=Whole(1, 65535), default=8080, example=8000, meaning="The port to listen on."),
        Key(
            name="hosts",
            kind=Lines("a list of names of this machine"),
            default=(),
            example=("table.fritz.box",),
            check=check_hosts,
            meaning='Further names by which browsers may call this machine, such as "table.fritz.box". Its own name '
            "is always allowed, alone and with .local, .lan, .home.arpa or .internal, which nobody can own.",
        ),
        Key(
            name="proxies",
            kind=Lines("a list of IP addresses"),
            default=(),
            example=("192.168.1.5",),
            check=check_addresses,
            meaning="The addresses of proxies in front of the page, if there are any. Who calls is believed of them "
            "alone (`X-Forwarded-For`), and of nobody else.",
        ),
        Key(
            name="scores",
            kind=Switch(),
            default=True,
            example=False,
            meaning="false: scores are hidden until the end, unless somebody asks for them on their own screen.",
        ),
    ),
)
HUB: Final = Section(
    name="hub",
    meaning="For an evening with many tables: `hansa-companion hub` shows all of them on one page.",
    settings=HubSettings,
    keys=(
        Key(
            name="server",
            kind=Line("the address of a Redis server"),
            default="",
            example="redis://server:6379/0",
            check=check_hub_server,
            meaning='Where this table announces itself, such as "redis://server:6379/0". Empty: at the server that '
            f'`journal` names, if it names one. "{NOWHERE}": nowhere. {_AGAIN}',
        ),
        Key(
            name="table",
            kind=Name(LONGEST_TABLE, 0),
            default="",
            example="Table 3",
            meaning="What this table is called there. Empty: the name of the machine.",
        ),
    ),
)
TRACE: Final = Section(
    name="trace",
    meaning="What the sensors reported, kept for replays in a private file, because it holds tag numbers.",
    settings=TraceSettings,
    keys=(
        Key(name="keep", kind=Switch(), default=True, example=False, meaning="false: no trace is kept."),
        Key(
            name="megabytes",
            kind=Whole(1, 4096),
            default=64,
            example=256,
            meaning="The room for all traces together. The oldest are removed first.",
        ),
    ),
)
BACKUP: Final = Section(
    name="backup",
    meaning="Backups that the companion makes by itself: every day on which something changed, and after every game.",
    settings=BackupSettings,
    keys=(
        Key(
            name="automatic",
            kind=Switch(),
            default=True,
            example=False,
            meaning="false: no backup is made unasked. The last ten are kept in the folder backups of the state "
            "folder. With less than a tenth of a disk free none is made there, and the screen says so.",
        ),
        Key(
            name="folder",
            kind=Line("a path"),
            default="",
            example="/media/usb/table",
            check=check_path,
            meaning="A second place for them, such as a folder on a USB stick, where the last ten are kept too. Empty: "
            "none. On an installed table, run `sudo hansa-companion-setup` after changing this: until then the service "
            "may not write there.",
        ),
    ),
)
LOG: Final = Section(
    name="log",
    meaning="The log.",
    settings=LogSettings,
    keys=(
        Key(
            name="level",
            kind=Choice(LEVELS),
            default="info",
            example="warning",
            meaning='What is logged. "debug" also logs every event, tag numbers among them.',
        ),
    ),
)
SECTIONS: Final = (TOP, GAMES, NAMES, PICOS, TIMES, SCREEN, LAMPS, WEB, HUB, TRACE, BACKUP, LOG)
