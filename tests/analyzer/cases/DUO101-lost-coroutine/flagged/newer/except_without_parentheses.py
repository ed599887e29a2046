"""Syntax of 3.14: several exceptions without parentheses, template strings, next to a lost call."""

import asyncio


async def reconnect(host: str) -> None:
    await asyncio.sleep(0)


def keep_alive(host: str, port: str) -> int:
    try:
        return int(port)
    except ValueError, TypeError:
        reconnect(host)  # expect: DUO101
    return 0


def describe(host: str) -> object:
    reconnect(host)  # expect: DUO101
    return t"connected to {host}"
