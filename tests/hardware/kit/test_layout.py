"""What the positions of a kit stand for: read, checked against the kit, and named in one line where they do not fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.kit.connections import Kit
from hardware.kit.kit import parse_kit
from hardware.kit.layout import Layout, LayoutError, choose_layout, has_positions, lay_out, load_layout, parse_layout
from tests.hardware.kit_text import shipped, to_toml
from wiring.kits import load_kit

TEXT = """
format = 1
kit = "board"
board = "../sea.toml"
[readers]
"reader.1..2" = "harbour.1..2"
[lamps]
"led.1" = "end"
"led.2..3" = "pier.1..2"
"""


def layout(text: str = TEXT) -> Layout:
    return parse_layout(text, Path("/game/layouts/sea.toml"))


def refusal(text: str) -> str:
    with pytest.raises(LayoutError) as caught:
        layout(text)
    message = str(caught.value)
    assert message.startswith("layouts/sea.toml: ")
    assert "\n" not in message
    return message.removeprefix("layouts/sea.toml: ")


def test_layout_names_each_position_of_a_range() -> None:
    read = layout()
    assert read.readers == {"reader.1": "harbour.1", "reader.2": "harbour.2"}
    assert read.lamps == {"led.1": "end", "led.2": "pier.1", "led.3": "pier.2"}
    assert (read.board, read.map, read.tray, read.tags) == (Path("/game/layouts/../sea.toml"), None, None, None)


def test_kit_gets_the_names_of_the_game_and_keeps_its_pins() -> None:
    bare = load_kit("board")
    kit = lay_out(bare, layout())
    assert kit.readers[:4] == ("pad", "harbour.1", "harbour.2", "reader.3")
    assert kit.lamp_names[:4] == ("end", "pier.1", "pier.2", "led.4")
    assert kit.pico is not None
    assert bare.pico is not None
    assert list(kit.pico.selects.values()) == list(bare.pico.selects.values())
    assert list(kit.pico.gains_db) == list(kit.pico.selects)
    assert kit.positions["harbour.2"] == "reader.2"
    assert [use.number for use in kit.picos[0].pins()] == [use.number for use in bare.picos[0].pins()]


def test_plain_lamps_get_their_names_too() -> None:
    kit = lay_out(load_kit("tap"), layout(TEXT.replace('"reader.1..2" = "harbour.1..2"', "")))
    assert list(kit.lamps.items())[:3] == [("end", 4), ("pier.1", 14), ("pier.2", 15)]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"led.1" =', '"led.34" =', "lamps.\"led.34\": the kit 'board' has no such lamp; allowed: led.1 to led.33"),
        (
            '"reader.1..2" = "harbour.1..2"',
            '"reader.10" = "harbour.1"',
            "readers.\"reader.10\": the kit 'board' has no such reader; allowed: reader.1 to reader.9",
        ),
    ],
)
def test_layout_that_does_not_fit_the_kit_is_told_in_one_line(old: str, new: str, said: str) -> None:
    with pytest.raises(LayoutError) as caught:
        lay_out(load_kit("board"), layout(TEXT.replace(old, new)))
    assert str(caught.value) == f"layouts/sea.toml: {said}"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("format = 1", "format = 2", "format: 2 given; allowed: one of 1"),
        ('kit = "board"\n', "", "kit: nothing given; allowed: a text of one line"),
        ('"led.1" =', '"lamp.1" =', 'lamps."lamp.1": unknown key; allowed: positions such as "led.1"'),
        ('"pier.1..2"', '"pier.1..3"', "lamps.\"led.2..3\": 'pier.1..3' given; allowed: 2 of these: lower-case"),
        ('"end"', '"The End"', "lamps.\"led.1\": 'The End' given; allowed: 1 of these: lower-case"),
        ('"led.2..3" = "pier.1..2"', '"led.1..2" = "pier.1..2"', 'lamps."led.1..2": led.1 given twice'),
        ('"end"', '"pier.1"', "lamps.\"led.2..3\": 'pier.1' given twice; allowed: each name once"),
        ("format = 1", "format = 1\nmoon = 1", "moon: unknown key; allowed: only format"),
    ],
)
def test_layout_that_cannot_be_used_is_refused_by_file_and_key(old: str, new: str, said: str) -> None:
    assert old in TEXT
    assert refusal(TEXT.replace(old, new)).startswith(said)


def test_layout_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match=r"none\.toml: No such file or directory; allowed: a layout file"):
        load_layout(tmp_path / "none.toml")


# --- which one ---


def files(folder: Path) -> list[Path]:
    small = TEXT.replace('kit = "board"', 'kit = "tap"').replace('"reader.1..2" = "harbour.1..2"', "")
    for name, text in (("tap", small), ("board", TEXT)):
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return [folder / "tap.toml", folder / "board.toml"]


def renamed(kit: str, name: str) -> Kit:
    return parse_kit(to_toml({**shipped(kit), "name": name}), "own.toml")


@pytest.mark.parametrize(("kit", "name"), [("tap", "tap"), ("tap", "ours"), ("board", "board"), ("board", "ours")])
def test_layout_is_chosen_by_the_kits_name_or_because_it_fits(tmp_path: Path, kit: str, name: str) -> None:
    chosen = choose_layout(renamed(kit, name), files(tmp_path))
    assert chosen is not None
    assert chosen.kit == kit


def test_kit_that_names_what_its_lamps_stand_for_needs_no_layout(tmp_path: Path) -> None:
    tree = shipped("tap")
    tree["lamps"] = {"end": 4}
    kit = parse_kit(to_toml(tree), "of-0.1.toml")
    assert not has_positions(kit)
    assert choose_layout(kit, files(tmp_path)) is None
    assert lay_out(kit, None) is kit


def test_kit_that_is_too_small_for_every_layout_is_told(tmp_path: Path) -> None:
    tree = {**shipped("tap"), "name": "ours", "lamps": {"led.1": 4}}
    with pytest.raises(LayoutError, match=r"tap\.toml: lamps\.\"led\.2\": the kit 'ours' has no such lamp"):
        choose_layout(parse_kit(to_toml(tree), "own.toml"), files(tmp_path))


def test_layout_that_makes_a_second_pad_is_refused() -> None:
    layout = parse_layout('format = 1\nkit = "other"\n[readers]\n"reader.1" = "pad"\n[lamps]\n', Path("x/wand.toml"))
    with pytest.raises(LayoutError, match="'pad' given, which the kit 'board' has on the Pi"):
        lay_out(load_kit("board"), layout)
    assert lay_out(load_kit("chart"), layout).readers == ("pad",)
