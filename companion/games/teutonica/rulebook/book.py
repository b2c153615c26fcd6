"""The rule book of Hansa Teutonica, in the order in which somebody learns the game."""

from __future__ import annotations

from companion.games.teutonica.rulebook.later import END, FINER, MARKERS, ROUTES, TWO
from companion.games.teutonica.rulebook.rulings import RULINGS
from companion.shelf.rulebook import Paragraph, RuleBook, Section, at_this_table
from companion.words.say import say

AIM = Section(
    say("The aim"),
    (
        Paragraph(
            "aim",
            say("What you are after"),
            say(
                "Your traders and merchants fill routes between cities. A route that is full of your pieces can "
                "become an office, a better ability, or a bonus marker. All of these bring prestige, some at once "
                "and some at the end, and the most prestige wins."
            ),
        ),
    ),
)

TABLE = Section(
    say("What lies on the table"),
    (
        Paragraph(
            "board",
            say("Cities, offices, routes"),
            say(
                "Routes of two to four houses join the cities. A piece in a house works for its route; a piece in "
                "an office stays in its city. Offices are square or round and have a colour, and some show a coin. "
                "Two or three players use one side of the board, four or five the other."
            ),
            answers=("no_such_route",),
            rulings=(1,),
        ),
        Paragraph(
            "pieces",
            say("Traders and merchants"),
            say(
                "Each player has 27 traders, which are cubes, and 4 merchants, which are discs. Traders fit square "
                "offices, merchants round ones. On routes both do the same work, but a merchant is dearer to "
                "displace."
            ),
        ),
        Paragraph(
            "supply",
            say("Supply and stock"),
            say(
                "What you can play with lies in your supply. The rest waits in your stock, and has to come over as "
                "income first. Pieces that leave a route go back to the stock, unless it is said otherwise."
            ),
            rulings=(2,),
        ),
        Paragraph(
            "desk",
            say("The desk"),
            say(
                "Five tracks of your desk show what you are able to do. At first all their spaces but the leftmost "
                "are covered, the book's by merchants and the others by traders. When a piece leaves a track, the "
                "ability is what the last uncovered space says."
            ),
        ),
        Paragraph(
            "keys",
            say("Keys"),
            say(
                "Keys count at the end only: each office of your largest network is worth one point at first, and "
                "up to four."
            ),
        ),
        Paragraph(
            "more-actions",
            say("Actions"),
            say(
                "This track says how many actions your turn has: two at first, five at most. Two of its five steps "
                "add none by themselves."
            ),
        ),
        Paragraph(
            "privilege",
            say("Privilege"),
            say(
                "White offices are open to everybody. The privilege opens orange, then pink, then black, and keeps "
                "what it has opened."
            ),
        ),
        Paragraph(
            "book",
            say("Book and bags"),
            say(
                "The book says how many of your pieces one action moves: two, three, four or five. The bags say how"
                " many pieces income brings: three, five, seven, and at last the whole stock."
            ),
        ),
    ),
)

BEFORE = Section(
    say("Before the first turn"),
    (
        Paragraph(
            "first-supply",
            say("The first supply"),
            say(
                "One trader goes to the start of the prestige track. Of what does not cover the desk, the start "
                "player has five traders and a merchant in the supply, and each further player one trader more. All"
                " others are the stock."
            ),
            rulings=(3,),
        ),
        Paragraph(
            "first-markers",
            say("The first three markers"),
            say(
                "A marker to remove pieces, one to swap offices and one for an extra office are mixed and laid on "
                "the three taverns. The other thirteen wait in a pile, face down."
            ),
            rulings=(5,),
        ),
    ),
)

TURN = Section(
    say("Your turn"),
    (
        Paragraph(
            "turn",
            say("Your actions"),
            say(
                "You have as many actions as your desk shows: income, inserting, displacing, moving, establishing, "
                "in any order and any of them again. You may leave some out. End the turn yourself; then it is the "
                "next player's turn, clockwise."
            ),
            answers=("no_actions", "wrong_phase"),
            rulings=(6, 45),
        ),
        Paragraph(
            "income",
            say("Taking income"),
            say(
                "Move pieces from stock to supply: exactly as many as your bags show, or all there are if that is "
                "less. You choose how many of them are traders and how many merchants."
            ),
            answers=("stock_empty", "wrong_number", "house_rule"),
            rulings=(7,),
            house_rules=("less_income",),
        ),
        Paragraph(
            "insert",
            say("Inserting"),
            say(
                "Put one piece from your supply into a free house of any route, whoever else is there. You may take"
                " as many turns as you like to fill a route."
            ),
            answers=("route_full", "no_such_piece"),
        ),
        Paragraph(
            "displace",
            say("Displacing"),
            say(
                "Take the house of another player's piece on a route, with a trader or a merchant of your own. "
                "Offices and your own pieces are never displaced."
            ),
            answers=("own_piece", "nobody_there"),
            rulings=(8,),
        ),
        Paragraph(
            "penalty",
            say("What displacing costs"),
            say(
                "Besides the piece that takes the house, pieces of your supply go to your stock: one for a trader, "
                "two for a merchant. If your supply has too few for that, you cannot displace."
            ),
            answers=("cannot_pay",),
            rulings=(9,),
        ),
        Paragraph(
            "displaced",
            say("Where the displaced piece goes"),
            say(
                "Its owner puts it on another route at once, before the turn goes on and before any extra piece. It"
                " has to go back to the board. Only where no other route has a free house does it go to the stock."
            ),
            answers=("put_first",),
            rulings=(10, 11, 15, 16),
            house_rules=("displaced_to_stock",),
        ),
        Paragraph(
            "extra-pieces",
            say("The extra pieces"),
            say(
                "Whoever was displaced may add one more piece for a trader, two for a merchant, each to a route "
                "near by. They come from the stock; if that is empty from the supply, and if that is empty too from"
                " other routes. One may stop at any point."
            ),
            answers=("stock_first",),
            rulings=(12, 13),
        ),
        Paragraph(
            "how-far",
            say("How far it goes"),
            say(
                "Displaced and extra pieces go to routes that share a city with the one where it happened, never to"
                " that route itself. Only if all those are full may they go on to the nearest route with a free "
                "house. That is judged for each piece when it is put down."
            ),
            answers=("same_route", "too_far"),
            rulings=(14,),
        ),
        Paragraph(
            "move",
            say("Moving"),
            say(
                "Lift your own pieces from routes, as many as the book allows, and put each into any free house; a "
                "house that has just become free will do. Whatever is lifted is put down again. Offices take no "
                "part, and nobody is displaced."
            ),
            answers=("no_lifts_left", "nothing_to_lift", "nowhere"),
            rulings=(17, 18),
        ),
    ),
)

TABLE_RULES = at_this_table(
    taking_back=("marker_seen", "score_closed", "score_first"),
    correcting=(
        "no_such_place",
        "nothing_there",
        "not_in_order",
        "nothing_changes",
        "not_now",
        "out_of_range",
        "wrong_piece",
    ),
    ruling=46,
)

BOOK = RuleBook((AIM, TABLE, BEFORE, TURN, ROUTES, MARKERS, END, TWO, FINER, TABLE_RULES), RULINGS)
