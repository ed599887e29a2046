"""Tests that await what a plain fixture gives them, with the annotation of it and with none."""

from clients import Client


async def test_a_text_is_sent(client: Client):
    assert await client.send("tea") == 3  # expect: DUO121


async def test_a_text_is_sent_again(client):
    assert await client.send("tea") == 3  # expect: DUO121
