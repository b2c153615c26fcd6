"""What is tried on a Debian that runs: each step is one sentence, raises AssertionError, and leaves the table up."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.kit.companion import start
from tests.lab.boot.booted import Booted
from tests.lab.boot.commands import run
from tests.lab.boot.root_folder import copy_checkout, copy_in

SERVICE: Final = "hansa-companion.service"
STATE: Final = "/var/lib/hansa-companion"
CONFIG: Final = "/etc/hansa-companion/config.toml"
CHECKOUT: Final = "root/checkout"


# --- what both ways of installing share ---


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
    library = system.folder / "usr/lib/hansa-companion"
    if library.exists():
        files = {library / "sitecustomize.py": code}
    else:  # the system has a file of that name, which comes before those of an environment
        (library,) = (system.folder / "opt/hansa-companion" / _current(system)).glob("lib/python3.*/site-packages")
        files = {library / "intruder.pth": "import intruder\n", library / "intruder.py": code}
    for path, text in files.items():
        path.write_text(text)
    try:
        yield
    finally:
        for path in files:
            path.unlink()


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


def forbidden_phones_stay_out(system: Booted, setup: tuple[str, ...]) -> None:
    """Whoever installs with --phones no has a table that cannot let phones in, until it is allowed again."""
    system.run(*setup, "--phones", "no", *_last(setup))
    with _listening(system):
        system.run("runuser", "-u", "hansa-companion", "--", "touch", "/run/hansa-companion/phones")
        time.sleep(2)  # for what must not happen
        assert system.ask_as_phone("/health").startswith("kept out")
    system.run(*setup, "--phones", "yes", *_last(setup))
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


def _last(setup: tuple[str, ...]) -> tuple[str, ...]:
    return ("install",) if setup[0].endswith("systemd/install") else ()


# --- the package ---


def install_package(system: Booted, package: str, *options: str) -> str:
    """Install a package with no network at all."""
    return system.run("apt-get", "install", "--yes", "--no-install-recommends", *options, f"/srv/debs/{package}")


def package_is_told_of_a_checkout(system: Booted, package: str) -> None:
    """Over an installation from a checkout the package says what to do, and changes nothing."""
    said = system.fails("apt-get", "install", "--yes", "--no-install-recommends", f"/srv/debs/{package}")
    assert "take that away first, with 'sudo make uninstall'" in said, said
    is_up(system)


def checkout_is_told_of_the_package(system: Booted) -> None:
    """Over the package an installation from a checkout says what to do, and changes nothing."""
    said = system.fails("make", "--directory", f"/{CHECKOUT}", "install")
    assert "`sudo apt remove hansa-companion`" in said, said
    is_up(system)


def package_goes_forth_and_back(system: Booted, old: str, new: str) -> None:
    """A newer package takes over with the games, copied before; the older one can be installed over it again."""
    before, revision = system.ask("/health")["version"], game_goes_on(system)
    install_package(system, new)
    assert system.until(lambda: system.ask("/health"), "the page")["version"] != before
    assert game_goes_on(system) == revision
    kept = system.run("sh", "-c", f"ls {STATE}/set-aside/*upgrade/games.sqlite")
    assert kept.strip(), "no copy of the games"
    install_package(system, old, "--allow-downgrades")
    assert system.until(lambda: system.ask("/health"), "the page")["version"] == before
    assert game_goes_on(system) == revision


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


# --- the checkout ---


def prepare_checkout(folder: Path, wheels: list[Path]) -> None:
    """Put the checkout there, with the wheels of its lock: the network of the system leads nowhere."""
    copy_checkout(folder, CHECKOUT)
    copy_in(folder, "srv/wheels", wheels)
    (folder / "etc/pip.conf").write_text("[global]\nno-index = true\nfind-links = /srv/wheels\n")


def install_checkout(system: Booted, do: str = "install") -> str:
    """Install, upgrade or uninstall from the checkout."""
    return system.run("make", "--directory", f"/{CHECKOUT}", do)


def install_twice_changes_nothing(system: Booted) -> None:
    """The second installation says that everything is as it should be, and leaves every file."""
    first = _files(system)
    said = install_checkout(system)
    assert "is made from these sources already" in said, said
    assert "written" not in said, said
    assert _files(system) == first


def checkout_goes_forth(system: Booted) -> None:
    """An upgrade takes a changed checkout into use, with the games."""
    revision, before = game_goes_on(system), _current(system)
    _change(system, "companion/__init__.py", "\n# changed\n")
    install_checkout(system, "upgrade")
    assert _current(system) != before
    assert game_goes_on(system) == revision


def checkout_that_does_not_start_goes_back(system: Booted) -> None:
    """An upgrade that passes its self-test and does not come up is taken back, with the games, in one command."""
    revision, before = game_goes_on(system), _current(system)
    file = system.folder / CHECKOUT / "companion/assembly/service.py"
    right = file.read_text()
    file.write_text(f"{right}\nService.serve = lambda self: 1 / 0  # as a service, and in no other command\n")
    try:
        said = system.fails("make", "--directory", f"/{CHECKOUT}", "upgrade")
    finally:
        file.write_text(right)
    assert "was taken back" in said, said[-2000:]
    assert _current(system) == before
    assert game_goes_on(system) == revision
    is_up(system)


def uninstall_leaves_the_games(system: Booted) -> None:
    """Uninstalled, games and configuration are left."""
    install_checkout(system, "uninstall")
    assert system.run("sh", "-c", f"ls {STATE}/games.sqlite {CONFIG}").split() == [CONFIG, f"{STATE}/games.sqlite"]
    assert system.shows(SERVICE, "LoadState")["LoadState"] == "not-found"


def _current(system: Booted) -> str:
    return str((system.folder / "opt/hansa-companion/current").readlink())


def _change(system: Booted, name: str, text: str) -> None:
    with (system.folder / CHECKOUT / name).open("a") as file:
        file.write(text)


def _files(system: Booted) -> dict[str, tuple[int, bytes]]:
    """Return all files that an installation writes, beyond those of a version."""
    found = {}
    for name in ("etc", "usr/local", "opt/hansa-companion"):
        for path in sorted((system.folder / name).rglob("*hansa*")):
            if path.is_file() and not path.is_symlink() and "/versions/" not in str(path):
                found[str(path)] = path.stat().st_mtime_ns, path.read_bytes()
    return found
