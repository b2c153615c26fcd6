"""The order in which games were begun: merges ordered lists from several journals into one."""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from itertools import pairwise


def begun_order(lists: Sequence[Sequence[str]], created: Mapping[str, str]) -> list[str]:
    """Return the merged list of game ids; if no list says which of two came first, the time of creation decides.

    The order of a list counts more than the times: several games may begin within one second, and the clock of a Pi may
    go back. If two lists contradict each other, the first is believed.
    """
    before: dict[str, set[str]] = {}
    after: dict[str, set[str]] = {}
    rank: dict[str, int] = {}
    for games in lists:
        for game in games:
            before.setdefault(game, set())
            after.setdefault(game, set())
            rank.setdefault(game, len(rank))
        for first, second in pairwise(games):
            before[second].add(first)
            after[first].add(second)
    waiting = {game: len(found) for game, found in before.items()}
    ready = [(created[game], rank[game], game) for game, count in waiting.items() if not count]
    heapq.heapify(ready)
    order: dict[str, None] = {}
    while len(order) < len(rank):
        if not ready:  # a contradiction: the first list decides
            game = next(game for game in rank if game not in order)
            ready.append((created[game], rank[game], game))
        game = heapq.heappop(ready)[2]
        if game in order:
            continue
        order[game] = None
        for following in after[game]:
            waiting[following] -= 1
            if not waiting[following]:
                heapq.heappush(ready, (created[following], rank[following], following))
    return list(order)
