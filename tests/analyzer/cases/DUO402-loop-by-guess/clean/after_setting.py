"""A loop has been set on this thread before it is asked for."""

import asyncio
import threading


def work() -> None:
    asyncio.set_event_loop(asyncio.new_event_loop())
    loop = asyncio.get_event_loop()
    try:
        loop.run_until_complete(asyncio.sleep(0))
    finally:
        loop.close()


threading.Thread(target=work).start()
