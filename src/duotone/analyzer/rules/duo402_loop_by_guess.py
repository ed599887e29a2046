"""`asyncio.get_event_loop()` is asked for a loop that may not be there.

## What it does
Finds `asyncio.get_event_loop()`. In an async function it can only mean the running loop, which makes the finding a
note; elsewhere it depends on the thread and the version.

## Why is this bad?
Since Python 3.14 it raises `RuntimeError` where no loop is set; before, it made one that nobody runs.

## Example
```python
import asyncio


async def later(callback):
    asyncio.get_event_loop().call_later(1, callback)
```

## Use instead
```python
import asyncio


async def later(callback):
    asyncio.get_running_loop().call_later(1, callback)
```

## When it stays silent
Left alone, since there is a loop or the code knows what it does:

- code that catches or suppresses the `RuntimeError`, and branches for versions of Python that are older than the
  newest, or whose asyncio lacks what newer ones have, such as `run`;
- code that runs below a loop: objects that only coroutines, or functions within coroutines, make, and plain functions
  that ask for what only a running loop is good for, where plain tests call them with a loop that they have set;
- what comes after a call that leads to `set_event_loop`, and what a project does whose import assigns
  `asyncio.get_event_loop`;
- tests and fixtures that are given a plugin's `event_loop` or an async fixture, or for which one runs by itself;
- code where `nest_asyncio.apply()` is called, or that imports `js` or `pyodide` and so runs in a browser: a loop is
  always there;
- private methods that nobody calls in classes of the standard library, which are hooks of older versions;
- what runs a loop where `asyncio.run` has failed for the running one, which DUO401 tells.

Only possible, and shown with `--min-confidence possible`:

- in a plain function inside an async one, or that is given a `loop`, or of an `IsolatedAsyncioTestCase`;
- in the async functions of tests, whose loop is the running one;
- in what nobody in the project calls, where the project sets a new loop before it runs what it can't name, such as
  jobs;
- where `create_task` or `get_running_loop` has just failed, so that no loop is running, and somebody else runs the one
  that is asked for.

## Fix
The name is replaced by `get_running_loop`. It is safe in an async function, and unsafe in a plain one that is given to
a loop as a callback, or that asks its loop for what only a running one is good for, which is more than the time.

Elsewhere there is no fix, and the message says what there is for such a use:

- where the loop runs something: `asyncio.run` for one coroutine alone, and for what shares its loop with other runs one
  that is kept, an `asyncio.Runner` or that of `duotone.run`;
- where it is kept or given away: the running loop, a parameter, or one that is made where the program starts;
- `get_running_loop` where the loop is only asked whether it runs, and `time.monotonic` where it is only a clock;
- `IsolatedAsyncioTestCase`, or a loop of their own, in the methods of a test case;
- for what a loop is told before `asyncio.run` makes another one, `debug=True` or the coroutine that it runs;
- the running loop or one of its own, where an object keeps one and asks whether it runs before it runs it.
"""

from __future__ import annotations

import ast
import re

from duotone.analyzer.findings import Confidence, Edit, Fix, Place, Severity
from duotone.analyzer.flow import known
from duotone.analyzer.flow.file import File, Observation, Ran
from duotone.analyzer.flow.waiting.lending import runs_in_browser
from duotone.analyzer.knowledge.standard import INERT
from duotone.analyzer.link.values import options
from duotone.analyzer.parsing.walking import walk
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.tasks.older import is_for_older_versions
from duotone.analyzer.rules.tasks.refused import RUNS, found_none, refused
from duotone.analyzer.rules.trust.suites import is_of_tests
from duotone.analyzer.rules.writer import Writer

__all__ = ["OBSERVES", "SEVERITY", "collect", "on_observation"]

SEVERITY = Severity.WARNING
OBSERVES = ("call",)
_OF_RUNNING = frozenset(
    {"call_at", "call_later", "call_soon", "create_future", "create_task", "run_in_executor", "stop", "time"}
)
_OF_OTHER_THREADS = frozenset({"call_soon_threadsafe", "is_closed", "is_running"})
"""What an object asks the loop for that it was made on, wherever it is called."""
_CALLBACKS = frozenset(
    {
        *("add_done_callback", "add_reader", "add_signal_handler", "add_writer"),
        *("call_at", "call_later", "call_soon", "call_soon_threadsafe"),
    }
)
_RUN = (
    "run one coroutine alone with asyncio.run, and what shares its loop with other runs on one that is kept: "
    "asyncio.Runner, or duotone.run"
)
_GIVE = (
    "ask for get_running_loop() if coroutines call this, let it be given the loop, or make one where the program starts"
)
_CASE = "unittest.case.TestCase"
"""Whose methods unittest calls, on objects that it makes, and no coroutine does."""
_WITH_LOOP = ("asyncio.protocols.BaseProtocol", "unittest.async_case.IsolatedAsyncioTestCase")
"""Classes whose objects a running loop makes, or whose plain methods are called with a loop that is set."""
_TEST = "use unittest.IsolatedAsyncioTestCase, or asyncio.new_event_loop() in setUp and close it in tearDown"
_DRIVING = frozenset({"run_forever", "run_until_complete"})
_SET = frozenset(
    {
        *("add_signal_handler", "set_debug", "set_default_executor", "set_exception_handler", "set_task_factory"),
        "slow_callback_duration",
    }
)
"""What a loop is told before it runs."""
_CLOCK = "for the time alone, time.monotonic() asks no loop"
_ASK = "whether one is running, get_running_loop() tells: catch its RuntimeError"
_NOT_REPLACED = "no other way:get_event_loop"
_REPLACED = re.compile(r"^asyncio\.get_event_loop\s*=(?!=)", re.MULTILINE)
"""What a module does when it is imported, and never takes back."""
_EITHER = "keep get_running_loop() where coroutines make this object, and elsewhere a loop of its own, new_event_loop()"
_OTHER = "asyncio.run makes another one, so this is lost: say it in its coroutine, to get_running_loop()"
_DEBUG = "asyncio.run makes another one, so this is lost: give it debug=True"


