"""Turns the links of a document, which lead through the repository, into links between the pages of the site."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tools.site.prose import outside_fences

# What a browser can show besides the pages: such a file comes along into the site.
ASSETS: Final = (".png", ".svg", ".gif", ".webp", ".jpg", ".pdf", ".csv", ".dxf")
# The repository's files come along into this folder of the site.
ASSET_FOLDER: Final = "files"

_LINK: Final = re.compile(
    r"(?P<mark>!?)\[(?P<text>(?:`[^`]*`|!\[[^\]]*\]\([^)]*\)|[^\]\[])*)\]\((?P<target>[^)\s]+)\)"
    r"|(?P<image><img\s[^>]*?src=\")(?P<source>[^\"]+)\""
)


class Links(NamedTuple):
    """A document whose links lead through the site, the files it takes along, and the links that lead nowhere."""

    text: str
    assets: tuple[str, ...]
    broken: tuple[str, ...]


def site_links(text: str, page: str, document: str, pages: Mapping[str, str], root: Path) -> Links:
    """Return a document for its place in the site.

    `page` is its path in the site, `document` that in the repository, and `pages` says which page shows which document.
    A link to a page leads there, a picture comes along, and a link to any other file becomes the name of that file.
    """
    assets: list[str] = []
    broken: list[str] = []

    def lead(target: str) -> str | None:
        """Return where a link leads in the site; None where it leads to a file that is not part of it."""
        path, hash_sign, anchor = target.partition("#")
        if not path or re.match(r"[a-z]+:", target):
            return target
        wanted = posixpath.normpath(posixpath.join(posixpath.dirname(document), path))
        if not (root / wanted).exists() or wanted.startswith(".."):
            broken.append(target)
            return target
        found = pages.get(wanted) or pages.get(f"{wanted}/README.md")
        if not found:
            if not wanted.endswith(ASSETS):
                return None
            assets.append(wanted)
            found = f"{ASSET_FOLDER}/{wanted}"
        return posixpath.relpath(found, posixpath.dirname(page) or ".") + hash_sign + anchor

    def replace(match: re.Match[str]) -> str:
        if match["source"]:
            return f'{match["image"]}{lead(match["source"]) or match["source"]}"'
        led = lead(match["target"])
        if led is not None:
            return f"{match['mark']}[{match['text']}]({led})"
        named = posixpath.normpath(posixpath.join(posixpath.dirname(document), match["target"].partition("#")[0]))
        return f"`{named}`" if match["text"].strip("`") == named else f"{match['text']} (`{named}`)"

    changed = "".join(outside_fences(text, lambda prose: _LINK.sub(replace, prose)))
    return Links(changed, tuple(dict.fromkeys(assets)), tuple(broken))
