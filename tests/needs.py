"""What a test needs from the system: whoever does not find it raises Missing, and the test is left out."""

from __future__ import annotations

import shutil
import socket


class Missing(FileNotFoundError):
    """A program or a name is not there; says what brings it."""


def need(name: str) -> None:
    """Raise Missing unless there is such a program, or the name localhost leads somewhere."""
    if name == "localhost":
        _localhost()
    else:
        program(name)


def _localhost() -> None:
    try:
        socket.getaddrinfo("localhost", None)
    except OSError as error:
        raise Missing(f"localhost leads nowhere ({error.strerror}); /etc/hosts lacks: 127.0.0.1 localhost") from error


def program(name: str) -> str:
    """Give the path of a program, or raise Missing."""
    found = shutil.which(name)
    if found is None:
        raise Missing(f"{name} is not installed; `make system` installs it")
    return found
