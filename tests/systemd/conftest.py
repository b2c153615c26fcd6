"""A disk on which the companion is installed, made once for each module."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.systemd.image import Image


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Image:
    """Install once; tests that change something take a copy."""
    image = Image.make(tmp_path_factory.mktemp("pi"))
    assert image.install() == 0
    return image


@pytest.fixture
def image(fresh: Image, tmp_path: Path) -> Image:
    shutil.copytree(fresh.root, tmp_path / "pi", symlinks=True)
    return Image(tmp_path / "pi")
