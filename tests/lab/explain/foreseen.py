"""Whether what is told before a move is so after it: by what the rules publish of the position that the move leads to.

The numbers of each game are counted here once more, from the public state alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

from companion.games.game import Json
from companion.shelf.box import AnyGame, GameBox
from companion.table.whatif import Number, Reckoning, foresee
from tests.lab.explain.positions import visited

Counted = Mapping[tuple[str, str], Any]  # by id and player; who has something without a player
_LIMIT = 3  # talers and markers that are kept at the end of a turn of Hansa


def check(box: GameBox, moves: int, seed: int = 1) -> int:
    """Foresee this many moves and make them; return how many changes were told, all of them true."""
    rules = box.rules(None)
    table = box.table(rules)
    told = 0
    for position, move in islice(visited(box, rules, Random(seed)), moves):
        forecast = foresee(rules, table.reckon, position, move)
        after = rules.play(position, move).position
        then, now = count(rules, position), count(rules, after)
        expected = {key: (then[key], now[key]) for key in now if key in then and then[key] != now[key]}
        found = {(each.id, each.player): (each.before, each.after) for each in forecast.changes}
        assert found == expected, (rules.format_entry(move), found, expected)
        assert flat(table.reckon(after)) == now
        told += len(found)
    return told


def flat(reckoning: Reckoning) -> Counted:
    """Return the numbers of a reckoning, each by its own."""
    return dict(_flat(reckoning))


def _flat(reckoning: Reckoning) -> Iterator[tuple[tuple[str, str], Any]]:
    for id_, each in reckoning.items():
        if isinstance(each, Number):
            yield from (((id_, player), value) for player, value in each.values.items())
        else:
            yield (id_, ""), each.player


def count(rules: AnyGame, position: Any) -> Counted:
    """Count what matters from what the rules publish."""
    counting: Callable[[Json], Iterator[tuple[str, str, Any]]] | None = _GAMES.get(rules.id)
    if counting is None:
        return {("points", player): score.total for player, score in rules.scores(position).items()}
    return {(id_, player): value for id_, player, value in counting(rules.format_state(position))}


def _hansa(state: Json) -> Iterator[tuple[str, str, Any]]:
    players = state["players"]
    for player, its in players.items():
        yield "talers", player, its["talers"]
        yield "goods", player, len(its["goods"])
        yield "sold", player, len(its["sold"])
        yield "booths_left", player, its["booths_left"]
        yield "points", player, state["scores"][player]["total"]
        for city in state["warehouses"]:
            yield f"booths.{city}", player, its["booths"].get(city, 0)
    for city in state["warehouses"]:
        stacks = sorted(((its["booths"].get(city, 0), player) for player, its in players.items()), reverse=True)
        yield f"majority.{city}", "", stacks[0][1] if stacks[0][0] > stacks[1][0] else ""
    if state["phase"] == "over":
        return  # nobody's turn any more: nothing is due
    if state["phase"] not in ("fill", "place"):
        its = players[state["active"]]
        yield "tax", state["active"], max(0, its["talers"] - _LIMIT)
        yield "toll", state["active"], max(0, len(its["goods"]) - _LIMIT)


def _teutonica(state: Json) -> Iterator[tuple[str, str, Any]]:
    offices: Counter[str] = Counter()
    for city, there in state["offices"].items():
        owners = [piece.split()[0] for piece in (*there["extra"], *there["spaces"]) if piece]
        offices.update(owners)
        counted = Counter(owners)
        most = max(counted.values(), default=0)
        yield f"control.{city}", "", next((owner for owner in reversed(owners) if counted[owner] == most), "")
    if state["active"]:
        yield "actions", state["active"], state["actions_left"]
    for player, its in state["players"].items():
        for place in ("supply", "stock"):
            for kind in ("traders", "merchants"):
                yield f"{place}.{kind}", player, its[place][kind]
        for ability, level in its["levels"].items():
            yield f"ability.{ability}", player, level
        yield "markers", player, len(its["markers"]) + len(its["used"])
        yield "ready", player, len(its["markers"])
        yield "offices", player, offices[player]
        keys = (1, 2, 2, 3, 4)[its["levels"]["keys"]]
        yield "network", player, state["scores"][player]["network"] // keys
        yield "prestige", player, its["prestige"]
        yield "points", player, state["scores"][player]["total"]


_GAMES: dict[str, Callable[[Json], Iterator[tuple[str, str, Any]]]] = {"hansa": _hansa, "teutonica": _teutonica}
