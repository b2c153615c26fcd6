"""The rule book of Hansa, in the order in which somebody learns the game."""

from __future__ import annotations

from companion.games.hansa.rulebook.rulings import RULINGS
from companion.shelf.rulebook import Paragraph, RuleBook, Section, at_this_table
from companion.words.say import say

AIM = Section(
    say("The aim"),
    (
        Paragraph(
            "aim",
            say("What you are after"),
            say(
                "All of you sail the same ship around the Baltic. On your turn you use it to buy goods, to open "
                "booths in the harbours, and to sell what you hold. Goods and cities bring points, and the most "
                "points win."
            ),
        ),
    ),
)

TABLE = Section(
    say("What lies on the table"),
    (
        Paragraph(
            "cities",
            say("Cities and arrows"),
            say(
                "Nine cities lie around the sea, and routes join them. An arrow on each route says which way the "
                "ship may go. Each city has one or two spaces for goods, its warehouses, and a number of its own."
            ),
            answers=("no_way_out", "not_reached", "no_way_back"),
        ),
        Paragraph(
            "goods",
            say("Goods"),
            say(
                "There are 78 markers: thirteen in each of six colours. Of a colour, four markers show one barrel, "
                "five show two, and four show three. The barrels say how much a marker builds, and what it is worth"
                " once it is sold."
            ),
        ),
        Paragraph(
            "booths",
            say("Booths and purse"),
            say(
                "Each player has fifteen booths of one colour, and a purse for talers. Your booths in a city stand "
                "on one another: only their number counts. The ship belongs to nobody."
            ),
        ),
        Paragraph(
            "talers",
            say("Talers"),
            say("The whole game has 22 talers. What nobody holds lies in the bank, and no more can come into play."),
            rulings=(2,),
        ),
    ),
)

BEFORE = Section(
    say("Before the first turn"),
    (
        Paragraph(
            "goods-in-play",
            say("Which goods are played"),
            say(
                "Four players use all six colours. Three leave one colour in the box, two leave two. Choose the "
                "colours yourselves, or let chance decide."
            ),
            rulings=(19,),
        ),
        Paragraph(
            "stocking",
            say("Full warehouses"),
            say(
                "The markers are shuffled face down. One goes to each warehouse, from city 1 to city 9, and is "
                "turned up there."
            ),
        ),
        Paragraph(
            "piles",
            say("Five piles"),
            say(
                "All other markers are counted out into five piles, face down and as equal as can be; the first "
                "piles get what does not divide. They are used up in their order."
            ),
            rulings=(6,),
        ),
        Paragraph(
            "beginning",
            say("Ship, money, first player"),
            say(
                "The ship waits in Copenhagen. Everybody begins with three talers. Choose who starts, and remember "
                "it: the end of the game depends on it."
            ),
        ),
        Paragraph(
            "first-booths",
            say("The first six booths"),
            say(
                "Beginning with the start player and going clockwise, each of you puts two booths into one city. "
                "Then comes a second round and a third, each time in a city where you have none yet. Copenhagen "
                "stays closed; where others stand does not matter."
            ),
            answers=("copenhagen_closed", "already_placed"),
            rulings=(18,),
        ),
    ),
)

TURN = Section(
    say("Your turn"),
    (
        Paragraph(
            "turn",
            say("The four parts of a turn"),
            say(
                "Take your income, refill the warehouses or not, act with the ship as you like, and at last give up"
                " what is too much. Then it is the next player's turn, clockwise."
            ),
            answers=("wrong_phase",),
        ),
        Paragraph(
            "income",
            say("Income"),
            say(
                "Your turn begins with three talers from the bank. The first turn is no exception. If the bank "
                "holds fewer, you get those."
            ),
            rulings=(1, 2),
        ),
        Paragraph(
            "replenish",
            say("Refilling the warehouses"),
            say(
                "Before you act you may pay one taler to the bank and fill every empty space, city 1 first. The "
                "markers come from the first pile that is left, and from the next when that is used up. Later in "
                "the turn it is too late."
            ),
            rulings=(5,),
        ),
        Paragraph(
            "replenish-duty",
            say("When you must refill"),
            say(
                "As long as one marker lies in a warehouse, you may leave the others empty. With none left on the "
                "board you must refill. Nothing is asked if no space is empty, no marker is left, or you have no "
                "taler."
            ),
            answers=("must_replenish",),
            rulings=(3, 4),
        ),
    ),
)

