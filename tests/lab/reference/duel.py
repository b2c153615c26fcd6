"""The engine and the reference side by side: the same lines to both, and every answer compared."""

import json
import random
from collections import Counter
from collections.abc import Callable

from tests.lab.reference import chance
from tests.lab.reference.position import Json
from tests.lab.reference.protocol import Referee

Answer = Callable[[str], str]


def canonical(value: object) -> str:
    """JSON with sorted keys: unlike ``==`` it tells true from 1."""
    return json.dumps(value, sort_keys=True)


def assert_refusal(answer: Json, code: str) -> None:
    """A refusal with this code, a sentence and a remedy, and nothing else."""
    assert answer.get("ok") is False, f"expected the refusal {code}, got {canonical(answer)[:400]}"
    assert set(answer) == {"ok", "refusal"}
    refusal = answer["refusal"]
    assert refusal["code"] == code, f"expected {code}, got {refusal}"
    assert set(refusal) == {"code", "message", "remedy"}
    for sentence in (refusal["message"], refusal["remedy"]):
        assert isinstance(sentence, str)
        assert sentence.strip()
        assert "\n" not in sentence


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
            assert_refusal(theirs, ours["refusal"]["code"])
        elif "record" in ours:
            assert set(theirs) == {"ok", "record"}
            assert isinstance(theirs["record"], str)
            return dict(theirs)
        elif "moves" in ours:
            assert set(theirs) == {"ok", "mover", "moves"}
            assert theirs["ok"] is True
            assert theirs["mover"] == ours["mover"]
            assert sorted(map(canonical, theirs["moves"])) == sorted(map(canonical, ours["moves"]))
        else:
            assert canonical(theirs) == canonical(ours)
        return ours

    def reload(self) -> None:
        """The engine loads its own record of the game and must stand where the reference still stands."""
        record = self.ask({"do": "save"})["record"]
        theirs = json.loads(self.engine(json.dumps({"do": "load", "record": record})))
        assert canonical(theirs) == canonical(self.reference.show())


def duel(engine: Answer, seed: int, *, plies: int = 5_000) -> Counter[str]:
    """One random game with refused requests, take-backs and reloads on the way; gives what occurred."""
    rng = random.Random(seed)
    both = Duel(engine)
    seen: Counter[str] = Counter()
    try:
        state = both.ask({"do": "new", **chance.random_setup(rng)})["state"]
        choose = chance.random_habits(rng)
        for _ in range(plies):
            legal = both.ask({"do": "legal"})["moves"]
            seen["most legal moves"] = max(seen["most legal moves"], len(legal))
            if rng.random() < 0.3:
                take_liberties(both, rng, state, seen)
            if state["phase"] == "over":
                break
            move = choose(legal)
            answer = both.ask({"do": "play", "move": move})
            state = answer["state"]
            seen[move["type"]] += 1
            seen.update(f"event {event['type']}" for event in answer["events"])
            seen["plies"] += 1
        both.reload()
    except AssertionError as error:
        error.add_note(f"seed {seed}, request {len(both.lines)}: {both.lines[-1][:400]}")
        raise
    return seen


def take_liberties(both: Duel, rng: random.Random, state: Json, seen: Counter[str]) -> None:
    """Requests that must change nothing, some moves back and forth, and now and then a reload."""
    for _ in range(3):
        move = rng.choice((chance.random_move(rng), chance.near_miss(rng, state)))
        request = {"do": "play", "move": move}
        if rng.random() < 0.2:
            request = chance.malformed(rng, request)
        answer = both.ask(request)
        if answer["ok"]:
            both.ask({"do": "undo"})
        else:
            seen[f"refusal {answer['refusal']['code']}"] += 1
    assert canonical(both.ask({"do": "state"})["state"]) == canonical(state)
    if rng.random() < 0.1:
        back = both.reference.moves[-rng.randint(1, 8) :]
        for _ in back:
            both.ask({"do": "undo"})
        for move in back:
            both.ask({"do": "play", "move": move})
        seen["take-backs"] += len(back)
    if rng.random() < 0.05:
        both.reload()
        seen["reloads"] += 1
