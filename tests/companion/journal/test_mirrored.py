from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.journal.journal import Draft, Journal, Kind, StaleRevision, Unavailable
from companion.journal.mirrored import CopyState, GamesBack, Mirrored, State
from companion.journal.redis import RedisJournal
from companion.journal.seals import CREATED
from companion.journal.sqlite import SqliteJournal
from hardware.trouble import quoted
from tests.companion.journal.stores import MirroredStore
from tests.kit.examples import examples
from tests.kit.forged import HOSTILE, chain
from tests.kit.waiting import until

AT = "20:15"


@pytest.fixture
def store(folder: Path) -> MirroredStore:
    return MirroredStore(folder)


@pytest.fixture
def journal(store: MirroredStore) -> Iterator[Mirrored]:
    with closing(store.journal()) as journal:
        journal.open()
        journal.create("one", "hansa", "Friday", AT)
        _move(journal, "one", 3)
        yield journal


def _move(journal: Journal, game_id: str, count: int, by: str = "us") -> None:
    revision = journal.info(game_id).revision + 1
    journal.append_all(game_id, revision, [Draft(Kind.MOVE, {"by": by, "number": n}, AT) for n in range(count)])


@contextmanager
def _remote(store: MirroredStore) -> Iterator[Journal]:
    with closing(store.remote.journal()) as remote:
        remote.open()
        yield remote


def _assert_copied(store: MirroredStore, journal: Journal) -> None:
    with _remote(store) as remote:
        assert set(remote.games()) == set(journal.games())
        for game_id in journal.ids():
            assert remote.read(game_id) == journal.read(game_id)
        assert remote.integrity() == ()


def _forget(store: MirroredStore) -> None:
    with store.remote.client() as client:
        client.flushall()


def test_new_journal_is_copied(store: MirroredStore, journal: Mirrored) -> None:
    assert journal.standing.state is State.BEHIND
    assert journal.catch_up() == CopyState(State.IN_STEP) == journal.standing
    _assert_copied(store, journal)


def test_server_away_lets_the_table_play_on_and_gets_it_all_later(store: MirroredStore, journal: Mirrored) -> None:
    journal.catch_up()
    store.remote.fake.connected = False
    _move(journal, "one", 4)
    away = journal.catch_up()
    assert away.state is State.AWAY
    assert "server" in away.reason
    journal.create("two", "hansa", "Later", AT)
    _move(journal, "two", 2)
    assert journal.catch_up().state is State.AWAY
    store.remote.fake.connected = True
    assert journal.catch_up().state is State.IN_STEP
    _assert_copied(store, journal)
    assert journal.info("one").revision == 7


def test_server_back_empty_gets_every_game(store: MirroredStore, journal: Mirrored) -> None:
    journal.create("old", "hansa", "Finished long ago", AT)
    journal.catch_up()
    _forget(store)
    _move(journal, "one", 1)
    assert journal.catch_up().state is State.IN_STEP
    _assert_copied(store, journal)


def test_server_back_with_the_end_lost_gets_the_end(store: MirroredStore, journal: Mirrored) -> None:
    journal.create("other", "hansa", "", AT)
    journal.catch_up()
    with store.remote.client() as client:
        before = {key: client.dump(key) for key in client.scan_iter()}
        _move(journal, "one", 5)
        _move(journal, "other", 2)
        journal.catch_up()
        client.flushall()
        for key, value in before.items():
            client.restore(key, 0, value)
    _move(journal, "one", 1)
    assert journal.catch_up().state is State.IN_STEP
    _assert_copied(store, journal)


@pytest.mark.parametrize("theirs", [1, 2, 3, 6])
def test_entries_of_somebody_else_are_left_alone(store: MirroredStore, journal: Mirrored, theirs: int) -> None:
    with _remote(store) as remote:
        remote.create("one", "hansa", "Friday", AT)
        _move(remote, "one", theirs, by="them")
        before = remote.read("one")
        ours = journal.read("one")
        standing = journal.catch_up()
        assert (standing.state, standing.diverged) == (State.DIVERGED, ("one",))
        assert "one" in standing.reason
        assert remote.read("one") == before
        assert journal.read("one") == ours
        _move(journal, "one", 1)
        assert journal.catch_up().state is State.DIVERGED
        assert remote.read("one") == before