def on_observation(rule: Rule, observation: Observation, writer: Writer) -> None:
    """Report a loop that is asked for by guess."""
    node = observation.node
    if (
        not isinstance(node, ast.Call)
        or not known.guesses_loop(str(observation.data["name"]))
        or observation.data["is_guarded"]
        or is_for_older_versions(node, writer)
        or runs_in_browser(writer.file, observation.function)
    ):
        return
    ran = observation.function
    is_async = ran is not None and ran.is_async
    is_missing = found_none(node, ran, writer)
    if is_missing and is_async:
        return
    is_refused = not is_async and refused(node, ran, writer) is not None
    if ran is not None and is_refused and not _DRIVING.isdisjoint(_asked(node, ran, writer)):
        return
    is_called_back = is_refused or (ran is not None and not is_async and _is_called_back(ran, writer))
    is_meant = not is_missing and (is_async or is_called_back or _is_used_as_running(node, ran, writer))
    if is_meant and (is_async or is_called_back or not _is_clock(node, ran, writer)):
        why = "a loop is running here" if is_async or is_called_back else "only a running loop is good for this"
        fix = _with_running_loop(node, writer, is_safe=is_async)
        message = f"{why}; `get_running_loop()` says so and can't guess"
    else:
        message, fix = f"`get_event_loop()` raises where no loop is set; {_advice(node, ran, writer)}", None
    if is_async:
        confidence = Confidence.POSSIBLE if is_of_tests(writer.path) else Confidence.CERTAIN
        # It gives the loop that runs, as it always has, so this is a matter of words.
        writer.add(
            rule, node, message, severity=Severity.NOTE, fix=fix, ran=ran, confidence=confidence, pending=_NOT_REPLACED
        )
    elif "set_event_loop(" not in writer.file.source:
        # After `or` it is asked for only where no loop was given.
        is_second = isinstance(writer.layout.parents.get(node), ast.BoolOp)
        is_open = is_second or (ran is not None and (_may_have_a_loop(ran) or _is_idle(node, ran, writer)))
        confidence = Confidence.POSSIBLE if is_open else Confidence.LIKELY
        # A module asks before any of its functions lets loops nest.
        pending = _NOT_REPLACED
        if ran is not None and ran.symbol is not None:
            pending += f" and no nesting:{writer.path}"
            # What only coroutines call has the loop that runs, and what plain tests call one that they have set.
            pending += f" and {'no plain test' if is_meant else 'plain callers'}:{ran.name}"
            pending += f" and no loop set:{ran.name}&{node.lineno}"
            pending += f" and called here:{ran.name}" if _may_be_of_older_versions(ran) else ""
            # Whoever runs what nobody calls may have set a loop for it.
            lent = f"{pending} and lent a loop:{ran.name}"
            writer.add(rule, node, message, fix=fix, ran=ran, confidence=Confidence.POSSIBLE, pending=lent)
            pending += f" and no loop lent:{ran.name}"
        writer.add(rule, node, message, fix=fix, ran=ran, confidence=confidence, pending=pending)


def collect(file: File, _writer: Writer) -> bool:
    """Tell whether a file puts its own function in the place of the one that guesses, which gives what it likes."""
    return "get_event_loop" in file.source and _REPLACED.search(file.source) is not None


def _is_idle(node: ast.Call, ran: Ran, writer: Writer) -> bool:
    """Tell whether a loop is asked for where none is running, and somebody else will run what it is given."""
    return found_none(node, ran, writer) and _DRIVING.isdisjoint(_asked(node, ran, writer))


def _is_called_back(ran: Ran, writer: Writer) -> bool:
    """Tell whether a function is given to a loop to be called, so that one is running whenever it is."""
    return ran.symbol is not None and any(
        one.kind == "function given"
        and isinstance(one.node, ast.Call)
        and known.called(one.node.func) in _CALLBACKS
        and not str(one.data["name"]).startswith("concurrent.")
        and ran.name in map(known.dotted, options(one.data["value"]))
        for one in writer.file.observations
    )


