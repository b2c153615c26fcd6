"""Many random games against the reference, until a number of moves is reached."""

from collections import Counter
from collections.abc import Callable

from tests.lab.reference.teutonica.duel import Answer, duel


def shipped_engine() -> Answer:
    from companion.engine import Engine

    return Engine().answer


def add_up(seen: Counter[str], game: Counter[str]) -> None:
    """All counts are sums but for the most legal moves."""
    most = max(seen["most legal moves"], game["most legal moves"])
    seen.update(game)
    seen["most legal moves"] = most


def soak(
    engine: Callable[[], Answer], moves: int, seed: int, *, advance: Callable[[int], None] | None = None
) -> Counter[str]:
    """Games with seeds counting up, until this many moves are played; gives what occurred."""
    seen: Counter[str] = Counter()
    while seen["plies"] < moves:
        game = duel(engine(), seed, plies=min(2_000, moves - seen["plies"]))
        add_up(seen, game)
        seed += 1
        if advance:
            advance(game["plies"])
    return seen