@pytest.mark.parametrize("said", [("hansa", "Saturday", AT), ("teutonica", "Friday", AT), ("hansa", "Friday", "21:00")])
def test_other_game_of_the_same_id_is_left_alone(
    store: MirroredStore, journal: Mirrored, said: tuple[str, str, str]
) -> None:
    with _remote(store) as remote:
        remote.create("one", *said)
        assert journal.catch_up().state is State.DIVERGED
        assert remote.info("one").revision == 0


def test_server_ahead_of_the_local_file_is_left_alone(store: MirroredStore, journal: Mirrored) -> None:
    journal.catch_up()
    with _remote(store) as remote:
        _move(remote, "one", 2, by="us, before the card was replaced")
        before = remote.read("one")
        _move(journal, "one", 1)
        assert journal.catch_up().diverged == ("one",)
        assert remote.read("one") == before


def test_game_replaced_on_the_server_by_another_of_the_same_length_is_left_alone(
    store: MirroredStore, journal: Mirrored
) -> None:
    journal.catch_up()
    _forget(store)
    with _remote(store) as remote:
        remote.create("one", "hansa", "Friday", AT)
        _move(remote, "one", 3, by="them")
        before = remote.read("one")
        _move(journal, "one", 1)
        assert journal.catch_up().diverged == ("one",)
        assert remote.read("one") == before


FORGED = {
    "no JSON": "Friday\x1b[2J",
    "no object": "[]",
    "no game": '{"title":"Friday"}',
    "a game that is no word": '{"game":"../hansa\\n","title":"Friday"}',
    "a title that is no text": '{"game":"hansa","title":7}',
    "too deep": "[" * 100_000,
}


def _forge(store: MirroredStore, game_id: str, *, at: str = AT, payload: str) -> None:
    """Put a creation on the server that no companion writes; its seal fits, because anybody can compute one."""
    (forged,) = chain(game_id, [(CREATED, at, payload)])
    fields = {"kind": forged.kind, "at": forged.at, "payload": forged.payload, "seal": forged.seal}
    with store.remote.client() as client:
        client.delete(f"{store.remote.prefix}:game:{game_id}")
        client.xadd(f"{store.remote.prefix}:game:{game_id}", fields, id="0-1")
        client.xadd(f"{store.remote.prefix}:games", {"game": game_id})


@pytest.mark.parametrize("payload", FORGED.values(), ids=FORGED)
def test_forged_creation_has_diverged_and_does_not_hold_the_others_up(
    store: MirroredStore, journal: Mirrored, payload: str
) -> None:
    _forge(store, "one", payload=payload)
    journal.create("two", "hansa", "Later", AT)
    standing = journal.catch_up()
    assert (standing.state, standing.diverged) == (State.DIVERGED, ("one",))
    assert journal.catch_up().diverged == ("one",)
    with _remote(store) as remote:
        assert [info.id for info in remote.games()] == ["two"]


def test_creation_whose_time_is_none_has_diverged(store: MirroredStore, journal: Mirrored) -> None:
    _forge(store, "one", at="20:15\nnothing is wrong", payload='{"game":"hansa","title":"Friday"}')
    assert journal.catch_up().diverged == ("one",)


@pytest.mark.parametrize("payload", FORGED.values(), ids=FORGED)
def test_forged_game_is_not_brought_back_and_the_others_are(
    store: MirroredStore, journal: Mirrored, tmp_path: Path, payload: str
) -> None:
    journal.catch_up()
    _forge(store, "two", payload=payload)
    with closing(SqliteJournal(tmp_path / "new")) as local, closing(store.remote.journal()) as remote:
        new = Mirrored(local, remote, follows=False)
        new.open()
        _add_entry(store, "two")
        brought = new.bring_back()
    assert brought.games == ("one",)
    assert [told.partition(":")[0] for told in brought.trouble] == ["game two is damaged after 0 good entries"]


