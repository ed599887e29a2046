"""Marks that have a name of their own say what a test is given, in place of the fixture of that name."""

import pytest
from clients import Client

by_both = pytest.mark.parametrize("client", [Client(), Client()])


@by_both
def test_a_text_is_sent(client: Client):
    client.send("tea")


@by_both
async def test_a_text_is_sent_again(client: Client):
    client.send("tea")
