import sys
import warnings
from typing import Any

import pytest

from hardware.gpio_pins import PinFault, open_device
from hardware.simulated.header_pins import HeaderPins


@pytest.fixture
def no_factory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let gpiozero look for pins itself, on a machine that has none."""
    from gpiozero import Device

    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setitem(sys.modules, "lgpio", None)


@pytest.mark.usefixtures("no_factory")
def test_falling_back_from_lgpio_is_an_error() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(PinFault, match="Falling back from lgpio") as caught:
            open_device(lambda gpiozero: gpiozero.LED(4))
    assert "python3-lgpio" in caught.value.remedy


def test_missing_gpiozero_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    with pytest.raises(PinFault, match="gpiozero") as caught:
        open_device(lambda gpiozero: gpiozero.LED(4))
    assert caught.value.remedy == "install gpiozero and lgpio"


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
