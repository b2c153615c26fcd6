"""Whole games at a terminal, from the form to the final score, with every game of the shelf, in virtual time."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.shelf.box import GameBox
from companion.shelf.shelf import open_box
from tests.kit.at_terminal import AtTerminal, at_terminal
from tests.kit.shelf import GAMES, shelved


def over(terminal: AtTerminal) -> bool:
    return terminal.rig.daemon.view.kept.history is not None and not terminal.rig.goes_on


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_game_is_played_by_keys_against_robots_to_the_final_score(folder: Path, name: str) -> None:
    random = Random(3)
    with shelved(), at_terminal(open_box(name), folder) as terminal:
        terminal.press("enter")
        terminal.play(lambda: over(terminal), random.randrange)
        _ended(terminal, terminal.rig.box)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_several_players_share_a_keyboard_with_robots(folder: Path, name: str) -> None:
    """Two persons, and a robot between them."""
    random = Random(4)
    with shelved():
        box = open_box(name)
        with at_terminal(box, folder, begins_with=["random", ""]) as terminal:
            seen: set[str] = set()

            def is_done() -> bool:
                if terminal.is_at_home:
                    seen.add(terminal.rig.game.mover(terminal.rig.position) or "")
                return over(terminal)

            terminal.play(is_done, random.randrange)
            assert seen == {box.colours[0], box.colours[2]}
            _ended(terminal, box)


def _ended(terminal: AtTerminal, box: GameBox) -> None:
    """The final score stands there by source, and everything else is read after it."""
    game, position = terminal.rig.game, terminal.rig.position
    shown = terminal.text(120, 40)
    assert "Final score" in shown
    for score in game.scores(position).values():
        assert str(score.total) in shown
    winners = game.winners(position) or ()
    names = [box.player_words()[winner].in_language() for winner in winners]
    assert "★" in shown
    assert all(name in shown for name in names)
    terminal.press("enter")
    assert "Final score" not in "\n".join(terminal.text(120, 40).split("\n")[3:6])
    for _ in range(20):
        if terminal.rig.daemon.view.is_at_home:
            break
        terminal.press("enter")
        terminal.wait()
    assert terminal.rig.daemon.view.is_at_home
    if terminal.rig.dialog.lines:  # another game
        terminal.press("enter", "down", "enter")
        assert terminal.seat.told().asked.lines[0].text == "Begin"
