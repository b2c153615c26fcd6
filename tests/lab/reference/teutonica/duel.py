"""The engine and the reference side by side: the same requests to both, and every answer compared."""

import json
import random
from collections import Counter
from collections.abc import Callable

from tests.lab.reference.teutonica import features, styles, treaty, tries
from tests.lab.reference.teutonica.board import Json
from tests.lab.reference.teutonica.protocol import Referee

Answer = Callable[[str], str]
Script = tuple[Json, list[Json]]
# How often a ply is preceded by requests that must change nothing.
LIBERTIES = 0.3


class Difference(AssertionError):
    """Engine and reference do not agree."""


def canonical(value: object) -> str:
    """JSON with sorted keys: unlike ``==`` it tells true from 1."""
    return json.dumps(value, sort_keys=True)


def agree(condition: bool, what: str) -> None:
    if not condition:
        raise Difference(what)


def where(theirs: object, ours: object, path: str = "") -> str:
    """The first place where two answers differ."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        for key in sorted({*theirs, *ours}, key=str):
            if key not in theirs or key not in ours:
                return f"{path}/{key} only in {'the engine' if key in theirs else 'the reference'}"
            if canonical(theirs[key]) != canonical(ours[key]):
                return where(theirs[key], ours[key], f"{path}/{key}")
    return f"{path}: engine {canonical(theirs)[:300]}, reference {canonical(ours)[:300]}"


def check_refusal(answer: Json, code: str) -> None:
    """A refusal with this code, a sentence and a remedy, and nothing else."""
    agree(answer.get("ok") is False, f"expected the refusal {code}, got {canonical(answer)[:400]}")
    agree(set(answer) == {"ok", "refusal"}, f"fields of a refusal: {sorted(answer)}")
    refusal = answer["refusal"]
    agree(refusal["code"] == code, f"expected {code}, got {refusal}")
    agree(set(refusal) == {"code", "message", "remedy"}, f"fields of a refusal: {sorted(refusal)}")
    for sentence in (refusal["message"], refusal["remedy"]):
        agree(isinstance(sentence, str) and bool(sentence.strip()) and "\n" not in sentence, f"sentence: {sentence!r}")


class Duel:
    """Both sides of one conversation; ``ask`` gives the answer they agree on."""

    def __init__(self, engine: Answer) -> None:
        self.engine = engine
        self.reference = Referee()
        self.lines: list[str] = []

    def ask(self, request: Json | str) -> Json:
        line = request if isinstance(request, str) else json.dumps(request)
        self.lines.append(line)
        ours = self.reference.answer(line)
        theirs = json.loads(self.engine(line))
        if not ours["ok"]:
            check_refusal(theirs, ours["refusal"]["code"])
        elif "record" in ours:
            agree(set(theirs) == {"ok", "record"} and isinstance(theirs["record"], str), "a record")
            return dict(theirs)
        elif "moves" in ours:
            agree(set(theirs) == {"ok", "mover", "moves"} and theirs["ok"] is True, "fields of legal")
            agree(theirs["mover"] == ours["mover"], f"mover: engine {theirs['mover']}, reference {ours['mover']}")
            compare_moves(list(theirs["moves"]), ours["moves"])
        elif canonical(theirs) != canonical(ours):
            raise Difference(where(theirs, ours))
        return ours

    def reload(self) -> None:
        """Each side loads its own record and must stand where it stood."""
        before = canonical(self.reference.show())
        record = self.ask({"do": "save"})["record"]
        theirs = json.loads(self.engine(json.dumps({"do": "load", "record": record})))
        agree(canonical(theirs) == before, f"loaded: {where(theirs, self.reference.show())}")
        self.reference.answer({"do": "load", "record": self.reference.record()})
        agree(canonical(self.reference.show()) == before, "the reference loads its own record")


def compare_moves(theirs: list[Json], ours: list[Json]) -> None:
    """The same moves, each once, in any order."""
    engine = Counter(map(canonical, theirs))
    reference = Counter(map(canonical, ours))
    agree(max(reference.values(), default=1) == 1, "the reference lists a move twice")
    surplus, missing = sorted(engine - reference), sorted(reference - engine)
    agree(not surplus and not missing, f"legal: engine adds {surplus[:5]}, lacks {missing[:5]}")


def duel(engine: Answer, seed: int, *, plies: int = 2_000, script: Script | None = None) -> Counter[str]:
    """One random game with refused requests, take-backs and reloads on the way; gives what occurred.

    A script, a set-up and moves, is played before chance begins.
    """
    rng = random.Random(seed)
    both = Duel(engine)
    seen: Counter[str] = Counter()
    try:
        before_the_game(both, rng, seen)
        setup, opening = script or random_script(rng)
        state = both.ask({"do": "new", **setup})["state"]
        choose = styles.random_table(rng, setup["players"])
        for ply in range(plies):
            legal = both.ask({"do": "legal"})["moves"]
            seen["most legal moves"] = max(seen["most legal moves"], len(legal))
            if rng.random() < LIBERTIES:
                take_liberties(both, rng, state, seen)
            if state["phase"] == "over":
                break
            move = opening[ply] if ply < len(opening) else choose(state, legal)
            answer = both.ask({"do": "play", "move": move})
            seen.update(features.of_ply(state, move, answer["state"], answer["events"]))
            state = answer["state"]
            seen["plies"] += 1
        both.reload()
        seen["games"] += 1
        seen[f"games with {len(setup['players'])} players"] += 1
    except Difference as error:
        error.add_note(f"seed {seed}, request {len(both.lines)}: {both.lines[-1][:400]}")
        raise
    return seen


def random_script(rng: random.Random) -> Script:
    """As a rule a set-up alone, now and then a long opening."""
    return (treaty.SETUP, treaty.moves()) if rng.random() < 0.03 else (tries.random_setup(rng), [])


def before_the_game(both: Duel, rng: random.Random, seen: Counter[str]) -> None:
    """Nothing but ``new`` and ``load`` can be asked without a game, and nobody can take back what was not played."""
    requests = [*({"do": do} for do in ("legal", "undo", "state", "save")), tries.bad_setup(rng)]
    requests.append({"do": "play", "move": tries.random_move(rng)})
    for request in requests:
        refused(both, request, seen)
    both.ask({"do": "new", **tries.random_setup(rng)})
    refused(both, {"do": "undo"}, seen)


def refused(both: Duel, request: Json | str, seen: Counter[str]) -> None:
    answer = both.ask(request)
    assert not answer["ok"], request
    seen[f"refusal {answer['refusal']['code']}"] += 1


def take_liberties(both: Duel, rng: random.Random, state: Json, seen: Counter[str]) -> None:
    """Requests that must change nothing, some moves back and forth, and now and then a reload."""
    for _ in range(3):
        move = tries.random_move(rng) if rng.random() < 0.25 else tries.near_miss(rng, state)
        request: Json | str = {"do": "play", "move": move}
        if rng.random() < 0.2:
            request = tries.spoilt(rng, {"do": "play", "move": move})
        answer = both.ask(request)
        if answer["ok"]:
            if "events" in answer:
                both.ask({"do": "undo"})
        else:
            code = answer["refusal"]["code"]
            seen[f"refusal {code}"] += 1
            if code not in ("unreadable", "wrong_phase", "game_over"):
                seen[f"refusal {move['type']} {code}"] += 1
    agree(canonical(both.ask({"do": "state"})["state"]) == canonical(state), "a refused request changed the state")
    if rng.random() < 0.1:
        back = both.reference.moves[-rng.choice((1, 2, 3, 8, 40)) :]
        for _ in back:
            both.ask({"do": "undo"})
        for move in back:
            both.ask({"do": "play", "move": move})
        seen["take-backs"] += len(back)
    if rng.random() < 0.005:
        both.reload()
        seen["reloads"] += 1
