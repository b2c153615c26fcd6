"""Dependencies point one way. This walks every import of the project and holds the layers of ARCHITECTURE.md."""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
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
            elif (referred := _referred(child)) and module.endswith(".box"):
                yield Import(module, f"{module.removesuffix('.box')}.{referred}", True)
            else:
                guarded = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
                inner = inside or guarded or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
                yield from walk(child, inner)

    yield from walk(ast.parse(path.read_text(encoding="utf-8")), False)


def _referred(node: ast.AST) -> str:
    """Name the module that a box refers to, as in `at("table.names:PLAYERS")`; empty for anything else."""
    match node:
        case ast.Call(ast.Name("at"), [ast.Constant(str(reference))]):
            return reference.partition(":")[0]
        case _:
            return ""


def _exists(module: str) -> bool:
    place = ROOT / Path(*module.split("."))
    return place.with_suffix(".py").exists() or place.is_dir()


def _within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


MODULES = [found for package in OWN[:5] for found in _modules(package)]


@cache
def _all() -> tuple[Import, ...]:
    """Return every import, read when the first test asks, and not by whoever only looks for tests."""
    return tuple(found for module, path in MODULES for found in _imports(module, path))


GAMES = tuple(sorted(path.name for path in (ROOT / "companion" / "games").iterdir() if (path / "game.py").exists()))

# The layers, from below; a room may import itself and what is in a layer below its own. A game's folder has rooms of
# its own: rules, then what is next to them, then table, page and scenario, then the box.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("companion", "companion.errors", "firmware"),
    ("hardware",),
    ("companion.words", "companion.games", "GAME.board_files", "wiring.kits"),
    ("GAME.rules", "GAME.layouts"),
    ("companion.table", "GAME.boards"),
    ("companion.display",),
    ("GAME.game", "GAME.tagged", "companion.shelf"),
    ("GAME.table", "GAME.rulebook", "GAME.lessons"),
    ("GAME.players",),
    ("GAME.page", "GAME.terminal"),
    ("companion.config",),
    ("companion.journal", "companion.engine"),
    ("companion.running",),
    ("companion.trace", "companion.thinking"),
    ("companion.assembly",),
    ("companion.archive", "companion.enrol", "companion.check"),
    ("companion.web",),
    ("companion.hub", "companion.scenario"),
    ("companion.simulator", "companion.tab", "companion.terminal", "GAME.scenario"),
    ("GAME", "wiring"),
    ("companion.commands",),
    ("companion.cli",),
    ("companion.__main__", "systemd"),
)
LEVEL = {room: level for level, rooms in enumerate(LAYERS) for room in rooms}
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


def _room(module: str) -> str:
    """Name the room that a module is in: the longest that is placed."""
    for game in GAMES:
        if _within(module, f"companion.games.{game}"):
            module = module.replace(f"companion.games.{game}", "GAME", 1)
    parts = module.split(".")
    rooms = [".".join(parts[:count]) for count in range(len(parts), 0, -1)]
    return next((room for room in rooms if room in LEVEL and (room != "companion" or parts == ["companion"])), "")


def _own() -> list[Import]:
    return [found for found in _all() if found.name.split(".")[0] in OWN]


def test_every_module_has_a_room() -> None:
    assert [module for module, _ in MODULES if not _room(module)] == []
    used = {_room(module) for module, _ in MODULES}
    assert set(LEVEL) - used == set(), "rooms that nobody is in"


def test_rooms_import_only_from_below() -> None:
    wrong = [
        f"{found.module} ({_room(found.module)}) imports {found.name} ({_room(found.name)})"
        for found in _own()
        if _room(found.module) != _room(found.name) and LEVEL[_room(found.name)] >= LEVEL[_room(found.module)]
    ]
    assert wrong == []


def test_no_module_imports_itself_over_others() -> None:
    """There is no cycle of modules either, inside a room."""
    assert _cycles((found.module, found.name) for found in _own() if not found.inside) == []


def test_no_package_imports_itself_over_others() -> None:
    """Nor of packages, a package and those inside it included, whenever they import."""
    assert _cycles((_package(found.module), _package(found.name)) for found in _own()) == []


# What stands above or below the packages next to it, and is not taken for a part of the package it lies in: the loose
# modules of the companion, of which one is imported by all and one imports all, and the box of a game, which opens all
# parts of the game when it is asked, and which none of them knows.
ALONE = (
    *("companion.errors", "companion.engine", "companion.cli", "companion.__main__"),
    *(f"companion.games.{game}.box" for game in GAMES),
)


def _package(module: str) -> str:
    """Name the package that a module lies in; a package itself is its own."""
    is_package = (ROOT / Path(*module.split(".")) / "__init__.py").exists()
    return module if is_package or module in ALONE else module.rpartition(".")[0]


