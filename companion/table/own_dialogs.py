"""What every table has, whatever game lies on it: its own dialogs and refusals, and the names of its commands."""

from __future__ import annotations

from dataclasses import replace

from companion.games.game import Refusal
from companion.table.dialog import CLOSE, Choice, Command, Menu, Notice, Open
from companion.table.screen import Look, Row
from companion.words.say import say

# The first words of the names of dialogs that close by themselves.
ASKED, REFUSED_NAME = "asked", "refusal"
CORRECT = "correct"  # the name of the dialogs in which the players overrule the record
YOUR_BOARD = "your board"  # the name of the question whether the board file is right
SETTLE = Command("settle")
PHONES = "phones"  # the name of the command that lets them in or keeps them out, and of the dialog that answers it
HELP = "help"  # the name of the command that calls for it, or no longer
BOARD_CONFIRMED = Command("board confirmed")

GIVE_UP = Menu(
    Row(say("New game"), look=Look.TITLE),
    (Choice(say("No"), CLOSE), Choice(say("Yes, a new game"), Command("new game"))),
    (Row(say("Give up this game?"), look=Look.LARGE),),
    name="new game",
)
ANOTHER = replace(GIVE_UP, head=(Row(say("Another game?"), look=Look.LARGE),))
SHUT_DOWN = Menu(
    Row(say("Shut down"), look=Look.TITLE),
    (Choice(say("No"), CLOSE), Choice(say("Yes, shut down"), Command("shut down"))),
    name="shut down",
)
RESUME = Menu(
    Row(say("Welcome back"), look=Look.TITLE),
    (
        Choice(say("Go on with the game"), CLOSE),
        Choice(say("Restore the board"), Command("restore")),
        Choice(say("New game"), Open(GIVE_UP)),
    ),
    name="resume",
)
CALL_FOR_HELP = Menu(
    Row(say("Help"), look=Look.TITLE),
    (Choice(say("Call for help"), Command(HELP, True)), Choice(say("Help has come"), Command(HELP, False))),
    name=HELP,
)
SWEPT = Menu(
    Row(say("The board is empty"), look=Look.TITLE),
    (Choice(say("Restore the board"), Command("restore")), Choice(say("Go on with the game"), CLOSE)),
    name="swept",
)
NO_PAGE = Notice(
    Row(say("Phones"), look=Look.TITLE),
    (
        Row(say("The page is switched off."), look=Look.WARNING),
        Row(say("Write serve = true below [web] in the configuration, and start anew.")),
    ),
    name=PHONES,
)
KEPT_OUT = Notice(
    Row(say("Phones"), look=Look.TITLE),
    (
        Row(say("Phones are kept out of this table."), look=Look.WARNING),
        Row(say("Whoever has installed it can let them in.")),
    ),
    name=PHONES,
)
PAGE_AWAY = Notice(
    Row(say("Phones"), look=Look.TITLE),
    (Row(say("There is no page now."), look=Look.WARNING), Row(say("Try again in a moment, or see the log."))),
    name=PHONES,
)

UNKNOWN_TAG = Refusal("unknown_tag", "This tag is not one of the pieces.", "Enrol it, or take it off the table.")
CROWDED = Refusal("crowded", "Several tags lie so close that none can be read.", "Take all but one away.")
NOTHING_TO_TAKE_BACK = Refusal("nothing_to_take_back", "There is nothing to take back.", "Make a move first.")
HOLD = Refusal("hold", "That button only acts when it is held.", "Hold it for a second.")
SETTLE_FIRST = Refusal("settle_first", "The turn before is not settled yet.", "Hand over what is owed, then press ok.")
CORRECTING = Refusal(
    "correcting", "The table is being corrected: no piece is a move now.", "Finish with the buttons, or press back."
)
NO_GAME = Refusal("no_game", "There is no game yet.", "Begin a new game.")
