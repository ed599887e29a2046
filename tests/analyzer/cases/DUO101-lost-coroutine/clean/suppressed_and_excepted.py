"""Broad handlers around calls that are awaited or plain are nobody's fault here."""

import asyncio
import contextlib
import logging

logger = logging.getLogger(__name__)


class Lease:
    async def release(self) -> None:
        await asyncio.sleep(0)

    def expire(self) -> None:
        print("expired")


async def end(lease: Lease) -> None:
    with contextlib.suppress(Exception):
        await lease.release()
        lease.expire()
    try:
        await lease.release()
    except Exception:
        logger.exception("could not release")
    finally:
        lease.expire()
