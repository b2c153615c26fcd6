"""What mkdocs calls while it builds the site: brings documents in, generates pages, checks that nothing is fetched."""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mkdocs.structure.files import File, Files

from companion.cli import _parser
from tools.site.commands_page import commands_page
from tools.site.documents import DOCUMENTS
from tools.site.headings import one_title
from tools.site.links import ASSET_FOLDER, site_links

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

ROOT: Final = Path(__file__).resolve().parents[2]
COMMANDS_PAGE: Final = "operating/commands.md"
# What a browser fetches by itself; a link that somebody may click is not among it.
_FETCHED: Final = re.compile(r"<(?:script|link|img|iframe|source|video)\b[^>]*(?:src|href)=[\"']?(?:https?:)?//[^>]*>")
# Warnings of this logger end a strict build.
_log = logging.getLogger("mkdocs.plugins.site")


def on_startup(command: str, dirty: bool) -> None:  # noqa: ARG001
    """Print warnings only; with `--quiet` mkdocs would not count them, and a strict build would never fail."""
    for handler in logging.getLogger("mkdocs").handlers:
        if command == "build" and isinstance(handler, logging.StreamHandler):
            handler.setLevel(logging.WARNING)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the documents that are next to the code, the page of the commands, and the files that pages link to."""
    for page, document in DOCUMENTS.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / document)))
    files.append(File.generated(config, COMMANDS_PAGE, content=commands_page(_parser())))
    assets: dict[str, None] = {}
    for file in files.documentation_pages():
        document = _document(file.src_uri)
        if document:
            found = site_links(file.content_string, file.src_uri, document, _pages(files), ROOT)
            assets |= dict.fromkeys(found.assets)
            for link in found.broken:
                _log.warning("%s: the link %s leads nowhere", document, link)
    for asset in assets:
        files.append(File.generated(config, f"{ASSET_FOLDER}/{asset}", abs_src_path=str(ROOT / asset)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Return a page with one title, and with links that lead through the site."""
    document = _document(page.file.src_uri)
    if not document:
        return markdown
    return one_title(site_links(markdown, page.file.src_uri, document, _pages(files), ROOT).text)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:  # noqa: ARG001
    """Warn of everything that a browser would fetch from elsewhere."""
    for fetched in _FETCHED.findall(output):
        _log.warning("%s: a browser would fetch this from elsewhere: %s", page.file.src_uri, fetched)
    return output


def _document(page: str) -> str:
    """Name the document of the repository that a page shows; nothing for a page that is generated."""
    return "" if page == COMMANDS_PAGE else DOCUMENTS.get(page, f"docs/{page}")


def _pages(files: Files) -> dict[str, str]:
    """Return which page shows which document or file of `docs/`."""
    own = {f"docs/{file.src_uri}": file.src_uri for file in files if not file.generated_by}
    return {**own, **{document: page for page, document in DOCUMENTS.items()}}
