"""Plain functions go where plain functions are called, by threads, keys and executors."""

import asyncio
import threading


def crunch(name: str) -> int:
    return len(name)


def on_done(task: "asyncio.Task[None]") -> None:
    print(task)


async def main(names: list[str]) -> int:
    loop = asyncio.get_running_loop()
    loop.call_soon(crunch, "a")
    task = asyncio.create_task(asyncio.sleep(0))
    task.add_done_callback(on_done)
    await task
    threading.Thread(target=crunch, args=("b",)).start()
    total = await loop.run_in_executor(None, crunch, "c")
    return total + await asyncio.to_thread(crunch, "d") + len(sorted(names, key=crunch))