def _advice(node: ast.Call, ran: Ran | None, writer: Writer) -> str:
    """What there is for such a use, where no loop may be set; which of several ways fits depends on the callers."""
    uses = _asked(node, ran, writer) if ran is not None else []
    is_kept = _name(writer.layout.parents.get(node)).startswith("self.")
    is_asked = "is_running" in uses
    if ran is None or (is_asked and not is_kept):
        return _ASK if is_asked else _GIVE
    if _is_before_run(node, ran, writer):
        return _DEBUG if {*uses} == {"set_debug"} else _OTHER
    if _is_clock(node, ran, writer):
        return _CLOCK
    if _is_of(_CASE, ran):
        return _TEST
    if _DRIVING.isdisjoint(uses):
        return _GIVE
    return _EITHER if is_asked else _RUN


def _is_of(base: str, ran: Ran) -> bool:
    """Tell whether a function is a method of a class with a base."""
    owner = ran.symbol.owner if ran.symbol is not None else None
    return owner is not None and owner.is_subclass(base)


def _may_be_of_older_versions(ran: Ran) -> bool:
    """Tell whether a private method may stand in for one that a class of the standard library had, and has no more.

    Nobody calls it then, but for the Python that has it, and there a loop is set.
    """
    owner, name = (ran.symbol.owner, ran.symbol.outline.name) if ran.symbol is not None else (None, "")
    if owner is None or not name.startswith("_") or name.startswith("__"):
        return False
    standard = [entry for entry, _ in owner.mro if entry.module.kind == "typeshed"]
    return any(entry.module.name not in INERT for entry in standard) and not any(
        name in entry.outline.names for entry in standard
    )


def _with_running_loop(node: ast.Call, writer: Writer, *, is_safe: bool) -> Fix:
    place = writer.place(node.func)
    start = place.end_column - len("get_event_loop")
    span = Place(place.path, place.end_line, start, place.end_line, place.end_column)
    is_safe = is_safe and isinstance(node.func, ast.Attribute)
    return Fix("use the running loop", (Edit(span, "get_running_loop"),), is_safe=is_safe)


def _may_have_a_loop(ran: Ran) -> bool:
    """Tell whether a plain function is given a loop, or stands in an async function, from where anybody may call it.

    A generator with a decorator may be a coroutine of an older kind.
    """
    outline = ran.symbol.outline if ran.symbol is not None else None
    if any(_is_of(base, ran) for base in _WITH_LOOP):
        return True
    is_older = outline is not None and outline.is_generator and bool(outline.decorators)
    given = is_older or (outline is not None and any(one.name.strip("_") == "loop" for one in outline.params))
    return given or (ran.outer is not None and ran.outer.is_async)


def _is_used_as_running(node: ast.Call, ran: Ran | None, writer: Writer) -> bool:
    """Tell whether a function asks its loop only for what a running one is for, so that coroutines will call it."""
    if ran is None or ran.symbol is None or _is_of(_CASE, ran):
        return False
    uses = _asked(node, ran, writer)
    is_kept = _name(writer.layout.parents.get(node)).startswith("self.")
    fitting = _OF_RUNNING | _OF_OTHER_THREADS if is_kept else _OF_RUNNING
    return bool(uses) and fitting.issuperset(uses)


def _is_clock(node: ast.Call, ran: Ran | None, writer: Writer) -> bool:
    """Tell whether a loop is asked for the time alone, which one that isn't running knows as well."""
    uses = _asked(node, ran, writer) if ran is not None else []
    return bool(uses) and all(one == "time" for one in uses)


def _is_before_run(node: ast.Call, ran: Ran, writer: Writer) -> bool:
    """Tell whether a loop is only told something before `asyncio.run` makes another one."""
    uses = _asked(node, ran, writer)
    runs = (call.lineno for name, call, _ in writer.file.calls(ran) if name in RUNS)
    return bool(uses) and _SET.issuperset(uses) and any(line > node.lineno for line in runs)


def _asked(node: ast.Call, ran: Ran, writer: Writer) -> list[str]:
    """What a loop is asked for by the function that got it; an empty text where it goes elsewhere."""
    parents = writer.layout.parents
    parent = parents.get(node)
    if isinstance(parent, ast.Attribute):
        return [parent.attr]
    name = _name(parent)
    # The methods of its class tell what an object keeps its loop for.
    home = parents.get(ran.node) if name.startswith("self.") else ran.node
    if not name or home is None:
        return []
    uses = [parents.get(part) for part in walk(home) if _is_read(part, name)]
    return [one.attr if isinstance(one, ast.Attribute) else "" for one in uses]


def _name(statement: ast.AST | None) -> str:
    """The name, or the attribute, that a statement binds alone."""
    match statement:
        case ast.Assign(targets=[target]) | ast.AnnAssign(target=target):
            return known.chain(target)
        case _:
            return ""


def _is_read(node: ast.AST, name: str) -> bool:
    if not isinstance(node, ast.Name | ast.Attribute) or not isinstance(node.ctx, ast.Load):
        return False
    return known.chain(node) == name
