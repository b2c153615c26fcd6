"""The catalogues: complete, compiled, with the same gaps as the sentences, and in letters that the panel can draw."""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from gettext import GNUTranslations
from importlib import import_module
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

import companion
from companion.assembly.game_parts import translator
from companion.display import font
from companion.shelf.shelf import SHELF, catalogues, open_box
from companion.table.notices import spoken
from companion.table.screen import Row
from companion.words.language import load_language
from companion.words.say import LANGUAGES, SOURCE, Translate
from hardware.trouble import Trouble, quoted
from tests.companion.words.locale import po, reports, screens
from tests.kit import page_words
from tests.kit.page_words import FOLDERS
from tests.kit.shelf import shelved

ROOT = Path(companion.__file__).parent
Key = tuple[str, str]  # a meaning, and a form of a sentence
# Folders and modules whose words players do not read at a table: for makers, for programs, for tests.
FOR_OTHERS = ("check", "commands", "display", "enrol", "scenario", "engine.py")


def gaps(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def has_words(text: str) -> bool:
    return any(letter.isalpha() for literal, *_ in Formatter().parse(text) for letter in literal)


def literals(node: ast.AST) -> Iterator[str]:
    assert not isinstance(node, ast.JoinedStr), f"{ast.unparse(node)}: what is put together cannot be translated"
    for each in (node.body, node.orelse) if isinstance(node, ast.IfExp) else (node,):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


@cache
def said_in(part: str) -> set[str]:
    """Every literal of a part that is said, found without the extractor: `say`, both sentences of a refusal."""
    folders = {each: po.folder_of(each).parent for each in po.PARTS}
    others = [folder for each, folder in folders.items() if each not in (part, po.SHARED)]
    root = ROOT if part == po.SHARED else folders[part]
    said: set[str] = set()
    for path in root.rglob("*.py"):
        if path.relative_to(root).parts[0] in FOR_OTHERS or any(path.is_relative_to(other) for other in others):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args:
                called = ast.unparse(node.func).rpartition(".")[2]
                if called in ("say", "Say"):
                    said.update(text for each in node.args[: 2 if called == "say" else 1] for text in literals(each))
                elif called == "Refusal":
                    said.update(text for each in node.args[1:3] for text in literals(each))
    if part != po.SHARED:
        package = ".".join(root.relative_to(ROOT.parent).parts)
        refusals = import_module(f"{package}.rules.refusals").SENTENCES
        said.update(text for pair in refusals.values() for text in pair)
    return {text for text in said | reports.said() if has_words(text)}


def in_python() -> set[str]:
    """What the panel can be asked to show: the scripts say more, on the page."""
    return {text for part in po.PARTS for text in said_in(part)}


def scripts_say(part: str) -> set[Key]:
    """Every sentence of a part's scripts, found without the extractor."""
    games = (po.folder_of(part).parent / "page" / "static",)
    folders = tuple(FOLDERS[name] for name in ("page", "hub", "tab")) if part == po.SHARED else games
    said = {each for folder in folders for each in page_words.said_in(folder)}
    return {(each.meaning, text) for each in said for text in each[:2] if has_words(text)}


def all_said_in(part: str) -> set[Key]:
    return {("", text) for text in said_in(part)} | scripts_say(part)


@pytest.mark.parametrize("part", po.PARTS)
def test_catalogues_hold_exactly_what_code_and_scripts_say(part: str) -> None:
    shared = all_said_in(po.SHARED) if part != po.SHARED else set()
    for language in po.TRANSLATED:
        held = {(message.meaning, message.key) for message in po.read(language, part)}
        assert held == all_said_in(part) - shared, language


@pytest.mark.parametrize("part", po.PARTS)
@pytest.mark.parametrize("language", po.TRANSLATED)
def test_every_sentence_is_translated_once(language: str, part: str) -> None:
    messages = po.read(language, part)
    assert len({(message.meaning, message.key) for message in messages}) == len(messages)
    assert [message.key for message in messages if not message.text] == []


@pytest.mark.parametrize("part", po.PARTS)
@pytest.mark.parametrize("language", po.TRANSLATED)
def test_nothing_is_fuzzy_or_obsolete(language: str, part: str) -> None:
    assert [message.key for message in po.read(language, part) if "fuzzy" in message.flags] == []
    assert "#~" not in po.path_of(language, part).read_text(encoding="utf-8")


@pytest.mark.parametrize("part", po.PARTS)
@pytest.mark.parametrize("language", po.TRANSLATED)
def test_translations_fill_the_same_gaps(language: str, part: str) -> None:
    for message in po.read(language, part):
        assert gaps(message.text) == gaps(message.key), message.key
        assert message.text.count("\t") == message.key.count("\t"), message.key


@pytest.mark.parametrize("part", po.PARTS)
@pytest.mark.parametrize("language", po.TRANSLATED)
def test_translations_end_as_the_sentences_do(language: str, part: str) -> None:
    for message in po.read(language, part):
        assert message.text == message.text.strip(), message.key
        if message.key[-1] in ".?!…":
            assert message.text[-1] == message.key[-1], message.key


@pytest.mark.parametrize("part", po.PARTS)
@pytest.mark.parametrize("language", po.TRANSLATED)
def test_compiled_catalogue_is_up_to_date(language: str, part: str) -> None:
    said = in_python()
    messages = [each for each in po.read(language, part) if each.key in said and not each.meaning]
    with po.path_of(language, part).with_suffix(".mo").open("rb") as file:
        compiled = GNUTranslations(file)
    for message in messages:
        if message.of_one:
            count = 1 if message.key == message.of_one else 2
            assert compiled.ngettext(message.of_one, message.key, count) == message.text
        else:
            assert compiled.gettext(message.key) == message.text
    assert compiled.info()["language"] == language
    held = compiled._catalog  # type: ignore[attr-defined]  # nothing public tells how many it holds
    assert len(held) == len(messages) + 1


def test_own_catalogue_of_a_game_is_asked_before_that_of_another(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("first", "second")]
    for folder, word in zip(folders, ("primo", "secondo"), strict=True):
        (folder / "it" / "LC_MESSAGES").mkdir(parents=True)
        catalogue = Catalog(locale="it")
        catalogue.add("Nobody else says this.", word)
        with (folder / "it" / "LC_MESSAGES" / "companion.mo").open("wb") as file:
            write_mo(file, catalogue)
    assert load_language("it", folders)("Nobody else says this.") == "primo"
    assert load_language("it", reversed(folders))("Nobody else says this.") == "secondo"
    assert load_language("it")("Nobody else says this.") == "Nobody else says this."


def test_table_speaks_the_words_of_its_own_game_before_those_of_others() -> None:
    with shelved():
        own, *others = catalogues(open_box("pearls"))
        assert own == open_box("pearls").catalogues
        assert others == [open_box(game).catalogues for game in SHELF if game != "pearls"]
        assert translator("nl", {}, open_box("pearls"))("Rinse it") == "Spoel hem"


@pytest.mark.parametrize("part", po.PARTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_can_be_drawn(language: str, part: str) -> None:
    """By a drawing of its own, or by a letter and a mark that have one."""
    texts = said_in(part)
    if language != SOURCE:
        said = in_python()
        texts = {each.text for each in po.read(language, part) if each.key in said and not each.meaning}
    letters = set(unicodedata.normalize("NFD", "".join(texts))) - {"\t"}
    for face in (font.small(), font.large()):
        assert letters <= face.characters, sorted(letters - face.characters)


@pytest.mark.parametrize("language", po.TRANSLATED)
def test_no_screen_says_what_the_catalogue_lacks(language: str) -> None:
    """Found by asking, not by reading the code: also words that no literal holds."""
    parts = (po.SHARED, "hansa")
    known = {message.key for part in parts for message in po.read(language, part) if not message.meaning}
    translate = load_language(language, catalogues())
    asked: set[str] = set()

    def noting(sentence: str, many: str = "", count: int = 1, /) -> str:
        asked.update(filter(None, (sentence, many)))
        return translate(sentence, many, count)

    for kind in screens.KINDS:
        if kind is not screens.of_games:
            for screen in kind():
                for row in (screen.title, *screen.rows, screen.hint):
                    if isinstance(row, Row):
                        speak(row, noting)
    assert {template for template in asked if has_words(template)} - known == set()
    assert len(asked) > 200


def speak(row: Row, translate: Translate) -> None:
    row.left.in_language(translate)
    row.right.in_language(translate)


# Words that stood for two things, or next to another word for the same thing, and the one that is said now.
RETIRED = {
    "it": {
        r"tabellon[ei]|planci[ae]": "mappa",
        r"prendi \{good\}": "compra",
        r"compagn[oi]\b|\bcomputer\b": "companion",
    },
    "nl": {
        r"\bbord(en)?\b": "speelbord, schotel",
        r"\bmag\.|magazijn|het reserve": "de reserve",
        r"handelaren": "handelaars",
        r"\btalers?\b(?!\})": "Daalder",
        r"metgezel|\bcomputer": "companion",
        r"marktkra": "kraam",
    },
}


@pytest.mark.parametrize("part", po.PARTS)
@pytest.mark.parametrize("language", po.TRANSLATED)
def test_one_word_is_said_for_one_thing(language: str, part: str) -> None:
    texts = [message.text for message in po.read(language, part)]
    for word, instead in RETIRED[language].items():
        assert [text for text in texts if re.search(word, text, re.IGNORECASE)] == [], instead


# --- what devices and the journal report ---


def test_every_trouble_is_said_in_every_language() -> None:
    assert len(reports.said()) > 100
    for language in po.TRANSLATED:
        known = {message.key for message in po.read(language, po.SHARED)}
        assert {template for template in reports.said() if has_words(template)} - known == set()


def test_words_of_somebody_else_are_passed_on_as_they_are() -> None:
    assert spoken(quoted("[Errno 5] {odd} words")).in_language(load_language("it")) == "[Errno 5] {odd} words"


def test_trouble_keeps_its_details_in_another_language() -> None:
    trouble = Trouble("{file}: the disk is full", file="games.sqlite")
    assert spoken(trouble).in_language(load_language("nl")) == "games.sqlite: de schijf is vol"
