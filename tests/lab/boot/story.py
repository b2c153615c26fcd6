"""What is tried on a Debian that runs: each step is one sentence, raises AssertionError, and leaves the table up."""

from __future__ import annotations

import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from systemd.packaged import NOT_SET_UP, OF_A_CHECKOUT
from tests.kit.companion import start
from tests.lab.boot.booted import PATIENCE_S, Booted
from tests.lab.boot.commands import run
from tests.lab.faults import powercut

SERVICE: Final = "hansa-companion.service"
STATE: Final = "/var/lib/hansa-companion"
CONFIG: Final = "/etc/hansa-companion/config.toml"
LIBRARY: Final = "usr/lib/hansa-companion"
CHECKOUT: Final = "root/checkout"


# --- the table ---


def is_up(system: Booted) -> bool:
    """READY was told, the watchdog is fed, parts that are missing are named, and the page answers."""
    shown = system.shows(SERVICE, "ActiveState", "Type", "WatchdogUSec", "StatusText")
    assert shown["ActiveState"] == "active", shown
    assert (shown["Type"], shown["WatchdogUSec"]) == ("notify", "30s"), shown
    assert shown["StatusText"].startswith("the table is up"), shown
    health = system.until(lambda: system.ask("/health"), "the page")
    assert health["table"] == "up", health
    assert set(health["devices"].values()) == {"degraded"}, health
    # Of this run of the service; one before may have been broken on purpose.
    own = system.shows(SERVICE, "InvocationID")["InvocationID"]
    named = [f"{part} does not work" for part in ("screen", "pad", "button.up")]
    system.until(lambda: all(words in _log_of(system, own) for words in named), "missing parts named")
    assert "Traceback" not in _log_of(system, own)
    return True


def game_goes_on(system: Booted) -> int:
    """A game that was begun is on the page; return its revision."""
    state = system.until(lambda: system.ask("/api/state"), "the page")
    number: int = state["revision"]["number"]
    assert number > 0, state["revision"]
    return number


def put_game(system: Booted) -> None:
    """Begin a game elsewhere, and bring its journal here."""
    system.run("systemctl", "stop", SERVICE)
    with tempfile.TemporaryDirectory() as name:
        companion = start(Path(name) / "state")
        companion.begin_game()
        companion.close()
        place = system.folder / STATE.lstrip("/")
        for old in place.glob("games.sqlite*"):
            old.unlink()
        shutil.copy(Path(name) / "state/games.sqlite", place)
    system.run("chown", "--recursive", "hansa-companion:hansa-companion", STATE)
    system.run("systemctl", "start", SERVICE)
    game_goes_on(system)


def hang_is_ended(system: Booted) -> None:
    """A companion that gets on no more is killed by the watchdog and started again, and its game goes on."""
    before = int(system.shows(SERVICE, "NRestarts")["NRestarts"])
    _signal(system, "STOP")
    system.until(lambda: int(system.shows(SERVICE, "NRestarts")["NRestarts"]) == before + 1, "the watchdog")
    assert "Watchdog timeout" in system.log()
    system.until(lambda: system.shows(SERVICE, "ActiveState")["ActiveState"] == "active", "the restart")
    game_goes_on(system)


def stuck_part_is_ended(system: Booted) -> None:
    """One thread that gets on no more is named in the log, and the watchdog has the companion started again."""
    _is_ended_over(system, _STUCK, "no progress for 20 s: engine")


def leak_is_ended(system: Booted) -> None:
    """A companion that takes too much memory says so, and the watchdog has it started again, as on a Pi."""
    _is_ended_over(system, _LEAK, "MB of memory are taken")


# Run in the companion's own process when it starts.
_STUCK: Final = """
import gc, threading, time
def stick():
    while True:
        time.sleep(1)
        for one in gc.get_objects():
            if type(one).__name__ == "Daemon" and type(one).__module__ == "companion.running.daemon":
                one.put(lambda table: time.sleep(10**6))
                return
threading.Thread(target=stick, daemon=True).start()
"""
_LEAK: Final = """
kept = b"x" * 370_000_000
"""


def _is_ended_over(system: Booted, intruder: str, said: str) -> None:
    with _with_intruder(system, intruder):
        system.run("systemctl", "restart", SERVICE)
        since = system.shows(SERVICE, "InvocationID")["InvocationID"]
        system.until(lambda: said in _log_of(system, since), said)
    system.until(lambda: int(system.shows(SERVICE, "NRestarts")["NRestarts"]) > 0, "the watchdog")
    assert "Watchdog timeout" in system.log()
    system.until(lambda: system.shows(SERVICE, "ActiveState")["ActiveState"] == "active", "the restart")
    game_goes_on(system)


