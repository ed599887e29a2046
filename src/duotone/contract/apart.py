"""A coroutine apart from everybody: run on a worker's thread, on a loop of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextvars import copy_context
from typing import Any

from duotone.contract.context import bring_back
from duotone.contract.jobs import Job, current_job, let_cancel

__all__ = ["close_loop", "run_apart"]


class _Thread(threading.local):
    runner: asyncio.Runner | None = None


_thread = _Thread()


def run_apart(function: Callable[[], Any]) -> Any:
    """Call an async function and run what it returns to its end, on the current worker's thread.

    A `Worker` keeps its loop from call to call, and so the clients that are bound to it; other threads make a new one.
    """
    job = current_job()
    assert job is not None
    if not job.keeps_thread:
        with asyncio.Runner() as runner:
            return _run(runner, job, function)
    if _thread.runner is None:
        _thread.runner = asyncio.Runner()
    return _run(_thread.runner, job, function)


def close_loop() -> None:
    """Close the loop of the current thread, which is about to end."""
    if _thread.runner is not None:
        _thread.runner.close()


def _run(runner: asyncio.Runner, job: Job, function: Callable[[], Any]) -> Any:
    context = copy_context()
    try:
        return runner.run(_await(job, function), context=context)
    finally:
        bring_back(context)


async def _await(job: Job, function: Callable[[], Any]) -> Any:
    task = asyncio.current_task()
    assert task is not None
    let_cancel(job, lambda: task.get_loop().call_soon_threadsafe(task.cancel))
    try:
        return await function()
    finally:
        job.cancel_inner = None
