"""The rulings of Hansa, in the order of their numbers; RULINGS.md has the same."""

from __future__ import annotations

from companion.shelf.rulebook import Ruling
from companion.words.say import say

RULINGS = (
    Ruling(say("a player's first turn"), say("has income like any other")),
    Ruling(say("the bank is nearly empty"), say("there are 22 talers in all; income is what the bank still has")),
    Ruling(say("nothing to replenish with, or for, or no taler"), say("the phase is passed over")),
    Ruling(say("every warehouse is empty"), say("replenishing cannot be declined")),
    Ruling(say("the supply ends during a fill"), say("filled in number order as far as it goes")),
    Ruling(say("the five piles"), say("as equal as can be, the earlier ones take one more; the screen says how many")),
    Ruling(
        say("the end begins"), say("with the first marker taken from the fifth pile, not with the last of the fourth")
    ),
    Ruling(say("who still plays"), say("everybody up to the player to the right of the start player")),
    Ruling(say("two actions in a city"), say("one a visit; sailing away and back, or a new turn, is a new visit")),
    Ruling(
        say("who is paid for a marker"),
        say("whoever alone has the most booths; the bank if nobody; free if it is the buyer"),
    ),
    Ruling(
        say("booths for a marker"),
        say("as many as it has barrels, or all that are left; with none left, not at all"),
        is_open=True,
    ),
    Ruling(say("selling"), say("two or more of each colour sold, several colours at once; one booth leaves the city")),
    Ruling(say("losses"), say("clockwise from the seller, opponent by opponent, colours in alphabetical order")),
    Ruling(
        say("the limits of phase 4"), say("only for the player whose turn ends: three talers, three face-up markers")
    ),
    Ruling(say("a choice with one outcome"), say("is carried out and announced; ending the turn never is")),
    Ruling(say("the last turn"), say("has taxes and tolls before the scoring")),
    Ruling(say("a tie"), say("most booths on the board, then shared")),
    Ruling(say("the set-up"), say("three rounds of two booths, three different cities, never the start city")),
    Ruling(say("goods left out"), say("the players choose, or leave it to chance")),
    Ruling(say("the lost marker of example 7b"), say("is brown")),
    Ruling(
        say("taking back"),
        say("within one's own turn until it is settled, never past a marker turned over or another's choice"),
    ),
    Ruling(
        say("a player leaves"),
        say(
            "is passed over; booths and markers stay, count and score; talers due go to the bank; with the last"
            " one the game ends"
        ),
    ),
)
