"""What a test needs from the system: whoever does not find it raises Missing, and the test is left out."""

from __future__ import annotations

import os
import shutil
import socket

from hardware.simulated import rp2040_node


class Missing(FileNotFoundError):
    """A program or a name is not there; says what brings it."""


class NotHere(Exception):
    """This machine cannot do it, whatever is installed; also in continuous integration."""


def need(name: str) -> None:
    """Raise Missing unless there is such a program, the name localhost leads somewhere, or this is root."""
    if name == "localhost":
        _localhost()
    elif name == "root":
        _root()
    else:
        program(name)


def _localhost() -> None:
    try:
        socket.getaddrinfo("localhost", None)
    except OSError as error:
        raise Missing(f"localhost leads nowhere ({error.strerror}); /etc/hosts lacks: 127.0.0.1 localhost") from error


def _root() -> None:
    if os.geteuid() != 0:
        raise Missing("only root can play another user; run this test with sudo")


def program(name: str) -> str:
    """Return the path of a program, or raise Missing."""
    found = shutil.which(name)
    if found is None:
        raise Missing(f"{name} is not installed; `make system` installs it")
    return found


def is_emulated() -> bool:
    """Return whether tests of the emulated Pico are looked for.

    It takes a compiler of 2 GB and some minutes to have one: where continuous integration has none, its tests belong to
    `make lab PART=silicon`; anybody else is told what is missing.
    """
    return not (os.environ.get("CI") and rp2040_node.missing())
