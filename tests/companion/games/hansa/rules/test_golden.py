"""Golden games in the notation: read, replayed move by move, and the position checked at each.

The texts were written once, and the expected positions come from the plain second implementation in
`tests/lab/reference`, which knows nothing of the notation.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.hansa.rules.codec import format_entry, format_event
from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.notation import carry_out, format_record, parse_record
from companion.games.hansa.rules.state import format_state
from tests.lab.reference.make_golden import digest
from tests.lab.reference.talk import golden

FOLDER = Path(__file__).parents[4] / "golden"
GAMES = sorted(path.stem for path in FOLDER.glob("*.hansa"))


def test_every_golden_game_stands_in_the_notation() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.json") if path.stem != "perft") == GAMES


@pytest.mark.parametrize("name", GAMES)
def test_golden_record_is_replayed_move_by_move(name: str) -> None:
    position, entries = parse_record((FOLDER / f"{name}.hansa").read_text(encoding="utf-8"))
    expected = golden(name)
    assert format_state(position) == expected["begin"]
    assert [format_entry(entry) for entry in entries] == [ply["move"] for ply in expected["plies"]]
    for entry, ply in zip(entries, expected["plies"], strict=True):
        assert legal_moves(position).count() == ply["legal"]
        position, events = carry_out(position, entry)
        assert digest(format_state(position)) == ply["digest"]
        assert [format_event(event) for event in events] == ply["events"]


@pytest.mark.parametrize("name", GAMES)
def test_golden_record_is_written_as_it_was_read(name: str) -> None:
    text = (FOLDER / f"{name}.hansa").read_text(encoding="utf-8")
    assert format_record(*parse_record(text)) == text
