"""The engine: JSON requests in, JSON answers out, one on each line, for bots, tests and other programs.

No input ends the process or leaves a game half changed: bad requests are answered with a refusal.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

from companion.games.game import IllegalMove, Json, Refusal, Unreadable
from companion.shelf.box import AnyGame
from companion.shelf.shelf import all_rules, first_game, parse_record

LONGEST_LINE = 1 << 20  # bytes

_NO_GAME = Refusal("no_game", "There is no game yet.", 'Begin one with {{"do":"new",…}} or {{"do":"load",…}}.')
_NOTHING_TO_UNDO = Refusal("nothing_to_undo", "Nothing has been played yet.", "Play a move first.")


def _unreadable(why: str) -> Refusal:
    return Refusal("unreadable", "{why}", "Send one JSON request a line.", {"why": why})


class Engine:
    """A referee that speaks the protocol; holds at most one game."""

    def __init__(self, games: Mapping[str, AnyGame] | None = None) -> None:
        """Referee these games, by id: those of the shelf, unless others are given."""
        self._games = all_rules() if games is None else games
        self._default = first_game() if games is None else next(iter(games))
        self._game = self._games[self._default]  # the game in play, or the one to ask first
        self._positions: list[Any] = []  # the first position and the one after each entry; empty without a game
        self._entries: list[Any] = []
        self.finished = False

    def answer(self, line: str | bytes) -> str:
        """Answer one request; bytes must be UTF-8."""
        try:
            answer = self._answer(line.encode(errors="surrogatepass") if isinstance(line, str) else line)
        except Unreadable as error:
            answer = _refused(_unreadable(str(error)))
        except IllegalMove as error:
            answer = _refused(error.refusal)
        return json.dumps(answer)

    def _answer(self, line: bytes) -> Json:
        if len(line) > LONGEST_LINE:
            raise Unreadable(f"a line that is too long: expected at most {LONGEST_LINE} bytes")
        try:
            request = json.loads(line.decode())
        except (ValueError, RecursionError) as error:
            raise Unreadable(f"not JSON: {error}") from error
        if type(request) is not dict or type(request.get("do")) is not str or request["do"] not in _REQUESTS:
            raise Unreadable(f"request {request!r:.60}: expected an object whose do is one of {', '.join(_REQUESTS)}")
        fields = dict(request)
        handle, wanted = _REQUESTS[fields.pop("do")]
        if wanted is not None and fields.keys() != set(wanted):
            raise Unreadable(
                f"fields {sorted(fields)!r:.60}: expected exactly do{''.join(f', {key}' for key in wanted)}"
            )
        return handle(self, fields)

    def _position(self) -> Any:
        if not self._positions:
            raise IllegalMove(_NO_GAME)
        return self._positions[-1]

    def _new(self, fields: Json) -> Json:
        name = fields.pop("game", self._default)
        if type(name) is not str or name not in self._games:
            raise Unreadable(f"game {name!r:.60}: expected one of {', '.join(self._games)}")
        self._begin(self._games[name], [self._games[name].new(fields)], [])
        return self._state({})

    def _begin(self, game: AnyGame, positions: list[Any], entries: list[Any]) -> None:
        self._game, self._positions, self._entries = game, positions, entries

    def _legal(self, _: Json) -> Json:
        position = self._position()
        moves = [self._game.format_entry(move) for move in self._game.legal_moves(position)]
        return {"ok": True, "mover": self._game.mover(position), "moves": moves}

    def _play(self, fields: Json) -> Json:
        move = self._read_move(fields["move"])
        position, events = self._game.play(self._position(), move)
        self._positions.append(position)
        self._entries.append(move)
        return {**self._state({}), "events": [self._game.format_event(event) for event in events]}

    def _read_move(self, move: Any) -> Any:
        """Read a move of the game in play; if none is in play, a move of any game will do."""
        objections = []
        for game in (self._game,) if self._positions else self._games.values():
            try:
                entry = game.parse_entry(move)
            except Unreadable as error:
                objections.append(error)
                continue
            if game.is_correction(entry):
                raise Unreadable(f"move {move!r:.60}: expected a move, not a correction")
            return entry
        raise objections[0]

    def _undo(self, _: Json) -> Json:
        self._position()
        if not self._entries:
            raise IllegalMove(_NOTHING_TO_UNDO)
        self._positions.pop()
        self._entries.pop()
        return self._state({})

    def _state(self, _: Json) -> Json:
        return {"ok": True, "state": self._game.format_state(self._position())}

    def _save(self, _: Json) -> Json:
        self._position()
        return {"ok": True, "record": self._game.format_record(self._positions[0], self._entries)}

    def _load(self, fields: Json) -> Json:
        text = fields["record"]
        if type(text) is not str:
            raise Unreadable(f"record {text!r:.60}: expected a text")
        # The game in play is asked first: if no game can read the record, its message says what is wrong.
        games = sorted(self._games.values(), key=lambda game: game is not self._game)
        game, (first, entries) = parse_record(text, games)
        positions = [first]
        for entry in entries:
            step = game.correct if game.is_correction(entry) else game.play
            positions.append(step(positions[-1], entry).position)
        self._begin(game, positions, list(entries))
        return self._state({})

    def _quit(self, _: Json) -> Json:
        self.finished = True
        return {"ok": True}


def _refused(refusal: Refusal) -> Json:
    said = {"code": refusal.code, "message": refusal.message(), "remedy": refusal.advice()}
    return {"ok": False, "refusal": said}


# request: (its handler, the fields it takes besides `do`; None if the game defines them)
_REQUESTS: Mapping[str, tuple[Callable[[Engine, Json], Json], tuple[str, ...] | None]] = {
    "new": (Engine._new, None),
    "legal": (Engine._legal, ()),
    "play": (Engine._play, ("move",)),
    "undo": (Engine._undo, ()),
    "state": (Engine._state, ()),
    "save": (Engine._save, ()),
    "load": (Engine._load, ("record",)),
    "quit": (Engine._quit, ()),
}


def serve(engine: Engine, requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests until `quit` or the end of input, each answer flushed."""
    while not engine.finished and (line := requests.readline(LONGEST_LINE + 2)):
        # The rest of a longer line is dropped: the part already read makes it unreadable anyway.
        while not line.endswith(b"\n") and len(line) > LONGEST_LINE and (rest := requests.readline(LONGEST_LINE)):
            if rest.endswith(b"\n"):
                break
        answers.write(engine.answer(line.removesuffix(b"\n").removesuffix(b"\r")).encode() + b"\n")
        answers.flush()
