"""The log: one line for a thing that matters, and no tag or name in it."""

from __future__ import annotations

import io
import logging
from pathlib import Path

import pytest

from companion.running.logs import Log, start_log
from companion.running.posts import NotKept
from hardware.ports import Health, HealthChanged, TagRested
from hardware.trouble import quoted
from tests.kit.companion import TAGS, start
from tests.kit.forged import HOSTILE, complaints
from tests.kit.own_log import own_log as own_log

pytestmark = pytest.mark.usefixtures("own_log")


def evening(state: Path, level: str, environment: dict[str, str]) -> list[str]:
    """Play for a while with a broken reader and an unknown tag; return the log."""
    stream = io.StringIO()
    start_log(level, stream, environment)
    companion = start(state, witnesses=(Log(),))
    companion.begin_game()
    companion.tell(TagRested(3.0, "pad", "04ffffffffffff"), TagRested(3.0, "city.riga", TAGS["ship"]))
    companion.tell(HealthChanged(4.0, "city.riga", Health.DEGRADED, quoted("no answer"), quoted("check its wires")))
    companion.tell(HealthChanged(4.0, "city.danzig", Health.DEGRADED, quoted("no answer"), quoted("check its wires")))
    companion.tell(HealthChanged(9.0, "city.riga", Health.GOOD))
    companion.press("ok", "ok", "ok", "ok")
    companion.close()
    return stream.getvalue().splitlines()


def test_log_tells_what_matters_in_one_line_each(tmp_path: Path) -> None:
    lines = evening(tmp_path, "info", {})
    assert [line[9:].partition("game ")[0] for line in lines] == [
        "",
        "warning: city.riga does not work: no answer; check its wires",
        "city.riga works again",
    ]
    assert lines[0].endswith("begins")


def test_default_level_names_no_tag_and_debug_does(tmp_path: Path) -> None:
    text = "\n".join(evening(tmp_path / "a", "info", {}))
    assert TAGS["ship"] not in text
    assert "04ffffffffffff" not in text
    text = "\n".join(evening(tmp_path / "b", "debug", {}))
    assert TAGS["ship"] in text
    assert "city.danzig does not work" in text


def test_line_begins_with_its_priority_under_systemd(tmp_path: Path) -> None:
    lines = evening(tmp_path, "info", {"JOURNAL_STREAM": "8:1"})
    assert [line[:3] for line in lines] == ["<6>", "<4>", "<6>"]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("environment", [{}, {"JOURNAL_STREAM": "8:1"}], ids=["terminal", "systemd"])
def test_text_from_outside_fakes_no_line_and_steers_no_terminal(text: str, environment: dict[str, str]) -> None:
    stream = io.StringIO()
    start_log("debug", stream, environment)
    for logger in ("companion", "hardware.oled.oled", "uvicorn.error"):
        logging.getLogger(logger).warning("table %s: %s", text, text)
        logging.getLogger(logger).warning(f"table {text}")
        logging.getLogger(logger).error("a bug", exc_info=ValueError(text))
    lines = [line.removeprefix("<4>").removeprefix("<3>") for line in stream.getvalue().split("\n")]
    assert complaints("\n".join(lines)) == []


def test_same_fault_later_is_told_again() -> None:
    stream = io.StringIO()
    start_log("info", stream, {})
    log = Log()
    for at in (1.0, 1.5, 60.0):
        log.happened(None, HealthChanged(at, "pad", Health.DEGRADED, quoted("gone"), quoted("mend it")))  # type: ignore[arg-type]
    assert stream.getvalue().count("pad does not work") == 2


def test_traceback_is_for_bugs_and_drivers_speak_in_warnings() -> None:
    stream = io.StringIO()
    start_log("info", stream, {})
    error = ValueError("x")
    logging.getLogger("hardware.oled.oled").info("tried again")
    logging.getLogger("elsewhere").info("chatter")
    logging.getLogger("companion").info("a fault", exc_info=error)
    logging.getLogger("companion").error("a bug", exc_info=error)
    lines = stream.getvalue().splitlines()
    assert lines[0].endswith("a fault")
    assert lines[1].endswith("error: a bug")
    assert lines[-1] == "  ValueError: x"


def test_move_that_is_not_kept_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.journal.journal import Unavailable
    from companion.journal.sqlite import SqliteJournal

    def full(*_: object) -> None:
        raise Unavailable(quoted("the disk is full"), quoted("free some space"))

    stream = io.StringIO()
    start_log("info", stream, {})
    companion = start(tmp_path, witnesses=(Log(),))
    monkeypatch.setattr(SqliteJournal, "create", full)
    companion.press("ok", "ok", "ok", "ok", "ok")
    assert companion.daemon.trouble == NotKept(quoted("the disk is full"), quoted("free some space"))
    companion.close()
    assert "error: game (none yet): a move was not accepted: the disk is full; free some space" in stream.getvalue()
