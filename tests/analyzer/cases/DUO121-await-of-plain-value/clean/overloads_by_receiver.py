"""What a decorated function gives depends on the function: overloads tell it by the type of `self`."""

from collections.abc import Callable, Coroutine
from typing import Any, Generic, NoReturn, ParamSpec, TypeVar, overload

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


class Job(Generic[P, R]):
    def __init__(self, function: Callable[P, R]) -> None:
        self.function = function

    @overload
    def __call__(self: "Job[P, NoReturn]", *args: P.args, **kwargs: P.kwargs) -> None: ...
    @overload
    def __call__(
        self: "Job[P, Coroutine[Any, Any, T]]", *args: P.args, **kwargs: P.kwargs
    ) -> Coroutine[Any, Any, T]: ...
    @overload
    def __call__(self: "Job[P, T]", *args: P.args, **kwargs: P.kwargs) -> T: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.function(*args, **kwargs)


def job(function: Callable[P, R]) -> Job[P, R]:
    return Job(function)


@job
async def fetch(url: str) -> str:
    return url


@job
async def forget() -> None:
    return None


@job
def count(text: str) -> int:
    return len(text)


def of_both(one: Job[..., Any], several: list[Job]) -> None:
    one()
    several[0]()


async def main(one: Job[..., Any], several: list[Job]) -> int:
    await forget()
    await one()
    await several[0]()
    return count(await fetch("a")) + 1
