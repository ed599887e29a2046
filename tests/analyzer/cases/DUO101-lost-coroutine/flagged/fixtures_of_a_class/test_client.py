"""A fixture of a class stands before that of the same name in a `conftest.py`."""

import pytest


class AsyncClient:
    async def get(self, path: str) -> str:
        return path


class TestClient:
    @pytest.fixture
    def client(self):
        return AsyncClient()

    def test_get(self, client):
        client.get("/a")  # expect: DUO101


def test_outside(client):
    client.get("/b")
