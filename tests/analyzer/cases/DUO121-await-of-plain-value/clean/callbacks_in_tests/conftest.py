"""A callback within a test is given what the pool has, whatever fixture has the name of its parameter."""

import pytest


class Connection:
    def execute(self, text: str) -> int:
        return len(text)


@pytest.fixture
def connection():
    return Connection()
