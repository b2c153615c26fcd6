"""From one version to the next: what is kept, what is taken away, and the way back from every failure."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from companion.running import set_aside
from systemd import command_line, installer, undo, upgrade
from systemd.fitting import SERVICE
from systemd.kept_games import KeptGames
from systemd.machine import InstallError
from systemd.versions import InUse, Versions
from tests.systemd.image import CURRENT, ROOT, VERSION, Image, Live

pytestmark = [pytest.mark.needs("systemd-sysusers", "systemctl"), pytest.mark.process]

OLD = b"# of the version before\n"
BACKOFF = "etc/systemd/system/hansa-companion.service.d/20-backoff.conf"  # put there by earlier versions


def changed_sources(image: Image) -> None:
    """Let the version in use be made from something else than what there is."""
    image.at(f"{CURRENT}/made-from").write_text("older\n")


def changed_files(image: Image) -> None:
    """Let the version in use have come with a unit, a command and a drop-in of its own."""
    for path in ("etc/systemd/system/hansa-companion.service", "usr/local/bin/hansa-companion", BACKOFF):
        image.at(path).parent.mkdir(exist_ok=True)
        image.at(path).write_bytes(OLD)
    image.at("usr/local/bin/hansa-companion").chmod(0o700)


def test_upgrade_without_an_installation_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    image = Image.make(tmp_path / "pi")
    assert image.install("upgrade") == 1
    assert "nothing is installed here to upgrade" in capsys.readouterr().err
    assert not image.at("opt").exists()


def test_upgrade_takes_away_what_earlier_versions_left(image: Image) -> None:
    changed_sources(image)
    backoff = image.at(BACKOFF)
    own = backoff.with_name("override.conf")
    backoff.parent.mkdir()
    for path in (backoff, own):
        path.write_text("[Service]\n")
    assert image.install("upgrade") == 0
    assert (backoff.exists(), own.exists()) == (False, True)


def test_upgrade_switches_to_a_new_version_and_keeps_the_one_before(image: Image) -> None:
    for number in (2, 3):
        changed_sources(image)
        assert image.install("upgrade") == 0
        assert image.at(CURRENT).readlink() == Path(f"versions/{VERSION}-{number}")
        assert image.at("opt/hansa-companion/previous").readlink() == Path(f"versions/{VERSION}-{number - 1}")
    assert sorted(path.name for path in image.at("opt/hansa-companion/versions").iterdir()) == [
        f"{VERSION}-2",
        f"{VERSION}-3",
    ]


@pytest.mark.parametrize("step", ["venv", "pip", "compileall", "config", "simulate"])
def test_upgrade_that_fails_before_it_is_used_leaves_the_version_before(
    image: Image, step: str, capsys: pytest.CaptureFixture[str]
) -> None:
    changed_sources(image)
    changed_files(image)
    before = image.tree()
    image.fails = lambda command: step in command
    assert image.install("upgrade") == 1
    assert image.tree() == before
    assert image.at(CURRENT).readlink() == Path(f"versions/{VERSION}-1")
    assert not image.at(f"opt/hansa-companion/versions/{VERSION}-2").exists()
    said = capsys.readouterr().err
    assert f"; versions/{VERSION}-1 stays in use" in said
    assert ("fails its self-test and was not taken into use" in said) == (step in ("config", "simulate"))


def test_self_test_really_fails_for_a_version_that_does_not_run(image: Image) -> None:
    changed_sources(image)

    def break_it(command: Sequence[str]) -> bool:
        if "config" in command:
            (pth,) = image.at("opt/hansa-companion/versions").glob("*-2/lib/python*/site-packages/sources.pth")
            pth.write_text("/nowhere\n")
        return False

    image.fails = break_it
    assert image.install("upgrade") == 1
    assert image.at(CURRENT).readlink() == Path(f"versions/{VERSION}-1")


def live_upgrade(image: Image, starts: bool) -> list[tuple[str, ...]]:
    """Upgrade as on a running Pi, whose service writes to its journal when it starts."""
    commands = image.commands
    commands.clear()
    journal = image.at("var/lib/hansa-companion/games.sqlite")

    def run(command: Sequence[str]) -> int:
        commands.append(tuple(command))
        if command[0] == "systemctl" and "restart" in command and not str(image.at(CURRENT).readlink()).endswith("-1"):
            journal.write_bytes(b"migrated")
            return 0 if starts else 1
        return image._run(command) if "venv" in command else 0

    machine = Live(destdir=image.root, run=run, ask=run)
    versions = Versions(machine, ROOT, command_line._parser().get_default("python"))
    installer.Installer(machine, ROOT, versions).upgrade()
    return commands


def test_upgrade_whose_service_does_not_start_goes_back_with_the_games(image: Image) -> None:
    changed_sources(image)
    journal = image.at("var/lib/hansa-companion/games.sqlite")
    journal.parent.mkdir(parents=True)
    journal.write_bytes(b"games")
    journal.with_name("games.sqlite-wal").write_bytes(b"newest move")
    changed_files(image)
    before = image.tree()
    said = f"{SERVICE} does not start: .* versions/{VERSION}-2 was taken back; versions/{VERSION}-1 stays in use"
    with pytest.raises(InstallError, match=said):
        live_upgrade(image, starts=False)
    assert image.at(CURRENT).readlink() == Path(f"versions/{VERSION}-1")
    assert not image.at("opt/hansa-companion/previous").is_symlink()
    assert not image.at(f"opt/hansa-companion/versions/{VERSION}-2").exists()
    kept = "var/lib/hansa-companion/set-aside/"
    assert {name: file for name, file in image.tree().items() if not name.startswith(kept)} == before
    assert journal.read_bytes() == b"games"
    assert journal.with_name("games.sqlite-wal").read_bytes() == b"newest move"
    aside = {path.name[20:]: path for path in image.at(kept).iterdir()}
    assert sorted(aside) == ["roll-back", "upgrade"]
    assert (aside["upgrade"] / "games.sqlite").read_bytes() == b"games"
    assert (aside["roll-back"] / "games.sqlite").read_bytes() == b"migrated"


def test_power_cut_on_the_way_back_leaves_the_version_before_with_its_own_games(
    image: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed_sources(image)
    journal = image.at("var/lib/hansa-companion/games.sqlite")
    journal.parent.mkdir(parents=True)
    journal.write_bytes(b"games")

    def cut(*_: object) -> None:
        raise SystemExit("the power goes")

    with monkeypatch.context() as patched:
        patched.setattr(set_aside, "_swap", cut)
        with pytest.raises(SystemExit):
            live_upgrade(image, starts=False)
    assert image.at(CURRENT).readlink() == Path(f"versions/{VERSION}-1")
    assert journal.read_bytes() == b"migrated"
    set_aside.finish(journal.parent)  # as the next start does
    assert journal.read_bytes() == b"games"


def cut_off(image: Image, monkeypatch: pytest.MonkeyPatch, step: str) -> Path:
    """Upgrade to a version that does not start, with an end at one step of the way; return the journal."""
    changed_sources(image)
    journal = image.at("var/lib/hansa-companion/games.sqlite")
    journal.parent.mkdir(parents=True)
    journal.write_bytes(b"games")

    def cut(*_: object) -> None:
        raise SystemExit("the power goes")

    held: list[int] = []
    lock = upgrade._lock

    def hold(folder: Path) -> int:
        held.append(lock(folder))
        return held[-1]

    owner: type = KeptGames if hasattr(KeptGames, step) else InUse
    with monkeypatch.context() as patched:
        patched.setattr(owner, step, cut)
        patched.setattr(upgrade, "_lock", hold)
        with pytest.raises(SystemExit):
            live_upgrade(image, starts=False)
    with suppress(OSError):  # it may have come to its end by then
        os.close(*held)  # as with the process
    return journal


STEPS = ["keep", "switch", "decide_to_put_back", "switch_back", "put_back", "discard"]


@pytest.mark.parametrize("step", STEPS)
def test_upgrade_that_was_cut_off_is_undone_before_the_table_starts(
    image: Image, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    changed_files(image)
    journal = cut_off(image, monkeypatch, step)
    before = {name: file for name, file in image.tree().items() if name.startswith(("etc/", "usr/", "boot/"))}
    assert (before["etc/systemd/system/hansa-companion.service"][1] != OLD) == (step != "discard")
    assert undo.main(root=image.root) == 0
    set_aside.finish(journal.parent)  # as every start does
    assert image.at("etc/systemd/system/hansa-companion.service").read_bytes() == OLD
    assert image.at("usr/local/bin/hansa-companion").stat().st_mode & 0o7777 == 0o700
    assert image.at(BACKOFF).read_bytes() == OLD
    assert image.at(CURRENT).readlink() == Path(f"versions/{VERSION}-1")
    assert not image.at("opt/hansa-companion/previous").is_symlink()
    assert not image.at("opt/hansa-companion/upgrade").exists()
    assert journal.read_bytes() == b"games"
    before = image.tree()
    assert undo.main(root=image.root) == 0
    assert image.tree() == before


@pytest.mark.parametrize("step", STEPS)
def test_upgrade_that_was_cut_off_is_undone_when_it_is_begun_again(
    image: Image, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    changed_files(image)
    journal = cut_off(image, monkeypatch, step)
    with pytest.raises(InstallError, match=f"versions/{VERSION}-1 stays in use"):
        live_upgrade(image, starts=False)
    assert image.at(CURRENT).readlink() == Path(f"versions/{VERSION}-1")
    assert image.at("etc/systemd/system/hansa-companion.service").read_bytes() == OLD
    assert journal.read_bytes() == b"games"
    assert not image.at("opt/hansa-companion/upgrade").exists()
    assert image.commands[-1] == ("systemctl", "restart", SERVICE)


def test_upgrade_that_was_cut_off_is_made_again(
    image: Image, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = cut_off(image, monkeypatch, "switch_back")
    live_upgrade(image, starts=True)
    assert "an upgrade to" in capsys.readouterr().out
    assert image.at(CURRENT).readlink() == Path(f"versions/{VERSION}-2")
    assert journal.read_bytes() == b"migrated"
    live_upgrade(image, starts=True)
    assert "an upgrade to" not in capsys.readouterr().out


def test_upgrade_that_was_cut_off_stays_once_games_were_played_with_it(
    image: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed_files(image)
    journal = cut_off(image, monkeypatch, "switch_back")
    monkeypatch.setattr(KeptGames, "have_grown", lambda _: True)
    assert undo.main(root=image.root) == 0
    assert image.at(CURRENT).readlink() == Path(f"versions/{VERSION}-2")
    assert image.at("etc/systemd/system/hansa-companion.service").read_bytes() != OLD
    assert journal.read_bytes() == b"migrated"
    assert not image.at("opt/hansa-companion/upgrade").exists()


def test_table_that_an_upgrade_starts_does_not_undo_it(image: Image, capsys: pytest.CaptureFixture[str]) -> None:
    changed_sources(image)
    said = []

    def start(command: Sequence[str]) -> bool:
        if "enable" in command:
            said.append(undo.main(root=image.root))
        return False

    image.fails = start
    assert image.install("upgrade") == 0
    assert said == [0]
    assert "an upgrade is under way" in capsys.readouterr().out
    assert image.at(CURRENT).readlink() == Path(f"versions/{VERSION}-2")
    assert not image.at("opt/hansa-companion/upgrade").exists()


def test_upgrade_that_was_cut_off_and_cannot_be_undone_is_told_in_one_line(
    image: Image, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cut_off(image, monkeypatch, "switch_back")
    image.at("opt/hansa-companion/upgrade/0001.json").write_text("{")
    assert undo.main(root=image.root) == 1
    assert capsys.readouterr().err == (
        "systemd.undo: /opt/hansa-companion/upgrade: cannot be read: remove it, and install again\n"
    )
    assert image.at(CURRENT).readlink() == Path(f"versions/{VERSION}-2")


def test_upgrade_whose_disk_cannot_hold_the_games_twice_goes_back_and_leaves_them(
    image: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed_sources(image)
    journal = image.at("var/lib/hansa-companion/games.sqlite")
    old = image.at("var/lib/hansa-companion/before-upgrade/games.sqlite")
    old.parent.mkdir(parents=True)
    old.write_bytes(b"games of an earlier upgrade")
    journal.write_bytes(b"games")

    def copy(target: Path, data: bytes, **_: object) -> None:
        target.write_bytes(data[:2])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(set_aside, "create_durably", copy)
    with pytest.raises(
        InstallError, match=r"games\.sqlite: cannot be copied: No space left on device; .* stays in use"
    ):
        live_upgrade(image, starts=True)
    assert image.commands[-1] == ("systemctl", "restart", "hansa-companion.service")
    assert journal.read_bytes() == b"games"
    assert old.read_bytes() == b"games of an earlier upgrade"
    assert list(image.at("var/lib/hansa-companion/set-aside").iterdir()) == []
    assert image.at(CURRENT).readlink() == Path(f"versions/{VERSION}-1")


def test_upgrade_stops_the_service_before_it_copies_the_games(image: Image) -> None:
    changed_sources(image)
    journal = image.at("var/lib/hansa-companion/games.sqlite")
    journal.parent.mkdir(parents=True)
    journal.write_bytes(b"games")
    commands = live_upgrade(image, starts=True)
    services = [
        command[1] for command in commands if command[0] == "systemctl" and "hansa-companion.service" in command
    ]
    assert services == ["stop", "enable", "restart"]
    assert journal.read_bytes() == b"migrated"
    (kept,) = image.at("var/lib/hansa-companion/set-aside").iterdir()
    assert (kept / "games.sqlite").read_bytes() == b"games"
    # lgpio in our own way, which leaves no pipe behind.
    for imports in ("import spidev, luma.oled.device", "import_lgpio(); import lgpio, RPi.GPIO, mfrc522"):
        assert any(imports in command[-1] for command in commands)
