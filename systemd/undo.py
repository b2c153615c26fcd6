"""Undoes an upgrade: the version before is in use again, with its own files and games. `python -m systemd.undo`.

The installer does it where the new version does not start. Where the installer itself was cut off, the unit
hansa-companion-undo.service does it before the table starts, and else the next installer. It can be cut off, too, and
is then begun again.
"""

from __future__ import annotations

import sys
from pathlib import Path

from systemd import upgrade
from systemd.kept_games import KeptGames
from systemd.machine import InstallError, Machine, Run, run_command
from systemd.upgrade import Busy, Upgrade
from systemd.versions import InUse


def undo(machine: Machine, cut_off: Upgrade) -> bool:
    """Go back, while the table is off; return whether that was done.

    Once somebody has played with the new version, it has started, and what is wrong with it came later: it stays.
    """
    versions, (new, before, journal, copy) = InUse(machine), cut_off.begun
    games = KeptGames(machine, Path(journal), copy=copy)
    if versions.current == new:  # else it has not changed any game
        if why := _why_not(versions, before, games):
            machine.say(f"  {new} stays: {why}")
            cut_off.end()
            return False
        machine.say(f"  going back to {before}")
        # After a power cut the earlier version must be in use, with its own games, rather than one that does not start.
        games.decide_to_put_back()
        versions.switch_back(before)
        games.put_back()
    machine.put_back()
    if machine.is_live:
        machine.try_command("systemctl", "daemon-reload")
    cut_off.end()
    versions.discard(new)
    return True


def _why_not(versions: InUse, before: str, games: KeptGames) -> str:
    if not versions.is_whole(before):
        return f"{before} is gone"
    return "games were played with it" if games.have_grown() else ""


def main(*, root: Path = Path("/"), run: Run = run_command) -> int:
    """Undo an upgrade that was cut off, if there is one; return the exit code."""
    machine = Machine(destdir=root, run=run)
    try:
        if cut_off := upgrade.under_way(machine):
            print(f"an upgrade to {cut_off.begun.version} was cut off")
            undo(machine, cut_off)
    except Busy:
        print("an upgrade is under way")
    except InstallError as error:
        print(f"systemd.undo: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
