"""Bodies that are placeholders: `...`, `pass`, a docstring, NotImplementedError, an abstract method."""

import abc
from typing import Any, Protocol, overload


class Store(Protocol):
    async def get(self, key: str) -> str: ...

    async def put(self, key: str) -> None:
        """Keep it."""


class Hooks:
    """Nothing happens unless a subclass says so."""

    async def on_start(self) -> None:
        """Called once."""

    async def on_end(self) -> None:
        pass

    async def on_error(self, error: Exception) -> None: ...

    async def on_text(self, text: str) -> Any:
        raise NotImplementedError("a subclass says what happens")


class Tool(abc.ABC):
    @abc.abstractmethod
    async def run(self, text: str) -> str:
        return text

    @property
    @abc.abstractmethod
    async def name(self) -> str: ...


async def not_yet(text: str) -> str:
    raise NotImplementedError
