"""A fixture gives the plain client to those who ask for it."""

import pytest
from clients import Client


@pytest.fixture
def client():
    yield Client()
