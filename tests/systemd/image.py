"""A folder that stands for the disk of a Pi: what the tests of the package's set-up share."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
VERSION = PROJECT["version"]
CONFIG = "etc/hansa-companion/config.toml"

CONFIG_TXT = """# For more options and information see
dtparam=audio=on
camera_auto_detect=1

[cm5]
dtoverlay=dwc2,dr_mode=host

[all]
enable_uart=1
"""
CMDLINE_TXT = "console=serial0,115200 console=tty1 root=PARTUUID=4a2f-02 rootfstype=ext4 fsck.repair=yes rootwait\n"


class Image:
    """The disk of a Pi, as a fresh Raspberry Pi OS has it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        boot = root / "boot/firmware"
        boot.mkdir(parents=True)
        (boot / "config.txt").write_text(CONFIG_TXT)
        (boot / "cmdline.txt").write_text(CMDLINE_TXT)
        (root / "etc").mkdir()

    def at(self, path: str) -> Path:
        return self.root / path.lstrip("/")

    def tree(self) -> dict[str, tuple[int, bytes | str]]:
        """Return every file and link with its mode and content."""
        found: dict[str, tuple[int, bytes | str]] = {}
        for path in sorted(self.root.rglob("*")):
            name = str(path.relative_to(self.root))
            if path.is_symlink():
                found[name] = 0, str(path.readlink())
            elif path.is_file():
                found[name] = path.stat().st_mode & 0o7777, path.read_bytes()
        return found
