"""A fixture gives the async client, whatever a test that asks for it says."""

import pytest
from clients import AsyncClient


@pytest.fixture
def client():
    yield AsyncClient()
