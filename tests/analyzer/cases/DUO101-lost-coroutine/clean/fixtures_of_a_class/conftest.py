"""A fixture of a class stands before that of the same name here."""

import pytest


class AsyncClient:
    async def get(self, path: str) -> str:
        return path


@pytest.fixture
def client():
    return AsyncClient()
