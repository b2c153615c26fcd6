"""The score: by player, then by source; while the game goes on, and at its end."""

from __future__ import annotations

from dataclasses import replace

from companion.games.game import Refusal
from companion.games.teutonica.rules.position import Phase, Position
from companion.games.teutonica.rules.scoring import score, winning_players
from companion.games.teutonica.table import names
from companion.games.teutonica.table.ends import CAUSES
from companion.table.commands import Seal
from companion.table.dialog import Notice, Open
from companion.table.history import History
from companion.table.screen import Look, Row
from companion.words.say import listed, say

SEAL = Seal(Refusal("score_first", "The final score is not confirmed yet.", "Read it, then press ok."))
SOURCES = {
    "prestige": say("Prestige"),
    "abilities": say("Abilities"),
    "markers": say("Markers"),
    "coellen": say("Coellen"),
    "cities": say("Cities"),
    "network": say("Network"),
}


def totals(position: Position) -> Notice:
    """Show who has how many points, and who wins."""
    rows = [
        Row(names.player_name(position, seat), say("{points}", points=score(position, seat).total))
        for seat in position.seats
    ]
    if position.phase is not Phase.OVER:
        return Notice(Row(say("Score so far"), look=Look.TITLE), tuple(rows), name="score")
    winners = [names.PLAYERS[player] for player in winning_players(position)]
    if len(winners) == 1:
        rows.append(Row(say("{player} wins!", player=winners[0]), look=Look.WARNING))
    else:
        rows.append(Row(say("Shared: {players}", players=listed(winners)), look=Look.WARNING))
    return Notice(Row(say("Final score"), look=Look.TITLE), tuple(rows), name="score")


def by_source(position: Position) -> Notice:
    """Show what the points were given for."""
    points = [score(position, seat) for seat in position.seats]
    heads = [names.INITIALS[player] for player in position.setup.players]
    rows = tuple(
        Row(name, names.columns([getattr(each, source) for each in points])) for source, name in SOURCES.items()
    )
    return Notice(Row(say("Points"), names.columns(heads), Look.TITLE), rows, name="points")


def score_page(history: History) -> Notice:
    """Show the score as it stands, and behind it its sources."""
    position: Position = history.position
    return replace(totals(position), action=Open(by_source(position)))


def final(history: History) -> tuple[Notice, ...]:
    """Tell that the game is over, why, and the score; it is recorded once the last page is confirmed."""
    position: Position = history.position
    causes = tuple(Row(CAUSES[cause]) for cause in position.ending)
    over = Notice(
        Row(say("Game over"), look=Look.TITLE),
        (Row(say("The game is over."), look=Look.LARGE), *causes),
        name="over",
    )
    return over, by_source(position), replace(totals(position), action=SEAL)
