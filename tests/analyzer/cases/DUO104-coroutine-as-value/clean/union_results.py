"""The call may give a plain value: overloads, unions, `Any`, an unknown base."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

import redis
from vendor_sdk import Remote


class Mirror(Remote):
    def length(self) -> int:
        return self.rows().count


class Reader:
    def rows(self, *, stream: bool = False) -> list[str] | Awaitable[list[str]]:
        return []

    def anything(self) -> Any:
        return self.rows()


def first(reader: Reader, client: redis.Redis) -> str:
    print(client.get("a").decode(), client.hgetall("b")["c"])
    return reader.anything()[0]
