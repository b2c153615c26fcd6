"""Errors that a person can put right, and the exit codes of `hansa-companion`.

Exception
└── UserError       one line for the person at the keyboard, and the exit code
"""

from __future__ import annotations

# 65 and 78 as in sysexits.h; systemd does not restart after 78.
OK, FAILED, USAGE, BAD_DATA, BAD_CONFIGURATION = 0, 1, 2, 65, 78


class UserError(Exception):
    """Something the person at the keyboard can put right; the message is one line."""

    def __init__(self, message: str, code: int = FAILED) -> None:
        super().__init__(message)
        self.code = code
