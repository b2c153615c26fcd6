"""What somebody learns later: routes that are established, markers, the end, the game for two."""

from __future__ import annotations

from companion.shelf.rulebook import Paragraph, Section
from companion.words.say import say

ROUTES = Section(
    say("Establishing a route"),
    (
        Paragraph(
            "establish",
            say("A full route"),
            say(
                "When all houses of a route hold pieces of yours, an action establishes it; it never happens by "
                "itself. First come the points for control, then the marker, then one benefit. At last the other "
                "pieces go to your stock, and the route is open to everybody again."
            ),
            answers=("route_not_yours",),
            rulings=(19,),
        ),
        Paragraph(
            "control",
            say("Who controls a city"),
            say(
                "Whoever has the most offices in a city controls it; among equals, the one with the office furthest"
                " to the right. Each end of the route brings its controller one point, whoever established it. An "
                "office founded with it counts only afterwards."
            ),
            rulings=(20,),
        ),
        Paragraph(
            "benefit",
            say("One benefit"),
            say(
                "Choose one: an office in the city at either end, an ability where a city offers it, or Coellen's "
                "table. You may take none, and establish for the points or the marker alone."
            ),
            answers=("not_on_route", "one_benefit"),
            rulings=(21,),
        ),
        Paragraph(
            "office",
            say("Founding an office"),
            say(
                "One piece of the route goes to the next free office of the city, counted from the left. It must "
                "have the right shape, and your privilege must reach the colour. A coin there is one point, once. "
                "Several offices of yours in one city are fine."
            ),
            answers=("city_full", "no_privilege", "wrong_shape"),
            rulings=(22, 23),
        ),
        Paragraph(
            "complete",
            say("Completed cities"),
            say(
                "A city is complete when its last printed office is taken, and the counter moves on. Ten completed "
                "cities end the game. A full city takes no more than extra offices."
            ),
            rulings=(24,),
        ),
        Paragraph(
            "link",
            say("From Arnheim to Stendal"),
            say(
                "Whoever first has an office in every city along some way between the two gets seven points; the "
                "second player gets four, the third two. Extra offices help, and control does not matter."
            ),
            rulings=(25,),
        ),
        Paragraph(
            "ability",
            say("Improving an ability"),
            say(
                "Five cities offer an ability each, instead of an office: Göttingen actions, Stade the privilege, "
                "Groningen the book, Lübeck the bags, Halle the keys. The next piece of that track joins your "
                "supply, and the ability counts at once: if you now have more actions, one more in this very turn."
            ),
            answers=("at_maximum",),
            rulings=(26,),
        ),
        Paragraph(
            "prestige-table",
            say("Coellen's table"),
            say(
                "With the route between Coellen and Warburg, a merchant of it may go to a free space of the table "
                "instead, if your privilege reaches the colour. It stays there and scores 7, 8, 9 or 11 points at "
                "the end. It is no office."
            ),
            answers=("space_taken",),
            rulings=(27,),
        ),
    ),
)

MARKERS = Section(
    say("Bonus markers"),
    (
        Paragraph(
            "markers",
            say("Taking and using markers"),
            say(
                "Establish a route with a marker, and the marker is yours. After that action you may use it in a "
                "turn of yours, between actions, as many as you like and at no cost. Keep used ones: they count at "
                "the end as well."
            ),
            answers=("no_such_marker", "no_marker_now", "marker_used", "on_plate"),
            rulings=(29,),
        ),
        Paragraph(
            "extra-office",
            say("Extra office"),
            say(
                "When you establish a route, any piece of it goes to the left of all offices of an end city, "
                "instead of a printed one. The first printed office there must be taken; colours do not matter. In "
                "a tie it counts least, and it is never swapped."
            ),
            answers=("city_empty", "not_establishing"),
            rulings=(30,),
            house_rules=("office_and_extra",),
        ),
        Paragraph(
            "swap",
            say("Swapping offices"),
            say(
                "Two neighbouring offices of a city change places, whoever owns them, whatever their shape and "
                "colour. That can change who controls the city."
            ),
            rulings=(31,),
        ),
        Paragraph(
            "remove",
            say("Removing three"),
            say(
                "Up to three pieces leave routes for their owners' supplies, yours or others', from any routes. "
                "Offices are safe."
            ),
            rulings=(32,),
        ),
        Paragraph(
            "gains",
            say("More actions, a better ability"),
            say(
                "Two kinds of markers give three or four more actions in this turn; those left over are lost. "
                "Another kind improves any one ability, without a route, and the piece of its track joins your "
                "supply."
            ),
            rulings=(33, 34),
        ),
        Paragraph(
            "replacement",
            say("New markers for the board"),
            say(
                "For each marker that you take, another one is drawn onto your plate, face down, so that the board "
                "gets three again. At the very end of your turn it is turned up and goes to an empty route without "
                "a marker and with a free office at one end. If there is no such route, it waits for the end of "
                "your next turn."
            ),
            answers=("has_marker", "route_occupied", "cities_full"),
            rulings=(35, 36, 37),
        ),
    ),
)

