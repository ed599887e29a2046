"""Each job has a process and a loop of its own, and is known by its name only."""

import asyncio
import importlib
import multiprocessing


def begin(name: str) -> None:
    asyncio.set_event_loop(asyncio.new_event_loop())
    module, _, function = name.rpartition(".")
    job = getattr(importlib.import_module(module), function)
    job()


def start(name: str) -> None:
    multiprocessing.Process(target=begin, args=(name,)).start()
