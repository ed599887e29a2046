"""A factory of sheds, of which the stub alone is there."""

from contextlib import AbstractContextManager
from typing import Generic, TypeVar

class Shed:
    def fill(self, what: str) -> None: ...

class AsyncShed:
    async def fill(self, what: str) -> None: ...

S = TypeVar("S", bound=Shed)

class Builder(Generic[S]):
    def __init__(self, place: str, *, kind: type[S] = ...) -> None: ...
    def __call__(self) -> S: ...
    def begin(self) -> AbstractContextManager[S]: ...
