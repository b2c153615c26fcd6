"""Whose the seats are and who decides, for the page: one value for all, in which each client finds itself.

A client is known by a word that `/api/me` tells it: `here` at this machine, else that of its pairing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.games.game import Refusal
from companion.table.deciding import Asked, Deciding
from companion.table.gametable import GameTable, Memo
from companion.table.history import Kept
from companion.table.intents import Equip
from companion.table.notices import said
from companion.table.owners import HERE, Cardboard, Owner, Phone, Robot, format_by
from companion.table.view import View
from companion.words.say import Translate

Json = dict[str, Any]
ANYBODY = "*"
_STRANGER = Phone("")  # a client without a seat


class Seats:
    """The seats of one table."""

    def __init__(self, game_table: GameTable, is_there: Callable[[str], bool] = lambda _: True) -> None:
        """`is_there` says whether the page of a client is open."""
        self._game_table, self._is_there = game_table, is_there
        self._take_back = Memo(partial(self._who, _may_ask))  # the same for every language
        self._ask_back = Memo(partial(self._who, _may_ask_others))

    def describe(self, view: View, translate: Translate) -> Json:
        """Describe the seats, who must answer what is shown, and who may take the last move back."""
        history, asked = view.kept.history, view.asked
        players = self._game_table.game.players(history.position) if history else ()
        deciding = Deciding(self._game_table, view.kept, view.equipment, _STRANGER)
        owners = {player: deciding.owner(player) for player in players}
        return {
            "seats": {player: format_by(owner) for player, owner in owners.items()},
            "away": [
                player
                for player, owner in owners.items()
                if isinstance(owner, Phone) and not self._is_there(owner.client)
            ],
            "decides": {
                "player": asked.player if asked else None,
                "may": _who_may(asked),
                "text": said(self._game_table, asked.why_not)[0].in_language(translate) if asked else "",
            },
            "take_back": self._take_back(view.kept, view.equipment),
            "ask_back": self._ask_back(view.kept, view.equipment),
        }

    def _who(self, may_do: Callable[[Deciding], bool], kept: Kept, equipment: Equip) -> list[str]:
        seated = {kept.people.owner(player) for player, _ in kept.people.seats}
        askers: list[Owner] = [_STRANGER, HERE, *(owner for owner in seated if isinstance(owner, Phone))]
        may = [by for by in askers if may_do(Deciding(self._game_table, kept, equipment, by))]
        return [ANYBODY] if _STRANGER in may else sorted(map(format_by, may))


def _may_ask(deciding: Deciding) -> bool:
    """Return whether somebody has something to take back, even if the game refuses that when they try."""
    return not isinstance(deciding.goes_back(), Refusal) or deciding.has_decided_last()


def _may_ask_others(deciding: Deciding) -> bool:
    """Return whether somebody may ask others to take something back."""
    undone = deciding.goes_back(asks=True)
    return not isinstance(undone, Refusal) and bool(undone.others)


def _who_may(asked: Asked | None) -> list[str]:
    match asked.owner if asked else None:
        case None | Cardboard():
            return [ANYBODY]
        case Robot():
            return []
        case owner:
            return [format_by(owner)]
