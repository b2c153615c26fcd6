"""The Debian packages: what is in them, what they ask for, and that they are the same each time they are made.

That they install with no network, upgrade, go back and are purged is tried on a Debian that runs: `make lab PART=boot`.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from zipfile import ZipFile

import pytest

from systemd.package import debian
from systemd.packaged import NOT_SET_UP
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
    for path in ("tests", "systemd/package", "h11-1.0.data"):
        assert not (library / path).exists(), path
    assert not [path for path in staged.rglob("*") if path.name in ("__pycache__", "node_modules", "RECORD")]
    modes = {path.stat().st_mode & 0o7777 for path in staged.rglob("*") if path.is_file()}
    assert modes == {0o644, 0o755}


def test_units_are_those_that_lie_in_the_sources(staged: Path) -> None:
    packaged = {path.name: path.read_bytes() for path in (staged / "usr/lib/systemd/system").iterdir()}
    ours = (ROOT / "systemd/files").glob("hansa-companion*.*")
    assert packaged == {path.name: path.read_bytes() for path in ours if path.suffix in (".service", ".path")}


def test_every_library_is_named_in_the_copyright_with_its_licence(staged: Path) -> None:
    text = (staged / "usr/share/doc/hansa-companion/copyright").read_text()
    assert "Files: /usr/lib/hansa-companion/h11/* /usr/lib/hansa-companion/h11-1.0.dist-info/*\n" in text
    assert "License: MIT-h11" in text


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
    for path in ("/opt/", "/usr/lib/", "/run/"):
        assert path in text
        text = re.sub(rf"(?<=[ >]){path}", f"{folder}{path}", text)
    done = subprocess.run(
        ["sh", "-s", *do.split()],
        input=text,
        env={"PATH": f"{folder}/bin:/usr/bin:/bin"},
        capture_output=True,
        text=True,
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
    assert not (tmp_path / "usr").exists()


@pytest.mark.parametrize(
    ("do", "there", "noted"),
    [
        ("install", "", None),
        ("upgrade 0.2.0", "", "0.2.0\n"),
        ("install 0.2.0", "", "0.2.0\n"),  # removed before, and the games are still there
        ("install", "opt/hansa-companion/current", "the version in /opt\n"),
    ],
)
def test_version_before_is_noted_until_the_new_one_is_set_up(
    tmp_path: Path, do: str, there: str, noted: str | None
) -> None:
    if there:
        (tmp_path / there).mkdir(parents=True)
    assert run_preinst(tmp_path, "arm64", do) == (0, "")
    place = tmp_path / NOT_SET_UP.lstrip("/")
    assert (place.read_text() if place.exists() else None) == noted


def test_upgrade_of_a_checkout_that_was_cut_off_is_not_installed_over(tmp_path: Path) -> None:
    for path in ("current", "upgrade/begun.json"):
        (tmp_path / "opt/hansa-companion" / path).mkdir(parents=True)
    code, said = run_preinst(tmp_path, "arm64")
    assert (code, said.count("\n")) == (1, 1)
    assert "restart the Pi, which undoes it" in said
    assert not (tmp_path / "usr").exists()


@pytest.mark.parametrize("script", [*debian.SCRIPTS, "hansa-companion", "hansa-companion-setup"])
def test_scripts_can_be_read_and_stop_at_the_first_failure(script: str) -> None:
    text = (SCRIPTS / script).read_text()
    assert "set -eu" in text.splitlines()
    subprocess.run(["sh", "-n", str(SCRIPTS / script)], check=True)


def test_time_of_the_sources_is_a_fixed_one_where_there_is_no_git(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert debian.epoch() == 1_767_225_600
