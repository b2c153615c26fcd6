"""Kits with any number of Picos, and what each of them has: readers, lamps, a handle, a buzzer."""

from __future__ import annotations

from hardware.kit.kit import Handle, parse_kit
from tests.hardware.kit_text import Tree, refusal, shipped, to_toml
from wiring.kits import load_kit


def two_picos() -> Tree:
    tree = shipped("chart")
    del tree["picos"]["lights"]
    tree["picos"]["wand"]["serial"] = "one"
    tree["picos"]["lights"] = {
        "usb_id": "2e8a:0005",
        "serial": "two",
        "maintenance": 22,
        "strip": {**tree["picos"]["wand"]["strip"], "cap_ma": 400, "lamps": ["led.2..62"]},
    }
    return tree


def test_chart_kit_reads_tags_behind_its_wand_only() -> None:
    kit = load_kit("chart")
    assert kit.pad is None
    assert (kit.readers, kit.pad_name) == (("reader.1",), "reader.1")
    assert [(pico.name, pico.is_handheld, pico.key) for pico in kit.built.picos] == [("wand", True, "picos.wand")]
    assert kit.built.lamp_names == ("led.1",)
    assert (kit.times.settle_ms, kit.times.leave_ms) == (60, 150)
    (spi,) = kit.boot_settings()
    assert (spi.line, spi.why) == ("dtparam=spi=on", "the screen is on the SPI bus")


def test_several_picos_have_parts_and_pins_of_their_own() -> None:
    kit = parse_kit(to_toml(two_picos()), "two.toml")
    assert [pico.serial for pico in kit.picos] == ["one", "two"]
    assert kit.lamp_names == tuple(f"led.{number}" for number in range(1, 63))
    wand, lights = kit.picos
    assert (kit.pico_of("led.1"), kit.pico_of("reader.1"), kit.pico_of("led.9")) == (wand, wand, lights)
    assert kit.pico_of("button") is None
    assert [use.part for use in lights.pins()] == ["strip", "maintenance"]


def test_lamps_of_the_chart_are_there_once_their_picos_serial_number_is_known() -> None:
    kit = load_kit("chart")
    assert kit.lamp_names == tuple(f"led.{number}" for number in range(1, 68))
    wand, lights = kit.with_serials({"lights": "two"}).built.picos
    assert (wand.serial, wand.others) == ("", ("two",)), "the wand is the one that is not the lights"
    assert (lights.serial, lights.others, lights.has_lamps_only) == ("two", (), True)
    wand, lights = kit.with_serials({"lights": "two", "wand": "one"}).built.picos
    assert (wand.serial, wand.others, lights.others) == ("one", ("two",), ("one",))


def test_one_of_several_picos_needs_no_serial_number() -> None:
    tree = two_picos()
    del tree["picos"]["wand"]["serial"]
    wand, lights = parse_kit(to_toml(tree), "two.toml").picos
    assert (wand.others, lights.others) == (("two",), ())


def test_several_picos_without_serial_numbers_are_refused() -> None:
    tree = two_picos()
    del tree["picos"]["lights"]["serial"], tree["picos"]["wand"]["serial"]
    assert str(refusal(tree)).partition(": ")[2].startswith("picos.lights.serial: nothing given; allowed: the serial")


def test_two_picos_with_one_serial_number_are_refused() -> None:
    tree = two_picos()
    tree["picos"]["lights"]["serial"] = "one"
    assert "picos.lights.serial: 'one' given, that of wand; allowed: one of its own" in str(refusal(tree))


def test_pico_beside_picos_is_refused() -> None:
    tree = two_picos()
    tree["pico"] = tree["picos"]["lights"]
    assert "picos: [pico] given, too; allowed: one of the two" in str(refusal(tree))


def test_pico_with_nothing_on_it_is_refused() -> None:
    tree = two_picos()
    del tree["picos"]["lights"]["strip"]
    assert "picos.lights.spi: nothing given" in str(refusal(tree))


def test_handle_is_read_and_counts_among_the_pins() -> None:
    pico = load_kit("chart").picos[0]
    assert pico.handle == Handle(7, "led.1")
    assert ("buzzer", 7) in [(use.part, use.number) for use in pico.pins()]


def test_handle_may_lack_its_buzzer_or_its_light() -> None:
    tree = shipped("chart")
    tree["picos"]["wand"]["handle"] = {}
    pico = parse_kit(to_toml(tree), "bare.toml").picos[0]
    assert pico.handle == Handle(None, None)
    assert "buzzer" not in [use.part for use in pico.pins()]


def test_handle_whose_light_is_no_lamp_of_its_pico_is_refused() -> None:
    tree = shipped("chart")
    tree["picos"]["wand"]["handle"]["light"] = "led.2"
    assert "picos.wand.handle.light: 'led.2' given; allowed: one of led.1" in str(refusal(tree))
    del tree["picos"]["wand"]["strip"]
    assert "allowed: one of no lamps, as there is no strip" in str(refusal(tree))


def test_handle_on_a_pico_without_readers_is_refused() -> None:
    tree = two_picos()
    tree["picos"]["lights"]["handle"] = {"buzzer": 1}
    told = "picos.lights.handle.buzzer: handle given, and 0 readers; allowed: a handle only where there is one reader"
    assert told in str(refusal(tree))


def test_lamps_of_the_chart_may_be_on_the_pico_of_the_wand_and_keep_their_meaning() -> None:
    tree = shipped("chart")
    del tree["picos"]["lights"]
    tree["picos"]["wand"]["strip"] |= {"lamps": ["led.1..67"], "cap_ma": 600}
    kit = parse_kit(to_toml(tree), "one.toml")
    assert [(len(pico.selects), len(pico.strip.lamps)) for pico in kit.picos] == [(1, 67)]
    assert kit.lamp_names == load_kit("chart").lamp_names


def test_pico_may_have_a_buzzer_in_nobodys_hand_and_nothing_else() -> None:
    tree = two_picos()
    del tree["picos"]["lights"]["strip"]
    tree["picos"]["lights"]["buzzer"] = 7
    lights = parse_kit(to_toml(tree), "bell.toml").picos[1]
    assert (lights.buzzer, lights.selects, lights.strip.lamps, lights.has_lamps_only) == (7, {}, (), False)
    assert [(use.part, use.number) for use in lights.pins()] == [("buzzer", 7), ("maintenance", 22)]


def test_buzzer_next_to_a_handle_or_on_a_pin_that_is_taken_is_refused() -> None:
    tree = shipped("chart")
    tree["picos"]["wand"]["buzzer"] = 9
    told = "picos.wand.buzzer: a handle given, too; allowed: one of the two: the handle has a buzzer of its own"
    assert told in str(refusal(tree))
    tree = two_picos()
    tree["picos"]["lights"]["buzzer"] = 16
    assert "picos.lights.buzzer: GP 16 given, in use by picos.lights.strip.pin" in str(refusal(tree))


def test_pico_of_an_impossible_name_is_refused() -> None:
    tree = two_picos()
    tree["picos"]["My Wand"] = tree["picos"].pop("wand")
    assert "lower-case words" in str(refusal(tree))
