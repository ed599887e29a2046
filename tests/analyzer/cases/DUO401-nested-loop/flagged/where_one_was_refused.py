"""A loop could not be started since one is running, and then it is tried once more."""

import asyncio
from collections.abc import Coroutine


def serve(order: Coroutine[object, object, str]) -> str:
    try:
        return asyncio.run(order)
    except RuntimeError:
        loop = asyncio.get_event_loop()
        return loop.run_until_complete(order)  # expect: DUO401


def serve_anew(order: Coroutine[object, object, str]) -> str:
    try:
        return asyncio.run(order)
    except RuntimeError as error:
        if "a running event loop" in str(error):
            loop = asyncio.new_event_loop()
            return loop.run_until_complete(order)  # expect: DUO401
        raise


def serve_or_tell(order: Coroutine[object, object, str]) -> str:
    try:
        return asyncio.run(order)
    except RuntimeError as error:
        if "cannot be called from a running event loop" not in str(error):
            raise
        return asyncio.get_event_loop().run_until_complete(order)  # expect: DUO401
