"""Random games: the same from the same seed, sums that add up, and records that can be read."""

import json
import re
import sys
from pathlib import Path
from random import Random

import pytest

from companion.cli import main
from companion.errors import BAD_CONFIGURATION, FAILED, OK, USAGE
from companion.games.hansa.board_files import SHIPPED
from companion.games.hansa.boards import named_board, shipped_board
from companion.games.hansa.rules.goods import COLOURS
from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import End, Reveal
from companion.games.hansa.rules.notation import format_record, parse_record
from companion.games.hansa.rules.play import play
from companion.games.hansa.rules.position import Phase
from companion.games.hansa.rules.scoring import score, winning_players
from companion.simulator.random_games import RandomGame
from companion.simulator.random_games import random_games as skilled_games
from tests.companion.words.test_progress import Terminal
from tests.kit.hansa import BOX, RULES, random_game, random_games, random_setup

# What seed 7 gives with two players.
EXPECTED_SETUP = (("yellow", "gray"), 1, ("brown", "orange", "pink", "yellow"))
EXPECTED_STOCK = "orange3 orange3 pink2 yellow3 pink3 pink3 orange2 yellow3 pink2 pink2 brown3 brown2 pink1 orange1"
EXPECTED_END = (299, [37, 37])


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["simulate", *arguments]) == OK
    shown = capsys.readouterr()
    assert shown.err == ""
    return shown.out


