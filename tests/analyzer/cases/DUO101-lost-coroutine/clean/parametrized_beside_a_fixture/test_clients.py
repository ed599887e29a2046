"""A mark of the whole file says what its tests are given."""

import pytest
from clients import Client

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("client", [Client(), Client()])]


async def test_a_text_is_sent(client: Client):
    client.send("tea")
