"""The parameter is typed by a protocol or an abstract class whose method is async."""

from __future__ import annotations

import abc
import asyncio
from typing import Protocol, TypeVar


class Notifier(Protocol):
    async def notify(self, text: str) -> None: ...


class Channel(abc.ABC):
    @abc.abstractmethod
    async def deliver(self, text: str) -> None:
        """Bring the text to its reader."""


class SlackChannel(Channel):
    async def deliver(self, text: str) -> None:
        await asyncio.sleep(0)


AnyChannel = TypeVar("AnyChannel", bound=Channel)


def alert(notifier: Notifier, text: str) -> None:
    notifier.notify(text)  # expect: DUO101


def broadcast(channels: list[Channel], text: str) -> None:
    for channel in channels:
        channel.deliver(text)  # expect: DUO101


def broadcast_one(channel: AnyChannel, text: str) -> AnyChannel:
    channel.deliver(text)  # expect: DUO101
    return channel


def alert_by_name(channel: "Channel", text: str) -> None:
    channel.deliver(text)  # expect: DUO101
