"""One fixture is made of another, and others come from modules that are named as plugins."""

import pytest
from store import Store

pytest_plugins = ["plugins.shelves"]


@pytest.fixture
def store():
    return Store()


@pytest.fixture
def shelf(store):
    yield store.shelf
