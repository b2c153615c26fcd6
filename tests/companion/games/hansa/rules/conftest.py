"""A fresh table for each test that asks for one in a phase; see `phases`."""

import pytest

from tests.companion.games.hansa.rules.table import Table


@pytest.fixture
def table(request: pytest.FixtureRequest) -> Table:
    made = request.param()
    assert isinstance(made, Table)
    return made
