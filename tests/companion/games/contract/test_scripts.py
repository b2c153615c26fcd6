"""The page's scripts of every game only draw: what moves are called and where they are made comes with the offers."""

from __future__ import annotations

import re
from random import Random

from companion.shelf.players import next_move
from companion.shelf.shelf import open_box
from tests.kit.shelf import GAMES, shelved

MOST = 4  # kinds of moves that a script may name: what it draws differently, or enters without an offer


def kinds_of_moves(game: str) -> set[str]:
    """Return the types of the moves that come up in some random games."""
    box = open_box(game)
    rules, random = box.rules(None), Random(1)
    players, kinds = box.players(), set()
    for count in box.seats:
        position = rules.new(box.random_setup(count, random))
        for _ in range(2_000):
            if rules.winners(position) is not None:
                break
            kinds |= {rules.format_entry(move)["type"] for move in rules.legal_moves(position)}
            move = next_move(rules, players, position, players.skills[0], random)
            position = rules.play(position, move).position
    return kinds


def test_scripts_of_a_page_do_not_tell_moves_apart_nor_word_them() -> None:
    with shelved():
        for game in GAMES:
            page, kinds = open_box(game).page, kinds_of_moves(game)
            assert kinds
            for script in sorted(page.glob("*.js") if page else ()):
                text = script.read_text(encoding="utf-8")
                quoted = kinds & set(re.findall(r"""["'`]([a-z_-]+)["'`]""", text))
                assert len(quoted) <= MOST, f"{script}: {sorted(quoted)}"
                assert not re.search(r"""["'`](tell|do)\.""", text), script
