"""Every fenced block of the documents is run, or read by the parser it is written for; a test knows each kind."""

from __future__ import annotations

import doctest
import json
import tomllib
from pathlib import Path

import pytest

from companion.config.parsing import load_config
from companion.config.settings import SECTIONS
from companion.scenario.grammar import parse_scenario
from companion.scenario.runner import run_scenario, vocabulary_of
from tests.kit.documents import ROOT, SHELLS, Block, blocks_of, documents
from tests.kit.shelf import shelved

BLOCKS = [block for name, text in documents().items() for block in blocks_of(name, text)]
# Drawings, and what a program answers: nothing that anybody types.
SHOWN = ("text",)
HERE = ("python", "toml", "scenario", "json")
# Kinds that have a test of their own: which.
ELSEWHERE = {
    **dict.fromkeys(SHELLS, "tests/test_documents.py"),
    "engine": "tests/companion/test_engine_page.py",
    "teutonica-engine": "tests/companion/test_engine_page_teutonica.py",
    **dict.fromkeys(("hansa", "hansa-turns", "hansa-wrong"), "tests/companion/games/hansa/rules/test_notation.py"),
    **dict.fromkeys(
        ("teutonica", "teutonica-turns", "teutonica-wrong"), "tests/companion/games/teutonica/rules/test_notation.py"
    ),
}


def of(language: str) -> list[Block]:
    return [block for block in BLOCKS if block.language == language]


@pytest.mark.parametrize("block", [block for block in BLOCKS if block.language not in SHOWN], ids=str)
def test_block_is_of_a_kind_that_a_test_runs(block: Block) -> None:
    assert block.language in (*HERE, *ELSEWHERE), f"{block}: name what it is, or `text` where nobody types it"
    if block.language not in (*HERE, *SHELLS):
        assert block.language in (ROOT / ELSEWHERE[block.language]).read_text(encoding="utf-8")


def test_blocks_are_found_in_lists_too() -> None:
    text = "1. Do:\n\n   ```toml\n   a = 1\n   ```\n\n```sh\nmake\n```\n"
    assert [block[1:] for block in blocks_of("x", text)] == [(3, "toml", "a = 1\n"), (7, "sh", "make\n")]


@pytest.mark.parametrize("document", sorted({block.document for block in of("python")}))
def test_python_says_what_it_is_said_to(document: str) -> None:
    """The blocks of one document are one session, as a reader types them."""
    text = "\n".join(block.text for block in of("python") if block.document == document)
    session = doctest.DocTestParser().get_doctest(text, {}, document, document, 0)
    assert session.examples
    assert all(">>>" in block.text for block in of("python"))
    assert doctest.DocTestRunner(verbose=False).run(session).failed == 0


@pytest.mark.parametrize("block", of("scenario"), ids=str)
def test_scenario_is_met(block: Block) -> None:
    if block.document == "tests/scenarios/README.md":
        return  # tests/scenarios/test_readme.py plays these both ways
    with shelved():
        scenario = parse_scenario(block.text, block.document, vocabulary_of)
        result = run_scenario(scenario, scenario.stackings[0])
    assert result.problem is None, f"\n{result}"


@pytest.mark.parametrize("block", of("json"), ids=str)
def test_json_can_be_read(block: Block) -> None:
    assert json.loads(block.text)


@pytest.mark.parametrize("block", of("toml"), ids=str)
def test_toml_is_what_the_companion_takes(block: Block, tmp_path: Path) -> None:
    given = tomllib.loads(block.text)
    toys = [path.read_text(encoding="utf-8").splitlines() for path in (ROOT / "tests" / "toygame").rglob("*.toml")]
    if set(given) <= {section.name.partition(".")[0] for section in SECTIONS}:
        file = tmp_path / "config.toml"
        file.write_text(f"format = 1\n{block.text}", encoding="utf-8")
        load_config(str(file), environment={"HOME": str(tmp_path)})
    elif "format" in given:
        assert any(set(block.text.splitlines()) <= {"", *lines} for lines in toys), "not what the toy's file says"
    else:  # a part of a kit file, which stands nowhere alone
        assert set(given) <= {"pico", "picos"}
