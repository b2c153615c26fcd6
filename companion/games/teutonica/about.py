"""Hansa Teutonica in a few words, for somebody who has never played it."""

from __future__ import annotations

from companion.shelf.box import About
from companion.words.say import say

ABOUT = About(
    author="Andreas Steding",
    year=2009,
    minutes=(60, 90),
    sentence=say("Fill roads with your traders, found offices in the cities, and be in everybody's way at a profit."),
    rules=(
        (say("Your turn"), say("You have two actions at first, and up to five later. Each action is one of these.")),
        (say("To insert"), say("Put a trader (a cube) or a merchant (a disc) from your supply into an empty house.")),
        (
            say("To displace"),
            say(
                "Take a house from somebody else: it costs one more piece for a trader, two for a merchant. They move "
                "theirs nearby, and get new pieces from their stock for it."
            ),
        ),
        (
            say("To establish"),
            say(
                "When all houses of a route are yours, clear it. Whoever controls the cities at its ends gets a point "
                "each. Then found an office there, or improve an ability that the city teaches."
            ),
        ),
        (
            say("Move and income"),
            say("Lift some of your pieces and put them elsewhere; or take pieces from your stock into your supply."),
        ),
        (
            say("The abilities"),
            say(
                "Actions: more of them in a turn. Privilege: better offices. Book: more pieces lifted at once. Bags: "
                "more income. Keys: more points for your network."
            ),
        ),
        (
            say("Markers"),
            say("A marker that lies at a route is yours when you establish it: it helps once, and is worth points."),
        ),
        (
            say("The end"),
            say("Somebody has 20 points, ten cities are full, or there is no marker left to lay out. It ends at once."),
        ),
        (
            say("Points"),
            say(
                "Cities you control: 2 each. Full abilities: 4 each. Markers, Coellen, and your largest network times "
                "your keys."
            ),
        ),
    ),
)