def _log_of(system: Booted, invocation: str) -> str:
    return system.run("journalctl", "--no-pager", "--output=cat", f"_SYSTEMD_INVOCATION_ID={invocation}")


@contextmanager
def _with_intruder(system: Booted, code: str) -> Iterator[None]:
    """Let the companion run something else, too, whenever it starts."""
    intruder = system.folder / LIBRARY / "sitecustomize.py"
    intruder.write_text(code)
    try:
        yield
    finally:
        intruder.unlink()


def crash_is_mended(system: Booted) -> None:
    """A companion that is killed is started again, and its game goes on."""
    before = int(system.shows(SERVICE, "NRestarts")["NRestarts"])
    _signal(system, "KILL")
    system.until(lambda: int(system.shows(SERVICE, "NRestarts")["NRestarts"]) == before + 1, "the restart")
    system.until(lambda: system.shows(SERVICE, "ActiveState")["ActiveState"] == "active", "the restart")
    game_goes_on(system)


def _signal(system: Booted, name: str) -> None:
    system.run("sh", "-c", f"kill -{name} {system.shows(SERVICE, 'MainPID')['MainPID']}")


def wrong_configuration_stays_down(system: Booted) -> None:
    """Exit 78 is not started again, and the log says in one line what to mend."""
    config = system.folder / CONFIG.lstrip("/")
    right = config.read_text()
    config.write_text(right + "\nkitt = 1\n")
    try:
        system.fails("systemctl", "restart", SERVICE)
        # systemd decides at once: what it is about to start again is "activating".
        shown = system.shows(SERVICE, "ActiveState", "ExecMainStatus", "Result")
        assert shown == {"ActiveState": "failed", "ExecMainStatus": "78", "Result": "exit-code"}, shown
        assert "kitt" in system.log()
    finally:
        config.write_text(right)
    system.run("systemctl", "reset-failed", SERVICE)
    system.run("systemctl", "start", SERVICE)
    game_goes_on(system)


def phones_are_let_in_and_kept_out(system: Booted) -> None:
    """The kernel keeps phones out of a page that listens to them until the table lets them in, and again when told."""
    with _listening(system):
        assert system.ask_as_phone("/health").startswith("kept out"), "before"
        # As the companion does when it is chosen at the table.
        system.run("runuser", "-u", "hansa-companion", "--", "touch", "/run/hansa-companion/phones")
        system.until(lambda: system.ask_as_phone("/health", within_s=20) == "200", "phones let in")


def forbidden_phones_stay_out(system: Booted) -> None:
    """Whoever sets it up with --phones no has a table that cannot let phones in, until it is allowed again."""
    system.run("hansa-companion-setup", "--phones", "no")
    with _listening(system):
        system.run("runuser", "-u", "hansa-companion", "--", "touch", "/run/hansa-companion/phones")
        time.sleep(2)  # for what must not happen
        assert system.ask_as_phone("/health").startswith("kept out")
    system.run("hansa-companion-setup", "--phones", "yes")
    phones_are_let_in_and_kept_out(system)


def user_may_switch_off_and_nothing_else(system: Booted) -> None:
    """The service's user may switch the machine off (polkit), and is refused a restart of it."""
    as_user = ("systemd-run", "--quiet", "--pipe", "--wait", "--uid=hansa-companion")
    system.fails(*as_user, "systemctl", "--no-ask-password", "reboot")
    system.fails(*as_user, "systemctl", "--no-ask-password", "stop", SERVICE)


def shuts_down_with_a_good_bye(system: Booted) -> None:
    """The machine goes off by the service's own user, and the companion has ended in peace."""
    as_user = ("systemd-run", "--quiet", "--uid=hansa-companion")
    system.run(*as_user, "systemctl", "--no-ask-password", "poweroff")
    has_ended_in_peace(system)


def has_ended_in_peace(system: Booted) -> None:
    """The machine that is going off goes off, and the companion's last words are as they should be."""
    system.wait_off()
    folder = str(system.folder / "var/log/journal")
    log = run("journalctl", "--directory", folder, "--no-pager", "--output=cat", f"--unit={SERVICE}")
    last = log[log.rindex("Stopping hansa-companion") :]
    assert "Deactivated successfully" in last, last
    assert "Traceback" not in last, last


