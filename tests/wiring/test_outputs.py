from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import wiring
from companion.commands.check import AREAS
from companion.games.hansa.board_files import SHIPPED
from companion.games.hansa.boards import named_board
from companion.shelf.shelf import open_box
from hardware.kit.kit import parse_kit
from tests.hardware.kit_text import shipped, to_toml
from tests.kit.kits import hansa_kit, hansa_names, hansa_plans
from wiring.__main__ import main, shipped_files
from wiring.catalogue import PlanError, load_catalogue
from wiring.cuts import Fit
from wiring.guide import BLOCK, refresh
from wiring.outputs import own_files, sheet_drawings, stale, write
from wiring.spot_sheet import read_sheet

HERE = Path(wiring.__file__).parent
GUIDE = (HERE / "README.md").read_text(encoding="utf-8")


def test_what_is_kept_is_what_the_data_makes() -> None:
    assert stale(HERE, shipped_files()) == (), "run: make wiring"


def test_nothing_is_kept_that_the_data_no_longer_makes() -> None:
    made = shipped_files()
    drawn = {name.replace(".yml", ".svg") for name in made}
    folders = [HERE / name for name in ("drawings", "lists", "cuts")]
    kept = {path.relative_to(HERE).as_posix() for folder in folders for path in folder.iterdir()}
    assert kept <= {*made, *drawn}


def test_making_twice_makes_the_same() -> None:
    assert shipped_files() == shipped_files()


def test_two_sheets_of_one_name_for_a_kit_are_refused() -> None:
    sheets = [read_sheet(file) for file in open_box("teutonica").sheets]
    with pytest.raises(PlanError, match="'card', as on another sheet"):
        sheet_drawings([*sheets, sheets[0]])


def test_changed_kit_makes_its_files_stale() -> None:
    tree = shipped("tap")
    tree["lamps"]["led.14"], tree["lamps"]["led.10"] = tree["lamps"]["led.10"], tree["lamps"]["led.14"]
    files = own_files(hansa_names(parse_kit(to_toml(tree), "tap.toml")), load_catalogue(), hansa_plans("0.2"))
    assert stale(HERE, files) == ("drawings/tap-pi.yml", "drawings/tap-schematic.svg", "drawings/tap-pi.svg")


def test_drawing_of_an_older_description_is_stale(tmp_path: Path) -> None:
    files = own_files(hansa_kit("tap"), load_catalogue(), hansa_plans())
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "drawings/tap-pi.svg").write_text("<!-- made from another -->", encoding="utf-8")
    assert stale(tmp_path, files) == ("drawings/tap-pi.svg",)


@pytest.mark.process
@pytest.mark.needs("dot")
def test_owner_makes_a_plan_of_another_tray_elsewhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tray = tmp_path / "mine.toml"
    tray.write_text(
        hansa_plans().tray.read_text(encoding="utf-8").replace("board = [480, 330]", "board = [500, 340]"),
        encoding="utf-8",
    )
    out = tmp_path / "out"
    assert main(["--tray", str(tray), "--out", str(out)]) == 0
    assert "500 × 340 mm" in (out / "drawings/board-tray.svg").read_text(encoding="utf-8")
    assert "board-tray.svg" in capsys.readouterr().out
    assert main(["--tray", str(tray), "--out", str(out), "--check"]) == 0


def test_check_names_what_is_out_of_date_and_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--kit", "tap", "--out", str(tmp_path), "--check"]) == 1
    assert "out of date" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [["--kit", "nothing.toml"], ["--tray", "nothing.toml"]], ids=["kit", "tray"])
def test_file_that_is_not_there_is_one_line(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "--out", str(tmp_path)]) == 78
    error = capsys.readouterr().err
    assert error.startswith("nothing.toml: No such file or directory")
    assert error.count("\n") == 1


def test_tray_that_is_no_text_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0")
    assert main(["--tray", str(tmp_path / "photo.jpg"), "--out", str(tmp_path / "out")]) == 78
    error = capsys.readouterr().err
    assert error.startswith(f"{tmp_path / 'photo.jpg'}: ")
    assert error.count("\n") == 1


@pytest.mark.process
def test_missing_graphviz_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["--kit", "tap", "--out", str(tmp_path / "out")]) == 1
    assert capsys.readouterr().err == "no program `dot`; install it: sudo apt-get install graphviz\n"


