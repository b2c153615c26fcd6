"""The tables of rules are sound, and a row holds only when its tests ran and passed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest

from companion.shelf.shelf import SHELF
from tests.trace.__main__ import main, report
from tests.trace.plugin import Outcomes
from tests.trace.table import ROOT, TABLES, Row, complaints, failures, load_rows, read_rows

TEST_FILE = """\
def test_one(): ...
def test_two(): ...
def helper(): ...
class TestMany:
    def test_three(self): ...
"""


def row(*tests: str, at: str = "1.1", label: str = "a rule in words") -> Row:
    return Row("PHASE 1", at, label, tests)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "test_it.py").write_text(TEST_FILE, encoding="utf-8")
    return tmp_path


def case(
    test: str,
    outcome: Literal["passed", "failed", "skipped"] = "passed",
    when: Literal["setup", "call", "teardown"] = "call",
) -> pytest.TestReport:
    return pytest.TestReport(test, ("test_it.py", 1, test), {}, outcome, None, when)


def seen(*reports: pytest.TestReport) -> dict[str, str]:
    outcomes = Outcomes()
    for each in reports:
        outcomes.pytest_runtest_logreport(each)
    return outcomes.of


# --- the tables of this project ---


def test_every_game_has_its_table() -> None:
    assert set(TABLES) == set(SHELF)


@pytest.mark.parametrize("game", TABLES)
def test_table_of_rules_is_sound(game: str) -> None:
    assert list(complaints(load_rows(game))) == []


def test_table_of_hansa_names_every_section_of_the_rule_book() -> None:
    sections = list(dict.fromkeys(row.section for row in load_rows("hansa")))
    assert [each for each in sections if each.startswith("PHASE")] == ["PHASE 1", "PHASE 2", "PHASE 3", "PHASE 4"]
    assert {"GAME MATERIALS", "GAME PREPARATION", "INITIAL SETUP", "SCORING", "SUMMARY"} <= set(sections)


def test_table_of_teutonica_has_rows_of_both_books_and_of_the_margins() -> None:
    rows = load_rows("teutonica")
    assert {row.section[:2] for row in rows} == {"E ", "C "}
    margins = [row for row in rows if row.section.endswith("margin") or row.at.startswith("Margin")]
    assert len(margins) > 30
    assert len(rows) > 250


@pytest.mark.parametrize(("game", "examples"), [("hansa", 10), ("teutonica", 2)])
def test_tables_hold_all_examples(game: str, examples: int) -> None:
    named = " ".join(test for row in load_rows(game) for test in row.tests)
    assert all(f"::test_example_{number}_" in named for number in range(1, examples + 1))


def test_every_ruling_of_teutonica_is_a_test_by_its_number() -> None:
    game = "teutonica"
    page = (ROOT / "companion" / "games" / game / "RULINGS.md").read_text(encoding="utf-8")
    rulings = re.findall(r"^\| (\d+) \|", page, re.MULTILINE)
    assert rulings == [str(number) for number in range(1, 49)]
    tests = (ROOT / "tests" / "companion" / "games" / game / "rules" / "test_rulings.py").read_text(encoding="utf-8")
    assert [number for number in rulings if f"\ndef test_ruling_{number}_" not in tests] == []


def test_unknown_game_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chess"]) == 2
    assert capsys.readouterr().err == "no table of rules for chess; there are hansa, teutonica\n"


# --- what is wrong with a table ---


def test_complaints_about_a_sound_table_are_none(tree: Path) -> None:
    rows = (row("test_it.py::test_one", "test_it.py::TestMany::test_three"), row("test_it.py::test_two", at="1.2"))
    assert list(complaints(rows, tree)) == []


@pytest.mark.parametrize(
    "test", ["test_it.py::test_none", "test_it.py::helper", "other.py::test_one", "test_it.py", "test_it.py::TestMany"]
)
def test_complaints_about_a_test_that_does_not_exist(tree: Path, test: str) -> None:
    assert list(complaints((row(test),), tree)) == [f"{test}: there is no such test"]


def test_complaints_about_a_rule_without_a_test(tree: Path) -> None:
    assert list(complaints((row(),), tree)) == ["PHASE 1 ¶1.1: no test, expected at least one"]


def test_complaints_about_a_test_in_more_than_three_rows(tree: Path) -> None:
    rows = tuple(row("test_it.py::test_one", at=f"1.{number}") for number in range(4))
    assert list(complaints(rows[:3], tree)) == []
    assert list(complaints(rows, tree)) == ["test_it.py::test_one: in 4 rows, expected at most 3"]


def test_complaints_about_two_rows_of_one_rule(tree: Path) -> None:
    rows = (row("test_it.py::test_one"), row("test_it.py::test_two"))
    assert list(complaints(rows, tree)) == ["PHASE 1 ¶1.1: 2 rows, expected one"]


def test_complaints_about_a_row_that_names_a_test_twice(tree: Path) -> None:
    rows = (row("test_it.py::test_one", "test_it.py::test_one"),)
    assert list(complaints(rows, tree)) == ["PHASE 1 ¶1.1: a test is named twice"]


@pytest.mark.parametrize("label", ["too short", "a label that has far too many words in it"])
def test_complaints_about_a_label(tree: Path, label: str) -> None:
    rows = (row("test_it.py::test_one", label=label),)
    assert list(complaints(rows, tree)) == [f"PHASE 1 ¶1.1: label {label!r}, expected 3 to 8 words"]


def test_rows_are_read_with_their_folder() -> None:
    text = """
        folder = "tests/rules"
        [[section]]
        title = "PHASE 1"
        rules = [{ at = "2.1", label = "income", tests = ["test_a.py::test_b", "tests/table/test_c.py::test_d"] }]
        [[section]]
        title = "GAME IDEA"
        no_rule = ["1.1: the story"]
    """
    (read,) = read_rows(text)
    assert read == Row("PHASE 1", "2.1", "income", ("tests/rules/test_a.py::test_b", "tests/table/test_c.py::test_d"))
    assert read.id == "PHASE 1 ¶2.1"


# --- what became of the tests ---


def test_outcome_of_a_test_is_that_of_all_its_cases() -> None:
    assert seen(case("t::a[1]"), case("t::a[2]"), case("t::b[1]", "failed"), case("t::b[2]")) == {
        "t::a": "passed",
        "t::b": "failed",
    }
    assert seen(case("t::b[2]"), case("t::b[1]", "failed")) == {"t::b": "failed"}


def test_outcome_of_a_skipped_case_is_not_passed() -> None:
    assert seen(case("t::a[1]"), case("t::a[2]", "skipped", "setup")) == {"t::a": "skipped"}


def test_outcome_of_a_failed_tear_down_is_not_passed() -> None:
    assert seen(case("t::a"), case("t::a", "failed", "teardown")) == {"t::a": "failed"}


def test_outcome_of_a_set_up_alone_is_none() -> None:
    assert seen(case("t::a", when="setup")) == {}


def test_outcome_of_an_unexpected_pass_is_not_passed() -> None:
    surprise = case("t::a")
    surprise.wasxfail = ""
    assert seen(surprise) == {"t::a": "passed, but was expected to fail"}


def test_row_holds_only_if_all_its_tests_passed() -> None:
    assert failures(row("t::a", "t::b"), {"t::a": "passed", "t::b": "passed"}) == ()
    assert failures(row("t::a", "t::b"), {"t::a": "passed", "t::b": "failed"}) == ("t::b: failed",)
    assert failures(row("t::a", "t::b"), {"t::a": "passed"}) == ("t::b: did not run",)


def test_report_says_how_much_holds() -> None:
    rows = (row("t::a")._replace(paragraph="sail"), row("t::b", at="1.2"))
    lines = list(report(rows, {"t::a": "passed"}))
    assert lines[0] == "\nPHASE 1"
    assert lines[1].split()[:2] == ["holds", "¶1.1"]
    assert lines[2].split()[:2] == ["FAIL", "¶1.2"]
    assert lines[3].strip() == "t::b: did not run"
    assert lines[-2:] == ["\n1 of 2 rules held (50.0 %) by 2 tests", "1 explained on the page (50.0 %)"]


def test_root_is_where_the_tests_are_named_from() -> None:
    assert (ROOT / "tests" / "trace" / "hansa.toml").is_file()
