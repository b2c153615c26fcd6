"""Lists the pages of the site that are not in `docs/`: which document of the repository each one shows."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

# By the page's path in the site, as the navigation in mkdocs.yml writes it. A document next to the code stays there.
DOCUMENTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "index.md": "README.md",
        "architecture.md": "ARCHITECTURE.md",
        "changelog.md": "CHANGELOG.md",
        "contributing.md": "CONTRIBUTING.md",
        "licences.md": "LICENCES.md",
        "reliability.md": "RELIABILITY.md",
        "security.md": "SECURITY.md",
        "hansa/rulings.md": "RULINGS.md",
        "hansa/notation.md": "companion/games/hansa/rules/NOTATION.md",
        "teutonica/rulings.md": "companion/games/teutonica/RULINGS.md",
        "teutonica/notation.md": "companion/games/teutonica/rules/NOTATION.md",
        "teutonica/words.md": "companion/games/teutonica/WORDS.md",
        "building/kits.md": "wiring/README.md",
        "building/firmware.md": "firmware/README.md",
        "building/protocol.md": "firmware/PROTOCOL.md",
        "developing/engine.md": "companion/ENGINE.md",
        "developing/page.md": "companion/web/PAGE.md",
        "developing/scenarios.md": "tests/scenarios/README.md",
        "developing/scenarios-teutonica.md": "tests/scenarios/teutonica/README.md",
        "developing/mutants.md": "tests/MUTANTS.md",
        "developing/reference.md": "tests/REFERENCE.md",
    }
)
