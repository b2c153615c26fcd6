"""The table's own dialogs, the same for every game: its menu, its questions, and what it says.

The table menu has the game's own pages, then those of every table; some of these are there before a game, too. A new
game begins with the same questions everywhere: who sits where, clockwise, who starts, and with which house rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.games.game import HOUSE_RULES, HouseRule, Json
from companion.table import intents
from companion.table.dialog import (
    CLOSE,
    About,
    Action,
    Checklist,
    Choice,
    Dialog,
    Item,
    Menu,
    Notice,
    Open,
    Tone,
    Topic,
)
from companion.table.intents import ChooseHouseRules
from companion.table.screen import Look, Row
from companion.words.say import LANGUAGES, SOURCE, Say, say

# The names that scenarios and people use.
SEATS = "seats"
CORRECT, YOUR_BOARD, BOARD_NEWS, PHONES, HELP = "correct", "your board", "board news", "phones", "help"
GAMES_ELSEWHERE = "games elsewhere"
CORRECTING = Topic(About.CORRECTING)
BOARD = Topic(About.BOARD)

_GIVE_UP = Menu(
    Row(say("New game"), look=Look.TITLE),
    (Choice(say("No"), CLOSE), Choice(say("Yes, a new game"), intents.GiveUp())),
    (Row(say("Give up this game?"), look=Look.LARGE),),
    name="new game",
)
ANOTHER = replace(_GIVE_UP, head=(Row(say("Another game?"), look=Look.LARGE),))
SHUT_DOWN = Menu(
    Row(say("Shut down"), look=Look.TITLE),
    (Choice(say("No"), CLOSE), Choice(say("Yes, shut down"), intents.ShutDown())),
    name="shut down",
)
CALL_FOR_HELP = Menu(
    Row(say("Help"), look=Look.TITLE),
    (Choice(say("Call for help"), intents.CallHelp(True)), Choice(say("Help has come"), intents.CallHelp(False))),
    name=HELP,
)
NEW_TAG = Row(say("New sticker"), look=Look.TITLE)
TAG_KEPT = Notice(NEW_TAG, (Row(say("It works from now on."), look=Look.LARGE),), name="new sticker")
SWEPT = Menu(
    Row(say("The board is empty"), look=Look.TITLE),
    (Choice(say("Restore the board"), intents.RestoreBoard()), Choice(say("Go on with the game"), CLOSE)),
    name="swept",
    topic=Topic(About.SWEPT),
)


def _no_phones(what: Say, remedy: Say) -> Notice:
    rows = (Row(what, look=Look.WARNING), Row(remedy))
    return Notice(Row(say("Phones"), look=Look.TITLE), rows, name=PHONES, topic=Topic(About.PHONES))


NO_PAGE = _no_phones(
    say("The page is switched off."), say("Write serve = true below [web] in the configuration, and start again.")
)
KEPT_OUT = _no_phones(say("Phones are kept out of this table."), say("The person who installed it can let them in."))
PAGE_AWAY = _no_phones(say("There is no page now."), say("Try again in a moment, or see the log."))


NO_LESSON = Notice(
    Row(say("Lesson"), look=Look.TITLE),
    (Row(say("It does not fit this board."), look=Look.WARNING), Row(say("Correct the board, or learn on the page."))),
    name="no lesson",
)


def give_up(keeping: intents.LayOut | None) -> Menu:
    """Ask whether to give up the game; offer to keep it for later, if that is possible."""
    if keeping is None:
        return _GIVE_UP
    return replace(_GIVE_UP, choices=(*_GIVE_UP.choices, Choice(say("Keep it for later"), keeping)))


def resume(keeping: intents.LayOut | None) -> Menu:
    """Ask how to go on with a game from before the start."""
    return Menu(
        Row(say("Welcome back"), look=Look.TITLE),
        (
            Choice(say("Go on with the game"), CLOSE),
            Choice(say("Restore the board"), intents.RestoreBoard()),
            Choice(say("New game"), Open(give_up(keeping))),
        ),
        name="resume",
        topic=Topic(About.RESUMING),
    )


def games_elsewhere(count: int) -> Menu:
    """Ask whether to bring back the games that only the copy on a server has."""
    return Menu(
        Row(say("Games on the server"), look=Look.TITLE),
        (Choice(say("Not now"), CLOSE), Choice(say("Bring them back"), intents.BringBack())),
        (Row(say("This table has games there: {count}", count=count)),),
        name=GAMES_ELSEWHERE,
    )


def brought_back(count: int, failed: int) -> Notice:
    """Tell the players how many games are back from the server, and how many are not."""
    rows = [Row(say("Games that are here again: {count}", count=count))]
    if failed:
        rows.append(Row(say("Games that did not come: {count}", count=failed), look=Look.WARNING))
        rows.append(Row(say("The log tells why.")))
    return Notice(
        Row(say("Games on the server"), look=Look.TITLE),
        tuple(rows),
        tone=Tone.WARNING if failed else Tone.PLAIN,
        name=GAMES_ELSEWHERE,
    )


def overloaded(presses: int, sightings: int) -> Notice:
    """Tell the players that too much came at once, and what was ignored."""
    rows = [Row(say("{count} presses were dropped.", count=presses), look=Look.WARNING)] if presses else []
    if sightings:
        rows.append(Row(say("Pieces moved unseen.")))
    return Notice(
        Row(say("Too much at once"), look=Look.TITLE),
        (*rows, Row(say("Look at the board."))),
        tone=Tone.WARNING,
        name="overloaded",
    )


def unplayable(game: str, reason: str) -> Notice:
    """Tell why the chosen game cannot be set up; the reason names a file, and is not translated."""
    return Notice(
        Row(say("{game}", game=game), look=Look.TITLE), (Row(say("{reason}", reason=reason), look=Look.WARNING),)
    )


def new_tag(piece: str, words: Say) -> Notice:
    """Ask for the new sticker of a piece."""
    rows = (Row(words, look=Look.LARGE), Row(say("Touch the new sticker.")))
    return Notice(NEW_TAG, rows, name="new sticker", topic=Topic(About.TAGGING, code=piece))


# --- house rules: those the game offers, and those chosen for the next one ---

_TITLE = say("House rules")


class HouseRules(NamedTuple):
    """The house rules of a game, in words, and the ids of those that the next one is played with."""

    offered: Mapping[HouseRule, Say] = MappingProxyType({})
    chosen: tuple[str, ...] = ()

    def choices(self) -> tuple[Choice, ...]:
        """Return the line of a new game; none if the game offers no house rule."""
        if not self.offered:
            return ()
        right = say("{count}", count=len(self.chosen)) if self.chosen else say("off")
        return (Choice(_TITLE, Open(self._checklist), right),)

    def items(self) -> tuple[Item, ...]:
        """Return each house rule as a line, with the number of the ruling that it changes; the value is its id."""
        return tuple(
            Item(say("{rule} ({ruling})", rule=words, ruling=rule.ruling), rule.id)
            for rule, words in self.offered.items()
        )

    def _checklist(self) -> Checklist:
        items = self.items()
        ticked = frozenset(index for index, item in enumerate(items) if item.value in self.chosen)
        return Checklist(Row(_TITLE, look=Look.TITLE), items, ticked, _confirm, _decide, name="house rules")

    def in_force(self, ids: Collection[str]) -> tuple[Choice, ...]:
        """Return the line of a game that is played with these house rules, which lists them; none without any."""
        rows = tuple(Row(item.label) for item in self.items() if item.value in ids)
        listed = Notice(Row(_TITLE, look=Look.TITLE), rows, name="house rules in force")
        return (Choice(_TITLE, Open(listed), say("{count}", count=len(rows))),) if rows else ()

    def agreed(self, setup: Json) -> Json:
        """Return a set-up with the chosen house rules, unless it says itself which apply."""
        return {**setup, HOUSE_RULES: list(self.chosen)} if self.chosen and HOUSE_RULES not in setup else setup


NO_HOUSE_RULES = HouseRules()


def _confirm(count: int) -> Say:
    return say("Play with {count}", count=count) if count else say("Play without")


def _decide(chosen: tuple[Any, ...]) -> ChooseHouseRules:
    return ChooseHouseRules(chosen)


# --- the alternatives to the game at this table: another game of the shelf, or an unfinished one ---


class Unfinished(NamedTuple):
    """A game in the journal that can be continued."""

    game: str  # which rules
    id: str
    title: str  # of the game
    begun: str  # day and time, as the players read them


class OtherGames(NamedTuple):
    """What a table can be set up for besides its own game."""

    titles: Mapping[str, str] = MappingProxyType({})  # of the other games on the shelf, by id
    unfinished: tuple[Unfinished, ...] = ()  # the newest first

    def choices(self) -> tuple[Choice, ...]:
        """Return the lines that a table without a game offers: one for each game, and one for all unfinished ones."""
        others = (Choice(say("{title}", title=title), intents.LayOut(game)) for game, title in self.titles.items())
        go_on = say("Go on with…")
        unfinished = Menu(
            Row(go_on, look=Look.TITLE),
            tuple(
                Choice(say("{title}", title=each.title), intents.GoOnWith(each.game, each.id), _when(each.begun))
                for each in self.unfinished
            ),
            name="go on with",
        )
        return (*others, *((Choice(go_on, Open(unfinished)),) if self.unfinished else ()))


NO_OTHERS = OtherGames()


def _when(begun: str) -> Say:
    return say("{begun}", begun=begun)


class Offers(NamedTuple):
    """What a table offers around its game, and the language that it speaks."""

    phones_allowed: bool = True  # the players may let phones in
    may_call: bool = False  # they can call for help
    other_games: Callable[[], OtherGames] | None = None  # what else can be played here; None: only this game
    elsewhere: int = 0  # how many games of this table only the copy on a server has
    language: str = SOURCE
    house_rules: HouseRules = NO_HOUSE_RULES  # what the next game may be played with
    lesson: str = ""  # the game that somebody can learn here
    short: Callable[[], Any] | None = None  # the position that the short game after the lesson begins with


# --- the table menu ---

_BOARD_CHECK = Choice(say("Board check"), intents.CheckBoard())
_SHUT_DOWN = Choice(SHUT_DOWN.title.left, Open(SHUT_DOWN))
_HELP = Choice(CALL_FOR_HELP.title.left, Open(CALL_FOR_HELP))


def _in_language(spoken: str) -> Choice:
    """Offer the languages, with the cursor on the one that is spoken."""
    languages = tuple(Choice(say("{name}", name=name), intents.SpeakLanguage(code)) for code, name in LANGUAGES.items())
    title = Row(say("Language"), look=Look.TITLE)
    return Choice(title.left, Open(Menu(title, languages, cursor=list(LANGUAGES).index(spoken), name="language")))


def _phones(offers: Offers) -> tuple[Choice, ...]:
    return (Choice(say("Phones"), intents.LetPhones()),) if offers.phones_allowed else ()


def _lesson(offers: Offers) -> tuple[Choice, ...]:
    return (Choice(say("Learn in five minutes"), intents.Learn(offers.lesson)),) if offers.lesson else ()


def of_every_table(offers: Offers) -> tuple[Choice, ...]:
    """Return what a table offers whatever happens there."""
    return (_in_language(offers.language), _SHUT_DOWN)


def table_menu(
    own: Menu,
    offers: Offers,
    *,
    is_over: bool,
    house_rules: Collection[str] = (),
    keeping: intents.LayOut | None = None,
    stickers: Menu | None = None,
    has_cardboard: bool = True,
    seats: tuple[Choice, ...] = (),
    asks_why: Action | None = None,
) -> Menu:
    """Return the menu of the game's own pages, its house rules, and what every table offers during a game."""
    choices = (
        *(choice for choice in own.choices if has_cardboard or not choice.is_chore),
        *offers.house_rules.in_force(house_rules),
        *seats,
        *((Choice(say("Restore the board"), intents.RestoreBoard()),) if has_cardboard else ()),
        _BOARD_CHECK,
        *((Choice(say("Why not…"), asks_why),) if asks_why else ()),
        *((Choice(stickers.title.left, Open(stickers)),) if stickers and has_cardboard else ()),
        *_phones(offers),
        _in_language(offers.language),
        *_lesson(offers),
        Choice(say("New game"), Open(ANOTHER if is_over else give_up(keeping))),
        _SHUT_DOWN,
        *((_HELP,) if offers.may_call else ()),
    )
    return replace(own, choices=choices, topic=Topic(About.TABLE))


