"""The page's document: turns a snapshot of the table into JSON in one language.

It has sections, of which only the changed ones are sent: `table` (what the small screen says, as text), `panel` (its
very pixels), `lamps`, `asks_board` (is the board file right?), `people` (what they are called, and who plays by
itself), `characters` (of those), `seats`, `decides` and `take_back` (whose the seats are, and who may answer), `news`
(of the last step, besides the log), `house_rules` (for the next game), `board`, `game`, `unseen` (pieces that no reader
sees), `log`, `plot`, and `bench` where the hardware is simulated.

The page answers the very dialog that the small screen shows. Each has a fingerprint of all that it offers, so that an
answer to a dialog that has changed meanwhile is refused instead of meaning something else.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from companion.display.draw import draw
from companion.shelf.box import Drawing
from companion.shelf.players import Players
from companion.table.belief import Belief, Expected, Known, group_of
from companion.table.dialog import About, Checklist, Dialog, Menu, Notice, Tone, fingerprint
from companion.table.history import History, Step
from companion.table.notices import spoken
from companion.table.screen import Bars, Code, Look, Row
from companion.table.view import View
from companion.web.feed import Snapshot
from companion.words.language import on_small_screen
from companion.words.say import LANGUAGES, Call, Say, Translate
from hardware.ports import Frame, HealthChanged, Light
from hardware.trouble import Trouble

Json = dict[str, Any]
MOST_TRANSLATORS: Final = 4 * len(LANGUAGES)  # with the names of those who play, also as the small screen cuts them


class Annals:
    """The log and the plot of a game: a row for each step, made once; if a history changes, again from there."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing
        self._first: Any = None
        self._steps: tuple[Step, ...] = ()
        self._rows: list[Json] = []
        self._told: dict[Translate, list[Json]] = {}  # the log, for each language and the names

    def log(self, history: History, translate: Translate) -> list[Json]:
        """Return the log of a history, with a sentence for each step that is worth one."""
        rows = self._follow(history)
        if translate not in self._told and len(self._told) == MOST_TRANSLATORS:
            self._told.clear()  # of players who were called otherwise
        told = self._told.setdefault(translate, [])
        told += ({**row["log"], "text": _text(row["told"], translate)} for row in rows[len(told) :])
        return list(told)

    def plot(self, history: History) -> list[Json]:
        """Return the scores after each step of a history."""
        return [row["plot"] for row in self._follow(history)]

    def _follow(self, history: History) -> list[Json]:
        if history.first is self._first and history.steps is self._steps:
            return self._rows
        same = 0
        if history.first is self._first:
            pairs = zip(self._steps, history.steps, strict=False)
            same = next((n for n, (x, y) in enumerate(pairs) if x is not y), min(len(self._steps), len(history.steps)))
        del self._rows[same:]
        for told in self._told.values():
            del told[same:]
        self._rows += (self._drawing.row(history, index) for index in range(same, len(history.steps)))
        self._first, self._steps = history.first, history.steps
        return self._rows


def _text(told: Say | None, translate: Translate) -> str:
    return told.in_language(translate) if told else ""


