"""Hansa in a few words, for somebody who has never played it."""

from __future__ import annotations

from companion.shelf.box import About
from companion.words.say import say

ABOUT = About(
    author="Michael Schacht",
    year=2004,
    minutes=(45, 60),
    sentence=say("One ship for everybody: sail it around the Baltic, buy goods, sell them where your booths stand."),
    rules=(
        (say("Your turn"), say("You get three talers. For one of them you may have every empty warehouse filled.")),
        (say("Sail"), say("Move the ship along an arrow to the next city. Each trip costs one taler.")),
        (
            say("Act"),
            say("In each city that you reach, do one thing – buy, build or sell – and sail on if you can pay."),
        ),
        (
            say("Buy"),
            say(
                "Take a marker for one taler. It goes to whoever has the most booths there; with the most yourself you "
                "pay nothing."
            ),
        ),
        (say("Build"), say("Give up a marker, and put one booth in the city for each barrel on it.")),
        (
            say("Sell"),
            say(
                "Where you have a booth, sell two or more markers of one colour. One booth leaves the city, and "
                "everybody else loses a marker of that colour."
            ),
        ),
        (say("Keep"), say("At the end of your turn you keep at most three talers and three markers.")),
        (
            say("The end"),
            say("The supply lies in five piles. Once the fifth is begun, everybody plays up to the start player."),
        ),
        (
            say("Points"),
            say(
                "A marker sold: 1, and 1 for each barrel. A marker in hand: 1. A city with your booths: 2, or 4 if you "
                "are alone there."
            ),
        ),
    ),
)
