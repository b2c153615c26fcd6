"""What mutation testing showed to be loosely held: small cases at the edges of notation and kept positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.game import Unreadable
from companion.games.hansa.rules.corrections import MoveTalers, correct
from companion.games.hansa.rules.moves import Replenish, Reveal
from companion.games.hansa.rules.notation import format_record, parse_record
from companion.games.hansa.rules.state import format_position, parse_position
from companion.games.kit.records import NotationError
from tests.companion.games.hansa.rules.table import situation

GOLDEN = Path(__file__).parents[4] / "golden" / "two-tie-break.hansa"


def test_statement_after_the_end_is_still_read_and_refused() -> None:
    with pytest.raises(NotationError, match="game_over"):
        parse_record(GOLDEN.read_text(encoding="utf-8") + "end\n")


def test_replenish_may_stand_alone_and_its_markers_follow() -> None:
    first, entries = parse_record(GOLDEN.read_text(encoding="utf-8"))
    at = entries.index(Replenish())
    together = format_record(first, entries[: at + 2])
    reveal = entries[at + 1]
    assert isinstance(reveal, Reveal)
    apart = together.replace(f"replenish {reveal.good}", f"replenish; reveal {reveal.good}")
    assert apart != together
    assert parse_record(apart) == parse_record(together)


def test_position_with_an_empty_bank_is_read_back() -> None:
    position = situation("gray yellow").position
    position = correct(position, MoveTalers(position.bank, "bank", "gray")).position
    assert position.bank == 0
    assert parse_position(format_position(position)) == position


def test_position_that_would_go_on_by_itself_says_that_it_was_never_written() -> None:
    kept = format_position(situation("gray yellow").position)
    kept["phase"] = "discard"
    with pytest.raises(Unreadable, match=r"^position: not as it was written$"):
        parse_position(kept)


def test_rounds_are_counted_from_the_start_player_wherever_that_is() -> None:
    text = GOLDEN.read_text(encoding="utf-8")
    start = text.split("start ")[1].split()[0]
    turns = [line.split()[:2] for line in text.splitlines() if line[:1].isdigit()]
    assert turns[0] == ["1", f"{start}:"]
    firsts = [player for number, player in turns if player == f"{start}:"]
    assert [number for number, player in turns if player == f"{start}:"] == [str(n + 1) for n in range(len(firsts))]
