"""A place at a terminal: what keys do and what is seen then, with every game of the shelf."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.assembly.loading import NEWEST
from companion.games.game import HOUSE_RULES
from companion.shelf.box import GameBox
from companion.shelf.shelf import open_box
from companion.table.dialog import About, Notice
from companion.table.intents import Button, NamePlayers, Press
from companion.table.own_dialogs import overloaded
from companion.web.robots import Pace
from tests.kit.at_terminal import AtTerminal, at_terminal
from tests.kit.shelf import GAMES, shelved


@pytest.fixture(params=GAMES)
def box(request: pytest.FixtureRequest) -> Iterator[GameBox]:
    """One box of a shelf that holds them all."""
    with shelved():
        yield open_box(request.param)


@pytest.fixture
def seated(box: GameBox, folder: Path) -> Iterator[AtTerminal]:
    """Somebody before whom the form lies."""
    with at_terminal(box, folder) as terminal:
        yield terminal


@pytest.fixture
def playing(box: GameBox, folder: Path) -> Iterator[AtTerminal]:
    """Somebody whose turn it is, at the menu of the game."""
    with at_terminal(box, folder, begins_with=["random"]) as terminal:
        terminal.play(lambda: terminal.is_at_home)
        yield terminal


def line_with(terminal: AtTerminal, words: str) -> int:
    lines = terminal.seat.told().asked.lines
    return next(number for number, line in enumerate(lines) if words in line.text)


def choose(terminal: AtTerminal, words: str) -> None:
    terminal.press("home", *["down"] * line_with(terminal, words), "enter")


# --- before a game ---


def test_one_key_begins_a_game_against_robots(seated: AtTerminal) -> None:
    assert seated.seat.told().asked.title == "New game"
    seated.press("enter")
    game, people = seated.rig.game, seated.rig.daemon.view.kept.people
    players = game.players(seated.rig.position)
    assert dict(people.robots) == dict.fromkeys(players[1:], seated.robots.usual_skill)
    assert dict(seated.robots.skills) == dict(people.robots)


def test_form_says_which_robots_are_stronger_where_some_think(seated: AtTerminal) -> None:
    head = " ".join(span.text for line in seated.seat.told().asked.head for span in line)
    assert ("from beginner to best" in head) == (seated.robots.known_skills[-1] != seated.robots.usual_skill)


def test_form_sets_players_and_robots(seated: AtTerminal) -> None:
    box, skills = seated.rig.box, seated.robots.known_skills
    at = line_with(seated, "Players")
    seated.press(*["down"] * at, "enter")
    counts = list(box.seats)
    begun = min(max(3, counts[0]), counts[-1])
    wanted = counts[(counts.index(begun) + 1) % len(counts)]
    assert seated.seat.told().asked.lines[at].right == str(wanted)
    seated.press("down", "enter", "down", *["enter"] * (len(skills) - skills.index(seated.robots.usual_skill)))
    seats = [line.right for line in seated.seat.told().asked.lines[at + 1 : at + 1 + wanted]]
    assert seats[0] != "you", "the first player is a robot now"
    assert seats[1] == "you", "the answer after the best robot is a person"
    seated.press("home", "enter")
    robots = dict(seated.rig.daemon.view.kept.people.robots)
    assert robots[box.colours[0]] == skills[0]
    assert box.colours[1] not in robots
    assert len(seated.rig.game.players(seated.rig.position)) == wanted


def test_house_rules_of_the_form_are_played_with(seated: AtTerminal) -> None:
    rules = seated.rig.daemon.view.offers.house_rules.items()
    if not rules:
        assert all(line.is_ticked is None for line in seated.seat.told().asked.lines)
        return
    at = next(n for n, line in enumerate(seated.seat.told().asked.lines) if line.is_ticked is not None)
    seated.press(*["down"] * at, "enter")
    assert seated.seat.told().asked.lines[at].is_ticked
    seated.press(*["up"] * at, "enter")
    assert seated.rig.game.format_state(seated.rig.position)[HOUSE_RULES] == [rules[0].value]


def test_another_game_of_the_shelf_is_asked_for(seated: AtTerminal) -> None:
    choose(seated, "Game")
    wanted = seated.seat.wanted
    assert wanted is not None
    assert wanted.game not in ("", seated.rig.box.id)


def test_more_leads_to_the_tables_own_questions_and_back(seated: AtTerminal) -> None:
    choose(seated, "More")
    assert seated.seat.told().asked.title != "New game" or "seats" in seated.seat.told().asked.right
    seated.press("back")
    assert seated.seat.told().asked.lines[0].text == "Begin"


# --- in a game ---


def test_enter_makes_the_move_under_the_cursor(playing: AtTerminal) -> None:
    revision = playing.rig.daemon.revision
    playing.play(lambda: playing.rig.daemon.revision > revision)


def test_number_goes_to_a_line_and_chooses_it_if_no_longer_number_begins_so(playing: AtTerminal) -> None:
    count = len(playing.seat.told().asked.lines)
    shown = playing.rig.dialog
    playing.press(str(min(count, 9)))
    assert playing.rig.dialog != shown or count >= 90
    assert len(playing.replies) >= 1


def test_number_that_no_line_has_is_told(playing: AtTerminal) -> None:
    shown, count = playing.rig.dialog, len(playing.seat.told().asked.lines)
    playing.press("0")
    assert f"There are {count} lines." in playing.text()
    assert playing.rig.dialog == shown


def test_escape_opens_the_tables_menu_and_closes_it(playing: AtTerminal) -> None:
    playing.press("back")
    assert playing.rig.dialog.topic.about is About.TABLE
    assert "Language" in playing.text(200, 60)
    playing.press("back")
    assert playing.is_at_home


def test_key_without_a_meaning_says_so(playing: AtTerminal) -> None:
    before = playing.rig.daemon.revision
    playing.press("z", "é")
    assert "? shows all keys" in playing.text()
    assert playing.rig.daemon.revision == before


def test_take_back_that_is_refused_says_why(playing: AtTerminal) -> None:
    for _ in range(50):
        playing.press("u")
        if playing.seat.message:
            break
    assert playing.seat.message
    assert playing.seat.message in playing.text(200, 60)


def test_robots_menu_is_neither_shown_nor_obeyed(playing: AtTerminal) -> None:
    game = playing.rig.game
    playing.robots.pace = Pace.STEP

    def is_robots(position: object) -> bool:
        return game.mover(position) in playing.robots.skills and not game.chances(position)

    playing.play(lambda: is_robots(playing.rig.position) and playing.rig.daemon.view.is_at_home)
    playing.replies.clear()
    revision = playing.rig.daemon.revision
    assert playing.seat.told().asked.lines == ()
    playing.press("enter", "1", "down", "enter", "e")
    assert (playing.replies, playing.rig.daemon.revision) == ([], revision)
    for _ in range(12):
        playing.wait()
    assert "press n" in playing.text()
    playing.press("n")
    while playing.wait():
        pass
    assert playing.rig.daemon.revision > revision


def test_pace_goes_up_and_down(playing: AtTerminal) -> None:
    told = []
    for key in "++----":
        playing.press(key)
        told.append(playing.robots.pace)
    assert told == [Pace.FAST, Pace.FAST, Pace.NORMAL, Pace.SLOW, Pace.STEP, Pace.STEP]


def test_help_score_log_and_small_screen_are_a_key_away(playing: AtTerminal) -> None:
    playing.press("?")
    assert "Ctrl-C" in playing.text()
    playing.press("page down", "down")
    assert "Ctrl-C" in playing.text(80, 24), "the end of the help, if it is longer than the terminal"
    playing.press("x", "f")
    assert "Score so far" in playing.text()
    playing.press("enter", "m")
    assert playing.seat.told().is_log_whole
    playing.press("m", "p")
    assert playing.seat.told().panel is not None
    cursor = getattr(playing.rig.dialog, "cursor", 0)
    playing.press("down")
    assert getattr(playing.rig.dialog, "cursor", 1) != cursor, "the arrows are the buttons of the small screen"
    playing.press("p")
    assert playing.seat.told().panel is None


def test_names_are_used_and_cannot_do_anything_to_a_terminal(playing: AtTerminal) -> None:
    player = playing.rig.game.mover(playing.rig.position)
    assert player is not None
    playing.rig.post(NamePlayers(((player, "漢字 Anna"),)))
    assert "漢字 ANNA: IT IS YOUR TURN" in playing.text()


def test_q_ends_and_the_game_goes_on_next_time_with_its_robots(box: GameBox, folder: Path) -> None:
    with at_terminal(box, folder, begins_with=["random"]) as terminal:
        terminal.play(lambda: terminal.is_at_home)
        robots, entries = dict(terminal.robots.skills), terminal.rig.history.entries
        terminal.press("q")
        assert terminal.seat.wanted is not None
        assert not terminal.seat.wanted.game
    with at_terminal(box, folder, sitting=NEWEST) as terminal:
        assert terminal.rig.history.entries == entries
        assert dict(terminal.robots.skills) == robots
        terminal.wait()
        assert terminal.is_at_home, "no question what to do with the pieces: there are none"


@pytest.mark.parametrize("language", ["it", "nl"])
def test_all_is_said_in_the_language_of_the_table(box: GameBox, folder: Path, language: str) -> None:
    with at_terminal(box, folder, begins_with=["random"], language=language) as terminal:
        terminal.play(lambda: terminal.seat.waits_for_keys and terminal.rig.daemon.revision > 3)
        terminal.press("?")
        shown = terminal.text(200, 60)
    for english in ("YOUR TURN", "choose a line", "take the last action back", " you ", "simple robot"):
        assert english not in shown, english


def test_refusal_of_the_table_is_shown_and_closed(playing: AtTerminal) -> None:
    playing.rig.post(Press(Button.END, 0.0))
    assert isinstance(playing.rig.dialog, Notice)
    assert "only acts when it is held" in playing.text()
    playing.press("enter")
    assert playing.is_at_home


def test_what_waits_to_be_read_is_said_at_once(playing: AtTerminal) -> None:
    game = playing.rig.game

    def is_robots() -> bool:
        position = playing.rig.position
        return playing.rig.goes_on and game.mover(position) in playing.robots.skills and not game.chances(position)

    playing.play(is_robots)
    playing.rig.daemon.table.tell(overloaded(1, 0))
    playing.rig.daemon.show()
    assert "waits until you have read this" in playing.text()


@pytest.mark.slow
def test_random_keys_never_break_anything(box: GameBox, folder: Path) -> None:
    keys = [
        "up",
        "down",
        "enter",
        "enter",
        "back",
        "1",
        "2",
        "7",
        "u",
        "e",
        "p",
        "m",
        "?",
        "f",
        "+",
        "-",
        "n",
        "tab",
        "z",
    ]
    random = Random(7)
    with at_terminal(box, folder, begins_with=["random"]) as terminal:
        for turn in range(400):
            terminal.press(random.choice(keys))
            terminal.wait()
            if turn % 20 == 0:
                assert len(terminal.sheet(80, 24).rows) == 24
            if terminal.seat.wanted or terminal.rig.service.following or terminal.rig.service.end:
                break
        assert terminal.rig.daemon.revision > 0
