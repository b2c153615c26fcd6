"""The table's own dialogs and refusals, the same for every game."""

from __future__ import annotations

from dataclasses import replace

from companion.games.game import Refusal
from companion.table import commands
from companion.table.dialog import CLOSE, About, Choice, Menu, Notice, Open, Tone, Topic
from companion.table.screen import Look, Row
from companion.words.say import Say, say

# The names that scenarios and people use.
CORRECT, YOUR_BOARD, BOARD_NEWS, PHONES, HELP = "correct", "your board", "board news", "phones", "help"
GAMES_ELSEWHERE = "games elsewhere"
CORRECTING = Topic(About.CORRECTING)
BOARD = Topic(About.BOARD)

_GIVE_UP = Menu(
    Row(say("New game"), look=Look.TITLE),
    (Choice(say("No"), CLOSE), Choice(say("Yes, a new game"), commands.GiveUp())),
    (Row(say("Give up this game?"), look=Look.LARGE),),
    name="new game",
)
ANOTHER = replace(_GIVE_UP, head=(Row(say("Another game?"), look=Look.LARGE),))
SHUT_DOWN = Menu(
    Row(say("Shut down"), look=Look.TITLE),
    (Choice(say("No"), CLOSE), Choice(say("Yes, shut down"), commands.ShutDown())),
    name="shut down",
)
CALL_FOR_HELP = Menu(
    Row(say("Help"), look=Look.TITLE),
    (Choice(say("Call for help"), commands.CallHelp(True)), Choice(say("Help has come"), commands.CallHelp(False))),
    name=HELP,
)
NEW_TAG = Row(say("New sticker"), look=Look.TITLE)
TAG_KEPT = Notice(NEW_TAG, (Row(say("It works from now on."), look=Look.LARGE),), name="new sticker")
SWEPT = Menu(
    Row(say("The board is empty"), look=Look.TITLE),
    (Choice(say("Restore the board"), commands.RestoreBoard()), Choice(say("Go on with the game"), CLOSE)),
    name="swept",
    topic=Topic(About.SWEPT),
)
NO_PAGE = Notice(
    Row(say("Phones"), look=Look.TITLE),
    (
        Row(say("The page is switched off."), look=Look.WARNING),
        Row(say("Write serve = true below [web] in the configuration, and start again.")),
    ),
    name=PHONES,
    topic=Topic(About.PHONES),
)
KEPT_OUT = Notice(
    Row(say("Phones"), look=Look.TITLE),
    (
        Row(say("Phones are kept out of this table."), look=Look.WARNING),
        Row(say("The person who installed it can let them in.")),
    ),
    name=PHONES,
    topic=Topic(About.PHONES),
)
PAGE_AWAY = Notice(
    Row(say("Phones"), look=Look.TITLE),
    (Row(say("There is no page now."), look=Look.WARNING), Row(say("Try again in a moment, or see the log."))),
    name=PHONES,
    topic=Topic(About.PHONES),
)


def give_up(keeping: commands.LayOut | None) -> Menu:
    """Ask whether to give up the game; offer to keep it for later, if that is possible."""
    if keeping is None:
        return _GIVE_UP
    return replace(_GIVE_UP, choices=(*_GIVE_UP.choices, Choice(say("Keep it for later"), keeping)))


def resume(keeping: commands.LayOut | None) -> Menu:
    """Ask how to go on with a game from before the start."""
    return Menu(
        Row(say("Welcome back"), look=Look.TITLE),
        (
            Choice(say("Go on with the game"), CLOSE),
            Choice(say("Restore the board"), commands.RestoreBoard()),
            Choice(say("New game"), Open(give_up(keeping))),
        ),
        name="resume",
        topic=Topic(About.RESUMING),
    )


def games_elsewhere(count: int) -> Menu:
    """Ask whether to bring back the games that only the copy on a server has."""
    return Menu(
        Row(say("Games on the server"), look=Look.TITLE),
        (Choice(say("Not now"), CLOSE), Choice(say("Bring them back"), commands.BringBack())),
        (Row(say("This table has games there: {count}", count=count)),),
        name=GAMES_ELSEWHERE,
    )


def brought_back(count: int, failed: int) -> Notice:
    """Tell the players how many games are back from the server, and how many are not."""
    rows = [Row(say("Games that are here again: {count}", count=count))]
    if failed:
        rows.append(Row(say("Games that did not come: {count}", count=failed), look=Look.WARNING))
        rows.append(Row(say("The log tells why.")))
    return Notice(
        Row(say("Games on the server"), look=Look.TITLE),
        tuple(rows),
        tone=Tone.WARNING if failed else Tone.PLAIN,
        name=GAMES_ELSEWHERE,
    )


def overloaded(presses: int, sightings: int) -> Notice:
    """Tell the players that too much came at once, and what was ignored."""
    rows = [Row(say("{count} presses were dropped.", count=presses), look=Look.WARNING)] if presses else []
    if sightings:
        rows.append(Row(say("Pieces moved unseen.")))
    return Notice(
        Row(say("Too much at once"), look=Look.TITLE),
        (*rows, Row(say("Look at the board."))),
        tone=Tone.WARNING,
        name="overloaded",
    )


UNKNOWN_TAG = Refusal("unknown_tag", "This tag is not one of the pieces.", "Enrol it, or take it off the table.")
STRANGE_TOUCH = replace(UNKNOWN_TAG, is_unmeant=True)  # a piece that is only held to a reader and has no place
CROWDED = Refusal("crowded", "The tags there cannot be read.", "Take all but one away; that one into the middle.")
NOTHING_TO_TAKE_BACK = Refusal("nothing_to_take_back", "There is nothing to take back.", "Make a move first.")
HOLD = Refusal("hold", "That button only acts when it is held.", "Hold it for a second.")
BEING_CORRECTED = Refusal(
    "correcting",
    "The table is being corrected: no piece is a move now.",
    "Finish with the buttons, or press back.",
    is_unmeant=True,
)
TAG_TAKEN = Refusal("tag_taken", "This sticker is in use already.", "Take a new one.")
NO_GAME = Refusal("no_game", "There is no game yet.", "Begin a new game.")
NO_GAME_TO_POINT_IN = replace(NO_GAME, is_unmeant=True)  # a spot does not ask for anything
READ_FIRST = Refusal("read_first", "Something on the screen waits for ok.", "Read it, then press ok.")


def unplayable(game: str, reason: str) -> Notice:
    """Tell why the chosen game cannot be set up; the reason names a file, and is not translated."""
    return Notice(
        Row(say("{game}", game=game), look=Look.TITLE), (Row(say("{reason}", reason=reason), look=Look.WARNING),)
    )


def new_tag(piece: str, words: Say) -> Notice:
    """Ask for the new sticker of a piece."""
    rows = (Row(words, look=Look.LARGE), Row(say("Touch the new sticker.")))
    return Notice(NEW_TAG, rows, name="new sticker", topic=Topic(About.TAGGING, code=piece))