SHIP = Section(
    say("What you do with the ship"),
    (
        Paragraph(
            "actions",
            say("Three things to do"),
            say(
                "Where the ship lies you can buy a marker, build booths, or sell goods. Do as many of these as you "
                "can pay for, in any order and any of them again; or none at all."
            ),
        ),
        Paragraph(
            "visit",
            say("One action a visit"),
            say(
                "Each time the ship comes to a city, you have one action there; sailing is none. For another one it"
                " has to sail on first. Coming back is a new visit, and so is a new turn."
            ),
            answers=("already_acted",),
            rulings=(9,),
        ),
        Paragraph(
            "sail",
            say("Sailing"),
            say(
                "Each trip to the next city costs one taler, paid to the bank. The ship only goes the way the arrow"
                " points, overland from Tønsberg to Stockholm too. It may sail before, between and after your "
                "actions, as far as your money goes."
            ),
            answers=("no_route",),
        ),
        Paragraph(
            "paying",
            say("Without a taler"),
            say(
                "A trip costs one taler, and so does most buying. Free are buying where you lead, building, and "
                "selling. Whoever has nothing left can still do these, or end the turn."
            ),
            answers=("no_talers",),
        ),
        Paragraph(
            "buy",
            say("Buying"),
            say(
                "Take one marker from a warehouse of the ship's city and lay it open before you. It costs one "
                "taler. Where two lie, the second one needs another visit."
            ),
            answers=("no_such_marker", "not_here", "ship_elsewhere", "warehouse_empty"),
        ),
        Paragraph(
            "payee",
            say("Who gets the taler"),
            say(
                "Whoever alone has the most booths in the city is paid for the marker. If that is you, it is free. "
                "If several share the lead, or nobody has a booth there, the bank gets the taler."
            ),
            rulings=(10,),
        ),
        Paragraph(
            "build",
            say("Building"),
            say(
                "Give up one of your markers: it leaves the game, and as many booths go into the ship's city as it "
                "shows barrels. No money is needed. You may have any number of booths in a city."
            ),
            answers=("wrong_city", "no_marker", "no_marker_to_pay"),
        ),
        Paragraph(
            "all-barrels",
            say("All its barrels"),
            say(
                "You cannot build fewer booths than the marker shows, unless you have fewer left: then all of "
                "those. With no booth left, you cannot build."
            ),
            answers=("no_booths_left", "too_few_booths", "house_rule"),
            rulings=(11,),
            house_rules=("fewer_booths",),
        ),
        Paragraph(
            "sell",
            say("Selling"),
            say(
                "To sell you need a booth in the ship's city, and two or more markers of a colour. You may sell "
                "several colours at once, two or more of each. One of your booths there goes back to your supply, "
                "however much you sell."
            ),
            answers=("no_booth_here", "too_few_of_colour", "two_colours", "nothing_to_sell"),
            rulings=(12,),
        ),
        Paragraph(
            "sold",
            say("What is sold is safe"),
            say(
                "Turn the sold markers over and keep them: nobody can take them from you, and they count at the "
                "end. They are of no other use. Selling neither costs nor brings talers."
            ),
        ),
        Paragraph(
            "losses",
            say("What the others lose"),
            say(
                "For each colour that you sell, every other player gives up one open marker of it, if they have "
                "one. Where their markers differ in barrels, they choose which. Lost markers leave the game."
            ),
            rulings=(13,),
        ),
    ),
)

END_OF_TURN = Section(
    say("When you have finished"),
    (
        Paragraph(
            "limits",
            say("Three talers, three markers"),
            say(
                "Only now do you count: talers beyond three go to the bank, and of your open markers you keep "
                "three. You choose which ones leave the game. At any other time you may hold more."
            ),
            rulings=(14,),
        ),
        Paragraph(
            "settling",
            say("Handing the money over"),
            say(
                "The companion notes whom each taler goes to, and shows it in the ledger. The coins themselves "
                "change hands when the turn is over, so that you can still think again until then."
            ),
            answers=("settle_first",),
        ),
    ),
)

END = Section(
    say("The end of the game"),
    (
        Paragraph(
            "last-pile",
            say("The last pile"),
            say(
                "The end begins with the first marker taken from the fifth pile; using up the fourth is not enough."
                " Nothing else ends the game."
            ),
            rulings=(7,),
        ),
        Paragraph(
            "last-round",
            say("The last round"),
            say(
                "Play goes on until the player to the right of the start player has had a turn, so that all have "
                "had equally many. Too many talers and markers are still given up, then points are counted."
            ),
            answers=("game_over",),
            rulings=(8, 16),
        ),
        Paragraph(
            "score-goods",
            say("Points for goods"),
            say(
                "An open marker is worth one point. A sold one is worth one more than it has barrels: two, three or"
                " four."
            ),
        ),
        Paragraph(
            "score-cities",
            say("Points for cities"),
            say(
                "Each city where you have a booth is worth two points, whatever the number. If you are the only one"
                " there, it is worth four."
            ),
        ),
        Paragraph(
            "winner",
            say("Who wins"),
            say(
                "The most points win. If these are equal, more booths on the board decide; if those are equal too, "
                "the win is shared."
            ),
            rulings=(17,),
        ),
    ),
)

FINER = Section(
    say("Finer points"),
    (
        Paragraph(
            "example",
            say("A turn as an example"),
            say(
                "Say you have five talers after your income, and the ship is in Danzig. You refill for one, buy "
                "there for one that goes to Gray, and sail to Reval for one. There you lead: the next marker is "
                "free, and two talers are left for later."
            ),
        ),
        Paragraph(
            "by-itself",
            say("What happens by itself"),
            say(
                "Where a choice would have a single outcome, the companion makes it and says so. Ending the turn is"
                " always up to you."
            ),
            rulings=(15, 20),
        ),
        Paragraph(
            "leaving",
            say("When somebody leaves"),
            say(
                "Their turns are passed over. Their booths and markers stay, count and score; talers due to them go"
                " to the bank. When the last player leaves, the game ends."
            ),
            answers=("already_left",),
            rulings=(22,),
        ),
        Paragraph(
            "at-readers",
            say("Booths and markers at readers"),
            say(
                "At a table with readers, a booth that you put into a city is placed or built there; a marker on "
                "the pad is bought, sold, or paid for booths. A piece that means nothing now is taken off again. "
                "Only booths of your own colour count."
            ),
            answers=("not_yours", "two_pieces", "no_marker_now", "no_booth_now"),
        ),
    ),
)

TABLE_RULES = at_this_table(
    taking_back=("marker_seen", "choice_made", "settled"),
    correcting=("no_such_place", "space_taken", "too_few_there", "hand_too_large", "nothing_changes"),
    ruling=21,
)

BOOK = RuleBook((AIM, TABLE, BEFORE, TURN, SHIP, END_OF_TURN, END, FINER, TABLE_RULES), RULINGS)
