"""A fixture of a class stands before that of the same name in a `conftest.py`."""

import pytest


class Client:
    def get(self, path: str) -> str:
        return path


class TestClient:
    @pytest.fixture
    def client(self):
        client = Client()
        return client

    def test_get(self, client):
        client.get("/a")
        assert client.get("/b") == "/b"


class TestMore(TestClient):
    def test_more(self, client):
        client.get("/c")
