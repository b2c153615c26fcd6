from __future__ import annotations

import pytest

from hardware.kit.kit import SCREEN_DRIVERS
from wiring import console, faceplate
from wiring.catalogue import PlanError, load_catalogue, read_text


def bent(old: str, new: str) -> str:
    text = read_text("parts.toml")
    assert old in text
    return text.replace(old, new, 1)


def test_every_screen_a_kit_may_have_can_be_bought() -> None:
    parts = load_catalogue().parts
    assert all(f"screen-{driver}" in parts for driver in SCREEN_DRIVERS)


def test_names_of_parts_agree_with_the_facts() -> None:
    catalogue = load_catalogue()
    assert f"{catalogue.electric.led_resistor_ohm:g} Ω" in catalogue.parts["led-resistor"].name
    assert f"{catalogue.electric.regulator_limit_ma / 1000:g} A" in catalogue.parts["regulator"].name
    supply = f"{catalogue.electric.supply_v:g} V, {catalogue.electric.supply_limit_ma / 1000:g} A"
    assert supply in catalogue.parts["supply"].name
    width, height = catalogue.sizes.reader
    assert f"{width:g} × {height:g} mm" in catalogue.parts["reader"].name
    assert f"{1000 / catalogue.sizes.strip_pitch:.0f} per metre" in catalogue.parts["strip"].name
    for part, plate in (("plate", faceplate.PLATE), ("console-plate", console.PLATE)):
        assert f"{plate[0]:g} × {plate[1]:g} mm" in catalogue.parts[part].name


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("gpio_v = 3.3", "gpio_v = true", r"parts\.toml: electric\.gpio_v: True given; allowed: a number"),
        ("gpio_v = 3.3", "gpio_volt = 3.3", r"parts\.toml: electric\.gpio_v: nothing given"),
        ("reader = [60.0, 40.0]", "reader = [60.0]", r"parts\.toml: sizes\.reader: \[60\.0\] given"),
        ("led_hole = 5.1", "led_hole = 5.1\nhole = 1", r"parts\.toml: sizes\.hole: unknown key"),
        ('id = "led"', 'id = "pi"', r"parts\.toml: part\[\d+\]\.id: 'pi' given; allowed: each part once"),
        ("format = 1", "format = 3", r"parts\.toml: format: 3 given; allowed: one of 1"),
        (
            "eur = [20, 35]",
            "eur = [35, 20]",
            r"parts\.toml: part\[0\]\.eur: \[35\.0, 20\.0\] given; .*lower",
        ),
        ("eur = [20, 35]\n", "", r"parts\.toml: part\[0\]\.eur: nothing given"),
        ('name = "OLED 1.3', 'nmae = "OLED 1.3', r"parts\.toml: part\[\d+\]\.name: nothing given"),
    ],
)
def test_parts_file_that_cannot_be_is_refused_by_file_and_key(old: str, new: str, message: str) -> None:
    with pytest.raises(PlanError, match=message):
        load_catalogue(bent(old, new))
