"""The piece-set file, which says which tag is on which piece: checked, and never half written.

A piece is any name the caller chooses (`pawn`, `card.07`); nothing here knows what it means in a game.
A tag is its full UID in lower-case hex, as `hardware.ports.TagRested` gives it.

    DataError (hardware.formats.strict_toml)
    └── PieceSetError         not a piece set, a cut UID, a piece with two tags; or the file cannot be written
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Final

from hardware.formats.durable import write_durably
from hardware.formats.strict_toml import NAME, DataError, Table, unreadable

FORMAT: Final = 1
UID: Final = re.compile(r"([0-9a-f]{8}|[0-9a-f]{14}|[0-9a-f]{20})")


class PieceSetError(DataError):
    """A piece-set file that cannot be used or written."""


class Flaw(StrEnum):
    """Why a UID cannot identify a piece."""

    UNREADABLE = "unreadable"  # not 4, 7 or 10 bytes of hex
    CUT = "cut"  # four bytes that begin with the cascade tag: the rest of a longer one was not read
    RANDOM = "random"  # made up again at every reading, as telephones and passports do


@dataclass(frozen=True, slots=True)
class PieceSet:
    """The tags of one set of pieces."""

    pieces: Mapping[str, str]  # UID -> piece, in the order of enrolment

    def piece_of(self, uid: str) -> str | None:
        """Return the piece with this tag, or None for an unknown tag."""
        return self.pieces.get(uid)

    def uid_of(self, piece: str) -> str | None:
        """Return the tag of a piece, or None if it has none."""
        return next((uid for uid, name in self.pieces.items() if name == piece), None)

    def missing(self, wanted: Iterable[str]) -> tuple[str, ...]:
        """Return which of the wanted pieces have no tag yet."""
        have = set(self.pieces.values())
        return tuple(piece for piece in wanted if piece not in have)

    def with_piece(self, uid: str, piece: str) -> PieceSet:
        """Return a set in which this tag, new until now, is on this piece."""
        return PieceSet(MappingProxyType({**self.pieces, uid: piece}))

    def without_piece(self, piece: str) -> PieceSet:
        """Return a set in which a piece has no tag, so that it can get another one."""
        return PieceSet(MappingProxyType({uid: name for uid, name in self.pieces.items() if name != piece}))


EMPTY: Final = PieceSet(MappingProxyType({}))


def flaw_of(uid: str) -> Flaw | None:
    """Return why a UID cannot identify a piece, if so (ISO/IEC 14443-3, 6.5.4)."""
    if not UID.fullmatch(uid):
        return Flaw.UNREADABLE
    if len(uid) == 8 and uid.startswith("88"):
        return Flaw.CUT
    if len(uid) == 8 and uid.startswith("08"):
        return Flaw.RANDOM
    return None


def load_pieces(path: Path) -> PieceSet:
    """Read a piece set; a missing file is an error, not an empty set."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as mistake:
        raise PieceSetError(str(path), "", unreadable(mistake), "a piece-set file") from mistake
    return parse_pieces(text, str(path))


def parse_pieces(text: str, file: str) -> PieceSet:
    """Read a piece set from its text; `file` is for the messages."""
    top = Table.parse(text, file, error=PieceSetError)
    top.choice("format", (FORMAT,), int)
    table = top.table("pieces")
    top.done("format", "pieces")
    pieces: dict[str, str] = {}
    carriers: dict[str, str] = {}
    for uid in table.names():
        flaw = flaw_of(uid)
        if flaw is not None:
            raise table.complain(uid, f"a UID that is {flaw}", "4, 7 or 10 bytes in lower-case hex, whole")
        piece = table.text(uid)
        if not NAME.fullmatch(piece):
            raise table.refuse(uid, piece, "a name in lower-case words, digits and dots")
        if piece in carriers:
            raise table.complain(uid, f"{piece} given, which {carriers[piece]} is too", "each piece once")
        pieces[uid], carriers[piece] = piece, uid
    return PieceSet(MappingProxyType(pieces))


def format_pieces(pieces: PieceSet) -> str:
    """Write a piece set as text."""
    lines = [f"{json.dumps(uid)} = {json.dumps(piece)}" for uid, piece in pieces.pieces.items()]
    return "\n".join([f"format = {FORMAT}", "", "[pieces]", *lines, ""])


def save_pieces(path: Path, pieces: PieceSet) -> None:
    """Write a piece set so that a power cut leaves either the old file or the new one."""
    try:
        write_durably(path, format_pieces(pieces).encode())
    except OSError as mistake:
        raise PieceSetError(str(path), "", unreadable(mistake), "a place that can be written to") from mistake
