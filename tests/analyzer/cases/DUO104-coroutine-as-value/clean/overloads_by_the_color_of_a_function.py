"""Overloads of a decorator choose by the color of the function, which protocols and classes that can be called tell."""

import inspect
from collections.abc import Callable
from typing import Any, Generic, ParamSpec, Protocol, TypeVar, overload

P = ParamSpec("P")
R = TypeVar("R")


class AsyncTemplate(Protocol):
    async def __call__(self, *parts: Any) -> str | list[str]: ...


class Template(Protocol):
    def __call__(self, *parts: Any) -> str | list[str]: ...


class Answer:
    text = ""


class AsyncPrompt(Generic[P]):
    async def __call__(self, question: str) -> Answer:
        return Answer()


class Prompt(Generic[P]):
    def __call__(self, question: str) -> Answer:
        return Answer()


class Traced(Generic[P, R]):
    def __call__(self, question: str) -> Answer:
        return Answer()


@overload
def prompt(function: AsyncTemplate) -> AsyncPrompt: ...
@overload
def prompt(function: Template) -> Prompt: ...
def prompt(function: AsyncTemplate | Template) -> AsyncPrompt | Prompt:
    return AsyncPrompt() if inspect.iscoroutinefunction(function) else Prompt()


class Prompts:
    @overload
    def __call__(self, function: AsyncTemplate) -> AsyncPrompt: ...
    @overload
    def __call__(self, function: Template) -> Prompt: ...
    def __call__(self, function):
        return AsyncPrompt() if inspect.iscoroutinefunction(function) else Prompt()


def prompts(model: str) -> Prompts:
    return Prompts()


@overload
def trace(function: AsyncPrompt[P]) -> AsyncPrompt[P]: ...
@overload
def trace(function: Callable[P, R]) -> Traced[P, R]: ...
def trace(function: Any) -> Any:
    return AsyncPrompt() if isinstance(function, AsyncPrompt) else Traced()


@prompt
def title(question: str) -> str:
    return question


@prompts("large")
def summary(question: str) -> str:
    return question


@prompts("large")
async def story(question: str) -> str:
    return question


@trace
def spoken(question: str) -> str:
    return question


print(title("a").text, summary("b").text, spoken("c").text)


async def told() -> str:
    return (await story("d")).text