@contextmanager
def _listening(system: Booted) -> Iterator[None]:
    """Let the page listen beyond its machine, with a network that is still closed to it; as at the beginning after."""
    config = system.folder / CONFIG.lstrip("/")
    right = config.read_text()
    assert 'bind = "127.0.0.1"' in right
    config.write_text(right.replace('bind = "127.0.0.1"', 'bind = "0.0.0.0"'))
    try:
        system.run("systemctl", "restart", SERVICE)
        system.until(lambda: system.ask("/health"), "the page")
        yield
    finally:
        config.write_text(right)
        system.run("systemctl", "stop", "hansa-companion-phones.service")
        system.run("rm", "-rf", f"/run/systemd/system.control/{SERVICE}.d", "/run/hansa-companion/phones")
        system.run("systemctl", "daemon-reload")
        system.run("systemctl", "restart", SERVICE)
        system.until(lambda: system.ask("/health"), "the page")


# --- the package ---


def install_package(system: Booted, package: str, *options: str) -> str:
    """Install a package with no network at all."""
    return system.run("apt-get", "install", "--yes", "--no-install-recommends", *options, f"/srv/debs/{package}")


def goes_forth_and_back(system: Booted, old: str, new: str) -> None:
    """A newer package takes over with the games; the older one and the copy lead back from a format it cannot read."""
    before, revision = _version(system), game_goes_on(system)
    said = install_package(system, new)
    assert _version(system) != before
    assert game_goes_on(system) == revision
    (copy,) = re.findall(rf"({STATE}/set-aside/\S+-upgrade): the games as they are now", said)
    system.run("systemctl", "stop", SERVICE)
    system.run("runuser", "-u", "hansa-companion", "--", "python3", "-c", _NEWER, f"{STATE}/games.sqlite")
    install_package(system, old, "--allow-downgrades")
    system.until(lambda: "written by a newer version" in system.log(), "the older version refuses the games")
    system.run("hansa-companion", "restore", "--force", copy)
    assert _version(system) == before
    assert game_goes_on(system) == revision


_NEWER: Final = """
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as journal:
    journal.execute("PRAGMA user_version = 1000")
"""


def failing_self_test_leads_back(system: Booted, old: str, broken: str) -> None:
    """A version that fails its self-test is not started, not even by hand; what it prints leads back."""
    before, revision = _version(system), game_goes_on(system)
    said = install_package(system, broken)
    assert "the self-test fails (a simulated game), and the service is not started" in said, said
    (way_back,) = re.findall(r"Back to (\S+): `(.*)` of its file, then `sudo (.*)`", said)
    assert way_back[:2] == (before, "sudo apt install --allow-downgrades"), way_back
    system.fails("systemctl", "start", SERVICE)
    assert system.shows(SERVICE, "ActiveState")["ActiveState"] != "active"
    install_package(system, old, "--allow-downgrades")
    system.run(*way_back[2].split())
    assert _version(system) == before
    assert game_goes_on(system) == revision


def count_changes(system: Booted, package: str) -> int:
    """Unpack a package while a shim counts its changes to the companion's files; the shim is put in place for this."""
    place = system.folder / "root"
    powercut.build_shim(place)
    control = powercut.Control(place / "control")
    control.set()
    before = control.changes
    system.run(*_UNDER_THE_SHIM, "dpkg", "--unpack", f"/srv/debs/{package}")
    system.run("dpkg", "--configure", "hansa-companion")
    game_goes_on(system)
    return control.changes - before


def cut_inside_dpkg(system: Booted, package: str, after: int) -> None:
    """End everything after some changes to the companion's files, whether dpkg makes them or a script of it."""
    control = powercut.Control(system.folder / "root/control")
    wanted = control.changes + after
    system.run("systemd-run", "--no-block", *_UNDER_THE_SHIM, "dpkg", "--unpack", f"/srv/debs/{package}")
    deadline = time.monotonic() + PATIENCE_S
    while control.changes < wanted:
        assert time.monotonic() < deadline, f"{control.changes} changes, and {wanted} are waited for"
        time.sleep(0.0005)  # another machine works meanwhile
    system.cut_power()


def cut_while_it_is_set_up(system: Booted, package: str) -> None:
    """End everything while the new version, whose files are all there, tests itself."""
    copies = system.folder / STATE.lstrip("/") / "set-aside"
    before = len(list(copies.iterdir()))
    system.run("dpkg", "--unpack", f"/srv/debs/{package}")
    system.run("systemd-run", "--no-block", "dpkg", "--configure", "hansa-companion")
    system.until(lambda: len(list(copies.iterdir())) > before, "the copy of the games")
    system.cut_power()


