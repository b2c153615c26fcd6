"""Pages that the tests of one module share, for starting one takes longer than most tests."""

from collections.abc import Iterator

import pytest

from tests.kit.page import PageRig, page_rig


@pytest.fixture(scope="module")
def virtual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRig]:
    """A virtual table: everybody on this machine may control it."""
    with page_rig(tmp_path_factory.mktemp("virtual")) as rig:
        yield rig


@pytest.fixture
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageRig]:
    """A table as with real hardware: whoever has no PIN only watches."""
    with page_rig(tmp_path_factory.mktemp("real"), is_virtual=False) as rig:
        yield rig
