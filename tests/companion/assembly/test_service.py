"""The life of a companion: first screen, trouble, good-bye."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from pathlib import Path

import pytest

from companion.assembly.loading import Sitting
from companion.assembly.service import Service
from companion.display.draw import draw
from companion.journal.journal import Unavailable
from companion.journal.sqlite import SqliteJournal
from companion.running.backlog import ROOM
from companion.running.devices import configured_kit, simulated_devices, simulated_table
from companion.running.posts import NotKept
from companion.running.resume import CannotResume
from companion.table.intents import ShutDown
from hardware.ports import ButtonPressed, Frame, Health, Pattern
from hardware.trouble import quoted
from tests.kit.bad_game import write_bad_game
from tests.kit.companion import start
from tests.kit.lean import WatchedScreen, configured, devices_with
from tests.kit.live_companion import Live
from tests.kit.waiting import PATIENCE_S

FIRST_SCREEN = """
import json, sys
from pathlib import Path
from tests.kit.lean import WatchedScreen, configured, devices_with
from companion.assembly.service import Service

modules = []
config = configured(Path(sys.argv[1]))
screen = WatchedScreen(lambda frame: modules.append(sorted(sys.modules)))
service = Service(config, devices_with(config, screen), asks=False)
service.start()
modules.append(sorted(sys.modules))
service.close()
print(json.dumps([modules[0], modules[-1]]))
"""


@pytest.mark.process
def test_first_screen_comes_before_anything_slow_is_loaded(tmp_path: Path) -> None:
    answer = subprocess.run(
        [sys.executable, "-c", FIRST_SCREEN, str(tmp_path)],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=True,
    )
    before, after = map(set, json.loads(answer.stdout))
    early = (
        *(f"companion.games.hansa.{part}" for part in ("boards", "game", "page", "players", "rules", "table")),
        "companion.running.daemon",
        "companion.journal",
        *(f"companion.table.{part}" for part in ("dialog", "table")),
        "sqlite3",
    )
    assert [name for name in before if name.startswith(early)] == []
    never = {"redis", "starlette", "uvicorn", "PIL", "luma", "gpiozero", "serial", "mfrc522", "asyncio", "unittest"}
    assert {name.partition(".")[0] for name in after} & never == set()
    assert {"companion.running.daemon", "companion.games.hansa.table.hansatable", "sqlite3"} <= after


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
    assert composed.daemon.showing.scene
    assert frames[1] == draw(composed.daemon.showing.scene.screen)
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
    assert composed.daemon.table.view.faults["screen"].health is Health.DEGRADED
    assert composed.daemon.health["screen"] is Health.DEGRADED
    service.close()


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
    assert "Is a directory" in caplog.text
    (tmp_path / "games.sqlite").rmdir()
    with live.news:
        assert live.news.wait_for(lambda: live.frames[-1] != live.frames[1], timeout=PATIENCE_S)
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
    locked = Unavailable(quoted("the journal is locked"), quoted("close the other program"))
    real, answers = (
        SqliteJournal.ids,
        iter([locked, locked, Unavailable(quoted("the disk gives errors"), quoted("check the disk"))]),
    )

    def ids(journal: SqliteJournal) -> tuple[str, ...]:
        for error in answers:
            raise error
        return real(journal)

    monkeypatch.setattr(SqliteJournal, "ids", ids)
    live = Live(tmp_path, board="", sitting=Sitting(begins=True))
    live.begin(5)
    assert [caplog.text.count(f"{words}; ") for words in ("is locked", "gives errors")] == [1, 1], (
        "what is told is told"
    )
    assert live.service.composed
    assert live.service.composed.daemon.table.view.asks_board
    live.end()
    assert live.error is None


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


def test_shut_down_at_the_table_stops_the_companion(tmp_path: Path) -> None:
    companion = start(tmp_path)
    companion.daemon._on_errand(ShutDown())
    assert companion.service.is_shutting_down
    companion.daemon.run()  # ends at once
    companion.close()


def test_marks_tell_when_each_part_last_got_on(tmp_path: Path) -> None:
    companion = start(tmp_path)
    daemon = companion.daemon
    now = 0.0

    def clock() -> float:
        return now

    daemon.clock = clock
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
    for _ in range(ROOM + 3):
        companion.daemon.put(ButtonPressed(1.0, "down"))
    assert companion.daemon.dropped.presses >= 3
    companion.daemon.stop()
    companion.daemon.run()  # ends, with everything handled
    assert companion.daemon._events.is_empty()
    companion.close()


def test_trouble_is_over_once_a_move_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise Unavailable(quoted("the disk is full"), quoted("free some space"))

    companion = start(tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(SqliteJournal, "create", full)
        companion.press("ok", "ok", "ok", "ok", "ok")
    assert companion.daemon.trouble == NotKept(quoted("the disk is full"), quoted("free some space"))
    assert companion.daemon.game_id == ""
    companion.press("ok", "ok")  # read the refusal, then the same choice again
    assert companion.daemon.game_id
    assert companion.daemon.trouble is None
    companion.close()
