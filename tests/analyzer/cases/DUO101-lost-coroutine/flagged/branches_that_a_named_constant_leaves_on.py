"""A name that looks like a constant and is bound again decides nothing, and a constant leaves one branch on."""

import asyncio
import unittest

_IS_SYNC = False
VERBOSE = False
RETRIES = 0
RETRIES += 2
QUICK = False


async def close() -> None:
    await asyncio.sleep(0)


def turn_on() -> None:
    global VERBOSE
    VERBOSE = True


async def leave(is_last: bool) -> None:
    if not _IS_SYNC:
        close()  # expect: DUO101
    if VERBOSE:
        close()  # expect: DUO101
    if RETRIES:
        close()  # expect: DUO101
    QUICK = is_last
    if QUICK:
        close()  # expect: DUO101
    if _IS_SYNC or is_last:
        close()  # expect: DUO101


class LeaveTests(unittest.TestCase):
    @unittest.skipIf(_IS_SYNC, "in the async color alone")
    def test_leaving(self) -> None:
        close()  # expect: DUO101
