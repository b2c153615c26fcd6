"""What stands in front: keys and scores, in every language, in the smallest terminal there is."""

from __future__ import annotations

import pytest

from companion.display.cells import width_of
from companion.shelf.shelf import SHELF, open_box
from companion.table.history import History
from companion.terminal.in_front import help_page, keys_line, score_page
from companion.terminal.painting import FEWEST_COLUMNS
from companion.words.language import load_language
from companion.words.say import LANGUAGES
from tests.kit.kept_games import late_game


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_fit_below_the_smallest_picture(language: str) -> None:
    assert width_of(keys_line(load_language(language))) <= FEWEST_COLUMNS - 2


@pytest.mark.parametrize("game", SHELF)
def test_every_sign_of_the_legend_stands_before_its_words(game: str) -> None:
    box = open_box(game)
    assert box.terminal is not None
    drawing = box.terminal(box.rules(None))
    text = ["".join(span.text for span in line) for line in help_page(drawing, load_language("en"))[1]]
    for sign, words in drawing.legend:
        assert any(line.startswith(sign) and line.endswith(words.in_language()) for line in text), sign


@pytest.mark.parametrize("game", SHELF)
def test_score_tells_every_source_of_points_and_the_best_player_first(game: str) -> None:
    box = open_box(game)
    rules = box.rules(None)
    assert box.terminal is not None
    drawing, (position, _) = box.terminal(rules), late_game(box, 10)
    title, lines = score_page(rules, box, drawing, History(position), load_language("en"))
    text = ["".join(span.text for span in line) for line in lines]
    assert title == "Score so far"
    scores = rules.scores(position)
    best = max(scores, key=lambda player: scores[player].total)
    assert text[0].split()[0] == box.player_words()[best].in_language()
    for source in (*scores[best].sources, *scores[best].tie_breaks):
        assert any(line.startswith(drawing.sources[source].in_language()) for line in text), source
    assert len({len(line) for line in text if line}) == 1, "columns stand below each other"
