"""A lesson at the table: begun, left, gone on with and repeated, over a power cut, and apart from every game."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.assembly.game_parts import load_game
from companion.assembly.lesson_journal import JOURNAL, TAUGHT, keep_taught, load_lesson, taught
from companion.journal.journal import Unavailable
from companion.journal.sqlite import SqliteJournal
from companion.shelf.shelf import open_box
from companion.table.dialog import Notice
from companion.table.intents import Button, Choose, Equip, Play, Press
from companion.table.owners import Robot
from companion.table.screen import Row
from tests.companion.trace.test_recorder import verdict
from tests.kit.lean import configured
from tests.kit.sittings import SittingTable

LEARN, LEAVE, AGAIN = "Learn in five minutes", "Leave the lesson", "From the beginning"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SittingTable]:
    made = SittingTable(configured(tmp_path, kit="board"))
    yield made
    made.close()


def read(table: SittingTable) -> list[str]:
    """Read all that is told; return the names of it."""
    names = []
    while isinstance(table.dialog, Notice):
        names.append(table.dialog.name)
        table.post(Choose("", 0))
    return names


def in_menu(table: SittingTable, line: str) -> None:
    """Choose a line of the table menu."""
    read(table)
    table.post(Press(Button.BACK, table.now))
    table.choose(line)


def is_lesson(table: SittingTable) -> bool:
    return table.daemon.table._dialogs.teaching is not None


def learn(table: SittingTable, steps: int = 100) -> None:
    """Do what is asked, as far as this many moves of the lesson or its end."""
    teaching = table.daemon.table._dialogs.teaching
    assert teaching
    for _ in range(steps):
        read(table)
        if table.dialog.name == "lesson over":
            return
        if table.daemon.view.carried:
            table.post(Choose("", 0))
        else:
            table.post(Play(teaching._moves[len(table.history.steps)].entry))


def kept_games(table: SittingTable) -> dict[str, int]:
    """Return the games of the journal, with the numbers of their entries."""
    journal = SqliteJournal(table.config.journal)
    journal.open()
    try:
        return {game: journal.info(game).revision for game in journal.ids()}
    finally:
        journal.close()


def test_lesson_leaves_the_game_alone_and_that_goes_on_afterwards(table: SittingTable) -> None:
    table.begin()
    before, games = (table.daemon.game_id, table.history), kept_games(table)
    in_menu(table, LEARN)
    assert is_lesson(table)
    learn(table, 12)
    assert len(table.history.steps) > 20
    assert kept_games(table) == games
    in_menu(table, LEAVE)
    assert not is_lesson(table)
    assert (table.daemon.game_id, table.history) == before
    assert kept_games(table) == games
    assert table.dialog.name == "resume"  # its pieces lie there no longer: it offers to lay them out


def test_first_position_is_laid_out_before_the_first_aim(table: SittingTable) -> None:
    table.choose(LEARN)
    told = read(table)
    assert told[0] == "lay out"
    assert told[1:-1] == ["restore"] * (len(told) - 2)
    assert told[-1] == "aim"


def test_lesson_goes_on_after_a_power_cut(table: SittingTable) -> None:
    table.choose(LEARN)
    learn(table, 9)
    before = table.history
    table.restart()
    assert is_lesson(table)
    assert table.history == before
    assert table.offered[0] == "Go on with the lesson"
    table.choose(0)
    learn(table)
    assert table.dialog.name == "lesson over"


def test_lesson_is_gone_on_with_and_repeated(table: SittingTable) -> None:
    table.choose(LEARN)
    learn(table, 9)
    before = table.history
    in_menu(table, LEAVE)
    table.choose(LEARN)
    assert table.history == before
    table.choose(AGAIN)
    assert is_lesson(table)
    assert len(table.history.steps) < len(before.steps)
    learn(table)
    table.choose(AGAIN)
    assert len(table.history.steps) < len(before.steps)
    learn(table)
    table.choose(LEAVE)
    table.choose(LEARN)  # one that is over begins again
    assert len(table.history.steps) < len(before.steps)


def test_step_is_shown_and_made_by_hands(table: SittingTable) -> None:
    table.choose(LEARN)
    before = len(table.history.steps)
    in_menu(table, "Show me how")
    assert table.daemon.view.carried
    table.choose("Done")
    assert len(table.history.steps) == before + 1
    assert "done" in read(table)


def test_nothing_is_corrected_in_a_lesson(table: SittingTable) -> None:
    table.choose(LEARN)
    read(table)
    before = table.history
    position = table.daemon.table.game.parse_entry({"type": "move-turn", "player": "yellow"})
    table.post(Play(position, is_shown=True))
    assert table.history == before
    assert table.dialog.name == "refusal in_lesson"


def test_lesson_ends_in_a_short_game_against_the_companion(table: SittingTable) -> None:
    table.begin()
    first, games = table.daemon.game_id, kept_games(table)
    in_menu(table, LEARN)
    learn(table)
    last = table.history.position
    table.choose("Play a short game")
    table.daemon.work()
    assert read(table)[0] == "short game"  # what hands change for it
    assert not is_lesson(table)
    assert table.daemon.game_id not in (first, "")
    game, first_state = table.daemon.table.game, table.history.first
    state, before = game.format_state(first_state), game.format_state(last)
    assert {key for key in state if state[key] != before[key]} == {"piles"}  # the rest lies there already
    people = table.daemon.view.kept.people
    owners = {player: people.owner(player) for player in ("gray", "yellow")}
    assert isinstance(owners["yellow"], Robot)
    assert not isinstance(owners["gray"], Robot)
    assert kept_games(table).items() >= games.items()  # the game before is kept for later


def test_first_moves_of_the_short_game_say_what_they_have_changed(table: SittingTable) -> None:
    table.choose(LEARN)
    learn(table)
    table.choose("Play a short game")
    table.daemon.work()
    read(table)
    game = table.daemon.table.game
    table.post(Play(game.parse_entry({"type": "sail", "to": "copenhagen"})))
    (told,) = [row for row in table.daemon.view.scene.screen.rows if isinstance(row, Row)]
    assert table.dialog.name == "changed"
    assert (told.left.in_language(), told.right.in_language()) == ("talers", "3 → 2")
    before = table.daemon.game_id
    table.restart()
    assert table.daemon.game_id == before
    table.choose("Go on with the game")
    read(table)
    table.post(Play(game.parse_entry({"type": "sail", "to": "danzig"})))
    assert table.dialog.name == "changed"  # over a power cut, too
    read(table)
    table.close()
    assert verdict(table.config.state, before) == ""  # and when its trace is played back


def test_no_other_game_is_helped(table: SittingTable) -> None:
    table.begin()
    read(table)
    for _ in range(20):
        game = table.daemon.table.game
        table.post(Play(next(iter(game.chances(table.history.position) or game.legal_moves(table.history.position)))))
        assert "changed" not in read(table)


def test_damaged_lesson_begins_again(table: SittingTable) -> None:
    table.choose(LEARN)
    learn(table, 9)
    before = table.history
    table.close()
    (table.config.state / JOURNAL).write_bytes(b"SQLite format 3\0" + b"?" * 5000)
    table.restart()
    assert is_lesson(table)
    assert len(table.history.steps) < len(before.steps)


def test_damaged_lesson_that_cannot_be_removed_is_no_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EROFS, "Read-only file system")

    box, config = open_box("hansa"), configured(tmp_path, kit="board")
    assert box.lesson
    (config.state / JOURNAL).write_bytes(b"SQLite format 3\0" + b"?" * 5000)
    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(Unavailable, match=JOURNAL):
        load_lesson(config, load_game(config, "hansa"), box.lesson(), "", begins=False)


def test_lesson_that_does_not_fit_a_changed_board_is_left_at_the_start(
    table: SittingTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.choose(LEARN)
    learn(table, 9)
    table.close()
    monkeypatch.setattr("companion.assembly.lesson_journal.fits", lambda *_: False)
    table.restart()
    assert not is_lesson(table)
    assert taught(table.config.state) == ""


@pytest.mark.parametrize("text", ["", "chess\n", "hansa teutonica\n"])
def test_unknown_lesson_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / TAUGHT).write_text(text, encoding="utf-8")
    assert taught(tmp_path) == ""


def test_taught_lesson_is_kept_and_forgotten(tmp_path: Path) -> None:
    assert taught(tmp_path) == ""
    keep_taught(tmp_path, "hansa")
    assert taught(tmp_path) == "hansa"
    keep_taught(tmp_path, "")
    assert taught(tmp_path) == ""
    keep_taught(tmp_path, "")


@pytest.mark.parametrize("equipment", [Equip(cardboard=False), Equip(owners=True)])
def test_lesson_is_offered_only_where_hands_make_all_moves(table: SittingTable, equipment: Equip) -> None:
    assert LEARN in table.offered
    table.post(equipment)
    assert LEARN not in table.offered
    table.post(Equip())
    table.begin()
    table.post(equipment)
    read(table)
    table.post(Press(Button.BACK, table.now))
    assert "New game" in table.offered
    assert LEARN not in table.offered


def test_lesson_that_does_not_fit_the_board_is_not_begun(table: SittingTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.assembly.errands.fits", lambda *_: False)
    table.choose(LEARN)
    assert not is_lesson(table)
    assert table.dialog.name == "no lesson"
    assert taught(table.config.state) == ""
