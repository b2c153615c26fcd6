"""The installer, run into a folder: every file, owner and mode, twice; and what uninstalling leaves."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from companion.config.parsing import parse_config
from hardware.kit.boot import unmet
from systemd import command_line, installer
from systemd.versions import Versions
from tests.systemd.image import CMDLINE_TXT, CONFIG, CONFIG_TXT, CURRENT, PROJECT, ROOT, VERSION, Image, Live
from wiring.kits import load_kit

pytestmark = [pytest.mark.needs("systemd-sysusers", "systemctl"), pytest.mark.process]

# --- what is put where ---

FILES = {
    "etc/systemd/system/hansa-companion.service": 0o644,
    "etc/systemd/system/hansa-companion-phones.path": 0o644,
    "etc/systemd/system/hansa-companion-phones.service": 0o644,
    "etc/sysusers.d/hansa-companion.conf": 0o644,
    "etc/systemd/system/hansa-companion-undo.service": 0o644,
    "etc/modules-load.d/hansa-companion.conf": 0o644,
    "etc/systemd/system.conf.d/50-hansa-companion.conf": 0o644,
    "etc/udev/rules.d/70-hansa-companion-pico.rules": 0o644,
    "etc/polkit-1/rules.d/60-hansa-companion-power.rules": 0o644,
    "etc/polkit-1/rules.d/60-hansa-companion-reader.rules": 0o644,
    CONFIG: 0o640,
    "usr/local/bin/hansa-companion": 0o755,
    f"opt/hansa-companion/versions/{VERSION}-1/made-from": 0o644,
    "boot/firmware/config.txt": 0o755,
    "boot/firmware/cmdline.txt": 0o755,
    "boot/firmware/config.txt.before-hansa-companion": 0o755,
    "boot/firmware/cmdline.txt.before-hansa-companion": 0o755,
    **{
        f"usr/local/share/doc/hansa-companion/{path.relative_to(ROOT)}": 0o644
        for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"))
    },
}
LINKS = {
    CURRENT: f"versions/{VERSION}-1",
    **{
        f"etc/systemd/system/multi-user.target.wants/{unit}": f"/etc/systemd/system/{unit}"
        for unit in ("hansa-companion.service", "hansa-companion-phones.path")
    },
}
# Made by systemd-sysusers, and there before.
OTHERS = {"etc/passwd", "etc/group", "etc/shadow", "etc/gshadow", "etc/.pwd.lock", "etc/os-release"}


def test_install_puts_every_file_in_its_place_with_its_mode(fresh: Image) -> None:
    tree = {path: found for path, found in fresh.tree().items() if path not in OTHERS and "/versions/" not in path}
    made = f"opt/hansa-companion/versions/{VERSION}-1/made-from"
    assert {path: mode for path, (mode, _) in tree.items() if path not in LINKS} == {
        path: mode for path, mode in FILES.items() if path != made
    }
    assert fresh.at(made).stat().st_mode & 0o7777 == 0o644
    assert {path: content for path, (_, content) in tree.items() if path in LINKS} == LINKS


def test_installed_files_belong_to_root_and_the_configuration_to_the_companions_group(fresh: Image) -> None:
    groups = {line.split(":")[0]: int(line.split(":")[2]) for line in fresh.at("etc/group").read_text().splitlines()}
    owner, group = os.geteuid(), os.getegid()
    for path in FILES:
        stat = fresh.at(path).stat()
        wanted = groups["hansa-companion"] if path == CONFIG and owner == 0 else group
        assert (path, stat.st_uid, stat.st_gid) == (path, owner, wanted)


def test_folders_are_open_to_all_whatever_the_mask(tmp_path: Path) -> None:
    image = Image.make(tmp_path / "pi")
    before = os.umask(0o077)
    try:
        assert image.install() == 0
    finally:
        os.umask(before)
    for folder in ("etc/hansa-companion", "etc/systemd/system", "usr/local/bin", "opt/hansa-companion/versions"):
        assert image.at(folder).stat().st_mode & 0o777 == 0o755, folder


def test_user_is_in_the_groups_of_the_devices_and_cannot_log_in(fresh: Image) -> None:
    (user,) = [line for line in fresh.at("etc/passwd").read_text().splitlines() if line.startswith("hansa-companion:")]
    assert user.endswith(":/var/lib/hansa-companion:/usr/sbin/nologin")
    members = {line.split(":")[0]: line.split(":")[3] for line in fresh.at("etc/group").read_text().splitlines()}
    assert {group: members[group] for group in ("gpio", "spi", "i2c", "dialout")} == dict.fromkeys(
        ("gpio", "spi", "i2c", "dialout"), "hansa-companion"
    )


def test_hub_has_a_user_of_its_own_that_is_made_where_it_is_missing(image: Image) -> None:
    passwd = image.at("etc/passwd")
    whole = passwd.read_text()
    assert "hansa-companion-hub:" in whole
    passwd.write_text("".join(line for line in whole.splitlines(True) if not line.startswith("hansa-companion-hub:")))
    assert image.install() == 0
    assert "hansa-companion-hub:" in passwd.read_text()


def test_second_install_changes_nothing(image: Image) -> None:
    # A copy that root made has root's group everywhere; once put right, it stays.
    image.install()
    before = image.tree()
    assert image.install() == 0
    assert image.tree() == before
    assert not [command for command in image.commands if "venv" in command or "pip" in command]
    assert [command[0] for command in image.commands] == ["systemctl"], "no file is read that only root may read"


def test_user_who_has_left_a_group_is_brought_back(image: Image) -> None:
    group = image.at("etc/group")
    whole = group.read_text()
    group.write_text(re.sub(r"^(spi:.*:)hansa-companion$", r"\1", whole, flags=re.MULTILINE))
    assert group.read_text() != whole
    assert image.install() == 0
    assert group.read_text() == whole


def test_dry_run_says_the_steps_and_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    image = Image.make(tmp_path / "pi")
    before = image.tree()
    assert image.install("install", "--dry-run") == 0
    assert image.tree() == before
    assert image.commands == []
    said = capsys.readouterr().out
    for step in ("user and groups", "configuration", "files of the system", "boot settings", "version", "self-test"):
        assert step in said
    assert "/etc/hansa-companion/config.toml: written" in said
    assert "--only-binary=:all: --require-hashes" in said


@pytest.mark.parametrize(
    ("has", "knows", "fetched"),
    [
        (True, True, ""),
        (False, True, "python3-pil python3-cbor2 python3-spidev python3-lgpio"),
        (False, False, "python3-pil python3-cbor2 python3-spidev"),  # a Debian 12 that is no Raspberry Pi OS
    ],
)
def test_dry_run_tells_which_packages_would_be_fetched(
    tmp_path: Path, has: bool, knows: bool, fetched: str, capsys: pytest.CaptureFixture[str]
) -> None:
    image = Image.make(tmp_path / "pi")
    machine = Live(
        destdir=image.root,
        dry_run=True,
        run=lambda command: pytest.fail(str(command)),
        ask=lambda command: 0 if has or command[-1] == "python3-venv" or (knows and "show" in command) else 1,
    )
    installer.Installer(machine, ROOT, Versions(machine, ROOT)).install()
    said = capsys.readouterr().out
    told = [line.partition("--no-install-recommends ")[2] for line in said.splitlines() if "apt-get install" in line]
    assert told == ([fetched] if fetched else [])
    assert ("pins are left out" in said) == (not has and not knows)


def test_libraries_come_as_locked_and_as_wheels_into_an_environment_that_sees_apts_packages(tmp_path: Path) -> None:
    image = Image.make(tmp_path / "pi")
    image.install()
    (made,) = [command for command in image.commands if "venv" in command]
    assert "--system-site-packages" in made
    (pip,) = [command for command in image.commands if "pip" in command]
    assert {"--no-deps", "--only-binary=:all:", "--require-hashes"} < set(pip)
    assert pip[-1] == str(ROOT / "requirements-pi.lock")


def test_what_apt_brings_is_new_enough() -> None:
    # Raspberry Pi OS Bookworm's python3-spidev 20200602 is 3.5, and newer to apt than Debian's own 3.6. Were it too old
    # to pip, that would build one, which takes a compiler and Python's headers.
    wanted = {each.name: each.specifier for each in map(Requirement, PROJECT["optional-dependencies"]["pi"])}
    assert wanted["spidev"].contains("3.5")


def test_configuration_that_is_there_is_kept(image: Image) -> None:
    image.at(CONFIG).write_text('format = 1\nkit = "board"\n')
    assert image.install() == 0
    assert image.at(CONFIG).read_text() == 'format = 1\nkit = "board"\n'


def test_default_configuration_switches_the_pi_off_and_is_valid(fresh: Image) -> None:
    text = fresh.at(CONFIG).read_text()
    config = parse_config(text, "config.toml", environment={}, home=Path("/"), here=Path("/"))
    assert config.shut_down == "systemctl poweroff"


def test_wrong_configuration_is_told_in_one_line(image: Image, capsys: pytest.CaptureFixture[str]) -> None:
    image.at(CONFIG).write_text('format = 1\nkitt = "board"\n')
    assert image.install() == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "/etc/hansa-companion/config.toml" in told
    assert "kitt" in told


# --- boot settings ---


@pytest.mark.parametrize("kit", ["tap", "board"])
def test_boot_files_meet_the_kit(image: Image, kit: str) -> None:
    image.at(CONFIG).write_text(f'format = 1\nkit = "{kit}"\n')
    assert image.install() == 0
    config, cmdline = (image.at(f"boot/firmware/{name}").read_text() for name in ("config.txt", "cmdline.txt"))
    assert unmet(load_kit(kit).boot_settings(), config=config, cmdline=cmdline) == ()


def test_boot_files_are_kept_as_they_were_once(image: Image) -> None:
    for name, before in (("config.txt", CONFIG_TXT), ("cmdline.txt", CMDLINE_TXT)):
        assert image.at(f"boot/firmware/{name}.before-hansa-companion").read_text() == before
    image.at("boot/firmware/config.txt").write_text("dtparam=audio=off\n")
    assert image.install() == 0
    assert image.at("boot/firmware/config.txt.before-hansa-companion").read_text() == CONFIG_TXT
    assert image.at("boot/firmware/config.txt").read_text().startswith("dtparam=audio=off\n")


def test_machine_without_boot_files_is_no_pi_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    image = Image.make(tmp_path / "pi")
    shutil.rmtree(image.at("boot"))
    assert image.install() == 0
    assert "this is no Raspberry Pi; left out" in capsys.readouterr().out
    assert not image.at("boot").exists()


# --- the network ---


LAN = "etc/systemd/system/hansa-companion.service.d/10-lan.conf"
PHONES = "etc/systemd/system/hansa-companion-phones.path"
NO_PHONES = "etc/systemd/system/hansa-companion.service.d/30-no-phones.conf"
PHONES_WANTED = "etc/systemd/system/multi-user.target.wants/hansa-companion-phones.path"


@pytest.mark.parametrize(
    "setting",
    [
        '[web]\nbind = "0.0.0.0"\n',
        '[hub]\nserver = "redis://club-server:6379/0"\n',
        'journal = "redis://club-server:6379/0"\n',
    ],
)
def test_service_is_opened_to_the_local_network_while_the_configuration_names_it(image: Image, setting: str) -> None:
    assert not image.at(LAN).exists()
    image.at(CONFIG).write_text(f"format = 1\n{setting}")
    assert image.install() == 0
    assert "IPAddressAllow=10.0.0.0/8" in image.at(LAN).read_text()
    image.at(CONFIG).write_text("format = 1\n")
    assert image.install() == 0
    assert not image.at(LAN).exists()


def test_phones_that_are_kept_out_stay_out_until_they_are_allowed_again(image: Image) -> None:
    unit = image.at(PHONES).read_text()
    for asked, allowed in (("", True), ("no", False), ("", False), ("yes", True), ("", True)):
        assert image.install("install", *(("--phones", asked) if asked else ())) == 0
        assert image.at(PHONES_WANTED).is_symlink() == allowed, asked
        assert (image.at(PHONES).is_file() and image.at(PHONES).read_text() == unit) == allowed, asked
        assert not image.at(LAN).exists()  # which opens the network for good
        told = image.at(NO_PHONES).read_text() if image.at(NO_PHONES).exists() else ""
        assert ("Environment=HANSA_PHONES=no" in told.splitlines()) != allowed, "the table offers what it can do"
    image.install("install", "--phones", "no")
    assert image.install("uninstall") == 0
    assert not image.at(PHONES).is_symlink()


def test_phones_can_be_kept_out_from_the_first_installation_on(tmp_path: Path) -> None:
    image = Image.make(tmp_path / "pi")
    assert image.install("install", "--phones", "no") == 0
    assert image.at(PHONES).readlink() == Path("/dev/null")
    assert not image.at(PHONES_WANTED).is_symlink()
    assert image.at("etc/systemd/system/multi-user.target.wants/hansa-companion.service").is_symlink()


@pytest.mark.parametrize("do", ["keep out", "uninstall"])
def test_phones_that_were_let_in_since_the_start_are_put_out(image: Image, do: str) -> None:
    let_in = image.at("run/systemd/system.control/hansa-companion.service.d/50-IPAddressAllow.conf")
    let_in.parent.mkdir(parents=True)
    let_in.write_text("[Service]\nIPAddressAllow=10.0.0.0/8\n")
    commands: list[str] = []

    def run(command: Sequence[str]) -> int:
        commands.append(" ".join(command))
        return 0

    machine = Live(destdir=image.root, run=run, ask=run)
    versions = Versions(machine, ROOT, command_line._parser().get_default("python"))
    on_pi = installer.Installer(machine, ROOT, versions, phones=False)
    on_pi.install() if do == "keep out" else on_pi.uninstall()
    assert not let_in.exists()
    stops = [
        commands.index("systemctl disable --now hansa-companion-phones.path"),
        commands.index("systemctl stop hansa-companion-phones.service"),
        commands.index("systemctl daemon-reload"),
    ]
    assert stops == sorted(stops)  # else the file that is still there would let them in again
    assert not any("enable" in command and "phones" in command for command in commands[stops[-1] :])


# --- uninstalling ---


def test_uninstall_leaves_configuration_and_games(image: Image) -> None:
    games = image.at("var/lib/hansa-companion/games.sqlite")
    games.parent.mkdir(parents=True)
    games.write_bytes(b"games")
    assert image.install("uninstall") == 0
    left = set(image.tree()) - OTHERS
    assert left == {
        CONFIG,
        "var/lib/hansa-companion/games.sqlite",
        "boot/firmware/config.txt",
        "boot/firmware/cmdline.txt",
        "boot/firmware/config.txt.before-hansa-companion",
        "boot/firmware/cmdline.txt.before-hansa-companion",
    }
    assert image.at("boot/firmware/config.txt").read_text() == CONFIG_TXT
    assert image.install("uninstall") == 0
    assert set(image.tree()) - OTHERS == left


def test_uninstall_with_purge_leaves_nothing_of_the_companion(image: Image) -> None:
    image.at("var/lib/hansa-companion").mkdir(parents=True)
    assert image.install("uninstall", "--purge") == 0
    assert [path for path in image.tree() if "hansa" in path and not path.startswith("boot/")] == []
    assert not image.at("var/lib/hansa-companion").exists()


@pytest.mark.parametrize("is_known", [True, False])
def test_user_is_taken_away_once(tmp_path: Path, is_known: bool) -> None:
    commands: list[str] = []

    def run(command: Sequence[str]) -> int:
        commands.append(command[0])
        return 0

    machine = Live(destdir=tmp_path, run=run, ask=lambda command: 0 if is_known else 2)
    installer.Installer(machine, ROOT, Versions(machine, ROOT)).uninstall(purge=True)
    assert ("userdel" in commands) == is_known


def test_uninstall_says_what_is_kept_and_only_that(image: Image, capsys: pytest.CaptureFixture[str]) -> None:
    image.install("uninstall")
    assert "== kept: /etc/hansa-companion/config.toml; --purge removes" in capsys.readouterr().out
    image.install("uninstall", "--purge")
    capsys.readouterr()
    image.install("uninstall")
    assert "kept" not in capsys.readouterr().out


# --- the script ---


def test_script_runs_from_anywhere_and_leaves_nothing_behind(tmp_path: Path) -> None:
    command = [str(ROOT / "systemd/install"), "--dry-run", "--destdir", str(tmp_path), "install"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert "== done" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_folder_is_looked_for_where_the_caller_stands(tmp_path: Path) -> None:
    makefile = ["make", "--file", str(ROOT / "Makefile"), "--just-print", "install", "DESTDIR=an image"]
    # This make is not to know that one may run these tests, or it would say where it is.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    (line,) = subprocess.run(
        makefile, env=environment, capture_output=True, text=True, check=True, cwd=tmp_path
    ).stdout.splitlines()
    dry = line.replace("systemd/install", f"{ROOT}/systemd/install --dry-run")
    done = subprocess.run(["sh", "-c", dry], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert f"--root {tmp_path}/an image enable" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["instal"], "'instal' is none of these; did you mean install?"),
        (["remove"], "'remove' is none of these; --help tells what each does"),
        ([], "required: install|upgrade|uninstall"),
        (["--purge", "upgrade"], "it goes with uninstall, not with upgrade"),
    ],
)
def test_word_that_is_no_command_is_told_with_those_that_are(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        command_line.main(words, run=lambda command: pytest.fail(str(command)))
    assert said in capsys.readouterr().err.splitlines()[-1]


def test_root_is_asked_for_before_anything_is_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert command_line.main(["--hub", "yes", "install"], run=lambda command: pytest.fail(str(command))) == 1
    said = "only root can change this system: sudo systemd/install --hub yes install"
    assert said in capsys.readouterr().err


def test_second_place_for_backups_is_opened_to_the_service_and_closed_again(image: Image) -> None:
    drop_in = image.at("etc/systemd/system/hansa-companion.service.d/40-backups.conf")
    config = image.at(CONFIG)
    whole = config.read_text()
    assert not drop_in.exists()
    config.write_text(whole.replace('folder = ""', 'folder = "/media/usb 100%/hansa"'))
    assert image.install() == 0
    assert 'ReadWritePaths="-/media/usb 100%%/hansa"' in drop_in.read_text()
    config.write_text(whole)
    assert image.install() == 0
    assert not drop_in.exists()
