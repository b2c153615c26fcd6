"""Installs, upgrades and uninstalls the companion on a Raspberry Pi: `sudo make install`.

What is put where:

    /opt/hansa-companion/                  the versions (systemd.versions)
    /usr/local/bin/hansa-companion         the command
    /usr/local/share/doc/hansa-companion/  what there is to read
    /etc/hansa-companion/config.toml       the configuration; made once, never overwritten
    /etc/systemd/system/, /etc/systemd/system.conf.d/, /etc/sysusers.d/, /etc/modules-load.d/, /etc/udev/rules.d/,
    /etc/polkit-1/rules.d/
    /boot/firmware/config.txt, cmdline.txt what the kit's pins need, with a copy of what was there
    /var/lib/hansa-companion/              the games; made by the service, kept when it is uninstalled
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from systemd import own_code
from systemd.conditions import require
from systemd.fitting import CONFIG, HUB, PHONES, PHONES_SERVICE, SERVICE, UNDO, UNITS, USER, Fitting, file_text
from systemd.kept_games import KeptGames
from systemd.machine import InstallError, Machine
from systemd.pi_libraries import APT
from systemd.undo import undo
from systemd.upgrade import Begun, Upgrade, begin, under_way
from systemd.versions import HOME, STATE, Versions

if TYPE_CHECKING:
    from companion.config.settings import Config

HUB_USER: Final = "hansa-companion-hub"
PACKAGES: Final = ("python3-venv", *(one.package for one in APT.values() if one.is_everywhere))
# Where apt does not know them the machine is no Pi, and goes on without what they are for.
PACKAGES_OF_A_PI: Final = tuple(one.package for one in APT.values() if not one.is_everywhere)
# Put there by earlier versions.
NO_MORE: Final = (f"{UNITS}/{SERVICE}.d/20-backoff.conf",)
SYSUSERS: Final = "/etc/sysusers.d/hansa-companion.conf"
DOCUMENTS: Final = "/usr/local/share/doc/hansa-companion"


class Placed(NamedTuple):
    """A file of ours, and its place."""

    source: str
    path: str
    mode: int = 0o644


PLACED: Final = (
    # First, so that whatever comes after it can be undone.
    Placed("hansa-companion-undo.service", f"{UNITS}/{UNDO}"),
    Placed("hansa-companion.service", f"{UNITS}/{SERVICE}"),
    Placed("hansa-companion-phones.service", f"{UNITS}/{PHONES_SERVICE}"),
    Placed("modules.conf", "/etc/modules-load.d/hansa-companion.conf"),
    Placed("watchdog.conf", "/etc/systemd/system.conf.d/50-hansa-companion.conf"),
    Placed("70-hansa-companion-pico.rules", "/etc/udev/rules.d/70-hansa-companion-pico.rules"),
    Placed("60-hansa-companion-power.rules", "/etc/polkit-1/rules.d/60-hansa-companion-power.rules"),
    Placed("60-hansa-companion-reader.rules", "/etc/polkit-1/rules.d/60-hansa-companion-reader.rules"),
    Placed("hansa-companion", "/usr/local/bin/hansa-companion", 0o755),
)


class Installer:
    """Brings a machine into the state it should have."""

    def __init__(
        self,
        machine: Machine,
        sources: Path,
        versions: Versions,
        *,
        phones: bool | None = None,
        hub: bool | None = None,
    ) -> None:
        """Take the machine and the checkout.

        Whether phones may be let in at the table, and whether a hub runs here: None leaves it as it was before.
        """
        self._machine, self._sources, self._versions = machine, sources, versions
        self._fitting = Fitting(machine, phones=phones, hub=hub)

    def install(self) -> None:
        """Do everything; what is done already is left as it is."""
        require(self._machine)
        self._say("packages of the system")
        self._packages()
        self._say("user and groups")
        self._account()
        self._say("configuration")
        config = self._fitting.configure()
        self._undo_what_was_cut_off()
        if self._versions.is_up_to_date():
            self._say(f"version: {self._versions.current} is made from these sources already")
            self._put_files(config)
            self._fitting.enable()
            self._machine.live_command("systemctl", "restart", SERVICE)
        else:
            self._say("version")
            self._next_version(config)
        if (
            self._fitting.has_hub
            and self._machine.is_live
            and not self._machine.try_command("systemctl", "restart", HUB)
        ):
            # The table is up, which is what counts here.
            self._machine.say(f"  the hub does not start: journalctl --unit {HUB} tells why")
        self._say(
            "done" + ("; restart the Pi for its new boot settings: sudo reboot" if self._fitting.restart_pi else "")
        )

    def upgrade(self) -> None:
        """Install what is new, if there is something installed."""
        if not self._versions.current:
            raise InstallError(f"{HOME}: nothing is installed here to upgrade; use install")
        self.install()

    def uninstall(self, *, purge: bool = False) -> None:
        """Remove everything but configuration and games; with `purge`, those as well."""
        if self._machine.at(f"{UNITS}/{SERVICE}").exists():
            self._say("service")
            self._fitting.unfit()
        self._say("files")
        units = (f"{UNITS}/{name}" for name in (PHONES, HUB, f"{SERVICE}.d"))
        ours = (*(placed.path for placed in PLACED), *units)
        for path in (*ours, SYSUSERS, DOCUMENTS, str(HOME)):
            self._machine.remove(path)
        self._machine.live_command("systemctl", "daemon-reload")
        self._fitting.unfit_boot()
        if purge:
            self._say("configuration and games")
            self._machine.remove(str(Path(CONFIG).parent))
            self._machine.remove(STATE)
            for user in (HUB_USER, USER):
                if self._machine.is_live and self._machine.ask("getent", "passwd", user):
                    self._machine.command("userdel", user)
        elif kept := [str(path) for path in (CONFIG, STATE) if self._machine.at(path).exists()]:
            self._say(f"kept: {' and '.join(kept)}; --purge removes configuration and games, too")

    # --- the steps ---

    def _packages(self) -> None:
        if not self._machine.is_live:
            return
        wanted = (*PACKAGES, *PACKAGES_OF_A_PI)
        missing = [name for name in wanted if not self._machine.ask("dpkg-query", "--status", name)]
        if not missing:
            self._machine.say(f"  {', '.join(wanted)}: there already")
            return
        self._machine.command("apt-get", "update", "-qq")
        for name in [name for name in missing if name in PACKAGES_OF_A_PI]:
            if not self._machine.ask("apt-cache", "show", name):
                self._machine.say(f"  {name}: not known to this system, which is no Raspberry Pi OS; pins are left out")
                missing.remove(name)
        if missing:
            self._machine.command("apt-get", "install", "--yes", "-qq", "--no-install-recommends", *missing)

    def _account(self) -> None:
        self._machine.put(SYSUSERS, file_text("sysusers.conf"))
        # Not twice: into a folder, systemd-sysusers leaves files behind that only root could read again.
        if self._has_account():
            self._machine.say(f"  {USER}: there already")
            return
        root = () if self._machine.is_live else ("--root", str(self._machine.at("/")))
        self._machine.command("systemd-sysusers", *root, str(self._machine.at(SYSUSERS)))

    def _has_account(self) -> bool:
        """Return whether there are all users of the list of systemd-sysusers, and the table's is in all its groups."""
        users = {line.partition(":")[0] for line in (self._machine.text("/etc/passwd") or "").splitlines()}
        if not {USER, HUB_USER} <= users:
            return False
        wanted = {line.split()[2] for line in file_text("sysusers.conf").splitlines() if line.startswith(f"m {USER} ")}
        groups = (self._machine.text("/etc/group") or "").splitlines()
        return wanted <= {line.partition(":")[0] for line in groups if USER in line.rpartition(":")[2].split(",")}

    def _put_files(self, config: Config) -> None:
        self._say("files of the system")
        for placed in PLACED:
            self._machine.put(placed.path, file_text(placed.source), mode=placed.mode)
        for path in NO_MORE:
            self._machine.remove(path)
        for document in own_code.documents(self._sources):
            text = (self._sources / document).read_text(encoding="utf-8")
            self._machine.put(f"{DOCUMENTS}/{document.as_posix()}", text)
        self._fitting.fit(config)
        self._say("boot settings")
        self._fitting.fit_boot(config)

    # --- from one version to the next ---

    def _next_version(self, config: Config) -> None:
        before = self._versions.current
        try:
            new = self._versions.make_fit(CONFIG)
        except InstallError as error:
            raise InstallError(f"{error}; {_stays(before)}") from error
        if not before or self._machine.is_dry:
            self._put_files(config)
            self._use(new)
        else:
            self._replace(before, new, config)
        self._versions.prune()

    def _replace(self, before: str, new: str, config: Config) -> None:
        """Use a version in place of another; one that does not start is taken back."""
        begun = begin(self._machine, Begun(new, before, str(config.journal)))
        try:
            self._put_files(config)
            self._machine.live_command("systemctl", "daemon-reload")
            self._machine.live_command("systemctl", "stop", SERVICE)
            games = KeptGames(self._machine, config.journal)
            games.keep()
            begun.keep_in_mind(games.copy)
            self._use(new)
        except InstallError as error:
            raise InstallError(f"{error}; {self._take_back(begun)}") from error
        begun.end()

    def _use(self, new: str) -> None:
        self._versions.switch(new)
        self._fitting.enable()
        # Type=notify: this returns when the table is up, and fails if it does not come up.
        if self._machine.is_live and not self._machine.try_command("systemctl", "restart", SERVICE):
            raise InstallError(f"{SERVICE} does not start: journalctl --unit {SERVICE} tells why")

    def _take_back(self, begun: Upgrade) -> str:
        """Undo an upgrade, start the version that is in use then, and return a sentence about it."""
        new, before = begun.begun.version, begun.begun.before
        if self._machine.is_live:
            self._machine.try_command("systemctl", "stop", SERVICE)
        is_undone = undo(self._machine, begun)
        if self._machine.is_live:
            self._machine.try_command("systemctl", "restart", SERVICE)
        return f"{new} was taken back; {_stays(before)}" if is_undone else _stays(new)

    def _undo_what_was_cut_off(self) -> None:
        if self._machine.is_dry:
            return
        if cut_off := under_way(self._machine):
            self._say(f"an upgrade to {cut_off.begun.version} that was cut off")
            self._say(self._take_back(cut_off))

    def _say(self, what: str) -> None:
        self._machine.say(f"== {what}")


def _stays(before: str) -> str:
    return f"{before} stays in use" if before else "nothing is in use"
