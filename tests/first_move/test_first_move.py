"""The laboratory of the first move, as far as it goes without a root folder: the move itself, and its times."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.page import page_rig
from tests.lab.first_move.__main__ import Waited, parse
from tests.lab.first_move.mover import move


def test_moments_are_read_whatever_else_is_said() -> None:
    said = "Cloning\nmoments 10.0 11.5 20.0 20.25\nwhat the container says at its end\n"
    assert parse(said) == Waited(clone=1.5, page=8.5, move=0.25)


@pytest.mark.network
def test_newcomer_moves_at_a_table_that_was_never_used(tmp_path: Path) -> None:
    with page_rig(tmp_path, pace_s=60, is_first=True) as rig:
        there, moved = move(rig.page.address.rstrip("/"))
        assert moved >= there
        assert rig.state()["log"][-1]["say"].startswith("place ")
