"""Writes the reference page of the commands from the parsers of the command line."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from html import escape
from textwrap import wrap
from typing import Final

_WIDE: Final = 76  # characters of code that a page shows side by side

_HEAD = """\
# Commands

`hansa-companion COMMAND --help` says the same in the terminal. `hansa-companion --version` names version and commit.

"""


def commands_page(parser: argparse.ArgumentParser) -> str:
    """Return the page: a table of all commands, a section for each one, and the exit codes."""
    (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    summaries = {choice.dest: choice.help or "" for choice in commands._choices_actions}
    lines = ["| command | |", "|---|---|"]
    lines += [f"| [`{name}`](#{name}) | {_cell(summary)} |" for name, summary in summaries.items()]
    for name in summaries:
        lines += ["", *_section(name, commands.choices[name])]
    lines += [
        "",
        "## Exit codes",
        "",
        "```text",
        *(parser.epilog or "").partition("\n")[2].rstrip().splitlines(),
        "```",
    ]
    return _HEAD + "\n".join(lines) + "\n"


def _section(name: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    usage = " ".join(parser.format_usage().removeprefix("usage: ").split())
    whole = re.sub(r"\[[^][]*\]", lambda option: option[0].replace(" ", "\0"), usage)
    wrapped = wrap(whole, _WIDE, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    yield from (
        f"## {name}",
        "",
        parser.description or "",
        "",
        "```text",
        *(line.replace("\0", " ") for line in wrapped),
        "```",
        "",
    )
    yield from ("| argument | |", "|---|---|")
    yield from (f"| {_named(action)} | {_meaning(action, parser)} |" for action in parser._actions if _is_told(action))
    title, _, examples = (parser.epilog or "").partition("\n")
    if examples:
        yield from ("", f"{title[:1].upper()}{title[1:]}", "", "```text", *examples.rstrip().splitlines(), "```")


def _is_told(action: argparse.Action) -> bool:
    return action.help != argparse.SUPPRESS and "--help" not in action.option_strings


def _named(action: argparse.Action) -> str:
    """Return an argument as one types it."""
    value = action.metavar or (action.dest if not action.option_strings else action.dest.upper())
    if action.choices is not None and not action.metavar:
        value = "|".join(map(str, action.choices))
    if isinstance(value, tuple):
        value = " ".join(value)
    if not action.option_strings:
        return _code(value)
    typed = action.option_strings if action.nargs == 0 else [f"{each} {value}" for each in action.option_strings]
    return ", ".join(map(_code, typed))


def _meaning(action: argparse.Action, parser: argparse.ArgumentParser) -> str:
    text = parser._get_formatter()._expand_help(action) if action.help else ""
    return _cell(text)


def _code(text: str) -> str:
    """Return code for a cell: between backticks, the bar that divides cells could not be written."""
    return f"<code>{escape(text).replace('|', '&#124;')}</code>"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
