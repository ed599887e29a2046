"""The TypeError is swallowed, so that the stream seems to be empty."""

import asyncio
from collections.abc import AsyncIterator


class Inbox:
    async def unread(self) -> AsyncIterator[str]:
        await asyncio.sleep(0)
        yield "mail"


def count(inbox: Inbox) -> int:
    try:
        return len(list(inbox.unread()))  # expect: DUO122
    except Exception:  # hides
        return 0
