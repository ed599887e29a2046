"""The only reference to a task is dropped.

## What it does
Finds `create_task` and `ensure_future` whose result is neither kept nor awaited:

- as a statement, or in a lambda whose result is dropped;
- bound to a name that nothing uses but to add a callback, which the task holds and not the other way round;
- bound to a name that the next turn of an endless loop binds anew;
- returned by a helper whose caller drops it.

## Why is this bad?
The loop keeps only weak references to tasks: one that nobody holds can be collected before it has finished, and its
exception is never seen.

## Example
```python
import asyncio


async def handle(event):
    asyncio.create_task(audit(event))
```

## Use instead
```python
import asyncio

background = set()


async def handle(event):
    task = asyncio.create_task(audit(event))
    background.add(task)
    task.add_done_callback(background.discard)
```

## When it stays silent
Left alone is what somebody holds, or what needs nobody:

- tasks of `TaskGroup.create_task`, and those in a local for as long as its function goes on to wait for something;
- `ensure_future` of a future, which makes no task, or of what a method gives that its object keeps and nobody has
  declared, where tasks are made beside it;
- coroutines that never suspend or only put something into queues which their file makes without a limit, by themselves
  or in functions of the project that they await: they are done in one step, and until then the loop holds them; so too
  where a private function is given them, and nothing else by any call; of methods that do nothing those are among them
  that are private, and neither abstract nor of a protocol, and that nothing overrides;
- projects that set a task factory of their own, which may hold what it makes, and loops that are known by their name
  alone where a class of the project makes tasks;
- a callback that is put on a loop after its last run, which makes no task at all;
- lines with `# noqa: RUF006`, which says that a task may be dropped.

Where a receiver is known as a loop by its name alone, the finding is only likely.

Only possible, and shown with `--min-confidence possible`:

- in tests, which end before anything is collected, and in `__del__`, where nobody is left to hold it;
- where all that a coroutine awaits, by itself or in functions of the project, is `asyncio.sleep`, whose timer holds the
  task, or a task that it makes and keeps in its object;
- where a public method does nothing and the project has none in its place, as others may;
- with another message, where no loop is running, so that `create_task` raises: in a module, in functions that
  threads are made for, and in those that only such functions and modules lead to, beside tests in plain code.

## Fix
A set of the module keeps the task until it is done; unsafe, since where it should be kept is for the author to say.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from typing import Any

from duotone.analyzer.findings import Confidence, Finding, Severity, Step
from duotone.analyzer.flow.file import File, Observation, Ran
from duotone.analyzer.flow.keeping import OF_LOOP, made_as
from duotone.analyzer.flow.waiting.sleeping import is_sleep
from duotone.analyzer.flow.waiting.unbounded import only_puts
from duotone.analyzer.knowledge import scheduling
from duotone.analyzer.link.nodes import Node
from duotone.analyzer.link.operations import is_future
from duotone.analyzer.link.symbols import FunctionSymbol
from duotone.analyzer.link.values import UNKNOWN, options
from duotone.analyzer.rules.fixing import fixes
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.rule import Rule
from duotone.analyzer.rules.tasks import handed
from duotone.analyzer.rules.tasks.loopless import given_to_threads, without_loop
from duotone.analyzer.rules.tasks.stopped import is_never_begun
from duotone.analyzer.rules.tasks.taken import made_by, taken
from duotone.analyzer.rules.trust.suites import is_of_tests
from duotone.analyzer.rules.writer import Writer, short

__all__ = ["OBSERVES", "SEVERITY", "collect", "on_observation", "on_program"]

SEVERITY = Severity.WARNING
OBSERVES = ("drop",)
_POSSIBLE = Confidence.POSSIBLE
_NO_LOOP = "no loop is running here, so that `create_task` raises, and there is no task to hold"
_BY_NAME = "nothing is known of `loop` but its name, and loops of asyncio keep only weak references to their tasks"
_FACTORY = re.compile(r"\.set_task_factory\((?!.*eager)")
"""A loop whose tasks are made in another way; those that begin at once are held by nobody either."""


def on_observation(rule: Rule, observation: Observation, writer: Writer) -> None:
    """Report a task that nobody holds."""
    name, bound = str(observation.data["name"]), str(observation.data["bound"])
    is_guessed = name == OF_LOOP
    if name in scheduling.TASK_MAKERS or is_guessed:
        maker = _maker(observation) if name.endswith("ensure_future") else None
        if maker is not None and any(map(is_future, options(maker.declared() or UNKNOWN))):
            return
        only = f"nothing uses `{bound}`" if bound else f"`{short(name)}` returns its only reference"
        if observation.data["has_callback"]:
            only = "it only gets a callback, which doesn't hold it"
        elif observation.data["is_bound_anew"]:
            only = f"the next turn of the loop binds `{bound}` anew"
        message = f"nobody holds this task: {only}, and it may be collected before it ends"
        node, ran = observation.node, observation.function
        if is_never_begun(node, ran, writer) or _is_of_one_step(node, ran, writer.file):
            return
        fix = fixes.keep_it(writer, node, ran) if isinstance(node, ast.expr) else None
        # An object that goes has nobody to leave a task with.
        is_last = ran is not None and ".__del__" in ran.name
        is_held = is_last or is_of_tests(writer.path) or _is_timer(node, ran, writer.file)
        confidence = _POSSIBLE if is_held else Confidence.LIKELY if is_guessed else Confidence.CERTAIN
        proof = [Step("because", _BY_NAME)] if is_guessed else []
        pending = "no factory:" if maker is None else f"no factory: and no task:{maker.name}"
        made, others = _coroutines(observation, writer.file)
        lasts = [*(f"suspends:{one}" for one in made), *others]
        missing = without_loop(name, node, ran, writer)
        if missing is not None:
            writer.add(rule, node, _NO_LOOP, ran=ran, confidence=_POSSIBLE, pending=missing)
            if not missing:
                return
            pending += f" and {missing.removeprefix('no ')}"
        waits = "|".join(f"{pending} and {one}" for one in lasts) or pending
        writer.add(rule, node, message, proof=proof, ran=ran, fix=fix, confidence=confidence, pending=waits)
        if made:
            # What only sleeps is held by a timer for as long as nobody gives it more to wait for.
            waits = "|".join(f"{pending} and sleeps:{one}" for one in made)
            writer.add(rule, node, message, ran=ran, fix=fix, confidence=_POSSIBLE, pending=waits)


def _is_of_one_step(node: Node, ran: Ran | None, file: File) -> bool:
    """Tell whether a coroutine is done in its first step, for which the loop holds its task."""
    if ran is None or not isinstance(node, ast.Call) or not node.args:
        return False
    return only_puts(file, ran, node.args[0])


def _is_timer(node: Node, ran: Ran | None, file: File) -> bool:
    """Tell whether a task does nothing but sleep, for which a timer of the loop holds it."""
    return ran is not None and isinstance(node, ast.Call) and bool(node.args) and is_sleep(file, ran, node.args[0])


def _maker(observation: Observation) -> FunctionSymbol | None:
    """The plain function that gave what is made a task: a future is one already, and held by whoever will set it."""
    node, ran = observation.node, observation.function
    if not isinstance(node, ast.Call) or not node.args or ran is None:
        return None
    given = node.args[0]
    if isinstance(given, ast.Name):
        given = made_as(ran.node, given.id) or given
    made = [symbol for symbol, call, _ in ran.calls if call is given]
    return made[0] if made and not made[0].outline.is_async else None


def _coroutines(observation: Observation, file: File) -> tuple[Sequence[str], Sequence[str]]:
    """The functions of the project of which a coroutine is made a task, where it is surely one of these.

    With them comes what to ask the project for others.
    """
    node, ran = observation.node, observation.function
    if not isinstance(node, ast.Call) or not node.args or ran is None:
        return (), ()
    if isinstance(node.args[0], ast.Name):
        names = taken(file, ran, node.args[0].id)
        return names, [f"called elsewhere:{ran.name}&{len(names)}"] if names else []
    made = made_by(ran, node.args[0])
    return [made] if made else [], ()


def collect(file: File, writer: Writer) -> dict[str, Any]:
    """What helpers give out, who drops it, and which functions threads are made for."""
    found = handed.collected(file, writer) | {"threads": given_to_threads(file)}
    return found | {"factory": True} if _FACTORY.search(file.source) else found


def on_program(rule: Rule, program: Program) -> Iterator[Finding]:
    """Report tasks that a helper of the project returns and its caller drops."""
    if program.holds_tasks:
        return
    for place, symbol, helper, _, steps in handed.dropped(program, scheduling.TASK_MAKERS):
        only = f"`{short(helper)}` returns its only reference"
        message = f"nobody holds this task: {only}, and it may be collected before it ends"
        confidence = _POSSIBLE if is_of_tests(place.path) else Confidence.CERTAIN
        yield Finding(rule.code, rule.name, message, rule.severity, confidence, place, symbol, steps)
