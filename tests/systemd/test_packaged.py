"""What the package does beyond its files, on a disk on which it lies: fitted, fitted again, and taken back."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from systemd import packaged
from systemd.package.debian import _UNIT_WORDS, unit_text
from tests.systemd.image import CONFIG, CONFIG_TXT, Image

DROP_INS = "etc/systemd/system/hansa-companion.service.d"
PHONES = "etc/systemd/system/hansa-companion-phones.path"


class Packaged:
    """A disk on which dpkg has put the package."""

    def __init__(self, root: Path, *, runs: bool) -> None:
        self.image = Image.make(root)
        for unit in _UNIT_WORDS:
            path = self.image.at(f"usr/lib/systemd/system/{unit}")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(unit_text(unit))
        if runs:
            self.image.at("run/systemd/system").mkdir(parents=True)
        self.commands: list[str] = []
        self.fails = ""

    def set_up(self, *options: str) -> int:
        self.commands.clear()
        return packaged.main(options, run=self._run, root=self.image.root)

    def _run(self, command: Sequence[str]) -> int:
        self.commands.append(" ".join(command))
        return int(bool(self.fails) and self.fails in self.commands[-1])


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Packaged:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", lambda *_: None)
    return Packaged(tmp_path / "pi", runs=True)


def test_configuration_and_boot_files_are_made_and_the_service_started(pi: Packaged) -> None:
    assert pi.set_up() == 0
    assert 'shut_down = "systemctl poweroff"' in pi.image.at(CONFIG).read_text()
    assert "dtparam=spi=on" in pi.image.at("boot/firmware/config.txt").read_text()
    assert "systemctl enable hansa-companion.service" in pi.commands
    assert pi.commands[-1] == "systemctl restart hansa-companion.service"
    assert not pi.image.at(PHONES).exists(), "the unit is the package's"


def test_second_time_changes_nothing(pi: Packaged) -> None:
    pi.set_up()
    before = pi.image.tree()
    assert pi.set_up() == 0
    assert pi.image.tree() == before


def test_changed_configuration_is_fitted(pi: Packaged) -> None:
    pi.set_up()
    config = pi.image.at(CONFIG)
    whole = config.read_text()
    config.write_text(whole.replace('bind = "127.0.0.1"', 'bind = "0.0.0.0"'))
    assert pi.set_up() == 0
    assert "IPAddressAllow=10.0.0.0/8" in pi.image.at(f"{DROP_INS}/10-lan.conf").read_text()
    config.write_text(whole)
    assert pi.set_up() == 0
    assert not pi.image.at(f"{DROP_INS}/10-lan.conf").exists()


def test_phones_stay_forbidden_until_they_are_allowed(pi: Packaged) -> None:
    for asked, allowed in (("no", False), ("", False), ("yes", True), ("", True)):
        assert pi.set_up(*(("--phones", asked) if asked else ())) == 0
        assert pi.image.at(PHONES).is_symlink() != allowed
        assert pi.image.at(f"{DROP_INS}/30-no-phones.conf").exists() != allowed
        assert ("systemctl enable --now hansa-companion-phones.path" in pi.commands) == allowed


def test_hub_is_started_when_asked_for_and_costs_the_table_nothing(pi: Packaged) -> None:
    pi.set_up("--hub", "yes")
    assert "systemctl enable hansa-companion.service hansa-companion-hub.service" in pi.commands
    assert pi.commands[-2:] == [f"systemctl restart hansa-companion{unit}.service" for unit in ("", "-hub")]


def test_games_are_copied_before_a_newer_version_opens_them(pi: Packaged) -> None:
    pi.set_up()
    games = pi.image.at("var/lib/hansa-companion/games.sqlite")
    games.parent.mkdir(parents=True)
    games.write_bytes(b"games")
    pi.set_up()
    assert not (games.parent / "set-aside").exists()
    assert pi.set_up("--upgraded") == 0
    (kept,) = (games.parent / "set-aside").iterdir()
    assert (kept / "games.sqlite").read_bytes() == b"games"


def test_service_that_does_not_start_is_told_in_one_line(pi: Packaged, capsys: pytest.CaptureFixture[str]) -> None:
    pi.fails = "restart"
    assert pi.set_up() == 1
    told = capsys.readouterr().err
    assert told == (
        "hansa-companion-setup: hansa-companion.service does not start: "
        "journalctl --unit hansa-companion.service tells why\n"
    )


def test_wrong_configuration_is_told_in_one_line(pi: Packaged, capsys: pytest.CaptureFixture[str]) -> None:
    pi.image.at(CONFIG).parent.mkdir()
    pi.image.at(CONFIG).write_text("format = 1\nkitt = 1\n")
    assert pi.set_up() == 1
    told = capsys.readouterr().err
    assert (told.count("\n"), "kitt" in told) == (1, True)


def test_removed_package_leaves_configuration_and_the_boot_files_as_they_were(pi: Packaged) -> None:
    pi.set_up("--phones", "no")
    assert pi.set_up("--remove") == 0
    assert pi.image.at("boot/firmware/config.txt").read_text() == CONFIG_TXT
    assert pi.image.at(CONFIG).exists()
    assert not [path for path in pi.image.at(DROP_INS).rglob("*") if path.is_file()]
    assert "systemctl disable --now hansa-companion.service" in pi.commands


def test_where_nothing_runs_an_image_is_made_and_nothing_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", lambda *_: None)
    card = Packaged(tmp_path / "pi", runs=False)
    assert card.set_up() == 0
    assert [command for command in card.commands if "restart" in command or "daemon-reload" in command] == []
    assert any("enable hansa-companion.service" in command for command in card.commands)


def test_root_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert packaged.main([], run=lambda command: pytest.fail(str(command)), root=tmp_path) == 1
    assert "only root can change this system: sudo hansa-companion-setup" in capsys.readouterr().err
