"""What is asked of a machine before anything on it is changed: each refusal is one line, and nothing was touched."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from systemd.conditions import FREE, require
from systemd.machine import InstallError, Machine
from tests.systemd.image import ROOT, Image

ARM_64 = b"\x7fELF\x02\x01\x01" + bytes(11) + b"\xb7\0"
ARM_32 = b"\x7fELF\x01\x01\x01" + bytes(11) + b"\x28\0"


def debian(image: Image, program: bytes, release: str) -> None:
    """Put a program and the name of a system on a disk."""
    image.at("usr/bin").mkdir(parents=True)
    image.at("usr/bin/dpkg").write_bytes(program)
    image.at("etc/os-release").write_text(release)


def plenty(place: Path) -> int:
    return 10**10


@pytest.mark.process
@pytest.mark.parametrize("do", ["install", "upgrade", "dry run"])
@pytest.mark.parametrize(
    ("program", "release", "said"),
    [
        (ARM_32, 'ID=raspbian\nVERSION_ID="12"\n', "this system is 32-bit"),
        (ARM_32, 'ID=debian\nVERSION_ID="13"\n', "this system is 32-bit"),
        (ARM_64, 'ID=debian\nVERSION_ID="11"\n', "this system is Debian 11, which is too old"),
        (ARM_64, "ID='raspbian'\nVERSION_ID=10\n", "this system is Debian 10, which is too old"),
    ],
)
def test_system_that_cannot_run_it_is_refused_in_one_line_before_anything_changed(
    tmp_path: Path, program: bytes, release: str, said: str, do: str, capsys: pytest.CaptureFixture[str]
) -> None:
    image = Image.make(tmp_path / "pi")
    debian(image, program, release)
    if do == "upgrade":  # from a version that did not ask
        image.at("opt/hansa-companion/versions/0.1.0-1").mkdir(parents=True)
        image.at("opt/hansa-companion/current").symlink_to("versions/0.1.0-1")
    before = image.tree()
    assert (image.install("install", "--dry-run") if do == "dry run" else image.install(do)) == 1
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert said in told.err
    assert "put Raspberry Pi OS Bookworm or Trixie, 64-bit" in told.err
    assert (image.tree(), image.commands) == (before, [])


@pytest.mark.parametrize(
    ("program", "release"),
    [
        (ARM_64, 'ID=debian\nVERSION_ID="12"\n'),
        (ARM_64, 'ID=debian\nVERSION_ID="13"\n'),
        (ARM_64, "ID=debian\n"),  # of tomorrow, which has no number yet
        (ARM_64, 'ID=ubuntu\nVERSION_ID="24.04"\n'),
        (b"#!/bin/sh\n", ""),
        (b"", ""),
    ],
)
def test_system_that_may_run_it_is_let_through(tmp_path: Path, program: bytes, release: str) -> None:
    image = Image.make(tmp_path)
    debian(image, program, release)
    require(Machine(destdir=image.root), free=plenty)


def test_kernel_is_not_asked_whose_answer_is_another_on_a_32_bit_system(tmp_path: Path) -> None:
    image = Image.make(tmp_path)  # whose kernel is that of this machine, which is 64-bit
    debian(image, ARM_32, "ID=debian\n")
    with pytest.raises(InstallError, match="32-bit"):
        require(Machine(destdir=image.root), free=plenty)


@pytest.mark.parametrize("folder", FREE)
def test_disk_that_is_too_full_is_told_with_what_it_has_and_what_it_needs(tmp_path: Path, folder: str) -> None:
    image = Image.make(tmp_path)
    (image.root / folder.lstrip("/")).mkdir(parents=True, exist_ok=True)

    def free(place: Path) -> int:
        return FREE[folder] * 1_000_000 - 1 if place == image.at(folder) else plenty(place)

    missing = rf"^{folder}: {FREE[folder] - 1} MB are free on this disk, and {FREE[folder]} MB are needed$"
    with pytest.raises(InstallError, match=missing):
        require(Machine(destdir=image.root), free=free)


def test_package_of_debian_that_is_there_is_not_installed_over(tmp_path: Path) -> None:
    image = Image.make(tmp_path)
    image.at("usr/lib/hansa-companion").mkdir(parents=True)
    with pytest.raises(InstallError, match="remove it first, with `sudo apt remove hansa-companion`"):
        require(Machine(destdir=image.root), free=plenty)


@pytest.mark.process
@pytest.mark.parametrize("python", ["echo Python 3.9.2", "exit 127"])
def test_python_that_cannot_read_the_installer_is_told_in_one_line(tmp_path: Path, python: str) -> None:
    old = tmp_path / "python"
    old.write_text(f'#!/bin/sh\n[ "$1" = -c ] && exit 1\n{python}\n')
    old.chmod(0o755)
    done = subprocess.run(
        [ROOT / "systemd/install", "install"], env={"PYTHON": str(old), "PATH": "/usr/bin:/bin"}, capture_output=True
    )
    told = done.stderr.decode()
    assert (done.returncode, done.stdout, told.count("\n")) == (1, b"", 1)
    assert "put Raspberry Pi OS Bookworm or Trixie, 64-bit" in told
