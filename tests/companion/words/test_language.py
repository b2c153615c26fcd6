"""Languages are loaded by name, called by other names where configured, and switched at the table at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.assembly.game_parts import translator
from companion.shelf.shelf import catalogues
from companion.words.language import UnknownLanguage, load_language, with_names, with_room
from companion.words.say import LANGUAGES, SOURCE, brief, say
from tests.kit import companion as rig
from tests.kit import hansa
from tests.kit.lean import configured


def test_source_language_says_what_the_code_says() -> None:
    assert load_language(SOURCE)("Sail to {city}") == "Sail to {city}"


@pytest.mark.parametrize(("language", "talers", "booths"), [("it", "Talleri", "Empori"), ("nl", "Daalders", "Kramen")])
def test_languages_use_the_terms_of_their_rule_books(language: str, talers: str, booths: str) -> None:
    translate = load_language(language, catalogues())
    assert (translate("Talers"), translate("Booths")) == (talers, booths)


def test_sentence_without_a_translation_stays_as_it_is() -> None:
    assert load_language("it")("Nobody says this.") == "Nobody says this."


@pytest.mark.parametrize("given", ["", "xx", "IT", "../it", "en_GB"])
def test_unknown_language_is_told_with_those_there_are(given: str) -> None:
    with pytest.raises(UnknownLanguage, match="choose one of en, it, nl") as caught:
        load_language(given)
    assert repr(given) in str(caught.value)


def test_names_take_the_place_of_colours_in_every_language() -> None:
    for language in LANGUAGES:
        translate = translator(language, {"gray": "Anna"}, hansa.BOX)
        assert say("{player}: booth", player=say("Gray")).in_language(translate).startswith("Anna: ")
        assert say("Yellow").in_language(translate) == say("Yellow").in_language(load_language(language, catalogues()))


def test_name_with_braces_is_only_a_name() -> None:
    translate = with_names(load_language("it", catalogues()), {"Gray": "{0} {odd}"})
    assert say("{player} wins!", player=say("Gray")).in_language(translate) == "Vince {0} {odd}!"
    assert say("Gray").in_language(translate) == "{0} {odd}"


def test_what_is_brief_on_the_small_screen_is_whole_where_there_is_room() -> None:
    italian = load_language("it", catalogues())
    told = say("{way}", way=brief("Nort", "Northern"))
    assert told.in_language(italian) == "Nort"
    assert told.in_language(with_names(with_room(italian), {"Red": "Anna"})) == "Northern"
    assert say("Gray").in_language(with_room(italian)) == say("Gray").in_language(italian)


def test_name_is_called_out_in_capitals_too() -> None:
    translate = with_names(load_language("nl", catalogues()), {"Red": "Anna"})
    assert say("RED").in_language(translate) == "ANNA"
    assert say("BLUE").in_language(translate) == "BLAUW"


def test_language_of_the_configuration_is_one_that_is_spoken(tmp_path: Path) -> None:
    assert [configured(tmp_path, language=language).language for language in LANGUAGES] == list(LANGUAGES)


# --- at the table ---


@pytest.fixture
def table(tmp_path: Path) -> Iterator[rig.Companion]:
    companion = rig.start(tmp_path)
    yield companion
    companion.close()


def title_of(companion: rig.Companion) -> str:
    assert companion.daemon.showing.scene
    return companion.daemon.showing.spoken(companion.daemon.showing.scene.screen.title.left)


def choose(companion: rig.Companion, label: str) -> None:
    """Move the cursor to a line of the menu, by its English words, and press ok."""
    dialog = companion.daemon.table.dialog
    labels = [choice.label.in_language() for choice in getattr(dialog, "choices", ())]
    companion.press(*["down"] * labels.index(label), "ok")


def to_languages(companion: rig.Companion) -> None:
    companion.begin_game()
    companion.press("ok", "ok", "back")  # past what is to be laid out, to the table menu
    assert title_of(companion) == "Table"
    choose(companion, "Language")
    assert title_of(companion) == "Language"


@pytest.mark.parametrize(("label", "language", "title"), [("Italiano", "it", "Grigio"), ("Nederlands", "nl", "Grijs")])
def test_language_chosen_at_the_table_is_spoken_at_once(
    table: rig.Companion, label: str, language: str, title: str
) -> None:
    to_languages(table)
    before = table.daemon.showing.count
    choose(table, label)
    assert table.daemon.showing.count > before
    assert title_of(table) == title
    assert (table.config.state / "language").read_text(encoding="utf-8").strip() == language


def test_language_chosen_at_the_table_is_spoken_after_a_restart(tmp_path: Path) -> None:
    first = rig.start(tmp_path)
    to_languages(first)
    choose(first, "Nederlands")
    first.close()
    second = rig.start(tmp_path)
    try:
        assert second.config.language == "nl"
        assert second.config.settings["language"].source == "chosen at the table"
        assert title_of(second) == "Welkom terug"
    finally:
        second.close()


def test_choice_at_the_table_is_refused_where_the_disk_takes_nothing(table: rig.Companion) -> None:
    to_languages(table)
    (table.config.state / "language").mkdir()  # a folder in its way: nothing can be written there
    choose(table, "Italiano")
    refusal = table.daemon.table.refused
    assert refusal
    assert refusal.message(str) == f"{table.config.state / 'language'}: cannot be written"
    assert table.daemon.showing.translate("Language") == "Language"
