"""Fixtures of a plugin."""

import pytest
from store import Shelf, Store


@pytest.fixture
def spare_shelf():
    return Shelf()


@pytest.fixture
async def opened():
    opened_store = Store()
    yield opened_store
    await opened_store.close()