def _cycles(edges: Iterable[tuple[str, str]]) -> list[str]:
    """Name what is reached again from itself."""
    graph: dict[str, set[str]] = defaultdict(set)
    for start, end in edges:
        if start != end:
            graph[start].add(end)

    def is_reached_again(start: str) -> bool:
        seen, waiting = set(), list(graph[start])
        while waiting:
            found = waiting.pop()
            if found == start:
                return True
            if found not in seen:
                seen.add(found)
                waiting += graph[found]
        return False

    return [start for start in list(graph) if is_reached_again(start)]


def test_cycle_of_a_package_and_one_inside_it_is_seen() -> None:
    """Guard the guard: one way is none, there and back is one."""
    there = ("companion.table", "companion.table.inner")
    assert _cycles([there, ("companion.web", "companion.table")]) == []
    assert _cycles([there, there[::-1], ("companion.web", "companion.table")]) == list(there)


def test_companion_itself_holds_no_more_than_three_modules() -> None:
    loose = [path.stem for path in (ROOT / "companion").glob("*.py") if not path.stem.startswith("__")]
    assert sorted(loose) == ["cli", "engine", "errors"]


def test_nobody_but_the_shelf_names_a_game() -> None:
    wrong = [
        f"{found.module} imports {found.name}"
        for found in _all()
        for game in GAMES
        if _within(found.name, f"companion.games.{game}") and not _within(found.module, f"companion.games.{game}")
    ]
    assert wrong == []


def _role(module: str) -> str:
    """Name a module by what it is for: the parts of two games that lie in the same place play the same role."""
    for game in GAMES:
        if _within(module, f"companion.games.{game}"):
            return module.replace(f"companion.games.{game}", "GAME", 1)
    return module


def _is_one_thing(name: str, roles: set[str]) -> bool:
    """Return whether modules of one name are a command and what it runs, or a game's part and the seam's view of it."""
    command = f"companion.commands.{name}"
    if command in roles:
        return any(Import(command, other, inside) in _all() for other in roles - {command} for inside in (True, False))
    of_games = {role for role in roles if role.startswith("GAME.")}
    return len(of_games) == 1 and roles - of_games <= {f"companion.shelf.{name}", f"companion.games.{name}"}


def test_no_two_modules_have_one_name_unless_they_play_the_same_role() -> None:
    roles: dict[str, set[str]] = defaultdict(set)
    for module, path in MODULES:
        if path.stem not in ("__init__", "__main__"):
            roles[path.stem].add(_role(module))
    doubled = {name: found for name, found in roles.items() if len(found) > 1 and not _is_one_thing(name, found)}
    assert doubled == {}


@pytest.mark.parametrize(
    "package",
    [
        "companion.games.game",
        "companion.games.kit",
        "companion.table",
        *(f"companion.games.{game}.rules" for game in GAMES),
        *(f"companion.games.{game}.table" for game in GAMES),
    ],
)
def test_pure_package_knows_no_clock_no_input_and_no_output(package: str) -> None:
    wrong = [
        f"{found.module} imports {found.name}"
        for found in _all()
        if _within(found.module, package) and (found.name in IMPURE or (found.name == "random" and "rules" in package))
    ]
    assert wrong == []


SHARED_BY_RULES = ("companion.games.game", "companion.games.kit")


def test_rules_need_nothing_but_the_seam_and_themselves() -> None:
    wrong = [
        f"{found.module} imports {found.name}"
        for found in _own()
        for game in GAMES
        if _within(found.module, f"companion.games.{game}.rules")
        and not _within(found.name, f"companion.games.{game}.rules", *SHARED_BY_RULES)
    ]
    assert wrong == []


def test_of_hardware_the_pure_parts_know_only_the_values_of_ports() -> None:
    wrong = [
        f"{found.module} imports {found.name}"
        for found in _own()
        if _room(found.module) in ("companion.table", "GAME.table")
        and _within(found.name, "hardware")
        and found.name not in ("hardware.ports", "hardware.trouble")
    ]
    assert wrong == []


def test_global_chance_is_never_used() -> None:
    for module, path in _modules("companion"):
        assert "import random\n" not in path.read_text(encoding="utf-8"), module


def test_third_party_libraries_are_imported_only_when_they_are_used() -> None:
    wrong = [
        f"{found.module} imports {found.name} at its top"
        for found in _all()
        if not found.inside
        and found.name.split(".")[0] not in (*OWN, *sys.stdlib_module_names, "__future__")
        and not _within(
            found.module, "firmware", "companion.web", "companion.hub.hall_page", "wiring", "systemd.package"
        )
    ]
    assert wrong == []


def test_the_walk_sees_the_imports_there_are() -> None:
    """Guard the guard: these are true, and easy to check by hand."""
    assert Import("companion.games.hansa.rules.play", "companion.games.hansa.rules.settle", False) in _all()
    assert any(found.inside for found in _all() if found.module == "companion.commands.engine")
    assert Import("companion.games.hansa.box", "companion.games.hansa.table.names", True) in _all()
    assert _room("companion.games.hansa.table.menu") == "GAME.table"
    assert _room("hardware.simulated.field") == "hardware"
    assert len(_all()) > 300
