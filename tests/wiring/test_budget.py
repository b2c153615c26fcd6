from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.kit.connections import NO_STRIP
from tests.kit.kits import hansa_kit
from wiring.budget import all_fields_ma, budget, budget_of_string, regulator_heat_w, uncapped_ma
from wiring.catalogue import load_catalogue
from wiring.kits import shipped_kits

CATALOGUE = load_catalogue()


@pytest.mark.parametrize("name", shipped_kits())
def test_every_supply_can_carry_its_loads(name: str) -> None:
    for rail in budget(hansa_kit(name), CATALOGUE):
        assert rail.fits, f"{rail.name}: {rail.total_ma} of {rail.limit_ma} mA"


def test_leds_of_the_tap_kit_take_42_of_the_50_milliamperes_that_outputs_may_give() -> None:
    outputs = budget(hansa_kit("tap"), CATALOGUE)[0]
    assert (round(outputs.total_ma), outputs.limit_ma) == (42, 50)


def test_leds_without_their_resistors_would_be_too_much() -> None:
    electric = replace(CATALOGUE.electric, led_resistor_ohm=100.0)
    outputs = budget(hansa_kit("tap"), replace(CATALOGUE, electric=electric))[0]
    assert not outputs.fits


def test_readers_fit_their_regulator_only_with_one_field_on() -> None:
    pico = hansa_kit("board").pico
    assert pico is not None
    rails = {rail.name: rail for rail in budget(hansa_kit("board"), CATALOGUE)}
    assert rails["readers' own 3.3 V"].total_ma == 8 * 19 + 119 + 3
    assert all_fields_ma(pico, CATALOGUE.electric) > CATALOGUE.electric.regulator_limit_ma


def test_strip_is_budgeted_at_its_cap_and_the_supply_bears_it_uncapped() -> None:
    pico = hansa_kit("board").pico
    assert pico is not None
    supply = next(rail for rail in budget(hansa_kit("board"), CATALOGUE) if rail.name == "5 V supply")
    assert supply.loads[0].total_ma == pico.strip.cap_ma
    assert uncapped_ma(pico) == 33 * 60
    assert uncapped_ma(pico) + supply.loads[1].total_ma < CATALOGUE.electric.supply_limit_ma


def test_linear_regulator_turns_the_voltage_it_drops_into_heat() -> None:
    assert regulator_heat_w(500, CATALOGUE.electric) == pytest.approx(0.85)


def test_pico_with_only_a_buzzer_is_fed_by_usb_alone() -> None:
    bell = replace(hansa_kit("chart").picos[1], strip=NO_STRIP, table_buzzer=7)
    (usb,) = budget_of_string(bell, CATALOGUE.electric)
    assert [load.what for load in usb.loads] == ["Pico", "buzzer, sounding"]
    assert usb.total_ma < usb.limit_ma
