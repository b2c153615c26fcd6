"""Kit files as nested dicts, for tests that bend them: read, change, write out as TOML again, and see refused."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from importlib import resources
from typing import Any

import pytest

from hardware.kit.kit import KitError, parse_kit

Tree = dict[str, Any]
Path = tuple[str, ...]


def shipped(name: str) -> Tree:
    return tomllib.loads(resources.files("wiring").joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def to_toml(tree: Tree, path: Path = ()) -> str:
    lines = [f"[{'.'.join(json.dumps(key) for key in path)}]"] if path else []
    plain = ((key, value) for key, value in tree.items() if not _is_table(value))
    lines += [f"{json.dumps(key)} = {json.dumps(value)}" for key, value in plain]
    lines += [to_toml(value, (*path, key)) for key, value in tree.items() if _is_table(value)]
    return "\n".join(lines) + "\n"


def leaves(tree: Tree, path: Path = ()) -> Iterator[Path]:
    for key, value in tree.items():
        if _is_table(value):
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key)


def tables(tree: Tree, path: Path = ()) -> Iterator[Path]:
    yield path
    for key, value in tree.items():
        if _is_table(value):
            yield from tables(value, (*path, key))


def at(tree: Tree, path: Path) -> Any:
    value: Any = tree
    for key in path:
        value = value[key]
    return value


def _is_table(value: object) -> bool:
    return isinstance(value, dict)


def refusal(tree: Tree) -> KitError:
    """Return why a kit is refused: in one line, with its file."""
    with pytest.raises(KitError) as caught:
        parse_kit(to_toml(tree), "bent.toml")
    message = str(caught.value)
    assert message.startswith("bent.toml: ")
    assert "\n" not in message
    return caught.value
