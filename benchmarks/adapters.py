"""One adapter per library: how it calls async code from sync code, used as its own documentation recommends."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import importlib
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Iterator

    Work = Callable[..., Coroutine[Any, Any, Any]]


class Absent(Exception):
    """The library has no such feature."""


class Adapter:
    """What every library can do, and the plain asyncio way where it has no way of its own."""

    key: ClassVar[str]
    own_loop: ClassVar[str] = ""
    """The package of the loop that the library always brings, if it does."""
    title: ClassVar[str]
    package: ClassVar[str | None] = None
    module: ClassVar[str | None] = None
    cell: ClassVar[str] = "result = trial.run(work, 21)"
    # What a program has to do for a point to be right, where that is more than the plain call.
    needs: ClassVar[dict[str, str]] = {}

    def __init__(self) -> None:
        self.lib: Any = importlib.import_module(self.module) if self.module else None

    @contextlib.contextmanager
    def ready(self, backend: str = "asyncio") -> Iterator[None]:
        """Do what a program does once before its first call; ``backend`` is the loop that it asks for."""
        if backend == "uvloop":
            use_uvloop()
        yield

    def script(self, main: Callable[[], Any], backend: str = "asyncio") -> Any:
        """Run a sync ``main`` as a plain script would."""
        with self.ready(backend):
            return main()

    async def inside(self, main: Callable[[], Any]) -> Any:
        """Run a sync ``main`` on the thread of the running loop."""
        return main()

    async def unblocked(self, main: Callable[[], Any]) -> Any:
        """Run a sync ``main`` there by whatever the library has to keep that loop going."""
        return await self.inside(main)

    def bind(self, work: Work) -> Callable[..., Any]:
        """Return the sync face of ``work``, made once and called often."""
        raise NotImplementedError

    def run(self, work: Work, *args: Any) -> Any:
        """Call ``work`` once from sync code."""
        return self.bind(work)(*args)

    def run_within(self, seconds: float, work: Work, *args: Any) -> Any:
        """Call ``work`` with a limit of time."""
        msg = "no timeout parameter"
        raise Absent(msg)

    def iterate(self, stream: Callable[..., AsyncIterator[Any]], *args: Any) -> Iterator[Any]:
        """Go over an async generator from sync code."""
        msg = "no iteration of async generators"
        raise Absent(msg)

    def manage(self, entry: Callable[..., AbstractAsyncContextManager[Any]]) -> AbstractContextManager[Any]:
        """Enter an async context manager from sync code."""
        msg = "no async context managers"
        raise Absent(msg)

    async def offload(self, work: Callable[..., Any], *args: Any) -> Any:
        """Call a sync function from async code on a worker."""
        return await asyncio.to_thread(work, *args)

    async def cancel_midway(self, work: Callable[[], Any], begun: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Call a sync function on a worker from a task, and cancel the task once ``begun`` has returned."""
        await cancel_task(self.offload(work), begun)

    def crowd(self, count: int, work: Callable[[], Any]) -> list[Any]:
        """Let ``count`` sync callers run ``work`` at once and collect what each got."""
        gathered: list[Any] = [None] * count
        gate = threading.Barrier(count)

        def caller(index: int) -> None:
            gate.wait()
            gathered[index] = work()

        threads = [threading.Thread(target=caller, args=(index,), daemon=True) for index in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return gathered


async def cancel_task(call: Coroutine[Any, Any, Any], begun: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run ``call`` as a task and cancel it once ``begun`` has returned; its own early error wins."""
    task = asyncio.create_task(call)
    watch = asyncio.create_task(begun())
    await asyncio.wait([task, watch], return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        watch.cancel()
        task.result()
    await watch
    task.cancel()


def use_uvloop() -> None:
    """Make uvloop the loop of every library that follows asyncio's policy."""
    import uvloop

    asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())


class Duotone(Adapter):
    key, title, package, module = "duotone", "duotone", "duotone", "duotone"
    own_loop = "duotone"
    needs: ClassVar[dict[str, str]] = {
        "inside-unblocked": "by await duotone.unblocked(...), with the greenlet extra",
        "outer-future": "by await duotone.unblocked(...), with the greenlet extra",
        "on-uvloop": "runs on duotone's own loop, where the others run on uvloop",
    }

    def bind(self, work: Work) -> Callable[..., Any]:
        return functools.partial(self.lib.run, work)

    async def unblocked(self, main: Callable[[], Any]) -> Any:
        return await self.lib.unblocked(main)

    def run_within(self, seconds: float, work: Work, *args: Any) -> Any:
        return self.lib.run(work, *args, timeout=seconds)

    def iterate(self, stream: Callable[..., AsyncIterator[Any]], *args: Any) -> Iterator[Any]:
        return self.lib.iterate(stream(*args))

    def manage(self, entry: Callable[..., AbstractAsyncContextManager[Any]]) -> AbstractContextManager[Any]:
        return self.lib.manage(entry())

    async def offload(self, work: Callable[..., Any], *args: Any) -> Any:
        return await self.lib.call(work, *args)


class NewThread(Adapter):
    """The recipe that most projects write by hand."""

    key, title = "new-thread", "new thread + asyncio.run"

    def bind(self, work: Work) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            with ThreadPoolExecutor(1) as pool:
                return pool.submit(asyncio.run, work(*args)).result()

        return call


class AsyncioRun(Adapter):
    key, title = "asyncio-run", "asyncio.run"

    def bind(self, work: Work) -> Callable[..., Any]:
        return lambda *args: asyncio.run(work(*args))


class LoopThread(Adapter):
    """A loop on a thread of its own, reached by ``run_coroutine_threadsafe``; measured for its cost only."""

    key, title = "loop-thread", "run_coroutine_threadsafe to a loop thread"

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def bind(self, work: Work) -> Callable[..., Any]:
        loop = self.loop
        return lambda *args: asyncio.run_coroutine_threadsafe(work(*args), loop).result()


class OwnLoop(Adapter):
    """One private loop kept by the caller and driven by ``run_until_complete``; measured for its cost only."""

    key, title = "own-loop", "run_until_complete on a kept loop"

    def bind(self, work: Work) -> Callable[..., Any]:
        loop = asyncio.new_event_loop()
        return lambda *args: loop.run_until_complete(work(*args))
