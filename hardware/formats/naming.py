"""How lamps, readers, buttons and pieces may be called in a data file."""

from __future__ import annotations

import re
from typing import Final

NAME: Final = re.compile(r"(?=.{1,64}\Z)[a-z][a-z0-9_-]*(\.[a-z0-9_-]+)*")
NAMES: Final = "lower-case words, digits and dots, at most 64 characters"
