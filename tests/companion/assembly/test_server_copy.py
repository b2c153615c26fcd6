"""A new card at a table whose games are on the server: they are offered, brought back in one step, and counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import fakeredis
import pytest

from companion.archive.verify import retrace_game
from companion.assembly.server_copy import COPY, health_of, reporter
from companion.journal.mirrored import CopyState, State
from companion.journal.redis import RedisJournal
from companion.running.posts import Done, NotKept
from companion.table.dialog import Notice
from companion.table.own_dialogs import GAMES_ELSEWHERE
from companion.table.screen import Row
from hardware.ports import Event, Health, HealthChanged
from tests.kit.lean import configured
from tests.kit.redis_server import DURABLE, redis_server
from tests.kit.sittings import SittingTable
from tests.kit.waiting import PATIENCE_MS, until

BRING = "Bring games back"


class Table(SittingTable):
    """A table with a card of its own and a copy on a server."""

    def __init__(self, state: Path, server: str) -> None:
        super().__init__(configured(state, kit="board", journal=server))

    @property
    def shown(self) -> str:
        self.daemon.work()
        return self.dialog.name

    @property
    def offered(self) -> list[str]:
        self.daemon.work()
        return super().offered

    def told(self) -> list[str]:
        dialog = self.dialog
        assert isinstance(dialog, Notice)
        return [row.left.in_language() for row in dialog.rows if isinstance(row, Row)]

    def play(self, moves: int = 3) -> str:
        """Begin a game, and go on by the first line for a while."""
        self.begin()
        for _ in range(moves):
            self.choose(0)
        return self.daemon.game_id


MakeTable = Callable[[str], Table]


@pytest.fixture(params=["fake", pytest.param("real", marks=[pytest.mark.redis, pytest.mark.needs("redis-server")])])
def tables(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[MakeTable, Callable[[], None]]]:
    """Yield what makes tables, each with a card of its own and one server, and what takes the server away."""
    made: list[Table] = []

    def make(card: str, server: str) -> Table:
        made.append(Table(tmp_path / card, server))
        return made[-1]

    if request.param == "fake":
        fake = fakeredis.FakeServer()
        monkeypatch.setattr("companion.journal.redis.connect", lambda *_: fakeredis.FakeRedis(server=fake))
        yield partial(make, server="redis://server/0"), lambda: setattr(fake, "connected", False)
    else:
        monkeypatch.setattr("companion.journal.redis.RedisJournal", partial(RedisJournal, timeout_ms=PATIENCE_MS))
        with redis_server(*DURABLE) as server:
            yield partial(make, server=server.url), server.kill
    for table in made:
        table.close()


Tables = tuple[MakeTable, Callable[[], None]]


@pytest.mark.slow
def test_new_card_is_asked_brings_the_games_back_says_how_many_and_goes_on(tables: Tables) -> None:
    make, _ = tables
    old = make("old")
    first = old.play()
    while "New game" not in old.offered:
        old.choose(0)
    old.choose("New game")
    old.choose(1)
    second = old.play()
    entries = old.daemon._journal.read(second)
    assert first != second
    old.close()  # with everything copied, and its card lost

    new = make("new")
    until(lambda: new.shown == GAMES_ELSEWHERE)
    assert new.choose(1) == Done()
    assert new.told() == ["Games that are here again: 2"]
    new.choose(0)
    assert new.shown == "resume", "the game that was not finished goes on"
    assert (new.daemon.game_id, new.daemon._journal.read(second)) == (second, entries)
    assert set(new.daemon._journal.ids()) == {first, second}


def test_line_of_the_menu_brings_back_what_is_missing_and_the_table_stays_with_its_own_game(tables: Tables) -> None:
    make, _ = tables
    old = make("old")
    missing = old.play()
    old.close()
    new = make("new")
    until(lambda: new.shown == GAMES_ELSEWHERE)
    new.choose(0)
    assert BRING in new.offered, "not now is not never"
    own = new.play()
    assert BRING not in new.offered
    new.close()
    again = make("new")
    assert again.shown == "resume"
    again.choose(2)
    again.choose(2)  # kept for later
    until(lambda: BRING in again.offered)
    assert again.choose(BRING) == Done()
    assert again.told() == ["Games that are here again: 1"]
    again.choose(0)
    assert again.daemon.game_id == own, "what comes back is not what was played last"
    assert set(again.daemon._journal.ids()) == {own, missing}


def test_server_that_goes_away_meanwhile_is_told_and_the_table_plays(tables: Tables) -> None:
    make, take_away = tables
    make("old").play()
    new = make("new")
    until(lambda: new.shown == GAMES_ELSEWHERE)
    take_away()
    reply = new.choose(1)
    assert isinstance(reply, NotKept)
    assert "server" in reply.remedy
    assert new.shown == "refusal not_kept"
    new.choose(0)
    new.choose(0)
    game_id = new.play(moves=6)
    new.close()
    assert retrace_game(configured(new.config.state), game_id).is_same, "the trace knows of all that"


# --- the copy of the games as a part of the table: a server that is away is no fault, one that disagrees is ---


@pytest.mark.parametrize("state", [State.BEHIND, State.IN_STEP, State.AWAY])
def test_copy_that_comes_after_by_itself_is_good(state: State) -> None:
    assert health_of(CopyState(state, "no answer"), 5.0) == HealthChanged(5.0, COPY, Health.GOOD)


@pytest.mark.parametrize(
    ("standing", "reason"),
    [
        (CopyState(State.DIVERGED, "…", ("one",)), "other than here: game {game}"),
        (CopyState(State.DIVERGED, "…", ("one", "two")), "other than here: {count} games"),
        (CopyState(State.AWAY, "no answer", ("one",)), "other than here: game {game}"),
        (CopyState(State.REFUSED, "written by another version"), "it cannot be made"),
    ],
)
def test_copy_that_somebody_must_look_at_is_told_in_the_language_of_the_table(standing: CopyState, reason: str) -> None:
    health = health_of(standing, 5.0)
    assert (health.source, health.health, health.reason.template) == (COPY, Health.DEGRADED, reason)
    assert health.remedy


def test_health_is_reported_when_it_changes() -> None:
    reported: list[Event] = []
    report = reporter(reported.append, lambda: 7.0)
    diverged = CopyState(State.DIVERGED, "one", ("one",))
    for standing in (CopyState(State.BEHIND), CopyState(State.IN_STEP), CopyState(State.AWAY)):
        report(standing)
    assert reported == []
    for standing in (diverged, CopyState(State.AWAY, "no answer", ("one",)), diverged, CopyState(State.IN_STEP)):
        report(standing)
    assert reported == [health_of(diverged, 7.0), HealthChanged(7.0, COPY, Health.GOOD)]
