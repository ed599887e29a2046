"""What failed may have been something else, or who caught it asks whether a loop is running, or takes a thread."""

import asyncio
import threading
from collections.abc import Coroutine


def serve(order: Coroutine[object, object, str]) -> str:
    try:
        return asyncio.run(order)
    except RuntimeError:
        loop = asyncio.new_event_loop()
        return loop.run_until_complete(order)


def serve_if_possible(order: Coroutine[object, object, str]) -> object:
    try:
        return asyncio.run(order)
    except RuntimeError:
        loop = asyncio.get_event_loop()
        if loop.is_running():
            return asyncio.ensure_future(order, loop=loop)
        return loop.run_until_complete(order)


def serve_on_a_thread(order: Coroutine[object, object, str]) -> None:
    try:
        asyncio.run(order)
    except RuntimeError as error:
        if "a running event loop" in str(error):
            thread = threading.Thread(target=lambda: asyncio.run(order))
            thread.start()
            thread.join()


def serve_without_a_loop(order: Coroutine[object, object, str]) -> str:
    try:
        return asyncio.run(order)
    except RuntimeError as error:
        if "no running event loop" in str(error):
            return asyncio.new_event_loop().run_until_complete(order)
        raise
