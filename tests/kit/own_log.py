"""A fixture for tests that start the log: it is put back as it was."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture
def own_log() -> Iterator[None]:
    loggers = [logging.getLogger(name) for name in ("", "companion", "hardware")]
    before = [(logger, logger.level, logger.handlers[:]) for logger in loggers]
    yield
    for logger, level, handlers in before:
        logger.setLevel(level)
        logger.handlers[:] = handlers
