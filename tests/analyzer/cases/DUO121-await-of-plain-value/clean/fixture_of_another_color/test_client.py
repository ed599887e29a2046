"""A helper that is called by hand, and tests that say themselves what they are given under the name of a fixture."""

import pytest
from clients import AsyncClient


async def send_twice(client: AsyncClient) -> int:
    return await client.send("tea") + await client.send("tea")


@pytest.mark.parametrize("client", [AsyncClient()])
async def test_a_text_is_sent(client: AsyncClient):
    assert await client.send("tea") == 3
    assert await send_twice(client) == 6


@pytest.mark.parametrize("client", [AsyncClient()])
class TestMore:
    async def test_a_text_is_sent_again(self, client: AsyncClient):
        assert await client.send("tea") == 3


@pytest.mark.parametrize(
    "client",
    [
        AsyncClient(),
        AsyncClient(),
        AsyncClient(),
        AsyncClient(),
    ],
    ids=[
        "one",
        "two",
        "three",
        "four",
    ],
)
async def test_a_text_is_sent_by_many(client: AsyncClient):
    assert await client.send("tea") == 3


by_both = pytest.mark.parametrize("client", [AsyncClient(), AsyncClient()])


@by_both
async def test_a_text_is_sent_by_both(client: AsyncClient):
    assert await client.send("tea") == 3