def test_missing_wireviz_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "wireviz.wireviz", None)
    assert main(["--kit", "tap", "--out", str(tmp_path)]) == 1
    error = capsys.readouterr().err
    assert "wireviz" in error
    assert error.count("\n") == 1


def test_writing_again_writes_nothing(tmp_path: Path) -> None:
    files = {
        name: text
        for name, text in own_files(hansa_kit("tap"), load_catalogue(), hansa_plans()).items()
        if "pi" not in name
    }
    assert set(write(tmp_path, files)) == set(files)
    assert write(tmp_path, files) == ()


def test_guide_with_a_block_nobody_makes_is_refused() -> None:
    with pytest.raises(PlanError, match="made: weather: no such block"):
        refresh("<!-- made: weather -->\n<!-- end -->", {})


def test_guide_without_a_place_for_a_block_is_refused() -> None:
    with pytest.raises(PlanError, match="made: parts: nothing given"):
        refresh("no place", {"parts": "much"})


def test_currents_in_the_guide_are_computed_never_typed() -> None:
    assert re.findall(r"\d\s?m?A\b", BLOCK.sub("", GUIDE)) == []


def test_prices_in_the_guide_are_summed_never_typed() -> None:
    assert re.findall(r"EUR|€", BLOCK.sub("", GUIDE)) == []


def test_guide_shows_every_drawing_and_links_only_to_files_that_are_there() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", GUIDE)
    own = [link for link in links if not link.startswith("..")]
    assert all((HERE / link).exists() for link in own)
    drawings = {f"drawings/{path.name}" for path in (HERE / "drawings").glob("*.svg")}
    assert drawings <= set(own)


def test_every_step_of_the_guide_can_be_tested() -> None:
    steps = re.split(r"^#+ ", GUIDE, flags=re.MULTILINE)
    untested = [step.splitlines()[0] for step in steps if step.startswith("Step") and "**Test:**" not in step]
    assert untested == []


def test_guide_asks_only_for_areas_that_the_check_has() -> None:
    asked = re.findall(r"check --only ([a-z,]+)", GUIDE)
    assert asked
    assert {area for areas in asked for area in areas.split(",")} <= set(AREAS)


def test_guide_names_the_values_of_the_data() -> None:
    parts = load_catalogue().parts
    words = BLOCK.sub("", GUIDE)
    for part, value in (("led-resistor", "470 Ω"), ("data-resistor", "330 Ω"), ("strip-capacitor", "1000 µF")):
        assert value in parts[part].name
        assert value in words
    for chip in ("buffer", "shifter"):
        assert parts[chip].name.split(",")[0] in words


@pytest.mark.parametrize("board", SHIPPED)
@pytest.mark.parametrize("name", ["board", "tap"])
def test_kits_know_every_city_of_the_boards_that_ship(name: str, board: str) -> None:
    kit = hansa_kit(name, board)
    cities = [f"city.{city.id}" for city in named_board(board).cities]
    assert kit.missing(cities) == ()


@pytest.mark.parametrize("board", SHIPPED)
def test_board_kit_has_a_lamp_for_every_warehouse_space(board: str) -> None:
    cities = named_board(board).cities
    spaces = [f"warehouse.{city.id}.{one}" for city in cities for one in range(1, city.spaces + 1)]
    kit = hansa_kit("board", board)
    assert kit.missing(spaces) == ()
    assert [name for name in kit.lamp_names if name.startswith("warehouse.") and name not in spaces] == []


def test_width_of_the_tool_changes_what_is_cut_and_nothing_else(tmp_path: Path) -> None:
    kit, plans = hansa_kit("board", "0.2"), hansa_plans("0.2")
    wide = own_files(kit, load_catalogue(), plans, Fit(kerf_mm=0.4))
    changed = [name for name in stale(HERE, wide) if not name.startswith("lists/")]
    assert changed
    assert all(name.startswith("cuts/board-") for name in changed)


@pytest.mark.parametrize(
    ("option", "value"), [("--kerf", "4"), ("--clearance", "-1"), ("--sheet", "nan"), ("--kerf", "x")]
)
def test_tool_that_cannot_be_is_refused_in_one_line(
    option: str, value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([f"{option}={value}", "--out", str(tmp_path)])
    assert (
        capsys.readouterr()
        .err.splitlines()[-1]
        .startswith(f"python -m wiring: error: argument {option}: '{value}' given; allowed: millimetres from")
    )


def test_tool_is_asked_for_only_where_files_go_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--kerf", "0.2"])
    assert "--kerf needs --out" in capsys.readouterr().err
