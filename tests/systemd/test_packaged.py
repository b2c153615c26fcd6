"""What the package does beyond its files, on a disk on which it lies: tested, fitted, fitted again, and taken back."""

from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.config.parsing import parse_config
from companion.running import set_aside
from hardware.kit.boot import unmet
from systemd import packaged
from systemd.fitting import FILES
from systemd.machine import InstallError, Machine
from systemd.package.debian import UNITS
from systemd.packaged import keep_games
from tests.systemd.image import CMDLINE_TXT, CONFIG, CONFIG_TXT, Image
from wiring.kits import load_kit

DROP_INS = "etc/systemd/system/hansa-companion.service.d"
LAN = f"{DROP_INS}/10-lan.conf"
NO_PHONES = f"{DROP_INS}/30-no-phones.conf"
PHONES = "etc/systemd/system/hansa-companion-phones.path"
WANTED = "etc/systemd/system/multi-user.target.wants"
GAMES = "var/lib/hansa-companion/games.sqlite"
LET_IN = "run/systemd/system.control/hansa-companion.service.d/50-IPAddressAllow.conf"


class Packaged:
    """A disk on which dpkg has put the package."""

    def __init__(self, root: Path, *, runs: bool) -> None:
        self.image = Image(root)
        self.at = self.image.at
        for unit in UNITS:
            self.put(f"usr/lib/systemd/system/{unit}", (FILES / unit).read_text())
        if runs:
            self.at("run/systemd/system").mkdir(parents=True)
        self.commands: list[str] = []
        self.fails = ""
        self.has_pins = True

    def put(self, path: str, text: str) -> Path:
        place = self.at(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
        return place

    def unpack_newer(self) -> None:
        """Do what the preinst of a newer version does."""
        self.put(packaged.NOT_SET_UP, "0.2.0\n")

    def set_up(self, *options: str) -> int:
        self.commands.clear()
        return packaged.main(options, run=self._run, ask=self._ask, root=self.image.root)

    def _run(self, command: Sequence[str]) -> int:
        self.commands.append(" ".join(command))
        return int(bool(self.fails) and self.fails in self.commands[-1])

    def _ask(self, command: Sequence[str]) -> int:
        assert tuple(command) == ("dpkg-query", "--status", "python3-lgpio")
        return int(not self.has_pins)


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Packaged:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", lambda *_: None)
    return Packaged(tmp_path / "pi", runs=True)


def test_configuration_and_boot_files_are_made_and_the_service_started(pi: Packaged) -> None:
    assert pi.set_up() == 0
    assert "dtparam=spi=on" in pi.at("boot/firmware/config.txt").read_text()
    assert "systemctl enable --force hansa-companion.service" in pi.commands
    assert pi.commands[-1] == "systemctl restart hansa-companion.service"
    assert not pi.at(PHONES).exists(), "the unit is the package's"


def test_second_time_changes_nothing(pi: Packaged) -> None:
    pi.set_up()
    before = pi.image.tree()
    assert pi.set_up() == 0
    assert pi.image.tree() == before


def test_dry_run_says_the_steps_and_changes_nothing(pi: Packaged, capsys: pytest.CaptureFixture[str]) -> None:
    before = pi.image.tree()
    assert pi.set_up("--dry-run") == 0
    assert (pi.image.tree(), pi.commands) == (before, [])
    said = capsys.readouterr().out
    for step in ("configuration", "self-test", "boot settings", "service"):
        assert f"== {step}\n" in said
    assert "/etc/hansa-companion/config.toml: written" in said


# --- the configuration ---


def test_default_configuration_switches_the_pi_off_and_is_valid_and_for_its_group(pi: Packaged) -> None:
    pi.set_up()
    text = pi.at(CONFIG).read_text()
    config = parse_config(text, "config.toml", environment={}, home=Path("/"), here=Path("/"))
    assert config.shut_down == "systemctl poweroff"
    assert pi.at(CONFIG).stat().st_mode & 0o7777 == 0o640


def test_configuration_that_is_there_is_kept(pi: Packaged) -> None:
    pi.put(CONFIG, 'format = 1\nkit = "board"\n')
    assert pi.set_up() == 0
    assert pi.at(CONFIG).read_text() == 'format = 1\nkit = "board"\n'


def test_wrong_configuration_is_told_in_one_line(pi: Packaged, capsys: pytest.CaptureFixture[str]) -> None:
    pi.put(CONFIG, "format = 1\nkitt = 1\n")
    assert pi.set_up() == 1
    told = capsys.readouterr().err
    assert (told.count("\n"), "kitt" in told, f"/{CONFIG}" in told) == (1, True, True)


# --- boot settings ---


@pytest.mark.parametrize("kit", ["tap", "board"])
def test_boot_files_meet_the_kit(pi: Packaged, kit: str) -> None:
    pi.put(CONFIG, f'format = 1\nkit = "{kit}"\n')
    assert pi.set_up() == 0
    config, cmdline = (pi.at(f"boot/firmware/{name}").read_text() for name in ("config.txt", "cmdline.txt"))
    assert unmet(load_kit(kit).boot_settings(), config=config, cmdline=cmdline) == ()


def test_boot_files_are_kept_as_they_were_once(pi: Packaged) -> None:
    pi.set_up()
    for name, before in (("config.txt", CONFIG_TXT), ("cmdline.txt", CMDLINE_TXT)):
        assert pi.at(f"boot/firmware/{name}.before-hansa-companion").read_text() == before
    pi.put("boot/firmware/config.txt", "dtparam=audio=off\n")
    assert pi.set_up() == 0
    assert pi.at("boot/firmware/config.txt.before-hansa-companion").read_text() == CONFIG_TXT
    assert pi.at("boot/firmware/config.txt").read_text().startswith("dtparam=audio=off\n")


def test_machine_without_boot_files_is_no_pi_and_goes_on(pi: Packaged, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.rmtree(pi.at("boot"))
    assert pi.set_up() == 0
    assert "this is no Raspberry Pi; left out" in capsys.readouterr().out
    assert not pi.at("boot").exists()


# --- what is opened, and to whom ---


@pytest.mark.parametrize(
    "setting",
    [
        '[web]\nbind = "0.0.0.0"\n',
        '[hub]\nserver = "redis://club-server:6379/0"\n',
        'journal = "redis://club-server:6379/0"\n',
    ],
)
def test_service_is_opened_to_the_local_network_while_the_configuration_names_it(pi: Packaged, setting: str) -> None:
    for text, is_open in (("", False), (setting, True), ("", False)):
        pi.put(CONFIG, f"format = 1\n{text}")
        assert pi.set_up() == 0
        assert pi.at(LAN).exists() == is_open
        assert not is_open or "IPAddressAllow=10.0.0.0/8" in pi.at(LAN).read_text()


def test_phones_stay_forbidden_until_they_are_allowed(pi: Packaged) -> None:
    for asked, allowed in (("no", False), ("", False), ("yes", True), ("", True)):
        assert pi.set_up(*(("--phones", asked) if asked else ())) == 0
        assert pi.at(PHONES).is_symlink() != allowed
        told = pi.at(NO_PHONES).read_text() if pi.at(NO_PHONES).exists() else ""
        assert ("Environment=HANSA_PHONES=no" in told.splitlines()) != allowed, "the table offers what it can do"
        assert not pi.at(LAN).exists()  # which opens the network for good
        assert ("systemctl enable --force --now hansa-companion-phones.path" in pi.commands) == allowed


@pytest.mark.parametrize("option", [("--phones", "no"), ("--remove",)])
def test_phones_that_were_let_in_since_the_start_are_put_out(pi: Packaged, option: tuple[str, ...]) -> None:
    pi.set_up()
    pi.put(LET_IN, "[Service]\nIPAddressAllow=10.0.0.0/8\n")
    assert pi.set_up(*option) == 0
    assert not pi.at(LET_IN).exists()
    stops = [
        pi.commands.index("systemctl disable --now hansa-companion-phones.path"),
        pi.commands.index("systemctl stop hansa-companion-phones.service"),
    ]
    assert stops == sorted(stops)  # else the file that is still there would let them in again
    assert not any("enable" in command and "phones" in command for command in pi.commands[stops[-1] :])


def test_second_place_for_backups_is_opened_to_the_service_and_closed_again(pi: Packaged) -> None:
    pi.set_up()
    whole, drop_in = pi.at(CONFIG).read_text(), pi.at(f"{DROP_INS}/40-backups.conf")
    assert not drop_in.exists()
    pi.put(CONFIG, whole.replace('folder = ""', 'folder = "/media/usb 100%/hansa"'))
    assert pi.set_up() == 0
    assert 'ReadWritePaths="-/media/usb 100%%/hansa"' in drop_in.read_text()
    pi.put(CONFIG, whole)
    assert pi.set_up() == 0
    assert not drop_in.exists()


def test_hub_is_there_once_it_is_asked_for_and_until_it_is_not_wanted(pi: Packaged) -> None:
    link = pi.at(f"{WANTED}/hansa-companion-hub.service")
    link.parent.mkdir(parents=True)
    for asked, wanted in (("", False), ("yes", True), ("", True), ("no", False)):
        assert pi.set_up(*(("--hub", asked) if asked else ())) == 0
        assert ("systemctl enable --force hansa-companion.service hansa-companion-hub.service" in pi.commands) == wanted
        assert ("systemctl disable --now hansa-companion-hub.service" in pi.commands) != wanted
        if wanted and not link.is_symlink():  # as systemctl does
            link.symlink_to("/usr/lib/systemd/system/hansa-companion-hub.service")


def test_hub_is_started_after_the_table_and_costs_it_nothing(pi: Packaged) -> None:
    pi.set_up("--hub", "yes")
    assert pi.commands[-2:] == [f"systemctl restart hansa-companion{unit}.service" for unit in ("", "-hub")]


def test_hub_without_a_server_is_told(pi: Packaged, capsys: pytest.CaptureFixture[str]) -> None:
    pi.set_up("--hub", "yes")
    assert "the hub needs a server where tables meet" in capsys.readouterr().out
    pi.put(CONFIG, 'format = 1\n[hub]\nserver = "redis://localhost:6379/0"\n')
    pi.set_up("--hub", "yes")
    assert "the hub needs" not in capsys.readouterr().out


# --- a newer version ---


def test_games_are_copied_before_a_newer_version_opens_them(pi: Packaged) -> None:
    pi.set_up()
    games = pi.put(GAMES, "games")
    pi.set_up()
    assert not (games.parent / "set-aside").exists()
    pi.unpack_newer()
    assert pi.set_up() == 0
    (kept,) = (games.parent / "set-aside").iterdir()
    assert (kept / "games.sqlite").read_text() == "games"
    assert not pi.at(packaged.NOT_SET_UP).exists()


def test_games_are_copied_also_where_the_configuration_was_mended_first(pi: Packaged) -> None:
    games = pi.put(GAMES, "games")
    pi.put(CONFIG, "format = 1\nkitt = 1\n")
    pi.unpack_newer()
    assert pi.set_up() == 1
    assert pi.at(packaged.NOT_SET_UP).exists()
    pi.put(CONFIG, "format = 1\n")
    assert pi.set_up() == 0
    assert len(list((games.parent / "set-aside").iterdir())) == 1


@pytest.mark.parametrize("has_pins", [True, False])
def test_version_tests_itself_before_it_is_started(pi: Packaged, has_pins: bool) -> None:
    pi.has_pins = has_pins
    assert pi.set_up() == 0
    tests = [command for command in pi.commands if command.startswith("env STATE_DIRECTORY=/var/lib/hansa-companion ")]
    assert pi.commands[: len(tests)] == tests
    for test in (f"companion config --json --config /{CONFIG}", "companion simulate --games 1", "import spidev"):
        assert any(test in command for command in tests), test
    # lgpio in our own way, which leaves no pipe behind.
    assert any("import_lgpio(); import lgpio, RPi.GPIO" in command for command in tests) == has_pins


@pytest.mark.parametrize(
    ("fails", "what"), [("config", "configuration"), ("simulate", "a simulated game"), ("spidev", "libraries")]
)
def test_version_that_fails_its_self_test_is_not_started_and_prints_the_way_back(
    pi: Packaged, capsys: pytest.CaptureFixture[str], fails: str, what: str
) -> None:
    games = pi.put(GAMES, "games")
    pi.unpack_newer()
    pi.fails = f" {fails}"
    assert pi.set_up() == 1
    (kept,) = (games.parent / "set-aside").iterdir()
    assert capsys.readouterr().err == (
        f"hansa-companion-setup: the self-test fails ({what}), and the service is not started. Back to 0.2.0: "
        "`sudo apt install --allow-downgrades` of its file, then "
        f"`sudo hansa-companion restore --force /var/lib/hansa-companion/set-aside/{kept.name}`\n"
    )
    assert not [command for command in pi.commands if command.startswith("systemctl")]
    assert pi.at(packaged.NOT_SET_UP).exists(), "or the next boot would start it"


def test_first_version_that_fails_its_self_test_has_nowhere_to_go_back_to(
    pi: Packaged, capsys: pytest.CaptureFixture[str]
) -> None:
    pi.fails = "simulate"
    assert pi.set_up() == 1
    assert capsys.readouterr().err.endswith("(a simulated game), and the service is not started\n")


@pytest.mark.parametrize("newer", [False, True])
def test_service_that_does_not_start_is_told_in_one_line(
    pi: Packaged, capsys: pytest.CaptureFixture[str], newer: bool
) -> None:
    if newer:
        pi.put(GAMES, "games")
        pi.unpack_newer()
    pi.fails = "restart"
    assert pi.set_up() == 1
    told = capsys.readouterr().err
    begin = (
        "hansa-companion-setup: hansa-companion.service does not start: "
        "journalctl --unit hansa-companion.service tells why"
    )
    assert told.count("\n") == 1
    assert told.startswith(begin)
    assert bool(re.search(r"\. Back to 0\.2\.0: .* restore --force /var/lib/\S+-upgrade`$", told)) == newer


# --- a box of version 0.2 that was installed from a checkout ---


def checkout(pi: Packaged) -> Path:
    """Lay out what its installer put there, with a hub; return the games."""
    for path in packaged.OF_A_CHECKOUT[:-2]:
        pi.put(path, "# of the checkout\n")
    pi.put("usr/local/share/doc/hansa-companion/README.md", "# As it was\n")
    pi.put("opt/hansa-companion/versions/0.2.0-1/bin/python", "#!/bin/sh\n")
    pi.at("opt/hansa-companion/current").symlink_to("versions/0.2.0-1")
    pi.at(WANTED).mkdir()
    pi.at(f"{WANTED}/hansa-companion-hub.service").symlink_to("/etc/systemd/system/hansa-companion-hub.service")
    pi.put(f"{DROP_INS}/override.conf", "[Service]\n")
    pi.put(CONFIG, 'format = 1\nlanguage = "nl"\n')
    pi.put(packaged.NOT_SET_UP, "the version in /opt\n")
    return pi.put(GAMES, "games")


def test_box_that_was_installed_from_a_checkout_moves_over_with_games_and_choices(pi: Packaged) -> None:
    games = checkout(pi)
    assert pi.set_up() == 0
    left = [path for path in packaged.OF_A_CHECKOUT if pi.at(path).exists()]
    assert left == []
    assert (games.read_text(), pi.at(CONFIG).read_text()) == ("games", 'format = 1\nlanguage = "nl"\n')
    assert (pi.at(f"{DROP_INS}/override.conf").exists(), pi.at(packaged.NOT_SET_UP).exists()) == (True, False)
    (kept,) = (games.parent / "set-aside").iterdir()
    assert (kept / "games.sqlite").read_text() == "games"
    assert "systemctl enable --force hansa-companion.service hansa-companion-hub.service" in pi.commands
    before = pi.image.tree()
    assert pi.set_up() == 0
    assert pi.image.tree() == before


def test_box_that_moves_over_keeps_phones_out_if_it_did(pi: Packaged) -> None:
    checkout(pi)
    pi.at(PHONES).unlink()
    pi.at(PHONES).symlink_to("/dev/null")
    assert pi.set_up() == 0
    assert str(pi.at(PHONES).readlink()) == "/dev/null"
    assert not [command for command in pi.commands if "enable" in command and "phones" in command]


def test_checkout_stays_whole_until_the_package_has_passed_its_self_test(pi: Packaged) -> None:
    checkout(pi)
    before = pi.image.tree()
    pi.fails = "simulate"
    assert pi.set_up() == 1
    after = pi.image.tree()
    assert {path: file for path, file in after.items() if "set-aside" not in path} == before


# --- removed ---


def test_removed_package_leaves_configuration_and_the_boot_files_as_they_were(pi: Packaged) -> None:
    pi.set_up("--phones", "no")
    assert pi.set_up("--remove") == 0
    assert pi.at("boot/firmware/config.txt").read_text() == CONFIG_TXT
    assert pi.at(CONFIG).exists()
    assert not [path for path in pi.at(DROP_INS).rglob("*") if path.is_file()]
    assert "systemctl disable --now hansa-companion.service" in pi.commands


def test_where_nothing_runs_an_image_is_made_and_nothing_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", lambda *_: None)
    card = Packaged(tmp_path / "pi", runs=False)
    assert card.set_up() == 0
    assert [command for command in card.commands if "restart" in command or "daemon-reload" in command] == []
    assert any("enable --force hansa-companion.service" in command for command in card.commands)


def test_root_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert packaged.main([], run=lambda command: pytest.fail(str(command)), root=tmp_path) == 1
    assert "only root can change this system: sudo hansa-companion-setup" in capsys.readouterr().err


# --- the copy of the games before a newer version opens them: whole, or none and one line that says why ---


AT = "2026-11-17T20:15:00+00:00"
JOURNAL = Path("/state/games.sqlite")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    (tmp_path / "state").mkdir()
    return Machine(destdir=tmp_path)


def test_games_are_copied_with_their_log_into_a_folder_that_is_named(machine: Machine) -> None:
    machine.put(JOURNAL, "games")
    machine.put(f"{JOURNAL}-wal", "newest move")
    copy = keep_games(machine, JOURNAL, now=lambda: AT)
    assert copy == "/state/set-aside/2026-11-17T20-15-00-upgrade"
    assert machine.text(f"{copy}/games.sqlite") == machine.text(JOURNAL) == "games"
    assert machine.text(f"{copy}/games.sqlite-wal") == "newest move"
    assert keep_games(machine, JOURNAL, now=lambda: AT) == f"{copy}-2"


def test_where_there_is_no_game_there_is_no_copy(machine: Machine) -> None:
    assert keep_games(machine, JOURNAL) == ""
    assert not machine.at("/state/set-aside").exists()


def test_disk_that_cannot_hold_the_games_twice_is_told_and_leaves_them(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.put(JOURNAL, "games")

    def copy(target: Path, data: bytes, **_: object) -> None:
        target.write_bytes(data[:2])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(set_aside, "create_durably", copy)
    with pytest.raises(InstallError, match=r"^/state/games\.sqlite: cannot be copied: No space left on device$"):
        keep_games(machine, JOURNAL)
    assert machine.text(JOURNAL) == "games"
    assert list(machine.at("/state/set-aside").iterdir()) == []
