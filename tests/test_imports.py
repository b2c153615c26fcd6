"""Dependencies point one way. This walks every import of the project and holds the rules of ARCHITECTURE.md."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
OWN = ("companion", "hardware", "firmware", "wiring", "systemd", "tests")


class Import(NamedTuple):
    module: str  # that imports
    name: str  # what it imports
    inside: bool  # only when a function runs, or only for the type checker


def _modules(package: str) -> Iterator[tuple[str, Path]]:
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if "node_modules" not in parts:
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def _imports(module: str, path: Path) -> Iterator[Import]:
    def walk(node: ast.AST, inside: bool) -> Iterator[Import]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import):
                yield from (Import(module, alias.name, inside) for alias in child.names)
            elif isinstance(child, ast.ImportFrom):
                assert child.level == 0, f"{module} imports relatively; write the whole name"
                assert child.module
                for alias in child.names:
                    whole = f"{child.module}.{alias.name}"
                    is_module = child.module.split(".")[0] in OWN and _exists(whole)
                    yield Import(module, whole if is_module else child.module, inside)
            else:
                guarded = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
                inner = inside or guarded or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
                yield from walk(child, inner)

    yield from walk(ast.parse(path.read_text(encoding="utf-8")), False)


def _exists(module: str) -> bool:
    place = ROOT / Path(*module.split("."))
    return place.with_suffix(".py").exists() or place.is_dir()


def _within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


ALL = [found for package in OWN[:5] for module, path in _modules(package) for found in _imports(module, path)]

# package: what it may import of the project, itself aside
MAY_IMPORT = {
    "companion.games.game": (),
    "companion.games.hansa.rules": ("companion.games.game",),
    "companion.games.teutonica.rules": ("companion.games.game",),
    "companion.games.teutonica": ("companion.games.game",),
    "companion.table": ("companion.games.game", "companion.words.say", "hardware.ports"),
    "companion.games.hansa.table": (
        "companion.games.game",
        "companion.games.hansa.rules",
        "companion.games.hansa.game",
        "companion.table",
        "companion.words.say",
        "hardware.ports",
    ),
    "companion.journal": ("companion.words.redaction", "companion.config.redis_server"),
    "companion.display": (
        "companion.table.screen",
        "companion.words.say",
        "companion.words.progress",
        "hardware.ports",
    ),
    "companion.engine": ("companion.games.game", "companion.shelf.shelf"),
    "hardware": ("firmware",),
    "firmware": (),
}
# The one place that knows which games, journals and devices there are.
COMPOSITION_ROOT = (
    "companion.shelf.shelf",
    "companion.assembly.compose",
    "companion.commands",
    "companion.cli",
    "companion.running.devices",
    "companion.scenario",
    "companion.web",
    "companion.hub.join",
    "companion.hub.demo",
)
IMPURE = (
    "os",
    "io",
    "time",
    "datetime",
    "logging",
    "pathlib",
    "socket",
    "subprocess",
    "threading",
    "asyncio",
    "sqlite3",
)


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_package_imports_only_what_it_may(package: str) -> None:
    wrong = [
        f"{found.module} imports {found.name}"
        for found in ALL
        if _within(found.module, package)
        and found.name.split(".")[0] in OWN
        and not _within(found.name, package, *MAY_IMPORT[package])
    ]
    assert wrong == []


def test_only_the_composition_root_names_a_game() -> None:
    wrong = [
        f"{found.module} imports {found.name}"
        for found in ALL
        for game in ("companion.games.hansa", "companion.games.teutonica")
        if _within(found.name, game) and not _within(found.module, game, *COMPOSITION_ROOT)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "package",
    [
        "companion.games.game",
        "companion.games.hansa.rules",
        "companion.games.teutonica.rules",
        "companion.table",
        "companion.games.hansa.table",
    ],
)
def test_pure_package_knows_no_clock_no_input_and_no_output(package: str) -> None:
    wrong = [
        f"{found.module} imports {found.name}"
        for found in ALL
        if _within(found.module, package) and (found.name in IMPURE or (found.name == "random" and "rules" in package))
    ]
    assert wrong == []


def test_global_chance_is_never_used() -> None:
    for package in ("companion",):
        for module, path in _modules(package):
            assert "import random\n" not in path.read_text(encoding="utf-8"), module


def test_third_party_libraries_are_imported_only_when_they_are_used() -> None:
    wrong = [
        f"{found.module} imports {found.name} at its top"
        for found in ALL
        if not found.inside
        and found.name.split(".")[0] not in (*OWN, *sys.stdlib_module_names, "__future__")
        and not _within(found.module, "firmware", "companion.web", "companion.hub.hall_page", "wiring")
    ]
    assert wrong == []


def test_the_walk_sees_the_imports_there_are() -> None:
    """Guard the guard: these are true, and easy to check by hand."""
    assert Import("companion.games.hansa.rules.play", "companion.games.hansa.rules.settle", False) in ALL
    assert any(found.inside for found in ALL if found.module == "companion.commands.engine")
    assert len(ALL) > 300
