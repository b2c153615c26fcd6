"""The deeds that exchange files: restore, the copy of an upgrade, the way back, repair, automatic backup."""

from __future__ import annotations

import shutil
from pathlib import Path

from companion.archive.automatic import KEPT, keep_backup, kept_backups
from companion.archive.backup import damages
from companion.archive.backup_file import GAMES, Backup, format_backup, parse_backup
from companion.archive.restoring import put_in_place, saved
from companion.cli import main
from companion.running.set_aside import finish
from hardware.formats.durable import write_durably
from systemd.machine import Machine
from systemd.packaged import keep_games
from tests.lab.faults.deeds import AT, Deed, journal_of, read

PIECES = {name: f'format = 1\n[pieces]\n"04{byte * 6}" = "ship"\n' for name, byte in (("old", "a1"), ("new", "b2"))}


class Restore(Deed):
    """`restore --force`, with games, pieces and configuration in the way."""

    def prepare(self) -> None:
        state, etc = self.templates / "state", self.templates / "etc"
        state.mkdir()
        etc.mkdir()
        self.old = journal_of(state / GAMES, 2, 20)
        (state / "pieces.toml").write_text(PIECES["old"])
        (etc / "config.toml").write_text('format = 1\nlanguage = "it"\n')
        other = self.templates / "other"
        other.mkdir()
        self.new = journal_of(other / GAMES, 1, 30)
        read(other / GAMES)  # which merges its log
        files = {
            GAMES: (other / GAMES).read_bytes(),
            "pieces.toml": PIECES["new"].encode(),
            "config.toml": b'format = 1\nlanguage = "nl"\n',
        }
        (self.templates / "b.tar.gz").write_bytes(format_backup(Backup("0.2.0", AT, files)))
        shutil.rmtree(other)

    def do(self, folder: Path) -> None:
        config, backup = str(folder / "etc" / "config.toml"), str(folder / "b.tar.gz")
        options = ["--config", config, "--state", str(folder / "state"), "--force", "--yes"]
        if main(["restore", backup, *options]) != 0:
            raise RuntimeError("it does not restore")

    def is_done(self, folder: Path) -> bool:
        finish(folder / "state")
        return read(folder / "state" / GAMES) == self.new

    def look(self, folder: Path) -> int:
        state = folder / "state"
        finish(state)
        found = read(state / GAMES), (state / "pieces.toml").read_text()
        language = (folder / "etc" / "config.toml").read_text()
        is_new = found == (self.new, PIECES["new"])
        if not is_new and found != (self.old, PIECES["old"]):
            raise AssertionError("neither old nor new")
        if is_new != ('"nl"' in language):
            raise AssertionError("the configuration is of the other time")
        if is_new:
            (aside,) = (state / "set-aside").iterdir()
            if (read(aside / GAMES), (aside / "pieces.toml").read_text()) != (self.old, PIECES["old"]):
                raise AssertionError("the old games are not what they were")
        return sum(map(len, found[0].values()))


class Upgrade(Deed):
    """The copy that an upgrade makes of the games."""

    def prepare(self) -> None:
        state = self.templates / "state"
        state.mkdir()
        self.old = journal_of(state / GAMES, 2, 20)

    def keep(self, folder: Path) -> Path:
        machine = Machine(destdir=folder, say=lambda _: None)
        return machine.at(keep_games(machine, Path("/state") / GAMES, now=lambda: AT))

    def do(self, folder: Path) -> None:
        self.keep(folder)

    def is_done(self, folder: Path) -> bool:
        return any((path / GAMES).exists() for path in (folder / "state").glob("set-aside/*"))

    def look(self, folder: Path) -> int:
        finish(folder / "state")
        if read(folder / "state" / GAMES) != self.old:
            raise AssertionError("the games are not what they were")
        copies = [path for path in (folder / "state").glob("set-aside/*") if (path / GAMES).exists()]
        if any(read(path / GAMES) != self.old for path in copies):
            raise AssertionError("a copy that is not whole looks like one")
        self.keep(folder)
        return sum(map(len, self.old.values()))