def with_no_game(own: Dialog, offers: Offers) -> Dialog:
    """Return a new game's first question with house rules, other games, games on a server and more of a table added."""
    if not isinstance(own, Menu):
        return own
    others = offers.other_games() if offers.other_games else NO_OTHERS
    table = (*_phones(offers), _BOARD_CHECK, _in_language(offers.language), _SHUT_DOWN)
    back = Choice(say("Bring games back"), intents.BringBack(), say("{count}", count=offers.elsewhere))
    more = (
        *offers.house_rules.choices(),
        *_lesson(offers),
        *others.choices(),
        *((back,) if offers.elsewhere else ()),
        *table,
    )
    return replace(own, choices=(*own.choices, *more))


# --- the questions that every new game begins with ---

Players = tuple[str, ...]


def titled(step: Say) -> Row:
    """Return the title of one step of a new game."""
    return Row(say("New game"), step, Look.TITLE)


def ask_seats(words: Mapping[str, Say], counts: range, then: Callable[[Players], Menu], sit: Players = ()) -> Menu:
    """Ask for one player after the other, by colour; go on with `then` once the table is full."""
    if len(sit) == counts[-1]:
        return then(sit)
    choices = [
        Choice(name, Open(partial(ask_seats, words, counts, then, (*sit, colour))), place=f"seat.{colour}")
        for colour, name in words.items()
        if colour not in sit
    ]
    if len(sit) in counts:
        choices.insert(0, Choice(say("That is all"), Open(partial(then, sit))))
    head = (Row(say("Seat {number}", number=len(sit) + 1), look=Look.LARGE),)
    return Menu(titled(say("seats")), tuple(choices), head, name=SEATS)


def ask_start(words: Mapping[str, Say], players: Players, then: Callable[[str], Action], *others: Choice) -> Menu:
    """Ask who starts; `others` are lines below the players."""
    head = (Row(say("Who starts?"), look=Look.LARGE),)
    choices = (Choice(words[player], then(player), place=f"seat.{player}") for player in players)
    return Menu(titled(say("start")), (*choices, *others), head, name="start")
