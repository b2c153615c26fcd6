"""The hub as a service: put in place when asked for, kept until it is unwanted, and never in the table's way."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from systemd.fitting import HUB
from systemd.installer import Installer
from systemd.versions import Versions
from tests.systemd.image import CONFIG, ROOT, Image, Live

pytestmark = [pytest.mark.needs("systemd-sysusers", "systemctl"), pytest.mark.process]

UNIT = f"etc/systemd/system/{HUB}"
WANTED = f"etc/systemd/system/multi-user.target.wants/{HUB}"


def is_there(image: Image) -> tuple[bool, bool]:
    return image.at(UNIT).is_file(), image.at(WANTED).is_symlink()


def test_hub_is_there_once_it_is_asked_for_and_until_it_is_not_wanted(tmp_path: Path) -> None:
    image = Image.make(tmp_path / "pi")
    for asked, wanted in (("", False), ("yes", True), ("", True), ("no", False), ("", False)):
        assert image.install("install", *(("--hub", asked) if asked else ())) == 0
        assert is_there(image) == (wanted, wanted), asked
    image.install("install", "--hub", "yes")
    assert image.at(UNIT).stat().st_mode & 0o777 == 0o644
    assert image.install("uninstall") == 0
    assert is_there(image) == (False, False)


def test_hub_without_a_server_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    image = Image.make(tmp_path / "pi")
    image.install("install", "--hub", "yes")
    assert "the hub needs a server where tables meet" in capsys.readouterr().out
    image.at(CONFIG).write_text('format = 1\n[hub]\nserver = "redis://localhost:6379/0"\n')
    image.install()
    assert "the hub needs" not in capsys.readouterr().out


@pytest.mark.parametrize("starts", [True, False])
def test_hub_is_started_after_the_table_and_costs_it_nothing(
    starts: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    image = Image.make(tmp_path / "pi")
    commands: list[str] = []

    def run(command: Sequence[str]) -> int:
        commands.append(" ".join(command))
        if "venv" in command:
            return image._run(command)
        return 0 if starts or command[-1] != HUB or command[1] != "restart" else 1

    machine = Live(destdir=image.root, run=run, ask=run)
    Installer(machine, ROOT, Versions(machine, ROOT), hub=True).install()
    order = [
        commands.index(f"systemctl enable hansa-companion.service {HUB}"),
        commands.index("systemctl restart hansa-companion.service"),
        commands.index(f"systemctl restart {HUB}"),
    ]
    assert order == sorted(order)
    assert (f"journalctl --unit {HUB} tells why" in capsys.readouterr().out) != starts
