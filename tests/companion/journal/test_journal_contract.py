"""What every journal promises, over SQLite, a fake and a real Redis, and a mirrored one."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.journal.journal import (
    Damaged,
    Diverged,
    Draft,
    GameExists,
    GameInfo,
    Journal,
    Kind,
    StaleRevision,
    Unavailable,
    UnknownGame,
    Unstorable,
)
from companion.journal.seals import LONGEST_PAYLOAD
from tests.companion.journal.stores import Store
from tests.kit.examples import examples

AT = "20:15"
SAIL = {"do": "sail", "to": "danzig"}


@pytest.fixture
def journal(store: Store) -> Iterator[Journal]:
    with closing(store.journal()) as journal:
        journal.open()
        yield journal


@pytest.fixture
def begun(journal: Journal) -> Journal:
    """A journal with five entries in one game and two in another."""
    for game_id, moves in (("one", 5), ("two", 2)):
        journal.create(game_id, "hansa", f"Game {game_id}", AT)
        for number in range(1, moves + 1):
            journal.append(game_id, number, Kind.MOVE, {"number": number}, AT)
    return journal


def test_game_created_is_told_about(journal: Journal) -> None:
    info = journal.create("one", "hansa", "Friday at Ada's", "19:00")
    assert info == GameInfo("one", "hansa", "19:00", 0, False, "Friday at Ada's", info.seal)
    assert journal.info("one") == info
    assert journal.games() == (info,)


def test_games_come_in_order_of_creation(journal: Journal) -> None:
    names = ["zoe", "10", "abc", "9", "B"]
    for name in names:
        journal.create(name, "hansa", "", AT)
    assert journal.ids() == tuple(names)
    assert [info.id for info in journal.games()] == names


def test_game_created_twice_is_refused(begun: Journal) -> None:
    before = begun.games()
    with pytest.raises(GameExists) as caught:
        begun.create("one", "hansa", "again", AT)
    assert caught.value.game_id == "one"
    assert begun.games() == before


def test_entry_appended_is_read_back(journal: Journal) -> None:
    journal.create("one", "hansa", "", AT)
    first = journal.append("one", 1, Kind.SETUP, {"players": ["gray", "purple"]}, "20:00")
    second = journal.append("one", 2, Kind.MOVE, SAIL, "20:01")
    assert (first.revision, first.kind, first.payload, first.at) == (
        1,
        Kind.SETUP,
        {"players": ["gray", "purple"]},
        "20:00",
    )
    assert (second.revision, second.kind, second.payload, second.at) == (2, Kind.MOVE, SAIL, "20:01")
    assert journal.read("one") == (first, second)


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_is_kept(journal: Journal, kind: Kind) -> None:
    journal.create("one", "hansa", "", AT)
    journal.append("one", 1, kind, {}, AT)
    assert [entry.kind for entry in journal.read("one")] == [kind]


@pytest.mark.parametrize("given_revision", [-1, 0, 1, 5, 7, 100, 10**30])
def test_revision_that_is_not_the_next_is_refused(begun: Journal, given_revision: int) -> None:
    before = begun.read("one")
    with pytest.raises(StaleRevision) as caught:
        begun.append("one", given_revision, Kind.MOVE, SAIL, AT)
    assert (caught.value.expected, caught.value.given) == (6, given_revision)
    assert begun.read("one") == before


def test_several_entries_are_stored_together(begun: Journal) -> None:
    drafts = [Draft(Kind.MOVE, {"number": number}, AT) for number in (6, 7, 8)]
    stored = begun.append_all("one", 6, drafts)
    assert [entry.revision for entry in stored] == [6, 7, 8]
    assert begun.read("one", 5) == stored


@pytest.mark.parametrize("given_revision", [4, 5, 7])
def test_several_entries_of_a_wrong_revision_store_none(begun: Journal, given_revision: int) -> None:
    before = begun.read("one")
    with pytest.raises(StaleRevision):
        begun.append_all("one", given_revision, [Draft(Kind.MOVE, SAIL, AT)] * 4)
    assert begun.read("one") == before


def test_entries_onto_another_history_are_refused(begun: Journal) -> None:
    before = begun.read("one")
    with pytest.raises(Diverged) as caught:
        begun.append_all("one", 6, [Draft(Kind.MOVE, SAIL, AT)], onto=before[3].seal)
    assert caught.value.game_id == "one"
    assert begun.read("one") == before
    (entry,) = begun.append_all("one", 6, [Draft(Kind.MOVE, SAIL, AT)], onto=before[4].seal)
    assert begun.read("one") == (*before, entry)


def test_several_entries_with_a_bad_one_store_none(begun: Journal) -> None:
    before = begun.read("one")
    with pytest.raises(Unstorable):
        begun.append_all("one", 6, [Draft(Kind.MOVE, SAIL, AT), Draft(Kind.MOVE, {"no": {1}}, AT)])
    assert begun.read("one") == before


def test_no_entries_are_refused(begun: Journal) -> None:
    with pytest.raises(Unstorable):
        begun.append_all("one", 6, [])


def _deep() -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(100_000):
        value = {"deeper": value}
    return value


@pytest.mark.parametrize(
    "payload",
    [{"x": float("nan")}, {"x": float("inf")}, {"x": b"raw"}, {(1, 2): 3}, {"x": "y" * LONGEST_PAYLOAD}, [], None],
    ids=["nan", "infinite", "bytes", "tuple key", "too long", "list", "none"],
)
def test_payload_that_is_no_json_is_refused(begun: Journal, payload: Any) -> None:
    with pytest.raises(Unstorable):
        begun.append("one", 6, Kind.MOVE, payload, AT)
    assert begun.info("one").revision == 5


def test_payload_nested_too_deep_is_refused(begun: Journal) -> None:
    with pytest.raises(Unstorable):
        begun.append("one", 6, Kind.MOVE, _deep(), AT)


@pytest.mark.parametrize("game_id", ["", "a b", "../x", "a\n", "é", "x" * 65, ".x", "a/b", "a:b"])
def test_game_id_that_cannot_be_a_name_is_refused(journal: Journal, game_id: str) -> None:
    with pytest.raises(Unstorable):
        journal.create(game_id, "hansa", "", AT)
    assert journal.ids() == ()


@pytest.mark.parametrize("at", ["", "20:15\n", "é", "x" * 65])
def test_time_that_is_not_plain_is_refused(begun: Journal, at: str) -> None:
    with pytest.raises(Unstorable):
        begun.append("one", 6, Kind.MOVE, SAIL, at)
    with pytest.raises(Unstorable):
        begun.create("three", "hansa", "", at)


def test_unknown_game_is_said_to_be_unknown(begun: Journal) -> None:
    for ask in (
        lambda: begun.append("three", 1, Kind.MOVE, SAIL, AT),
        lambda: begun.read("three"),
        lambda: begun.info("three"),
    ):
        with pytest.raises(UnknownGame) as caught:
            ask()
        assert caught.value.game_id == "three"


@pytest.mark.parametrize("after", [-(10**30), -1, 0, 1, 4, 5, 6, 10**30])
def test_reading_after_a_revision_gives_the_rest(begun: Journal, after: int) -> None:
    assert [entry.revision for entry in begun.read("one", after)] == [n for n in range(1, 6) if n > after]


def test_game_is_finished_while_an_ending_is_its_newest_entry(journal: Journal) -> None:
    journal.create("one", "hansa", "", AT)
    seen = []
    for revision, kind in enumerate((Kind.MOVE, Kind.FINISHED, Kind.TAKE_BACK, Kind.ABORTED), 1):
        journal.append("one", revision, kind, {}, AT)
        seen.append(journal.info("one").finished)
    assert seen == [False, True, False, True]


def test_seal_tells_histories_apart(begun: Journal) -> None:
    seals = [entry.seal for game_id in ("one", "two") for entry in begun.read(game_id)]
    assert len(set(seals)) == len(seals)
    assert begun.info("one").seal == begun.read("one")[-1].seal


def test_closed_journal_is_unavailable_until_opened_again(begun: Journal) -> None:
    before = begun.read("one")
    begun.close()
    begun.close()
    for ask in (
        lambda: begun.read("one"),
        lambda: begun.append("one", 6, Kind.MOVE, SAIL, AT),
        begun.games,
    ):
        with pytest.raises(Unavailable) as caught:
            ask()
        assert caught.value.remedy
    begun.open()
    begun.open()
    assert begun.read("one") == before


def test_two_journals_on_one_store_see_each_other(begun: Journal, store: Store) -> None:
    with closing(store.journal()) as other:
        other.open()
        assert other.read("one") == begun.read("one")
        other.append("one", 6, Kind.MOVE, SAIL, AT)
        with pytest.raises(StaleRevision) as caught:
            begun.append("one", 6, Kind.MOVE, SAIL, AT)
        assert caught.value.expected == 7
        assert begun.append("one", 7, Kind.MOVE, SAIL, AT).revision == 7
        assert other.info("one").revision == 7


def test_race_for_a_revision_has_one_winner(begun: Journal, store: Store) -> None:
    rounds, racers = 10, 4
    won: list[tuple[int, int]] = []
    start = threading.Barrier(racers)

    def race(racer: int) -> None:
        with closing(store.journal()) as journal:
            journal.open()
            for number in range(rounds):
                start.wait(timeout=90)
                with suppress(StaleRevision):
                    won.append((journal.append("one", 6 + number, Kind.MOVE, {"by": racer}, AT).revision, racer))

    threads = [threading.Thread(target=race, args=(racer,)) for racer in range(racers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    entries = begun.read("one", 5)
    assert sorted(won) == [(entry.revision, entry.payload["by"]) for entry in entries]
    assert [entry.revision for entry in entries] == list(range(6, 6 + rounds))


def test_altered_entry_is_found_and_the_good_ones_are_handed_over(begun: Journal, store: Store) -> None:
    before = begun.read("one")
    store.alter("one", 3, '{"number":4}')
    with pytest.raises(Damaged) as caught:
        begun.read("one")
    assert caught.value.entries == before[:2]
    assert (caught.value.damage.game_id, caught.value.damage.good) == ("one", 2)
    assert begun.integrity() == (caught.value.damage,)
    assert len(begun.read("two")) == 2


def test_altered_entry_is_found_when_reading_from_later_on(begun: Journal, store: Store) -> None:
    before = begun.read("one")
    store.alter("one", 4, "{}")
    with pytest.raises(Damaged) as caught:
        begun.read("one", 2)
    assert caught.value.entries == before[2:3]
    assert caught.value.damage.good == 3


@pytest.mark.parametrize("revision", [1, 3, 5])
def test_missing_entry_is_found(begun: Journal, store: Store, revision: int) -> None:
    before = begun.read("one")
    store.drop("one", revision)
    with pytest.raises(Damaged) as caught:
        begun.read("one")
    assert caught.value.entries == before[: revision - 1]
    assert caught.value.damage.good == revision - 1
    assert [damage.game_id for damage in begun.integrity()] == ["one"]


def test_sound_journal_has_no_damage(begun: Journal) -> None:
    assert begun.integrity() == ()


SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
TEXT = st.text(st.characters(exclude_categories=()), max_size=20)  # lone surrogates and NUL too
PAYLOADS = st.dictionaries(
    TEXT,
    st.recursive(SCALARS | TEXT, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3)),
    max_size=4,
)


def test_any_json_comes_back_as_it_was(begun: Journal) -> None:
    @examples(25)
    @given(PAYLOADS, TEXT)
    def check(payload: dict[str, Any], title: str) -> None:
        revision = begun.info("one").revision + 1
        begun.append("one", revision, Kind.NOTE, payload, AT)
        (entry,) = begun.read("one", revision - 1)
        assert entry.payload == payload
        game_id = f"titled-{revision}"
        begun.create(game_id, "hansa", title, AT)
        assert begun.info(game_id).title == title

    check()
