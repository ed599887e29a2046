"""The callee is looked up in a table whose entries are all async."""

import asyncio
from collections.abc import Awaitable, Callable


async def start_engine(vessel: str) -> None:
    await asyncio.sleep(0)


async def drop_anchor(vessel: str) -> None:
    await asyncio.sleep(0)


COMMANDS = {"start": start_engine, "anchor": drop_anchor}

TYPED: dict[str, Callable[[str], Awaitable[None]]] = {}


def execute(command: str, vessel: str) -> None:
    COMMANDS[command](vessel)  # expect: DUO101


def execute_if_known(command: str, vessel: str) -> None:
    handler = COMMANDS.get(command)
    if handler is not None:
        handler(vessel)  # expect: DUO101


def execute_typed(command: str, vessel: str) -> None:
    TYPED[command](vessel)  # expect: DUO101


def execute_given(action: Callable[[str], Awaitable[None]], vessel: str) -> None:
    action(vessel)  # expect: DUO101


def execute_all(vessel: str) -> None:
    for step in (start_engine, drop_anchor):
        step(vessel)  # expect: DUO101
