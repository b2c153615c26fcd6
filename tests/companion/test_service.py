"""The life of a companion: first screen, resume, trouble, good-bye."""

from __future__ import annotations

import json
import logging
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.commands.command import UserError
from companion.compose import Composed, may_let_phones_in, translator
from companion.config import Config
from companion.daemon import QUEUE
from companion.devices import configured_kit, simulated_devices, simulated_table
from companion.display.draw import draw
from companion.games import GAMES
from companion.hansa import boards
from companion.hansa.boards import load_board, shipped_board
from companion.journal.journal import Damage, Damaged, Kind, Unavailable
from companion.journal.sqlite import SqliteJournal
from companion.resuming import CannotResume, resume
from companion.retracing import retrace_game
from companion.service import Service
from companion.statefolder import StateLock
from companion.table import standing
from companion.table.dialog import Command, Notice
from hardware.ports import ButtonPressed, Frame, Health, Pattern
from tests.companion.lean_rig import BOARD, WatchedScreen, configured, devices_with
from tests.companion.rig import Companion, start

AT = "2026-11-16T20:00:00+00:00"


# --- the first screen ---

FIRST_SCREEN = """
import json, sys
from pathlib import Path
from tests.companion.lean_rig import WatchedScreen, configured, devices_with
from companion.service import Service

modules = []
config = configured(Path(sys.argv[1]))
screen = WatchedScreen(lambda frame: modules.append(sorted(sys.modules)))
service = Service(config, devices_with(config, screen), asks=False)
service.start()
modules.append(sorted(sys.modules))
service.close()
print(json.dumps([modules[0], modules[-1]]))
"""


