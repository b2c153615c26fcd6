"""Grades the Pi itself, the kit's names and the games from boot files, device files and the lamps in use."""

from __future__ import annotations

from collections.abc import Iterable

from companion.assembly.shelf_troubles import ShelfTrouble
from companion.check.findings import Area, Finding, Grade
from companion.check.measured import BootFiles, Node
from hardware.kit.boot import CMDLINE, remedy, unmet
from hardware.kit.connections import BootSetting, Kit
from hardware.kit.layout import in_use

_SWITCHES = {"spi": "switch SPI on", "i2c": "switch I2C on"}


def grade_boot(settings: Iterable[BootSetting], files: BootFiles) -> list[Finding]:
    """Judge the boot files by what the kit needs."""
    settings = tuple(settings)
    if files.config is None:
        measured = "no /boot/firmware/config.txt: this is no Raspberry Pi"
        return [Finding(Area.BOOT, "config.txt", Grade.MISSING, measured, "run the check on the Pi, or --simulated")]
    cmdline = files.cmdline or ""
    lacking = set(unmet(settings, config=files.config, cmdline=cmdline, sections=files.sections))
    return [_boot_finding(setting, setting in lacking) for setting in settings]


def _boot_finding(setting: BootSetting, lacking: bool) -> Finding:
    name = "serial console" if setting.file == CMDLINE else setting.line
    if lacking:
        measured = "is missing" if setting.present else "must not be there"
        return Finding(Area.BOOT, name, Grade.BAD, measured, remedy(setting))
    return Finding(Area.BOOT, name, Grade.GOOD, "is there" if setting.present else "is not there, as it should be")


def grade_access(nodes: Iterable[Node], user: str) -> list[Finding]:
    """Judge the device files and who may use them."""
    return [_node_finding(node, user) for node in nodes]


def _node_finding(node: Node, user: str) -> Finding:
    name = node.path.removeprefix("/dev/")
    if not node.present:
        switch = next((words for part, words in _SWITCHES.items() if part in node.path), "")
        advice = (
            f"{switch}: sudo raspi-config, Interface Options; then restart"
            if switch
            else "plug it in, with a cable that carries data"
            if "serial" in node.path
            else "run the check on the Pi, or --simulated"
        )
        return Finding(Area.ACCESS, name, Grade.MISSING, f"no {node.path}, for {node.what}", advice)
    if not node.usable:
        advice = f"sudo usermod -aG {node.group} {user}; then log out and in again"
        return Finding(Area.ACCESS, name, Grade.BAD, f"{user} may not use it, for {node.what}", advice)
    return Finding(Area.ACCESS, name, Grade.GOOD, f"can be used, for {node.what}")


def grade_names(kit: Kit, wanted: Iterable[str]) -> list[Finding]:
    """Compare the kit's lamps and readers with those that the board uses."""
    wanted = tuple(wanted)
    lacking, unused = kit.missing(wanted), kit.unused(wanted)
    # A position without a name is not a mistake: another game uses it.
    misspelt = in_use(unused)
    idle = tuple(name for name in unused if name not in misspelt)
    findings = []
    if lacking:
        measured = f"without {_short(lacking)}; the screen shows it too"
        findings.append(Finding(Area.KIT, "lamps and readers", Grade.GOOD, measured))
    else:
        findings.append(Finding(Area.KIT, "lamps and readers", Grade.GOOD, "everything the board has a use for"))
    if idle:
        measured = f"{_short(idle)} stand for nothing in this game; --game asks for another"
        findings.append(Finding(Area.KIT, "of other games", Grade.GOOD, measured))
    if misspelt:
        advice = f"compare the names in the kit file with the board's: {_short(lacking) or 'none is free'}"
        findings.append(Finding(Area.KIT, "unknown names", Grade.WEAK, f"nothing ever uses {_short(misspelt)}", advice))
    return findings


def grade_games(troubles: Iterable[ShelfTrouble]) -> list[Finding]:
    """Grade conflicts between the games on the shelf: each can be played, but a tag may be misunderstood."""
    return [Finding(Area.KIT, one.subject, Grade.WEAK, one.what, one.remedy) for one in troubles]


def _short(names: tuple[str, ...]) -> str:
    """Return all names, grouped by kind.

    >>> _short(("bar.1", "bar.2", "end"))
    'bar.* (2), end'
    """
    sorts: dict[str, list[str]] = {}
    for name in names:
        sorts.setdefault(name.partition(".")[0], []).append(name)
    return ", ".join(found[0] if len(found) == 1 else f"{sort}.* ({len(found)})" for sort, found in sorts.items())
