"""The Debian packages: what is in them, what they ask for, and that they are the same each time they are made.

That they install with no network, upgrade, go back and are purged is tried on a Debian that runs: `make lab PART=boot`.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from zipfile import ZipFile

import pytest

from systemd.fitting import FILES
from systemd.package import debian
from systemd.pi_libraries import APT
from tests.systemd.image import ROOT, VERSION

pytestmark = pytest.mark.process

SCRIPTS = ROOT / "systemd/package/files"


def wheel(folder: Path, name: str, **members: str) -> Path:
    """Make a small wheel."""
    path = folder / f"{name}-1.0-py3-none-any.whl"
    with ZipFile(path, "w") as archive:
        for member, text in {f"{name}-1.0.dist-info/METADATA": "Name: x\n", f"{name}-1.0.dist-info/RECORD": ""}.items():
            archive.writestr(member, text)
        for member, text in members.items():
            archive.writestr(member, text)
    return path


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("staged")
    made = wheel(folder, "h11", **{"h11/__init__.py": "", "tests/test_x.py": "", "h11-1.0.data/scripts/h11": ""})
    debian.stage(ROOT, folder / "root", VERSION, [made])
    return folder / "root"


def control(folder: Path) -> dict[str, str]:
    text = (folder / "DEBIAN/control").read_text()
    return dict(line.split(": ", 1) for line in text.splitlines() if not line.startswith(" "))


def test_package_is_for_every_machine_and_leaves_what_is_compiled_to_the_system(staged: Path) -> None:
    told = control(staged)
    assert (told["Architecture"], told["Version"]) == ("all", VERSION)
    for library in APT.values():
        assert library.package in told["Depends" if library.is_everywhere else "Recommends"]
    assert [path for path in staged.rglob("*.so*") if path.is_file()] == []


def test_copyleft_is_in_a_package_of_its_own(staged: Path, tmp_path: Path) -> None:
    assert not list(staged.glob("usr/lib/hansa-companion/mfrc522*"))
    debian.stage_apart(tmp_path / "apart", "1.0", wheel(tmp_path, "mfrc522", **{"mfrc522/MFRC522.py": "# theirs\n"}))
    files = {path.relative_to(tmp_path / "apart").as_posix() for path in (tmp_path / "apart").rglob("*.py")}
    assert files == {"usr/lib/hansa-companion/mfrc522/MFRC522.py"}
    assert "GPL-3" in (tmp_path / "apart/usr/share/doc/hansa-companion-mfrc522/copyright").read_text()
    assert control(staged)["Recommends"].count("hansa-companion-mfrc522") == 1


def test_package_holds_what_runs_and_nothing_that_is_only_for_developers(staged: Path) -> None:
    library = staged / "usr/lib/hansa-companion"
    for path in ("companion/cli.py", "systemd/packaged.py", "systemd/files/10-lan.conf", "h11/__init__.py"):
        assert (library / path).is_file(), path
    for path in ("tests", "systemd/package", "systemd/install", "h11-1.0.data"):
        assert not (library / path).exists(), path
    assert not [path for path in staged.rglob("*") if path.name in ("__pycache__", "node_modules", "RECORD")]
    modes = {path.stat().st_mode & 0o7777 for path in staged.rglob("*") if path.is_file()}
    assert modes == {0o644, 0o755}


def test_every_library_is_named_in_the_copyright_with_its_licence(staged: Path) -> None:
    text = (staged / "usr/share/doc/hansa-companion/copyright").read_text()
    assert "Files: /usr/lib/hansa-companion/h11/* /usr/lib/hansa-companion/h11-1.0.dist-info/*\n" in text
    assert "License: MIT-h11" in text


@pytest.mark.parametrize("unit", sorted(debian._UNIT_WORDS))
def test_unit_differs_from_that_of_a_checkout_only_in_where_things_are(unit: str) -> None:
    text = (FILES / unit).read_text()
    for words, said in debian._UNIT_WORDS[unit].items():
        if not said:
            text = text.replace(words, "")
    ours, packaged = text.splitlines(), debian.unit_text(unit).splitlines()
    assert len(ours) == len(packaged)
    for before, after in zip(ours, packaged, strict=True):
        if before != after:
            assert re.match(r"#|ExecStart=|Documentation=", before), before
    assert not re.search(r"/opt/|/usr/local|make install|systemd/install", debian.unit_text(unit))


def test_unit_that_says_something_else_is_not_packaged_unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(debian._UNIT_WORDS, "hansa-companion.service", {"words that are not there": ""})
    with pytest.raises(ValueError, match=r"hansa-companion\.service: expected the words"):
        debian.unit_text("hansa-companion.service")


@pytest.mark.needs("systemd-analyze")
def test_systemd_has_nothing_to_complain_about_in_the_packages_units(staged: Path, tmp_path: Path) -> None:
    system = tmp_path / "usr/lib/systemd/system"
    subprocess.run(["cp", "--recursive", "/usr/lib/systemd", str(tmp_path / "usr-lib")], check=True)
    system.parent.parent.mkdir(parents=True)
    (tmp_path / "usr-lib").rename(system.parent)
    for unit in (staged / "usr/lib/systemd/system").iterdir():
        (system / unit.name).write_bytes(unit.read_bytes())
    for program in ("usr/bin/hansa-companion", "usr/bin/systemctl", "sbin/modprobe", "sbin/sulogin", "bin/sulogin"):
        (tmp_path / program).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / program).write_text("#!/bin/sh\n")
        (tmp_path / program).chmod(0o755)
    done = subprocess.run(
        ["systemd-analyze", f"--root={tmp_path}", "verify", "--man=no", "--recursive-errors=no", *debian._UNIT_WORDS],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


@pytest.mark.needs("dpkg-deb")
def test_same_sources_make_the_same_package(tmp_path: Path) -> None:
    made = []
    for name in ("one", "two"):
        debian.stage_apart(tmp_path / name, "1.0", wheel(tmp_path, "mfrc522", **{"mfrc522/__init__.py": ""}))
        made.append(debian.build(tmp_path / name, tmp_path / f"{name}-made").read_bytes())
    assert made[0] == made[1]


# --- what its scripts do ---


def run_preinst(folder: Path, architecture: str, do: str = "install") -> tuple[int, str]:
    """Run the script on a system that is a folder."""
    (folder / "bin").mkdir(exist_ok=True)
    dpkg = folder / "bin/dpkg"
    dpkg.write_text(f"#!/bin/sh\necho {architecture}\n")
    dpkg.chmod(0o755)
    text = (SCRIPTS / "preinst").read_text()
    for path in ("/etc/systemd", "/opt/"):
        assert path in text
        text = text.replace(f" {path}", f" {folder}{path}")
    done = subprocess.run(
        ["sh", "-s", do], input=text, env={"PATH": f"{folder}/bin:/usr/bin:/bin"}, capture_output=True, text=True
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("architecture", "code"), [("arm64", 0), ("amd64", 0), ("armhf", 1), ("armel", 1), ("i386", 1)]
)
def test_32_bit_system_is_refused_in_one_line_before_anything_is_unpacked(
    tmp_path: Path, architecture: str, code: int
) -> None:
    done, said = run_preinst(tmp_path, architecture)
    assert (done, said.count("\n")) == (code, code)
    assert ("put Raspberry Pi OS Bookworm or Trixie, 64-bit" in said) == bool(code)


@pytest.mark.parametrize("there", ["etc/systemd/system/hansa-companion.service", "opt/hansa-companion/current/bin"])
@pytest.mark.parametrize("do", ["install", "upgrade"])
def test_installation_from_a_checkout_is_told_of_and_left_alone(tmp_path: Path, there: str, do: str) -> None:
    (tmp_path / there).mkdir(parents=True)
    code, said = run_preinst(tmp_path, "arm64", do)
    assert (code, said.count("\n")) == (1, 1)
    assert "with 'sudo make uninstall' in its folder" in said


@pytest.mark.parametrize("script", [*debian.SCRIPTS, "hansa-companion", "hansa-companion-setup"])
def test_scripts_can_be_read_and_stop_at_the_first_failure(script: str) -> None:
    text = (SCRIPTS / script).read_text()
    assert "set -eu" in text.splitlines()
    subprocess.run(["sh", "-n", str(SCRIPTS / script)], check=True)
