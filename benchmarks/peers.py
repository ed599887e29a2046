"""The other libraries, each used as its own documentation recommends, and the registry of all adapters."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import importlib
import threading
from typing import TYPE_CHECKING, Any, ClassVar

from benchmarks.adapters import Absent, Adapter, AsyncioRun, Duotone, LoopThread, NewThread, OwnLoop, cancel_task

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
    from contextlib import AbstractAsyncContextManager, AbstractContextManager

    from benchmarks.adapters import Work


class Asgiref(Adapter):
    key, title, package, module = "asgiref", "asgiref", "asgiref", "asgiref.sync"

    def bind(self, work: Work) -> Callable[..., Any]:
        return self.lib.async_to_sync(work)

    async def offload(self, work: Callable[..., Any], *args: Any) -> Any:
        return await self.lib.sync_to_async(work)(*args)


class Anyio(Adapter):
    """The portal from threads of others, ``from_thread`` on AnyIO's own workers: both as its guide says."""

    key, title, package, module = "anyio", "anyio", "anyio", "anyio"
    needs: ClassVar[dict[str, str]] = {
        "cancel-caller": "by from_thread.run on AnyIO's own worker, cancelled by its scope",
        "on-trio": "by start_blocking_portal('trio')",
    }

    def __init__(self) -> None:
        super().__init__()
        self.from_thread: Any = importlib.import_module("anyio.from_thread")
        self.to_thread: Any = importlib.import_module("anyio.to_thread")
        self.portal: Any = None
        self.worker = threading.local()

    @contextlib.contextmanager
    def ready(self, backend: str = "asyncio") -> Iterator[None]:
        options = {"use_uvloop": True} if backend == "uvloop" else None
        name = "trio" if backend == "trio" else "asyncio"
        with self.from_thread.start_blocking_portal(name, options) as self.portal:
            yield

    def bind(self, work: Work) -> Callable[..., Any]:
        return functools.partial(self.portal.call, work)

    def run(self, work: Work, *args: Any) -> Any:
        if getattr(self.worker, "of_anyio", False):
            return self.from_thread.run(work, *args)
        return self.portal.call(work, *args)

    def manage(self, entry: Callable[..., AbstractAsyncContextManager[Any]]) -> AbstractContextManager[Any]:
        return self.portal.wrap_async_context_manager(entry())

    async def offload(self, work: Callable[..., Any], *args: Any) -> Any:
        def marked() -> Any:
            self.worker.of_anyio = True
            try:
                return work(*args)
            finally:
                self.worker.of_anyio = False

        return await self.to_thread.run_sync(marked)

    async def cancel_midway(self, work: Callable[[], Any], begun: Callable[[], Coroutine[Any, Any, None]]) -> None:
        async with self.lib.create_task_group() as group:
            group.start_soon(self.offload, work)
            await begun()
            group.cancel_scope.cancel()

    def run_within(self, seconds: float, work: Work, *args: Any) -> Any:
        msg = "no timeout parameter; by hand with the future of start_task_soon"
        raise Absent(msg)


class Synchronicity(Adapter):
    key, title, package, module = "synchronicity", "synchronicity", "synchronicity", "synchronicity"
    needs: ClassVar[dict[str, str]] = {"inferred-types": "by a stub that its own tool generates"}

    def __init__(self) -> None:
        super().__init__()
        self.synchronizer: Any = self.lib.Synchronizer()

    def bind(self, work: Work) -> Callable[..., Any]:
        return self.synchronizer.wrap(work)

    def run_within(self, seconds: float, work: Work, *args: Any) -> Any:
        msg = "no timeout parameter; by hand with the future that _future=True returns"
        raise Absent(msg)

    def iterate(self, stream: Callable[..., AsyncIterator[Any]], *args: Any) -> Iterator[Any]:
        return self.synchronizer.wrap(stream)(*args)

    def manage(self, entry: Callable[..., AbstractAsyncContextManager[Any]]) -> AbstractContextManager[Any]:
        return self.synchronizer.wrap(entry)()


class Greenback(Adapter):
    """Its sync code runs inside a task, so a plain script, too, starts from a loop."""

    key, title, package, module = "greenback", "greenback", "greenback", "greenback"
    needs: ClassVar[dict[str, str]] = {"value": "here and below: in a task that was given a portal"}
    cell = "await trial.adapter.lib.ensure_portal()\nresult = trial.run(work, 21)"

    def script(self, main: Callable[[], Any], backend: str = "asyncio") -> Any:
        if backend == "trio":
            trio = importlib.import_module("trio")
            return trio.run(self.lib.with_portal_run_sync, main)
        with self.ready(backend):
            return asyncio.run(self.lib.with_portal_run_sync(main))

    async def inside(self, main: Callable[[], Any]) -> Any:
        return await self.lib.with_portal_run_sync(main)

    def bind(self, work: Work) -> Callable[..., Any]:
        await_ = self.lib.await_
        return lambda *args: await_(work(*args))

    def iterate(self, stream: Callable[..., AsyncIterator[Any]], *args: Any) -> Iterator[Any]:
        return self.lib.async_iter(stream(*args))

    def manage(self, entry: Callable[..., AbstractAsyncContextManager[Any]]) -> AbstractContextManager[Any]:
        return self.lib.async_context(entry())

    async def cancel_midway(self, work: Callable[[], Any], begun: Callable[[], Coroutine[Any, Any, None]]) -> None:
        await cancel_task(self.lib.with_portal_run_sync(work), begun)

    def crowd(self, count: int, work: Callable[[], Any]) -> list[Any]:
        async def together() -> list[Any]:
            calls = [self.lib.with_portal_run_sync(work) for _ in range(count)]
            return await asyncio.gather(*calls)

        return self.lib.await_(together())


class NestAsyncio(Adapter):
    key, title, package, module = "nest-asyncio2", "nest-asyncio2", "nest-asyncio2", "nest_asyncio2"
    cell = "trial.adapter.lib.apply()\nresult = trial.run(work, 21)"

    @contextlib.contextmanager
    def ready(self, backend: str = "asyncio") -> Iterator[None]:
        with super().ready(backend):
            self.lib.apply()
            yield

    def bind(self, work: Work) -> Callable[..., Any]:
        return lambda *args: asyncio.run(work(*args))


class Fastcore(Adapter):
    key, title, package, module = "fastcore", "fastcore", "fastcore", "fastcore.aio"

    def bind(self, work: Work) -> Callable[..., Any]:
        run_sync = self.lib.run_sync
        return lambda *args: run_sync(work(*args))

    def iterate(self, stream: Callable[..., AsyncIterator[Any]], *args: Any) -> Iterator[Any]:
        return self.lib.iter_sync(stream(*args))

    def manage(self, entry: Callable[..., AbstractAsyncContextManager[Any]]) -> AbstractContextManager[Any]:
        return self.lib.ctx_sync(entry())

    async def offload(self, work: Callable[..., Any], *args: Any) -> Any:
        return await self.lib.athreaded(work)(*args)


ADAPTERS: dict[str, type[Adapter]] = {
    kind.key: kind
    for kind in (
        Duotone,
        Asgiref,
        Anyio,
        Synchronicity,
        Greenback,
        NestAsyncio,
        Fastcore,
        NewThread,
        AsyncioRun,
        LoopThread,
        OwnLoop,
    )
}
