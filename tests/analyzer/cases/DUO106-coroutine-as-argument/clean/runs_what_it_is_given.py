"""Untyped helpers that run, schedule, store or inspect the coroutine that they are given."""

import asyncio
import inspect
import threading

_loop = asyncio.new_event_loop()
_tasks = set()


async def push(text: str) -> str:
    await asyncio.sleep(0)
    return text


def run(work):
    return asyncio.run_coroutine_threadsafe(work, _loop).result()


def spawn(work, name=None):
    task = _loop.create_task(work, name=name)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)
    return task


def run_if_needed(value):
    if inspect.iscoroutine(value):
        return run(value)
    return value.strip()


class Worker(threading.Thread):
    def __init__(self, work):
        super().__init__()
        self.work = work

    def run(self):
        asyncio.run(self.work)


def main() -> None:
    run(push("a"))
    spawn(push("b"), name="b")
    print(run_if_needed(push("c")))
    Worker(push("d")).start()
