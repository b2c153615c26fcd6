"""Learn Hansa in five minutes: two turns of Gray, from the first booths to the first sale."""

from __future__ import annotations

from companion.games.game import Json
from companion.games.hansa.rules.goods import marker
from companion.games.hansa.rules.moves import Build, Buy, End, Place, Replenish, Reveal, Sail, Sell, Skip
from companion.table.teaching import Lesson, Line, Short, Step
from companion.words.say import say


def _turned_up(*names: str) -> tuple[Reveal, ...]:
    return tuple(Reveal(marker(name)) for name in names)


# City by city, in the order of their numbers.
_FIRST = (
    *("green1", "orange1", "brown1", "blue3", "blue2", "orange2", "blue1"),
    *("green2", "brown2", "green3", "blue2", "orange3", "brown3", "green1"),
)


_BEFORE_THE_LAST = 12  # markers face down that are drawn before the last pile is opened


def _with_a_late_pile(position: Json) -> Json:
    """Make two piles of all: what lies face down stays in the game, as nobody has seen which it is."""
    *_, last = range(len(position["piles"]))
    piles = [0] * last + [sum(position["piles"]) - _BEFORE_THE_LAST]
    piles[last - 1] = _BEFORE_THE_LAST
    return {**position, "piles": piles}


_BLUE, _GREEN = marker("blue2"), marker("green3")
_BOTH = Sell((_BLUE, _BLUE))

LESSON = Lesson(
    {"players": ["gray", "yellow"], "start": "gray", "goods": ["blue", "brown", "green", "orange"]},
    (
        Step(
            say(
                "You are Gray. Before the first turn everybody opens booths, two at a time. Put your first two "
                "into Danzig."
            ),
            (Place("danzig"),),
            say("Two booths in Danzig. You alone lead there, so others will pay you when they buy in Danzig."),
            _turned_up(*_FIRST),
            ((Place, say("Booths there would be fine as well. But the ship soon comes through Danzig: choose that.")),),
            teaches=("first-booths",),
        ),
        Step(
            say(
                "All booths stand, and your turn has brought you three talers more. One ship serves everybody: "
                "sail to Danzig."
            ),
            (Sail("danzig"),),
            say("A trip costs one taler. The ship only goes the way the arrow points."),
            (Place("lubeck"), Place("kalmar"), Place("stockholm"), Place("aalborg"), Place("riga")),
            (
                (Sail, say("The arrow leads there, too. But your booths are in Danzig: sail there.")),
                (Buy, say("Here the marker would cost a taler. In Danzig you lead, and buy for nothing: sail first.")),
                (End, say("You could stop, but you have talers to use. Sail to Danzig.")),
            ),
            teaches=("income", "sail"),
        ),
        Step(
            say("Buy the blue marker that lies in Danzig."),
            (Buy(_BLUE),),
            say(
                "It was free, because you have the most booths here. Elsewhere a marker costs a taler: to whoever "
                "leads, or to the bank."
            ),
            wrong=(
                (Sail, say("Each visit allows one action. Use this one before you sail on.")),
                (End, say("Do not stop yet: the marker costs nothing.")),
            ),
            teaches=("buy", "payee"),
        ),
        Step(
            say(
                "One visit, one action: nothing more can be done in Danzig. Sail on to Kalmar, where you have "
                "booths, too."
            ),
            (Sail("kalmar"),),
            say("A new city is a new visit, with an action of its own. Talers are what ends a turn."),
            wrong=(
                (Sail, say("That way is open, but Kalmar has what we need.")),
                (End, say("Not yet: there are talers left for another visit.")),
            ),
            teaches=("visit", "actions"),
        ),
        Step(
            say(
                "Three barrels lie here. Barrels say how many booths a marker builds, and what it is worth once "
                "sold. Take it."
            ),
            (Buy(_GREEN),),
            say("Free again. The marker lies open before you: one point as it is, but better used."),
            wrong=(
                (Sail, say("Take the marker first: it costs you nothing.")),
                (End, say("Take the marker first.")),
                (Build, say("Keep your blue marker: two of a colour can be sold.")),
            ),
            teaches=("goods", "score-goods"),
        ),
        Step(
            say(
                "The ship is in Copenhagen now, where nobody has booths. Buy the blue marker: two of a colour can "
                "be sold."
            ),
            (Buy(_BLUE),),
            say("Nobody leads here, so the bank got the taler. You hold a pair of blue markers."),
            (Sail("copenhagen"),),
            (
                (Sail, say("First the marker: with it you have a pair.")),
                (End, say("First the marker: with it you have a pair.")),
                (Build, say("Building here is possible. But buy first, to have a pair.")),
            ),
            teaches=("payee",),
        ),
        Step(
            say("That is enough for one turn. End it."),
            (End(),),
            say(
                "At the end of a turn you keep at most three talers and three markers. You had no more, so "
                "nothing was lost."
            ),
            wrong=((Sail, say("You could go on, but save your talers: end the turn.")),),
            teaches=("turn", "limits"),
        ),
        Step(
            say(
                "Yellow has had a turn, and yours brings three talers more. Some warehouses are empty: refill "
                "them for a taler."
            ),
            (Replenish(),),
            say("Every empty space gets a marker. It helps the next player too, so think before you pay."),
            (Skip(), Sail("lubeck"), Buy(marker("blue1")), End()),
            ((Skip, say("You may save the taler. This once, refill: goods on the board are what everybody needs.")),),
            teaches=("replenish",),
        ),
        Step(
            say(
                "The ship is in Lübeck, where Yellow leads with two booths. Build with your green marker: three "
                "barrels, three booths."
            ),
            (Build(_GREEN),),
            say("Three against two: now you lead in Lübeck, and Yellow pays you there. The marker leaves the game."),
            _turned_up("brown1", "green2", "orange1", "brown2"),
            (
                (Build, say("Keep the blue pair for a sale. Build with the green marker.")),
                (Buy, say("Buying here pays Yellow. Build, and you lead.")),
                (Sail, say("Build before you leave.")),
                (End, say("Do not stop: build first.")),
            ),
            teaches=("build", "all-barrels"),
        ),
        Step(
            say(
                "Now in Aalborg you have a booth and a pair of blue. Sell both blue markers: that is where the "
                "points are."
            ),
            (_BOTH,),
            say(
                "Sold, each is worth one more than its barrels: three points, and nobody can take them. A booth "
                "went home, and Yellow lost a blue marker."
            ),
            (Sail("aalborg"),),
            (
                (Sell, say("Sell both.")),
                (Build, say("One of them would build two booths. But sold together they bring six points: sell.")),
                (Sail, say("Sell first: you have a booth here.")),
                (Buy, say("Sell first: one action a visit.")),
                (End, say("Sell first.")),
            ),
            (Line(_BOTH, say("Sell both blue markers"), ("hand.blue2",)),),
            teaches=("sell", "sold", "losses", "score-goods"),
        ),
    ),
    say(
        "The game ends soon after the fifth pile is begun. A city with booths of yours counts two points, or four "
        "if nobody else is there. Now play."
    ),
    Short(
        _with_a_late_pile,
        say(
            "This board goes on, with two piles: twelve markers, and all others as the last one. When that is begun, "
            "the game soon ends."
        ),
    ),
    ("last-pile", "last-round", "score-cities"),
)
