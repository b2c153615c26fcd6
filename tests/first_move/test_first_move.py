"""The laboratory of the first move, as far as it goes without a root folder: the move itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.page import page_rig
from tests.lab.first_move.mover import move


@pytest.mark.network
def test_newcomer_moves_at_a_table_that_was_never_used(tmp_path: Path) -> None:
    with page_rig(tmp_path, pace_s=60, is_first=True) as rig:
        there, moved = move(rig.page.address.rstrip("/"))
        assert moved >= there
        assert rig.state()["log"][-1]["say"].startswith("place ")
