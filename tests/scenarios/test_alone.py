"""An evening alone: one person and the companion, from the box being switched on to the final score.

Nothing but buttons and pieces is used: what is pressed, put down and touched is found from screen and lamps for the
companion's turns, and known for one's own.
"""

from __future__ import annotations

from collections import deque

import pytest

from companion.journal.journal import Kind
from companion.scenario.stage import Stage
from companion.shelf.players import next_move
from companion.shelf.shelf import open_box
from companion.table.dialog import Menu, Notice
from companion.table.intents import Intent
from companion.table.owners import PROGRAM, By
from companion.table.screen import Row
from tests.kit.carrier import Carrier
from tests.kit.carriers import CARRIERS
from tests.scenarios.turns import hands_of
from wiring.kits import load_kit

LAST = 20  # what the screen has said at the end
WAYS = [(game, kit) for game, kits in CARRIERS.items() for kit in kits]


class HandsOnly(Stage):
    """A table that nobody reaches but by hand."""

    def post(self, intent: Intent, by: By = PROGRAM) -> None:
        """Fail: there is no page."""
        raise AssertionError(f"{intent} by {by}")


def choose(stage: Stage, *labels: str) -> None:
    """Choose lines with the buttons, one after the other."""
    for label in labels:
        dialog = stage.dialog
        assert isinstance(dialog, Menu)
        lines = [choice.label.in_language() for choice in dialog.choices]
        for _ in range(lines.index(label)):
            stage.press("down")
        stage.press("ok")


def read_notices(stage: Stage) -> None:
    """Confirm what is to be read."""
    while isinstance(stage.dialog, Notice):
        stage.look()
        stage.press("ok")


def words_of(stage: Stage) -> str:
    """Return all that the screen says."""
    rows = [row for row in stage.scene.screen.rows if isinstance(row, Row)]
    return " / ".join(f"{row.left.in_language()} {row.right.in_language()}" for row in rows)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "kit"), WAYS)
def test_evening_alone_needs_buttons_and_pieces_only(game: str, kit: str) -> None:
    with HandsOnly(load_kit(kit), open_box(game)) as stage:
        stage.boot()
        carrier = CARRIERS[game][kit](stage)
        person, robot = (words.in_language() for words in list(stage.game_box.player_words().values())[:2])
        choose(stage, person, "Companion…", robot, "simple", "That is all", person)
        if game == "hansa":
            stage.press("ok")  # goods by chance
        read_notices(stage)
        assert [skill for _, skill in carrier.kept.people.robots] == ["simple"]
        play(stage, carrier, game, kit)


def play(stage: Stage, carrier: Carrier, game: str, kit: str) -> None:
    """Play to the final score."""
    own, said = hands_of(stage, game, kit), deque[str](maxlen=LAST)
    stage.daemon.watch(lambda _: said.append(words_of(stage)))
    while not carrier.is_over:
        carrier.think()
        if isinstance(stage.dialog, Notice):
            read_notices(stage)
        elif step := carrier.read():
            carrier.carry_out(step)
        else:
            position, bots = stage.history.position, stage.game_box.players()
            own.make(next_move(stage.game, bots, position, bots.skills[-1], carrier.random))
    assert carrier.steps > 20
    read_notices(stage)
    totals = [str(score.total) for score in stage.game.scores(stage.history.position).values()]
    assert any(all(total in words.split() for total in totals) for words in said), f"{totals} in {said}"
    with stage.reading_journal() as journal:
        *_, last = journal.read(stage.daemon.game_id)
    assert last.kind is Kind.FINISHED
    stage.check_journal()
    stage.check_trace()
