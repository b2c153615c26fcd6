"""Learn Hansa Teutonica in five minutes: Blue's first turns, from the first trader to a better desk."""

from __future__ import annotations

from companion.games.game import Json
from companion.games.teutonica.rules.moves import (
    Clear,
    Decline,
    Displace,
    End,
    Establish,
    Improve,
    Income,
    Insert,
    Office,
    Pay,
    Put,
    Reveal,
)
from companion.games.teutonica.rules.pieces import PIECE, Ability, Kind, Marker
from companion.table.teaching import Lesson, Short, Step
from companion.words.say import say

_FIRST, _SECOND = "goslar-magdeburg", "goettingen-quedlinburg"
_TRADER = Insert(Kind.TRADER, _FIRST)
_RED = PIECE["red"][Kind.TRADER]
_POINTS = 14  # of the 20 that end the game


def _of_six_points(position: Json) -> Json:
    players = {name: {**player, "prestige": _POINTS} for name, player in position["players"].items()}
    return {**position, "players": players}


_HERE = say("That is allowed, but here we fill the route from Goslar to Magdeburg. Nothing has happened: try again.")

LESSON = Lesson(
    {"players": ["blue", "green", "red"], "start": "blue"},
    (
        Step(
            say(
                "You are Blue, with two actions a turn. A trader is a cube. Insert one on the route from Goslar "
                "to Magdeburg."
            ),
            (_TRADER,),
            say("One of its two houses is yours. Inserting takes one action, and a piece from your supply."),
            (Reveal(Marker.EXTRA_OFFICE), Reveal(Marker.REMOVE_THREE), Reveal(Marker.SWAP_OFFICES)),
            ((Insert, _HERE), (Income, _HERE), (End, _HERE)),
            teaches=("pieces", "insert", "turn"),
        ),
        Step(
            say("Fill the other house of that route, too."),
            (_TRADER,),
            say(
                "All houses of the route are yours. It can be established, but that is another action, and both "
                "are used."
            ),
            wrong=((Insert, _HERE), (Income, _HERE), (End, say("You have an action left: use it first."))),
            teaches=("establish",),
        ),
        Step(
            say("Green and Red have had their turns. Establish the route from Goslar to Magdeburg."),
            (Establish(_FIRST),),
            say(
                "First whoever controls a city at an end gets a point: nobody yet. A marker on the route "
                "would be yours. Now you may take one benefit."
            ),
            (
                End(),
                Insert(Kind.TRADER, "arnheim-duisburg"),
                Insert(Kind.TRADER, "arnheim-duisburg"),
                End(),
                Insert(Kind.TRADER, _SECOND),
                Insert(Kind.TRADER, "stade-hamburg"),
                End(),
            ),
            ((Insert, _HERE), (Income, _HERE), (End, say("Not yet: your route is full."))),
            teaches=("control", "markers", "benefit"),
        ),
        Step(
            say(
                "Open an office in Goslar. Its free office is a white square: a trader fits, and white needs no "
                "privilege."
            ),
            (Office("goslar"),),
            say(
                "The office is yours, and with it the city: two points at the end, and one whenever a route to it "
                "is established. The other trader went to your stock."
            ),
            wrong=((Clear, say("Then all pieces would go home for nothing. Take the office.")),),
            teaches=("board", "office", "privilege"),
        ),
        Step(
            say("Pieces in the stock must be taken into the supply before they can be used. Take income."),
            (Income(0),),
            say(
                "Your money bags allow three pieces. An action for pieces is well spent: without supply nothing "
                "can be done."
            ),
            wrong=(
                (Insert, say("You could insert. But take income first, so that your supply lasts.")),
                (End, say("You have an action left: take income.")),
            ),
            teaches=("supply", "income"),
        ),
        Step(
            say(
                "Red stands on the route from Göttingen to Quedlinburg, and you want it. Displace the red trader "
                "with a trader of yours."
            ),
            (Displace(Kind.TRADER, _SECOND, _RED),),
            say("You have the house. Displacing a trader costs one more piece; a merchant costs two."),
            (End(), End(), End()),
            (
                (
                    Displace(Kind.MERCHANT, _SECOND, _RED),
                    say("That is the house. But keep your only merchant: a trader will do."),
                ),
                (Displace, say("There is another red trader, but it is the one near Göttingen that we want.")),
                (Insert, say("There is room, too. But Red's piece must go if the route is to be yours.")),
                (Income, say("Your supply is full enough. Displace the red trader.")),
                (End, say("Displace the red trader first.")),
            ),
            teaches=("displace", "penalty"),
        ),
        Step(
            say("Pay for it: one piece goes back from your supply to your stock. Choose a trader."),
            (Pay(Kind.TRADER),),
            say(
                "Red gets the piece back, on a route nearby, and may add another one for nothing. Being displaced "
                "is not all bad."
            ),
            wrong=((Pay, say("You have only one merchant: keep it, and pay with a trader.")),),
            teaches=("displaced", "extra-pieces"),
        ),
        Step(
            say("Red has moved next door. You have one action left: insert a trader next to yours."),
            (Insert(Kind.TRADER, _SECOND),),
            say(
                "Two of three houses. Moving pieces of yours to other routes would be an action, too: as many as "
                "your book says."
            ),
            (Put(Kind.TRADER, "quedlinburg-halle"), Decline()),
            (
                (Insert, say("Insert it on the route from Göttingen to Quedlinburg.")),
                (Income, say("Insert first.")),
                (End, say("You have an action left: insert a trader.")),
            ),
            teaches=("move", "book"),
        ),
        Step(
            say(
                "In your next turn you have filled and established that route. Improve your actions, as Göttingen "
                "allows."
            ),
            (Improve(Ability.ACTIONS),),
            say(
                "Three actions a turn from now on, and the third at once. The piece from your desk is in your "
                "supply, too. Each of the five abilities has its own city."
            ),
            (End(), End(), End(), Insert(Kind.TRADER, _SECOND), Establish(_SECOND)),
            (
                (Office, say("An office is worth points later. But more actions help all game long: improve them.")),
                (Clear, say("Do not give the benefit away.")),
            ),
            teaches=("ability", "desk", "more-actions"),
        ),
        Step(
            say("Use the new action: insert your merchant, the disc, on the route from Stendal to Magdeburg."),
            (Insert(Kind.MERCHANT, "stendal-magdeburg"),),
            say("A merchant fits round offices, and is dear to displace: two pieces. That is why it is worth keeping."),
            wrong=(
                (Insert, say("This time the merchant, from Stendal to Magdeburg.")),
                (Income, say("Insert the merchant.")),
                (End, say("You have an action left.")),
            ),
            teaches=("pieces", "penalty"),
        ),
    ),
    say(
        "The game ends with 20 points on the track, with ten full cities, or when the markers run out. Then cities, "
        "network and abilities count. Now play."
    ),
    Short(
        _of_six_points,
        say(
            "This board goes on, and everybody has 14 points already: move the three scoring traders there. Six more "
            "end the game, after about ten turns each."
        ),
    ),
    ("end", "complete", "score", "network"),
)
