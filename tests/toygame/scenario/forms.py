"""What scenarios of Pearls can say."""

from __future__ import annotations

from companion.scenario.acts import begin_game, play_entries
from companion.scenario.grammar import Unmet
from companion.scenario.stage import STRANGER, Stage
from companion.shelf.box import Form, Slot, Vocabulary
from companion.table.belief import PAD
from tests.toygame.rules import COLOURS, PLACES, WORTH, Draw
from tests.toygame.table.pearlstable import places
from tests.toygame.tagged import NETS, PEARL


def _one_of(*known: str) -> Slot:
    def read(text: str) -> str:
        name = text.replace(" ", ".")
        if name not in known:
            raise ValueError(text)
        return name

    return Slot(f"one of {', '.join(known[:8])}{'…' if len(known) > 8 else ''}", read)


def _seats(text: str) -> list[str]:
    seats = text.split()
    if not set(seats) <= set(COLOURS):
        raise ValueError(text)
    return seats


def _new_game(stage: Stage, players: list[str], number: int) -> None:
    begin_game(stage, {"players": players, "pearls": number})


def _draw(stage: Stage, pearl: str) -> None:
    play_entries(stage, [Draw(pearl)])


def _points(stage: Stage, player: str, number: int) -> None:
    position = stage.history.position
    have = dict(zip(position.players, position.points, strict=True)).get(player)
    if have != number:
        raise Unmet(f"points of {player}: {number}", f"found {have}")


VOCABULARY = Vocabulary(
    (
        Form("new game {players} with {number} pearls", "set up a game at once", _new_game),
        Form("draw {pearl}", "this pearl comes out of the bag", _draw),
        Form("expect points {player} {number}", "a diver has this many points", _points),
    ),
    {
        "piece": _one_of(PEARL, *NETS, STRANGER),
        "place": _one_of(PAD, *PLACES),
        "lamp": _one_of(*places()),
        "player": _one_of(*COLOURS)._replace(one_word=True),
        "players": Slot(f"some of {', '.join(COLOURS)}", _seats),
        "pearl": _one_of(*WORTH)._replace(one_word=True),
    },
)
