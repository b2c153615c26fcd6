"""The rulings of Hansa Teutonica, in the order of their numbers; RULINGS.md has the same."""

from __future__ import annotations

from companion.shelf.rulebook import Ruling
from companion.words.say import say

RULINGS = (
    Ruling(say("the side of the board"), say("the one for two and three, or the one for four and five players")),
    Ruling(say("supply and stock"), say("each player has both; actions use the supply, pieces come back to the stock")),
    Ruling(
        say("the first pieces"),
        say("five to nine traders in turn order, and a merchant; a first turn is like any other"),
    ),
    Ruling(
        say("the houses of a route"),
        say("are alike; the first empty one is taken, and of equal pieces the first leaves"),
    ),
    Ruling(say("the first three markers"), say("which lies on which tavern is chance, and entered or drawn")),
    Ruling(say("unused actions"), say("are allowed; a turn never ends by itself")),
    Ruling(say("income"), say("exactly what the bag says, or all there is; only the mix is free"), is_open=True),
    Ruling(say("displacing"), say("other players' pieces on routes only; a trader may displace a merchant")),
    Ruling(
        say("the penalty"), say("after the piece has taken its house; asked piece by piece while there is a choice")
    ),
    Ruling(say("the displaced piece"), say("must go back to the board"), is_open=True),
    Ruling(say("its order"), say("the displaced piece first, then the extra ones, one by one"), is_open=True),
    Ruling(
        say("extra pieces"),
        say("from the stock; if that is empty from the supply; if that is empty too from the board"),
    ),
    Ruling(say("stopping"), say("before any extra piece; the others are then forfeited")),
    Ruling(
        say("how far"), say("the nearest routes with a free house, seen again for every piece; never the route itself")
    ),
    Ruling(say("no free house anywhere else"), say("the displaced piece goes to the stock, extra ones are forfeited")),
    Ruling(say("when"), say("at once; the pawn is no limit")),
    Ruling(say("moving"), say("lift and put in any order; every lift counts, and what is lifted is put down again")),
    Ruling(say("moving onto others, or into cities"), say("never")),
    Ruling(say("establishing"), say("points, marker, benefit, clearing: in this order")),
    Ruling(say("control"), say("most offices, then the rightmost; as it was before this action")),
    Ruling(say("the benefit"), say("one or none")),
    Ruling(
        say("which office"), say("the next printed one, of a colour that the privilege reaches and in the right shape")
    ),
    Ruling(say("the coin"), say("once, for the office placed there")),
    Ruling(say("a completed city"), say("when its last printed office is filled, whatever stands left of it")),
    Ruling(say("the link"), say("as soon as an office closes it; once for each player, for three players")),
    Ruling(say("an improved ability"), say("counts at once; a higher number of actions gives one more now")),
    Ruling(say("the prestige table"), say("any free space that the privilege reaches; it is no office")),
    Ruling(say("no marker left to draw"), say("ends the game after the action; the marker taken counts")),
    Ruling(say("using markers"), say("between actions, any number, from the action after they were taken")),
    Ruling(say("the extra office"), say("instead of a printed one, left of all others; never swapped"), is_open=True),
    Ruling(say("the swap"), say("any two neighbours, whoever owns them"), is_open=True),
    Ruling(say("removing three"), say("up to three, of anybody, to the owners' supplies")),
    Ruling(say("more actions"), say("in this turn only")),
    Ruling(say("improving by marker"), say("any ability that is not at its end")),
    Ruling(say("a replacement"), say("is seen when it is placed, at the end of the turn")),
    Ruling(say("where it goes"), say("a route without marker and pieces, with a free printed office at one end")),
    Ruling(say("no such route"), say("it waits on the plate for the ends of that player's next turns"), is_open=True),
    Ruling(say("the end"), say("the action is finished, and nothing follows; points over twenty count")),
    Ruling(say("the score"), say("as printed; markers on plates do not count, and a tie is shared")),
    Ruling(say("the pawn"), say("limits inserting, displacing and establishing")),
    Ruling(say("its first place"), say("anywhere, by the player who does not start")),
    Ruling(say("its free move"), say("one or two borders, once, before the first action or after everything else")),
    Ruling(say("its paid move"), say("anywhere, for one action"), is_open=True),
    Ruling(
        say("a choice with one outcome"),
        say("only the penalty is carried out by itself; an action ends when nothing is left to do"),
    ),
    Ruling(say("nobody is ever stuck"), say("the turn can always be ended, and every step has a move")),
    Ruling(say("taking back"), say("gives the very same position again; who may do so when is the table's business")),
    Ruling(
        say("a player leaves"),
        say(
            "is passed over, and scores; pieces in hand go to the stock, the next player places the markers of "
            "the plate; with one player left the game ends"
        ),
    ),
    Ruling(
        say("who moves the pieces"),
        say("the active player, and a displaced one their own; no house is ever the wrong one"),
    ),
)
