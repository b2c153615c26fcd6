from __future__ import annotations

import os
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.formats.piece_set import (
    EMPTY,
    Flaw,
    PieceSet,
    PieceSetError,
    flaw_of,
    format_pieces,
    load_pieces,
    parse_pieces,
    save_pieces,
)

SHIP, BOOTH = "04a1b2c3d4e5f6", "0411223344556677"[:14]

long_uids = st.binary(min_size=7, max_size=7).map(bytes.hex)
short_uids = st.binary(min_size=4, max_size=4).filter(lambda uid: uid[0] not in (0x88, 0x08)).map(bytes.hex)
uids = st.one_of(long_uids, short_uids)
names = st.builds("booth.{}.{:02}".format, st.sampled_from(["gray", "yellow"]), st.integers(0, 99))


@st.composite
def piece_sets(draw: st.DrawFn) -> PieceSet:
    pieces = draw(st.lists(names, unique=True, max_size=20))
    tags = draw(st.lists(uids, unique=True, min_size=len(pieces), max_size=len(pieces)))
    return PieceSet(MappingProxyType(dict(zip(tags, pieces, strict=True))))


@given(piece_sets())
def test_piece_set_survives_being_written_and_read(pieces: PieceSet) -> None:
    again = parse_pieces(format_pieces(pieces), "set.toml")
    assert again == pieces
    assert list(again.pieces) == list(pieces.pieces)


@given(piece_sets())
def test_tag_and_piece_lead_to_each_other(pieces: PieceSet) -> None:
    for uid, piece in pieces.pieces.items():
        assert pieces.piece_of(uid) == piece
        assert pieces.uid_of(piece) == uid
        assert pieces.without_piece(piece).uid_of(piece) is None


def test_set_tells_which_wanted_pieces_have_no_tag() -> None:
    pieces = EMPTY.with_piece(SHIP, "ship")
    assert pieces.missing(["ship", "booth.gray.01"]) == ("booth.gray.01",)
    assert pieces.piece_of(BOOTH) is None


@pytest.mark.parametrize(
    ("uid", "flaw"),
    [
        ("04a1b2c3d4e5f6", None),
        ("deadbeef", None),
        ("8804a1b2", Flaw.CUT),
        ("8804a1b2c3d4e5", None),  # seven bytes may begin as they like
        ("08a1b2c3", Flaw.RANDOM),
        ("04A1B2C3D4E5F6", Flaw.UNREADABLE),
        ("04a1b2c3d4", Flaw.UNREADABLE),
        ("", Flaw.UNREADABLE),
        ("04a1b2c3d4e5f6\n", Flaw.UNREADABLE),
    ],
)
def test_uid_that_cannot_stand_for_a_piece_is_known_by_its_flaw(uid: str, flaw: Flaw | None) -> None:
    assert flaw_of(uid) is flaw


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("format = 2\n[pieces]", r"set\.toml: format: 2 given; allowed: one of 1"),
        ("[pieces]", r"set\.toml: format: nothing given"),
        ("format = 1", r"set\.toml: pieces: nothing given"),
        ("format = 1\nowner = 'me'\n[pieces]", r"set\.toml: owner: unknown key; allowed: only format, pieces"),
        ("format = 1\n[pieces]\n8804a1b2 = 'ship'", r"set\.toml: pieces\.8804a1b2: a UID that is cut"),
        ("format = 1\n[pieces]\nxyz = 'ship'", r"set\.toml: pieces\.xyz: a UID that is unreadable"),
        ("format = 1\n[pieces]\ndeadbeef = 'The Ship'", r"pieces\.deadbeef: 'The Ship' given; allowed: a name"),
        ("format = 1\n[pieces]\ndeadbeef = 3", r"pieces\.deadbeef: 3 given; allowed: a text"),
        (
            "format = 1\n[pieces]\ndeadbeef = 'ship'\ndeadbee0 = 'ship'",
            r"pieces\.deadbee0: ship given, which deadbeef is too; allowed: each piece once",
        ),
        ("format = 1\n[pieces]\ndeadbeef = 'a'\ndeadbeef = 'b'", r"set\.toml: .*allowed: a TOML file"),
    ],
)
def test_piece_set_that_cannot_be_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(PieceSetError, match=message) as caught:
        parse_pieces(text, "set.toml")
    assert "\n" not in str(caught.value)


def test_piece_set_is_saved_and_exported_to_another_table(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "pieces.toml", tmp_path / "export.toml"
    save_pieces(ours, EMPTY.with_piece(SHIP, "ship").with_piece(BOOTH, "booth.gray.01"))
    save_pieces(theirs, load_pieces(ours))
    assert load_pieces(theirs) == load_pieces(ours)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["export.toml", "pieces.toml"]


@pytest.mark.parametrize("moment", ["fsync", "replace"])
def test_failed_save_leaves_the_old_file_and_nothing_else(
    moment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "pieces.toml"
    save_pieces(path, EMPTY.with_piece(SHIP, "ship"))

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(*((os, "fsync", full) if moment == "fsync" else (Path, "replace", full)))
    with pytest.raises(PieceSetError, match=r"pieces\.toml: No space left on device"):
        save_pieces(path, EMPTY)
    assert load_pieces(path).piece_of(SHIP) == "ship"
    assert [one.name for one in tmp_path.iterdir()] == ["pieces.toml"]


def test_save_is_durable_before_it_is_visible(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "pieces.toml"
    seen: list[bool] = []
    real = os.fsync

    def watched(handle: int) -> None:
        seen.append(path.exists())
        real(handle)

    monkeypatch.setattr(os, "fsync", watched)
    save_pieces(path, EMPTY)
    assert seen == [False, True]  # the file's bytes first, then the folder that has its new name


def test_file_with_a_byte_order_mark_is_read_like_any(tmp_path: Path) -> None:
    path = tmp_path / "pieces.toml"
    path.write_text(f"format = 1\n[pieces]\n{SHIP} = 'ship'\n", encoding="utf-8-sig")
    assert load_pieces(path).piece_of(SHIP) == "ship"


@pytest.mark.parametrize("content", [None, b"\xff\xff"])
def test_file_that_cannot_be_read_is_one_line(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "pieces.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(PieceSetError, match=r"pieces\.toml: .*; allowed: a piece-set file") as caught:
        load_pieces(path)
    assert "\n" not in str(caught.value)


def test_save_into_a_folder_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(PieceSetError, match="No such file or directory; allowed: a place that can be written to"):
        save_pieces(tmp_path / "gone" / "pieces.toml", EMPTY)
