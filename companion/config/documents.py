"""The documents made from the declared keys: the default file, and the reference page in Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from companion.config.keys import Key, Section, Switch, toml
from companion.config.parsing import PLACES
from companion.config.settings import SECTIONS

WIDTH: Final = 120
COLUMN: Final = 28  # where the comment next to a key begins
PAGE: Final = "docs/configuration.md"  # where the page is, from the top of the sources

_FILE_HEAD: Final = f"""\
# The configuration of the companion. Every key is here, with the value it has when you leave it out. A line that
# begins with "# " before a key is an example: without that key, its value comes from elsewhere. Copy this file to one
# of the places below and change what you like. An unknown key or a wrong value is reported in one line.
#
# The first of these that is there is read:
#   {", ".join(PLACES[:4])},
#   {PLACES[4]}
#
# A path may begin with ~. A path that does not begin with / is relative to the folder of this file.
# `hansa-companion config` prints the values in force, and where each came from.
"""

_PAGE_HEAD: Final = f"""\
<!-- Made from companion/config/settings.py by `make docs-configuration`. Changes made here are lost. -->
# Configuration

The companion needs no configuration. To change something, write the default file and edit it:

```sh
hansa-companion config --default > hansa.toml
hansa-companion config
```

The second command checks the configuration and every file it names, and prints the values in force with the place each
came from.

The first of these files that is there is read:

{chr(10).join(f"{number}. `{place}`" for number, place in enumerate(PLACES, 1))}

Every key may be left out but `format`. An unknown key or a wrong value is reported in one line,
`file: key: what is given; allowed: what is allowed`, and the command ends with exit code 78.

A path may begin with `~`. A path that does not begin with `/` is relative to the folder of the file.
"""


def default_text() -> str:
    """Return the documented default configuration."""
    lines: list[str] = []
    for section in SECTIONS:
        lines += ["", *_file_lines(section)]
    return _FILE_HEAD + "\n".join(lines) + "\n"


def _file_lines(section: Section) -> Iterator[str]:
    from companion.shelf.shelf import SHELF, first_game, open_box

    names = [f"{section.name}.{thing}" for thing in SHELF] if section.of else [section.name]
    for name in names:
        if name:
            yield from _commented(f"[{name}]", _with_range(section.meaning, section.each))
        for key in section.keys:
            yield from _key_lines(key)
    if section.samples:
        colours = open_box(first_game()).colours
        yield from (f"# {name} = {toml(value)}" for name, value in zip(colours, section.samples, strict=False))


def _key_lines(key: Key) -> Iterator[str]:
    is_example = key.default is None and not key.is_needed
    value = key.example if key.default is None else key.default
    text = f"{'# ' if is_example else ''}{key.name} = {toml(value)}"
    yield from _commented(text, _with_range(key.meaning, key))


def _with_range(meaning: str, key: Key | None) -> str:
    """Return a meaning with the allowed values, unless they are obvious."""
    if key is None or key.is_needed or not key.kind.range or isinstance(key.kind, Switch):
        return meaning
    return f"{meaning} {key.kind.range[0].upper()}{key.kind.range[1:]}."


def _commented(text: str, comment: str) -> Iterator[str]:
    """Return a text with a comment next to it, continued below."""
    first, *rest = wrap(comment, WIDTH - COLUMN - 2, break_long_words=False, break_on_hyphens=False)
    yield f"{text:<{COLUMN - 1}} # {first}"
    yield from (f"{'':<{COLUMN}}# {line}" for line in rest)


def reference_page() -> str:
    """Return the text of the page."""
    return _PAGE_HEAD + "".join(f"\n{line}" for section in SECTIONS for line in _page_lines(section)) + "\n"


def _page_lines(section: Section) -> Iterator[str]:
    yield f"## `[{section.title}]`" if section.name else "## At the top of the file"
    yield ""
    if section.name:
        yield section.meaning
        yield ""
    yield "| Key | Value | Default | Example | Meaning |"
    yield "|---|---|---|---|---|"
    for key in (section.each,) if section.each else section.keys:
        yield f"| {' | '.join(_cells(key))} |"
    yield ""


def _cells(key: Key) -> tuple[str, ...]:
    """Return one row; for a key without a default, its meaning says what applies instead."""
    default = "" if key.default is None else f"`{toml(key.default)}`"
    return f"`{key.name}`", key.kind.described, default, f"`{toml(key.example)}`", key.meaning
