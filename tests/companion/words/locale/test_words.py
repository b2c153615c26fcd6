"""Whole sentences as players read them: refusals, faults and counts, with pieces and places in the same language."""

from __future__ import annotations

import pytest

from companion.games.game import IllegalMove
from companion.games.hansa.rules.goods import ALL_MARKERS
from companion.games.hansa.rules.moves import End, Move, Reveal
from companion.games.hansa.rules.refusals import refusal_of
from companion.games.hansa.table import names
from companion.shelf.shelf import catalogues
from companion.table import notices
from companion.table.screen import Row
from companion.words.language import load_language
from hardware.trouble import Trouble
from tests.companion.words.locale.screens import BOARD, HANSA, histories


def refused(move: Move, language: str) -> list[str]:
    """Play a move on a board that is still being stocked, and return the sentences of the refusal."""
    history = histories()[0]
    with pytest.raises(IllegalMove) as caught:
        history.after(HANSA.game, move)
    return spoken(notices.refused(HANSA, caught.value.refusal, "", None).rows, language)


def spoken(rows: tuple[object, ...], language: str) -> list[str]:
    return [row.left.in_language(load_language(language, catalogues())) for row in rows if isinstance(row, Row)]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Ending the turn is not possible now: the phase is warehouses."),
        ("it", "Terminare il turno: ora non è possibile. Fase: magazzini."),
        ("nl", "De beurt beëindigen kan nu niet. Fase: pakhuizen."),
    ],
)
def test_refusal_names_move_and_phase(language: str, sentence: str) -> None:
    assert refused(End(), language)[0] == sentence


@pytest.mark.parametrize(("language", "words"), [("en", "face down"), ("it", "tra le coperte"), ("nl", "gedekt")])
def test_refusal_names_marker_and_place_and_the_first_choices(language: str, words: str) -> None:
    left_out = next(good for good in ALL_MARKERS if good.colour not in histories()[0].position.setup.goods)
    why, remedy = refused(Reveal(left_out), language)
    assert why.endswith(f"{names.marker_name(left_out).in_language(load_language(language, catalogues()))} {words}.")
    assert remedy.count(",") == 2
    assert remedy.endswith("….")


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("in Danzig", "a Danzig"),
        ("before gray", "tra quelle di Grigio"),
        ("to lose before white", "da perdere (Bianco)"),
        ("at danzig.2", "qui: Danzig 2"),
        ("at gray.sold", "qui: Grigio, vendute"),
    ],
)
def test_refusal_names_every_kind_of_place(place: str, words: str) -> None:
    refusal = refusal_of("no_such_marker", good="blue1", place=place, choice="none")
    assert spoken(notices.refused(HANSA, refusal, "", None).rows, "it") == [
        f"Non c'è blu 1 {words}.",
        "Scegli una pedina che c'è: nessuna.",
    ]


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("bank", "bank"),
        ("supply", "eigen voorraad"),
        ("unseen", "gedekt"),
        ("out", "uit het spel"),
        ("purple", "Lila"),
        ("danzig", "Danzig"),
        ("nowhere", "nowhere"),
    ],
)
def test_places_of_corrections_have_names(place: str, words: str) -> None:
    assert names.place_name(BOARD, place).in_language(load_language("nl", catalogues())) == words


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("city.danzig", "Danzig"),
        ("warehouse.danzig.2", "Danzig 2"),
        ("button.end", "tasto end"),
        ("seat.purple", "Viola"),
        ("pile.5", "Pila 5"),
        ("pad", "lettore"),
        ("screen", "schermo"),
        ("pico", "pico"),
    ],
)
def test_faults_name_the_part_that_is_ill(source: str, words: str) -> None:
    fault = notices.fault(HANSA, source, Trouble("the Pico does not answer"), Trouble("check the disk"))
    assert fault.title.left.in_language(load_language("it", catalogues())) == f"Guasto: {words}"
    assert spoken(fault.rows, "it") == ["il Pico non risponde", "controllate il disco"]


def test_one_of_a_thing_is_said_in_the_singular() -> None:
    said = [
        count(number).in_language(load_language(language, catalogues()))
        for language in ("en", "it", "nl")
        for count in (names.barrels, names.booths, names.markers)
        for number in (1, 2)
    ]
    assert said == [
        *("1 barrel", "2 barrels", "1 booth", "2 booths", "1 marker", "2 markers"),
        *("1 barile", "2 barili", "1 emporio", "2 empori", "1 pedina", "2 pedine"),
        *("1 vat", "2 vaten", "1 kraam", "2 kramen", "1 fiche", "2 fiches"),
    ]
