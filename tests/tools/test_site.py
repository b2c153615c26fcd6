"""The documentation site: links between documents become links between pages, and commands come from the parsers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.cli import COMMANDS, _parser
from tools.site.commands_page import commands_page
from tools.site.doctests import fenced
from tools.site.documents import DOCUMENTS
from tools.site.headings import one_title
from tools.site.links import site_links

ROOT = Path(__file__).parents[2]
PAGES = {"README.md": "index.md", "guide/README.md": "guide/first.md", "docs/play.md": "play.md"}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A repository with three documents that are pages, a picture and a file of code."""
    for name in (*PAGES, "guide/plan.svg", "code/kit.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    return tmp_path


@pytest.mark.parametrize(
    ("page", "document", "written", "expected"),
    [
        ("index.md", "README.md", "[guide](guide/README.md#screen)", "[guide](guide/first.md#screen)"),
        ("index.md", "README.md", "[guide](guide)", "[guide](guide/first.md)"),
        ("guide/first.md", "guide/README.md", "[play](../docs/play.md)", "[play](../play.md)"),
        ("guide/first.md", "guide/README.md", "![plan](plan.svg)", "![plan](../files/guide/plan.svg)"),
        ("play.md", "docs/play.md", '<img src="../guide/plan.svg">', '<img src="files/guide/plan.svg">'),
        ("play.md", "docs/play.md", "[the kit](../code/kit.toml)", "the kit (`code/kit.toml`)"),
        ("index.md", "README.md", "[`code/kit.toml`](code/kit.toml)", "`code/kit.toml`"),
        ("index.md", "README.md", "[a](#below) [b](https://example.org/x)", "[a](#below) [b](https://example.org/x)"),
        ("index.md", "README.md", "```sh\n[guide](guide)\n```\n", "```sh\n[guide](guide)\n```\n"),
    ],
)
def test_link_leads_through_the_site(tree: Path, page: str, document: str, written: str, expected: str) -> None:
    found = site_links(written, page, document, PAGES, tree)
    assert (found.text, found.broken) == (expected, ())


@pytest.mark.parametrize("target", ["gone.md", "../outside.md", "guide/gone.svg"])
def test_link_that_leads_nowhere_is_told(tree: Path, target: str) -> None:
    assert site_links(f"[x]({target})", "index.md", "README.md", PAGES, tree).broken == (target,)


def test_picture_comes_along_once(tree: Path) -> None:
    text = "![a](guide/plan.svg) ![b](guide/plan.svg)"
    assert site_links(text, "index.md", "README.md", PAGES, tree).assets == ("guide/plan.svg",)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("# A\n\n## B\n", "# A\n\n## B\n"),
        ("# A\n\n# B\n\n## C\n", "# A\n\n## B\n\n### C\n"),
        ("<!-- x -->\n# A\n# B\n", "<!-- x -->\n# A\n## B\n"),
        ("# A\n```sh\n# go\n```\n## B\n", "# A\n```sh\n# go\n```\n## B\n"),
    ],
)
def test_page_has_one_title(written: str, expected: str) -> None:
    assert one_title(written) == expected


def test_every_document_of_the_site_exists_and_is_in_the_navigation() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    for page, document in DOCUMENTS.items():
        assert (ROOT / document).is_file(), document
        assert re.search(rf"[ :]{re.escape(page)}$", navigation, re.MULTILINE), page


def test_page_of_commands_tells_every_command_and_argument() -> None:
    page = commands_page(_parser())
    for command in COMMANDS:
        name = command.__name__.rpartition(".")[2]
        title = {"play_simulated": "play", "restore_backup": "restore"}.get(name, name)
        assert f"\n## {title}\n" in page
    assert "| <code>--games N</code> | how many games (default: 1) |" in page
    rows = re.findall(r"^\| .*? \| (.*) \|$", page, re.MULTILINE)
    assert [row for row in rows if "%(" in row] == []
    assert "  78  a configuration, board or kit file is wrong" in page


def test_session_of_a_docstring_is_a_block_of_code_and_the_prose_around_it_is_not() -> None:
    assert fenced("One.\n\n>>> 1 + 1\n2\n>>> 3\n3\n\nTwo.\n\n>>> 4\n4\n") == (
        "One.\n\n```pycon\n>>> 1 + 1\n2\n>>> 3\n3\n```\n\nTwo.\n\n```pycon\n>>> 4\n4\n```"
    )
    assert fenced("One.") == "One."
