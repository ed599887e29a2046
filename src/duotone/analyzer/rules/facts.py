"""What is known of a file once it was run: records that survive a trip through JSON, for the rest of the project."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Mapping, Sequence

from duotone.analyzer.findings import Finding

__all__ = ["MARKS", "NEEDING", "PLAIN", "CallFact", "ClassFact", "FileFacts", "FunctionFact"]

PLAIN = frozenset(
    {
        *("absence", "annotation", "argument", "attribute", "call", "called", "comparison", "condition", "enter"),
        *("identity", "isinstance", "iterate", "key", "match", "operation", "subscript", "text", "unpack"),
    }
)
"""Uses that need the result itself: a coroutine that meets only these was never meant to be one."""
NEEDING = frozenset({"argument", "attribute", "iterate", "operation", "subscript", "unpack"})
"""Uses that fail on a coroutine."""

MARKS: typing.Final[Mapping[str, str]] = {
    "module": "it is the body of a module",
    "async": "it is `async def`",
    "generator": "it yields",
    "stub": "it has no body",
    "overload": "it is only declared, beside what really runs",
    "method": "it belongs to a class",
    "nested": "it is defined within another function",
    "decorated": "something is around it",
    "protocol": "its class is one that others only have to look like",
    "foreign": "its class has a base that can't be read",
    "library": "its class has a base in a library",
    "remade": "a call of its class makes an object of another",
    "face": "its class is the async face of another, which has it too",
    "fallback": "something else has its name, where that can't be had",
    "meant": "a docstring says why it is async",
    "suspends": "it awaits something",
    "sleeps": "it awaits only sleep, a task that it keeps, and functions of the project",
    "puts": "it awaits only `put` of queues without a limit, and functions of the project",
    "loop": "it needs a running loop",
    "makes": "it makes something that lacks its await",
    "drops": "it drops what a call gives that can't be read",
    "refuses": "it does nothing but raise",
    "fails": "it raises in the end, whichever way it goes",
    "ignores": "it makes nothing of parameters that it is given",
    "injected": "a default of it is made by a call",
    "replaces": "it replaces what it calls, as tests do",
    "keeps": "it keeps its first result",
    "remembers": "it keeps its only result",
    "fills": "it keeps by hand what it gives from then on",
    "asks": "it asks on which thread it is",
    "answers": "it gives the loop that it is on, or None",
    "insists": "it raises where a loop is running",
    "sets": "it sets the loop of its thread",
    "lends": "it sets a new loop for what comes next",
    "entrusts": "it lends the loop to something that it is given",
    "once": "it starts a loop, and keeps in a global name what comes of it",
    "equipped": "fixtures give it a loop",
    "browser": "it runs in a browser",
    "gives": "it returns something other than None",
    "open": "it returns what a method gives that its class doesn't know",
    "maps": "it returns dictionaries, whatever it declares",
    "vague": "all that it returns can't be read",
    "untold": "something that it returns can't be read, and no annotation tells of it",
    "starts": "a task is among what it returns",
    "streams": "an async generator is among what it returns",
    "either": "a coroutine is among what it returns",
    "lasting": "it returns what its object keeps of a task, maybe",
}
"""What a function is like, in words that the rest of the project asks for."""


class CallFact(typing.NamedTuple):
    """One call: of whom, where, whether the result is awaited on the spot, and what is given to parameters.

    That is `True`, `False` or `None`, or the name of a parameter of the caller, which keeps what it was given itself.
    "parameter:Class" is given True or False where the caller has asked whether the argument is of the class. `name` is
    the function that a wrapper was made for, or what it is called here, since one decorator makes the same of many.
    """

    callee: str
    line: int
    column: int
    is_awaited: bool
    given: Mapping[str, str]
    name: str = ""


class FunctionFact(typing.NamedTuple):
    """What the rest of the project needs to know of a function.

    `params` says for each parameter that is untyped or a function what the body does with it: kinds of uses, those of a
    result of calling it ("()await"), "function:parameter" for where it is passed on, and "entrusted" where it goes to
    what may run it, "welcome" where it is asked whether it can be awaited.

    `marks` are words of `MARKS`, "@" with the name of each decorator, "=" with that of each plain function whose
    awaitable it returns as its own, and "." with that of each method of its own object whose result it returns.

    `inner` are the functions within it that it returns, `chosen` the first and last lines of what a plain one, or a
    module, does in some cases only, and `decided` those of what it does only with some values of a parameter, and
    which. There `@` and a line stand for what the call on it gave, and `@` alone for the loop that it runs on.
    """

    name: str
    line: int
    column: int
    marks: Sequence[str]
    calls: Sequence[CallFact]
    params: Mapping[str, Sequence[str]]
    blocking: Sequence[tuple[str, int, int, str]]
    loops: Sequence[tuple[str, int, int]]
    overrides: Sequence[str]
    inner: Sequence[str]
    chosen: Sequence[tuple[int, int]]
    decided: Sequence[tuple[int, int, str, Sequence[str]]]


class ClassFact(typing.NamedTuple):
    """A class: its bases, and its public methods by color."""

    name: str
    line: int
    bases: Sequence[str]
    marks: Sequence[str]


@dataclasses.dataclass(slots=True)
class FileFacts:
    """What one file gives to the program; everything in it survives a trip through JSON.

    `kept` has, by code, what the rules with a hook `collect(file, writer)` want to know of the file in `on_program`.
    `hidings` are the blocks whose failures a broad handler swallows: first line, line after the last, and the
    line, the column and the text of the handler.
    """

    path: str
    module: str
    lines: int
    findings: list[Finding]
    pending: list[tuple[str, Finding]]
    functions: list[FunctionFact]
    classes: list[ClassFact]
    values: list[str]
    given: list[tuple[str, str, str, int, int, int]]
    attributes: dict[str, list[str]]
    dispatched: list[tuple[list[str], int, int, int, str]]
    offloaded: list[str]
    patterns: list[str]
    kept: dict[str, typing.Any]
    hidings: list[tuple[int, int, int, int, str]]
    is_marked: bool = False
    """Whether the text may have comments for the analyzer."""
