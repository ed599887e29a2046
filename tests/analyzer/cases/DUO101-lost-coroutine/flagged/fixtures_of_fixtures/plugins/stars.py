"""Fixtures that a test file imports all at once."""

import pytest
from store import Store


@pytest.fixture
def starred():
    return Store()
