"""`hansa-companion flash` onto a real MicroPython, and every way in which there is no Pico to flash."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.cli import main
from companion.errors import FAILED, OK
from firmware import VERSION
from hardware.pico import flash, usb_line
from hardware.pico.flash import firmware_files
from hardware.pico.usb_line import PortFault
from hardware.simulated.micropython_node import NodePico
from hardware.trouble import quoted
from tests.hardware.kit_text import shipped, to_toml
from tests.kit.board import Rig, install

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _nothing_of_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("HANSA_CONFIG", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def rig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    """A Pico with nothing but MicroPython, whose time passes while the command waits."""
    rig = Rig(tmp_path, NodePico, installed=False)

    def pause(seconds: float) -> None:
        rig.pico.run(seconds)
        rig.line.pump()

    for act in (flash.flash, flash.compare):
        monkeypatch.setattr(flash, act.__name__, partial(act, clock=rig.world.clock, pause=pause))
    yield rig
    rig.pico.close()
    rig.line.close()


def run(rig: Rig, *arguments: str) -> int:
    return main(["flash", "--kit", "board", "--port", str(rig.line.host_path), *arguments])


@pytest.mark.micropython
def test_pico_is_flashed_and_both_versions_are_told(rig: Rig, capsys: Captured) -> None:
    assert run(rig) == OK
    before, now = capsys.readouterr().out.splitlines()
    assert before == "before: no firmware that answers"
    assert now.startswith(f"now: firmware {VERSION}, protocol ")
    assert (rig.flash / "jumper").read_text() == str(rig.pico_kit.maintenance)
    assert run(rig, "--check") == OK
    assert "every file is the one" in capsys.readouterr().out


@pytest.mark.micropython
def test_comparison_names_what_differs_and_changes_nothing(rig: Rig, capsys: Captured) -> None:
    install(rig.flash)
    loop = rig.flash / "firmware" / "loop.py"
    loop.write_text(loop.read_text() + "# mine\n")
    rig.pico.power_on()
    assert run(rig, "--check") == FAILED
    shown = capsys.readouterr().out.splitlines()
    assert shown[0].startswith(f"on the Pico: firmware {VERSION}")
    assert shown[1:] == ["other or missing: /firmware/loop.py", "run: hansa-companion flash"]
    assert loop.read_text().endswith("# mine\n")


@pytest.mark.micropython
def test_fault_while_flashing_is_one_line_with_the_remedy(
    rig: Rig, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(port: Path, **options: object) -> None:
        raise flash.FlashFault(quoted("a file arrived damaged"), quoted("try another USB cable"))

    monkeypatch.setattr(flash, "flash", fail)
    assert run(rig) == FAILED
    assert capsys.readouterr().err == "hansa-companion: a file arrived damaged: try another USB cable\n"


@pytest.mark.micropython
def test_progress_is_drawn_where_a_person_looks(rig: Rig, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    assert run(rig) == OK
    shown = capsys.readouterr().err
    steps = len(firmware_files()) + 3
    assert f"100%  {steps}/{steps} steps" in shown
    for path in firmware_files():
        assert f"steps  copying {path}" in shown
    assert shown.endswith("\r\x1b[K")


@pytest.mark.micropython
def test_progress_is_a_line_a_file_where_the_output_is_no_terminal(rig: Rig, capsys: Captured) -> None:
    assert run(rig) == OK
    said = capsys.readouterr().err.splitlines()
    steps = len(firmware_files()) + 3
    assert said[0] == f"0/{steps} looking for the way in"
    assert said[-1] == f"{steps}/{steps} done"
    assert [line.partition(" copying ")[2] for line in said if " copying " in line] == list(firmware_files())


# --- no Pico, or several ---


def ports(monkeypatch: pytest.MonkeyPatch, *numbers: str) -> None:
    from serial.tools import list_ports

    found = [
        SimpleNamespace(vid=0x2E8A, pid=0x0005, serial_number=number, device=f"/dev/no-such-{number}")
        for number in numbers
    ]
    monkeypatch.setattr(list_ports, "comports", lambda: found)
    monkeypatch.setattr(usb_line, "BY_ID", Path("no-such-folder"))


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ((), ("there is no USB device 2e8a:0005", "cable that carries data", "needs MicroPython first")),
        (("e660", "e661"), ("there are 2 USB devices", "one of e660, e661", "--port")),
        (("e660",), ("/dev/no-such-e660 cannot be opened",)),
    ],
)
def test_pico_that_cannot_be_chosen_is_one_line(
    numbers: tuple[str, ...], words: tuple[str, ...], capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    ports(monkeypatch, *numbers)
    assert main(["flash"]) == FAILED
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    for word in words:
        assert word in shown.err


def test_port_that_is_not_there_is_not_waited_for(capsys: Captured) -> None:
    assert main(["flash", "--port", "/dev/no-such-port"]) == FAILED
    assert "/dev/no-such-port cannot be opened: No such file or directory: plug" in capsys.readouterr().err


@pytest.mark.micropython
def test_port_in_use_says_so(rig: Rig, capsys: Captured) -> None:
    with usb_line.open_port(rig.line.host_path, timeout_s=0.0):
        assert run(rig) == FAILED
    assert "another program uses" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["--port", "x"]], ids=["found", "named"])
def test_missing_library_is_named(arguments: list[str], capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("serial", "serial.tools"):
        monkeypatch.setitem(sys.modules, name, None)
    assert main(["flash", *arguments]) == FAILED
    shown = capsys.readouterr().err
    assert shown.endswith(": install pyserial\n")
    assert shown.count("\n") == 1


def test_error_of_the_port_keeps_its_remedy(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_: object, **__: object) -> None:
        raise PortFault(quoted("may not be opened"), quoted("join the group dialout"))

    monkeypatch.setattr(usb_line, "open_port", denied)
    assert main(["flash", "--port", "x"]) == FAILED
    assert capsys.readouterr().err == "hansa-companion: may not be opened: join the group dialout\n"


def test_of_several_picos_one_must_be_named(tmp_path: Path, capsys: Captured) -> None:
    tree = shipped("chart")
    for name, serial in (("wand", "one"), ("lights", "two")):
        tree["picos"][name]["serial"] = serial
    kit = tmp_path / "two.toml"
    kit.write_text(to_toml(tree), encoding="utf-8")
    assert main(["flash", "--kit", str(kit)]) == FAILED
    assert "the kit has several Picos: name one with --pico, wand or lights" in capsys.readouterr().err
    assert main(["flash", "--kit", str(kit), "--pico", "staff"]) == FAILED
    assert "--pico: 'staff' given; allowed: wand, lights" in capsys.readouterr().err
    assert main(["flash", "--kit", str(kit), "--pico", "lights", "--port", "/dev/no-such-port"]) == FAILED
    assert "/dev/no-such-port cannot be opened" in capsys.readouterr().err
