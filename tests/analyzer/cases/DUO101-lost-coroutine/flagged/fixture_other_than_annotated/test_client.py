"""A test whose annotation was copied from its plain sibling, and one that is annotated as it should be."""

from clients import AsyncClient, Client


async def test_a_text_is_sent(client: Client):
    client.send("tea")  # expect: DUO101


async def test_a_text_is_sent_again(client: AsyncClient):
    client.send("tea")  # expect: DUO101
