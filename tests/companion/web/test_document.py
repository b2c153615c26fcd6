"""What the page gets to know of pieces that no reader sees."""

from __future__ import annotations

from companion.table.belief import Belief, Known
from companion.web.document import unseen

EXPECTED = {"ship": {"city.riga": 1}, "booth.gray": {"city.riga": 2, "city.danzig": 1}, "booth.white": {}}
CITIES = {"pad", "city.riga", "city.danzig"}


def test_pieces_that_readers_see_are_not_told() -> None:
    belief = Belief().seen("ship", "city.riga").seen("booth.gray.01", "city.riga").seen("booth.gray.02", "city.danzig")
    assert unseen(belief, EXPECTED, CITIES) == {}


def test_pieces_are_told_that_only_moves_have_put_there() -> None:
    belief = Belief().seen("booth.gray.01", "city.danzig").following({"ship": {"city.riga": 1}}, Known.DECLARED)
    told = {"ship": "declared", "booth.gray": "declared"}
    assert unseen(belief, EXPECTED, CITIES) == {"city.riga": told}


def test_piece_that_has_left_its_reader_is_not_seen() -> None:
    belief = Belief().seen("booth.gray.01", "city.danzig").gone("booth.gray.01", "city.danzig")
    assert unseen(belief, EXPECTED, CITIES)["city.danzig"] == {"booth.gray": "declared"}


def test_table_without_readers_tells_only_what_it_assumes_after_a_restart() -> None:
    belief = Belief().following({"ship": {"city.riga": 1}}, Known.ASSUMED)
    assert unseen(belief, EXPECTED, {"pad"}) == {"city.riga": {"ship": "assumed"}}
    assert unseen(belief.following({"ship": {"city.riga": 1}}, Known.DECLARED), EXPECTED, {"pad"}) == {}
