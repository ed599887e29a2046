"""Fixtures whose names stand for other things nearer to the tests."""

import asyncio

import pytest


class Store:
    async def close(self) -> None:
        await asyncio.sleep(0)


class Sheet:
    def close(self) -> None:
        pass


@pytest.fixture
def store():
    return Store()


@pytest.fixture
def sheet(store):
    return Sheet()
