"""What players choose outside the game is answered yes once it is on the disk, and asked again where it is not."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from companion.archive.verify import retrace_game
from companion.assembly.errands import keep_tag
from companion.games.hansa.board_files import SHIPPED
from companion.games.hansa.boards import load_board, named_board, save_board, shipped_board
from companion.journal.journal import Unavailable
from companion.running.posts import Claim, Done, NotKept, Posted, Reply
from companion.shelf.shelf import open_box
from companion.table import own_dialogs
from companion.table.belief import PAD
from companion.table.dialog import Menu, Notice
from companion.table.intents import Choose, KeepTag
from hardware.formats import durable
from hardware.formats.piece_set import load_pieces
from hardware.ports import TagRested
from hardware.trouble import quoted
from tests.kit.companion import Companion, start
from tests.kit.lean import configured

REFUSED = "refusal not_kept"


@pytest.fixture
def worn(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Let no file reach the disk, until that is undone."""

    def fail(_: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", fail)
    return monkeypatch


def choose(companion: Companion, line: int) -> Reply:
    """Choose a line of the open dialog as a phone does; return what it is answered."""
    replies: list[Reply] = []
    companion.daemon.handle(Posted(Choose("", line), None, replies.append, Claim()))
    return replies[0]


def choose_language(companion: Companion) -> Reply:
    """Choose Italian in the table menu, by what the lines say."""
    menu = companion.daemon.table.dialog
    assert isinstance(menu, Menu)
    choose(companion, [str(choice.label.template) for choice in menu.choices].index("Language"))
    return choose(companion, 1)


def assert_told(companion: Companion, reply: Reply, file: Path) -> None:
    assert reply == NotKept(
        quoted(f"{file}: the disk gives errors (EIO)"), quoted("check the disk: it may be read-only, full or worn out")
    )
    assert companion.daemon.table.dialog.name == REFUSED
    assert companion.daemon.showing.scene
    companion.press("ok")


def test_language_that_is_not_on_the_disk_is_not_spoken(tmp_path: Path, worn: pytest.MonkeyPatch) -> None:
    companion = start(tmp_path)
    assert_told(companion, choose_language(companion), tmp_path / "language")
    assert companion.daemon.showing.translate("Language") == "Language"
    assert configured(tmp_path).language == "en"
    assert companion.daemon.table.dialog.name == "language", "it is asked again"
    worn.undo()
    assert choose(companion, 1) == Done()
    assert companion.daemon.showing.translate("Language") == "Lingua"
    assert configured(tmp_path).language == "it"
    companion.close()


def test_board_that_is_not_on_the_disk_is_asked_about_again(tmp_path: Path, worn: pytest.MonkeyPatch) -> None:
    companion = start(tmp_path, board="")
    assert_told(companion, choose(companion, 0), tmp_path / "board.toml")
    assert companion.daemon.table.view.asks_board
    assert not (tmp_path / "board.toml").exists()
    worn.undo()
    assert choose(companion, 0) == Done()
    assert not companion.daemon.table.view.asks_board
    assert load_board(tmp_path / "board.toml") == shipped_board()
    companion.close()


def test_board_that_was_put_right_since_it_was_asked_about_is_left_as_it_is(tmp_path: Path) -> None:
    companion = start(tmp_path, board="")
    save_board(tmp_path / "board.toml", named_board("0.1"))
    assert choose(companion, 0) == Done()
    assert load_board(tmp_path / "board.toml") == named_board("0.1")
    companion.close()


@pytest.mark.parametrize("line", [0, 1], ids=["keep", "take over"])
def test_answer_to_news_of_the_board_that_is_not_on_the_disk_is_asked_for_again(
    tmp_path: Path, worn: pytest.MonkeyPatch, line: int
) -> None:
    with pytest.MonkeyPatch.context() as sound:
        sound.setattr(os, "fsync", lambda _: None)
        companion = start(tmp_path, board=str(SHIPPED["0.1"]))
        companion.begin_game()
        companion.close()
        companion = start(tmp_path, board="", begins_anew=True)
    assert companion.daemon.table.dialog.name == own_dialogs.BOARD_NEWS
    assert_told(companion, choose(companion, line), tmp_path / "board.toml")
    assert companion.daemon.table.dialog.name == own_dialogs.BOARD_NEWS
    assert load_board(tmp_path / "board.toml") == named_board("0.1")
    worn.undo()
    assert choose(companion, line) == Done()
    companion.close()


def test_choice_that_was_not_kept_is_not_kept_again_when_its_trace_is_played(
    tmp_path: Path, worn: pytest.MonkeyPatch
) -> None:
    companion = start(tmp_path)
    companion.begin_game()
    while isinstance(companion.daemon.table.dialog, Notice):
        companion.press("ok")
    companion.press("back")
    assert isinstance(choose_language(companion), NotKept)
    companion.press("ok", "back", "back", "ok", "ok", "ok", "ok")  # out of the menus that opened again, and a move
    revision, name = companion.daemon.revision, companion.daemon.game_id
    assert revision > 1
    companion.close()
    retraced = retrace_game(companion.config, name)
    assert (retraced.is_same, retraced.difference) == (True, "")


# --- a new tag is kept in the owner's piece set; if it cannot be, the screen says why, and the set stays as it was ---


OLD, NEW, OTHER = "04a1b2c3d4e580", "04ffffffffff80", "04aaaaaaaaaa80"
BOX = open_box("teutonica")


@pytest.fixture
def pieces(tmp_path: Path) -> Path:
    path = tmp_path / BOX.piece_file
    path.write_text(
        f'format = 1\n[pieces]\n"{OLD}" = "spot.city.bremen"\n"{OTHER}" = "spot.city.emden"\n', encoding="utf-8"
    )
    return path


def test_piece_has_its_new_tag_and_the_others_keep_theirs(tmp_path: Path, pieces: Path) -> None:
    keep_tag(configured(tmp_path), BOX, "spot.city.bremen", NEW)
    assert dict(load_pieces(pieces).pieces) == {OTHER: "spot.city.emden", NEW: "spot.city.bremen"}


@pytest.mark.parametrize(
    ("text", "uid", "told"),
    [
        (None, NEW, "there is no piece set to change"),
        ("format = 7\n", NEW, "format"),
        ("format = 1\n[pieces]\n", "08010203", "cannot stand for a piece"),
    ],
)
def test_what_cannot_be_kept_is_told(tmp_path: Path, pieces: Path, text: str | None, uid: str, told: str) -> None:
    if text is None:
        pieces.unlink()
    else:
        pieces.write_text(text, encoding="utf-8")
    with pytest.raises(Unavailable, match=told):
        keep_tag(configured(tmp_path), BOX, "spot.city.bremen", uid)
    assert (pieces.read_text(encoding="utf-8") if pieces.exists() else None) == text


def test_full_disk_is_told(tmp_path: Path, pieces: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr(durable, "write_durably", fail)
    with pytest.raises(Unavailable, match="the disk is full"):
        keep_tag(configured(tmp_path), BOX, "spot.city.bremen", NEW)
    assert load_pieces(pieces).pieces[OLD] == "spot.city.bremen"


def test_running_companion_keeps_it(tmp_path: Path) -> None:
    (tmp_path / "pieces.toml").write_text(f'format = 1\n[pieces]\n"{OLD}" = "ship"\n', encoding="utf-8")
    companion = start(tmp_path)
    companion.daemon.carry_out(KeepTag("ship", NEW))
    assert dict(load_pieces(tmp_path / "pieces.toml").pieces) == {NEW: "ship"}
    companion.daemon.handle(TagRested(0.0, PAD, NEW))
    assert companion.daemon.view.belief.seen_at(PAD) == ("ship",)
    companion.close()
