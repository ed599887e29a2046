"""Who takes care of a coroutine, who makes a task of it, who starts a loop, and who only asks what a value is.

To add a callable, add a row: the module or class, its functions or methods, and their parameters (see `rows.slots`):
``0:coro`` is the first argument, also as ``coro=``; ``0:*coros`` are all positional ones. The rows are sorted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from duotone.analyzer.knowledge.rows import Slot, names, slot_table

__all__ = [
    "COROUTINES",
    "EITHER",
    "FUNCTIONS",
    "FUNCTION_INSPECTORS",
    "GATHERS",
    "INSPECTORS",
    "ITERABLES",
    "LOOPLESS",
    "LOOP_BOUND",
    "LOOP_GUESSES",
    "LOOP_NESTING",
    "LOOP_NESTING_HOSTS",
    "LOOP_RUNNERS",
    "TASK_MAKERS",
]

COROUTINES: Final[Mapping[str, tuple[Slot, ...]]] = slot_table(
    (
        ("_asyncio", "Task", "0:coro"),
        ("aiohttp.web", "run_app", "0:app"),
        ("aiojobs.Scheduler", "spawn", "0:coro"),
        ("anyio.abc.TaskGroup", "create_task", "0:coro"),
        ("anyio.abc._tasks.TaskGroup", "create_task", "0:coro"),
        ("asyncio", "Task create_task run_coroutine_threadsafe", "0:coro"),
        ("asyncio", "ensure_future", "0:coro_or_future"),
        ("asyncio", "gather", "0:*coros_or_futures"),
        ("asyncio", "run", "0:main"),
        ("asyncio", "shield", "0:arg"),
        ("asyncio", "wait_for", "0:fut"),
        ("asyncio.AbstractEventLoop", "create_task", "0:coro"),
        ("asyncio.AbstractEventLoop", "run_until_complete", "0:future"),
        ("asyncio.BaseEventLoop", "create_task", "0:coro"),
        ("asyncio.BaseEventLoop", "run_until_complete", "0:future"),
        ("asyncio.Runner", "run", "0:coro"),
        ("asyncio.TaskGroup", "create_task", "0:coro"),
        ("asyncio.base_events.BaseEventLoop", "create_task", "0:coro"),
        ("asyncio.base_events.BaseEventLoop", "run_until_complete", "0:future"),
        ("asyncio.events.AbstractEventLoop", "create_task", "0:coro"),
        ("asyncio.events.AbstractEventLoop", "run_until_complete", "0:future"),
        ("asyncio.runners", "run", "0:main"),
        ("asyncio.runners.Runner", "run", "0:coro"),
        ("asyncio.taskgroups.TaskGroup", "create_task", "0:coro"),
        ("asyncio.tasks", "Task create_task run_coroutine_threadsafe", "0:coro"),
        ("asyncio.tasks", "ensure_future", "0:coro_or_future"),
        ("asyncio.tasks", "gather", "0:*coros_or_futures"),
        ("asyncio.tasks", "shield", "0:arg"),
        ("asyncio.tasks", "wait_for", "0:fut"),
        ("homeassistant.config_entries.ConfigEntry", "async_create_background_task async_create_task", "1:target"),
        ("homeassistant.core.HomeAssistant", "async_create_background_task async_create_task create_task", "0:target"),
        ("prompt_toolkit.application.Application", "create_background_task", "0:coroutine"),
        ("prompt_toolkit.application.application.Application", "create_background_task", "0:coroutine"),
        ("tornado.gen", "convert_yielded", "0:yielded"),
        ("tornado.gen", "with_timeout", "1:future"),
        ("tornado.ioloop.IOLoop", "add_future", "0:future"),
        ("uvloop", "run", "0:main"),
    )
)
"""Parameters that take a coroutine or another awaitable, and see to it that it runs."""

ITERABLES: Final[Mapping[str, tuple[Slot, ...]]] = slot_table(
    (
        ("asyncio", "as_completed wait", "0:fs"),
        ("asyncio.tasks", "as_completed wait", "0:fs"),
        ("tornado.gen", "multi", "0:children"),
    )
)
"""Parameters that take many awaitables in one container, and see to them."""

FUNCTIONS: Final[Mapping[str, tuple[Slot, ...]]] = slot_table(
    (
        ("anyio", "run", "0:func"),
        ("anyio._core._eventloop", "run", "0:func"),
        ("anyio.abc.TaskGroup", "start start_soon", "0:func"),
        ("anyio.abc._tasks.TaskGroup", "start start_soon", "0:func"),
        ("anyio.from_thread", "run", "0:func"),
        ("asgiref.sync", "AsyncToSync", "0:awaitable"),
        ("asgiref.sync", "async_to_sync", "0:awaitable"),
        ("contextlib.AsyncExitStack", "push_async_callback", "0:callback"),
        ("trio", "run", "0:async_fn"),
        ("trio.Nursery", "start start_soon", "0:async_fn"),
        ("trio._core._generated_run", "spawn_system_task", "0:async_fn"),
        ("trio._core._run", "run", "0:async_fn"),
        ("trio._core._run", "start_guest_run", "0:async_fn"),
        ("trio._core._run.Nursery", "start start_soon", "0:async_fn"),
        ("trio._threads", "from_thread_run", "0:afn"),
        ("trio.from_thread", "run", "0:afn"),
        ("trio.lowlevel", "spawn_system_task start_guest_run", "0:async_fn"),
    )
)
"""Parameters that take a coroutine function, and run it."""

EITHER: Final[Mapping[str, tuple[Slot, ...]]] = slot_table(
    (
        ("anyio.from_thread.BlockingPortal", "call start_task_soon", "0:func"),
        ("apscheduler.schedulers.asyncio.AsyncIOScheduler", "add_job", "0:func"),
        ("apscheduler.schedulers.base.BaseScheduler", "add_job", "0:func"),
        ("duotone", "call offload run unblocked", "0:callee"),
        ("duotone.AsyncHandlers", "add", "0:handler"),
        ("duotone.Handlers", "add", "0:handler"),
        ("duotone.Portal", "run", "0:callee"),
        ("duotone.contract", "call offload run unblocked", "0:callee"),
        ("duotone.contract.calls", "call run", "0:callee"),
        ("duotone.contract.greenlets", "unblocked", "0:callee"),
        ("duotone.contract.offloading", "offload", "0:callee"),
        ("duotone.contract.portal.Portal", "run", "0:callee"),
        ("fastapi", "Depends Security", "0:dependency"),
        ("fastapi.BackgroundTasks", "add_task", "0:func"),
        ("fastapi.background.BackgroundTasks", "add_task", "0:func"),
        ("fastapi.param_functions", "Depends Security", "0:dependency"),
        ("homeassistant.core.HomeAssistant", "add_job async_add_job async_run_job", "0:target"),
        ("starlette.background", "BackgroundTask", "0:func"),
        ("starlette.background.BackgroundTasks", "add_task", "0:func"),
        ("starlette.routing", "Route", "1:endpoint"),
        ("tornado.ioloop", "PeriodicCallback", "0:callback"),
        ("tornado.ioloop.IOLoop", "add_callback spawn_callback", "0:callback"),
        ("tornado.ioloop.IOLoop", "add_timeout call_at call_later", "1:callback"),
        ("tornado.ioloop.IOLoop", "run_sync", "0:func"),
    )
)
"""Parameters that take a function of either color, and do right by it; some take an awaitable too."""

TASK_MAKERS: Final = names(
    (
        ("_asyncio", "Task"),
        ("asyncio", "Task create_task ensure_future"),
        ("asyncio.AbstractEventLoop", "create_task"),
        ("asyncio.BaseEventLoop", "create_task"),
        ("asyncio.base_events.BaseEventLoop", "create_task"),
        ("asyncio.events.AbstractEventLoop", "create_task"),
        ("asyncio.tasks", "Task create_task ensure_future"),
    )
)
"""What they return must be kept: the loop holds tasks by weak references only."""

GATHERS: Final = names(
    (
        ("asyncio", "gather shield wait wait_for"),
        ("asyncio.tasks", "gather shield wait wait_for"),
        ("tornado.gen", "multi with_timeout"),
    )
)
"""What they return must be awaited or kept: errors and results come out nowhere else."""

_ASKED_OF_FUTURES = "cancelled done exception result"
_ASKED_OF_TASKS = "get_coro get_name"

LOOPLESS: Final = names(
    (
        ("_asyncio.Future", _ASKED_OF_FUTURES),
        ("_asyncio.Task", f"{_ASKED_OF_FUTURES} {_ASKED_OF_TASKS}"),
        ("asyncio", "iscoroutine iscoroutinefunction isfuture"),
        ("asyncio.base_futures", "isfuture"),
        ("asyncio.coroutines", "iscoroutine iscoroutinefunction"),
        ("asyncio.events", "get_event_loop_policy new_event_loop set_event_loop set_event_loop_policy"),
        ("asyncio.events.Handle", "cancelled"),
        ("asyncio.events.TimerHandle", "when"),
        ("asyncio.futures.Future", _ASKED_OF_FUTURES),
        ("asyncio.locks", "Barrier BoundedSemaphore Condition Event Lock Semaphore"),
        ("asyncio.locks.Event", "is_set"),
        ("asyncio.locks.Lock", "locked"),
        ("asyncio.locks.Semaphore", "locked"),
        ("asyncio.queues", "LifoQueue PriorityQueue Queue"),
        ("asyncio.queues.Queue", "empty full qsize"),
        ("asyncio.streams.StreamReader", "at_eof"),
        ("asyncio.streams.StreamWriter", "get_extra_info is_closing"),
        ("asyncio.tasks.Task", f"{_ASKED_OF_FUTURES} {_ASKED_OF_TASKS}"),
        ("asyncio.transports.BaseTransport", "get_extra_info is_closing"),
    )
)
"""They work the same where no loop is running."""

LOOP_BOUND: Final = names(
    (
        ("aiohttp", "ClientSession CookieJar TCPConnector UnixConnector"),
        ("aiohttp.client", "ClientSession"),
        ("aiohttp.connector", "TCPConnector UnixConnector"),
        ("aiohttp.cookiejar", "CookieJar"),
        ("aiokafka", "AIOKafkaConsumer AIOKafkaProducer"),
        ("aiokafka.consumer.consumer", "AIOKafkaConsumer"),
        ("aiokafka.producer.producer", "AIOKafkaProducer"),
    )
)
"""Classes whose objects can only be made where a loop is running."""

INSPECTORS: Final = names(
    (
        ("asyncio", "iscoroutine isfuture"),
        ("asyncio.base_futures", "isfuture"),
        ("asyncio.coroutines", "iscoroutine"),
        ("asyncio.futures", "isfuture"),
        ("duotone.contract.color", "is_awaitable"),
        ("inspect", "getcoroutinelocals getcoroutinestate isasyncgen isawaitable iscoroutine isgenerator"),
        ("tornado.concurrent", "is_future"),
    )
)
"""Code that asks one of these about a value knows that it may be a coroutine."""

FUNCTION_INSPECTORS: Final = names(
    (
        ("asgiref.sync", "iscoroutinefunction"),
        ("asyncio", "iscoroutinefunction"),
        ("asyncio.coroutines", "iscoroutinefunction"),
        ("duotone", "color_of"),
        ("duotone.contract.color", "color_of"),
        ("inspect", "isasyncgenfunction iscoroutinefunction isgeneratorfunction"),
        ("starlette._utils", "is_async_callable"),
    )
)
"""Code that asks one of these about a function knows that it may be async."""

LOOP_RUNNERS: Final = names(
    (
        ("aiohttp.web", "run_app"),
        ("anyio", "run"),
        ("anyio._core._eventloop", "run"),
        ("asyncio", "run"),
        ("asyncio.AbstractEventLoop", "run_forever run_until_complete"),
        ("asyncio.BaseEventLoop", "run_forever run_until_complete"),
        ("asyncio.Runner", "run"),
        ("asyncio.base_events.BaseEventLoop", "run_forever run_until_complete"),
        ("asyncio.events.AbstractEventLoop", "run_forever run_until_complete"),
        ("asyncio.runners", "run"),
        ("asyncio.runners.Runner", "run"),
        ("discord.Client", "run"),
        ("discord.client.Client", "run"),
        ("tornado.ioloop.IOLoop", "run_sync"),
        ("trio", "run"),
        ("trio._core._run", "run"),
        ("uvicorn", "run"),
        ("uvicorn.main", "run"),
        ("uvloop", "run"),
    )
)
"""They start a loop, and fail where one is running."""

LOOP_GUESSES: Final = names(
    (
        ("_asyncio", "get_event_loop"),
        ("asyncio", "get_event_loop"),
        ("asyncio.events", "get_event_loop"),
    )
)
"""What they return depends on where they are called."""

LOOP_NESTING: Final = names(
    (
        ("nest_asyncio", "apply"),
        ("nest_asyncio2", "apply"),
    )
)
"""After a call of these, a loop can be run inside another."""

LOOP_NESTING_HOSTS: Final = frozenset({"chainlit"})
"""Their command makes such a call before it runs the files that import them."""
