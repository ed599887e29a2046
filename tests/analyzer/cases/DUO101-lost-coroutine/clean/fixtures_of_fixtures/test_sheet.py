"""The nearer fixture wins, a fixture that asks for its own name gets another, and a default is no fixture."""

import pytest


class Plain:
    def close(self) -> None:
        pass


@pytest.fixture
def store():
    return Plain()


@pytest.fixture
def sheet(sheet):
    return sheet


async def test_of_the_nearer(store):
    store.close()


async def test_of_itself(sheet):
    sheet.close()
