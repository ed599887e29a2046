"""The fixes that rules offer: `await` where it may stand and means what it should, and the other colors put right."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from duotone.analyzer.edits.rounds import Fixing, Seen, fix
from duotone.analyzer.engine import check
from duotone.analyzer.findings import Confidence
from duotone.analyzer.settings import Settings

HEAD = '''\
"""A module."""

from __future__ import annotations

import asyncio


class Thing:
    color = 1

    async def get(self) -> Thing:
        await asyncio.sleep(0)
        return self

    async def num(self) -> int:
        await asyncio.Event().wait()
        return 1

    async def items(self) -> list[int]:
        await asyncio.sleep(0)
        return []

    async def raw(self):
        return await unknown()

    async def ring(self) -> None:
        await asyncio.sleep(0)

    def plain(self) -> int:
        return 1

    async def __aenter__(self) -> Thing:
        return self

    async def __aexit__(self, *_: object) -> None: ...


class Plain:
    def __enter__(self) -> Plain:
        return self

    def __exit__(self, *_: object) -> None: ...


async def stream():
    yield 1


def take(*numbers: int, more: int = 1) -> None: ...


'''
SAFE = {
    # A statement, and every place of a value.
    "t.num()": "await t.num()",
    "x = t.num(); print(x + 1)": "x = await t.num(); print(x + 1)",
    "t.get().color": "(await t.get()).color",
    "(t.get()).color": "(await t.get()).color",
    "t.items()[0]": "(await t.items())[0]",
    "x = t.items()  [0]": "x = (await t.items())  [0]",
    "t.num() + 1": "await t.num() + 1",
    "t.num() ** 2": "await t.num() ** 2",
    "2 ** t.num()": "2 ** await t.num()",
    "-t.num()": "-await t.num()",
    "x = not t.num()": "x = not await t.num()",
    "x = t.num() > 3": "x = await t.num() > 3",
    "if(t.num()): pass": "if(await t.num()): pass",
    "while not(t.num()): pass": "while not(await t.num()): pass",
    "assert t.num()": "assert await t.num()",
    # What gives nothing would make every assertion fail.
    "assert t.ring()": "await t.ring()",
    "assert(t.ring())  # why": "await(t.ring())  # why",
    "assert t.ring(), 'no ring'": "await t.ring()",
    'x = f"ä {t.num()} {t.num()!r:>{t.num()}}"': 'x = f"ä {await t.num()} {await t.num()!r:>{await t.num()}}"',
    "take(t.num(), more=t.num())": "take(await t.num(), more=await t.num())",
    "take(*t.items())": "take(*await t.items())",
    "for x in t.items(): pass": "for x in await t.items(): pass",
    "x = [t.num() + 1 for _ in range(3)]": "x = [await t.num() + 1 for _ in range(3)]",
    "x = [n for n in range(3) if t.num()]": "x = [n for n in range(3) if await t.num()]",
    "x = sum(n for n in t.items())": "x = sum(n for n in await t.items())",
    "x = t.get(  # why\n        ).color": "x = (await t.get(  # why\n        )).color",
    # What one fix uncovers.
    "x = t.get().get().color": "x = (await (await t.get()).get()).color",
    # An await that stands around what the result has, and not around the coroutine.
    "x = await t.get().color": "x = (await t.get()).color",
    "x = await t.items()[0]": "x = (await t.items())[0]",
    "x = await (t.items())[1:]": "x = (await t.items())[1:]",
    "x = await (t.items()[0])": "x = (await t.items())[0]",
    "x = (await t.get().color).real": "x = (await t.get()).color.real",
    "x = -await t.get().plain() ** 2": "x = -(await t.get()).plain() ** 2",
    "x = await (  # why\n        t.get().color)": "x = (  # why\n        (await t.get()).color)",
    "x = await t.get().num()": "x = await (await t.get()).num()",
    "x = await t.get().get().color": "x = (await (await t.get()).get()).color",
    # Awaits that don't belong.
    "await t.plain()": "t.plain()",
    "x = (await t.plain()).real": "x = t.plain().real",
    "x = await (t.plain())": "x = t.plain()",
    "x = await (  # why\n        t.plain())": "x = (  # why\n        t.plain())",
    # Streams and context managers.
    "for x in stream(): pass": "async for x in stream(): pass",
    "y = [x for x in stream()]": "y = [x async for x in stream()]",
    "y = {x: 1 for (x) in stream()}": "y = {x: 1 async for (x) in stream()}",
    "y = list(stream())": "y = [item async for item in stream()]",
    "with t: pass": "async with t: pass",
    "with t as a, t as b: pass": "async with t as a, t as b: pass",
    "async with Plain(): pass": "with Plain(): pass",
    "async  with Plain(), Plain(): pass": "with Plain(), Plain(): pass",
}
NONE = [
    "x = lambda: t.num() + 1",
    "x = sum(t.num() for _ in range(3))",
    "x = sum(n for n in range(3) if t.num() + 1)",
    "x = sum(x for x in stream())",
    "def inner(x: int = t.num() + 1) -> None: ...",
    "class Inner:\n        x = t.num() + 1",
    "with t, Plain(): pass",
    "a, b = stream()",
    "if t.ring(): pass",
    "assert not t.ring()",
    "class Inner:\n        assert t.ring()",
    "assert (t.ring()), 'no ring'",
    "x = [1, t.ring()]; x.sort()",
]
UNSAFE = {
    "asyncio.gather(t.num())": "await asyncio.gather(t.num())",
    "x = await t.raw()['on']": "x = (await t.raw())['on']",
    "x = await t.raw().read()": "x = (await t.raw()).read()",
    "asyncio.create_task(t.num())  # why": (
        "task = asyncio.create_task(t.num())  # why\n"
        "    _background_tasks.add(task)\n"
        "    task.add_done_callback(_background_tasks.discard)"
    ),
}


def source(line: str, function: str = "async def show(t: Thing) -> None:") -> str:
    return f"{HEAD}{function}\n    {line}\n"


def fixed(text: str, root: Path, *, allows_unsafe: bool = False) -> str:
    """The text after all fixes, which have to leave Python, and nothing for a second go."""
    file = root / "a.py"
    file.write_text(text, encoding="utf-8")

    def look(texts: Mapping[Path, str]) -> Seen:
        report = check([file], Settings(root=root, jobs=1), overlay=texts)
        codes = ("DUO1", "DUO5")
        shown = [one for one in report.findings if one.confidence >= Confidence.LIKELY and one.code.startswith(codes)]
        return Seen(shown)

    fixing = fix(Fixing(root, allows_unsafe=allows_unsafe), look)
    assert fixing.said == []
    after = [one.after.decode() for one in fixing.change.files if one.after]
    result = after[0] if after else text
    compile(result, "a.py", "exec", flags=ast.PyCF_ONLY_AST)
    compile(result, "a.py", "exec")
    return result


def functions(lines: Iterable[str]) -> str:
    """Each line in a function of its own."""
    bodies = (f"async def show_{number}(t: Thing) -> None:\n    {line}\n" for number, line in enumerate(lines))
    return HEAD + "\n\n".join(bodies)


def test_safe_fixes_give_what_was_meant_and_leave_nothing_for_a_second_go(tmp_path: Path) -> None:
    after = fixed(functions(SAFE), tmp_path)
    assert after.split("\n\n\n") == functions(SAFE.values()).split("\n\n\n")
    assert fixed(after, tmp_path) == after


def test_there_is_no_fix_where_it_would_be_wrong(tmp_path: Path) -> None:
    assert fixed(functions(NONE), tmp_path, allows_unsafe=True) == functions(NONE)


@pytest.mark.parametrize("line", UNSAFE)
def test_an_unsafe_fix_is_applied_only_if_it_is_asked_for(line: str, tmp_path: Path) -> None:
    assert fixed(source(line), tmp_path) == source(line)
    after = fixed(source(line), tmp_path, allows_unsafe=True)
    wanted = source(UNSAFE[line])
    if "_background_tasks" in wanted:
        wanted = wanted.replace("import asyncio\n", "import asyncio\n\n_background_tasks: set[object] = set()\n")
    assert after == wanted
    assert fixed(after, tmp_path, allows_unsafe=True) == after


def test_two_tasks_share_the_set_that_keeps_them(tmp_path: Path) -> None:
    text = source("asyncio.create_task(t.num())") + "\n\n" + source("x = asyncio.create_task(t.num())")[len(HEAD) :]
    after = fixed(text, tmp_path, allows_unsafe=True)
    assert after.count("_background_tasks: set[object] = set()") == 1
    assert "    x = asyncio.create_task(t.num())\n    _background_tasks.add(x)\n" in after


def test_what_a_fix_adds_to_a_module_stands_below_all_strings_and_imports_at_its_top(tmp_path: Path) -> None:
    text = "async def f() -> None:\n    asyncio.create_task(asyncio.Event().wait())\n"
    top = '"""Who may copy this."""\n"""What it is for."""\n\nimport asyncio\n'
    after = fixed(f"{top}\n\n{text}", tmp_path, allows_unsafe=True)
    assert after.startswith(f'{top}\n_background_tasks: "set[object]" = set()\n\n\nasync def')
    below = f'{top}"""What follows."""\n\n\n{text}'
    assert fixed(below, tmp_path, allows_unsafe=True).startswith(f"{top}\n_background_tasks:")


def test_the_set_of_tasks_can_be_imported_by_every_python(tmp_path: Path) -> None:
    text = "import asyncio\n\n\nasync def f() -> None:\n    asyncio.create_task(asyncio.Event().wait())\n"
    after = fixed(text, tmp_path, allows_unsafe=True)
    assert '_background_tasks: "set[object]" = set()\n' in after


LOCKED = """\
import asyncio
import threading


