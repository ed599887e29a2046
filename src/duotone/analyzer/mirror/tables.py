"""What the standard library, anyio, trio and pytest call things on either side."""

from __future__ import annotations

__all__ = ["AWAITABLE", "CALLS", "DROPPED_DECORATORS", "LOOP_MODULES", "NAMES", "OBJECTS", "STREAMS"]

# Names that mean the same on either side, wherever they stand.
NAMES = {
    "__aenter__": "__enter__",
    "__aexit__": "__exit__",
    "__aiter__": "__iter__",
    "__anext__": "__next__",
    "AbstractAsyncContextManager": "AbstractContextManager",
    "AsyncContextManager": "ContextManager",
    "AsyncExitStack": "ExitStack",
    "AsyncIterable": "Iterable",
    "AsyncIterator": "Iterator",
    "AsyncMock": "MagicMock",
    "IsolatedAsyncioTestCase": "TestCase",
    "StopAsyncIteration": "StopIteration",
    "aclose": "close",
    "aclosing": "closing",
    "addAsyncCleanup": "addCleanup",
    "aiter": "iter",
    "anext": "next",
    "assert_any_await": "assert_any_call",
    "assert_awaited": "assert_called",
    "assert_awaited_once": "assert_called_once",
    "assert_awaited_once_with": "assert_called_once_with",
    "assert_awaited_with": "assert_called_with",
    "assert_has_awaits": "assert_has_calls",
    "assert_not_awaited": "assert_not_called",
    "asyncSetUp": "setUp",
    "asyncTearDown": "tearDown",
    "asynccontextmanager": "contextmanager",
    "athrow": "throw",
    "await_args": "call_args",
    "await_args_list": "call_args_list",
    "await_count": "call_count",
    "enter_async_context": "enter_context",
    "push_async_callback": "callback",
    "push_async_exit": "push",
}

# Generic types whose arguments change: what is awaited is its last argument, and a generator has one argument more.
AWAITABLE = frozenset({"Awaitable", "Coroutine"})
STREAMS = {"AsyncGenerator": "Generator"}

# Modules that are about loops: what is left of them after rewriting has no sync form.
LOOP_MODULES = frozenset({"anyio", "asyncio", "trio"})

# Calls that take a function and its arguments to another thread become the call itself, and those that only let others
# run go.
_UNWRAPPED = ("asyncio.to_thread", "anyio.to_thread.run_sync", "trio.to_thread.run_sync")
CALLS = {
    **dict.fromkeys(_UNWRAPPED, "unwrap"),
    "asyncio.gather": "gather",
    "asyncio.run": "inner",
    "anyio.lowlevel.checkpoint": "drop",
    "trio.lowlevel.checkpoint": "drop",
}

# Things with a sync form: the module to import, and the name in it.
OBJECTS = {
    **{f"{module}.sleep": "time.sleep" for module in LOOP_MODULES},
    **{
        f"{module}.{name}": f"threading.{name}"
        for module in LOOP_MODULES
        for name in ("Lock", "Event", "Condition", "Semaphore")
    },
    "asyncio.BoundedSemaphore": "threading.BoundedSemaphore",
    "asyncio.LifoQueue": "queue.LifoQueue",
    "asyncio.PriorityQueue": "queue.PriorityQueue",
    "asyncio.Queue": "queue.Queue",
    "asyncio.QueueEmpty": "queue.Empty",
    "asyncio.QueueFull": "queue.Full",
    "asyncio.TimeoutError": "TimeoutError",
    "pytest_asyncio.fixture": "pytest.fixture",
}

DROPPED_DECORATORS = frozenset({"pytest.mark.anyio", "pytest.mark.asyncio", "pytest.mark.trio"})
