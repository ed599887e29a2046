"""Fixtures yield or return a coroutine, which the tests await that ask for it."""

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
    yield stage.server()
    await asyncio.sleep(0)


@pytest_asyncio.fixture
async def other():
    await asyncio.sleep(0)
    return Stage().server()


@pytest.mark.asyncio
async def test_with_a_server(server):
    server = await server
    assert server == "server"


@pytest.mark.asyncio
async def test_with_another(other):
    assert await other == "server"


@pytest.mark.asyncio
async def test_without_fixture():
    assert await Stage().server() == "server"


@pytest.mark.asyncio
async def test_without_any():
    assert await Stage().server() != ""
