from __future__ import annotations

import copy
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.kit.kit import SPI_SCREEN_HZ, BootSetting, I2cBus, Kit, KitError, Pad, SpiBus, parse_kit
from hardware.kit.pins import PI_HEADER, PICO_BOARD, PICO_RESERVED
from hardware.oled.oled import SpiLink
from hardware.simulated.panel import Panel
from hardware.simulated.pi_modules import SimulatedPi
from tests.hardware.kit_text import Tree, at, leaves, refusal, shipped, tables, to_toml
from tests.kit.kits import WIRED_KITS
from wiring.kits import load_kit, shipped_kits

OPTIONAL = {("pico", "serial"), ("screen", "upside_down"), ("picos", "lights", "optional")}
PI_PIN_TABLES = (("buttons",), ("lamps",))

kits = st.sampled_from(shipped_kits())
wired_kits = st.sampled_from(WIRED_KITS)


def pin_leaves(tree: Tree) -> list[tuple[str, ...]]:
    """The keys whose value is a pin."""
    lines = {"sck", "mosi", "miso", "select", "reset", "sda", "scl", "dc", "pin", "maintenance"}
    named = ("buttons", "lamps", "selects")
    return [path for path in leaves(tree) if path[-1] in lines or (len(path) > 1 and path[-2] in named)]


def test_tap_kit_uses_every_pin_once() -> None:
    assert sorted(use.number for use in load_kit("tap").pi_pins()) == list(range(2, 28))


def test_kits_name_positions_and_nothing_of_a_game() -> None:
    tap, board = load_kit("tap"), load_kit("board")
    assert tap.lamp_names == tuple(f"led.{number}" for number in range(1, 15))
    assert tap.readers == ("pad",)
    assert board.lamp_names == tuple(f"led.{number}" for number in range(1, 34))
    assert board.readers == ("pad", *(f"reader.{number}" for number in range(1, 10)))


@pytest.mark.parametrize("name", WIRED_KITS)
def test_readers_run_at_a_clock_that_half_a_metre_of_cable_bears(name: str) -> None:
    kit = load_kit(name)
    clocks = [pico.clock_hz for pico in kit.picos if pico.selects]
    clocks += [kit.pad.clock_hz] if isinstance(kit.pad, Pad) else []
    assert set(clocks) == {500_000}


