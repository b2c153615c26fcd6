"""The page's seam: a game's looks stay inside the game, and nothing of the page or the hub is about one game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.hub.hall_page import STATIC as HUB
from companion.shelf.shelf import pages
from companion.web.page_files import STATIC
from tests.kit.page import PageRig

OWN = [
    path
    for folder in (STATIC, HUB)
    for path in sorted(folder.rglob("*"))
    if path.suffix in (".js", ".ts", ".css", ".json", ".html")
]
# What only Hansa has, as whole words, also in the middle of a key or a class.
HANSAS = re.compile(r"(?<![A-Za-z])(city|cities|booths?|talers?|ships?|gray|hansa)(?![A-Za-z])", re.IGNORECASE)
# What a game's scripts may import of the page.
OFFERED = {"api.js", "art.js", "contract.js", "dom.js", "plot.js", "robots.js", "words.js"}
# The product is called after its first game: that is its name, whatever is played.
BRAND = ("Hansa companion", "hansa-companion", "Hansa hub")


def selectors(css: str) -> Iterator[str]:
    """Yield every selector of a style sheet, and the names of its animations."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    for head in re.findall(r"([^{}]+)\{", css):
        if head.strip().startswith("@keyframes"):
            yield head.strip()
        elif not re.fullmatch(r"@.*|from|to|[\d.]+%", head.strip(), re.DOTALL):
            yield from (each.strip() for each in re.split(r",(?![^(]*\))", head))


def is_scoped(selector: str, game: str) -> bool:
    """Return whether a rule counts inside an element of the game alone; the page's theme and areas may come first."""
    scope = re.escape(f':where([data-game="{game}"])')
    return bool(re.match(rf"(:root\S* )?(\.[\w-]+)?{scope}( |$)", selector)) or selector.startswith(
        f"@keyframes {game}-"
    )


@pytest.mark.parametrize("game", pages())
def test_looks_of_a_game_count_inside_it_alone(game: str) -> None:
    found = list(selectors((pages()[game] / "game.css").read_text()))
    assert len(found) > 10
    assert [each for each in found if not is_scoped(each, game)] == []


@pytest.mark.parametrize(
    ("css", "scoped"),
    [
        (':where([data-game="x"]) .sea { fill: blue; }', True),
        (':where([data-game="x"]) { --sea: blue; }', True),
        ('.side:where([data-game="x"]) .sea { fill: blue; }', True),
        (':root[data-theme="dark"] :where([data-game="x"]) { --sea: blue; }', True),
        ('@media (width > 1px) { :where([data-game="x"]) .a:not(.b, .c) { fill: blue; } }', True),
        (".sea { fill: blue; }", False),
        (':where([data-game="x"]) .a, .b { fill: blue; }', False),
        (':where([data-game="y"]) .a { fill: blue; }', False),
        ("@media (width > 1px) { .a { fill: blue; } }", False),
        ("@keyframes x-wave { 50% { opacity: 0; } }", True),
        ("@keyframes wave { 50% { opacity: 0; } }", False),
    ],
)
def test_rule_that_counts_elsewhere_is_found(css: str, scoped: bool) -> None:
    assert all(is_scoped(each, "x") for each in selectors(css)) is scoped


@pytest.mark.parametrize("path", OWN, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_page_and_hub_name_nothing_of_one_game(path: Path) -> None:
    text = path.read_text()
    for brand in BRAND:
        text = text.replace(brand, "")
    assert HANSAS.findall(text) == []


@pytest.mark.parametrize("path", OWN, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_page_and_hub_load_no_game_by_its_name(path: Path) -> None:
    assert not any(f"/games/{game}" in path.read_text() for game in pages())


@pytest.mark.parametrize("game", pages())
def test_game_imports_only_what_the_page_offers(game: str) -> None:
    scripts = "\n".join(path.read_text() for path in sorted(pages()[game].glob("*.js")))
    imported = set(re.findall(r"""from ["']([^"']+)["']""", scripts))
    assert "/static/dom.js" in imported
    assert {name for name in imported if not name.startswith("./")} <= {f"/static/{name}" for name in OFFERED}


def test_page_serves_every_game_and_tells_which_is_played(virtual: PageRig) -> None:
    shelf = virtual.client.get("/api/shelf").json()
    assert shelf["game"] == "hansa"
    colours = ["gray", "yellow", "purple", "white"]
    hansa = {"title": "Hansa", "seats": [2, 3, 4], "colours": colours, "drawn": True, "rules": True}
    assert shelf["games"]["hansa"] == hansa
    assert list(shelf["games"]) == list(pages())
    for game in pages():
        for name in ("main.js", "game.css", "words.js"):
            assert virtual.client.get(f"/games/{game}/{name}").status_code == 200
    assert virtual.client.get("/games/chess/main.js").status_code == 404


def test_builders_of_the_page_know_every_action_that_its_scripts_give_them() -> None:
    """What they do not know would become an attribute, which no browser runs on a page like ours."""
    known = re.findall(r'"(on\w+)"', re.findall(r"ACTIONS = (.*);", (STATIC / "dom.js").read_text())[0])
    scripts = [*OWN, *STATIC.parents[1].glob("games/*/page/static/*.js")]
    given = {name for path in scripts for name in re.findall(r"\b(on[a-z]+): ", path.read_text(encoding="utf-8"))}
    assert given - set(known) <= {"once", "one", "onto"}  # ordinary words
    assert "oninput" in given