def _add_entry(store: MirroredStore, game_id: str) -> None:
    """Add an entry to a game on the server: one without entries is not asked for."""
    fields = {"kind": "move", "at": AT, "payload": "{}", "seal": "0"}
    with store.remote.client() as client:
        client.xadd(f"{store.remote.prefix}:game:{game_id}", fields, id="1-0")


@pytest.mark.parametrize("game_id", HOSTILE.values(), ids=HOSTILE)
def test_id_that_no_game_has_is_not_in_the_list_of_a_server(store: MirroredStore, game_id: str) -> None:
    _forge(store, game_id, payload='{"game":"hansa","title":"Friday"}')
    with _remote(store) as remote:
        assert remote.ids() == ()


def test_diverged_game_does_not_hold_the_others_up(store: MirroredStore, journal: Mirrored) -> None:
    with _remote(store) as remote:
        remote.create("one", "hansa", "somebody else's", AT)
        journal.create("two", "hansa", "", AT)
        _move(journal, "two", 2)
        assert journal.catch_up().diverged == ("one",)
        assert remote.read("two") == journal.read("two")
    _forget(store)
    _move(journal, "one", 1)
    assert journal.catch_up() == CopyState(State.IN_STEP)
    _assert_copied(store, journal)


def test_damaged_local_game_does_not_hold_the_others_up(store: MirroredStore, journal: Mirrored) -> None:
    journal.create("two", "hansa", "", AT)
    _move(journal, "two", 2)
    store.alter("one", 2, "{}")
    assert journal.catch_up().diverged == ("one",)
    with _remote(store) as remote:
        assert remote.read("two") == journal.read("two")


def test_server_with_another_format_is_refused_and_told(store: MirroredStore, journal: Mirrored) -> None:
    with store.remote.client() as client:
        client.set(f"{store.remote.prefix}:format", "99")
    standing = journal.catch_up()
    assert standing.state is State.REFUSED
    assert "99" in standing.reason
    _move(journal, "one", 1)


def test_two_that_carry_at_the_same_time_make_no_double(store: MirroredStore, journal: Mirrored) -> None:
    with closing(store.journal()) as other, _remote(store) as remote, pytest.MonkeyPatch.context() as patch:
        other.open()
        append_all = type(remote).append_all
        is_first = True

        def overtaken(self: Journal, game_id: str, revision: int, drafts: list[Draft], **onto: str) -> object:
            nonlocal is_first
            if is_first:
                is_first = False
                other.catch_up()
            return append_all(self, game_id, revision, drafts, **onto)

        patch.setattr(type(remote), "append_all", overtaken)
        assert journal.catch_up() == CopyState(State.IN_STEP)
        assert not is_first
    _assert_copied(store, journal)


def test_stale_entry_is_refused_by_the_local_journal(journal: Mirrored) -> None:
    with pytest.raises(StaleRevision):
        journal.append("one", 3, Kind.MOVE, {}, AT)


def _followed(store: MirroredStore, told: queue.Queue[CopyState]) -> Mirrored:
    return Mirrored(
        store.local.journal(), store.remote.journal(), on_change=told.put, first_retry_ms=1, longest_retry_ms=2
    )


def test_thread_carries_moves_over_and_tells_of_changes(store: MirroredStore) -> None:
    told: queue.Queue[CopyState] = queue.Queue()
    store.remote.fake.connected = False
    with closing(_followed(store, told)) as journal:
        journal.open()
        journal.open()
        assert told.get(timeout=90).state is State.AWAY
        journal.create("one", "hansa", "", AT)
        _move(journal, "one", 5)
        store.remote.fake.connected = True
        assert told.get(timeout=90) == CopyState(State.IN_STEP)
        for _ in range(20):
            _move(journal, "one", 1)
        store.remote.fake.connected = False
        _move(journal, "one", 1)
        assert told.get(timeout=90).state is State.AWAY
        store.remote.fake.connected = True
        assert told.get(timeout=90) == CopyState(State.IN_STEP)
        _move(journal, "one", 3)
    journal.open()
    _assert_copied(store, journal)
    journal.close()


