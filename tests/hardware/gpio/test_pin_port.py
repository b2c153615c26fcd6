import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from gpiozero import PinUnknownPi

from hardware.gpio.pin_port import PinDevices, PinFault, import_lgpio, open_device
from hardware.health import Vitals
from hardware.simulated.clock import VirtualClock
from hardware.simulated.pi_modules import HeaderPins
from hardware.trouble import quoted


@pytest.fixture
def no_factory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody have chosen pins yet."""
    from gpiozero import Device

    monkeypatch.setattr(Device, "pin_factory", None)


@pytest.mark.usefixtures("no_factory")
def test_missing_lgpio_is_an_error_and_no_reason_to_fall_back(monkeypatch: pytest.MonkeyPatch) -> None:
    from gpiozero import Device

    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(PinFault, match="lgpio") as caught:
        open_device(lambda gpiozero: gpiozero.LED(4))
    assert "python3-lgpio" in caught.value.remedy
    assert Device.pin_factory is None


@pytest.mark.usefixtures("no_factory")
def test_pins_are_lgpios_and_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    class LGPIOFactory:
        pass

    module = ModuleType("gpiozero.pins.lgpio")
    module.__dict__["LGPIOFactory"] = LGPIOFactory
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)
    factory = open_device(lambda gpiozero: gpiozero.Device.pin_factory)
    assert isinstance(factory, LGPIOFactory)
    assert open_device(lambda gpiozero: gpiozero.Device.pin_factory) is factory


class error(Exception):
    """What lgpio raises, told from others by its name and text alone."""


@pytest.mark.parametrize(
    ("failure", "remedy"),
    [
        (PermissionError(13, "Permission denied"), "group gpio"),
        (error("can not open gpiochip"), "group gpio"),
        (error("GPIO busy"), "no other program"),
        (PinUnknownPi("unable to locate Pi revision"), "on a Raspberry Pi"),
    ],
)
def test_failure_below_gpiozero_has_its_remedy(failure: Exception, remedy: str) -> None:
    def fail(gpiozero: Any) -> Any:
        raise failure

    with HeaderPins(lambda _: None).installed(), pytest.raises(PinFault) as caught:
        open_device(fail)
    assert str(caught.value) == str(failure)
    assert remedy in caught.value.remedy


def test_device_that_cannot_be_freed_does_not_keep_the_others() -> None:
    class Device:
        def __init__(self, name: str) -> None:
            self.name = name

        def close(self) -> None:
            if self.name == "stiff":
                raise error("GPIO busy")
            freed.append(self.name)

    freed: list[str] = []
    names = ("stiff", "ok")
    clock = VirtualClock()
    devices = PinDevices(names, Device, Vitals(names, clock), clock)
    devices.open_missing()
    devices.close()
    assert freed == ["ok"]
    assert devices.get("stiff") is None


def test_device_that_cannot_be_had_is_tried_again_after_a_while_only() -> None:
    clock, tried = VirtualClock(), 0

    def refuse(name: str) -> Any:
        nonlocal tried
        tried += 1
        raise PinFault(quoted(name), quoted("wait"))

    devices = PinDevices(("end",), refuse, Vitals(("end",), clock), clock)
    for _ in range(100):
        devices.open_missing()
        clock.sleep(0.01)
    assert tried == 2  # at once, and after half a second; then after another whole one


def test_missing_gpiozero_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    with pytest.raises(PinFault, match="gpiozero") as caught:
        open_device(lambda gpiozero: gpiozero.LED(4))
    assert caught.value.remedy.startswith("install gpiozero and lgpio")


@pytest.mark.parametrize(("pin", "remedy"), [(99, "from 2 to 27"), (4, "pin of its own")])
def test_pin_that_cannot_be_had_has_its_remedy(pin: int, remedy: str) -> None:
    with HeaderPins(lambda _: None).installed():
        taken = open_device(lambda gpiozero: gpiozero.LED(4))
        with pytest.raises(PinFault) as caught:
            open_device(lambda gpiozero: gpiozero.LED(pin))
        taken.close()
    assert remedy in caught.value.remedy


def test_error_of_the_library_below_is_translated() -> None:
    def fail(gpiozero: Any) -> Any:
        raise RuntimeError("GPIO busy")

    with HeaderPins(lambda _: None).installed(), pytest.raises(PinFault, match="GPIO busy") as caught:
        open_device(fail)
    assert "no other program" in caught.value.remedy
    assert isinstance(caught.value.__cause__, RuntimeError)


# What lgpio 0.2 does when it is imported, as far as the process notices.
LGPIO = """
import os
os.chdir(os.environ.get("LG_WD", "."))
os.mkfifo(".lgd-nfy0")
pipe = os.open(".lgd-nfy0", os.O_RDWR | os.O_NONBLOCK)
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory, and a library to be imported for the first time."""
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "lgpio.py").write_text(LGPIO)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.syspath_prepend(tmp_path / "library")
    monkeypatch.delenv("LG_WD", raising=False)
    monkeypatch.setitem(sys.modules, "lgpio", sys)  # so that what was there before comes back
    monkeypatch.delitem(sys.modules, "lgpio")
    return tmp_path / "here"


def test_first_import_leaves_the_process_where_it_was_and_nothing_there(here: Path) -> None:
    import_lgpio()
    assert Path.cwd() == here
    assert list(here.iterdir()) == []
    pipe = sys.modules["lgpio"].pipe
    os.write(pipe, b"edge")
    assert os.read(pipe, 4) == b"edge"
    os.close(pipe)


def test_folder_that_the_service_names_takes_the_pipe_alone(
    here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    monkeypatch.setenv("LG_WD", str(folder))
    import_lgpio()
    assert Path.cwd() == here
    assert [file.name for file in folder.iterdir()] == [".lgd-nfy0"]
    os.close(sys.modules["lgpio"].pipe)


def test_import_that_fails_leaves_the_process_where_it_was(here: Path) -> None:
    (here.parent / "library" / "lgpio.py").write_text("import os\nos.chdir('/')\nraise OSError('no pipe')\n")
    with pytest.raises(OSError, match="no pipe"):
        import_lgpio()
    assert Path.cwd() == here


def test_missing_library_is_left_to_who_needs_it(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [])  # the machine may have one
    import_lgpio()
    assert "lgpio" not in sys.modules
    assert Path.cwd() == here
