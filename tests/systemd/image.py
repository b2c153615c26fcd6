"""A folder that stands for the disk of a Pi, and commands that act on it: what the tests of the installer share."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
import venv
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from systemd.command_line import main
from systemd.machine import Machine
from systemd.own_code import PACKAGES

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
VERSION = PROJECT["version"]
CONFIG = "etc/hansa-companion/config.toml"
CURRENT = "opt/hansa-companion/current"

CONFIG_TXT = """# For more options and information see
dtparam=audio=on
camera_auto_detect=1

[cm5]
dtoverlay=dwc2,dr_mode=host

[all]
enable_uart=1
"""
CMDLINE_TXT = "console=serial0,115200 console=tty1 root=PARTUUID=4a2f-02 rootfstype=ext4 fsck.repair=yes rootwait\n"


class Live(Machine):
    """A machine that takes the folder for the system it runs on."""

    @property
    def is_live(self) -> bool:
        return True


@dataclass
class Image:
    """The disk of a Pi that is switched off."""

    root: Path
    commands: list[tuple[str, ...]] = field(default_factory=list)
    fails: Callable[[Sequence[str]], bool] = lambda command: False

    @classmethod
    def make(cls, root: Path, *, debian: int = 13) -> Image:
        """Lay out what the installer finds on a fresh Raspberry Pi OS."""
        boot = root / "boot/firmware"
        boot.mkdir(parents=True)
        (boot / "config.txt").write_text(CONFIG_TXT)
        (boot / "cmdline.txt").write_text(CMDLINE_TXT)
        (root / "etc").mkdir()
        (root / "etc/os-release").write_text(f'NAME="Debian GNU/Linux"\nVERSION_ID="{debian}"\n')
        return cls(root)

    def install(self, do: str = "install", *options: str) -> int:
        """Run the installer on the disk."""
        self.commands.clear()
        return main(["--destdir", str(self.root), "--python", sys.executable, *options, do], run=self._run)

    def at(self, path: str) -> Path:
        return self.root / path.lstrip("/")

    def tree(self) -> dict[str, tuple[int, bytes | str]]:
        """Return every file and link with its mode and content, but for what is inside a version."""
        found: dict[str, tuple[int, bytes | str]] = {}
        for path in sorted(self.root.rglob("*")):
            name = str(path.relative_to(self.root))
            if path.is_symlink():
                found[name] = 0, str(path.readlink())
            elif path.is_file() and not ("/versions/" in name and path.name != "made-from"):
                found[name] = path.stat().st_mode & 0o7777, path.read_bytes()
        return found

    def _run(self, command: Sequence[str]) -> int:
        self.commands.append(tuple(command))
        if self.fails(command):
            return 1
        match command:
            case [_, "-m", "venv", "--system-site-packages", place]:
                # Without pip, which would ask for something from outside.
                venv.create(place, system_site_packages=True, symlinks=True)
                return 0
            case [_, "-m", "pip", *_]:
                return 0
            case [_, "-m", "compileall", "-q", place]:
                # The sources, which are compiled already, stand in for their copy.
                (packages,) = Path(place).glob("lib/python*/site-packages")
                for package in PACKAGES:
                    shutil.rmtree(packages / package)
                (packages / "sources.pth").write_text(f"{ROOT}\n")
                return 0
            case _:
                code = subprocess.run(command, check=False, capture_output=True).returncode
                for closed in (self.at("etc/shadow"), self.at("etc/gshadow")):
                    if closed.exists():  # systemd-sysusers leaves them to root, who may read everything
                        closed.chmod(0o600)
                return code
