"""`hansa-companion enrol`: which tag is on which piece."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands import command
from companion.commands.command import Commands, add_command
from companion.errors import OK, USAGE, UserError
from companion.running.as_owner import as_owner

if TYPE_CHECKING:
    from companion.config.settings import Config
    from companion.enrol.enrol_session import EnrolSession
    from companion.enrol.enrolment import Named
    from companion.shelf.box import GameBox, Pieces
    from hardware.formats.piece_set import PieceSet
    from hardware.kit.connections import Kit


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(
        commands,
        "enrol",
        "tell the companion which tag is on which piece: tap each once on the pad",
        """  hansa-companion enrol                             the pieces that the game is played with
  hansa-companion enrol --game GAME                 those of another game; with a wand, the spots of its sheets
  hansa-companion enrol --all                       those too that need no tag
  hansa-companion enrol --few                       as few as are enough: one token a player for all pieces alike
  hansa-companion enrol --again PIECE               a sticker was lost: give this piece another tag
  hansa-companion enrol --list                      what has a tag and what has none
  hansa-companion enrol --export my-set.toml        write the set for a second table
  hansa-companion enrol --import my-set.toml        take it over there
  hansa-companion enrol --simulated --auto          try it out without hardware

Every tap is saved at once. Stop whenever you like, with q, Ctrl-C or the plug; the next start goes on from there.
b (or the button back) takes the last tag back, s (down) leaves a piece for later, r (up) returns to it, l (ok) lists
what is left, q (end) stops. Type a name to go there, in any order; again and a name gives it another tag.
Stop the companion first, for it has the pad: sudo systemctl stop hansa-companion. Where it runs as a service use sudo
here, too: every user has a set of their own, and the table goes by the service's.
""",
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--all", action="store_true", help="also the pieces that need no tag")
    which.add_argument("--few", action="store_true", help="only the few pieces that are enough, some for many others")
    parser.add_argument("--again", action="append", default=[], metavar="PIECE", help="give this piece another tag")
    doing = parser.add_mutually_exclusive_group()
    doing.add_argument("--list", action="store_true", help="list the pieces and their tags, and do nothing")
    doing.add_argument("--export", metavar="FILE", help="write the set to this file, and do nothing else")
    doing.add_argument("--import", dest="take", metavar="FILE", help="take the set of this file, and do nothing else")
    doing.add_argument("--simulated", action="store_true", help="taps are lines of standard input: numbers in hex")
    parser.add_argument("--replace", action="store_true", help="with --import: in place of the tags there are")
    parser.add_argument("--auto", action="store_true", help="with --simulated: tap invented tags, one for each piece")
    parser.add_argument("--pieces", metavar="FILE", help="the piece set, in place of the configured one")
    command.add_game(parser)
    command.add_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Enrol, list, export or import."""
    if options.replace and not options.take:
        raise UserError("--replace: only together with --import", USAGE)
    if options.auto and not options.simulated:
        raise UserError("--auto: only together with --simulated", USAGE)
    box = command.box_of(options.game)
    config = command.read(options)
    path = _path(options, config, box)
    with command.told():
        pieces = _load(path)
        names = box.pieces().all
        for piece in options.again:
            if piece not in names:
                raise UserError(f"--again {piece}: no such piece; `hansa-companion enrol --list` names them", USAGE)
        others = OtherGames(config, box)
        if options.list:
            return _list(pieces, box.pieces(), others)
        if options.export:
            return _export(pieces, path, Path(options.export))
        if options.take:
            return _import(Path(options.take), path, pieces, others, replace=options.replace)
        return _enrol(options, config, path, pieces, box, others)


class OtherGames:
    """Reports tags that are also on pieces of other games, each tag once."""

    def __init__(self, config: Config, box: GameBox) -> None:
        """Compare with all games but this one, and report their piece sets that cannot be read."""
        from companion.assembly.shelf_troubles import read_sets
        from companion.shelf.shelf import boxes

        self._box = box
        self._others = [other for other in boxes() if other.id != box.id]
        self._sets, unread = read_sets(config, self._others)
        self._seen = set[str]()
        for trouble in unread:
            _say(trouble.line)

    def compare(self, pieces: PieceSet) -> None:
        """Report which tags of a set are on pieces of another game."""
        from companion.assembly.shelf_troubles import shared_tags

        fresh = {tag: piece for tag, piece in pieces.pieces.items() if tag not in self._seen}
        self._seen.update(fresh)
        for other in self._others:
            if trouble := shared_tags(other, self._sets.get(other.id, {}), self._box, fresh):
                _say(trouble.line)


def _path(options: argparse.Namespace, config: Config, box: GameBox) -> Path:
    from companion.assembly.game_parts import own_pieces

    if options.pieces:
        return Path(options.pieces)
    if options.simulated:
        return config.state / f"simulated-{box.piece_file}"  # made-up tags do not belong among real ones
    return own_pieces(config, box)


def _load(path: Path) -> PieceSet:
    from hardware.formats.piece_set import EMPTY, load_pieces

    with as_owner(path.parent):
        return load_pieces(path) if path.exists() else EMPTY


def _save(path: Path, pieces: PieceSet) -> None:
    from hardware.formats.piece_set import PieceSetError, save_pieces

    try:
        with as_owner(path.parent):
            path.parent.mkdir(parents=True, exist_ok=True)
            save_pieces(path, pieces)
    except OSError as error:
        raise UserError(f"{path.parent}: cannot be made: {error.strerror}") from error
    except PieceSetError as error:
        raise UserError(str(error)) from error


