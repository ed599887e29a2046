"""Whoever calls a method asks first whether it is a coroutine function, so that overrides may have either color."""

import asyncio
import inspect
from abc import ABC, abstractmethod


class Condition(ABC):
    @abstractmethod
    def evaluate(self, context: "Context") -> list[str]: ...


class Context:
    def __init__(self, condition: Condition) -> None:
        self.condition = condition

    async def result(self) -> list[str]:
        if inspect.iscoroutinefunction(self.condition.evaluate):
            return await self.condition.evaluate(self)
        return self.condition.evaluate(self)


class Always(Condition):
    def evaluate(self, context: Context) -> list[str]:
        return [context.condition.__doc__ or ""]


class Late(Condition):
    async def evaluate(self, context: Context) -> list[str]:
        await asyncio.sleep(0)
        return []