def test_copy_of_a_kit_with_a_byte_order_mark_is_the_same_but_for_its_name(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text(to_toml(shipped("tap")), encoding="utf-8-sig")
    assert load_kit(tmp_path / "my.toml").pi_pins() == load_kit("tap").pi_pins()


def test_kit_without_a_pico_has_none_of_its_pins() -> None:
    assert load_kit("tap").picos == ()


def test_board_kit_leaves_the_picos_own_pins_alone() -> None:
    numbers = [use.number for use in load_kit("board").picos[0].pins()]
    assert len(numbers) == len(set(numbers)) == 15
    assert not PICO_RESERVED & set(numbers)


def test_boot_settings_of_the_tap_kit_free_the_pins_that_the_pi_keeps_for_itself() -> None:
    settings = {(one.file, one.line): one.present for one in load_kit("tap").boot_settings()}
    assert settings == {
        ("config.txt", "dtparam=spi=on"): True,
        ("config.txt", "dtparam=i2c_arm=on"): True,
        ("config.txt", "dtparam=i2c_arm_baudrate=400000"): True,
        ("config.txt", "dtoverlay=spi0-1cs"): True,
        ("config.txt", "enable_uart=1"): False,
        ("cmdline.txt", "console=serial0,115200"): False,
    }


def test_boot_settings_of_the_board_kit_ask_for_no_more_than_it_needs() -> None:
    lines = [one.line for one in load_kit("board").boot_settings()]
    assert lines == ["dtparam=spi=on"]


def test_boot_settings_name_the_lamp_that_needs_the_overlay() -> None:
    overlay = BootSetting("config.txt", "dtoverlay=spi0-1cs", True, "frees BCM 7 for lamp.led.10")
    assert overlay in load_kit("tap").boot_settings()


def test_names_wanted_by_another_board_are_told_missing_and_unused() -> None:
    kit = load_kit("tap")
    assert kit.missing(["led.1", "led.15", "led.14", "reader.1"]) == ("led.15", "reader.1")
    wanted = [name for name in kit.lamp_names if name != "led.14"]
    assert kit.unused(wanted) == ("led.14",)
    assert load_kit("board").unused((*load_kit("board").lamp_names, *load_kit("board").readers)) == ()


def test_screen_on_spi_shares_the_bus_with_the_pad() -> None:
    tree = shipped("board")
    pins = {"sck": 11, "mosi": 10, "select": 7, "dc": 24, "reset": 23}
    panel = {"driver": "sh1106", "bus": "spi", "clock_hz": 8_000_000, "width": 128, "height": 64}
    tree["screen"] = {**panel, **pins, "upside_down": True}
    kit = parse_kit(to_toml(tree), "spi.toml")
    assert isinstance(kit.panel.bus, SpiBus)
    assert kit.panel.upside_down
    assert Counter(use.number for use in kit.pi_pins()).most_common(1)[0][1] == 1
    assert [one.line for one in kit.boot_settings()] == ["dtparam=spi=on"]


def test_screen_on_i2c_may_have_a_reset_pin_of_its_own() -> None:
    tree = shipped("board")
    tree["screen"] = shipped("tap")["screen"]
    assert "reset" not in [use.signal for use in parse_kit(to_toml(tree), "i2c.toml").pi_pins() if use.part == "screen"]
    tree["screen"]["reset"] = 24
    kit = parse_kit(to_toml(tree), "i2c.toml")
    assert (24, "screen", "reset") in kit.pi_pins()
    tree["screen"]["reset"] = kit.buttons["ok"]
    assert "in use by screen.reset" in refusal(tree).given


def test_screen_on_spi_runs_at_no_speed_that_luma_would_not_take() -> None:
    tree = shipped("board")
    pins = {"sck": 11, "mosi": 10, "select": 7, "dc": 24, "reset": 23}
    tree["screen"] = {"driver": "ssd1309", "bus": "spi", "clock_hz": 10_000_000, "width": 128, "height": 64, **pins}
    assert "4000000, 8000000" in refusal(tree).allowed
    pi = SimulatedPi()
    pi.connect_spi_panel(Panel("ssd1309"), bus=0, device=1, dc_pin=24)
    with pi.installed():
        for hz in SPI_SCREEN_HZ:
            SpiLink(hz=hz).connect().cleanup()
    assert pi.open_buses == 0


@pytest.mark.parametrize(("printed", "shown"), [(0x78, "0x78"), (0x7A, "0x7a"), ("0x3C", "'0x3C'")])
def test_address_as_it_is_printed_on_the_module_is_refused_in_the_same_words(printed: object, shown: str) -> None:
    tree = shipped("tap")
    tree["screen"]["address"] = printed
    error = refusal(tree)
    assert error.given.startswith(f"{shown} given")
    assert error.allowed.startswith("0x3C or 0x3D;")


def test_gain_of_one_reader_overrides_that_of_all() -> None:
    tree = shipped("board")
    tree["pico"]["gains"] = {"reader.9": 48}
    kit = parse_kit(to_toml(tree), "gain.toml")
    assert kit.pico is not None
    assert kit.pico.gains_db["reader.9"] == 48
    assert kit.pico.gains_db["reader.8"] == 38
    assert kit.pad is not None
    assert [kit.gain_db(name) for name in ("reader.9", "reader.8", "pad")] == [48, 38, kit.pad.gain_db]


def test_strip_that_was_not_cut_has_a_lamp_at_each_given_led_and_darkness_between() -> None:
    tree = shipped("board")
    tree["pico"]["strip"] |= {"lamps": ["led.1..3"], "leds": [2, 3, 6]}
    kit = parse_kit(to_toml(tree), "uncut.toml")
    assert kit.pico is not None
    assert kit.pico.strip.pixels == ("", "led.1", "led.2", "", "", "led.3")
    assert kit.lamp_names == ("led.1", "led.2", "led.3")
    tree["pico"]["strip"] |= {"cap_ma": 6}
    assert "from 7" in refusal(tree).allowed, "dark LEDs take current, too"


def small_kit(readers: int, lamps: int) -> Kit:
    tree = shipped("board")
    tree["pico"]["selects"] = {f"spot.{number}": number + 1 for number in range(1, readers + 1)}
    tree["pico"]["strip"]["lamps"] = [f"light.1..{lamps}"]
    return parse_kit(to_toml(tree), "other.toml")


def test_kit_of_three_readers_and_forty_lamps_is_a_kit() -> None:
    kit = small_kit(3, 40)
    assert kit.readers == ("pad", "spot.1", "spot.2", "spot.3")
    assert kit.lamp_names == tuple(f"light.{number}" for number in range(1, 41))


@given(readers=st.integers(1, 9), lamps=st.integers(1, 255))
def test_kit_of_any_numbers_is_a_kit(readers: int, lamps: int) -> None:
    kit = small_kit(readers, lamps)
    assert (len(kit.readers), len(kit.lamp_names)) == (readers + 1, lamps)


def test_kit_is_read_from_a_path_and_both_ways_agree(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(to_toml(shipped("tap")), encoding="utf-8")
    assert load_kit(file) == load_kit(str(file)) == load_kit("tap")
    assert isinstance(load_kit(file).panel.bus, I2cBus)


@pytest.mark.parametrize("content", [None, b"format = 1\nformat = 1", b"\xff\xfe"])
def test_file_that_cannot_be_read_is_one_line(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "mine.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(KitError, match=r"mine\.toml") as caught:
        load_kit(file)
    assert "\n" not in str(caught.value)


@given(kits, st.data())
def test_unknown_key_anywhere_is_refused_by_name(name: str, data: st.DataObject) -> None:
    tree = shipped(name)
    any_name = ("buttons", "lamps", "selects")
    path = data.draw(st.sampled_from([one for one in tables(tree) if not {*one} & {*any_name}]))
    at(tree, path)["surprise"] = 1
    error = refusal(tree)
    assert error.key == ".".join((*path, "surprise"))


@given(kits, st.data())
def test_missing_key_is_refused_by_name(name: str, data: st.DataObject) -> None:
    tree = shipped(name)
    optional = (*PI_PIN_TABLES, ("pico", "selects"), ("picos", "wand", "selects"), ("picos", "wand", "handle"))
    needed = [path for path in leaves(tree) if path[:-1] not in optional and path not in OPTIONAL]
    path = data.draw(st.sampled_from(needed))
    del at(tree, path[:-1])[path[-1]]
    error = refusal(tree)
    assert error.key == ".".join(path)
    assert "nothing given" in str(error)


@given(kits, st.data())
def test_value_of_another_type_is_refused_by_name(name: str, data: st.DataObject) -> None:
    tree = shipped(name)
    path = data.draw(st.sampled_from(list(leaves(tree))))
    wrong: Any = data.draw(st.sampled_from([True, "words", [], {}, 1.5]))
    if type(wrong) is type(at(tree, path)) or (type(wrong) is float and path[-1].endswith("_ma")):
        wrong = -7
    at(tree, path[:-1])[path[-1]] = wrong
    assert shown(path) in str(refusal(tree)) or path[-1] == "bus"


@given(wired_kits, st.data())
def test_pin_used_twice_is_refused_with_the_other_use(name: str, data: st.DataObject) -> None:
    tree = shipped(name)
    pins = [path for path in pin_leaves(tree) if path[-2] in ("buttons", "lamps", "selects")]
    path = data.draw(st.sampled_from(pins))
    behind = path[0] in ("pico", "picos")
    others = [one for one in pin_leaves(tree) if (one[0] in ("pico", "picos")) == behind and one != path]
    if path[0] == "picos":  # each has pins of its own
        others = [one for one in others if one[1] == path[1]]
    other = data.draw(st.sampled_from(others))
    original = copy.deepcopy(tree)
    at(tree, path[:-1])[path[-1]] = at(tree, other)
    error = refusal(tree)
    # Whichever of the two comes later in the file is named, unless the pin cannot do the job at all.
    assert shown(path) in str(error) or shown(other) in str(error)
    parse_kit(to_toml(original), "whole.toml")


@given(wired_kits, st.data())
def test_pin_that_does_not_exist_or_is_reserved_is_refused(name: str, data: st.DataObject) -> None:
    tree = shipped(name)
    path = data.draw(st.sampled_from(pin_leaves(tree)))
    able = PICO_BOARD if path[0] in ("pico", "picos") else PI_HEADER
    wrong = data.draw(st.integers(-5, 60).filter(lambda number: number not in able))
    at(tree, path[:-1])[path[-1]] = wrong
    error = refusal(tree)
    assert error.key == shown(path)
    assert str(wrong) in str(error)


@pytest.mark.parametrize(
    ("path", "value", "allowed"),
    [
        (("buttons", "ok"), 14, "BCM 2, 3, 4"),
        (("lamps", "led.9"), 3, "BCM 4, 5, 6"),
        (("pad", "select"), 7, "BCM 8"),
        (("pad", "sck"), 12, "BCM 11"),
        (("screen", "sda"), 4, "BCM 2"),
        (("screen", "driver"), "ili9341", "one of ssd1306, sh1106, ssd1309"),
        (("pad", "gain_db"), 40, "one of 18, 23, 33, 38, 43, 48"),
        (("format",), 2, "one of 1"),
        (("times", "hold_ms"), 10, "a whole number from 200 to 5000"),
    ],
)
def test_value_that_cannot_do_the_job_is_refused_with_what_can(
    path: tuple[str, ...], value: object, allowed: str
) -> None:
    tree = shipped("tap")
    at(tree, path[:-1])[path[-1]] = value
    error = refusal(tree)
    assert error.key == shown(path)
    assert allowed in error.allowed
    assert repr(value) in error.given


@pytest.mark.parametrize(
    ("path", "value", "allowed"),
    [
        (("pico", "spi", "mosi"), 11, "GP 3, 7, 19"),  # a MOSI of the other SPI block
        (("pico", "spi", "sck"), 5, "GP 2, 6, 10, 14, 18, 22, 26"),
        (("pico", "usb_id"), "pico", "vendor and product in hex"),
        (("pico", "selects"), {}, "at least one"),
        (("pico", "gains"), {"reader.10": 33}, "one of reader.1"),
        (("pico", "strip", "cap_ma"), 33, "a whole number from 34"),
        (("pico", "strip", "lamps"), [], "from 1 to 255"),
        (("pico", "strip", "lamps"), ["pile.5..1"], "a rising range"),
        (("pico", "strip", "lamps"), ["Pile One"], 'names such as "led.1"'),
        (("pico", "strip", "lamps"), ["end", "end"], "each name once"),
        (("pico", "strip", "leds"), 9, "a number from 1 to 255 for each of the 33 lamps"),
        (("pico", "strip", "leds"), [1, 2], "for each of the 33 lamps"),
        (("pico", "strip", "leds"), [*range(1, 33), 32], "each larger than the one before"),
        (("pico", "strip", "leds"), [*range(1, 33), 256], "from 1 to 255"),
        (("pico", "strip", "leds"), [*range(1, 33), True], "from 1 to 255"),
        (("lamps",), {"led.1": 4}, "each name once"),
        (("lamps",), {"End": 4}, "lower-case words"),
        (("pad", "name"), "reader.9", "each name once"),
        (("pad", "name"), "The Pad", "lower-case words"),
        (("pad", "name"), "p" * 65, "at most 64"),
        (("pico", "selects"), {"city." + "r" * 60: 10}, "at most 64"),
    ],
)
def test_board_value_that_cannot_be_is_refused_with_what_can(
    path: tuple[str, ...], value: object, allowed: str
) -> None:
    tree = shipped("board")
    at(tree, path[:-1])[path[-1]] = value
    assert allowed in refusal(tree).allowed


def test_kit_of_no_such_name_says_which_there_are() -> None:
    with pytest.raises(KitError, match=r"brd: No such file or directory; allowed: .* board, chart, tap"):
        load_kit("brd")


def shown(path: tuple[str, ...]) -> str:
    return ".".join(f'"{part}"' if "." in part else part for part in path)


def test_kit_without_any_reader_has_a_usual_gain() -> None:
    tree = shipped("chart")
    del tree["picos"]
    kit = parse_kit(to_toml(tree), "none.toml")
    assert (kit.readers, kit.pad_name, kit.pad_gain_db) == ((), "", 33)


def test_screen_on_spi_without_a_pad_keeps_its_lines() -> None:
    tree = shipped("chart")
    tree["screen"] = {
        "driver": "ssd1309",
        "bus": "spi",
        "sck": 11,
        "mosi": 10,
        "select": 7,
        "dc": 24,
        "reset": 25,
        "clock_hz": 8_000_000,
        "width": 128,
        "height": 64,
    }
    kit = parse_kit(to_toml(tree), "spi.toml")
    assert [use.number for use in kit.pi_pins() if use.part == "screen"] == [11, 10, 7, 24, 25]
    assert kit.boot_settings()[0].why == "the screen is on the SPI bus"


def test_kit_with_a_reader_on_usb_needs_nothing_else() -> None:
    kit = load_kit("usb")
    assert kit.is_page_only
    assert (kit.readers, kit.pad_name, kit.lamp_names, dict(kit.buttons)) == (("pad",), "pad", (), {})
    assert (kit.pi_pins(), kit.boot_settings(), kit.bus) == ((), (), None)
    assert kit.screen_size == (128, 64)
    with pytest.raises(ValueError, match="the kit 'usb' has no screen"):
        _ = kit.panel


def test_reader_on_usb_may_stand_beside_a_screen_and_buttons() -> None:
    tree = shipped("tap")
    del tree["pad"]
    tree["usb_pad"] = {"name": "pad"}
    kit = parse_kit(to_toml(tree), "mine.toml")
    assert not kit.is_page_only
    assert (kit.readers, len(kit.buttons), kit.panel) == (("pad",), 5, load_kit("tap").panel)


def test_screen_is_left_out_only_with_a_reader_on_usb_and_with_all_the_rest() -> None:
    tree = shipped("usb")
    tree["lamps"] = {}
    assert refusal(tree).key.startswith("screen")
    tree = shipped("tap")
    del tree["screen"]
    assert refusal(tree).key.startswith("screen")


def test_two_pads_of_one_name_are_refused() -> None:
    tree = shipped("tap")
    tree["usb_pad"] = {"name": "pad"}
    assert "'pad' given twice" in str(refusal(tree))
