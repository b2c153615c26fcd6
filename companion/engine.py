"""The engine: JSON requests in, JSON answers out, one on each line, for bots, tests and other programs.

No input ends the process or leaves a game half changed: bad requests are answered with a refusal.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, BinaryIO, NamedTuple

from companion.games.game import IllegalMove, Json, Refusal, Unreadable
from companion.shelf.box import AnyGame
from companion.shelf.players import Players, deal, does_think, is_known, names_known
from companion.shelf.shelf import all_rules, first_game, open_box, parse_record

LONGEST_LINE = 1 << 20  # bytes
MOST_NODES = 1_000_000  # a minute or so
LARGEST_SEED = (1 << 63) - 1

_NO_GAME = Refusal("no_game", "There is no game yet.", 'Begin one with {{"do":"new",…}} or {{"do":"load",…}}.')
_GAME_OVER = Refusal("game_over", "The game is over.", "Take a move back, or begin another game.")
_CHANCE = Refusal("chance_decides", "Chance decides now.", 'Ask with {{"do":"choose",…}}, or play what came up.')
_NOTHING_TO_UNDO = Refusal("nothing_to_undo", "Nothing has been played yet.", "Play a move first.")
_NO_PLANS = "another request: nobody plans ahead in this game"


def _unreadable(why: str) -> Refusal:
    return Refusal("unreadable", "{why}", "Send one JSON request a line.", {"why": why})


class Engine:
    """A referee that speaks the protocol; holds at most one game."""

    def __init__(
        self, games: Mapping[str, AnyGame] | None = None, bots: Callable[[AnyGame], Players] | None = None
    ) -> None:
        """Referee these games, by id, and know their bots: those of the shelf, unless others are given."""
        self._bots = bots or (lambda game: open_box(game.id).players())
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
        handle, wanted, optional = _REQUESTS[fields.pop("do")]
        if wanted is not None and not set(wanted) <= fields.keys() <= {*wanted, *optional}:
            expected = f"exactly do{''.join(f', {key}' for key in wanted)}"
            if optional:
                expected += f", and if you like {', '.join(optional)}"
            raise Unreadable(f"fields {sorted(fields)!r:.60}: expected {expected}")
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

    def _choose(self, fields: Json) -> Json:
        """Choose a move for whoever decides; where that is chance, by its weights."""
        asked = _asked(fields)
        position, bots = self._decision(asked, plans=False)
        if self._game.chances(position):
            move = deal(self._game, position, asked.random)
        elif does_think(bots, asked.level):
            move = bots.plan(position, asked.level, asked.random, asked.nodes).moves[0]
        else:
            move = bots.decide(position, asked.level, asked.random)
        return {"ok": True, "move": self._game.format_entry(move)}

    def _plan(self, fields: Json) -> Json:
        """Plan the turn of whoever decides, up to where somebody else does, or chance."""
        asked = _asked(fields)
        position, bots = self._decision(asked, plans=True)
        if self._game.chances(position):
            raise IllegalMove(_CHANCE)
        plan = bots.plan(position, asked.level, asked.random, asked.nodes)
        moves = [self._game.format_entry(move) for move in plan.moves]
        return {"ok": True, "moves": moves, "value": round(plan.value, 3), "nodes": plan.nodes}

    def _winning(self, _: Json) -> Json:
        """Say how likely each player is to win, between equal ones."""
        position = self._position()
        chances = self._bots(self._game).winning_chances(position)
        return {
            "ok": True,
            "chances": {
                player: round(chance, 4) for player, chance in zip(self._game.players(position), chances, strict=True)
            },
        }

    def _decision(self, asked: _Asked, *, plans: bool) -> tuple[Any, Players]:
        """Return the position and the game's bots, if there is something to decide and a bot of this level."""
        position = self._position()
        bots = self._bots(self._game)
        if not (does_think if plans else is_known)(bots, asked.level):
            known = bots.levels if plans else (*bots.skills, *bots.levels)
            expected = f"one of {names_known(bots, known)}" if known else _NO_PLANS
            raise Unreadable(f"level {asked.level!r:.60}: expected {expected}")
        if self._game.mover(position) is None:
            raise IllegalMove(_GAME_OVER)
        return position, bots

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


class _Asked(NamedTuple):
    """What a bot is asked for: who, with how many nodes, with which chance."""

    level: str
    nodes: int | None
    random: Random


def _asked(fields: Json) -> _Asked:
    level, nodes, seed = fields["level"], fields.get("nodes"), fields.get("seed", 0)
    if type(level) is not str:
        raise Unreadable(f"level {level!r:.60}: expected a text")
    if "nodes" in fields and not (type(nodes) is int and 1 <= nodes <= MOST_NODES):
        raise Unreadable(f"nodes {nodes!r:.60}: expected a whole number from 1 to {MOST_NODES}")
    if not (type(seed) is int and -LARGEST_SEED <= seed <= LARGEST_SEED):
        raise Unreadable(f"seed {seed!r:.60}: expected a whole number of at most {LARGEST_SEED}")
    return _Asked(level, nodes, Random(seed))


class _Request(NamedTuple):
    """How a request is answered, and which fields it has besides `do`; None if the game defines them."""

    handle: Callable[[Engine, Json], Json]
    fields: tuple[str, ...] | None = ()
    optional: tuple[str, ...] = ()


_REQUESTS: Mapping[str, _Request] = {
    "new": _Request(Engine._new, None),
    "legal": _Request(Engine._legal),
    "play": _Request(Engine._play, ("move",)),
    "undo": _Request(Engine._undo),
    "state": _Request(Engine._state),
    "save": _Request(Engine._save),
    "load": _Request(Engine._load, ("record",)),
    "choose": _Request(Engine._choose, ("level",), ("nodes", "seed")),
    "plan": _Request(Engine._plan, ("level",), ("nodes", "seed")),
    "winning": _Request(Engine._winning),
    "quit": _Request(Engine._quit),
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