class RollBack(Upgrade):
    """The way back from a version that changed the games: `restore --force` of the copy."""

    def prepare(self) -> None:
        super().prepare()
        other = self.templates / "migrated"
        other.mkdir()
        self.new = journal_of(other / GAMES, 2, 22)
        read(other / GAMES)  # which merges its log

    def do(self, folder: Path) -> None:
        copy = self.keep(folder)
        write_durably(folder / "state" / GAMES, (folder / "migrated" / GAMES).read_bytes())
        write_durably(folder / "begins", b"")  # from here on it may die
        if main(["restore", "--force", str(copy), "--state", str(folder / "state")]) != 0:
            raise RuntimeError("it does not restore")

    def is_done(self, folder: Path) -> bool:
        finish(folder / "state")
        return (folder / "begins").exists() and read(folder / "state" / GAMES) == self.old

    def look(self, folder: Path) -> int:
        state = folder / "state"
        finish(state)
        if not (folder / "begins").exists():
            return 0
        found = read(state / GAMES)
        if found not in (self.old, self.new):
            raise AssertionError("neither before nor after")
        kept = [read(path / GAMES) for path in state.glob("set-aside/*") if (path / GAMES).exists()]
        if self.old not in kept:
            raise AssertionError("the copy of the upgrade is gone")
        if found == self.old and self.new not in kept:
            raise AssertionError("what the new version made is gone")
        return sum(map(len, found.values()))


class Repair(Deed):
    """`repair` of a journal whose first page is gone."""

    def prepare(self) -> None:
        state = self.templates / "state"
        state.mkdir()
        self.old = journal_of(state / GAMES, 3, 20)
        read(state / GAMES)
        self.hurt = bytes(4096) + (state / GAMES).read_bytes()[4096:]
        (state / GAMES).write_bytes(self.hurt)

    def do(self, folder: Path) -> None:
        journal = folder / "state" / GAMES
        with saved(journal) as salvaged:
            put_in_place(journal, salvaged, "repair", at=AT)

    def is_done(self, folder: Path) -> bool:
        finish(folder / "state")
        return (folder / "state" / GAMES).read_bytes() != self.hurt

    def look(self, folder: Path) -> int:
        state = folder / "state"
        finish(state)
        if (state / GAMES).read_bytes() == self.hurt:
            self.do(folder)  # as before: it can be done again
        if read(state / GAMES) != self.old:
            raise AssertionError("not what was saved")
        if not any((path / GAMES).read_bytes() == self.hurt for path in state.glob("set-aside/*")):
            raise AssertionError("the damaged file is gone")
        return sum(map(len, self.old.values()))


class AutomaticBackup(Deed):
    """The eleventh of ten backups."""

    def prepare(self) -> None:
        state = self.templates / "state"
        state.mkdir()
        self.old = journal_of(state / GAMES, 2, 20)
        read(state / GAMES)
        games = (state / GAMES).read_bytes()
        for number in range(KEPT):
            backup = Backup("0.2.0", AT, {GAMES: games, "language": str(number).encode()})
            if keep_backup(state / "backups", backup, free=lambda _: 1.0):
                raise RuntimeError("no backup")
        self.backup = Backup("0.2.0", AT, {GAMES: games})

    def do(self, folder: Path) -> None:
        if trouble := keep_backup(folder / "state" / "backups", self.backup, free=lambda _: 1.0):
            raise RuntimeError(trouble.reason)

    def is_done(self, folder: Path) -> bool:
        newest = kept_backups(folder / "state" / "backups")[-1]
        return parse_backup(newest.read_bytes(), newest.name) == self.backup

    def look(self, folder: Path) -> int:
        backups = folder / "state" / "backups"
        kept = [parse_backup(path.read_bytes(), path.name) for path in kept_backups(backups)]
        if len(kept) < KEPT or any(damages(each.files[GAMES]) for each in kept):
            raise AssertionError(f"{len(kept)} good backups")
        self.do(folder)
        names = sorted(path.name for path in backups.iterdir())
        if len(names) != KEPT or parse_backup((backups / names[-1]).read_bytes(), "b") != self.backup:
            raise AssertionError(f"then: {names}")
        if read(folder / "state" / GAMES) != self.old:
            raise AssertionError("the games are not what they were")
        return sum(map(len, self.old.values()))


DEEDS: tuple[type[Deed], ...] = (Restore, Upgrade, RollBack, Repair, AutomaticBackup)
