"""What a descriptor gives is known by its `__get__`, and a class that is given is no string."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

T = TypeVar("T")


class App:
    async def stop(self) -> bool:
        await asyncio.sleep(0)
        return True


class Of(Generic[T]):
    def __init__(self, kind: type[T]) -> None:
        self.kind = kind

    def __get__(self, owner: object, kind: type) -> T:
        return self.kind()


class Lazy(Generic[T]):
    def __init__(self, kind: type[T]) -> None:
        self.kind = kind

    @overload
    def __get__(self, owner: None, kind: type) -> Lazy[T]: ...
    @overload
    def __get__(self, owner: object, kind: type) -> T: ...
    def __get__(self, owner: Any, kind: type) -> Any:
        return self if owner is None else self.kind()


class Node:
    app = Of(App)
    late = Lazy(App)

    if TYPE_CHECKING:
        chosen = Of(App)
    else:

        @property
        def chosen(self) -> App:
            return App()

    @overload
    def one(self, name: str) -> Node: ...
    @overload
    def one(self, name: type[T]) -> T: ...
    def one(self, name: str | type[T]) -> T | Node:
        return self if isinstance(name, str) else name()


class Table(Node):
    async def update(self) -> None:
        await asyncio.sleep(0)


async def close(node: Node) -> None:
    node.app.stop()  # expect: DUO101
    node.chosen.stop()  # expect: DUO101
    if node.late.stop():  # expect: DUO103
        node.one(Table).update()  # expect: DUO101
