"""Rule books as the page is given them: one answer for each game and language, apart from the table's news."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.shelf.shelf import open_box
from companion.words.language import load_language
from companion.words.say import LANGUAGES
from tests.kit.page import PageRig, page_rig
from tests.kit.shelf import shelved


def _ids(book: dict[str, Any]) -> list[str]:
    return [paragraph["id"] for section in book["sections"] for paragraph in section["paragraphs"]]


@pytest.mark.parametrize("game", ["hansa", "teutonica"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_book_is_served_in_every_language_compressed(virtual: PageRig, game: str, language: str) -> None:
    answer = virtual.client.get(f"/rules/{game}/{language}.json")
    box = open_box(game)
    assert answer.status_code == 200
    assert answer.headers["content-encoding"] == "gzip"
    assert box.rulebook
    translate = load_language(language, [box.catalogues])
    assert answer.json() == box.rulebook().describe(box.house_rules(), translate)
    assert set(answer.json()["house_rules"]) == {rule.id for rule in box.house_rules()}


@pytest.mark.parametrize("path", ["chess/en.json", "hansa/de.json", "hansa/..", "hansa/en"])
def test_book_that_nobody_wrote_is_not_there(virtual: PageRig, path: str) -> None:
    assert virtual.client.get(f"/rules/{path}").status_code == 404


def test_every_refusal_names_its_paragraph_to_the_one_who_asked_and_at_the_table(virtual: PageRig) -> None:
    virtual.begin_if_needed()
    virtual.read_all()
    asked = virtual.post("/api/press", {"button": "end"})
    ids = _ids(virtual.client.get("/rules/hansa/en.json").json())
    assert asked.json()["error"] == "hold"
    assert asked.json()["paragraph"] in ids
    assert virtual.state()["table"]["dialog"]["paragraph"] == asked.json()["paragraph"]
    virtual.read_all()
    assert virtual.state()["table"]["dialog"]["paragraph"] == ""


@pytest.mark.network
def test_game_without_a_book_lacks_only_that(tmp_path: Path) -> None:
    with shelved(), page_rig(tmp_path, game="pearls") as rig:
        assert rig.client.get("/api/shelf").json()["games"]["pearls"]["rules"] is False
        assert rig.client.get("/rules/pearls/en.json").status_code == 404
        assert rig.post("/api/press", {"button": "end"}).json()["paragraph"] == ""