def test_same_seed_gives_the_same_games(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--games", "5", "--players", "3", "--seed", "7", "--show")
    first = output(capsys, *asked)
    assert output(capsys, *asked) == first
    assert output(capsys, *asked[:4], "--seed", "8", "--show") != first


def test_game_depends_on_seed_and_number_only() -> None:
    few = list(random_games(shipped_board(), 2, 2, seed=7))
    many = list(random_games(shipped_board(), 2, 4, seed=7))
    assert many[:2] == few
    assert len({game.moves for game in many}) == 4
    assert next(iter(random_games(shipped_board(), 2, 1, seed=8))) != few[0]


def test_game_of_a_seed_stays_what_it_was() -> None:
    """A seed named in a report must bring the same game back on every Python and in every version."""
    game = next(iter(random_games(named_board("0.1"), 2, 1, seed=7)))
    setup = game.first.setup
    assert (setup.players, setup.start, setup.goods) == EXPECTED_SETUP
    assert " ".join(str(move.good) for move in game.moves[:14] if isinstance(move, Reveal)) == EXPECTED_STOCK
    assert (len(game.moves), [score(game.last, seat).total for seat in (0, 1)]) == EXPECTED_END


def test_random_set_up_seats_the_first_colours_anyhow() -> None:
    setups = [random_setup(shipped_board(), 3, Random(seed)).setup for seed in range(200)]
    assert {frozenset(setup.players) for setup in setups} == {frozenset({"gray", "yellow", "purple"})}
    assert len({setup.players for setup in setups}) == 6
    assert {setup.start for setup in setups} == {0, 1, 2}
    assert {colour for setup in setups for colour in COLOURS if colour not in setup.goods} == set(COLOURS)


def assert_legal_to_its_end(game: RandomGame) -> None:
    position = game.first
    for move in game.moves:
        assert move in legal_moves(position)
        position = play(position, move).position
    assert position == game.last
    assert position.phase is Phase.OVER


def test_random_game_is_legal_to_its_end() -> None:
    assert_legal_to_its_end(random_game(shipped_board(), 4, Random(1)))


def test_summary_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    games = list(random_games(shipped_board(), 3, 12, seed=3))
    summary = json.loads(output(capsys, "--games", "12", "--players", "3", "--seed", "3", "--json"))
    assert list(summary) == ["games", "seats", "moves", "turns"]
    assert summary["games"] == 12
    assert [row["seat"] for row in summary["seats"]] == [1, 2, 3]
    for row in summary["seats"]:
        totals, wins, shared = [], 0, 0
        for game in games:
            setup = game.last.setup
            seat = (setup.start + row["seat"] - 1) % 3
            winners = winning_players(game.last)
            totals.append(score(game.last, seat).total)
            wins += setup.players[seat] in winners
            shared += setup.players[seat] in winners and len(winners) > 1
        assert (row["wins"], row["shared"]) == (wins, shared)
        assert row["mean_score"] == round(sum(totals) / 12, 2)
        assert row["best_score"] == max(totals)
    alone = sum(row["wins"] - row["shared"] for row in summary["seats"])
    assert alone == sum(len(winning_players(game.last)) == 1 for game in games)
    lengths = sorted(len(game.moves) for game in games)
    turns = sorted(sum(isinstance(move, End) for move in game.moves) for game in games)
    for key, values in (("moves", lengths), ("turns", turns)):
        middle = (values[5] + values[6]) / 2
        assert summary[key] == {"least": values[0], "median": middle, "most": values[-1]}


def test_table_says_what_the_summary_says(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--games", "12", "--players", "3", "--seed", "3")
    summary = json.loads(output(capsys, *asked, "--json"))
    lines = output(capsys, *asked).splitlines()
    assert lines[:3] == ["12 games", "", "seat        wins  shared   score   best"]
    for line, row in zip(lines[3:6], summary["seats"], strict=True):
        label = "1 (start)" if row["seat"] == 1 else str(row["seat"])
        words = line.removeprefix(label).split()
        assert line.startswith(label)
        assert words[:4] == [
            str(row["wins"]),
            str(row["shared"]),
            f"{row['mean_score']:.1f}",
            str(row["best_score"]),
        ]
        assert line.count("▇") == round(30 * row["wins"] / 12)
    moves, turns = summary["moves"], summary["turns"]
    assert lines[6:] == [
        f"moves a game: {moves['median']:g} (from {moves['least']} to {moves['most']})",
        f"turns a game: {turns['median']:g} (from {turns['least']} to {turns['most']})",
    ]


def test_one_game_is_one_game(capsys: pytest.CaptureFixture[str]) -> None:
    shown = output(capsys, "--players", "4")
    assert shown.splitlines()[0] == "1 game"
    assert len(re.findall(r"(?m)^[1-4]\b", shown)) == 5


def test_show_prints_the_games_in_the_notation(capsys: pytest.CaptureFixture[str]) -> None:
    shown = output(capsys, "--games", "2", "--players", "2", "--seed", "5", "--show")
    games = list(random_games(shipped_board(), 2, 2, seed=5))
    texts = [format_record(game.first, game.moves) for game in games]
    assert shown.startswith(f"{texts[0]}\n{texts[1]}\n2 games\n")


def test_bar_tells_how_far_it_is_unless_the_games_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    assert main(["simulate", "--games", "2", "--players", "2", "--show"]) == OK
    assert terminal.getvalue() == ""
    assert main(["simulate", "--games", "2", "--players", "2"]) == OK
    assert re.findall(r"\d+/\d+ games", terminal.getvalue()) == ["1/2 games", "2/2 games"]


def test_save_writes_records_that_can_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "deep" / "records"
    output(capsys, "--games", "3", "--players", "3", "--seed", "2", "--save", str(folder))
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["game-0001.hansa", "game-0002.hansa", "game-0003.hansa"]
    for name, game in zip(names, random_games(shipped_board(), 3, 3, seed=2), strict=True):
        record = parse_record((folder / name).read_text(encoding="utf-8"))
        assert (record.first, record.entries) == (game.first, game.moves)


def test_games_are_played_on_an_owners_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = SHIPPED["0.2"].read_text(encoding="utf-8")
    board = tmp_path / "my-board.toml"
    board.write_text(text.replace('start = "copenhagen"', 'start = "riga"'), encoding="utf-8")
    assert "\nboard riga\n" in output(capsys, "--board", str(board), "--show")


def test_bad_board_file_is_one_line_and_exit_78(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = tmp_path / "my-board.toml"
    board.write_text("format = 2\n", encoding="utf-8")
    assert main(["simulate", "--board", str(board)]) == BAD_CONFIGURATION == 78
    assert capsys.readouterr() == ("", f"hansa-companion: {board}: format: 2 given, expected 1\n")
    assert main(["simulate", "--board", str(tmp_path / "none.toml")]) == BAD_CONFIGURATION
    assert capsys.readouterr().err.endswith("none.toml: cannot be read: No such file or directory\n")


def test_folder_that_cannot_be_written_is_one_line_and_exit_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file", encoding="utf-8")
    assert main(["simulate", "--save", str(taken)]) == FAILED == 1
    assert capsys.readouterr() == ("", f"hansa-companion: {taken}/game-0001.hansa: cannot be written: File exists\n")
    blocked = tmp_path / "blocked"
    (blocked / "game-0001.hansa").mkdir(parents=True)
    assert main(["simulate", "--save", str(blocked)]) == FAILED
    assert capsys.readouterr().err.endswith("game-0001.hansa: cannot be written: Is a directory\n")


# --- bots of some skill ---


KNOWN = (
    "random, simple, beginner, easy, medium, hard, expert, best, or a level with a character, such as beginner:trader, "
    "beginner:toll-keeper, beginner:builder"
)


def test_bots_change_seats_and_their_sums_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--skills", "simple,random", "--games", "4", "--seed", "3")
    summary = json.loads(output(capsys, *asked, "--json"))
    assert list(summary) == ["games", "seats", "skills", "moves", "turns"]
    games = list(skilled_games(BOX, RULES, 2, 4, 3, ("simple", "random")))
    assert [game.skills for game in games] == [("simple", "random"), ("random", "simple")] * 2
    for row in summary["skills"]:
        totals = [score(game.last, game.skills.index(row["skill"])).total for game in games]
        assert (row["games"], row["best_score"], row["mean_score"]) == (4, max(totals), round(sum(totals) / 4, 2))
    assert [(row["skill"], row["wins"]) for row in summary["skills"]] == [("random", 0), ("simple", 4)]
    lines = output(capsys, *asked).splitlines()
    assert lines[5:9] == [
        "",
        "skill      games    wins  shared   score   best",
        *(
            f"{row['skill']:<10}{row['games']:>6}{row['wins']:>8}{row['shared']:>8}{row['mean_score']:>8.1f}"
            f"{row['best_score']:>7}  {'▇' * round(30 * row['wins'] / 4)}"
            for row in summary["skills"]
        ),
    ]


def test_games_of_bots_are_legal_to_their_end_and_the_same_from_the_same_seed() -> None:
    (game,) = skilled_games(BOX, RULES, 2, 1, 5, ("easy", "simple"))
    assert [game] == list(skilled_games(BOX, RULES, 2, 1, 5, ("easy", "simple")))
    assert_legal_to_its_end(game)


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ("--skills simple,kraken", f"--skills 'kraken': expected only {KNOWN}"),
        ("--skills simple,easy:kraken", f"--skills 'easy:kraken': expected only {KNOWN}"),
        ("--skills simple", "--skills simple: expected 2 to 4"),
        ("--skills simple,random --players 3", "--skills simple,random: expected 3 of them, one for each player"),
    ],
)
def test_bots_that_cannot_play_are_refused_in_one_line(
    asked: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *asked.split()]) == USAGE
    assert capsys.readouterr() == ("", f"hansa-companion: {why}\n")


def test_games_are_played_with_a_house_rule_that_records_and_scores_know(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output(capsys, "--players", "2", "--seed", "7", "--house-rule", "fewer_booths", "--save", str(tmp_path))
    record = (tmp_path / "game-0001.hansa").read_text(encoding="utf-8")
    assert "\nhouse-rules fewer_booths\n" in record
    assert " fewer " in record
    assert parse_record(record).first.setup.house_rules == {"fewer_booths"}
    assert main(["score", str(tmp_path / "game-0001.hansa")]) == OK


@pytest.mark.parametrize("rules", [("of_tomorrow",), ("fewer_booths", "fewer_booths")])
def test_wrong_house_rule_is_one_line_and_exit_2(rules: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    given = [part for rule in rules for part in ("--house-rule", rule)]
    assert main(["simulate", *given]) == USAGE
    shown = capsys.readouterr().err
    assert shown == f"hansa-companion: --house-rule {rules[0]}: expected some of fewer_booths, each once\n"
