"""`make lab PART=reference`: what it counts, and when it fails."""

from collections import Counter

import pytest

from tests.lab.reference.teutonica import __main__ as reference
from tests.lab.reference.teutonica.breaks import BREAKS
from tests.lab.reference.teutonica.features import WANTED, is_crowded
from tests.lab.reference.teutonica.rules import Rules


def test_unknown_part_is_named_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        reference.main(["kraken"])
    assert capsys.readouterr().err.splitlines()[-1].endswith("unknown part kraken; there are soak, breaks")


def test_report_counts_by_players_and_says_what_was_not_reached() -> None:
    seen = Counter({"games with 3 players": 2, "moves with 3 players": 1500, "over by cities with 3 players": 1})
    lines = list(reference.soak_report(seen + Counter(dict.fromkeys(WANTED[1:], 1))))
    assert "| 3 | 2 | 1,500 | 1 | 0 | 0 | 0 | 1 |" in lines
    assert lines[-1] == f"\nnot reached: {WANTED[0]}"


def test_soak_that_reaches_too_little_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert reference.main(["soak", "--moves", "10"]) == 1
    assert "not reached: displace with 2 players" in capsys.readouterr().out


def test_soak_that_differs_fails_and_says_where(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(reference, "shipped_engine", lambda: lambda _: '{"ok": true}')
    assert reference.main(["soak", "--moves", "10"]) == 1
    assert "seed 1, request 1: " in capsys.readouterr().out


@pytest.mark.parametrize(("shown", "code"), [("a difference", 0), (None, 1)])
def test_break_that_stays_unnoticed_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], shown: str | None, code: int
) -> None:
    monkeypatch.setattr(reference, "noticed", lambda *_: shown)
    assert reference.main(["breaks"]) == code
    noticed = len(BREAKS) if shown else 0
    assert capsys.readouterr().out.endswith(f"\n{noticed} of {len(BREAKS)} breaks noticed\n")


def test_board_is_crowded_when_less_than_a_quarter_of_the_houses_is_free() -> None:
    state = Rules().new(["red", "blue"], "red")
    houses = [(route, place) for route in state["routes"] for place in range(len(state["routes"][route]))]
    free = len(houses) // 4
    for route, place in houses[free + 1 :]:
        state["routes"][route][place] = "red trader"
    assert not is_crowded(state)
    route, place = houses[0]
    state["routes"][route][place] = "red trader"
    assert is_crowded(state)