def test_first_screen_comes_before_anything_slow_is_loaded(tmp_path: Path) -> None:
    answer = subprocess.run(
        [sys.executable, "-c", FIRST_SCREEN, str(tmp_path)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    before, after = map(set, json.loads(answer.stdout))
    early = ("companion.hansa", "companion.daemon", "companion.journal", "companion.table.table", "sqlite3")
    assert [name for name in before if name.startswith(early)] == []
    never = {"redis", "starlette", "uvicorn", "PIL", "luma", "gpiozero", "serial", "mfrc522", "asyncio", "unittest"}
    assert {name.partition(".")[0] for name in after} & never == set()
    assert {"companion.daemon", "companion.hansa.table.hansatable", "sqlite3"} <= after


def test_screen_is_opened_once_and_shows_words_before_the_table(tmp_path: Path) -> None:
    frames: list[Frame] = []
    config = configured(tmp_path)
    screen = WatchedScreen(frames.append)
    service = Service(config, devices_with(config, screen), asks=False)
    composed = service.start()
    assert composed
    assert screen.opened == 1
    assert len(frames) == 2
    assert any(frames[0].pages)
    assert composed.daemon.scene
    assert frames[1] == draw(composed.daemon.scene.screen)
    service.close()
    assert screen.closed >= 1


def test_what_the_screen_reports_early_reaches_the_daemon(tmp_path: Path) -> None:
    config = configured(tmp_path)
    table = simulated_table(configured_kit(config))
    table.unplug_screen()
    service = Service(config, simulated_devices(table), asks=False)
    composed = service.start()
    assert composed
    composed.daemon.work()
    assert composed.daemon.table.faults["screen"].health is Health.DEGRADED
    assert composed.daemon.health["screen"] is Health.DEGRADED
    service.close()


# --- the game goes on ---


def test_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    companion = start(tmp_path)
    companion.begin_game()
    companion.press("ok", "ok", "ok", "ok", "ok", "ok")
    game_id, revision, kept = companion.daemon.game_id, companion.daemon.revision, companion.daemon.table.kept
    assert revision > 2
    companion.close()
    again = start(tmp_path)
    assert (again.daemon.game_id, again.daemon.revision, again.daemon.table.kept) == (game_id, revision, kept)
    again.press("ok", "ok", "ok")
    assert again.daemon.revision > revision
    again.close()


KILLED = """
import os, signal, sys
from pathlib import Path
from tests.companion.rig import start
companion = start(Path(sys.argv[1]))
companion.begin_game()
companion.daemon.watch(lambda daemon: print(daemon.game_id, daemon.revision, flush=True))
companion.press("ok", "ok", "ok", "ok", "ok", "ok", "ok", "ok")
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_everything_shown_is_there_after_the_process_was_killed(tmp_path: Path) -> None:
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path)], cwd=Path(__file__).parents[2], capture_output=True, text=True
    )
    assert killed.returncode == -9, killed.stderr
    game_id, shown = killed.stdout.split()[-2:]
    again = start(tmp_path)
    assert (again.daemon.game_id, again.daemon.revision) == (game_id, int(shown))
    again.close()


def test_new_game_leaves_the_one_before_as_it_is(tmp_path: Path) -> None:
    companion = start(tmp_path)
    companion.begin_game()
    first = companion.daemon.game_id
    companion.close()
    companion = start(tmp_path, begins_anew=True)
    assert companion.daemon.game_id == ""
    companion.begin_game()
    second = companion.daemon.game_id
    companion.close()
    companion = start(tmp_path)
    assert companion.daemon.game_id == second != first
    companion.close()


def test_game_that_has_ended_is_not_gone_on_with(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "j.sqlite")
    journal.open()
    assert resume(journal, GAMES["hansa"]).game_id == ""
    game = GAMES["hansa"]
    first = game.new({"players": ["gray", "white"], "start": "gray", "goods": ["blue", "brown", "green", "pink"]})
    journal.create("one", "hansa", "", AT)
    assert resume(journal, game).game_id == ""  # created, and cut off before its set-up
    journal.append("one", 1, Kind.SETUP, {"game": "hansa", "position": game.format_position(first)}, AT)
    assert resume(journal, game)[:2] == ("one", 1)
    journal.append("one", 2, Kind.ABORTED, {}, AT)
    assert resume(journal, game).game_id == ""
    journal.close()


def write_bad_game(state: Path, game: str = "hansa") -> bytes:
    """Keep a game whose second entry nobody could have made; give the file's content."""
    rules = GAMES["hansa"]
    first = rules.new({"players": ["gray", "white"], "start": "gray", "goods": ["blue", "brown", "green", "pink"]})
    journal = SqliteJournal(state / "games.sqlite")
    journal.open()
    journal.create("bad", game, "", AT)
    journal.append("bad", 1, Kind.SETUP, {"game": "hansa", "position": rules.format_position(first)}, AT)
    journal.append("bad", 2, Kind.MOVE, {"entry": {"type": "sail", "to": "riga"}}, AT)
    journal.close()
    return (state / "games.sqlite").read_bytes()


def test_game_that_does_not_fit_stops_with_a_clear_word_and_stays_as_it_is(tmp_path: Path) -> None:
    content = write_bad_game(tmp_path)
    with pytest.raises(CannotResume, match=r"game bad: entry 2 \(move\) does not fit: .*; it is kept as it is") as told:
        start(tmp_path)
    assert told.value.code == 65
    assert (tmp_path / "games.sqlite").read_bytes() == content
    companion = start(tmp_path, begins_anew=True)
    companion.begin_game()
    companion.close()


def test_game_of_other_rules_is_not_taken_for_one_of_these(tmp_path: Path) -> None:
    write_bad_game(tmp_path, "teutonica")
    with pytest.raises(CannotResume, match="game bad is one of teutonica, and this table plays hansa"):
        start(tmp_path)


def test_damaged_game_stops_with_a_clear_word_and_stays_as_it_is(tmp_path: Path) -> None:
    companion = start(tmp_path)
    companion.begin_game()
    companion.press("ok", "ok", "ok", "ok")
    companion.close()
    with sqlite3.connect(tmp_path / "games.sqlite") as connection:
        connection.execute("UPDATE entries SET payload = '{}' WHERE revision = 2")
    connection.close()
    with pytest.raises(CannotResume, match=r"is damaged after 1 good entries: .*; it is kept as it is"):
        start(tmp_path)


def test_file_that_is_no_journal_stops_with_a_clear_word(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").write_bytes(b"no database at all" * 100)
    with pytest.raises(UserError, match=r"games\.sqlite") as told:
        start(tmp_path)
    assert told.value.code == 65
    assert not isinstance(told.value, CannotResume)


def test_second_companion_on_the_same_games_is_refused(tmp_path: Path) -> None:
    first = start(tmp_path)
    with pytest.raises(UserError, match="another companion is running here"):
        start(tmp_path)
    first.close()
    start(tmp_path).close()


def test_games_locked_with_sudo_stay_open_to_the_service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    owners: list[tuple[int, int]] = []
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("os.fchown", lambda _, uid, gid: owners.append((uid, gid)))
    StateLock(tmp_path).release()
    assert owners == [(tmp_path.stat().st_uid, tmp_path.stat().st_gid)]


# --- trouble, in real time ---


class Live:
    """A companion that runs by itself, and whose screen tells what it shows."""

    def __init__(self, state: Path, *, board: str = str(BOARD), **given: object) -> None:
        self.config: Config = configured(state, board=board)
        self.table = simulated_table(configured_kit(self.config))
        self.frames: list[Frame] = []
        self.news = threading.Condition()
        screen = WatchedScreen(self._shown)
        devices = simulated_devices(self.table)._replace(screen=screen)
        self.service = Service(self.config, devices, retry_s=0.01, farewell_s=0.0, **given)  # type: ignore[arg-type]
        self.error: BaseException | None = None
        self.thread = threading.Thread(target=self._serve)

    def _shown(self, frame: Frame) -> None:
        with self.news:
            self.frames.append(frame)
            self.news.notify_all()

    def _serve(self) -> None:
        try:
            self.service.serve()
        except UserError as error:
            self.error = error

    def begin(self, frames: int) -> None:
        """Start, and wait until so many frames were shown."""
        self.thread.start()
        self.wait(frames)

    def wait(self, frames: int) -> None:
        with self.news:
            assert self.news.wait_for(lambda: len(self.frames) >= frames or not self.thread.is_alive(), timeout=30)

    def end(self) -> None:
        self.service.stop()
        self.thread.join(timeout=30)
        assert not self.thread.is_alive()


def test_stop_says_good_bye_on_screen_and_lamps(tmp_path: Path) -> None:
    live = Live(tmp_path)
    shown: list[dict[str, Pattern]] = []
    live.service._devices.lamps.show = lambda scene: shown.append(  # type: ignore[method-assign]
        {name: light.pattern for name, light in scene.items()}
    )
    live.begin(2)
    live.end()
    assert live.error is None
    assert len(live.frames) == 3
    assert live.frames[2] not in live.frames[:2]
    assert shown[-1] == dict.fromkeys(configured_kit(live.config).lamp_names, Pattern.FLICKER)
    start(tmp_path).close()  # the folder is free again


def test_journal_that_cannot_be_opened_is_told_and_tried_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "games.sqlite").mkdir()  # in the way of the file
    live = Live(tmp_path)
    with caplog.at_level(logging.ERROR):
        live.begin(3)
    assert live.service.composed is None
    assert live.frames[1] != live.frames[0]
    assert "cannot be opened" in caplog.text
    (tmp_path / "games.sqlite").rmdir()
    with live.news:
        assert live.news.wait_for(lambda: live.frames[-1] != live.frames[1], timeout=30)
    live.end()
    assert live.error is None
    assert (tmp_path / "games.sqlite").is_file()


def test_stop_while_the_journal_is_awaited_ends_it(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").mkdir()
    live = Live(tmp_path)
    live.begin(2)
    live.end()
    assert live.error is None


def test_journal_that_does_not_answer_whether_there_was_a_game_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real, answers = SqliteJournal.ids, iter([Unavailable("the journal is locked", "close the other program")])

    def ids(journal: SqliteJournal) -> tuple[str, ...]:
        for error in answers:
            raise error
        return real(journal)

    monkeypatch.setattr(SqliteJournal, "ids", ids)
    live = Live(tmp_path, board="", begins_anew=True)
    live.begin(3)
    assert "the journal is locked" in caplog.text
    assert live.service.composed
    assert live.service.composed.daemon.table.asks_board
    live.end()
    assert live.error is None


def test_journal_too_damaged_to_say_whether_there_was_a_game_stops_with_a_clear_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ids(_: SqliteJournal) -> tuple[str, ...]:
        raise Damaged(Damage("", 0, "the file is torn"))

    monkeypatch.setattr(SqliteJournal, "ids", ids)
    with pytest.raises(UserError, match="the file is torn") as told:
        start(tmp_path, board="", begins_anew=True)
    assert told.value.code == 65
    assert not isinstance(told.value, CannotResume), "nothing that a new game would mend"


def test_ok_at_the_table_begins_another_game_beside_one_that_does_not_fit(tmp_path: Path) -> None:
    write_bad_game(tmp_path)
    live = Live(tmp_path)
    live.begin(2)
    while live.thread.is_alive() and len(live.frames) < 3:
        live.table.press("ok")
        live.table.release("ok")
        with live.news:
            live.news.wait(timeout=0.05)
    assert live.service.composed
    assert live.service.composed.daemon.game_id == ""
    live.end()
    assert live.error is None


def test_stop_instead_of_ok_ends_with_the_clear_word(tmp_path: Path) -> None:
    write_bad_game(tmp_path)
    live = Live(tmp_path)
    live.begin(2)
    live.end()
    assert isinstance(live.error, CannotResume)


# --- what players ask for beyond moves ---


def test_language_chosen_at_the_table_is_spoken_and_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    companion = start(tmp_path)
    companion.daemon._on_command(Command("language", "it"))
    assert (tmp_path / "language").read_text(encoding="utf-8") == "it\n"
    assert configured(tmp_path).language == "it"
    shown = companion.daemon.shown
    companion.daemon.speak(lambda template: f"{template}!")
    assert companion.daemon.shown == shown + 1
    companion.close()


def first_start(state: Path) -> Companion:
    return start(state, board="")


def test_board_is_asked_about_at_the_first_start_and_never_again_once_it_is_right(tmp_path: Path) -> None:
    companion = first_start(tmp_path)
    assert companion.daemon.table.asks_board
    companion.press("ok")
    assert not companion.daemon.table.asks_board
    companion.close()
    assert load_board(tmp_path / "board.toml") == shipped_board()
    companion = first_start(tmp_path)
    assert not companion.daemon.table.asks_board
    companion.close()


def test_board_is_not_asked_about_once_there_was_a_game_whose_trace_knows_of_the_question(tmp_path: Path) -> None:
    companion = first_start(tmp_path)
    companion.press("back")
    companion.begin_game()
    name = companion.daemon.game_id
    companion.close()
    assert retrace_game(companion.config, name).is_same
    companion = start(tmp_path, board="", begins_anew=True)
    assert not companion.daemon.table.asks_board
    companion.close()


def test_board_is_asked_about_again_where_the_disk_does_not_keep_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(boards, "save_board", full)
    companion = first_start(tmp_path)
    companion.press("ok")
    assert not companion.daemon.table.asks_board, "the players go on"
    assert "the board cannot be kept: No space left on device" in caplog.text
    companion.close()
    companion = first_start(tmp_path)
    assert companion.daemon.table.asks_board
    companion.close()


def test_shut_down_at_the_table_stops_the_companion(tmp_path: Path) -> None:
    companion = start(tmp_path)
    companion.daemon._on_command(Command("shut down"))
    assert companion.service.is_shutting_down
    companion.daemon.run()  # ends at once
    companion.close()


def test_players_are_called_by_their_configured_names() -> None:
    translate = translator("en", {"gray": "Anna"})
    assert (translate("Gray"), translate("White"), translate("Sail where?")) == ("Anna", "White", "Sail where?")


def test_marks_tell_when_each_part_last_got_on(tmp_path: Path) -> None:
    companion = start(tmp_path)
    daemon = companion.daemon
    now = 0.0

    def clock() -> float:
        return now

    daemon._clock = clock
    now = 5.0
    companion.press("down")
    assert (daemon.marks.readers, daemon.marks.display, daemon.marks.journal) == (5.0, 5.0, 0.0)
    companion.press("up")
    now = 7.0
    companion.begin_game()
    assert daemon.marks.journal == 7.0
    daemon.stop()
    now = 9.0
    daemon.run()
    assert daemon.marks.engine == 9.0
    companion.close()


def test_shut_down_is_not_lost_in_a_full_queue(tmp_path: Path) -> None:
    companion = start(tmp_path)
    for _ in range(QUEUE + 3):
        companion.daemon.put(ButtonPressed(1.0, "down"))
    assert companion.daemon.dropped >= 3
    companion.daemon.stop()
    companion.daemon.run()  # ends, with everything handled
    assert companion.daemon._events.empty()
    companion.close()


def test_trouble_is_over_once_a_move_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise Unavailable("the disk is full", "free some space")

    companion = start(tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(SqliteJournal, "create", full)
        companion.press("ok", "ok", "ok", "ok", "ok")
    assert companion.daemon.trouble == "the disk is full"
    assert companion.daemon.game_id == ""
    companion.press("ok", "ok")  # read the refusal, then the same choice again
    assert companion.daemon.game_id
    assert companion.daemon.trouble == ""
    companion.close()


def test_game_is_played_while_the_server_of_the_copy_is_away(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        companion = start(tmp_path, journal="redis://:secret@127.0.0.1:1/0")
        companion.begin_game()
        assert companion.daemon.revision == 1
        companion.close()
    assert "the copy of the journal is away" in caplog.text
    assert "secret" not in caplog.text
    again = start(tmp_path)
    assert again.daemon.game_id == companion.daemon.game_id
    again.close()


# --- what lives beside the daemon ---


class Lodger:
    """Something beside the daemon that notes what happens to it."""

    def __init__(self, *, fails: bool = False) -> None:
        self.fails = fails
        self.notes: list[str] = []
        self.news = threading.Event()

    def make(self, composed: Composed) -> Lodger:
        assert composed.daemon.scene, "the table is shown first"
        self.notes.append("made")
        return self

    def open(self) -> None:
        self.notes.append("open")
        self.news.set()
        if self.fails:
            raise OSError("the port is taken")

    def close(self) -> None:
        self.notes.append("close")

    def obey(self, command: Command) -> None:
        self.notes.append(command.name)


def test_lodger_opens_after_the_table_and_gets_the_commands_that_are_left(tmp_path: Path) -> None:
    lodger = Lodger()
    live = Live(tmp_path, make_beside=lodger.make)
    live.begin(2)
    assert lodger.news.wait(30)
    assert live.service.composed
    live.service.composed.daemon.put(lambda _: Command("phones"))
    live.service.composed.daemon.put(lambda _: Command("shut down"))
    live.thread.join(30)
    assert live.error is None
    assert lodger.notes == ["made", "open", "phones", "close"]


def test_lodger_that_fails_costs_the_players_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    lodger = Lodger(fails=True)
    live = Live(tmp_path, make_beside=lodger.make)
    live.begin(2)
    assert lodger.news.wait(30)
    assert live.service.composed
    live.service.composed.daemon.put(lambda _: Command("phones"))
    live.end()
    assert live.error is None
    assert lodger.notes == ["made", "open", "close"]
    assert "the port is taken" in caplog.text


@pytest.mark.parametrize(
    ("serve", "has_lodger", "told"),
    [
        (False, False, standing.NO_PAGE),
        (False, True, standing.NO_PAGE),
        (True, False, standing.PAGE_AWAY),
    ],
)
def test_players_who_want_phones_are_told_that_there_is_no_page(
    tmp_path: Path, serve: bool, has_lodger: bool, told: Notice
) -> None:
    companion = first_start(tmp_path)
    service = companion.service
    service._config = replace(service._config, web=service._config.web._replace(serve=serve))
    lodger = Lodger()
    service._beside = lodger if has_lodger else None
    companion.press("down", "down", "ok")
    assert companion.daemon.table.dialog.name == "differs"
    companion.press("ok")
    assert companion.daemon.table.dialog == told
    assert lodger.notes == (["phones"] if has_lodger else [])
    companion.press("ok")
    assert companion.daemon.table.asks_board
    companion.daemon._on_command(Command("phones", "off"))
    assert companion.daemon.table.dialog.name == standing.YOUR_BOARD
    companion.close()


@pytest.mark.parametrize(("bind", "let_in"), [("127.0.0.1", False), ("0.0.0.0", True)])
def test_phones_that_the_installer_keeps_out_are_let_in_by_the_configuration_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bind: str, let_in: bool
) -> None:
    config = configured(tmp_path)
    assert may_let_phones_in(config, {})
    assert may_let_phones_in(config, {"HANSA_PHONES": str(tmp_path / "phones")})
    config = replace(config, web=config.web._replace(bind=bind))
    assert may_let_phones_in(config, {"HANSA_PHONES": "no"}) is let_in
    monkeypatch.setenv("HANSA_PHONES", "no")
    companion = first_start(tmp_path)
    companion.press("down", "down", "ok", "ok")
    assert companion.daemon.table.dialog == standing.KEPT_OUT
    companion.close()


def test_lodger_that_is_made_when_all_is_over_is_closed_and_never_opened(tmp_path: Path) -> None:
    lodger, may_go_on, is_over = Lodger(), threading.Event(), threading.Event()

    def make(composed: Composed) -> Lodger:
        assert may_go_on.wait(90)
        return lodger.make(composed)

    def close() -> None:
        lodger.notes.append("close")
        is_over.set()

    lodger.close = close  # type: ignore[method-assign]  # to be told when
    live = Live(tmp_path, make_beside=make)
    live.begin(2)
    live.end()
    may_go_on.set()
    assert is_over.wait(90)
    assert lodger.notes == ["made", "close"]


class Handover:
    """A lock that, once all is over, lets something happen as soon as it is free."""

    def __init__(self, is_over: Callable[[], bool], then: Callable[[], None]) -> None:
        self._lock, self._is_over, self._then = threading.Lock(), is_over, then

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        happens = threading.current_thread().name != "beside" and self._is_over()
        self._lock.release()
        if happens:
            self._then()


def test_lodger_that_is_made_in_the_moment_of_the_end_is_closed_once(tmp_path: Path) -> None:
    lodger, may_go_on = Lodger(), threading.Event()
    makers: list[threading.Thread] = []

    def make(composed: Composed) -> Lodger:
        makers.append(threading.current_thread())
        assert may_go_on.wait(90)
        return lodger.make(composed)

    def hand_over() -> None:
        may_go_on.set()
        for maker in makers:
            maker.join(90)

    live = Live(tmp_path, make_beside=make)
    handover = Handover(lambda: live.service._is_closed, hand_over)
    live.service._handing_over = handover  # type: ignore[assignment]  # to choose the moment
    live.begin(2)
    live.end()
    assert lodger.notes == ["made", "close"]