class Room:
    def __init__(self) -> None:
        self.lock = threading.Lock()

    async def leave(self, guest: str) -> None:
        print("leaving")
        await THREAD

    def _leave(self, guest: str) -> None:
        with self.lock:
            print(guest, "left")

    def close(self) -> None:
        self.leave("all")
"""


@pytest.mark.parametrize(
    ("thread", "call"),
    [
        ("asyncio.to_thread(self._leave, guest)", "self._leave"),
        ("asyncio.get_running_loop().run_in_executor(None, self._leave, guest)", "self._leave"),
        ("asyncio.to_thread(print, guest)", "duotone.run(self.leave"),
    ],
)
def test_what_a_thread_does_for_coroutines_is_called_as_it_is_in_plain_code(
    tmp_path: Path, thread: str, call: str
) -> None:
    after = fixed(LOCKED.replace("THREAD", thread), tmp_path, allows_unsafe=True)
    assert f'    def close(self) -> None:\n        {call}("all")' in after


def test_a_sync_seam_gets_a_bridge_and_its_import(tmp_path: Path) -> None:
    text = source("x = t.num() + 1", "def show(t: Thing) -> None:") + "    t.num()\n"
    assert fixed(text, tmp_path) == text
    after = fixed(text, tmp_path, allows_unsafe=True)
    assert "    x = duotone.run(t.num()) + 1\n    duotone.run(t.num())\n" in after
    assert "import asyncio\nimport duotone\n" in after


@pytest.mark.parametrize("use", ["add_done_callback(print)", "done()", "exception()"])
def test_what_is_used_as_a_future_becomes_a_task_where_a_loop_runs(use: str, tmp_path: Path) -> None:
    text = source(f"x = t.num()\n    x.{use}")
    assert fixed(text, tmp_path) == text
    after = fixed(text, tmp_path, allows_unsafe=True)
    assert "    x = asyncio.create_task(t.num())\n" in after
    assert f"    x.{use}\n" in after


def test_a_task_brings_its_import(tmp_path: Path) -> None:
    text = "async def f() -> int:\n    return 1\n\n\nasync def g() -> None:\n    CALL.add_done_callback(print)\n"
    after = fixed(text.replace("CALL", "f()"), tmp_path, allows_unsafe=True)
    assert after == "import asyncio\n\n" + text.replace("CALL", "asyncio.create_task(f())")


def test_what_is_used_as_a_future_is_left_to_its_author_in_plain_code(tmp_path: Path) -> None:
    text = source("x = t.num()\n    x.add_done_callback(print)", "def show(t: Thing) -> None:")
    assert fixed(text, tmp_path, allows_unsafe=True) == text


def test_a_result_that_has_what_futures_have_is_awaited(tmp_path: Path) -> None:
    text = "class Job:\n    def done(self) -> bool:\n        return True\n\n\nasync def f() -> Job:\n    return Job()\n"
    text += "\n\nasync def g() -> bool:\n    job = CALL\n    return job.done()\n"
    assert fixed(text.replace("CALL", "f()"), tmp_path) == text.replace("CALL", "await f()")


@pytest.mark.parametrize(
    ("head", "wanted"),
    [
        ('"""Doc."""\n', '"""Doc."""\n\nimport duotone\n'),
        ("from __future__ import annotations\n", "from __future__ import annotations\n\nimport duotone\n"),
        ("import duotone\n", "import duotone\n"),
        ("#!/usr/bin/python\n# why\n", "#!/usr/bin/python\n# why\nimport duotone\n\n"),
    ],
)
def test_an_import_goes_where_imports_are(head: str, wanted: str, tmp_path: Path) -> None:
    body = "async def f() -> int:\n    return 1\n\n\ndef g() -> None:\n    CALL\n"
    after = fixed(head + body.replace("CALL", "f()"), tmp_path, allows_unsafe=True)
    assert after == wanted + body.replace("CALL", "duotone.run(f())")


def test_what_only_the_calls_of_others_tell_is_fixed_only_if_it_is_asked_for(tmp_path: Path) -> None:
    text = functions(["print(await t.num() + 1)", "print(await t.num() - 1)", "yield t.num()"]).replace(
        " -> None:", ":"
    )
    assert fixed(text, tmp_path) == text
    assert fixed(text, tmp_path, allows_unsafe=True) == text.replace("yield t.num()", "yield await t.num()")


def test_A4_no_fix_runs_into_the_fault_behind_it(tmp_path: Path) -> None:
    text = source("x = t.fetch(); print(x.get('name'))").replace("async def get(self)", "async def fetch(self)")
    assert fixed(text, tmp_path, allows_unsafe=True) == text


@pytest.mark.parametrize(
    ("line", "is_safe"),
    [
        ("t.put(1)", False),
        ("t.put(1, 2, 3)", False),
        ("t.put(1, 2)", True),
        ("Box.put(t, 1, 2)", True),
        ("t.put(*x)", True),
    ],
)
def test_a_call_that_only_an_override_may_take_is_fixed_only_if_it_is_asked_for(
    line: str, tmp_path: Path, *, is_safe: bool
) -> None:
    method = "    async def put(self, item: int, where: int) -> None:\n        await unknown()\n"
    text = f"class Box:\n{method}\n\nclass Chest(Box):\n{method}"
    text += "\n\nasync def show(t: Box, x: list[int]) -> None:\n    CALL\n"
    after = text.replace("CALL", f"await {line}")
    assert fixed(text.replace("CALL", line), tmp_path) == (after if is_safe else text.replace("CALL", line))
    assert fixed(text.replace("CALL", line), tmp_path, allows_unsafe=True) == after


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("put()", "the call lacks what it requires: `item`, `where`"),
        ("put(1)", "the call lacks what it requires: `where`"),
        ("put(1, 2, 3)", "the call gives `put` what it doesn't take"),
        ("put(1, where=2)", ""),
        ("put(*x)", ""),
        ("partial(put, 1, 2)()", ""),
        ("test_put()", "the call lacks what it requires: `folder`"),
        ("stored()", ""),
        ("Box().put(1)", "the call lacks what it requires: `where`"),
        ("Box().put(1, 2, 3)", "the call gives `put` what it doesn't take"),
        ("Box().put(1, 2)", ""),
        ("Box.put(Box(), 1, 2)", ""),
        ("Box.put(1, 2)", "the call lacks what it requires: `where`"),
        ("Box().made()", "the call lacks what it requires: `size`"),
        ("Box.made(1)", ""),
        ("Box().weighed(1, 2)", "the call gives `weighed` what it doesn't take"),
        ("Box().weighed(1)", ""),
        ("Box().opened()", ""),
        ("Wrapped().put(1)", ""),
        ("shape.put(1)", ""),
    ],
)
def test_what_fails_before_there_is_a_coroutine_is_said_and_not_fixed(line: str, wrong: str, tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    text = "from functools import partial\n\nimport pytest\nfrom remote import given\n\n\n"
    text += "async def put(item: int, where: int) -> None:\n    await unknown()\n\n\n"
    text += "@pytest.mark.asyncio\nasync def test_put(folder):\n    await unknown()\n\n\n"
    text += "@given\nasync def stored(folder):\n    await unknown()\n"
    method = "    async def put(self, item, where):\n        await unknown()\n\n"
    text += f"\n\nclass Box:\n{method}    @classmethod\n    async def made(cls, size):\n        await unknown()\n\n"
    text += "    @staticmethod\n    async def weighed(size):\n        await unknown()\n\n"
    text += "    async def opened(self, way=1, *others, **more):\n        await unknown()\n\n\n"
    text += f"@given\nclass Wrapped:\n{method}\nclass Shape(Protocol):\n{method}"
    shown = f"async def show(x: list[int], shape: Shape) -> None:\n    {line}\n"
    file.write_text(f"from typing import Protocol\n{text}\n{shown}", encoding="utf-8")
    [found] = [one for one in check([file], Settings(root=tmp_path, jobs=1)).findings if one.code == "DUO101"]
    assert found.message.endswith(f", and {wrong}" if wrong else "` does not run")
    assert (found.fix is None) is bool(wrong)


@pytest.mark.parametrize(
    ("line", "is_safe"),
    [("x.extend(t.items(), t.items())", False), ("x.extend(t.items())", True), ("max(1, t.num())", True)],
)
def test_an_argument_of_what_takes_fewer_is_fixed_only_if_it_is_asked_for(
    line: str, tmp_path: Path, *, is_safe: bool
) -> None:
    file = tmp_path / "a.py"
    text = f"{HEAD}async def show(t: Thing, x: list[int]) -> None:\n    {line}\n"
    file.write_text(text, encoding="utf-8")
    found = [one for one in check([file], Settings(root=tmp_path, jobs=1)).findings if one.code == "DUO106"]
    assert found
    assert all(one.fix is not None and one.fix.is_safe is is_safe for one in found)


@pytest.mark.parametrize(
    ("head", "is_seam"),
    [
        ("class Loud(Thing):\n    def num(self, t: Thing) -> None:", False),
        ("class Loud:\n    async def go(self) -> None:\n        await self.num()\n\n    def num(self) -> None:", False),
        ("class Loud:\n    def num(self, t: Thing) -> None:", True),
    ],
)
def test_no_bridge_is_built_in_what_is_there_to_be_awaited(head: str, tmp_path: Path, *, is_seam: bool) -> None:
    file = tmp_path / "a.py"
    file.write_text(f"{HEAD}{head}\n        Thing().items()\n", encoding="utf-8")
    [found] = [one for one in check([file], Settings(root=tmp_path, jobs=1)).findings if one.code == "DUO101"]
    assert (found.fix is not None) is is_seam
    assert any("make `Loud.num` async" in step.text for step in found.proof if step.kind == "because") is not is_seam


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("await delete(Chair).where(Chair.legs == 3)", ""),
        ("await update(Chair).where(Chair.legs == 3).values(legs=4)", ""),
        ("await Delete(Chair)", ""),
        ("query = await delete(Chair).where(Chair.legs == 3)", "query = delete(Chair).where(Chair.legs == 3)"),
        ("await Session().execute(delete(Chair))", "Session().execute(delete(Chair))"),
    ],
)
def test_no_await_is_taken_from_a_statement_that_would_then_do_nothing(line: str, after: str, tmp_path: Path) -> None:
    text = "from sqlalchemy import Delete, delete, update\nfrom sqlalchemy.orm import Session\n\n\n"
    text += f"class Chair:\n    legs = 1\n\n\nasync def show() -> None:\n    {line}\n"
    assert fixed(text, tmp_path, allows_unsafe=True) == text.replace(line, after or line)
