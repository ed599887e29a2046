"""A test replaces the async method that a plain one passes on, and calls the plain one for that."""

import asyncio
from collections.abc import Coroutine
from unittest.mock import MagicMock, patch


class Port:
    async def request(self, code: int) -> int:
        await asyncio.sleep(0)
        return code

    def command(self, name: str):
        return self.request(len(name))

    def reset(self) -> Coroutine[None, None, int]:
        return self.request(0)


def test_a_command_is_a_request():
    port = Port()
    port.request = MagicMock()
    port.command("reset")
    assert port.request.call_count == 1


def test_a_command_is_counted():
    port = Port()
    with patch.object(port, "request", new=MagicMock()) as request:
        port.command("reset")
        request.assert_called_once_with(5)


def test_a_reset_is_a_request():
    port = Port()
    request = MagicMock()
    port.request = request
    result = port.reset()
    assert result is request.return_value
