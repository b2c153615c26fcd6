"""A copy compared with what it was made from: what is behind, what is missing, what contradicts it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.journal import Draft, Journal, Kind, copy_game, differences
from companion.journal.sqlite import SqliteJournal
from tests.companion.journal.stores import MirroredStore

AT = "20:15"


@pytest.fixture
def journals(tmp_path: Path) -> Iterator[tuple[Journal, Journal]]:
    source, target = SqliteJournal(tmp_path / "here"), SqliteJournal(tmp_path / "there")
    for journal in (source, target):
        journal.open()
    for game_id in ("copied", "behind", "missing", "other"):
        source.create(game_id, "hansa", "", AT)
        source.append(game_id, 1, Kind.SETUP, {}, AT)
    yield source, target
    source.close()
    target.close()


def test_copy_of_everything_differs_in_nothing(journals: tuple[Journal, Journal]) -> None:
    source, target = journals
    for game_id in source.ids():
        copy_game(source, target, game_id)
    assert differences(source, target) == ()


def test_every_difference_is_told_and_nothing_is_changed(journals: tuple[Journal, Journal]) -> None:
    source, target = journals
    for game_id in ("copied", "behind", "other"):
        copy_game(source, target, game_id)
    source.append_all("behind", 2, [Draft(Kind.NOTE, {}, AT)] * 3)
    source.append("other", 2, Kind.NOTE, {"by": "us"}, AT)
    target.append("other", 2, Kind.NOTE, {"by": "another"}, AT)
    before = target.games()
    assert differences(source, target) == (
        "game behind: the copy lacks the last 3 entries",
        "game missing: not in the copy",
        "game other: the copy holds another game of the same id",
    )
    assert target.games() == before


@pytest.mark.parametrize("loss", ["list", "middle"])
def test_loss_that_does_not_show_at_the_end_is_told(loss: str, folder: Path) -> None:
    store = MirroredStore(folder)
    with closing(store.journal()) as journal, closing(store.remote.journal()) as remote:
        journal.open()
        remote.open()
        journal.create("one", "hansa", "", "20:15")
        journal.append_all("one", 1, [Draft(Kind.MOVE, {"n": n}, "20:15") for n in range(3)])
        journal.catch_up()
        assert differences(journal, remote) == ()
        with store.remote.client() as client:
            if loss == "list":
                client.delete(f"{store.remote.prefix}:games")
            else:
                client.xdel(f"{store.remote.prefix}:game:one", "2-0")
        (told,) = differences(journal, remote)
        assert ("list of games" in told) == (loss == "list")
