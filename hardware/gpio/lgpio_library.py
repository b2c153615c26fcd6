"""Imports lgpio for the first time, for gpiozero or RPi.GPIO, without changing the process's working directory.

lgpio makes the folder where it puts a pipe the working directory of the whole process: its own, unless `LG_WD` names
another. Every relative path of a person would mean something else from then on.
"""

from __future__ import annotations

import sys
import threading
from contextlib import chdir
from importlib import import_module
from importlib.util import find_spec
from tempfile import TemporaryDirectory

_one_at_a_time = threading.Lock()  # devices open in threads of their own, and there is one working directory


def import_lgpio() -> None:
    """Import lgpio, if there is one, and come back to where the process was; its pipe stays open without a name."""
    with _one_at_a_time:
        if "lgpio" not in sys.modules and find_spec("lgpio") is not None:
            with TemporaryDirectory(prefix="lgpio-") as folder, chdir(folder):
                import_module("lgpio")
