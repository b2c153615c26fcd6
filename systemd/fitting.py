"""Fits the system to the configuration: what the service may reach, phones, the hub and the boot files."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlsplit

from hardware.kit.boot import CMDLINE, SERIAL_PORTS, unmet
from hardware.kit.boot import CONFIG as CONFIG_TXT
from hardware.kit.connections import BootSetting
from systemd.machine import InstallError, Machine

if TYPE_CHECKING:
    from companion.config.settings import Config

FILES: Final = Path(__file__).parent / "files"
SERVICE: Final = "hansa-companion.service"
PHONES: Final = "hansa-companion-phones.path"
PHONES_SERVICE: Final = "hansa-companion-phones.service"
HUB: Final = "hansa-companion-hub.service"
USER: Final = "hansa-companion"
CONFIG: Final = "/etc/hansa-companion/config.toml"
STATE: Final = "/var/lib/hansa-companion"
UNITS: Final = "/etc/systemd/system"
PACKAGED_UNITS: Final = "/usr/lib/systemd/system"
LAN: Final = f"{UNITS}/{SERVICE}.d/10-lan.conf"
BACKUPS: Final = f"{UNITS}/{SERVICE}.d/40-backups.conf"
NO_PHONES: Final = f"{UNITS}/{SERVICE}.d/30-no-phones.conf"
# A unit of this name that leads nowhere can be started by nobody, and stays so from one installation to the next.
MASK: Final = "/dev/null"
# Where `systemctl set-property --runtime`, which lets phones in, leaves what it was given.
LET_IN: Final = f"/run/systemd/system.control/{SERVICE}.d/50-IPAddressAllow.conf"
BOOT_FOLDERS: Final = ("/boot/firmware", "/boot")  # the second one on older systems
BACKUP_SUFFIX: Final = ".before-hansa-companion"
SHUT_DOWN: Final = 'shut_down = "systemctl poweroff"'
# What `config.txt` lacks goes into one block at its end, where it has the last word: lines of others stay as they are,
# and taking the block away undoes it.
BEGIN: Final = "# hansa-companion: begin; what stands before the end is written by its installer"
END: Final = "# hansa-companion: end"


class BootTexts(NamedTuple):
    """The contents of the two files."""

    config: str
    cmdline: str


def with_settings(texts: BootTexts, settings: Iterable[BootSetting]) -> BootTexts:
    """Return the texts with everything met; unchanged where it is so already."""
    settings = tuple(settings)
    config = without_block(texts.config)
    # Only what holds on every model counts as there.
    lacking = [one for one in unmet(settings, config=config, cmdline="") if one.file == CONFIG_TXT]
    if lacking:
        before = config.rstrip()
        config = f"{before}\n\n{_block(lacking)}" if before else _block(lacking)
    silenced = any(one.file == CMDLINE and not one.present for one in settings)
    return BootTexts(config, _without_console(texts.cmdline) if silenced else texts.cmdline)


def without_block(config: str) -> str:
    """Return `config.txt` as it would be without the companion."""
    before, begin, rest = config.partition(f"{BEGIN}\n")
    if not begin:
        return config
    _, end, after = rest.partition(f"{END}\n")
    if not end:  # somebody cut the end off: what follows may be theirs
        return config
    before = before.rstrip("\n")
    return f"{before}\n{after}" if before else after


def _block(settings: Iterable[BootSetting]) -> str:
    # "[all]" ends a section for one model; an empty overlay ends the list of an overlay's own parameters.
    lines = [BEGIN, "[all]", "dtoverlay="]
    for one in settings:
        lines += [f"# {one.why}", one.line if one.present else _opposite(one.line)]
    return "\n".join([*lines, END, ""])


def _opposite(line: str) -> str:
    """Switch off a setting that must not be on; the last line counts."""
    key, _, value = line.rpartition("=")
    if value != "1":
        raise ValueError(f"{line}: it is not known how to switch this off")
    return f"{key}=0"


def _without_console(cmdline: str) -> str:
    consoles = {
        word for word in cmdline.split() if word.partition(",")[0] in {f"console={port}" for port in SERIAL_PORTS}
    }
    if not consoles:
        return cmdline
    # The kernel takes one line only.
    return " ".join(word for word in cmdline.split() if word not in consoles) + "\n"


class Fitting:
    """What depends on the configuration, on one machine."""

    def __init__(self, machine: Machine, *, phones: bool | None = None, hub: bool | None = None) -> None:
        """Take the machine, whether phones may be let in at the table, and whether a hub runs here; None: as before."""
        self._machine = machine
        self._phones = machine.linked(f"{UNITS}/{PHONES}") != MASK if phones is None else phones
        wanted = f"{UNITS}/multi-user.target.wants/{HUB}"
        self._hub = bool(machine.linked(wanted)) if hub is None else hub
        self.restart_pi = False

    @property
    def has_hub(self) -> bool:
        """Whether a hub runs here."""
        return self._hub

    def configure(self) -> Config:
        """Make a configuration where there is none, and read the one in force."""
        from companion.config.documents import default_text

        if self._machine.text(CONFIG) is not None:
            self._machine.say(f"  {CONFIG}: kept as it is")
            return self._config()
        text = default_text()
        usual = 'shut_down = ""'
        if usual not in text:
            raise InstallError(f"the default configuration has no line {usual}")
        # It may come to hold the password of a server.
        self._machine.put(CONFIG, text.replace(usual, SHUT_DOWN), mode=0o640, group=USER)
        return self._config()

    def fit(self, config: Config) -> None:
        """Open and close what the configuration and the options ask for."""
        self._network(config)
        self._second_place(config)
        self._let_phones_in_or_not()
        self._put_hub(config)

    def unfit(self) -> None:
        """Switch off what runs, and close what somebody at the table opened."""
        for unit in (HUB, PHONES, SERVICE):
            self._disable(unit)
        self._shut_phones_out()

    def fit_boot(self, config: Config) -> None:
        """Write what the kit's pins need into the boot files, with a copy of what was there."""
        from companion.running.devices import configured_kit
        from hardware.formats.strict_toml import DataError

        folder = self._boot_folder()
        if not folder:
            self._machine.say("  no config.txt in /boot/firmware: this is no Raspberry Pi; left out")
            return
        try:
            settings = configured_kit(config).boot_settings()
        except DataError as error:
            raise InstallError(str(error)) from error
        before = BootTexts(
            self._machine.text(f"{folder}/config.txt") or "", self._machine.text(f"{folder}/cmdline.txt") or ""
        )
        after = with_settings(before, settings)
        for name, old, new in zip(("config.txt", "cmdline.txt"), before, after, strict=True):
            path = f"{folder}/{name}"
            if old == new:
                self._machine.say(f"  {path}: as it should be")
                continue
            if self._machine.text(path + BACKUP_SUFFIX) is None:
                self._machine.put(path + BACKUP_SUFFIX, old, mode=0o755)
            # The boot partition is FAT: every file has this mode there, and cannot have another.
            self._machine.put(path, new, mode=0o755)
            self.restart_pi = True

    def unfit_boot(self) -> None:
        """Take our lines out of the boot files."""
        folder = self._boot_folder()
        config = self._machine.text(f"{folder}/config.txt") if folder else None
        if config is None:
            return
        self._machine.say("== boot settings")
        if without_block(config) != config:
            self._machine.put(f"{folder}/config.txt", without_block(config), mode=0o755)
        kept = f"{folder}/cmdline.txt{BACKUP_SUFFIX}"
        if self._machine.text(kept) is not None:
            self._machine.say(f"  the serial console stays off; cmdline.txt as it was before: {kept}")

    def enable(self) -> None:
        """Let the service start with the machine, with whatever else is wanted."""
        if self._machine.is_live:
            # Without them a Pico has no name of its own until the next start, which is no reason to stop here.
            self._machine.try_command("udevadm", "control", "--reload")
            self._machine.try_command("udevadm", "trigger", "--subsystem-match=tty")
            self._machine.command("systemctl", "daemon-reload")
            # In place of links to units of an installation from a checkout, where there was one.
            self._machine.command("systemctl", "enable", "--force", SERVICE, *([HUB] if self._hub else []))
            if self._phones:
                self._machine.command("systemctl", "enable", "--force", "--now", PHONES)
        else:
            units = [SERVICE, *([HUB] if self._hub else []), *([PHONES] if self._phones else [])]
            self._machine.command("systemctl", "--root", str(self._machine.at("/")), "enable", "--force", *units)

    def _config(self) -> Config:
        from companion.config.parsing import parse_config
        from hardware.formats.strict_toml import DataError

        text = self._machine.text(CONFIG)
        try:
            return parse_config(
                text or "format = 1",
                CONFIG,
                environment={"STATE_DIRECTORY": STATE},
                home=Path("/"),
                here=Path("/"),
            )
        except DataError as error:
            raise InstallError(str(error)) from error

    def _network(self, config: Config) -> None:
        text = network_text(config, file_text("10-lan.conf"))
        if text:
            self._machine.put(LAN, text)
            return
        self._machine.remove(LAN)
        until = ", until somebody at the table lets phones in" if self._phones else ""
        self._machine.say(f"  the page is for this machine alone{until}")

    def _second_place(self, config: Config) -> None:
        """Let the service write its backups to a second place, if one is configured."""
        folder = config.backup.folder
        if folder is None:
            self._machine.remove(BACKUPS)
            return
        # A disk that is not plugged in must not keep the table from starting ("-").
        path = str(folder).replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
        self._machine.put(BACKUPS, file_text("40-backups.conf").replace("FOLDER", path))

    def _let_phones_in_or_not(self) -> None:
        path = f"{UNITS}/{PHONES}"
        if self._phones:
            if self._machine.linked(path) == MASK:
                self._machine.remove(path)
            self._machine.remove(NO_PHONES)
            return
        self._machine.put(NO_PHONES, file_text("30-no-phones.conf"))
        if self._machine.linked(path) != MASK:
            self._disable(PHONES)
            self._shut_phones_out()
            self._machine.link(path, MASK)

    def _put_hub(self, config: Config) -> None:
        if not self._hub:
            self._disable(HUB)
        elif not config.hub.server:
            self._machine.say(f"  the hub needs a server where tables meet: name it in {CONFIG} ([hub] server)")

    def _shut_phones_out(self) -> None:
        """Take back what somebody at the table opened since the Pi was started."""
        if self._machine.is_live:
            self._machine.try_command("systemctl", "stop", PHONES_SERVICE)
        # Not `systemctl revert`, which would take the owner's drop-ins away, too.
        self._machine.remove(LET_IN)

    def _boot_folder(self) -> str:
        found = (folder for folder in BOOT_FOLDERS if self._machine.at(f"{folder}/config.txt").is_file())
        return next(found, "")

    def _disable(self, unit: str) -> None:
        # Masked, or gone.
        gone = not self._machine.at(f"{PACKAGED_UNITS}/{unit}").is_file()
        if gone or self._machine.linked(f"{UNITS}/{unit}") == MASK:
            return
        if self._machine.is_live:
            self._machine.try_command("systemctl", "disable", "--now", unit)
        else:
            self._machine.command("systemctl", "--root", str(self._machine.at("/")), "disable", unit)


def file_text(name: str) -> str:
    """Read one of our files."""
    return (FILES / name).read_text(encoding="utf-8")


def network_text(config: Config, lan: str) -> str:
    """Return the drop-in `lan` if something beyond this machine is named; else nothing."""
    servers = {"the journal's copy": _host(config.copy), "the hub": _host(config.hub.server)}
    page = config.web.bind if config.web.serve else ""
    if all(map(_is_here, (*servers.values(), page))):
        return ""
    text = lan
    for use, server in servers.items():
        # A name is looked up, and found, in the local network.
        if _is_address(server) and not ip_address(server).is_private and server not in text:
            text += f"# The server of {use}.\nIPAddressAllow={server}\n"
    return text


def _host(address: str) -> str:
    return "" if address.startswith("unix:") else urlsplit(address).hostname or ""


def _is_here(host: str) -> bool:
    return host in ("", "localhost") or (_is_address(host) and ip_address(host).is_loopback)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
