"""A callback whose annotation is too narrow: the code asks what it is before it awaits it."""

import inspect
from collections.abc import Callable
from typing import Any, Optional


class Engine:
    def __init__(self, task: Any) -> None:
        self.task = task

    async def may_go_on(self, state: str) -> bool:
        condition: Optional[Callable[[str], bool]] = self.task.condition
        if inspect.iscoroutinefunction(condition):
            return bool(await condition(state))
        if condition is not None:
            return condition(state)
        return False


async def settle(value: int, hook: Callable[[int], None]) -> int:
    if inspect.isawaitable(value):
        return int(await value)
    if inspect.iscoroutinefunction(hook):
        await hook(value)
    else:
        hook(value)
    return value
