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
