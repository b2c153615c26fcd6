"""The support bundle: packs everything known about a machine into one archive that is safe to send to a stranger.

Each part is gathered separately: if one fails, its file says so, and the others are still included.
"""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from importlib.metadata import distributions
from pathlib import Path
from stat import filemode
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from companion.running.commit import commit
from companion.words.redaction import Redaction

if TYPE_CHECKING:
    from companion.config.keys import Value
    from companion.config.settings import Config
    from companion.journal.journal import Journal

T = TypeVar("T")

UNITS: Final = ("hansa-companion.service", "hansa-companion-hub.service")
LOG_LINES: Final = 2000
CHECK_S: Final = 180.0
HEALTH_S: Final = 10.0
MOST_HEALTH: Final = 1 << 16
Run = Callable[[Sequence[str], float], str]
_PRIVATE: Final = {"hub.table": "(the table)", "shut_down": "(a command)"}  # keys, and what replaces their values
# In the message about a configuration that cannot be used: the value of a key that is private.
_QUOTED: Final = re.compile(r"((?:names\.[^:]*|hub\.table|shut_down): ).*( given; )", re.DOTALL)


class Part(NamedTuple):
    """One file of the bundle."""

    name: str
    about: str
    content: str


def run_command(command: Sequence[str], timeout_s: float) -> str:
    """Run a command, and return its output or why it failed."""
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=timeout_s,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{command[0]}: {error}\n"
    return done.stdout + done.stderr


def gather(
    config: Config | None, trouble: str, options: Sequence[str], *, run: Run = run_command, root: Path = Path("/")
) -> Iterator[Part]:
    """Return everything, redacted; without a configuration, `trouble` says why there is none."""
    redaction = Redaction([*_as_owner(config, _names), *_own_words(config)], Path.home())
    parts: tuple[tuple[str, str, Callable[[], str]], ...] = (
        ("versions.txt", "the companion, Python, the system, the libraries", lambda: _versions(root)),
        (
            "configuration.json",
            "what is in force; names, commands and passwords taken out",
            lambda: _settings(config, trouble),
        ),
        ("check.txt", "the self-test, as far as it goes without a person", lambda: _check(config, options, run)),
        (
            "games.txt",
            "which games are kept, how long they are, whether they can be trusted, and how their copy stands",
            lambda: _as_owner(config, _games),
        ),
        (
            "set-aside.txt",
            "what restores, repairs and upgrades have set aside, how large it is, and how to delete it",
            lambda: "\n".join([*(set_aside(config) or ["nothing"]), ""]),
        ),
        ("files.txt", "the files of the state folder", lambda: _as_owner(config, _files)),
        (
            "health.json",
            "how the table that runs is: its parts, its devices, what was dropped",
            lambda: _health(config),
        ),
        ("service.txt", "how systemd sees the table's service and the hub's", lambda: _service(run)),
        ("log.txt", f"the last {LOG_LINES} lines of their log", lambda: _log(run)),
    )
    for name, about, make in parts:
        yield Part(name, about, redaction.text(_tried(make)))
    about = "what the sensors reported in the newest game; every tag has another number"
    yield Part("trace.jsonl", about, _tried(lambda: _as_owner(config, lambda config: _trace(config, redaction))))


def format_bundle(parts: Sequence[Part]) -> bytes:
    """Return the parts as a compressed archive, preceded by a list of them."""
    contents = "".join(f"{part.name:<20} {part.about}\n" for part in parts)
    words = (
        "A support bundle of the Hansa companion.\n"
        "Tag numbers, names, PINs, passwords and the command for switching off are taken out.\n\n"
    )
    bundle = io.BytesIO()
    with tarfile.open(fileobj=bundle, mode="w:gz") as archive:
        for name, text in (("README.txt", words + contents), *((part.name, part.content) for part in parts)):
            data = text.encode()
            member = tarfile.TarInfo(f"hansa-doctor/{name}")
            member.size, member.mode = len(data), 0o600
            archive.addfile(member, io.BytesIO(data))
    return bundle.getvalue()


