"""What a table shows as text, and expectations for any: screen, dialog, refusal, lamps, mover, faults and journal."""

from __future__ import annotations

from collections.abc import Iterable

from companion.display.picture import render_blocks
from companion.scenario.grammar import Unmet
from companion.scenario.stage import SLICE_S, Stage
from companion.shelf.box import Form, Slot
from companion.table import screen
from companion.table.screen import Bars, Code, Look, Mark, Row
from companion.words.say import Translate, untranslated
from hardware.ports import DARK, Colour, Pattern


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


_WATCH_S = 2.5  # longer than a breath, the slowest pattern


def _expect(met: bool, expected: str, shown: str) -> None:
    if not met:
        raise Unmet(expected, shown)


def _listed(lines: Iterable[str]) -> str:
    return ", ".join(repr(line) for line in lines) or "nothing"


# --- screen ---


def _screen(stage: Stage, text: str) -> None:
    lines = lines_of(stage)
    _expect(any(text in line for line in lines), f"{text!r} on the screen", f"it says {_listed(lines)}")


def _no_screen(stage: Stage, text: str) -> None:
    lines = [line for line in lines_of(stage) if text in line]
    _expect(not lines, f"no {text!r} on the screen", f"it says {_listed(lines)}")


def _title(stage: Stage, text: str) -> None:
    title = lines_of(stage)[0]
    _expect(text == title, f"the title {text!r}", f"it is {title!r}")


def _chosen(stage: Stage, text: str) -> None:
    chosen = chosen_line(stage)
    _expect(text in chosen, f"the cursor on {text!r}", f"it is on {chosen!r}")


def _ticked(stage: Stage, text: str) -> None:
    ticked = marked_lines(stage, Mark.TICKED)
    _expect(text in ticked, f"{text!r} to be ticked", f"ticked are {_listed(ticked)}")


def _unticked(stage: Stage, text: str) -> None:
    unticked = marked_lines(stage, Mark.UNTICKED)
    _expect(text in unticked, f"{text!r} not to be ticked", f"not ticked are {_listed(unticked)}")


def _dark(stage: Stage) -> None:
    frame = stage.table.frame()
    _expect(not any(frame.pages), "a dark screen", "pixels are lit")


def _dialog(stage: Stage, name: str) -> None:
    _expect(stage.dialog.name == name, f"the dialog {name}", f"it is {stage.dialog.name}")


# --- refusals and faults ---


def _refusal(stage: Stage, name: str) -> None:
    _expect(stage.refusal == name, f"the refusal {name}", f"it is {stage.refusal or 'none'}")


def _no_refusal(stage: Stage) -> None:
    _expect(not stage.refusal, "no refusal", stage.refusal)


def _fault(stage: Stage, place: str) -> None:
    faults = stage.daemon.view.faults
    _expect(place in faults, f"a fault of {place}", f"faults are {_listed(faults)}")


def _screen_fault(stage: Stage) -> None:
    _fault(stage, "screen")


def _no_fault(stage: Stage) -> None:
    faults = stage.daemon.view.faults
    _expect(not faults, "no fault", f"faults are {_listed(faults)}")


# --- lamps ---


def _lamp(stage: Stage, lamp: str, pattern: Pattern, colours: tuple[Colour, ...] = ()) -> None:
    if lamp not in stage.table.lamps.names:
        raise Unmet(f"the lamp {lamp}", "this table has none of that name")
    light = stage.scene.lamps.get(lamp, DARK)
    _expect(light.pattern is pattern, f"the lamp {lamp} {pattern}", f"it is {light.pattern}")
    if colours:
        _expect(light.colour in colours, f"the lamp {lamp} in that colour", f"it is {tuple(light.colour)}")
    _watch(stage, lamp, pattern)


def _watch(stage: Stage, lamp: str, pattern: Pattern) -> None:
    """Check the lamp itself; a flicker is over too soon for that."""
    if pattern is Pattern.FLICKER:
        return
    wanted = {Pattern.ON: {True}, Pattern.OFF: {False}}.get(pattern, {True, False})
    seen = {stage.table.is_lit(lamp)}
    for _ in range(round(_WATCH_S / SLICE_S)):
        if seen >= wanted:
            break
        stage.wait(SLICE_S)
        seen.add(stage.table.is_lit(lamp))
    _expect(seen == wanted, f"the lamp {lamp} {pattern}", "it does not shine like that")


# --- the game and its journal ---


def _turn(stage: Stage, player: str) -> None:
    mover = stage.game.mover(stage.history.position)
    _expect(mover == player, f"{player} to move", f"{mover or 'nobody'} moves")


def _journal(stage: Stage, number: int) -> None:
    _expect(stage.daemon.revision == number, f"{number} entries in the journal", f"there are {stage.daemon.revision}")
    stage.check_journal()


def _last_entry(stage: Stage, name: str) -> None:
    with stage.reading_journal() as journal:
        kind = str(journal.read(stage.daemon.game_id)[-1].kind)
    _expect(kind == name, f"{name} as the last entry of the journal", f"it is {kind}")


def _no_game(stage: Stage) -> None:
    _expect(stage.daemon.table.kept.history is None, "no game", "there is one")


def _presses(stage: Stage, number: int) -> None:
    _expect(stage.presses <= number, f"at most {number} presses", f"there were {stage.presses}")


# --- how the slots are read ---

LAMP_COLOURS = {name.lower(): colour for name, colour in vars(screen).items() if isinstance(colour, Colour)}


def _text(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def _name(text: str) -> str:
    if not text.replace("_", "").replace(" ", "").isalnum():
        raise ValueError(text)
    return text


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise ValueError(text)
    return int(text)


SLOTS = {
    "text": Slot("text, in quotation marks if you like", _text),
    "name": Slot("a name", _name),
    "number": Slot("a whole number", _number, one_word=True),
    "pattern": Slot(f"one of {', '.join(Pattern)}", Pattern, one_word=True),
    "colours": Slot(f"one of {', '.join(LAMP_COLOURS)}", lambda text: (LAMP_COLOURS[text],), one_word=True),
}

FORMS = (
    Form("expect screen [says] {text}", "a line of the screen contains this", _screen),
    Form("expect no {text} on screen", "no line of the screen contains this", _no_screen),
    Form("expect title {text}", "the screen's title is exactly this", _title),
    Form("expect cursor on {text}", "the line under the cursor contains this", _chosen),
    Form("expect ticked {text}", "this line of a checklist is ticked", _ticked),
    Form("expect unticked {text}", "this line of a checklist is not ticked", _unticked),
    Form("expect dark screen", "not a pixel is lit", _dark),
    Form("expect dialog {name}", "the dialog of this name is open", _dialog),
    Form("expect refusal {name}", "something was refused for this reason, and the screen says so", _refusal),
    Form("expect no refusal", "nothing is refused", _no_refusal),
    Form("expect fault of [the] screen", "the companion knows that the screen does not work", _screen_fault),
    Form("expect fault of [the] {place}", "the companion knows that a reader does not work", _fault),
    Form("expect no fault", "everything works", _no_fault),
    Form("expect lamp {lamp} {pattern}", "a lamp shines in this way", _lamp),
    Form("expect lamp {lamp} {pattern} {colours}", "a lamp shines in this way and colour", _lamp),
    Form("expect turn {player}", "this player decides now", _turn),
    Form("expect journal {number}", "the journal holds this many entries, and tells the game on the table", _journal),
    Form("expect last entry {name}", "the journal's last entry is of this kind", _last_entry),
    Form("expect no game", "no game has begun", _no_game),
    Form("expect at most {number} presses", "no more presses since `count presses`", _presses),
)
