"""A fixture yields a coroutine that others await, and the tests that ask for it take it for the result."""

import asyncio

import pytest
import pytest_asyncio


class Stage:
    async def server(self) -> str:
        await asyncio.sleep(0)
        return "server"


@pytest_asyncio.fixture
async def server():
    stage = Stage()
    yield stage.server()  # expect: DUO104
    await asyncio.sleep(0)


@pytest.mark.asyncio
async def test_with_a_server(server):
    assert server.upper() == "SERVER"


@pytest.mark.asyncio
async def test_without_fixture():
    assert await Stage().server() == "server"


@pytest.mark.asyncio
async def test_without_any():
    assert await Stage().server() != ""