def is_mended_after_the_cut(system: Booted, package: str) -> str:
    """Files of two versions have not opened the games; installed again, the package brings the table up with them."""
    was_up = system.shows(SERVICE, "ActiveState")["ActiveState"] == "active"
    is_marked = (system.folder / LIBRARY / "not-set-up").exists()
    assert was_up != is_marked, (was_up, is_marked)
    # By dpkg: apt does nothing before its `--configure -a`, and then misses the archive of what is half there.
    system.run("dpkg", "--install", f"/srv/debs/{package}")
    is_up(system)
    game_goes_on(system)
    return "yes: before that, " + ("the version before was up" if was_up else "it stayed down")


_UNDER_THE_SHIM: Final = (
    "env",
    "LD_PRELOAD=/root/powercut.so",
    "POWERCUT_CONTROL=/root/control",
    f"POWERCUT_ROOT=/{LIBRARY}",
)


def setup_twice_changes_nothing(system: Booted) -> None:
    """What is fitted already is left as it is."""
    first = _files(system)
    system.run("hansa-companion-setup")
    assert _files(system) == first


def purge_leaves_the_games(system: Booted) -> None:
    """Purged, nothing of the package is left but the games and their owner; installed again, the game goes on."""
    system.run("apt-get", "purge", "--yes", "hansa-companion", "hansa-companion-mfrc522")
    assert system.run("sh", "-c", f"ls {STATE}/games.sqlite").strip()
    left = system.run("sh", "-c", "find /etc /usr /run /opt -name '*hansa*'").split()
    assert left == [], left


def makes_its_own_package(system: Booted) -> None:
    """In a folder of the sources, with what a Pi has, `make deb` makes both packages."""
    said = system.run("make", "--directory", f"/{CHECKOUT}", "deb")
    made = {path.name.partition("_")[0] for path in (system.folder / CHECKOUT / "dist").iterdir()}
    assert made == {"hansa-companion", "hansa-companion-mfrc522"}, said


# --- a box of version 0.2 that was installed from a checkout ---


def install_checkout(system: Booted) -> None:
    """Install version 0.2 as its own installer did, with a hub, and with phones kept out."""
    system.run(f"/{CHECKOUT}/systemd/install", "--phones", "no", "--hub", "yes", "install")
    assert (system.folder / "opt/hansa-companion/current").is_symlink()


def checkout_moves_over(system: Booted, package: str) -> None:
    """The package takes over: games, configuration, owner and choices stay, and nothing else of the checkout does."""
    config, state = system.folder / CONFIG.lstrip("/"), system.folder / STATE.lstrip("/")
    config.write_text(config.read_text().replace('language = ""', 'language = "nl"'))
    mine = system.folder / f"etc/systemd/system/{SERVICE}.d/override.conf"
    mine.write_text("[Service]\nNice=1\n")
    revision, kept, owner = game_goes_on(system), config.read_bytes(), (state / "games.sqlite").stat().st_uid
    said = install_package(system, package)
    assert "moving over from the installation in /opt" in said, said
    assert game_goes_on(system) == revision
    assert (config.read_bytes(), (state / "games.sqlite").stat().st_uid) == (kept, owner)
    assert list(state.glob("set-aside/*-upgrade/games.sqlite"))
    for path in (*OF_A_CHECKOUT, NOT_SET_UP):
        place = system.folder / path.lstrip("/")
        assert place.is_symlink() or not place.exists(), path
    shown = system.shows(SERVICE, "FragmentPath", "Nice")
    assert shown["FragmentPath"].removeprefix("/usr") == f"/lib/systemd/system/{SERVICE}", shown
    assert shown["Nice"] == "1", shown
    hub = system.shows("hansa-companion-hub.service", "UnitFileState", "ActiveState")
    assert hub["UnitFileState"] == "enabled", hub
    phones = system.shows("hansa-companion-phones.path", "LoadState")
    assert phones["LoadState"] == "masked", phones
    assert system.run("sh", "-c", "command -v hansa-companion").strip() == "/usr/bin/hansa-companion"


def _version(system: Booted) -> str:
    version: str = system.until(lambda: system.ask("/health"), "the page")["version"]
    return version.partition(" ")[0]


def _files(system: Booted) -> dict[str, tuple[int, bytes]]:
    """Return all files that a set-up writes."""
    found = {}
    for path in sorted((system.folder / "etc").rglob("*hansa*")):
        if path.is_file() and not path.is_symlink():
            found[str(path)] = path.stat().st_mtime_ns, path.read_bytes()
    return found
