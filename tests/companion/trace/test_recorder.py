"""The raw trace: a game can be had again from what its sensors reported, and a difference is found."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.assembly.game_parts import load_game
from companion.assembly.stores import make_traces
from companion.cli import main
from companion.games.game import Json
from companion.journal.journal import Unavailable
from companion.journal.sqlite import SqliteJournal
from companion.running.resume import lines_of
from companion.table.belief import Belief, Whereabouts
from companion.table.dialog import CLOSE, Choice, Menu, Notice, fingerprint
from companion.table.intents import Button, Choose, GiveUp, Intent, LetPhones, NamePlayers, Play, Press, TakeBack
from companion.table.screen import Row
from companion.trace.player import TraceError, retrace, same_position
from companion.trace.recorder import PRELUDE_LINES, format_belief, format_event, parse_belief, parse_event
from companion.words.say import say
from hardware.ports import (
    ButtonHeld,
    ButtonPressed,
    ButtonReleased,
    Crowded,
    Event,
    Health,
    HealthChanged,
    TagLeft,
    TagRested,
)
from hardware.trouble import quoted
from tests.kit import hansa
from tests.kit.companion import TAGS, Companion, start
from tests.kit.lean import configured

EVENTS: tuple[Event, ...] = (
    TagRested(3.5, "pad", "04a1b2c3d4e580"),
    TagRested(3.5, "pad", "04a1b2c3d4e580", ("04a1b2c3d4e581", "04a1b2c3d4e582")),
    TagLeft(3.5, "city.riga", "deadbeef"),
    Crowded(3.5, "pad", True),
    ButtonPressed(3.5, "ok"),
    ButtonHeld(3.5, "end"),
    ButtonReleased(3.5, "end"),
    HealthChanged(3.5, "screen", Health.DEGRADED, quoted("gone"), quoted("plug it in")),
)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_event_is_read_back_from_its_line(event: Event) -> None:
    line = json.loads(json.dumps(format_event(event)))
    assert line["t"] == 3.5
    assert parse_event(line) == event


@pytest.mark.parametrize(
    "line", [{"t": 1}, {"t": 1, "on": "Tag"}, {"t": 1, "on": "ButtonPressed"}, {"t": 1, "on": "Crowded", "source": "p"}]
)
def test_line_that_is_no_event_is_refused(line: Json) -> None:
    with pytest.raises(ValueError, match="not an event"):
        parse_event(line)


@given(st.dictionaries(st.text(), st.from_type(Whereabouts)))
def test_belief_is_read_back_with_all_that_is_known_of_each_piece(pieces: dict[str, Whereabouts]) -> None:
    belief = Belief(pieces)
    assert parse_belief(json.loads(json.dumps(format_belief(belief)))) == belief


# --- whole games ---


def traced(state: Path, game_id: str) -> list[Json]:
    return list(make_traces(configured(state)).read(game_id).events)


def verdict(state: Path, game_id: str) -> str:
    """Play a trace back; return the first difference, or nothing."""
    config = configured(state)
    journal = SqliteJournal(config.journal)
    journal.open()
    entries = lines_of(journal.read(game_id))
    journal.close()
    game_table = load_game(config).game_table
    retraced = retrace(game_table, traced(state, game_id), entries)
    if not retraced.difference:
        assert retraced.last == entries[-1][0]
        assert same_position(game_table, retraced.kept, entries)
    return retraced.difference


@pytest.mark.slow
@settings(max_examples=12)
@given(seed=st.integers(0, 2**32))
def test_game_comes_about_again_from_its_trace(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    state = tmp_path_factory.mktemp("state")
    companion = start(state)
    companion.begin_game()
    companion.wander(seed, 150)
    game_id = companion.daemon.game_id
    companion.close()
    assert verdict(state, game_id) == ""


def test_game_comes_about_again_over_restarts(tmp_path: Path) -> None:
    companion = start(tmp_path)
    companion.begin_game()
    game_id = companion.daemon.game_id
    for seed in range(3):
        companion.press("ok", "ok")
        companion.wander(seed, 60)
        companion.close()
        companion = start(tmp_path)
        assert companion.daemon.game_id == game_id
        companion.press("ok")
    companion.close()
    assert sum("boot" in line for line in traced(tmp_path, game_id)) == 3
    assert verdict(tmp_path, game_id) == ""


def test_call_for_help_comes_about_again(tmp_path: Path) -> None:
    companion = start(tmp_path, journal="unix:///nowhere.sock")  # a server, be it away or not, can carry a call
    companion.begin_game()
    game_id = companion.daemon.game_id
    while companion.daemon.table.dialog.name != "home":
        companion.press("ok")
    companion.press("back", "up", "ok", "ok")
    companion.wander(7, 60)
    companion.close()
    assert verdict(tmp_path, game_id) == ""


def test_menu_without_phones_is_walked_through_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANSA_PHONES", "no")
    companion = start(tmp_path)
    companion.begin_game()
    game_id = companion.daemon.game_id
    companion.press("ok", "ok", "back", *["down"] * 9, "ok", "down", "ok")  # a new game, one line sooner than usual
    assert companion.daemon.table.kept.history is None
    companion.close()
    monkeypatch.delenv("HANSA_PHONES")
    assert verdict(tmp_path, game_id) == ""


def test_what_is_told_from_outside_the_game_comes_about_again_without_its_words(tmp_path: Path) -> None:
    companion = start(tmp_path)
    companion.begin_game()
    daemon, game_id = companion.daemon, companion.daemon.game_id
    while daemon.table.dialog.name != "home":
        companion.press("ok")
    title = Row(say("PIN 123 456"))
    daemon.tell(Notice(title, (), name="phones"))
    daemon.tell(Menu(title, (Choice(say("on"), LetPhones(True)), Choice(say("off"), CLOSE)), name="phones?"))
    companion.press("down", "ok", "ok", "ok", "ok")  # off; the notice is read; a marker's colour and barrels
    assert daemon.table.kept.history
    assert daemon.table.kept.history.steps
    companion.close()
    assert "123" not in str([line for line in traced(tmp_path, game_id) if "told" in line])
    assert verdict(tmp_path, game_id) == ""


def test_each_game_of_an_evening_has_a_trace_of_its_own(tmp_path: Path) -> None:
    companion = start(tmp_path)
    games = []
    for number in range(3):
        # Whatever lies on a reader goes on lying there when the next game begins.
        companion.tell(TagRested(1.0, "city.lubeck", TAGS[f"booth.gray.0{number + 5}"]))
        companion.begin_game()
        games.append(companion.daemon.game_id)
        companion.wander(number, 40)
        if companion.daemon.game_id == games[-1]:
            _abort(companion)
    companion.close()
    assert len(set(games)) == 3
    for game_id in games:
        lines = traced(tmp_path, game_id)
        assert "start" in lines[0]
        assert verdict(tmp_path, game_id) == ""
    assert lines[0]["start"]["belief"]["booth.gray.05"][:2] == ["city.lubeck", "seen"]


def _abort(companion: Companion) -> None:
    companion.daemon.post(GiveUp())
    companion.daemon.work()


def test_what_a_page_does_comes_about_again(tmp_path: Path) -> None:
    companion = start(tmp_path)
    companion.begin_game()
    daemon, game = companion.daemon, hansa.RULES

    def post(intent: Intent) -> None:
        daemon.post(intent)
        daemon.work()

    companion.press("ok", "ok")  # what to lay out
    refused = game.parse_entry({"type": "sail", "to": "riga"})
    post(Play(refused, is_shown=True))
    post(Choose("", 0))  # reads the refusal away
    post(Choose(fingerprint(daemon.table.dialog), 1))
    post(Choose("no such dialog", 1))
    post(Press(Button.DOWN, 1.0))
    post(Press(Button.OK, 1.1))
    post(Press(Button.BACK, 1.2, is_held=True))
    post(Play(refused))
    post(NamePlayers((("gray", "Anna"),), (("yellow", "simple"),)))
    post(NamePlayers((("gray", "yellow"),)))
    for _ in range(2):
        assert daemon.table.kept.history
        post(Play(next(iter(game.legal_moves(daemon.table.kept.history.position)))))
        post(TakeBack())
    companion.press("ok", "ok", "ok")
    game_id = daemon.game_id
    assert daemon.revision > 3
    companion.close()
    posted = [line["posted"]["do"] for line in traced(tmp_path, game_id) if "posted" in line]
    # One line each, and none for what was stale or refused, such as taking back a marker that was seen.
    assert posted == ["play", "choose", "choose", "press", "press", "press", "name", "play", "play"]
    assert verdict(tmp_path, game_id) == ""


def test_deed_that_nobody_does_is_refused(tmp_path: Path) -> None:
    _, lines = recorded(tmp_path)
    with pytest.raises(TraceError, match="cannot be read"):
        retrace(load_game(configured(tmp_path)).game_table, [lines[0], {"posted": {"do": "kick"}}])


def test_move_that_could_not_be_kept_is_not_kept_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    companion = start(tmp_path)
    append_all = SqliteJournal.append_all
    full = Random(5)

    def sometimes(*given: object, **named: object) -> object:
        if full.random() < 0.3:
            raise Unavailable(quoted("the disk is full"), quoted("free some space"))
        return append_all(*given, **named)  # type: ignore[arg-type]

    companion.begin_game()
    monkeypatch.setattr(SqliteJournal, "append_all", sometimes)
    companion.wander(11, 120)
    game_id = companion.daemon.game_id
    companion.close()
    monkeypatch.undo()
    assert any("not_kept" in line for line in traced(tmp_path, game_id))
    assert verdict(tmp_path, game_id) == ""


def recorded(tmp_path: Path) -> tuple[str, list[Json]]:
    companion = start(tmp_path)
    companion.begin_game()
    companion.press("ok", "ok", "ok", "ok", "ok", "ok", "down", "ok", "ok")
    companion.close()
    return companion.daemon.game_id, traced(tmp_path, companion.daemon.game_id)


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        (lambda lines: [line for line in lines if line.get("source") != "down"], "and comes about as"),
        (lambda lines: [line for line in lines if line.get("kept") != 2], "comes about, and was never kept"),
        (lambda lines: [line for line in lines if line.get("source") != "ok"], "which does not come about again"),
        (lambda lines: [line for line in lines if "on" not in line], "entry 1 (setup) was kept, but nothing led to it"),
        (lambda lines: [{**line, "kept": 9} if line.get("kept") == 2 else line for line in lines], "entry 9 (move)"),
    ],
)
def test_difference_is_found(tmp_path: Path, change: object, difference: str) -> None:
    _, lines = recorded(tmp_path)
    assert callable(change)
    found = retrace(load_game(configured(tmp_path)).game_table, change(lines)).difference
    assert difference in found


def test_trace_without_its_older_half_goes_on_from_the_journal(tmp_path: Path) -> None:
    companion = start(tmp_path)
    companion.begin_game()
    companion.press("ok", "ok", "ok", "ok")
    companion.close()
    companion = start(tmp_path)
    companion.press("ok", "ok", "ok", "ok")
    game_id, last = companion.daemon.game_id, companion.daemon.revision
    companion.close()
    lines = traced(tmp_path, game_id)[4:]
    config = configured(tmp_path)
    journal = SqliteJournal(config.journal)
    journal.open()
    entries = lines_of(journal.read(game_id))
    journal.close()
    game_table = load_game(config).game_table
    retraced = retrace(game_table, lines, entries)
    assert retraced.difference == ""
    assert 0 < retraced.first < retraced.last == last
    with pytest.raises(TraceError, match="not in the journal"):
        retrace(game_table, lines)
    with pytest.raises(TraceError, match="no beginning"):
        retrace(game_table, [line for line in lines if "boot" not in line], entries)


def test_trace_of_another_format_or_with_odd_lines_is_refused(tmp_path: Path) -> None:
    _, lines = recorded(tmp_path)
    game_table = load_game(configured(tmp_path)).game_table
    with pytest.raises(TraceError, match="format 2; this version knows 1"):
        retrace(game_table, [{**lines[0], "start": {**lines[0]["start"], "format": 2}}])
    with pytest.raises(TraceError, match="cannot be read"):
        retrace(game_table, [lines[0], {"t": 1, "on": "Wind"}])


@pytest.mark.slow
def test_too_much_before_a_game_is_said_to_be_lost(tmp_path: Path) -> None:
    companion = start(tmp_path)
    companion.tell(*[HealthChanged(1.0, "pad", Health.GOOD)] * (PRELUDE_LINES + 5))
    companion.begin_game()
    companion.close()
    with pytest.raises(TraceError, match="too much to keep"):
        verdict(tmp_path, companion.daemon.game_id)


def test_trace_is_private_and_named_after_its_game(tmp_path: Path) -> None:
    game_id, _ = recorded(tmp_path)
    folder = tmp_path / "traces"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700, "tags identify the owner's pieces"
    assert [path.name for path in folder.iterdir()] == [f"{game_id}.trace"]


def test_no_trace_is_written_where_none_is_wanted(tmp_path: Path) -> None:
    (tmp_path / "hansa.toml").write_text("format = 1\n[trace]\nkeep = false\n", encoding="utf-8")
    companion = start(tmp_path)
    companion.begin_game()
    companion.close()
    assert list((tmp_path / "traces").iterdir()) == []


# --- the command ---


def test_command_says_that_a_game_is_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game_id, _ = recorded(tmp_path)
    assert main(["replay", "--trace", "last", "--state", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"{game_id}: ")
    assert printed.endswith("same position as the journal's\n")
    assert main(["replay", "--trace", "last", "--json", "--state", str(tmp_path)]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["same"], report["is_whole"], report["in_journal"], report["first"]) == (True, True, True, 0)


def test_command_reads_a_file_and_says_what_is_different(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, lines = recorded(tmp_path)
    changed = [line for line in lines if line.get("source") != "down"]
    file = tmp_path / "bug.trace"
    file.write_text("".join(f"{n} {json.dumps(line)}\n" for n, line in enumerate(changed, 1)), encoding="utf-8")
    assert main(["replay", "--trace", str(file), "--state", str(tmp_path / "empty")]) == 1
    assert "\ndifferent: entry 4 (move) was kept as" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("x.txt", "", "a trace is a file that ends in .trace"),
        ("x.trace", "", "has no trace"),
        ("x.trace", '1 {"t": 1}\n', "the trace has no beginning"),
    ],
)
def test_file_that_is_no_trace_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, told: str
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert main(["replay", "--trace", str(tmp_path / name), "--state", str(tmp_path)]) == 65
    printed = capsys.readouterr().err
    assert told in printed
    assert printed.count("\n") == 1


def test_trace_file_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bug.trace"
    assert main(["replay", "--trace", str(file), "--state", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"hansa-companion: {file}: cannot be read: No such file or directory\n"


def test_names_of_the_last_game_come_about_again_in_the_next(tmp_path: Path) -> None:
    companion = start(tmp_path)
    companion.begin_game()
    companion.daemon.post(NamePlayers((("gray", "Anna"),)))
    companion.daemon.work()
    _abort(companion)
    companion.begin_game()
    game_id = companion.daemon.game_id
    assert dict(companion.daemon.table.kept.people.names) == {"gray": "Anna"}
    companion.close()
    assert verdict(tmp_path, game_id) == ""
    companion = start(tmp_path)  # and after a start
    _abort(companion)
    companion.close()
    companion = start(tmp_path)
    assert companion.daemon.table.kept.history is None
    assert dict(companion.daemon.table.kept.people.names) == {"gray": "Anna"}
    companion.begin_game()
    game_id = companion.daemon.game_id
    companion.close()
    assert verdict(tmp_path, game_id) == ""
