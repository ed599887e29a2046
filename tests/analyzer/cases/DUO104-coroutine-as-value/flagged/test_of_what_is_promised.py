"""A plain function promises an awaitable, and a test that replaces nothing takes it for what it gives."""

from collections.abc import Awaitable
from unittest.mock import Mock


class Outbox:
    def put(self, text: str) -> Awaitable[int]:
        return self.sending(text)

    async def sending(self, text: str) -> int:
        return len(text)


def test_put_counts(outbox: Outbox) -> None:
    result = outbox.put("abc")  # expect: DUO104
    assert result == 3


def test_put_with_a_mock() -> None:
    outbox = Mock(put=lambda text: len(text))
    assert outbox.put("abc") == 3


async def is_same(outbox: Outbox) -> bool:
    return outbox.sending("a") is outbox  # expect: DUO104
