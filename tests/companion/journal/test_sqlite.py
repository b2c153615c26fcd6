from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.journal import seals, sqlite
from companion.journal.carving import as_one_file
from companion.journal.journal import Damage, Damaged, Draft, Entry, JournalError, Kind, Unavailable, WrongFormat
from companion.journal.salvage import Salvaged, in_memory, merge, salvage
from companion.journal.schema import VERSION
from companion.journal.sqlite import SqliteJournal
from tests.kit.examples import examples
from tests.kit.forged import HOSTILE, forge

VERSION_1 = Path(__file__).with_name("version-1.sqlite")
PAGE = 4096
AT = "20:15"


@pytest.fixture
def path(folder: Path) -> Path:
    return folder / "journal.sqlite"


@pytest.fixture
def journal(path: Path) -> Iterator[SqliteJournal]:
    with closing(SqliteJournal(path, busy_ms=10)) as journal:
        journal.open()
        yield journal


def _fill(journal: SqliteJournal, games: int = 3, entries: int = 150) -> dict[str, tuple[Entry, ...]]:
    told = {}
    for number in range(games):
        game_id = f"game-{number}"
        journal.create(game_id, "hansa", "Friday", AT)
        drafts = [Draft(Kind.MOVE, {"number": move, "says": "x" * 30}, AT) for move in range(entries)]
        told[game_id] = journal.append_all(game_id, 1, drafts)
    return told


def _scalar(path: Path, query: str) -> object:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchone()[0]


def test_file_of_version_1_is_migrated_and_goes_on(path: Path) -> None:
    shutil.copy(VERSION_1, path)
    assert _scalar(path, "PRAGMA user_version") == 1
    with closing(SqliteJournal(path)) as journal:
        journal.open()
        assert [(info.id, info.title, info.revision, info.finished) for info in journal.games()] == [
            ("zeta", "First evening", 8, True),
            ("alpha", "Second evening", 3, False),
            ("empty", "Never begun", 0, False),
        ]
        assert [entry.payload for entry in journal.read("alpha")] == [{"number": n} for n in (1, 2, 3)]
        assert journal.integrity() == ()
        assert journal.append("alpha", 4, Kind.MOVE, {}, AT).revision == 4
    assert _scalar(path, "PRAGMA user_version") == VERSION