def _as_owner(config: Config | None, make: Callable[[Config | None], T]) -> T:
    """Read the state folder with its owner's rights, so that a link placed there cannot leak other files."""
    from companion.running.as_owner import as_owner

    if config is None:
        return make(None)
    with as_owner(config.state):
        return make(config)


def _names(config: Config | None) -> list[tuple[str, str]]:
    """Return the players' names from the configuration and from every readable game."""
    from companion.journal.sqlite import SqliteJournal
    from companion.table.history import parse_people

    found = list(config.names.items()) if config else []
    if config is None or not config.journal.exists():
        return found
    # Problems of the journal are reported in its own part.
    with suppress(Exception), closing(SqliteJournal(config.journal)) as journal:
        journal.open()
        for game_id in journal.ids():
            with suppress(Exception):
                for entry in journal.read(game_id):
                    found += parse_people(entry.payload).names
    return found


def _own_words(config: Config | None) -> list[tuple[str, str]]:
    """Return what else tells whose table this is, each with what stands in its place: its name, and its command."""
    found = [(_PRIVATE["hub.table"], config.hub.table), (_PRIVATE["shut_down"], config.shut_down)] if config else []
    return [(word, text) for word, text in found if text]


def _tried(make: Callable[[], str]) -> str:
    try:
        return make()
    except Exception as error:  # any fault of a part belongs in the bundle
        return f"could not be gathered: {type(error).__name__}: {error}\n"


def _versions(root: Path) -> str:
    system = os.uname()  # the module `platform` would start a process for this
    lines = [
        f"commit {commit() or 'unknown'}",
        f"python {sys.version}",
        f"system {system.sysname} {system.release} {system.machine}",
    ]
    for place in ("proc/device-tree/model", "etc/os-release", "etc/rpi-issue"):
        path = root / place
        if path.is_file():
            lines += [f"/{place}:", path.read_text(encoding="utf-8", errors="replace").strip("\0\n")]
    packages = {f"{found.name} {found.version}" for found in distributions()}
    return "\n".join([*lines, "packages:", *sorted(packages, key=str.lower), ""])


def _settings(config: Config | None, trouble: str) -> str:
    if config is None:
        return _QUOTED.sub(r"\1a value\2", trouble) + "\n"
    settings = {
        key: {"value": _shown(key, value), "source": source} for key, (value, source) in config.settings.items()
    }
    return json.dumps({"file": config.file or None, "settings": settings}, indent=2, ensure_ascii=False) + "\n"


def _shown(key: str, value: Value) -> Value:
    if not value:
        return value  # that there is none helps
    return "(a name)" if key.startswith("names.") else _PRIVATE.get(key, value)


def _check(config: Config | None, options: Sequence[str], run: Run) -> str:
    from companion.check.findings import WITHOUT_DEVICES

    if config is None:
        return "without a configuration nothing can be tested\n"
    command = [sys.executable, "-m", "companion", "check", "--yes", *options]
    if _is_running(config):
        beside = ("--only", ",".join(WITHOUT_DEVICES))
        return "The companion is running: its devices were left alone.\n\n" + run([*command, *beside], CHECK_S)
    return run(command, CHECK_S)


def _is_running(config: Config) -> bool:
    from companion.errors import UserError
    from companion.journal.journal import Unavailable
    from companion.running.state_folder import SERVICE, StateLock

    if SERVICE.is_dir():
        return True
    if not config.state.is_dir():
        return False
    try:
        StateLock(config.state).release()
    except UserError:
        return True
    except Unavailable:  # another user's folder, which may be in use
        return True
    return False


def _games(config: Config | None) -> str:
    from companion.journal.sqlite import SqliteJournal
    from companion.running.set_aside import games_set_aside

    if config is None:
        return "there is no journal\n"
    aside = [f"set aside: {path}" for path in games_set_aside(config.journal.parent, config.journal.name)]
    if not config.journal.exists():
        return "\n".join(["there is no journal", *aside, ""])
    journal = SqliteJournal(config.journal)
    journal.open()
    try:
        lines = [
            f"{info.id}  {info.game}  {info.created}  {info.revision} entries{', ended' if info.finished else ''}"
            for info in journal.games()
        ]
        damages = [str(damage) for damage in journal.integrity()]
        copied = tuple(_copy(config.copy, journal)) if config.copy else ()
    finally:
        journal.close()
    return "\n".join([*lines, "", "integrity:", *(damages or ["good"]), "", *copied, *aside, ""])


