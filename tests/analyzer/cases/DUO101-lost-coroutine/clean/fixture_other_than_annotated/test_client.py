"""A test whose annotation was copied from its async sibling."""

from clients import AsyncClient


async def test_a_text_is_sent(client: AsyncClient):
    client.send("tea")
    assert client.send("tea") == 3
