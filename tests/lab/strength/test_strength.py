"""The laboratory of strength: blocks that depend on seeds alone, honest intervals, runs that go on, and a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.shelf.shelf import open_box
from tests.lab.strength.__main__ import main
from tests.lab.strength.blocks import Outcome, play_block
from tests.lab.strength.entrants import parse_entrant
from tests.lab.strength.intervals import over_blocks
from tests.lab.strength.kept import Kept, mark_of
from tests.lab.strength.report import line_of, plot_of, result_of, write_page
from tests.lab.strength.rows import Row, any_rows, parse_row, rows_of

BOX = open_box("hansa")
SIMPLE = Row(2, "simple", "random", 3)


def outcome(share: float) -> Outcome:
    return Outcome(share, 30, 20, 11.5, "", [0.001, 0.003], [10, 30])


def without_time(outcomes: list[Outcome]) -> list[Outcome]:
    return [each._replace(seconds=[]) for each in outcomes]


def test_block_depends_on_seeds_and_number_alone() -> None:
    first = play_block(BOX, SIMPLE, "choosing", 1)
    assert len(first) == 2  # a game from each seat
    assert without_time(play_block(BOX, SIMPLE, "choosing", 1)) == without_time(first)
    assert without_time(play_block(BOX, SIMPLE, "choosing", 2)) != without_time(first)
    assert without_time(play_block(BOX, SIMPLE, "reporting", 1)) != without_time(first)


def test_interval_is_wide_for_few_blocks_and_never_empty_where_all_is_won() -> None:
    assert over_blocks([0.5, 0.7]).high - over_blocks([0.5, 0.7]).low > 0.9
    won = over_blocks([1.0] * 200)
    assert (won.high, round(won.low, 3)) == (1.0, 0.982)
    lost = over_blocks([0.0] * 200)
    assert (lost.low, round(lost.high, 3)) == (0.0, 0.018)
    even = over_blocks([0.5] * 4)  # nothing is known of the spread here either
    assert even.low < 0.5 < even.high


def test_run_that_was_broken_off_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--row", "2: simple v random", "--seeds", "choosing", "--kept", str(tmp_path))
    assert main([*asked, "--blocks", "1"]) == 0
    file = tmp_path / "hansa-choosing.jsonl"
    line = file.read_text(encoding="utf-8")
    with file.open("a", encoding="utf-8") as half:
        half.write(line[: len(line) // 2] + "\n")
    capsys.readouterr()
    assert main([*asked, "--blocks", "2"]) == 0
    assert len(file.read_text(encoding="utf-8").splitlines()) == 3  # one kept, one broken, one new
    assert "| 2 | `simple` | `random` | 100.0 (15.8 to 100.0) |  | 2 |" in capsys.readouterr().out


def test_blocks_of_other_code_do_not_count(tmp_path: Path) -> None:
    (tmp_path / "players").mkdir()
    weights = tmp_path / "players" / "weights.txt"
    weights.write_text("1", encoding="utf-8")
    before = mark_of(tmp_path)
    Kept(tmp_path / "kept.jsonl", before).add("row", 0, [outcome(1.0)])
    assert Kept(tmp_path / "kept.jsonl", before).blocks("row") == {0: [outcome(1.0)]}
    weights.write_text("2", encoding="utf-8")
    assert Kept(tmp_path / "kept.jsonl", mark_of(tmp_path)).blocks("row") == {}


def test_table_says_whether_bar_and_par_are_reached() -> None:
    blocks = {number: [outcome(1.0), outcome(1.0)] for number in range(9)}
    bar = line_of(result_of(Row(2, "best", "simple", 9, "bar", 0.6), blocks, 9))
    assert bar == (
        "| 2 | `best` | `simple` | 100.0 (66.4 to 100.0) | 60 reached | 9 | 30.0, 20.0 | 11.5, 11.5 | 20 | 2.0, 3, 3 |"
    )
    assert "| 90 missed |" in line_of(result_of(Row(2, "best", "simple", 9, "bar", 0.9), blocks, 9))
    assert "| par 50 outside |" in line_of(result_of(Row(2, "best", "best", 9, "mirror"), blocks, 9))
    assert "| 90 open | 9 of 12 |" in line_of(result_of(Row(2, "best", "simple", 12, "bar", 0.9), blocks, 12))
    assert "| 9 of 12 |" in line_of(result_of(Row(2, "best", "simple", 12), blocks, 12))


def test_page_is_written_again_and_the_rest_of_it_stays(tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    page.write_text("# Strength\n\n<!-- chess: begin -->\nold\n<!-- chess: end -->\n\nAfterwards.\n", encoding="utf-8")
    write_page(page, "chess", "new")
    write_page(page, "go", "also")
    assert page.read_text(encoding="utf-8") == (
        "# Strength\n\n<!-- chess: begin -->\nnew\n<!-- chess: end -->\n\nAfterwards.\n\n"
        "<!-- go: begin -->\nalso\n<!-- go: end -->\n"
    )


def test_plot_has_a_line_for_each_row() -> None:
    result = result_of(Row(2, "best@9", "<simple>", 1), {0: [outcome(1.0), outcome(0.0)]}, 1)
    drawn = plot_of("who wins", [result, result])
    assert drawn.count("<circle") == 2
    assert "best@9 v &lt;simple&gt;, 2 players" in drawn


@pytest.mark.parametrize("text", ["best@", "best@0", "best@x", "@5", ""])
def test_entrant_that_cannot_be_read_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="expected a player, or a player@nodes"):
        parse_entrant(text)


def test_rows_that_cannot_be_played_are_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    for text, why in (
        ("2 best v simple", "expected PLAYERS: PLAYER v PLAYER"),
        ("9: a v b", "expected 2 to 4 players"),
    ):
        with pytest.raises(SystemExit):
            main(["--row", text])
        assert why in capsys.readouterr().err
    with pytest.raises(ValueError, match="expected PLAYERS"):
        parse_row("")


def test_every_game_has_a_mirror_and_a_sanity_row() -> None:
    for game in ("hansa", "teutonica"):
        assert {"mirror", "sanity"} <= {row.part for row in rows_of(game)}
        assert {row.players for row in any_rows(game)} == set(open_box(game).seats)