def test_whoever_watches_later_is_told_how_it_stands_and_of_every_change(
    store: MirroredStore, journal: Mirrored
) -> None:
    journal.catch_up()
    told: list[State] = []
    journal.watch(lambda standing: told.append(standing.state))
    journal.catch_up()
    store.remote.fake.connected = False
    _move(journal, "one", 1)
    journal.catch_up()
    assert told == [State.IN_STEP, State.AWAY]


def test_move_that_comes_while_others_are_carried_is_carried_before_the_end(store: MirroredStore) -> None:
    is_carried, may_go_on = threading.Event(), threading.Event()

    def hold_up(_: CopyState) -> None:
        is_carried.set()
        may_go_on.wait(90)

    journal = Mirrored(store.local.journal(), store.remote.journal(), on_change=hold_up)
    journal.open()
    assert is_carried.wait(90)
    journal.create("one", "hansa", "", AT)
    _move(journal, "one", 1)
    closing_it = threading.Thread(target=journal.close)
    closing_it.start()
    until(journal._stopping.is_set)
    may_go_on.set()
    closing_it.join()
    assert _holds(store, "one", 1)


def test_copy_that_is_lost_while_nobody_plays_is_made_anew(store: MirroredStore) -> None:
    told: queue.Queue[CopyState] = queue.Queue()
    with closing(Mirrored(store.local.journal(), store.remote.journal(), on_change=told.put, look_ms=1)) as journal:
        journal.open()
        assert told.get(timeout=90) == CopyState(State.IN_STEP)
        journal.create("one", "hansa", "", AT)
        _move(journal, "one", 2)
        for _ in range(2):
            until(lambda: _holds(store, "one", 2))
            _forget(store)
        until(lambda: _holds(store, "one", 2))
        assert told.empty()


def _holds(store: MirroredStore, game_id: str, revision: int) -> bool:
    with _remote(store) as remote:
        return game_id in remote.ids() and remote.info(game_id).revision == revision


def test_closing_while_the_server_is_away_returns(store: MirroredStore) -> None:
    told: queue.Queue[CopyState] = queue.Queue()
    store.remote.fake.connected = False
    journal = Mirrored(store.local.journal(), store.remote.journal(), on_change=told.put, first_retry_ms=10**7)
    journal.open()
    assert told.get(timeout=90).state is State.AWAY
    journal.close()
    journal.close()


STEPS = st.lists(st.sampled_from(["move", "create", "away", "back", "forget", "carry", "restart"]), max_size=25)


def test_copy_has_neither_gap_nor_double_whatever_happened(folder: Path) -> None:
    @examples(40)
    @given(STEPS)
    def check(steps: list[str]) -> None:
        store = MirroredStore(folder)
        with closing(store.journal()) as journal:
            journal.open()
            for number, step in enumerate(["create", *steps]):
                match step:
                    case "create":
                        journal.create(f"game-{number}", "hansa", "", AT)
                    case "move":
                        _move(journal, journal.ids()[number % len(journal.ids())], 1 + number % 3)
                    case "away" | "back":
                        store.remote.fake.connected = step == "back"
                    case "forget" if store.remote.fake.connected:
                        _forget(store)
                    case "carry":
                        state = State.IN_STEP if store.remote.fake.connected else State.AWAY
                        assert journal.catch_up().state is state
                    case "restart":
                        journal.close()
                        journal.open()
                    case _:
                        pass
            store.remote.fake.connected = True
            journal.catch_up()
            _move(journal, journal.ids()[-1], 1)  # a server that forgot is found out with the next move
            assert journal.catch_up() == CopyState(State.IN_STEP)
            _assert_copied(store, journal)

    check()


# --- what a server loses though it answers ---


def _five_games(journal: Mirrored) -> None:
    for number in range(4):
        journal.create(f"game-{number}", "hansa", "", AT)
        _move(journal, f"game-{number}", 3)
    assert journal.catch_up() == CopyState(State.IN_STEP)


