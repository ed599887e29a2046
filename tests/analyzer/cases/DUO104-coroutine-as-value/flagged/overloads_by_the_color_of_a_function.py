"""The overload for async functions gives an object whose call is a coroutine."""

import inspect
from typing import Any, Protocol, overload


class AsyncTemplate(Protocol):
    async def __call__(self, *parts: Any) -> str: ...


class Template(Protocol):
    def __call__(self, *parts: Any) -> str: ...


class Answer:
    text = ""


class AsyncPrompt:
    async def __call__(self, question: str) -> Answer:
        return Answer()


class Prompt:
    def __call__(self, question: str) -> Answer:
        return Answer()


@overload
def prompt(function: Template) -> Prompt: ...
@overload
def prompt(function: AsyncTemplate) -> AsyncPrompt: ...
def prompt(function: AsyncTemplate | Template) -> AsyncPrompt | Prompt:
    return AsyncPrompt() if inspect.iscoroutinefunction(function) else Prompt()


@prompt
def title(question: str) -> str:
    return question


@prompt
async def story(question: str) -> str:
    return question


async def told() -> str:
    return title("a").text + story("b").text  # expect: DUO104