def set_aside(config: Config | None) -> list[str]:
    """Return which folders were set aside, line by line; only a person deletes them."""
    from companion.running.as_owner import as_owner
    from companion.running.set_aside import SetAside, folders_set_aside

    found: list[SetAside] = []
    if config is not None:
        beside = Path(config.file).parent if config.file else config.state
        for place in dict.fromkeys((config.state, config.journal.parent, beside)):
            with as_owner(place):
                found += folders_set_aside(place)
    if not found:
        return []
    total = sum(each.size for each in found)
    return [
        *(f"{each.size / 1e6:10.1f} MB  {each.path}" for each in found),
        f"{total / 1e6:10.1f} MB  in all; they are kept until you delete them, one by one:",
        f"               sudo rm -r {shlex.quote(str(found[0].path))}",
    ]


def _copy(address: str, journal: Journal) -> Iterator[str]:
    """Yield the state of the copy on a server, and what that server could lose."""
    from companion.journal.journal import JournalError, differences
    from companion.journal.redis import RedisJournal

    yield "copy on the server:"
    remote = RedisJournal(address)
    try:
        remote.open()
        yield from differences(journal, remote) or ("up to date",)
        yield from remote.warnings
    except JournalError as error:
        yield str(error)
    finally:
        remote.close()
    yield ""


def _files(config: Config | None) -> str:
    if config is None or not config.state.is_dir():
        return "there is no state folder\n"
    lines = []
    for path in sorted(config.state.rglob("*")):
        stat = path.lstat()
        name = path.relative_to(config.state)
        lines.append(f"{filemode(stat.st_mode)} {stat.st_uid}:{stat.st_gid} {stat.st_size:>12,} {name}")
    return "\n".join([*lines, ""])


def _service(run: Run) -> str:
    wanted = "Id,LoadState,ActiveState,SubState,StatusText,Result,ExecMainStatus,NRestarts,DropInPaths"
    return run(["systemctl", "show", *UNITS, "--no-pager", f"--property={wanted}"], 20.0)


def _health(config: Config | None) -> str:
    """Return the health of every part from the page of the running table, or that the page does not answer."""
    from ipaddress import ip_address
    from urllib.error import HTTPError
    from urllib.request import ProxyHandler, build_opener

    if config is None or not config.web.serve:
        return "there is no page to ask\n"
    address = ip_address(config.web.bind)
    host = "127.0.0.1" if address.is_unspecified else f"[{address}]" if address.version == 6 else str(address)
    opener = build_opener(ProxyHandler({}))  # never out of this machine
    try:
        with opener.open(f"http://{host}:{config.web.port}/health", timeout=HEALTH_S) as answer:
            return f"{answer.read(MOST_HEALTH).decode()}\n"
    except HTTPError as error:  # the answer of a table that is stuck
        with error:
            return f"{error.read(MOST_HEALTH).decode(errors='replace')}\n"
    except OSError as error:
        return f"the page at {host}:{config.web.port} does not answer: {error}\n"


def _log(run: Run) -> str:
    command = [
        "journalctl",
        *(f"--unit={unit}" for unit in UNITS),
        "--no-pager",
        "--no-hostname",
        "--output=short-iso",
        f"--lines={LOG_LINES}",
    ]
    return run(command, 60.0)


def _trace(config: Config | None, redaction: Redaction) -> str:
    from companion.assembly.stores import make_traces

    folder = config.state / "traces" if config else None
    if config is None or folder is None or not folder.is_dir():
        return ""
    found = sorted(folder.glob("*.trace"), key=lambda path: path.stat().st_mtime)
    if not found:
        return ""
    traced = make_traces(config).read(found[-1].stem)
    return "".join(f"{json.dumps(redaction.json(event), ensure_ascii=False)}\n" for event in traced.events)
