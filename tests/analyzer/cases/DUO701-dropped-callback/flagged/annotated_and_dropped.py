"""The annotation promises plain functions, and they are called so: by a method above or below, a thread, or later."""

import abc
import asyncio
import dataclasses
import threading
from collections.abc import Callable

Hook = Callable[[], None]


class Source(abc.ABC):
    @abc.abstractmethod
    def subscribe(self, hook: Hook) -> None: ...


class Local(Source):
    def subscribe(self, hook: Hook) -> None:
        hook()


@dataclasses.dataclass
class Step:
    name: str
    run: Hook


class Plan:
    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.hooks: list[Hook] = []

    def add(self, step: Step) -> None:
        self.steps.append(step)

    def then(self, hook: Hook) -> None:
        self.hooks.append(hook)

    def run(self) -> None:
        for step in self.steps:
            step.run()
        for hook in self.hooks:
            hook()


def apart(hook: Hook) -> None:
    threading.Thread(target=hook).start()


async def refresh() -> None:
    await asyncio.sleep(0)


def main(source: Source, plan: Plan) -> None:
    source.subscribe(refresh)  # expect: DUO701
    plan.add(Step("first", refresh))  # expect: DUO701
    plan.then(refresh)  # expect: DUO701
    apart(refresh)  # expect: DUO701
