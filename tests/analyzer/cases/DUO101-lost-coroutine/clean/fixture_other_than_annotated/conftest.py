"""A fixture gives the plain client, whatever a test that asks for it says."""

import pytest
from clients import Client


@pytest.fixture
def client():
    yield Client()
