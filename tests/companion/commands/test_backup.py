"""`backup` and `restore`: nothing is lost on the way, nothing is overwritten, nothing damaged is put in place."""

from __future__ import annotations

import gzip
import io
import os
import sqlite3
import tarfile
import threading
from collections.abc import Iterator
from contextlib import closing, nullcontext
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.archive import backup as backups
from companion.archive import backup_file
from companion.archive.backup_file import Backup, format_backup, parse_backup
from companion.archive.restoring import fitted_config
from companion.cli import main
from companion.commands import command
from companion.config.documents import default_text
from companion.config.parsing import load_config
from companion.config.state_files import chosen_house_rules, chosen_language, keep_house_rules, keep_language
from companion.errors import UserError
from companion.games.hansa.boards import load_board
from companion.journal.journal import Kind
from companion.journal.sqlite import SqliteJournal
from hardware.formats.piece_set import load_pieces
from tests.kit.companion import TAGS, Companion, start
from tests.kit.examples import examples

ROOT = Path(__file__).parents[3]
CONFIG = """# mine
format = 1
kit = "my-kit.toml"
board = "my-board.toml"   # corrected
pieces = "my-pieces.toml"
state = "{state}"
journal = ""

[names]
gray = "Anna"
"""


class Box:
    """One box: a state folder, and a configuration with files next to it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.state, self.config = folder, folder / "state", folder / "etc" / "config.toml"

    def assemble(self) -> None:
        self.config.parent.mkdir(parents=True)
        self.config.write_text(CONFIG.format(state=self.state))
        for name, source in (("kit", "wiring/tap.toml"), ("board", "companion/games/hansa/board_files/0.1.toml")):
            (self.config.parent / f"my-{name}.toml").write_bytes((ROOT / source).read_bytes())
        pieces = f'format = 1\n[pieces]\n"{TAGS["ship"]}" = "ship"\n'
        (self.config.parent / "my-pieces.toml").write_text(pieces)

    def play(self) -> Companion:
        companion = start(self.state)
        companion.begin_game()
        companion.press("ok", "ok", "ok", "ok", "ok", "ok")
        return companion

    def games(self) -> dict[str, tuple[object, ...]]:
        journal = SqliteJournal(self.state / "games.sqlite")
        journal.open()
        found: dict[str, tuple[object, ...]] = {game_id: journal.read(game_id) for game_id in journal.ids()}
        journal.close()
        return found

    def run(self, *arguments: str) -> int:
        return main([*arguments, "--config", str(self.config)])


@pytest.fixture
def old(tmp_path: Path) -> Box:
    box = Box(tmp_path / "old")
    box.assemble()
    box.play().close()
    return box


@pytest.fixture
def new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Box:
    box = Box(tmp_path / "new")
    monkeypatch.setenv("STATE_DIRECTORY", str(box.state))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return box


def test_table_moves_to_another_box_whole(old: Box, new: Box, tmp_path: Path) -> None:
    file = str(tmp_path / "b.tar.gz")
    assert old.run("backup", file) == 0
    assert new.run("restore", file) == 0
    assert new.games() == old.games() != {}
    config = load_config(str(new.config))
    assert config.state == new.state
    assert dict(config.names) == {"gray": "Anna"}
    pieces, board = config.pieces_of("hansa"), config.board_of("hansa")
    assert pieces
    assert load_pieces(pieces).pieces == {TAGS["ship"]: "ship"}
    assert board == new.state / "board.toml"
    assert load_board(board).cities
    assert config.kit == str(new.state / "kit.toml")
    assert new.run("config") == 0
    companion = start(new.state)
    assert companion.daemon.game_id in old.games()
    companion.close()


def test_what_was_chosen_at_the_table_moves_along(old: Box, new: Box, tmp_path: Path) -> None:
    keep_language(old.state, "it")
    keep_house_rules(old.state, "hansa", ("fewer_booths",))
    assert old.run("backup", str(tmp_path / "b.tar.gz")) == 0
    assert new.run("restore", str(tmp_path / "b.tar.gz")) == 0
    assert chosen_language(new.state) == "it"
    assert chosen_house_rules(new.state) == {"hansa": ("fewer_booths",)}


def test_backup_while_the_companion_plays_holds_every_confirmed_move(old: Box, new: Box, tmp_path: Path) -> None:
    companion = start(old.state)
    companion.press("ok", "ok", "ok", "ok")
    confirmed = companion.daemon.game_id, companion.daemon.revision
    assert old.run("backup", str(tmp_path / "b.tar.gz")) == 0
    companion.press("ok", "ok")
    companion.close()
    assert new.run("restore", str(tmp_path / "b.tar.gz")) == 0
    assert len(new.games()[confirmed[0]]) == confirmed[1]


def test_backup_while_somebody_writes_all_the_time_is_one_moment(old: Box) -> None:
    journal = SqliteJournal(old.state / "games.sqlite")
    journal.open()
    (game_id,) = journal.ids()
    first = journal.info(game_id).revision
    done = threading.Event()

    def write() -> None:
        for revision in range(first + 1, first + 100):
            journal.append(game_id, revision, Kind.NOTE, {"n": revision}, "2026-11-16T20:00:00+00:00")
        done.set()

    writer = threading.Thread(target=write)
    writer.start()
    copies = 0
    while not done.is_set() or not copies:
        assert backups.damages(backups.copy_games(old.state / "games.sqlite")) == ()
        copies += 1
    writer.join()
    journal.close()


@pytest.mark.parametrize("refused", ["SQLITE_IOERR_SHMSIZE", "SQLITE_CANTOPEN"], ids=["full", "read-only"])
def test_games_on_a_disk_that_takes_nothing_are_copied_with_the_moves_that_are_in_their_log_alone(
    old: Box, monkeypatch: pytest.MonkeyPatch, refused: str
) -> None:
    expected = old.games()
    with closing(sqlite3.connect(old.state / "games.sqlite")) as reader:
        reader.execute("SELECT count(*) FROM entries").fetchone()  # whoever reads keeps the log from being emptied
        journal = SqliteJournal(old.state / "games.sqlite")
        journal.open()
        game_id = journal.ids()[-1]
        late = journal.append(game_id, journal.info(game_id).revision + 1, Kind.NOTE, {"late": True}, "20:15")
        expected[game_id] += (late,)
        journal.close()
        copied, tried = backups._copy_database, []

        def copy_where_there_is_room(source: Path) -> bytes:
            tried.append(source)
            if source.parent == old.state:
                error = sqlite3.OperationalError("not here")
                error.sqlite_errorname = refused
                raise error
            return copied(source)

        monkeypatch.setattr(backups, "_copy_database", copy_where_there_is_room)
        games = backups.copy_games(old.state / "games.sqlite")
    assert len(tried) == 2
    (old.state / "games.sqlite-wal").unlink(missing_ok=True)
    (old.state / "games.sqlite").write_bytes(games)
    assert old.games() == expected


def test_backup_is_private_and_does_not_overwrite(old: Box, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "b.tar.gz"
    file.write_text("mine")
    assert old.run("backup", str(file)) == 1
    assert file.read_text() == "mine"
    assert "--force overwrites it" in capsys.readouterr().err
    assert old.run("backup", str(file), "--force") == 0
    assert file.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.tar.gz", "old"]


def test_backup_replaces_neither_a_folder_nor_a_device(
    old: Box, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)  # of the things that are no files the one that everybody may make
    assert old.run("backup", str(pipe), "--force") == 1
    assert pipe.is_fifo()
    assert "pipe: is not a regular file, so it is not overwritten" in capsys.readouterr().err
    assert old.run("backup", str(tmp_path), "--force") == 1
    assert "is a folder; name a file in it" in capsys.readouterr().err


@pytest.mark.parametrize("is_there", [True, False])
def test_folder_without_a_table_has_no_backup_and_an_earlier_one_stays(
    tmp_path: Path, new: Box, capsys: pytest.CaptureFixture[str], *, is_there: bool
) -> None:
    earlier, state = tmp_path / "b.tar.gz", tmp_path / "empty"
    earlier.write_bytes(b"an earlier one")
    if is_there:
        state.mkdir()
    assert main(["backup", str(earlier), "--force", "--state", str(state)]) == 1
    told = f"hansa-companion: {state}: nothing of a table is here, so there is no backup; the service's takes sudo\n"
    assert capsys.readouterr() == ("", told)
    assert earlier.read_bytes() == b"an earlier one"


def test_restore_does_not_replace_games_unless_forced_and_keeps_them_then(
    old: Box, new: Box, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "b.tar.gz")
    old.run("backup", file)
    new.play().close()
    before = new.games()
    assert new.run("restore", file) == 1
    assert "games.sqlite: already exists; --force sets it aside and replaces it" in capsys.readouterr().err
    assert new.games() == before
    assert not new.config.exists()
    assert new.run("restore", file, "--force") == 0
    assert new.games() == old.games()
    (aside,) = (new.state / "set-aside").iterdir()
    kept = SqliteJournal(aside / "games.sqlite")
    kept.open()
    assert set(kept.ids()) == set(before)
    kept.close()


def test_files_in_the_section_of_a_game_move_to_another_box(old: Box, new: Box, tmp_path: Path) -> None:
    lines = [line for line in old.config.read_text().splitlines() if not line.startswith(("board =", "pieces ="))]
    files = ["[games.hansa]", 'board = "my-board.toml"', 'pieces = "my-pieces.toml"']
    old.config.write_text("\n".join(["board = ''", *lines, *files]))
    assert old.run("backup", str(tmp_path / "b.tar.gz")) == 0
    assert new.run("restore", str(tmp_path / "b.tar.gz")) == 0
    config = load_config(str(new.config))
    assert config.board_of("hansa") == new.state / "board.toml"
    assert config.pieces_of("hansa") == new.state / "pieces.toml"
    assert new.run("config") == 0


def test_restore_takes_the_place_of_the_default_configuration(old: Box, new: Box, tmp_path: Path) -> None:
    old.run("backup", str(tmp_path / "b.tar.gz"))
    new.config.parent.mkdir(parents=True)
    new.config.write_text(default_text().replace('shut_down = ""', 'shut_down = "systemctl poweroff"'))
    new.config.chmod(0o640)
    assert new.run("restore", str(tmp_path / "b.tar.gz")) == 0
    assert "Anna" in new.config.read_text()
    assert new.config.stat().st_mode & 0o777 == 0o640


def test_restore_takes_the_place_of_the_default_configuration_of_an_older_version(
    old: Box, new: Box, tmp_path: Path
) -> None:
    old.run("backup", str(tmp_path / "b.tar.gz"))
    new.config.parent.mkdir(parents=True)
    lines = default_text().replace("[games.hansa]", "# [games.hansa]").splitlines()
    new.config.write_text("\n".join(line.partition(" # ")[0] for line in lines if line.strip()[:1] != "#"))
    assert new.run("restore", str(tmp_path / "b.tar.gz")) == 0
    assert "Anna" in new.config.read_text()


@pytest.mark.parametrize("text", ['format = 1\nlanguage = "it"\n', "format = 1\ncolour = 1\n", "mine"])
def test_restore_leaves_a_configuration_that_somebody_wrote(text: str, old: Box, new: Box, tmp_path: Path) -> None:
    old.run("backup", str(tmp_path / "b.tar.gz"))
    new.config.parent.mkdir(parents=True)
    new.config.write_text(text)
    assert new.run("restore", str(tmp_path / "b.tar.gz")) != 0
    assert new.config.read_text() == text


def test_restore_while_the_companion_runs_is_refused(
    old: Box, new: Box, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old.run("backup", str(tmp_path / "b.tar.gz"))
    companion = new.play()
    before = new.games()
    assert new.run("restore", str(tmp_path / "b.tar.gz"), "--force") == 1
    assert "another companion is running here" in capsys.readouterr().err
    companion.close()
    assert new.games() == before


def test_restore_takes_the_place_of_a_journal_without_games(old: Box, new: Box, tmp_path: Path) -> None:
    old.run("backup", str(tmp_path / "b.tar.gz"))
    start(new.state).close()
    assert new.games() == {}
    assert new.run("restore", str(tmp_path / "b.tar.gz")) == 0
    assert new.games() == old.games()


class Running:
    """The service of a box, and what systemd was asked to do with it."""

    def __init__(self, box: Box) -> None:
        self.companion: Companion | None = start(box.state)
        self._state = box.state
        self.asked: list[str] = []

    def systemctl(self, do: str) -> None:
        self.asked.append(do)
        if self.companion:
            self.companion.close()
        self.companion = start(self._state) if do == "start" else None


@pytest.fixture
def running(new: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    running = Running(new)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", lambda *_: None)
    monkeypatch.setattr(os, "fchown", lambda *_: None)
    monkeypatch.setattr("companion.running.state_folder.SERVICE", tmp_path)
    monkeypatch.setattr("companion.running.state_folder.SERVICE_STATE", new.state)
    monkeypatch.setattr(command, "_systemctl", running.systemctl)
    yield running
    if running.companion:
        running.companion.close()


def test_service_is_stopped_while_its_games_are_exchanged_and_goes_on_with_them(
    old: Box, new: Box, running: Running, tmp_path: Path
) -> None:
    old.run("backup", str(tmp_path / "b.tar.gz"))
    assert new.run("restore", str(tmp_path / "b.tar.gz")) == 0
    assert running.asked == ["stop", "start"]
    assert running.companion
    assert running.companion.daemon.game_id in old.games()


def test_service_is_started_again_when_the_disk_is_full(
    old: Box, new: Box, running: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old.run("backup", str(tmp_path / "b.tar.gz"))

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.running.set_aside.create_durably", full)
    assert new.run("restore", str(tmp_path / "b.tar.gz")) == 1
    assert running.asked == ["stop", "start"]
    assert running.companion


def test_service_of_other_games_is_left_alone(
    old: Box, new: Box, running: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old.run("backup", str(tmp_path / "b.tar.gz"))
    monkeypatch.setattr("companion.running.state_folder.SERVICE_STATE", tmp_path / "elsewhere")
    assert new.run("restore", str(tmp_path / "b.tar.gz")) == 1
    assert running.asked == []


@pytest.mark.process
@pytest.mark.parametrize("code", [0, 1])
def test_service_that_cannot_be_started_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    program = tmp_path / "systemctl"
    program.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/asked\nexit {code}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UserError, match="journalctl --unit hansa-companion") if code else nullcontext():
        command._systemctl("start")
    assert (tmp_path / "asked").read_text() == "start hansa-companion.service\n"


def test_restored_files_belong_to_the_owner_of_the_state_folder(
    old: Box, tmp_path: Path, open_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old.run("backup", str(tmp_path / "b.tar.gz"))
    new = Box(open_folder)
    monkeypatch.setenv("STATE_DIRECTORY", str(new.state))
    new.state.mkdir(parents=True)
    is_root = os.geteuid() == 0  # nobody else can give files away
    owner, group = (1234, 1235) if is_root else (os.geteuid(), os.getegid())
    os.chown(new.state, owner, group)
    assert new.run("restore", str(tmp_path / "b.tar.gz")) == 0
    for name in ("games.sqlite", "pieces.toml", "board.toml", "kit.toml"):
        stat = (new.state / name).stat()
        assert (name, stat.st_uid, stat.st_gid, stat.st_mode & 0o777) == (name, owner, group, 0o600)
    stat = new.config.stat()
    assert (stat.st_uid, stat.st_gid, stat.st_mode & 0o777) == (0 if is_root else owner, group, 0o640)


def test_damaged_games_are_backed_up_as_they_are_and_told(
    old: Box, new: Box, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with sqlite3.connect(old.state / "games.sqlite") as connection:
        connection.execute("UPDATE entries SET payload = '{}' WHERE revision = 2")
    connection.close()
    file = str(tmp_path / "b.tar.gz")
    assert old.run("backup", file) == 65
    assert "damaged after 1 good entries" in capsys.readouterr().err
    assert new.run("restore", file) == 65
    assert not new.state.exists()
    assert new.run("restore", file, "--force") == 0


# --- the file itself ---

SMALL = format_backup(
    Backup("0.1.0", "2026-11-16T20:00:00+00:00", {"language": b"it\n", "config.toml": b"format = 1\n"})
)


def test_backup_file_reads_back_as_it_was_written() -> None:
    assert parse_backup(SMALL, "b") == Backup(
        "0.1.0", "2026-11-16T20:00:00+00:00", {"language": b"it\n", "config.toml": b"format = 1\n"}
    )


def is_refused_or_whole(text: bytes) -> bool:
    try:
        read = parse_backup(text, "b")
    except UserError as error:
        return error.code == 65 and "\n" not in str(error)
    return read.files == parse_backup(SMALL, "b").files


@examples(200)
@given(is_packed=st.booleans(), data=st.data())
def test_backup_with_any_byte_changed_is_refused_or_whole(is_packed: bool, data: st.DataObject) -> None:
    text = bytearray(SMALL if is_packed else gzip.decompress(SMALL))
    text[data.draw(st.integers(0, len(text) - 1))] ^= data.draw(st.integers(1, 255))
    assert is_refused_or_whole(bytes(text) if is_packed else gzip.compress(text))


@given(st.integers(0, len(SMALL) - 1))
def test_backup_that_is_cut_off_is_refused_or_whole(size: int) -> None:
    assert is_refused_or_whole(SMALL[:size])


@given(st.binary(max_size=200))
def test_file_that_is_no_backup_is_refused(text: bytes) -> None:
    with pytest.raises(UserError, match="not a backup, or damaged"):
        parse_backup(text, "b")


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "games.sqlite-wal", "x"])
def test_archive_with_a_name_of_its_own_is_refused(name: str) -> None:
    text = io.BytesIO()
    with tarfile.open(fileobj=text, mode="w:gz") as archive:
        archive.addfile(tarfile.TarInfo(name))
    with pytest.raises(UserError, match="which no backup has"):
        parse_backup(text.getvalue(), "b")


def test_backup_of_a_newer_companion_is_refused_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup_file, "FORMAT", 2)
    newer = format_backup(Backup("9.0", "", {}))
    monkeypatch.undo()
    with pytest.raises(UserError, match="format 2, expected 1; a newer companion made it: install that"):
        parse_backup(newer, "b")


def test_restore_of_a_missing_file_is_one_line(new: Box, capsys: pytest.CaptureFixture[str]) -> None:
    assert new.run("restore", "nowhere.tar.gz") == 1
    assert capsys.readouterr().err == "hansa-companion: nowhere.tar.gz: cannot be read: No such file or directory\n"


def test_restore_to_where_no_folder_can_be_made_is_one_line(
    old: Box, new: Box, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert old.run("backup", str(tmp_path / "b.tar.gz")) == 0
    capsys.readouterr()
    assert main(["restore", str(tmp_path / "b.tar.gz"), "--state", "/proc/nowhere"]) == 1
    assert capsys.readouterr().err == ("hansa-companion: /proc/nowhere: cannot be written: No such file or directory\n")


# --- the configuration on another box ---


def test_only_keys_that_name_places_are_changed() -> None:
    text = 'format = 1\nstate = "/a" # here\njournal="/b.sqlite"\nboard = ""\n[names]\nstate = "x"\n'
    assert fitted_config(text, {}, Path("/s"), "") == (
        'format = 1\nstate = ""\njournal = ""\nboard = ""\n[names]\nstate = "x"\n'
    )


@pytest.mark.parametrize(
    ("text", "fitted"),
    [
        (
            '[games.hansa]\nboard = "/a" # mine\n[names]\nboard = "x"\n',
            '[games.hansa]\nboard = ""\n[names]\nboard = "x"\n',
        ),
        ('[ games . hansa ]\n pieces="/a"\n', '[ games . hansa ]\n pieces= ""\n'),
        ('[games]\nhansa.board = "/a"\n', '[games]\nhansa.board = ""\n'),
        ('games.hansa.board = "/a"\n', 'games.hansa.board = ""\n'),
        ('[gamesters]\nboard = "/a"\n', '[gamesters]\nboard = "/a"\n'),
    ],
)
def test_files_of_games_are_found_in_the_state_folder(text: str, fitted: str) -> None:
    assert fitted_config(text, {}, Path("/s"), "") == fitted


def test_server_of_the_copy_stays_configured() -> None:
    text = 'journal = "redis://server/0"\n'
    assert fitted_config(text, {}, Path("/s"), "") == text


@given(st.text("ab .\"'\\[]={}#$\\1\t~äß漢🚢", min_size=1, max_size=20))
def test_state_folder_of_any_name_is_written_so_that_it_can_be_read(name: str) -> None:
    import tomllib

    text = fitted_config('board = "old"\nkit = "k"\n', {"board.toml": b"", "kit.toml": b""}, Path("/s") / name, "")
    read = tomllib.loads(text)
    assert Path(read["board"]) == Path("/s") / name / "board.toml"
    assert Path(read["kit"]) == Path("/s") / name / "kit.toml"


def test_backup_into_a_folder_that_is_not_there_is_one_line(old: Box, capsys: pytest.CaptureFixture[str]) -> None:
    assert old.run("backup", "/nowhere/b.tar.gz") == 1
    assert capsys.readouterr().err.endswith("/nowhere/b.tar.gz: cannot be written: there is no folder /nowhere\n")