class Describer:
    """Describes snapshots."""

    def __init__(
        self,
        drawing: Drawing,
        translators: Mapping[str, Translate],
        *,
        about: Json,
        explain: Callable[[str, Trouble, Trouble], Notice],
        expected: Callable[[Any], Expected],
        watched: Collection[str],
        frame: Callable[[], Frame | None] = lambda: None,
        bench: Callable[[], Json] | None = None,
        seats: Callable[[View, Translate], Json],
        call: Call = lambda translate, _: translate,
        players: Players,
        paragraphs: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Describe with `about`, which never changes; `explain` words a device's trouble as the small screen does.

        `expected` says which pieces belong where in a position, `watched` names the places that have a reader. Frame
        and bench come from a simulated table, if there is one; where there is no frame, it is drawn. `seats` says who
        decides, and players are called by their names with `call`; `players` are those who play by themselves.
        `paragraphs` are those of the rule book that answer refusals, by code.
        """
        self._seats, self._players = seats, players
        self._drawing, self._paragraphs = drawing, paragraphs
        self._expected, self._watched = expected, watched
        self._about, self._explain, self._frame, self._bench = about, explain, frame, bench
        self._annals = Annals(drawing)
        self._call = lru_cache(maxsize=MOST_TRANSLATORS)(
            lambda language, names, cut: call(translators[language], cut(dict(names)))
        )

    def describe(self, snapshot: Snapshot, language: str) -> Json:
        """Describe a snapshot in a language."""
        view = snapshot.view
        history, names = view.kept.history, view.kept.people.names
        chosen = view.offers.house_rules.chosen
        translate = self._call(language, names, dict)
        frame = self._frame() or draw(view.scene.screen.blotted(), self._call(language, names, on_small_screen))
        document: Json = {
            "about": self._about,
            "revision": {"game": snapshot.game_id, "number": snapshot.revision},
            "table": {
                "dialog": format_dialog(view.dialog, translate, self._paragraphs),
                "at_home": view.is_at_home,
                "refusal": refusal_of(view.dialog, translate),
                "faults": [self._format_fault(fault, translate) for fault in view.faults.values()],
                "cardboard": view.equipment.cardboard,
                "phones": view.offers.phones_allowed,
            },
            **self._seats(view, translate),
            "news": [row.left.in_language(translate) for row in view.news if row.look is not Look.TITLE],
            "panel": format_frame(frame),
            "asks_board": view.asks_board,
            "people": {"names": dict(names), "robots": dict(view.kept.people.robots)},
            "characters": told_characters(self._players, translate),
            "house_rules": [
                {"id": item.value, "text": item.label.in_language(translate), "chosen": item.value in chosen}
                for item in view.offers.house_rules.items()
            ],
            "lamps": {name: format_light(light) for name, light in view.scene.lamps.items()},
            "board": None,
            "game": None,
            "unseen": {},
            "log": [],
            "plot": [],
        }
        if history is not None:
            document["board"] = self._drawing.board(history.position)
            document["game"] = self._drawing.state(history, translate)
            if view.equipment.cardboard:
                document["unseen"] = unseen(view.belief, self._expected(history.position), self._watched)
            document["log"] = self._annals.log(history, translate)
            document["plot"] = self._annals.plot(history)
        if self._bench:
            document["bench"] = self._bench()
        return document

    def _format_fault(self, fault: HealthChanged, translate: Translate) -> Json:
        return {
            "source": fault.source,
            "title": self._explain(fault.source, fault.reason, fault.remedy).title.left.in_language(translate),
            "reason": spoken(fault.reason).in_language(translate),
            "remedy": spoken(fault.remedy).in_language(translate),
        }


def told_characters(players: Players, translate: Translate) -> Json:
    """Tell what characters are called and what they say of themselves, by their ids."""
    return {
        each.id: {"name": each.name.in_language(translate), "sentence": each.sentence.in_language(translate)}
        for each in players.characters
    }


def unseen(belief: Belief, expected: Expected, watched: Collection[str]) -> dict[str, dict[str, str]]:
    """Return by place the kinds of pieces that belong there but are not seen, and how that is known instead.

    Without a reader nothing can be seen, so only pieces that are merely assumed are listed.
    """
    known: dict[tuple[str, str], set[Known]] = {}
    for piece, there in belief.pieces.items():
        known.setdefault((group_of(piece), there.place), set()).add(there.known)
    told: dict[str, dict[str, str]] = {}
    for group, places in expected.items():
        for place in places:
            how = known.get((group, place), {Known.DECLARED})  # known by the moves that put it there
            if Known.SEEN not in how and (place in watched or Known.ASSUMED in how):
                told.setdefault(place, {})[group] = str(Known.ASSUMED if Known.ASSUMED in how else Known.DECLARED)
    return told


def format_frame(frame: Frame) -> Json:
    """Return the pixels of a panel, packed in the panel's own order."""
    return {"width": frame.width, "height": frame.height, "pages": b64encode(frame.pages).decode("ascii")}


def format_light(light: Light) -> Json:
    """Return what a lamp shows."""
    red, green, blue = light.colour
    return {"pattern": str(light.pattern), "colour": f"#{red:02x}{green:02x}{blue:02x}"}


def format_dialog(dialog: Dialog, translate: Translate, paragraphs: Mapping[str, str] = MappingProxyType({})) -> Json:
    """Describe a dialog in a language; `paragraphs` of the rule book answer refusals, by their codes."""

    def spoken(words: Say) -> str:
        return words.in_language(translate)

    told: Json = {
        "name": dialog.name,
        "title": [spoken(dialog.title.left), spoken(dialog.title.right)],
        "tone": str(dialog.tone if isinstance(dialog, Notice) else Tone.PLAIN),
        "place": dialog.place,
        "about": str(dialog.topic.about),
        "paragraph": paragraphs.get(dialog.topic.code, "") if dialog.topic.about is About.REFUSED else "",
        "asker": dialog.topic.code if dialog.topic.about is About.CONSENT else "",
    }
    match dialog:
        case Menu():
            told |= {
                "kind": "menu",
                "rows": [_row(row, translate) for row in dialog.head],
                "lines": [
                    {
                        "text": spoken(choice.label),
                        "right": spoken(choice.right),
                        "place": choice.place,
                        "section": spoken(choice.section),
                    }
                    for choice in dialog.choices
                ],
                "at_heading": dialog.is_at_heading,
            }
        case Checklist():
            ticked = dialog.ticked
            first = {"text": spoken(dialog.confirm(len(ticked))), "right": "", "place": ""}
            items = [
                {"text": spoken(item.label), "right": "", "place": "", "ticked": index in ticked}
                for index, item in enumerate(dialog.items)
            ]
            told |= {"kind": "checklist", "rows": [], "lines": [first, *items]}
        case Notice():
            told |= {"kind": "notice", "rows": [_row(row, translate) for row in dialog.rows], "lines": []}
    told["cursor"] = 0 if isinstance(dialog, Notice) else dialog.cursor
    told["id"] = fingerprint(dialog)
    return told


def _row(row: Row | Bars | Code, translate: Translate) -> Json:
    match row:
        case Row():
            return {
                "text": row.blotted().left.in_language(translate),
                "right": row.right.in_language(translate),
                "look": str(row.look),
                "secret": row.is_secret,
            }
        case Bars():
            return {"bars": list(row.values), "full": row.full, "chosen": row.chosen, "warning": row.warning}
        case Code():
            return {"code": row.text}


def refusal_of(dialog: Dialog, translate: Translate) -> Json | None:
    """Return reason and remedy where the dialog refuses something."""
    if not isinstance(dialog, Notice) or dialog.tone is not Tone.REFUSAL:
        return None
    texts = [
        row.left.in_language(translate) for row in dialog.rows if isinstance(row, Row) and row.look is not Look.FAINT
    ]
    return {"reason": texts[0] if texts else "", "remedy": " ".join(texts[1:]), "place": dialog.place}
