"""Describes what is shown: a screen's rows as text, and the whole table for somebody who looks for a fault."""

from __future__ import annotations

from companion.display.picture import render_blocks
from companion.scenario.stage import Stage
from companion.table.screen import Bars, Code, Look, Mark, Row
from companion.words.say import Translate, untranslated


def text_of(row: Row | Bars | Code, translate: Translate = untranslated) -> str:
    """Return a row as one line: the left text, then the right one.

    >>> from companion.words.say import say
    >>> text_of(Row(say("Move to {place}", place="North"), say("1 T")))
    'Move to North 1 T'
    """
    match row:
        case Row(left, right):
            return " ".join(f"{left.in_language(translate)} {right.in_language(translate)}".split())
        case Bars(values):
            return " ".join(map(str, values))
        case Code(text):
            return text


def lines_of(stage: Stage) -> list[str]:
    """Return the title and the rows of the screen, in order, in the language of the table."""
    screen = stage.scene.screen
    return [text_of(row, stage.daemon.showing.translate) for row in (screen.title, *screen.rows)]


def chosen_line(stage: Stage) -> str:
    """Return the row under the cursor, or nothing."""
    chosen = [row for row in _plain_rows(stage) if row.look is Look.CHOSEN]
    return text_of(chosen[0], stage.daemon.showing.translate) if chosen else ""


def marked_lines(stage: Stage, mark: Mark) -> list[str]:
    """Return the rows that carry a mark."""
    return [text_of(row, stage.daemon.showing.translate) for row in _plain_rows(stage) if row.mark is mark]


def _plain_rows(stage: Stage) -> list[Row]:
    return [row for row in stage.scene.screen.rows if isinstance(row, Row)]


def describe(stage: Stage) -> str:
    """Return everything that the table shows: the screen as text and as drawn, and the lamps."""
    if not stage.is_on:
        return "the power is off"
    scene = stage.scene
    lamps = ", ".join(f"{name} {light.pattern}" for name, light in sorted(scene.lamps.items()))
    told = [f"dialog {stage.dialog.name}"]
    if not stage.screen_plugged:
        told.append("the screen is unplugged; it would say:")
    told += [f"  | {line}" for line in lines_of(stage)]
    told.append(render_blocks(stage.table.frame()))
    told.append(f"lamps: {lamps or 'all dark'}")
    return "\n".join(told)