def _list(pieces: PieceSet, known: Pieces, others: OtherGames) -> int:
    for name in known.all:
        uid = pieces.uid_of(name)
        if uid or name in known.needed or name in known.optional:  # these pieces stand for others and may be missing
            print(f"{name:<18} {uid or '-'}")
    for uid, piece in pieces.pieces.items():
        if piece not in known.all:
            print(f"{piece:<18} {uid}  (not a piece of this game)")
    others.compare(pieces)
    return OK


def _export(pieces: PieceSet, path: Path, target: Path) -> int:
    if not pieces.pieces:
        raise UserError(f"{path}: no piece has a tag yet: nothing to export")
    _save(target, pieces)
    print(f"{target}: {_count(pieces)}")
    return OK


def _import(source: Path, path: Path, pieces: PieceSet, others: OtherGames, *, replace: bool) -> int:
    from hardware.formats.piece_set import load_pieces

    taken = load_pieces(source)
    if pieces.pieces and dict(pieces.pieces) != dict(taken.pieces) and not replace:
        raise UserError(f"{path}: {_count(pieces)} already; --replace takes the other set in their place")
    _save(path, taken)
    print(f"{path}: {_count(taken)}")
    others.compare(taken)
    return OK


def _enrol(
    options: argparse.Namespace, config: Config, path: Path, pieces: PieceSet, box: GameBox, others: OtherGames
) -> int:
    from companion.enrol.enrol_session import EnrolSession
    from companion.enrol.enrolment import Enrolment
    from companion.running.devices import configured_kit
    from companion.running.state_folder import SERVICE_STATE

    known = box.pieces()
    kit = configured_kit(config, box.id)
    names = _spots(box) if any(pico.handle for pico in kit.picos) else {}
    wanted: Sequence[str] = tuple(names) or known.needed
    if options.few:
        if not known.few:
            raise UserError(f"--few: no piece of {box.title} stands for others; leave the option out", USAGE)
        wanted = known.few
    if options.all:
        every = (*known.needed, *known.optional)
        wanted = (*wanted, *(piece for piece in every if piece not in names and piece not in wanted))
    wanted = (*wanted, *(piece for piece in dict.fromkeys(options.again) if piece not in wanted))
    walk = Enrolment.start(wanted, pieces, names)
    for piece in options.again:
        walk = walk.again(piece)
    strangers = [piece for piece in walk.strangers if piece not in known.all]
    if strangers:
        _say(f"{path}: not pieces of this game, left as they are: {', '.join(strangers)}")
    if path.parent == config.state != SERVICE_STATE and SERVICE_STATE.is_dir() and not options.simulated:
        _say(f"{path}: a set of your own; that of the table: sudo hansa-companion enrol")

    def save(changed: PieceSet) -> None:
        _save(path, changed)
        others.compare(changed)

    pico = kit.pico_of(kit.pad_name)
    session = EnrolSession(walk, save, kit.pad_name, pico.name if pico else "")
    others.compare(walk.pieces)
    if options.again:
        _save(path, walk.pieces)
    try:
        _serve(options, config, kit, session, box)
    except KeyboardInterrupt:
        _say("")  # the terminal has shown ^C, and stays in that line
        raise
    finally:
        how_on = "" if session.walk.next_piece is None else "; the same command goes on from here"
        _say(f"{path}: {session.walk.done} of {len(session.walk.wanted)} pieces have their tags{how_on}")
    return OK


def _spots(box: GameBox) -> dict[str, Named]:
    """Return the spots of a game's printed sheets in the order of the walk; none if it has no sheets."""
    from companion.enrol.enrolment import Named
    from wiring.spot_sheet import read_sheet, walk_of

    stops = walk_of(map(read_sheet, box.sheets))
    return {stop.name: Named(stop.words, stop.where) for stop in stops}


def _serve(options: argparse.Namespace, config: Config, kit: Kit, session: EnrolSession, box: GameBox) -> None:
    from companion.enrol.enrol_session import HELP
    from companion.enrol.serve import serve, serve_simulated
    from companion.running.devices import real_devices, simulated_devices, simulated_table
    from companion.running.state_folder import alone

    if options.simulated:
        table = simulated_table(kit)
        lines: Iterable[str] = _invented(session, box) if options.auto else sys.stdin
        if not options.auto:
            _say(f"a tap is a line with a tag's number in hex, such as 04a1b2c3d4e5f6; {HELP}")
        serve_simulated(session, table, simulated_devices(table), lines, _say)
        return
    with alone(config):
        _say(HELP)
        serve(session, real_devices(kit, config), sys.stdin, _say, has_buttons=bool(kit.buttons))


def _invented(session: EnrolSession, box: GameBox) -> list[str]:
    from companion.assembly.game_parts import invented_pieces

    uids = {piece: uid for uid, piece in invented_pieces(box).items()}
    return [uids[piece] for piece in session.walk.pieces.missing(session.walk.wanted)]


def _say(text: str) -> None:
    print(text, flush=True)


def _count(pieces: PieceSet) -> str:
    number = len(pieces.pieces)
    return f"{number} piece has its tag" if number == 1 else f"{number} pieces have their tags"
