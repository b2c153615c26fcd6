"""`games`, `replay` and `score`, from the outside."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.cli import main
from companion.games.hansa.boards import named_board
from companion.journal.journal import Draft, Kind
from companion.journal.sqlite import SqliteJournal
from companion.shelf.shelf import open_box
from tests.kit import hansa
from tests.kit.forged import forge
from tests.kit.hansa import RandomGame, random_game

AT = "2026-11-16T20:00:00+00:00"
GAME = hansa.RULES


@pytest.fixture(scope="module")
def whole() -> RandomGame:
    return random_game(named_board("0.1"), 2, Random(3))


def keep(state: Path, game_id: str, played: RandomGame, *, moves: int | None = None, ended: bool = False) -> None:
    """Keep a game in the journal, with a move taken back and played again."""
    state.mkdir(exist_ok=True)
    journal = SqliteJournal(state / "games.sqlite")
    journal.open()
    journal.create(game_id, "hansa", "", AT)
    position = GAME.format_position(played.first)
    drafts = [Draft(Kind.SETUP, {"game": "hansa", "position": position}, AT)]
    for number, move in enumerate(played.moves[:moves]):
        made = Draft(Kind.MOVE, {"entry": GAME.format_entry(move)}, AT)
        drafts += [made, Draft(Kind.TAKE_BACK, {}, AT), made] if number == 3 else [made]
    if ended:
        drafts.append(Draft(Kind.FINISHED, {}, AT))
    journal.append_all(game_id, 1, drafts)
    journal.close()


@pytest.fixture
def state(tmp_path: Path, whole: RandomGame) -> Path:
    keep(tmp_path, "2026-11-15-aa", whole, ended=True)
    keep(tmp_path, "2026-11-16-bb", whole, moves=20)
    return tmp_path


@pytest.fixture
def record(tmp_path: Path, whole: RandomGame) -> Path:
    path = tmp_path / "evening.hansa"
    path.write_text(GAME.format_record(whole.first, whole.moves), encoding="utf-8")
    return path


def run(state: Path, *arguments: str) -> int:
    return main([*arguments, "--state", str(state)])


# --- games ---


@pytest.mark.parametrize(
    ("endings", "told"),
    [
        ((), "going on"),
        ((Kind.ABORTED,), "given up"),
        ((Kind.FINISHED,), "finished"),
        ((Kind.FINISHED, Kind.ABORTED), "finished"),  # and cleared away for another one
    ],
)
def test_show_tells_how_a_game_ended(
    tmp_path: Path, whole: RandomGame, capsys: pytest.CaptureFixture[str], endings: tuple[Kind, ...], told: str
) -> None:
    keep(tmp_path, "2026-11-15-aa", whole)
    with closing(SqliteJournal(tmp_path / "games.sqlite")) as journal:
        journal.open()
        for kind in endings:
            journal.append("2026-11-15-aa", journal.info("2026-11-15-aa").revision + 1, kind, {}, AT)
    assert run(tmp_path, "games", "show", "last") == 0
    assert capsys.readouterr().out.startswith(f"2026-11-15-aa: {told}\n")


def test_list_tells_every_game_the_newest_last(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(state, "games") == 0
    first, second = capsys.readouterr().out.splitlines()
    assert " ".join(first.split()) == f"2026-11-15-aa {AT} 241 entries ended Hansa: yellow 17, gray 27"
    assert " ".join(second.split()) == f"2026-11-16-bb {AT} 23 entries going on Hansa: yellow 10, gray 10"
    assert run(state, "games", "list", "--json") == 0
    listed = json.loads(capsys.readouterr().out)
    assert [(each["id"], each["entries"], each["ended"]) for each in listed] == [
        ("2026-11-15-aa", 241, True),
        ("2026-11-16-bb", 23, False),
    ]
    assert listed[0]["players"] == ["yellow", "gray"]
    assert listed[0]["points"] == {"yellow": 17, "gray": 27}


def test_players_with_a_name_are_listed_by_name_and_colour(
    state: Path, whole: RandomGame, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(SqliteJournal(state / "games.sqlite")) as journal:
        journal.open()
        named = Draft(Kind.NOTE, {"names": {"gray": "Anna", "red": "Tom"}}, AT)  # red sits out
        journal.append_all("2026-11-16-bb", journal.info("2026-11-16-bb").revision + 1, [named])
    assert run(state, "games") == 0
    assert capsys.readouterr().out.rstrip().endswith("Hansa: yellow 10, Anna (gray) 10")
    assert run(state, "games", "show", "last") == 0
    shown = capsys.readouterr().out
    assert "players yellow, Anna (gray)\n" in shown
    assert run(state, "score", "2026-11-16-bb") == 0
    assert "\nAnna (gray) " in capsys.readouterr().out
    assert run(state, "replay", "2026-11-16-bb") == 0
    assert capsys.readouterr().out.startswith("2026-11-16-bb: yellow, Anna (gray); 20 steps\n")
    for arguments in (("games", "show", "last"), ("score", "last")):
        assert run(state, *arguments, "--json") == 0
        told = json.loads(capsys.readouterr().out)
        assert told["names"] == {"gray": "Anna"}
        assert list(told["scores"]) == ["yellow", "gray"]
    assert run(state, "games", "--json") == 0
    listed = json.loads(capsys.readouterr().out)
    assert [each["names"] for each in listed] == [{}, {"gray": "Anna"}]


def test_list_tells_games_of_every_kind_and_one_that_cannot_be_read(
    state: Path, whole: RandomGame, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(state, "2026-11-17-cc", whole._replace(moves=whole.moves[:1] * 30))
    rules = open_box("teutonica").rules(None)
    first = rules.new({"players": ["red", "blue"], "start": "red"})
    with closing(SqliteJournal(state / "games.sqlite")) as journal:
        journal.open()
        journal.create("2026-11-18-dd", "teutonica", "", AT)
        setup = {"game": "teutonica", "position": rules.format_position(first)}
        journal.append_all("2026-11-18-dd", 1, [Draft(Kind.SETUP, setup, AT)])
    assert run(state, "games") == 0
    *_, bad, other = capsys.readouterr().out.splitlines()
    assert bad.partition("going on")[2].startswith("  (game 2026-11-17-cc: ")
    assert other.endswith("Hansa Teutonica: red 0, blue 0")
    assert run(state, "games", "--json") == 0
    assert "2026-11-17-cc" in json.loads(capsys.readouterr().out)[2]["trouble"]


@pytest.mark.parametrize("command", [("score",), ("replay", "--all"), ("score", "--json"), ("replay", "--json")])
def test_newest_game_is_meant_where_none_is_named(
    state: Path, capsys: pytest.CaptureFixture[str], command: tuple[str, ...]
) -> None:
    assert run(state, *command) == 0
    unnamed = capsys.readouterr().out
    assert run(state, *command, "last") == 0
    assert capsys.readouterr().out == unnamed != ""


def test_list_of_an_empty_journal_is_empty(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = SqliteJournal(tmp_path / "games.sqlite")
    journal.open()
    journal.close()
    assert run(tmp_path, "games") == 0
    assert capsys.readouterr().out == "no games yet\n"


@pytest.mark.parametrize(("more", "told"), [((), ""), (("--json",), "[]\n")])
def test_list_names_a_game_whose_beginning_is_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: tuple[str, ...], told: str
) -> None:
    journal = SqliteJournal(tmp_path / "games.sqlite")
    journal.open()
    journal.close()
    forge(tmp_path / "games.sqlite", "forged\x1b[31m", [("created", "2026-11-19T20:00:00+00:00", "no game")])
    assert run(tmp_path, "games", *more) == 0
    out, err = capsys.readouterr()
    assert out == told
    assert err.startswith("forged")
    assert err.endswith(": its beginning is damaged; `repair` saves what can be saved\n")
    assert "\x1b" not in err


@pytest.mark.parametrize(("more", "told"), [((), "no games yet"), (("--json",), "[]")])
def test_list_on_a_new_machine_is_empty_and_makes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: tuple[str, ...], told: str
) -> None:
    for state in (tmp_path, tmp_path / "none"):
        assert run(state, "games", *more) == 0
        assert capsys.readouterr() == (f"{told}\n", "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["games show last", "games export last", "score", "replay"])
def test_journal_that_is_not_there_is_told_and_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert run(tmp_path, *command.split()) == 1
    assert "there is no journal here" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_show_tells_players_counts_and_score(
    state: Path, whole: RandomGame, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(state, "games", "show", "2026-11-15") == 0
    shown = capsys.readouterr().out
    assert shown.startswith("2026-11-15-aa: finished\n")
    assert f"{len(whole.moves) + 1} moves, 0 corrections, 1 taken back" in shown
    assert "gray wins with 27 points." in shown
    assert run(state, "games", "show", "last", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["state"], told["players"]) == ("going on", ["yellow", "gray"])
    assert told["counts"] == {"move": 21, "correction": 0, "take_back": 1}
    assert told["winners"] is None


def test_export_is_a_record_that_reads_back(state: Path, whole: RandomGame, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(state, "games", "export", "2026-11-15-aa") == 0
    text = capsys.readouterr().out
    assert text == GAME.format_record(whole.first, whole.moves)
    assert GAME.parse_record(text).entries == whole.moves


def test_export_as_json_holds_all_that_the_journal_does(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(state, "games", "export", "last", "--json") == 0
    exported = json.loads(capsys.readouterr().out)
    assert exported["format"] == 1
    assert [entry["revision"] for entry in exported["journal"]] == list(range(1, 24))
    assert [entry["kind"] for entry in exported["journal"]].count("take_back") == 1
    assert GAME.parse_record(exported["record"]).entries


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("games", "show"), 2, "which game?"),
        (("games", "list", "last"), 2, "takes no game"),
        (("games", "show", "2026-11"), 1, "2 games have ids that begin like this: 2026-11-15-aa, 2026-11-16-bb"),
        (
            ("games", "show", "1999"),
            1,
            "game '1999': not in the journal, and no such file; the newest is 2026-11-16",
        ),
        (("score", "1999"), 1, "not in the journal"),
        (("replay", "1999"), 1, "not in the journal"),
        (("score", "1999.hansa"), 1, "1999.hansa: cannot be read: No such file or directory"),
        (("replay", "--trace", "last"), 65, "has no trace"),
    ],
)
def test_game_that_is_not_there_is_told_in_one_line(
    state: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], code: int, told: str
) -> None:
    assert run(state, *arguments) == code
    printed = capsys.readouterr().err
    assert told in printed
    assert printed.count("\n") == 1


def test_game_that_does_not_fit_is_told_and_exits_65(
    tmp_path: Path, whole: RandomGame, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(tmp_path, "bad", whole._replace(moves=whole.moves[:1] * 30))
    assert run(tmp_path, "score", "bad") == 65
    assert "game bad: entry " in capsys.readouterr().err


def test_damaged_journal_is_told_and_exits_65(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "games.sqlite").write_bytes(b"no database at all" * 100)
    assert run(tmp_path, "games") == 65
    assert capsys.readouterr().err.count("\n") == 1


def test_server_that_is_away_is_told_without_its_password(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "games", "--journal", "redis://:secret@127.0.0.1:1/0") == 1
    told = capsys.readouterr().err
    assert told.startswith("hansa-companion: redis://…@127.0.0.1:1/0: ")
    assert "secret" not in told


# --- score ---


def test_score_of_a_record_and_of_the_journal_are_the_same(
    state: Path, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(state, "score", str(record)) == 0
    from_record = capsys.readouterr().out
    assert run(state, "score", "2026-11-15-aa") == 0
    assert capsys.readouterr().out == from_record
    header, first, second, verdict = from_record.splitlines()
    assert header.split() == ["unsold", "sold", "cities", "total", "booths"]
    assert first.split() == ["gray", "3", "6", "18", "27", "15"]
    assert second.split() == ["yellow", "3", "0", "14", "17", "15"]
    assert verdict == "gray wins with 27 points."


def test_score_as_json_has_the_winner_and_the_verdict(
    state: Path, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(state, "score", str(record), "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["game"], told["over"], told["winners"]) == ("evening.hansa", True, ["gray"])
    assert told["scores"]["gray"]["total"] == 27


def test_score_of_a_game_that_goes_on_is_as_it_stands(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(state, "score", "last") == 0
    assert capsys.readouterr().out.endswith("The game is not over: this is the score as it stands.\n")


def test_record_with_a_byte_order_mark_is_read_like_any(
    state: Path, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record.write_text(record.read_text(encoding="utf-8"), encoding="utf-8-sig")
    assert run(state, "score", str(record)) == 0
    assert "gray wins with 27 points." in capsys.readouterr().out


def test_record_that_cannot_be_read_is_told_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.hansa").write_text("hansa-record 1\nplayers gray mauve\n", encoding="utf-8")
    assert run(tmp_path, "score", str(tmp_path / "bad.hansa")) == 65
    assert "bad.hansa: line 2, column" in capsys.readouterr().err
    (tmp_path / "bad.hansa").write_bytes(b"\xff")
    assert run(tmp_path, "score", str(tmp_path / "bad.hansa")) == 1
    assert "cannot be read: not UTF-8 text" in capsys.readouterr().err


# --- replay ---


def test_replay_prints_every_step_and_the_score(
    state: Path, record: Path, whole: RandomGame, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(state, "replay", str(record), "--all") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"evening.hansa: yellow, gray; {len(whole.moves)} steps"
    assert lines[15].split() == ["15", "gray", "place", "reval"]
    assert "  gray    buy yellow2   (pay gray bank 1 buy)" in "\n".join(lines)
    assert lines[-1] == "gray wins with 27 points."


def test_replay_of_the_journal_leaves_out_what_was_taken_back(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(state, "replay", "last") == 0
    assert capsys.readouterr().out.startswith("2026-11-16-bb: yellow, gray; 20 steps\n")


def test_replay_as_json_gives_the_state_after_each_step(
    state: Path, whole: RandomGame, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(state, "replay", "2026-11-15-aa", "--json") == 0
    steps = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [step["step"] for step in steps] == list(range(len(whole.moves) + 1))
    assert steps[-1]["state"] == GAME.format_state(whole.last)
    assert steps[1]["entry"] == GAME.format_entry(whole.moves[0])


def test_replay_on_a_terminal_waits_for_each_step(
    state: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["", "", "q"])
    asked: list[str] = []

    def answer(prompt: str) -> str:
        asked.append(prompt)
        return next(answers)

    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert run(state, "replay", "last") == 0
    assert [line.split()[0] for line in asked] == ["1", "2", "3"]
