"""What a terminal shows in front of everything: the keys, the signs on the map, and the final score by source. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.display.cells import BOLD, PLAIN, Line, Span, width_of
from companion.shelf.box import AnyGame, GameBox, TerminalDrawing
from companion.table.history import History
from companion.terminal.told import GOLD, STRONG
from companion.words.say import Say, Translate, listed, say

Page = tuple[str, tuple[Line, ...]]
KEYS = (
    ("↑ ↓", say("move the cursor in the menu")),
    ("Enter 1 2 3", say("choose a line, or the one with this number")),
    ("Esc ←", say("back; at home, the table's menu: score, take back, new game, language")),
    ("u", say("take the last action back")),
    ("e", say("end the turn")),
    ("+ -", say("robots play faster or slower, or step by step")),
    ("n", say("the next step of a robot that plays step by step")),
    ("m", say("the whole log instead of the map")),
    ("f", say("the score by source")),
    ("p", say("the small screen of a real box; arrows and Enter are its buttons")),
    ("q Ctrl-C", say("leave; the game is kept and goes on next time")),
)


def keys_line(translate: Translate) -> str:
    """Return the most important keys in one line."""
    return say("↑↓ Enter: choose  Esc: back  u: take back  m: log  f: score  ?: help  q: leave").in_language(translate)


def help_page(drawing: TerminalDrawing | None, translate: Translate) -> Page:
    """Return all keys, and what the signs on the map mean."""
    title, closing = (words.in_language(translate) for words in (say("What the keys do"), say("any other key: back")))
    return f"{title}  (↑↓, {closing})", (
        *_table(KEYS, translate),
        *(((Span(""),), *_table(drawing.legend, translate)) if drawing else ()),
    )


def _table(rows: tuple[tuple[str, Say], ...], translate: Translate) -> list[Line]:
    wide = max(width_of(sign) for sign, _ in rows)
    return [
        (Span(f"{sign}{' ' * (wide - width_of(sign) + 2)}", GOLD), Span(words.in_language(translate)))
        for sign, words in rows
    ]


def winners_words(box: GameBox, winners: Sequence[str]) -> Say:
    """Say who has won."""
    words = box.player_words()
    if len(winners) == 1:
        return say("{player} wins!", player=words[winners[0]])
    return say("{players} share the win!", players=listed(words[player] for player in winners))


def score_page(
    game: AnyGame, box: GameBox, drawing: TerminalDrawing | None, history: History, translate: Translate
) -> Page:
    """Return the points of all players by source, the best player first."""
    position = history.position
    scores = game.scores(position)
    winners = game.winners(position)
    words = drawing.sources if drawing else {}
    players = sorted(scores, key=lambda player: -scores[player].total)
    names = [box.player_words()[player].in_language(translate) for player in players]
    score = scores[players[0]]
    sources = [*score.sources, "total", *score.tie_breaks]

    def label(source: str) -> str:
        called = say("total") if source == "total" else words.get(source) or say("{source}", source=source)
        return called.in_language(translate).replace("\xad", "")

    labels = {source: label(source) for source in sources}
    wide = max(width_of(text) for text in labels.values()) + 2
    columns = [max(width_of(name), 6) + 2 for name in names]
    head = [Span(" " * wide)]
    for player, name, column in zip(players, names, columns, strict=True):
        ink = drawing.seats[player].ink if drawing else BOLD
        head += [Span(" " * (column - width_of(name))), Span(name, ink)]
    lines: list[Line] = [tuple(head), (Span(""),)]
    for source in sources:
        ink = STRONG if source == "total" else PLAIN
        row = [Span(labels[source] + " " * (wide - width_of(labels[source])), ink)]
        for player, column in zip(players, columns, strict=True):
            row.append(Span(f"{scores[player].by_name()[source]:>{column}}", ink))
        lines.append(tuple(row))
    if winners:
        lines += [(Span(""),), (Span(f"★ {winners_words(box, winners).in_language(translate)}", GOLD),)]
    title = say("Final score") if winners else say("Score so far")
    return title.in_language(translate), tuple(lines)
