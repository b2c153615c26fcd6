"""Imports lgpio for the first time, for gpiozero or RPi.GPIO, without changing the process's working directory.

lgpio changes the working directory of the whole process to the folder of its pipe, which `LG_WD` can set. From then on
every relative path that a person gave would mean something else.
"""

from __future__ import annotations

import sys
import threading
from contextlib import chdir
from importlib import import_module
from importlib.util import find_spec
from tempfile import TemporaryDirectory

_one_at_a_time = threading.Lock()  # devices open in several threads, but there is only one working directory


def import_lgpio() -> None:
    """Import lgpio, if it is there, and restore the working directory; its pipe stays open without a name."""
    with _one_at_a_time:
        if "lgpio" not in sys.modules and find_spec("lgpio") is not None:
            with TemporaryDirectory(prefix="lgpio-") as folder, chdir(folder):
                import_module("lgpio")
