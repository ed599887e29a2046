"""The statement is in a `finally`, an `else`, a `with`, a lambda that is dropped, a class body, a module."""

import asyncio
import threading


async def release(lease: str) -> None:
    await asyncio.sleep(0)


def work(lease: str) -> int:
    try:
        number = int(lease)
    except ValueError:
        release(lease)  # expect: DUO101
        raise
    else:
        release(lease)  # expect: DUO101
    finally:
        release(lease)  # expect: DUO101
    return number


lock = threading.Lock()


def guarded(lease: str) -> None:
    with lock:
        release(lease)  # expect: DUO101


class Leases:
    release("stale")  # expect: DUO101


release("old")  # expect: DUO101

if __name__ == "__main__":
    release("older")  # expect: DUO101
