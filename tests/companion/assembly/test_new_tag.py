"""A new tag is kept in the owner's piece set; if it cannot be, the screen says why, and the set stays as it was."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from companion.assembly.new_tag import keep_tag
from companion.journal.journal import Unavailable
from companion.shelf.shelf import open_box
from companion.table.intents import KeepTag
from hardware.formats import durable
from hardware.formats.piece_set import load_pieces
from tests.kit.companion import start
from tests.kit.lean import configured

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
    assert companion.daemon.table.state.senses.piece(NEW) == "ship"
    companion.close()
