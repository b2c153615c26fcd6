"""What is wrong between games on one shelf: tags on pieces of two games, layouts that do not fit the kit."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

import tests.toygame.box
from companion.assembly.shelf_troubles import shared_tags, shelf_troubles
from companion.cli import main
from companion.errors import BAD_CONFIGURATION, OK
from companion.shelf.box import GameBox
from companion.shelf.shelf import open_box
from tests.hardware.kit_text import shipped, to_toml
from tests.kit import hansa
from tests.kit.companion import start
from tests.kit.lean import configured
from tests.kit.shelf import shelved
from wiring.__main__ import main as draw

TAG, OTHER, THIRD = "04a1b2c3d4e5f6", "04a1b2c3d4e5f7", "deadbeef"
TOLD = (
    f"tag {TAG} is on ship of Hansa and on net.red of Pearls; give one of the two another tag: "
    "hansa-companion enrol --game pearls --again net.red"
)
LAYOUT = """
format = 1
kit = "tap"
[readers]
[lamps]
"led.1..14" = "light.1..14"
"led.15" = "end"
"""
UNFIT = "Pearls: layouts/tap.toml: lamps.\"led.15\": the kit 'tap' has no such lamp; allowed: led.1 to led.14"

SHORT = "layouts/tap.toml: lamps.\"led.14\": the kit 'tap' has no such lamp; allowed: led.1 to led.13"
CHECK = ["check", "--simulated", "--yes", "--json", "--only", "kit"]


@pytest.fixture
def pearls() -> Iterator[GameBox]:
    with shelved():
        yield open_box("pearls")


@pytest.fixture
def unfit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GameBox]:
    layout = tmp_path / "layouts" / "tap.toml"
    layout.parent.mkdir()
    layout.write_text(LAYOUT, encoding="utf-8")
    with shelved():
        box = replace(open_box("pearls"), layouts=lambda _: (layout,))
        monkeypatch.setattr(tests.toygame.box, "BOX", box)
        open_box.cache_clear()
        yield box


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("HANSA_CONFIG", raising=False)
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "state"
    folder.mkdir()
    return folder


def short_kit(folder: Path) -> Path:
    """Write a tap kit with a lamp too few."""
    tree = shipped("tap")
    del tree["lamps"]["led.14"]
    path = folder / "tap.toml"
    path.write_text(to_toml(tree), encoding="utf-8")
    return path


def found_by_check(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """Return what is weak, each as a line."""
    findings = json.loads(capsys.readouterr().out)["findings"]
    return {
        one["name"]: "; ".join(filter(None, (one["measured"], one["advice"])))
        for one in findings
        if one["grade"] == "weak"
    }


def write(path: Path, pieces: Mapping[str, str]) -> None:
    rows = "".join(f'"{tag}" = "{piece}"\n' for piece, tag in pieces.items())
    path.write_text(f"format = 1\n[pieces]\n{rows}", encoding="utf-8")


def write_both(state: Path) -> None:
    write(state / "pieces.toml", {"ship": TAG, "booth.gray.01": OTHER})
    write(state / "pearls-pieces.toml", {"pearl": THIRD, "net.red": TAG})


# --- the comparison ---


def test_tag_on_pieces_of_two_games_is_told_in_one_line(pearls: GameBox) -> None:
    trouble = shared_tags(hansa.BOX, {TAG: "ship", OTHER: "x"}, pearls, {THIRD: "y", TAG: "net.red"})
    assert trouble
    assert trouble.line == TOLD


@pytest.mark.parametrize(("count", "said"), [(2, ", as is another tag; "), (3, ", as are 2 other tags; ")])
def test_many_such_tags_are_one_line_too(pearls: GameBox, count: int, said: str) -> None:
    tags = dict.fromkeys((TAG, OTHER, THIRD)[:count], "ship")
    trouble = shared_tags(hansa.BOX, tags, pearls, tags)
    assert trouble
    assert said in trouble.line
    assert "\n" not in trouble.line


def test_sets_with_no_tag_in_common_are_in_order(pearls: GameBox) -> None:
    assert shared_tags(hansa.BOX, {TAG: "ship"}, pearls, {OTHER: "pearl"}) is None


def test_one_game_on_the_shelf_is_in_order(state: Path) -> None:
    write_both(state)
    assert shelf_troubles(configured(state)) == ()


@pytest.mark.usefixtures("pearls")
def test_broken_set_of_another_game_is_told_and_keeps_nobody_from_playing(state: Path) -> None:
    write(state / "pieces.toml", {"ship": TAG})
    (state / "pearls-pieces.toml").write_text("format = 3", encoding="utf-8")
    (trouble,) = shelf_troubles(configured(state))
    assert trouble.line.startswith(f"{state / 'pearls-pieces.toml'}: format: 3 given")


# --- where it is told ---


@pytest.mark.usefixtures("pearls")
def test_start_tells_it(state: Path, caplog: pytest.LogCaptureFixture) -> None:
    write_both(state)
    with caplog.at_level(logging.WARNING):
        start(state).service.close()
    assert [record.getMessage() for record in caplog.records] == [TOLD]


@pytest.mark.usefixtures("pearls")
def test_check_tells_it(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_both(state)
    assert main([*CHECK, "--state", str(state)]) == OK
    assert found_by_check(capsys) == {"tags of Hansa and Pearls": TOLD}


@pytest.mark.usefixtures("pearls")
def test_enrolment_tells_it_of_the_set_and_of_each_tap(
    state: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_both(state)
    mine = state / "mine.toml"
    write(mine, {"net.red": TAG})
    with monkeypatch.context() as patch:
        patch.setattr("sys.stdin", iter([f"{OTHER}\n", f"{THIRD}\n"]))
        walk = ["enrol", "--game", "pearls", "--simulated", "--pieces", str(mine), "--state", str(state)]
        assert main(walk) == OK
    told = [line for line in capsys.readouterr().out.splitlines() if " of Hansa and on " in line]
    assert told[0] == TOLD
    assert told[1].startswith(f"tag {OTHER} is on booth.gray.01 of Hansa and on pearl of Pearls; give one")
    assert len(told) == 2
    assert main(["enrol", "--list", "--pieces", str(state / "pieces.toml"), "--state", str(state)]) == OK
    told = [line for line in capsys.readouterr().out.splitlines() if " of Pearls and on " in line]
    assert told == [
        TOLD.replace("ship of Hansa and on net.red of Pearls", "net.red of Pearls and on ship of Hansa")
        .replace("pearls", "hansa")
        .replace("--again net.red", "--again ship")
    ]


@pytest.mark.usefixtures("unfit")
def test_start_tells_of_a_layout_that_does_not_fit(state: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        start(state, kit="tap").service.close()
    assert [record.getMessage() for record in caplog.records] == [UNFIT]


@pytest.mark.usefixtures("unfit")
def test_check_tells_of_a_layout_that_does_not_fit(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*CHECK, "--state", str(state)]) == OK
    assert found_by_check(capsys) == {"layout of Pearls": UNFIT}
    assert main([*CHECK, "--game", "pearls", "--state", str(state)]) == BAD_CONFIGURATION
    assert capsys.readouterr().err == f"hansa-companion: {UNFIT.removeprefix('Pearls: ')}\n"


@pytest.mark.parametrize("command", [["config"], CHECK, ["enrol", "--simulated"]], ids=["config", "check", "enrol"])
def test_kit_that_the_game_s_layout_does_not_fit_is_told_in_one_line(
    state: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    small = short_kit(state)
    assert main([*command, "--kit", str(small), "--state", str(state)]) == BAD_CONFIGURATION
    assert capsys.readouterr().err == f"hansa-companion: {SHORT}\n"


def test_drawings_of_such_a_kit_are_refused_in_one_line(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    small = short_kit(state)
    assert draw(["--kit", str(small), "--out", str(state / "drawings")]) == BAD_CONFIGURATION
    assert capsys.readouterr().err == f"{SHORT}\n"
