"""`hansa-companion games`: list, show and export the games of the journal."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from companion.commands import command
from companion.commands.command import Commands, add_command
from companion.errors import OK, UserError
from companion.words.outside import one_line

if TYPE_CHECKING:
    from companion.archive.stored_games import StoredGame
    from companion.journal.journal import GameInfo, Journal

    _Row = tuple[GameInfo, dict[str, Any]]  # a game, and its points


def add(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = add_command(
        commands,
        "games",
        "list, show and export the games of the journal",
        """  hansa-companion games                                  list them with players and points, the newest last
  hansa-companion games show last                        one game: who, how far, the score
  hansa-companion games export 2026-11 > evening.game   in the notation, by the beginning of its id
  hansa-companion games export last --json               all that the journal holds of it
""",
    )
    verbs = ("list", "show", "export")
    parser.add_argument(
        "do", nargs="?", choices=verbs, default="list", metavar="list|show|export", help="default: list"
    )
    parser.add_argument("game", nargs="?", metavar="GAME", help="a game's id or its beginning, or `last`")
    parser.add_argument("--json", action="store_true", help="print as JSON")
    command.add_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Carry out the command."""
    from companion.archive.stored_games import NoJournal, read_stored_game, reading

    if options.do == "list" and options.game:
        raise UserError("games list: takes no game; `games show` does", 2)
    if options.do != "list" and not options.game:
        raise UserError(f"games {options.do}: which game? Give its id, or `last`", 2)
    config = command.read(options)
    if options.do == "list":
        rows: list[_Row] = []
        unread: set[str] = set()
        with command.told(), suppress(NoJournal), reading(config) as journal:
            rows = [(info, _totals(journal, info)) for info in journal.games()]
            unread = set(journal.ids()) - {info.id for info, _ in rows}
        for game_id in sorted(unread):
            print(one_line(f"{game_id}: its beginning is damaged; `repair` saves what can be saved"), file=sys.stderr)
        if rows or options.json or not unread:
            _list(rows, as_json=options.json)
        return OK
    with command.told(), reading(config) as journal:
        stored = read_stored_game(journal, options.game)
    if options.do == "show":
        _show(stored, as_json=options.json)
    elif options.json:
        print(json.dumps(_exported(stored), indent=1))
    else:
        print(stored.game.format_record(stored.history.first, stored.history.entries), end="")
    return OK


def _list(rows: list[_Row], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps([{**_told(info), **totals} for info, totals in rows], indent=2))
        return
    if not rows:
        print("no games yet")
    for info, totals in rows:
        state = "ended" if info.finished else "going on"
        told = f"{info.id}  {info.created:<25}  {info.revision:>4} entries  {state:<8}  {_points(info, totals)}"
        print(one_line(told))


def _totals(journal: Journal, info: GameInfo) -> dict[str, Any]:
    """Return the points of each player in seating order, or why they are unknown, so that other games still show."""
    from companion.archive.stored_games import read_stored_game
    from companion.table.history import names_of

    try:
        stored = read_stored_game(journal, info.id)
    except UserError as error:
        return {"trouble": str(error)}
    points = {player: score.total for player, score in stored.game.scores(stored.history.position).items()}
    return {"players": list(points), "names": names_of(stored.people, points), "points": points}


def _points(info: GameInfo, totals: dict[str, Any]) -> str:
    from companion.shelf.shelf import open_box
    from companion.table.history import People, label, pairs

    if "trouble" in totals:
        return f"({totals['trouble']})"
    people = People(pairs(totals["names"]))
    points = ", ".join(f"{label(people, player)} {total}" for player, total in totals["points"].items())
    return f"{open_box(info.game).title}: {points}"


def _told(info: GameInfo) -> dict[str, object]:
    return {
        "id": info.id,
        "game": info.game,
        "created": info.created,
        "entries": info.revision,
        "ended": info.finished,
    }


def _state(stored: StoredGame) -> str:
    kinds = {str(entry.kind) for entry in stored.entries}
    # A finished game is put away like one that is given up, to make room for another.
    return "finished" if "finished" in kinds else "given up" if "aborted" in kinds else "going on"


def _show(stored: StoredGame, *, as_json: bool) -> None:
    from companion.archive.scoreboard import score_json, score_table
    from companion.table.history import label

    assert stored.info is not None
    kinds = [str(entry.kind) for entry in stored.entries]
    counts = {kind: kinds.count(kind) for kind in ("move", "correction", "take_back")}
    players = stored.game.players(stored.history.position)
    if as_json:
        told = {**_told(stored.info), "state": _state(stored), "players": list(players), "counts": counts}
        told["newest"] = stored.entries[-1].at
        print(json.dumps({**told, **score_json(stored.game, stored.history, stored.people)}, indent=2))
        return
    print(f"{stored.info.id}: {_state(stored)}")
    print(f"begun {stored.info.created}, newest entry {stored.entries[-1].at}")
    print(f"players {', '.join(label(stored.people, player) for player in players)}")
    print(f"{counts['move']} moves, {counts['correction']} corrections, {counts['take_back']} taken back")
    print()
    print(score_table(stored.game, stored.history, stored.people))


def _exported(stored: StoredGame) -> dict[str, object]:
    assert stored.info is not None
    entries = [
        {"revision": entry.revision, "kind": str(entry.kind), "at": entry.at, "payload": entry.payload}
        for entry in stored.entries
    ]
    record = stored.game.format_record(stored.history.first, stored.history.entries)
    return {"format": 1, **_told(stored.info), "state": _state(stored), "record": record, "journal": entries}
