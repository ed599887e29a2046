"""Functions are kept in containers, and whoever takes them out looks before awaiting, or they are for something else."""

import asyncio
import inspect
from collections import defaultdict
from collections.abc import Callable


class Emitter:
    def __init__(self):
        self.hooks = []
        self.checks = []
        self.by_name = {}
        self.topics = defaultdict(list)

    def on(self, hook):
        self.hooks.append(hook)
        return hook

    def check(self, check):
        self.checks.append(check)

    def named(self, name):
        def register(function):
            self.by_name[name] = function
            return function

        return register

    def subscribe(self, topic, function):
        self.topics[topic].append(function)

    async def emit(self, event):
        for hook in self.hooks:
            result = hook(event)
            if inspect.isawaitable(result):
                await result

    async def run(self, name, event):
        function = self.by_name[name]
        if asyncio.iscoroutinefunction(function):
            return await function(event)
        return await asyncio.to_thread(function, event)

    def is_fine(self, event):
        return all(check(event) for check in self.checks)

    async def publish(self, topic, event):
        for function in self.topics[topic]:
            await self.call(function, event)

    async def call(self, function, event):
        result = function(event)
        return await result if inspect.isawaitable(result) else result


class Mixed:
    def __init__(self) -> None:
        self.steps: list[Callable[[], object]] = []

    def add(self, step: Callable[[], object]) -> None:
        self.steps.append(step)

    async def go(self) -> None:
        for step in self.steps:
            found = step()
            if hasattr(found, "__await__"):
                await found


def remember(event):
    print(event)


def nothing() -> None:
    print("nothing")


emitter = Emitter()
emitter.on(remember)
emitter.check(remember)
emitter.subscribe("a", remember)
Mixed().add(nothing)


@emitter.named("remember")
def remembered(event):
    print(event)


@emitter.on
def heard(event):
    print(event)
