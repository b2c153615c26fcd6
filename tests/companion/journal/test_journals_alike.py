"""Random operations on every journal at once: the same results and the same errors, word for word."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.journal.journal import Draft, Journal, JournalError, Kind, copy_game
from companion.journal.mirrored import State
from tests.companion.journal.stores import NAMES, MirroredStore, make_store
from tests.kit.redis_server import RedisServer

IDS = st.sampled_from(["one", "two", "three", "no good"])
REVISIONS = st.integers(-1, 8)
DRAFTS = st.builds(
    Draft,
    st.sampled_from(Kind),
    st.dictionaries(st.text(max_size=3), st.integers() | st.text(max_size=3) | st.just({1}), max_size=2),
    st.sampled_from(["20:15", "20:16", ""]),
)
Operation = Callable[[Journal], Any]


def _next(journal: Journal, game_id: str, draft: Draft) -> Any:
    return journal.append(game_id, journal.info(game_id).revision + 1, *draft)


def _reopen(journal: Journal) -> None:
    journal.close()
    journal.open()


OPERATIONS: st.SearchStrategy[Operation] = st.one_of(
    IDS.map(lambda game_id: lambda journal: journal.create(game_id, "hansa", f"Game {game_id}", "19:00")),
    st.builds(lambda game_id, draft: lambda journal: _next(journal, game_id, draft), IDS, DRAFTS),
    st.builds(
        lambda game_id, revision, draft: lambda journal: journal.append(game_id, revision, *draft),
        IDS,
        REVISIONS,
        DRAFTS,
    ),
    st.builds(
        lambda game_id, revision, drafts: lambda journal: journal.append_all(game_id, revision, drafts),
        IDS,
        REVISIONS,
        st.lists(DRAFTS, max_size=3),
    ),
    st.builds(lambda game_id, after: lambda journal: journal.read(game_id, after), IDS, REVISIONS),
    IDS.map(lambda game_id: lambda journal: journal.info(game_id)),
    st.just(lambda journal: (journal.games(), journal.ids(), journal.integrity())),
    st.just(_reopen),
)


def _outcome(operation: Operation, journal: Journal) -> object:
    try:
        return operation(journal)
    except JournalError as error:
        return type(error), str(error)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(OPERATIONS, min_size=5, max_size=30))
def test_journals_agree_on_random_operations(folder: Path, server: RedisServer, operations: list[Operation]) -> None:
    with ExitStack() as stack:
        journals = {}
        for name in NAMES:
            journals[name] = stack.enter_context(closing(make_store(name, folder, server).journal()))
            journals[name].open()
        for number, operation in enumerate(operations):
            outcomes = {name: _outcome(operation, journal) for name, journal in journals.items()}
            assert all(outcome == outcomes["sqlite"] for outcome in outcomes.values()), (number, outcomes)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "mirrored"])
def test_game_copied_between_journals_has_the_same_seals(name: str, folder: Path, server: RedisServer) -> None:
    mirrored = MirroredStore(folder)
    with closing(mirrored.journal()) as source, closing(make_store(name, folder, server).journal()) as target:
        source.open()
        target.open()
        source.create("one", "hansa", "Friday", "19:00")
        source.append_all("one", 1, [Draft(Kind.MOVE, {"number": number}, "20:15") for number in range(450)])
        for _ in range(2):
            assert copy_game(source, target, "one") == source.info("one")
            assert target.read("one") == source.read("one")
        assert target.games() == source.games()
        assert source.catch_up().state is State.IN_STEP