@pytest.mark.parametrize("loss", ["list", "evicted", "trimmed", "emptied", "head", "middle", "newest"])
@pytest.mark.parametrize("plays", [False, True])
def test_in_step_is_said_only_when_everything_is_there(
    store: MirroredStore, journal: Mirrored, loss: str, plays: bool
) -> None:
    _five_games(journal)
    prefix = store.remote.prefix
    with store.remote.client() as client:
        match loss:
            case "list":
                client.delete(f"{prefix}:games")
            case "evicted":
                for game_id in journal.ids()[:4]:
                    client.delete(f"{prefix}:game:{game_id}")
            case "trimmed":
                client.xtrim(f"{prefix}:game:game-3", maxlen=1, approximate=False)
            case "emptied":
                client.xtrim(f"{prefix}:game:game-3", maxlen=0, approximate=False)
            case "head":
                client.xdel(f"{prefix}:game:game-2", "0-1")
            case "middle":
                client.xdel(f"{prefix}:game:one", "2-0")
            case _:
                client.xdel(f"{prefix}:game:game-3", "3-0")
    if plays:
        journal._proof_due = 0.0  # a minute has passed
        _move(journal, "game-1", 1)
    assert journal.catch_up() == CopyState(State.IN_STEP)
    _assert_copied(store, journal)


def test_copy_is_proved_every_minute_while_somebody_plays(store: MirroredStore) -> None:
    now = [0.0]
    with closing(
        Mirrored(store.local.journal(), store.remote.journal(), follows=False, look_ms=60_000, clock=lambda: now[0])
    ) as journal:
        journal.open()
        journal.create("one", "hansa", "", AT)
        journal.create("two", "hansa", "", AT)
        journal.catch_up()
        with store.remote.client() as client:
            client.delete(f"{store.remote.prefix}:games")
        for at in (1.0, 59.0, 61.0):
            now[0] = at
            _move(journal, "two", 1)
            journal.catch_up()
            with _remote(store) as remote:
                assert (remote.ids() == ("one", "two")) == (at > 60)


def test_entries_that_are_not_ours_are_not_written_over_when_others_are_lost(
    store: MirroredStore, journal: Mirrored
) -> None:
    journal.catch_up()
    stream = f"{store.remote.prefix}:game:one"
    store.remote.alter("one", 2, '{"by":"them"}')
    with store.remote.client() as client:
        client.xdel(stream, "1-0")
        before = client.xrange(stream)
        assert journal.catch_up().state is State.DIVERGED
        assert client.xrange(stream) == before


def test_games_are_listed_in_the_order_in_which_they_were_begun(store: MirroredStore, journal: Mirrored) -> None:
    for game_id in ("zebra", "ape", "mole"):
        journal.create(game_id, "hansa", "", AT)
    journal.catch_up()
    with _remote(store) as remote:
        assert remote.ids() == journal.ids() == ("one", "zebra", "ape", "mole")


def test_new_card_is_told_of_the_games_on_the_server_and_gets_them(
    store: MirroredStore, journal: Mirrored, tmp_path: Path
) -> None:
    _five_games(journal)
    with closing(Mirrored(SqliteJournal(tmp_path / "new"), store.remote.journal(), follows=False)) as new:
        new.open()
        assert set(new.bring_back().games) == set(journal.ids())
        assert {game_id: new.read(game_id) for game_id in new.ids()} == {
            game_id: journal.read(game_id) for game_id in journal.ids()
        }
        assert new.bring_back() == GamesBack((), ())
        assert new.catch_up() == CopyState(State.IN_STEP)


def _new_card(store: MirroredStore, path: Path, table: str = "") -> Mirrored:
    remote = RedisJournal("redis://fake", prefix=store.remote.prefix, connect=store.remote.client, table=table)
    return Mirrored(SqliteJournal(path), remote, follows=False)


