"""What tells one log from all others that use the same engine."""

from __future__ import annotations

from uuid import uuid4

from duotone.runtime.events import Append, Draft
from duotone.runtime.log import AsyncLog

__all__ = ["scope_of"]


async def scope_of(log: AsyncLog) -> str:
    """Return the name of a log, the same for every process, however each of them reaches it.

    It is in the log itself: whoever comes first writes it, and all others get that.
    """
    draft = Draft("log.named", {"name": uuid4().hex[:10]})
    [named] = await log.append(Append("duotone.engine", [draft], key="log.named"))
    return str(named.data["name"])