def test_migration_that_fails_leaves_the_file_as_it_was(path: Path) -> None:
    shutil.copy(VERSION_1, path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE tips (in_the_way)")
    with pytest.raises(JournalError):
        SqliteJournal(path).open()
    assert _scalar(path, "PRAGMA user_version") == 1
    assert _scalar(path, "SELECT count(*) FROM entries") == 14


def test_file_of_a_newer_version_is_not_touched(journal: SqliteJournal, path: Path) -> None:
    journal.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = path.read_bytes()
    with pytest.raises(WrongFormat, match=f"version {VERSION + 1}.*at most {VERSION}"):
        journal.open()
    assert path.read_bytes() == before


def test_entry_of_a_kind_from_a_newer_version_is_said_so(journal: SqliteJournal) -> None:
    journal.create("one", "hansa", "", AT)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.journal.seals.Kind", str)
        patch.setattr("companion.journal.seals._entry", lambda stored: stored)
        journal.append_all("one", 1, [Draft("teleport", {}, AT)])  # type: ignore[arg-type] # what a newer one writes
    with pytest.raises(WrongFormat, match="teleport"):
        journal.read("one")


@pytest.mark.parametrize("statement", ["CREATE TABLE stamps (id)", "PRAGMA application_id = 7"])
def test_database_of_another_program_is_not_touched(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
    before = path.read_bytes()
    with pytest.raises(WrongFormat, match="another program"):
        SqliteJournal(path).open()
    assert path.read_bytes() == before


def test_file_that_is_no_database_is_kept(path: Path) -> None:
    path.write_text("A shopping list\n" * 100)
    before = path.read_bytes()
    with pytest.raises(Damaged, match="kept"):
        SqliteJournal(path).open()
    assert path.read_bytes() == before


def test_missing_folder_is_unavailable_with_a_remedy(folder: Path) -> None:
    with pytest.raises(Unavailable) as caught:
        SqliteJournal(folder / "nowhere" / "journal.sqlite").open()
    assert "folder" in caught.value.remedy


def test_place_without_a_write_ahead_log_is_unavailable() -> None:
    with pytest.raises(Unavailable, match="write-ahead log"):
        SqliteJournal(Path(":memory:")).open()


def test_file_without_its_tables_is_said_so(journal: SqliteJournal, path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE entries")
    with pytest.raises(WrongFormat, match="entries"):
        journal.create("one", "hansa", "", AT)


def test_folder_in_the_place_of_the_file_is_unavailable(folder: Path) -> None:
    with pytest.raises(Unavailable):
        SqliteJournal(folder).open()


def test_file_locked_by_another_takes_no_entry_and_goes_on_later(journal: SqliteJournal, path: Path) -> None:
    journal.create("one", "hansa", "", AT)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable, match="locked"):
            journal.append("one", 1, Kind.MOVE, {}, AT)
        assert journal.read("one") == ()
    assert journal.append("one", 1, Kind.MOVE, {}, AT).revision == 1


def test_entry_under_way_keeps_others_out(journal: SqliteJournal, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal.create("one", "hansa", "", AT)
    compose = seals.compose

    def interrupted(game_id: str, tip: seals.Tip, prepared: Sequence[seals.Prepared]) -> tuple[seals.Stored, ...]:
        monkeypatch.undo()
        with closing(SqliteJournal(path, busy_ms=10)) as other:
            other.open()
            with pytest.raises(Unavailable, match="locked"):
                other.append("one", 1, Kind.MOVE, {"by": "other"}, AT)
        return compose(game_id, tip, prepared)

    monkeypatch.setattr(seals, "compose", interrupted)
    journal.append("one", 1, Kind.MOVE, {"by": "us"}, AT)
    assert [entry.payload for entry in journal.read("one")] == [{"by": "us"}]


def test_reading_in_one_process_does_not_stop_writing_in_another(journal: SqliteJournal, path: Path) -> None:
    _fill(journal)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM entries").fetchone()
        assert journal.append("game-0", 151, Kind.MOVE, {}, AT).revision == 151


@dataclass(frozen=True)
class Sound:
    """A journal's file, and what it says."""

    whole: bytes
    told: dict[str, tuple[Entry, ...]]


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Sound:
    path = tmp_path_factory.mktemp("sound") / "journal.sqlite"
    with closing(SqliteJournal(path)) as journal:
        journal.open()
        told = _fill(journal)
    return Sound(path.read_bytes(), told)


def _flipped(whole: bytes, flips: list[tuple[int, int]]) -> bytes:
    hurt = bytearray(whole)
    for place, mask in flips:
        hurt[place % len(whole)] ^= mask
    return bytes(hurt)


def _page(whole: bytes, number: int) -> slice:
    start = number % (len(whole) // PAGE) * PAGE
    return slice(start, start + PAGE)


def _overwritten(whole: bytes, number: int, by: bytes) -> bytes:
    hurt = bytearray(whole)
    hurt[_page(whole, number)] = by
    return bytes(hurt)


PLACES = st.integers(0, 1 << 20)
DAMAGES = st.one_of(
    st.lists(st.tuples(PLACES, st.integers(1, 255)), min_size=1, max_size=4).map(
        lambda flips: lambda whole: _flipped(whole, flips)
    ),
    PLACES.map(lambda number: lambda whole: _overwritten(whole, number, bytes(PAGE))),
    st.builds(
        lambda number, other: lambda whole: _overwritten(whole, number, whole[_page(whole, other)]), PLACES, PLACES
    ),
    PLACES.map(lambda size: lambda whole: whole[: 1 + size % (len(whole) - 1)]),
)


def _read_what_is_good(journal: SqliteJournal, game_id: str) -> tuple[tuple[Entry, ...], Damage | None]:
    try:
        return journal.read(game_id), None
    except Damaged as error:
        return error.entries, error.damage


def test_damage_is_found_and_never_read_as_something_else(folder: Path, sound: Sound) -> None:
    path = folder / "hurt.sqlite"

    @examples(150)
    @given(DAMAGES)
    def check(damage: Callable[[bytes], bytes]) -> None:
        path.write_bytes(damage(sound.whole))
        for attendant in ("hurt.sqlite-wal", "hurt.sqlite-shm"):
            (folder / attendant).unlink(missing_ok=True)
        with closing(SqliteJournal(path)) as journal, suppress(JournalError):
            journal.open()
            found = journal.integrity()
            for game_id, entries in sound.told.items():
                good, stop = _read_what_is_good(journal, game_id)
                assert good == entries[: stop.good if stop else None]
                assert found or not stop

    check()


def test_file_whose_tables_have_lost_their_names_is_damaged(path: Path, sound: Sound) -> None:
    """The library's own message about them is no text then."""
    told: set[str] = set()
    for word in (b"CREATE TABLE tips", b"CREATE TABLE entries", b"WITHOUT ROWID", b"NOT NULL UNIQUE"):
        for at in range(len(word)):
            path.write_bytes(_flipped(sound.whole, [(sound.whole.index(word) + at, 0x80)]))
            with closing(SqliteJournal(path)) as journal:
                try:
                    journal.open()
                    told.update(damage.where for damage in journal.integrity())
                except (Damaged, WrongFormat) as error:
                    told.add(str(error))
    assert any("its tables cannot be read; the file is kept as it is" in each for each in told)


def test_entry_cut_short_is_damage_and_no_fault_of_the_disk(path: Path) -> None:
    """From version 3.45 on the library reads long entries past its cache, and calls their early end an error."""
    with closing(SqliteJournal(path)) as journal:
        journal.open()
        journal.create("one", "hansa", "", "20:15")
        journal.append("one", 1, Kind.NOTE, {"long": "x" * 3 * PAGE}, "20:15")
    hurt = path.read_bytes()[: 1 - PAGE]
    path.write_bytes(hurt)
    with closing(SqliteJournal(path)) as journal:
        journal.open()
        with pytest.raises(Damaged):
            journal.read("one")
    assert path.read_bytes() == hurt


def test_damaged_last_page_keeps_the_file_and_the_good_part(path: Path, sound: Sound) -> None:
    whole, told = sound.whole, sound.told
    path.write_bytes(whole[:-PAGE] + b"\xff" * PAGE)
    with closing(SqliteJournal(path)) as journal:
        journal.open()
        kept = 0
        for game_id, entries in told.items():
            good, stop = _read_what_is_good(journal, game_id)
            assert good == entries[: stop.good if stop else None]
            kept += len(good)
        assert 300 <= kept < 450
        assert journal.integrity()
    assert path.read_bytes() == whole[:-PAGE] + b"\xff" * PAGE


def test_damaged_log_gives_an_earlier_state_and_nothing_else(journal: SqliteJournal, path: Path, folder: Path) -> None:
    journal.create("one", "hansa", "", AT)
    told = tuple(journal.append("one", number, Kind.MOVE, {"number": number}, AT) for number in range(1, 30))
    log = path.with_name(path.name + "-wal").read_bytes()
    states = [told[:count] for count in range(len(told) + 1)]
    copy = folder / "copy.sqlite"

    @examples(40)
    @given(st.lists(st.tuples(PLACES, st.integers(1, 255)), min_size=1, max_size=3))
    def check(flips: list[tuple[int, int]]) -> None:
        shutil.copy(path, copy)
        copy.with_name("copy.sqlite-wal").write_bytes(_flipped(log, flips))
        copy.with_name("copy.sqlite-shm").unlink(missing_ok=True)
        with closing(SqliteJournal(copy)) as hurt:
            hurt.open()
            assert hurt.integrity() == ()
            assert not hurt.ids() or hurt.read("one") in states

    check()


def _page_of(path: Path, table: str) -> int:
    root = _scalar(path, f"SELECT rootpage FROM sqlite_schema WHERE name = '{table}'")
    assert isinstance(root, int)
    return root - 1


def test_damaged_list_of_games_loses_no_entry(path: Path, sound: Sound) -> None:
    whole, told = sound.whole, sound.told
    path.write_bytes(whole)
    page = _page_of(path, "tips")
    path.write_bytes(whole[: page * PAGE] + b"\xff" * PAGE + whole[(page + 1) * PAGE :])
    with closing(SqliteJournal(path)) as hurt:
        hurt.open()
        with pytest.raises(Damaged):
            hurt.append("game-0", 151, Kind.MOVE, {}, AT)
    with closing(salvage(path.read_bytes()).journal) as fresh:
        assert {game_id: fresh.read(game_id) for game_id in fresh.ids()} == told
        assert fresh.integrity() == ()


def _salvaged(path: Path) -> Salvaged:
    return salvage(path.read_bytes(), path.with_name(f"{path.name}-wal").read_bytes())


@pytest.mark.parametrize(
    "statement", ["DELETE FROM entries WHERE {0}", "UPDATE entries SET payload = '{{}}' WHERE {0}"]
)
def test_game_whose_creation_is_damaged_hides_no_other(journal: SqliteJournal, path: Path, statement: str) -> None:
    told = _fill(journal, games=2, entries=10)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement.format("game = 'game-0' AND revision = 0"))
    assert [info.id for info in journal.games()] == ["game-1"]
    assert journal.ids() == ("game-0", "game-1")
    salvaged = _salvaged(path)
    assert salvaged.lost == ("game-0",)
    with closing(salvaged.journal) as fresh:
        assert {game_id: fresh.read(game_id) for game_id in fresh.ids()} == {"game-1": told["game-1"]}


CREATION = seals.CREATED, AT, '{"game":"hansa","title":"Friday"}'


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_id_that_no_game_has_is_damage_and_hides_no_other(journal: SqliteJournal, path: Path, text: str) -> None:
    _fill(journal, 1, 2)
    forge(path, text, [CREATION, ("move", AT, "{}")])
    assert [info.id for info in journal.games()] == ["game-0"]
    assert [damage.good for damage in journal.integrity()] == [0]
    with pytest.raises(Damaged, match="its id is not one"):
        journal.read(text)
    journal.close()
    assert [saved.info.id for saved in salvage(path.read_bytes()).games] == ["game-0"]


@pytest.mark.parametrize(
    "creation",
    [
        (seals.CREATED, AT, "no JSON"),
        (seals.CREATED, AT, "[]"),
        (seals.CREATED, AT, '{"title":"Friday"}'),
        (seals.CREATED, AT, '{"game":"a game","title":"Friday"}'),
        (seals.CREATED, AT, '{"game":"hansa","title":7}'),
        (seals.CREATED, f"{AT}\n", '{"game":"hansa","title":"Friday"}'),
        ("move", AT, '{"game":"hansa","title":"Friday"}'),
    ],
)
def test_forged_creation_is_damage_and_hides_no_other(
    journal: SqliteJournal, path: Path, creation: tuple[str, str, str]
) -> None:
    _fill(journal, 1, 2)
    forge(path, "forged", [creation, ("move", AT, "{}")])
    with pytest.raises(Damaged, match="after 0 good entries"):
        journal.info("forged")
    assert [info.id for info in journal.games()] == ["game-0"]
    assert [damage.game_id for damage in journal.integrity()] == ["forged"]
    journal.close()
    assert [saved.info.id for saved in salvage(path.read_bytes()).games] == ["game-0"]


@pytest.mark.parametrize(
    "entry", [("move", f"{AT}\x1b[2J", "{}"), ("move", AT, "no JSON"), ("move", AT, "[]"), ("move", AT, '{"a":NaN}')]
)
def test_forged_entry_is_damage_and_the_good_part_is_kept(
    journal: SqliteJournal, path: Path, entry: tuple[str, str, str]
) -> None:
    journal.ids()
    forge(path, "forged", [CREATION, ("move", AT, "{}"), entry])
    with pytest.raises(Damaged, match="after 1 good entries") as damaged:
        journal.read("forged")
    assert [each.revision for each in damaged.value.entries] == [1]
    journal.close()
    assert [saved.info.revision for saved in salvage(path.read_bytes()).games] == [1]


def test_salvage_takes_the_good_part_of_each_game(journal: SqliteJournal, path: Path) -> None:
    told = _fill(journal, games=2, entries=10)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE entries SET at = '21:00' WHERE game = 'game-1' AND revision = 7")
    salvaged = _salvaged(path)
    assert [str(game) for game in salvaged.games] == [
        "game game-0: all 10 entries",
        "game game-1: 6 of 10 entries; the last are missing",
    ]
    assert not salvaged.is_whole
    with closing(salvaged.journal) as fresh:
        assert fresh.read("game-0") == told["game-0"]
        assert fresh.read("game-1") == told["game-1"][:6]


def test_salvage_keeps_the_order_of_games_that_were_begun_in_one_second(journal: SqliteJournal, path: Path) -> None:
    for game_id in ("zulu", "alpha", "mike"):
        journal.create(game_id, "hansa", "", AT)
    with closing(_salvaged(path).journal) as fresh:
        assert fresh.ids() == ("zulu", "alpha", "mike")


def test_salvage_takes_the_order_from_a_copy_where_the_list_of_games_is_gone(
    journal: SqliteJournal, path: Path
) -> None:
    for game_id in ("zulu", "alpha", "mike"):
        journal.create(game_id, "hansa", "", AT)
    with closing(in_memory()) as other:
        merge([journal], other)
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("DELETE FROM tips")
        log = path.with_name(f"{path.name}-wal")
        with closing(salvage(path.read_bytes(), log.read_bytes(), [other]).journal) as fresh:
            assert fresh.ids() == ("zulu", "alpha", "mike")


# --- files that somebody removes, renames or replaces under a running table ---

ENDS = [("",), ("-wal",), ("-shm",), ("", "-wal"), ("", "-wal", "-shm")]
STRANGE = ["empty", "garbage", "another journal's"]


def _as_after_a_kill(path: Path) -> dict[str, tuple[Entry, ...]]:
    """Return all games as the next start finds them, from a copy of the files in place."""
    copy = path.parent / "as-after-a-kill"
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    for end in ("", "-wal"):
        with suppress(FileNotFoundError):
            shutil.copy(path.with_name(f"{path.name}{end}"), copy)
    with closing(SqliteJournal(copy / path.name)) as again:
        again.open()
        assert again.integrity() == ()
        return {game_id: again.read(game_id) for game_id in again.ids()}


@pytest.mark.parametrize("ends", ENDS, ids="+".join)
@pytest.mark.parametrize("how", ["removed", "renamed"])
def test_files_that_vanish_under_a_running_table_are_put_back(
    journal: SqliteJournal, path: Path, ends: tuple[str, ...], how: str
) -> None:
    told = _fill(journal, games=2, entries=5)
    for number in range(3):
        for end in ends:
            file = path.with_name(f"{path.name}{end}")
            if how == "removed":
                file.unlink()
            else:
                file.rename(path.with_name(f"elsewhere-{number}{end}"))
        told["game-1"] += (journal.append("game-1", 6 + number, Kind.MOVE, {"late": number}, AT),)
        assert path.with_name(f"{path.name}-shm").exists()
    assert _as_after_a_kill(path) == told


def _others(folder: Path, kind: str, end: str) -> bytes:
    """Return what somebody puts in the place of one of the files."""
    with closing(SqliteJournal(folder / "strange.sqlite")) as other:
        other.open()
        if not other.ids():
            other.create("another", "hansa", "", AT)
        strange = (folder / f"strange.sqlite{end}").read_bytes()
    return {"empty": b"", "garbage": b"\0\1" * 3000, "another journal's": strange}[kind]


@pytest.mark.parametrize("ends", ENDS, ids="+".join)
@pytest.mark.parametrize("kind", STRANGE)
@pytest.mark.parametrize("then", ["move", "beat", "good-bye"])
def test_files_replaced_under_a_running_table_are_put_back_and_the_others_set_aside(
    journal: SqliteJournal, path: Path, ends: tuple[str, ...], kind: str, then: str
) -> None:
    told = _fill(journal, games=2, entries=5)
    written = {end: _others(path.parent, kind, end) for end in ends}
    for end, content in written.items():
        file = path.with_name(f"{path.name}{end}")
        file.unlink()
        file.write_bytes(content)
    if then == "move":
        told["game-1"] += (journal.append("game-1", 6, Kind.MOVE, {"late": True}, AT),)
    elif then == "beat":
        journal.info("game-1")
    else:
        journal.close()
    assert _as_after_a_kill(path) == told
    (aside,) = path.parent.glob("set-aside/*")
    assert {end: (aside / f"{path.name}{end}").read_bytes() for end in ends} == written


def test_another_journal_is_set_aside_with_its_log(journal: SqliteJournal, path: Path) -> None:
    told = _fill(journal, games=1, entries=3)
    with closing(SqliteJournal(path.with_name("other.sqlite"))) as other:
        other.open()
        other.create("another", "hansa", "", AT)
        for end in ("", "-wal", "-shm"):
            shutil.copy(f"{path.with_name('other.sqlite')}{end}", f"{path}{end}.new")
    for end in ("", "-wal", "-shm"):
        Path(f"{path}{end}.new").rename(f"{path}{end}")
    told["game-0"] += (journal.append("game-0", 4, Kind.MOVE, {}, AT),)
    assert _as_after_a_kill(path) == told
    (aside,) = path.parent.glob("set-aside/*")
    assert _as_after_a_kill(aside / path.name) == {"another": ()}


def _changed_in_its_place(path: Path) -> None:
    """Put another log in the place, and write to the file itself."""
    path.with_name(f"{path.name}-wal").rename(path.with_name("elsewhere-wal"))
    path.with_name(f"{path.name}-wal").write_bytes(b"somebody's")
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.write(b"\xff" * size)


@pytest.mark.parametrize("keeps_names", [False, True])
def test_journal_that_cannot_be_put_back_whole_takes_no_entry_and_touches_nothing(
    folder: Path, *, keeps_names: bool
) -> None:
    path = folder / "games.sqlite"
    with closing(SqliteJournal(path, keeps_names=keeps_names)) as journal:
        journal.open()
        _fill(journal)
        with closing(sqlite3.connect(path)) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        journal.append("game-0", 151, Kind.MOVE, {}, AT)
        _changed_in_its_place(path)
        before = {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.endswith("-shm")}
        for _ in range(2):
            with pytest.raises(Unavailable, match=r"somebody has changed it.*restore a backup"):
                journal.append("game-0", 152, Kind.MOVE, {}, AT)
        assert {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.endswith("-shm")} == before
    (aside,) = folder.glob("set-aside/*")  # closing would have removed it
    assert (aside / "games.sqlite-wal").read_bytes() == b"somebody's"
    assert (folder / ".games.sqlite-wal.kept").exists() == keeps_names


def test_journal_that_reads_well_and_lacks_the_last_confirmed_entry_is_not_put_back(
    journal: SqliteJournal, path: Path
) -> None:
    told = _fill(journal, games=1, entries=5)
    with closing(sqlite3.connect(path)) as other, other:  # as whoever has written to the file without its log
        other.execute("DELETE FROM entries WHERE revision = 5")
        other.execute("UPDATE tips SET revision = 4, seal = ?", (told["game-0"][3].seal,))
    path.unlink()
    with pytest.raises(Unavailable, match="not all games can be put back"):
        journal.append("game-0", 6, Kind.MOVE, {}, AT)
    assert not path.exists()


def test_disk_that_has_no_room_for_what_is_put_back_is_asked_again(
    journal: SqliteJournal, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = _fill(journal, games=1, entries=5)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    path.unlink()
    with monkeypatch.context() as once:
        once.setattr(sqlite, "write_durably", full)
        for _ in range(2):
            with pytest.raises(Unavailable, match="cannot be put back: No space left"):
                journal.append("game-0", 6, Kind.MOVE, {}, AT)
    told["game-0"] += (journal.append("game-0", 6, Kind.MOVE, {}, AT),)
    assert _as_after_a_kill(path) == told


def test_file_that_is_put_back_and_cannot_be_opened_is_opened_later(
    journal: SqliteJournal, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = _fill(journal, games=1, entries=5)

    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("not now")

    path.unlink()
    with monkeypatch.context() as once:
        once.setattr(sqlite, "migrate", fail)
        once.setattr(SqliteJournal, "_whole_image", lambda self, connection: as_one_file(connection.serialize()))
        for _ in range(2):
            with pytest.raises(Unavailable, match="not now"):
                journal.append("game-0", 6, Kind.MOVE, {}, AT)
    told["game-0"] += (journal.append("game-0", 6, Kind.MOVE, {}, AT),)
    assert _as_after_a_kill(path) == told


def test_file_that_vanishes_behind_a_link_is_put_back(folder: Path) -> None:
    (folder / "elsewhere").mkdir()
    (folder / "elsewhere" / "games").touch()
    (folder / "games").symlink_to(folder / "elsewhere" / "games")
    with closing(SqliteJournal(folder / "games")) as journal:
        journal.open()
        told = _fill(journal, games=1, entries=3)
        (folder / "elsewhere" / "games").unlink()
        told["game-0"] += (journal.append("game-0", 4, Kind.MOVE, {}, AT),)
    assert _as_after_a_kill(folder / "games") == told


@pytest.mark.parametrize(
    "sound", [lambda journal: journal.info("game-0"), lambda journal: journal.ids()], ids=["in a game", "without one"]
)
def test_journal_that_is_sounded_notices_that_its_file_is_gone(
    journal: SqliteJournal, path: Path, sound: Callable[[SqliteJournal], object]
) -> None:
    _fill(journal, games=1, entries=3)
    path.unlink()
    sound(journal)
    assert path.exists()


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE VIEW endless AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c",
        "CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM entries; END",
        "CREATE TABLE stamps (id)",
    ],
)
def test_journal_of_a_stranger_with_something_that_runs_is_refused(
    journal: SqliteJournal, path: Path, statement: str
) -> None:
    journal.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)
    with pytest.raises(WrongFormat, match="its tables are not those of a journal"):
        journal.open()


@pytest.mark.parametrize("ends", [("",), ("-wal",), ("", "-wal")], ids="+".join)
def test_files_that_vanish_before_the_good_bye_are_put_back_with_it(tmp_path: Path, ends: tuple[str, ...]) -> None:
    path = tmp_path / "games.sqlite"
    journal = SqliteJournal(path)
    journal.open()
    journal.create("one", "hansa", "", "20:15")
    journal.append("one", 1, Kind.MOVE, {"number": 1}, "20:15")
    for end in ends:
        path.with_name(f"{path.name}{end}").unlink()
    journal.close()
    with closing(SqliteJournal(path)) as again:
        again.open()
        assert [entry.payload for entry in again.read("one")] == [{"number": 1}]