def test_standing_tells_how_many_games_only_the_server_has_until_they_are_here(
    store: MirroredStore, journal: Mirrored, tmp_path: Path
) -> None:
    _five_games(journal)
    with closing(_new_card(store, tmp_path / "new")) as new:
        new.open()
        assert new.catch_up() == CopyState(State.IN_STEP, elsewhere=len(journal.ids()))
        beats: list[str] = []
        new.bring_back(lambda: beats.append("."))
        assert len(beats) == len(journal.ids())
        assert new.catch_up() == CopyState(State.IN_STEP)
        store.remote.fake.connected = False
        with pytest.raises(Unavailable, match="server"):
            new.bring_back()


def test_games_of_another_table_on_the_same_server_are_not_brought_back(store: MirroredStore, tmp_path: Path) -> None:
    for table, game_id in (("one", "ours"), ("two", "theirs")):
        with closing(_new_card(store, tmp_path / table, table)) as playing:
            playing.open()
            playing.create(game_id, "hansa", "", AT)
            _move(playing, game_id, 2)
            playing.catch_up()
    with closing(_new_card(store, tmp_path / "new", "one")) as new:
        new.open()
        assert new.catch_up().elsewhere == 1
        assert new.bring_back() == GamesBack(("ours",), ())
        assert new.ids() == ("ours",)
    with closing(_new_card(store, tmp_path / "third", "three")) as third:
        third.open()
        assert third.catch_up().elsewhere == 0, "who comes to the club is not offered what others played"


@pytest.mark.slow
def test_bringing_back_that_was_interrupted_is_finished_by_the_next(
    store: MirroredStore, journal: Mirrored, tmp_path: Path
) -> None:
    _five_games(journal)
    _move(journal, "one", 400)
    journal.catch_up()
    with closing(_new_card(store, tmp_path / "new")) as new:
        new.open()
        append_all = new._local.append_all

        def full(game_id: str, revision: int, drafts: Any, **named: Any) -> Any:
            if game_id == "one" and revision > 1:  # it is half there
                raise Unavailable(quoted("the disk is full"), quoted("free some space"))
            return append_all(game_id, revision, drafts, **named)

        vars(new._local)["append_all"] = full
        with pytest.raises(Unavailable, match="the disk is full"):
            new.bring_back()  # it comes first
        assert 0 < new.info("one").revision < journal.info("one").revision
        assert new.catch_up().elsewhere
        del vars(new._local)["append_all"]
        assert "one" in new.bring_back().games
        assert {game_id: new.read(game_id) for game_id in new.ids()} == {
            game_id: journal.read(game_id) for game_id in journal.ids()
        }
        assert new.catch_up() == CopyState(State.IN_STEP)


def test_game_that_is_damaged_on_the_server_does_not_keep_the_others_away(
    store: MirroredStore, journal: Mirrored, tmp_path: Path
) -> None:
    _five_games(journal)
    store.remote.alter("one", 2, '{"by":"them"}')
    with closing(_new_card(store, tmp_path / "new")) as new:
        new.open()
        brought = new.bring_back()
        assert set(brought.games) == set(journal.ids()) - {"one"}
        (trouble,) = brought.trouble
        assert trouble.startswith("game one is damaged")


def test_game_that_tells_another_story_here_is_not_elsewhere(store: MirroredStore, journal: Mirrored) -> None:
    journal.catch_up()
    with _remote(store) as remote:
        _move(remote, "one", 2, by="them")
    _move(journal, "one", 1)
    standing = journal.catch_up()
    assert (standing.state, standing.elsewhere) == (State.DIVERGED, 0)


def test_games_of_one_second_come_back_in_the_order_in_which_they_were_begun(
    store: MirroredStore, journal: Mirrored, tmp_path: Path
) -> None:
    for game_id in ("zebra", "ape", "mole"):
        journal.create(game_id, "hansa", "", AT)
        _move(journal, game_id, 1)
    journal.catch_up()
    with closing(_new_card(store, tmp_path / "new")) as new:
        new.open()
        assert new.bring_back().games == new.ids() == ("one", "zebra", "ape", "mole")
