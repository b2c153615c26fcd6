"""The reference page of the configuration, in Markdown, made from the table of keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.config.config_file import PLACES
from companion.config.config_key import Key, Section
from companion.config.key_kinds import toml
from companion.config.key_table import SECTIONS

# Where the page is, from the top of the sources.
PAGE: Final = "docs/configuration.md"

_HEAD: Final = f"""\
<!-- Made from companion/config/key_table.py by `make docs-configuration`. Changes made here are lost. -->
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


def reference_page() -> str:
    """Return the text of the page."""
    return _HEAD + "".join(f"\n{line}" for section in SECTIONS for line in _section_lines(section)) + "\n"


def _section_lines(section: Section) -> Iterator[str]:
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
