"""Who calls a function and drops or misreads what it returns, so that a coroutine is lost, and who awaits it.

To add a callable, add a row: the module or class, its functions or methods, and the parameters that take the function
(see `rows.slots`). A class among the members stands for making one. The rows are sorted.

`map` is in none of these tables: ``gather(*map(fetch, urls))`` is right.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from duotone.analyzer.knowledge.rows import Slot, names, slot_table, spread

__all__ = ["AWAITED", "CACHES", "DROPPED", "FOLDED", "RUN_BY", "USED_AS_VALUE"]

DROPPED: Final[Mapping[str, tuple[Slot, ...]]] = slot_table(
    (
        ("_asyncio.Future", "add_done_callback", "0:fn"),
        ("_asyncio.Task", "add_done_callback", "0:fn"),
        ("_pytest.fixtures.FixtureRequest", "addfinalizer", "0:finalizer"),
        ("asyncio.AbstractEventLoop", "add_reader add_signal_handler add_writer", "1:callback"),
        ("asyncio.AbstractEventLoop", "call_at call_later", "1:callback"),
        ("asyncio.AbstractEventLoop", "call_soon call_soon_threadsafe", "0:callback"),
        ("asyncio.BaseEventLoop", "add_reader add_signal_handler add_writer", "1:callback"),
        ("asyncio.BaseEventLoop", "call_at call_later", "1:callback"),
        ("asyncio.BaseEventLoop", "call_soon call_soon_threadsafe", "0:callback"),
        ("asyncio.Future", "add_done_callback", "0:fn"),
        ("asyncio.Task", "add_done_callback", "0:fn"),
        ("asyncio.base_events.BaseEventLoop", "add_reader add_signal_handler add_writer", "1:callback"),
        ("asyncio.base_events.BaseEventLoop", "call_at call_later", "1:callback"),
        ("asyncio.base_events.BaseEventLoop", "call_soon call_soon_threadsafe", "0:callback"),
        ("asyncio.events.AbstractEventLoop", "add_reader add_signal_handler add_writer", "1:callback"),
        ("asyncio.events.AbstractEventLoop", "call_at call_later", "1:callback"),
        ("asyncio.events.AbstractEventLoop", "call_soon call_soon_threadsafe", "0:callback"),
        ("atexit", "register", "0:func"),
        ("concurrent.futures.Future", "add_done_callback", "0:fn"),
        ("concurrent.futures._base.Future", "add_done_callback", "0:fn"),
        ("contextlib.AsyncExitStack", "callback", "0:callback"),
        ("contextlib.ExitStack", "callback", "0:callback"),
        ("contextlib._BaseExitStack", "callback", "0:callback"),
        ("logging.Filterer", "addFilter", "0:filter"),
        ("logging.Handler", "addFilter", "0:filter"),
        ("logging.Logger", "addFilter", "0:filter"),
        ("multiprocessing", "Process", "1:target"),
        ("multiprocessing.context", "Process", "1:target"),
        ("multiprocessing.pool.Pool", "apply_async", "3:callback 4:error_callback"),
        ("os", "register_at_fork", ":before :after_in_child :after_in_parent"),
        ("pytest.FixtureRequest", "addfinalizer", "0:finalizer"),
        ("sched.scheduler", "enter enterabs", "2:action"),
        ("schedule.Job", "do", "0:job_func"),
        ("signal", "signal", "1:handler"),
        ("sys", "setprofile settrace", "0:function"),
        ("threading", "Thread", "1:target"),
        ("threading", "Timer", "1:function"),
        ("threading", "setprofile settrace", "0:func"),
        ("tkinter", "Button Checkbutton Radiobutton", ":command"),
        ("tkinter.Misc", "after bind_all", "1:func"),
        ("tkinter.Misc", "after_idle", "0:func"),
        ("tkinter.Misc", "bind", "1:func"),
        ("unittest.TestCase", "addCleanup", "0:function"),
        ("unittest.case.TestCase", "addCleanup", "0:function"),
        ("weakref", "ReferenceType ref", "1:callback"),
        ("weakref", "finalize", "1:func"),
    )
)
"""The function is called, and nobody looks at what it returns."""

RUN_BY: Final[Mapping[str, str]] = spread(
    (
        ("unittest.TestCase", "addCleanup", "addAsyncCleanup doCleanups run"),
        ("unittest.case.TestCase", "addCleanup", "addAsyncCleanup doCleanups run"),
    )
)
"""The methods that show how the function is called in the end: a class below that has one of them may await it."""

_POOL = "apply apply_async imap imap_unordered map map_async starmap starmap_async"

USED_AS_VALUE: Final[Mapping[str, tuple[Slot, ...]]] = slot_table(
    (
        ("_bisect", "bisect_left bisect_right insort_left insort_right", ":key"),
        ("anyio.to_process", "run_sync", "0:func"),
        ("anyio.to_thread", "run_sync", "0:func"),
        ("argparse.ArgumentParser", "add_argument", ":type"),
        ("argparse._ActionsContainer", "add_argument", ":type"),
        ("asyncio", "to_thread", "0:func"),
        ("asyncio.AbstractEventLoop", "run_in_executor", "1:func"),
        ("asyncio.BaseEventLoop", "run_in_executor", "1:func"),
        ("asyncio.base_events.BaseEventLoop", "run_in_executor", "1:func"),
        ("asyncio.events.AbstractEventLoop", "run_in_executor", "1:func"),
        ("asyncio.threads", "to_thread", "0:func"),
        ("bisect", "bisect bisect_left bisect_right insort insort_left insort_right", ":key"),
        ("builtins", "filter", "0:function"),
        ("builtins", "max min sorted", ":key"),
        ("builtins.list", "sort", ":key"),
        ("collections", "defaultdict", "0:default_factory"),
        ("concurrent.futures.Executor", "map submit", "0:fn"),
        ("concurrent.futures._base.Executor", "map submit", "0:fn"),
        ("concurrent.futures.thread.ThreadPoolExecutor", "map submit", "0:fn"),
        ("dataclasses", "field", ":default_factory"),
        ("fastapi.concurrency", "run_in_threadpool", "0:func"),
        ("functools", "cmp_to_key", "0:mycmp"),
        ("heapq", "merge", ":key"),
        ("heapq", "nlargest nsmallest", "2:key"),
        ("itertools", "dropwhile filterfalse takewhile", "0:predicate"),
        ("itertools", "groupby", "1:key"),
        ("json", "dump dumps", ":default"),
        ("json", "load loads", ":object_hook :object_pairs_hook :parse_float :parse_int"),
        ("multiprocessing.pool.Pool", _POOL, "0:func"),
        ("re", "sub subn", "1:repl"),
        ("re.Pattern", "sub subn", "0:repl"),
        ("starlette.concurrency", "run_in_threadpool", "0:func"),
        ("trio._threads", "to_thread_run_sync", "0:sync_fn"),
        ("trio.to_thread", "run_sync", "0:sync_fn"),
    )
)
"""The function is called, and what it returns is taken for a plain value."""

FOLDED: Final[Mapping[str, tuple[Slot, ...]]] = slot_table(
    (
        ("_functools", "reduce", "0:function"),
        ("functools", "reduce", "0:function"),
        ("itertools", "accumulate", "1:func"),
    )
)
"""What the function returns is given to it again as its first argument, which it may await itself."""

AWAITED: Final[Mapping[str, tuple[Slot, ...]]] = slot_table(
    (
        ("anyio", "run", "0:func"),
        ("anyio._core._eventloop", "run", "0:func"),
        ("anyio.abc.TaskGroup", "start start_soon", "0:func"),
        ("anyio.abc._tasks.TaskGroup", "start start_soon", "0:func"),
        ("anyio.from_thread", "run", "0:func"),
        ("asgiref.sync", "async_to_sync", "0:awaitable"),
        ("contextlib.AsyncExitStack", "push_async_callback", "0:callback"),
        ("discord.ext.commands.Bot", "add_listener", "0:func"),
        ("discord.ext.commands.bot.BotBase", "add_listener", "0:func"),
        ("nats.aio.client.Client", "subscribe", ":cb"),
        ("starlette.middleware.base", "BaseHTTPMiddleware", "1:dispatch"),
        ("starlette.routing", "WebSocketRoute", "1:endpoint"),
        ("telethon.TelegramClient", "add_event_handler", "0:callback"),
        ("trio", "run", "0:async_fn"),
        ("trio.Nursery", "start start_soon", "0:async_fn"),
        ("trio._core._run", "run", "0:async_fn"),
        ("trio._core._run.Nursery", "start start_soon", "0:async_fn"),
        ("trio._threads", "from_thread_run", "0:afn"),
        ("trio.from_thread", "run", "0:afn"),
        ("unittest.IsolatedAsyncioTestCase", "addAsyncCleanup", "0:func"),
        ("unittest.async_case.IsolatedAsyncioTestCase", "addAsyncCleanup", "0:func"),
        ("websockets", "serve", "0:handler"),
        ("websockets.asyncio.server", "serve", "0:handler"),
        ("websockets.server", "serve", "0:ws_handler"),
    )
)
"""The function is called, and what it returns is awaited: a sync function breaks there."""

CACHES: Final = names((("functools", "cache cached_property lru_cache"),))
"""Decorators that hand out one coroutine twice: the second await of it fails."""
