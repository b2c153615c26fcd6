"""Findings as a table and as JSON."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.check.findings import FAILED, TITLES, Area, Finding, Grade, format_table, has_failed, summary, to_json

TEXTS = st.text("abc .", max_size=60)
FINDINGS = st.lists(st.builds(Finding, st.sampled_from(Area), TEXTS, st.sampled_from(Grade), TEXTS, TEXTS), max_size=8)


@given(FINDINGS)
def test_report_fails_only_for_what_is_bad_or_not_there(findings: list[Finding]) -> None:
    grades = {finding.grade for finding in findings}
    assert has_failed(findings) == bool(grades & {Grade.BAD, Grade.MISSING})
    assert to_json("tap", True, findings)["passed"] is not has_failed(findings)


@given(FINDINGS)
def test_json_keeps_everything(findings: list[Finding]) -> None:
    read = json.loads(json.dumps(to_json("tap", False, findings)))
    assert [Finding(**one) for one in read["findings"]] == findings
    assert (read["format"], read["kit"], read["simulated"]) == (1, "tap", False)


@given(FINDINGS)
def test_table_has_every_grade_and_fits_any_terminal(findings: list[Finding]) -> None:
    table = format_table(findings)
    assert table.isascii()
    for finding in findings:
        assert TITLES[finding.area] in table.splitlines()
    if findings and not any(finding.grade in FAILED for finding in findings):
        assert all(table.count(finding.grade) >= 1 for finding in findings)


def test_advice_stands_below_its_line() -> None:
    found = [
        Finding(Area.LAMPS, "end", Grade.BAD, "stays dark", "turn the LED round"),
        Finding(Area.BOOT, "dtparam=spi=on", Grade.GOOD, "is there"),
    ]
    assert format_table(found).splitlines() == [
        "boot settings",
        "  dtparam=spi=on  good       is there",
        "",
        "lamps",
        "  end             bad        stays dark",
        "                             -> turn the LED round",
    ]


def test_long_texts_are_wrapped_under_their_column() -> None:
    (head, *rest) = format_table([Finding(Area.PICO, "link", Grade.WEAK, "word " * 30)], width=60).splitlines()[1:]
    assert rest
    assert all(len(row) <= 60 for row in (head, *rest))
    assert {len(row) - len(row.lstrip()) for row in rest} == {head.index("word")}


def test_parts_that_fail_alike_share_a_line() -> None:
    lamps = [Finding(Area.LAMPS, name, Grade.BAD, "no lgpio") for name in ("a", "b", "c")]
    good = Finding(Area.LAMPS, "d", Grade.GOOD, "shines")
    assert [row.split() for row in format_table(lamps).splitlines()[1:]] == [["all", "3", "bad", "no", "lgpio"]]
    assert "a to c" in format_table([*lamps, good])
    assert format_table([good] * 3).count("shines") == 3
    assert format_table(lamps[:2]).count("no lgpio") == 2


@pytest.mark.parametrize("count", [0, 1, 3])
def test_summary_counts(count: int) -> None:
    told = summary([Finding(Area.KIT, "x", Grade.WEAK, "")] * count)
    assert told == (f"{count} weak" if count else "nothing was tested")
