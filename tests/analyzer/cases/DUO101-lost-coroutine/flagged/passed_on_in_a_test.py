"""A test that replaces something else loses what a plain method passes on."""

import asyncio
from unittest.mock import MagicMock


class Port:
    async def request(self, code: int) -> int:
        await asyncio.sleep(0)
        return code

    def command(self, name: str):
        return self.request(len(name))


def test_a_command_is_a_request():
    port = Port()
    port.log = MagicMock()
    port.command("reset")  # expect: DUO101
