"""Saves the tag that replaces a piece's dead one in the owner's piece set, durably, or says why it could not."""

from __future__ import annotations

from companion.assembly.game_parts import own_pieces
from companion.config.settings import Config
from companion.journal.journal import Unavailable
from companion.running.choices import kept_in
from companion.shelf.box import GameBox
from hardware.trouble import Trouble, quoted

_ENROL = Trouble("run: hansa-companion enrol")


def keep_tag(config: Config, box: GameBox, piece: str, uid: str) -> None:
    """Write the piece set with this tag on this piece; raise Unavailable if that is impossible."""
    from hardware.formats.durable import write_durably
    from hardware.formats.piece_set import PieceSetError, flaw_of, format_pieces, load_pieces

    path = own_pieces(config, box)
    if flaw_of(uid) is not None:
        raise Unavailable(
            Trouble("{uid}: its number cannot stand for a piece", uid=uid), Trouble("take another sticker")
        )
    if not path.exists():
        raise Unavailable(Trouble("{file}: there is no piece set to change", file=path), _ENROL)
    try:
        pieces = load_pieces(path)
    except PieceSetError as error:
        raise Unavailable(quoted(error), _ENROL) from error
    with kept_in(path):
        write_durably(path, format_pieces(pieces.without_piece(piece).with_piece(uid, piece)).encode())