END = Section(
    say("The end and the score"),
    (
        Paragraph(
            "end",
            say("Three ways to end"),
            say(
                "The game ends when somebody reaches twenty points, when ten cities are complete, or when a marker "
                "has to be drawn and none is left. The action is still carried out; then nothing follows, no marker"
                " and no other action."
            ),
            answers=("game_over",),
            rulings=(28, 38),
        ),
        Paragraph(
            "score",
            say("What counts at the end"),
            say(
                "During the game control, coins and the link bring points; those beyond twenty count too. At the "
                "end add four points for each of actions, privilege, book and bags that can improve no further, the"
                " merchants on Coellen's table, and two points for each city that you control."
            ),
            rulings=(39,),
        ),
        Paragraph(
            "score-markers",
            say("Points for markers"),
            say(
                "Markers score by their number, used or not: 1 brings 1 point, 2 or 3 bring 3, 4 or 5 bring 6, 6 or"
                " 7 bring 10, 8 or 9 bring 15, and ten or more 21. Those on your plate do not count."
            ),
        ),
        Paragraph(
            "network",
            say("Points for the network"),
            say(
                "A network is a group of cities joined by routes, with an office of yours in each; it may branch. "
                "Take the one with the most offices, extra ones among them, and multiply that number by your key."
            ),
        ),
        Paragraph(
            "winner",
            say("Who wins"),
            say("The most points win. Equal players win together."),
        ),
    ),
)

TWO = Section(
    say("For two players"),
    (
        Paragraph(
            "pawn",
            say("The pawn"),
            say(
                "Routes and four soldiers divide the board into provinces, and the player who does not start puts "
                "the pawn into one of them. Inserting, displacing and establishing need a route that borders on its"
                " province. All else is free of it."
            ),
            answers=("pawn_elsewhere", "no_pawn"),
            rulings=(40, 41),
        ),
        Paragraph(
            "pawn-walk",
            say("Moving the pawn"),
            say(
                "Once a turn it walks over one or two borders for nothing, either before your first action or after"
                " everything else. For an action it goes to any province, as often as you pay."
            ),
            answers=("same_province", "already_walked", "already_acted"),
            rulings=(42, 43),
        ),
    ),
)

FINER = Section(
    say("Finer points"),
    (
        Paragraph(
            "houses",
            say("Which house, whose hand"),
            say(
                "The houses of a route are alike, and it never matters in which one a piece lies. Whoever's turn it"
                " is moves all pieces; a displaced player moves their own."
            ),
            rulings=(4, 48),
        ),
        Paragraph(
            "by-itself",
            say("What happens by itself"),
            say(
                "A penalty that can be paid in only one way is paid by itself, and an action ends when nothing is "
                "left to do in it. Everything else is up to a player, ending the turn too."
            ),
            rulings=(44,),
        ),
        Paragraph(
            "leaving",
            say("When somebody leaves"),
            say(
                "Their turns are passed over, and they are scored as they stand. A piece in hand goes to the stock,"
                " and the next player places the markers of their plate. With one player left the game ends."
            ),
            answers=("already_left",),
            rulings=(47,),
        ),
        Paragraph(
            "pointing",
            say("Pointing at the chart"),
            say(
                "With a wand you touch routes and cities of the printed chart, and words of the card. A touch that "
                "means nothing now changes nothing, and the screen says what it waits for."
            ),
            answers=("means_nothing", "two_heard"),
        ),
    ),
)
