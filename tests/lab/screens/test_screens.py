"""The tool that shows sample screens."""

from pathlib import Path

import pytest

from companion.display.draw import draw
from companion.display.picture import render_png, render_text_art
from tests.lab.screens.__main__ import main
from tests.lab.screens.samples import SAMPLES


def test_tool_shows_the_named_screens_as_blocks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["turn", "menu"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert [line for line in out if line in SAMPLES] == ["turn", "menu"]
    assert len(out) == 2 * (1 + 32 + 2)


def test_tool_prints_art_as_the_tests_keep_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "--art"]) == 0
    assert capsys.readouterr().out == render_text_art(draw(SAMPLES["score"])) + "\n"


def test_tool_writes_every_screen_as_a_picture(tmp_path: Path) -> None:
    assert main(["--png", str(tmp_path / "new"), "--scale", "1"]) == 0
    assert {path.stem for path in (tmp_path / "new").iterdir()} == set(SAMPLES)
    assert (tmp_path / "new" / "turn.png").read_bytes() == render_png(draw(SAMPLES["turn"]), 1)


def test_tool_names_a_folder_it_cannot_write(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "taken").write_text("")
    assert main(["turn", "--png", str(tmp_path / "taken")]) == 1
    assert "taken" in capsys.readouterr().err


def test_tool_names_a_screen_it_does_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["tavern"])
    assert ended.value.code == 2
    assert "'tavern'" in capsys.readouterr().err
