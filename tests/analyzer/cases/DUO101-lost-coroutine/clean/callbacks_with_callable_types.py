"""Types say that the callee is plain, unknown, or either."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

Handler = Callable[[str], None]
EitherHandler = Callable[[str], None | Awaitable[None]]


def run_plain(handler: Handler) -> None:
    handler("event")


def run_unknown(handler: Callable[..., Any]) -> None:
    handler("event")


def run_either(handler: EitherHandler) -> None:
    handler("event")


def run_table(table: dict[str, Handler], name: str) -> None:
    table[name]("event")
    table.get(name, print)("event")


def call_chained(client: Any) -> None:
    client.connect().close()
