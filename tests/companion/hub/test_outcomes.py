"""What a table remembers of its evening: over a restart, over a power cut, and never on another day."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.hub.announcement import EVENING_S, Player, Result, parse_result
from companion.hub.outcomes import MOST, UNLIKE_S, Outcomes, start_of_computer

PLAYERS = (Player("gray", "Anna", True, 30), Player("white", "Dirk", True, 20))
FIRST = Result("g1", "t1", "Table 1", PLAYERS, ("gray",), "hansa")
SECOND = FIRST._replace(game_id="g2")


class Computer:
    """A computer with its clocks, and a folder."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "evening.json"
        self.start, self.up_s, self.wall = "first", 1000.0, 5e8
        self.server_wall = 5e8

    def table(self) -> Outcomes:
        """The table's memory, after a start of the companion."""
        return Outcomes(self.file, lambda: self.up_s, start=self.start, wall=lambda: self.wall)

    def wait(self, seconds: float) -> None:
        self.up_s += seconds
        self.wall += seconds
        self.server_wall += seconds

    def cut_power(self, seconds: float) -> None:
        """Be off for this long: the computer's own clock stands still meanwhile, the server's does not."""
        self.start, self.up_s = f"{self.start}+", 20.0
        self.server_wall += seconds

    def told(self) -> dict[str, float]:
        return {left.game_id: left.age_s for left in self.table().told(lambda: self.server_wall)}


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    return Computer(tmp_path)


def test_end_is_remembered_over_a_restart_with_its_age_though_no_clock_is_set(computer: Computer) -> None:
    computer.wall = 0.0
    assert computer.table().keep(FIRST, 5.0)
    computer.wait(100.0)
    (left,) = computer.table().told(lambda: computer.server_wall)
    assert (left.game_id, left.age_s) == ("g1", 105.0)
    assert parse_result(left.text) == FIRST
    assert computer.file.stat().st_mode & 0o777 == 0o600


def test_end_is_news_once_and_again_when_it_is_another(computer: Computer) -> None:
    outcomes = computer.table()
    assert outcomes.keep(FIRST, 0.0)
    computer.wait(10.0)
    assert not outcomes.keep(FIRST, 10.0)
    assert not computer.table().keep(FIRST, 10.0)
    assert computer.table().keep(FIRST._replace(winners=("white",)), 10.0), "somebody has corrected it"


def test_end_that_is_taken_back_is_forgotten(computer: Computer) -> None:
    outcomes = computer.table()
    outcomes.keep(FIRST, 0.0)
    outcomes.keep(SECOND, 0.0)
    outcomes.take_back("g1")
    outcomes.take_back("unknown")
    assert list(computer.told()) == ["g2"]


def test_power_cut_does_not_cost_a_result_and_the_servers_clock_tells_its_age(computer: Computer) -> None:
    computer.table().keep(FIRST, 0.0)
    computer.cut_power(600.0)
    computer.wait(30.0)
    assert computer.told() == {"g1": 630.0}


def test_game_of_another_day_does_not_count_though_the_computers_clock_stood_still(computer: Computer) -> None:
    computer.table().keep(FIRST, 0.0)
    computer.cut_power(24 * 3600.0)
    assert computer.told() == {}


def test_end_in_what_the_server_takes_for_the_future_is_of_no_known_evening(computer: Computer) -> None:
    computer.table().keep(FIRST, 0.0)
    computer.cut_power(0.0)
    computer.server_wall -= UNLIKE_S
    assert computer.told() == {"g1": 0.0}, "clocks differ a little"
    computer.server_wall -= 1.0
    assert computer.told() == {}


def test_evening_ends(computer: Computer) -> None:
    outcomes = computer.table()
    outcomes.keep(FIRST, 0.0)
    computer.wait(EVENING_S - 1.0)
    assert list(computer.told()) == ["g1"]
    computer.wait(1.0)
    assert computer.told() == {}
    outcomes.keep(SECOND, 0.0)
    assert "g1" not in computer.file.read_text(), "nor is it kept any longer"


def test_so_many_ends_are_kept_and_no_more(computer: Computer) -> None:
    outcomes = computer.table()
    for number in range(MOST + 3):
        outcomes.keep(FIRST._replace(game_id=f"g{number}"), 0.0)
    assert list(computer.told()) == [f"g{number}" for number in range(3, MOST + 3)]


@pytest.mark.parametrize("text", ["", "nonsense", "[]", "3", '{"format": 1}', '{"format": 1, "ended": [{"start": 1}]}'])
def test_file_that_cannot_be_read_costs_its_results_and_a_line_in_the_log(
    text: str, computer: Computer, caplog: pytest.LogCaptureFixture
) -> None:
    computer.file.write_text(text)
    assert computer.told() == {}
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    computer.table().keep(FIRST, 0.0)
    assert list(computer.told()) == ["g1"]


def test_file_of_a_newer_version_is_passed_over(computer: Computer) -> None:
    computer.file.write_text('{"format": 2, "ended": "elsewhere"}')
    assert computer.told() == {}


def test_disk_that_takes_nothing_costs_nothing_while_the_table_lives(
    computer: Computer, caplog: pytest.LogCaptureFixture
) -> None:
    computer.file = computer.file.parent / "missing" / "evening.json"
    outcomes = computer.table()
    assert outcomes.keep(FIRST, 0.0)
    assert [left.game_id for left in outcomes.told(lambda: 0.0)] == ["g1"]
    assert "No such file" in caplog.text


def test_starts_of_a_computer_that_cannot_be_told_apart_are_never_the_same(computer: Computer) -> None:
    computer.start = ""
    computer.table().keep(FIRST, 0.0)
    computer.server_wall += 60.0
    assert computer.told() == {"g1": 60.0}, "by the server's clock"


def test_start_of_this_computer_is_always_the_same() -> None:
    assert start_of_computer() == start_of_computer() != ""
