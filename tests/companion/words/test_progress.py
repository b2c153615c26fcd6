"""The progress bar: seen on a terminal only, redrawn when it changes, wiped away at the end."""

import io

import pytest

from companion.words.progress import Progress


class Terminal(io.StringIO):
    """A stream with somebody looking at it; counts how often it was flushed."""

    flushed = 0

    def isatty(self) -> bool:
        return True

    def flush(self) -> None:
        self.flushed += 1


@pytest.fixture(autouse=True)
def _able_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")


def test_bar_grows_with_the_work() -> None:
    terminal = Terminal()
    progress = Progress(4, "games", terminal)
    for _ in range(4):
        progress.advance()
    assert terminal.getvalue().split("\r") == [
        "",
        "██████                     25%  1/4 games",
        "████████████               50%  2/4 games",
        "██████████████████         75%  3/4 games",
        "█████████████████████████ 100%  4/4 games",
    ]
    assert terminal.flushed == 4


def test_bar_is_drawn_only_when_its_per_cent_changes() -> None:
    terminal = Terminal()
    progress = Progress(1_000, "games", terminal)
    for _ in range(1_000):
        progress.advance()
    assert terminal.getvalue().count("\r") == 101
    assert terminal.getvalue().endswith("100%  1000/1000 games")


def test_bar_takes_bigger_steps() -> None:
    terminal = Terminal()
    Progress(10, "tags", terminal).advance(by=5)
    assert terminal.getvalue() == "\r████████████               50%  5/10 tags"


def test_bar_says_what_is_being_done_and_is_drawn_when_that_changes() -> None:
    terminal = Terminal()
    progress = Progress(2, "steps", terminal)
    progress.advance(0, "looking for the way in")
    progress.advance(0, "looking for the way in")
    progress.advance(1, "copying")
    assert [line.strip() for line in terminal.getvalue().split("\r")] == [
        "",
        "0%  0/2 steps  looking for the way in\x1b[K",
        "████████████               50%  1/2 steps  copying\x1b[K",
    ]


def test_bar_is_wiped_away_at_the_end() -> None:
    terminal = Terminal()
    with Progress(2, "games", terminal) as progress:
        progress.advance()
    assert terminal.getvalue().endswith("1/2 games\r\x1b[K")
    assert terminal.flushed == 2


def fail_half_way(terminal: Terminal) -> None:
    with Progress(2, "games", terminal) as progress:
        progress.advance()
        raise OSError("disk")


def test_bar_is_wiped_away_after_a_failure() -> None:
    terminal = Terminal()
    with pytest.raises(OSError, match="disk"):
        fail_half_way(terminal)
    assert terminal.getvalue().endswith("1/2 games\r\x1b[K")


def test_bar_never_drawn_is_not_wiped() -> None:
    terminal = Terminal()
    with Progress(2, "games", terminal):
        pass
    assert terminal.getvalue() == ""


def test_bar_of_no_work_is_full_at_once() -> None:
    terminal = Terminal()
    Progress(0, "games", terminal).advance()
    assert terminal.getvalue() == "\r█████████████████████████ 100%  1/1 games"


def test_bar_is_silent_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.StringIO()
    with Progress(2, "games", file) as progress:
        progress.advance()
    assert file.getvalue() == ""
    monkeypatch.setenv("TERM", "dumb")
    terminal = Terminal()
    with Progress(2, "games", terminal) as progress:
        progress.advance()
    assert terminal.getvalue() == ""
