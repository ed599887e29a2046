"""Where a test says that what a callback gave is no stream, the coroutine that it may give instead is left."""

import inspect
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine
from typing import Any

Job = Callable[..., AsyncGenerator[int, None] | Coroutine[Any, Any, None]]
Loose = Callable[..., AsyncIterator[int] | Coroutine[Any, Any, None] | list[int]]


async def by_its_class(job: Job, *args: Any) -> None:
    result = job(*args)
    if isinstance(result, AsyncGenerator):
        async for progress in result:
            print(progress)
    else:
        await result


async def by_an_alias(job: Job, *args: Any) -> None:
    from collections.abc import AsyncGenerator as Stream

    result = job(*args)
    if isinstance(result, Stream):
        async for progress in result:
            print(progress)
    else:
        await result


async def by_a_base(job: Job, *args: Any) -> None:
    result = job(*args)
    if not isinstance(result, AsyncIterator):
        await result
        return
    async for progress in result:
        print(progress)


async def by_inspection(job: Job, *args: Any) -> None:
    result = job(*args)
    if inspect.isasyncgen(result):
        async for progress in result:
            print(progress)
    else:
        await result


async def among_others(job: Loose, *args: Any) -> None:
    result = job(*args)
    if isinstance(result, AsyncIterator):
        async for progress in result:
            print(progress)
    else:
        await result
