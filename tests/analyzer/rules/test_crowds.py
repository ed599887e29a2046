"""What most of a project does is right: declarations that outnumbered users contradict are not held against them."""

from __future__ import annotations

from pathlib import Path

import pytest

from duotone.analyzer.engine import check
from duotone.analyzer.findings import Confidence, Finding
from duotone.analyzer.settings import Settings

DECLARED = """\
from collections.abc import Coroutine
from typing import Any

from library import make


def send(text: str) -> Coroutine[Any, Any, None]:
    return make(text)

"""
MODEL = """\
from library import make


class Order:
    total = 1


async def fetch(key: str) -> Order:
    return await make(key)

"""
ASYNC = """\
import asyncio


async def send(text: str) -> None:
    await asyncio.sleep(len(text))

"""

PLAIN = """\
def count(text: str) -> int:
    return len(text)

"""
TRACED = """\
import asyncio
from typing import TypeVar

from library import trace

F = TypeVar("F")


def traced(function: F) -> F:
    return trace(function)

"""

STREAM = """\
async def pages():
    yield 1

"""


def findings(folder: Path, text: str) -> list[Finding]:
    path = folder / "app.py"
    path.write_text(text)
    return list(check([path], Settings(root=folder, jobs=1)).findings)


def uses(statement: str, count: int, *, name: str = "use") -> str:
    return "".join(f"\nasync def {name}_{number}():\n    {statement}\n" for number in range(count))


def plain_uses(statement: str, count: int) -> str:
    return uses(statement, count, name="plain").replace("async def", "def")


def decorated(count: int) -> str:
    """Async functions with one decorator."""
    body = "    await asyncio.sleep(len(text))\n"
    return TRACED + "".join(f"\n@traced\nasync def send_{number}(text):\n{body}" for number in range(count))


def calls(statement: str, count: int, *, name: str = "use") -> str:
    """Functions that each call another one."""
    return "".join(uses(statement.format(number), 1, name=f"{name}_{number}") for number in range(count))


@pytest.mark.parametrize(
    ("head", "wrong"),
    [
        pytest.param(DECLARED, "send('a')", id="a-coroutine-by-annotation"),
        pytest.param(MODEL, "print((await fetch('a'))['total'])", id="a-model-by-annotation"),
    ],
)
def test_a_declaration_that_most_of_the_project_contradicts_is_only_possible(
    tmp_path: Path, head: str, wrong: str
) -> None:
    found = findings(tmp_path, head + uses(wrong, 8))
    assert [one.confidence for one in found] == [Confidence.POSSIBLE] * 8
    assert found[0].proof[-1].text.startswith("8 functions do so")


def test_a_declaration_that_most_of_the_project_keeps_to_is_believed(tmp_path: Path) -> None:
    found = findings(tmp_path, DECLARED + uses("send('a')", 8) + uses("await send('a')", 8, name="also"))
    assert [one.confidence for one in found] == [Confidence.CERTAIN] * 8


def test_a_few_functions_may_make_the_same_mistake(tmp_path: Path) -> None:
    found = findings(tmp_path, DECLARED + uses("send('a')", 7))
    assert [one.confidence for one in found] == [Confidence.CERTAIN] * 7


def test_one_function_is_no_crowd(tmp_path: Path) -> None:
    found = findings(tmp_path, DECLARED + uses("\n    ".join(["send('a')"] * 12), 1))
    assert [one.confidence for one in found] == [Confidence.CERTAIN] * 12


def test_what_is_async_by_its_definition_is_lost_however_often_that_was_forgotten(tmp_path: Path) -> None:
    found = findings(tmp_path, ASYNC + uses("send('a')", 12))
    assert [one.confidence for one in found] == [Confidence.CERTAIN] * 12


def test_what_the_standard_library_declares_holds_however_often_that_was_forgotten(tmp_path: Path) -> None:
    found = findings(tmp_path, STREAM + uses("found = pages()\n    await anext(found)\n    found.aclose()", 12))
    assert [one.confidence for one in found] == [Confidence.CERTAIN] * 12


def test_a_decorator_whose_functions_are_hardly_awaited_may_change_them(tmp_path: Path) -> None:
    found = findings(tmp_path, decorated(8) + calls("send_{}('a')", 8) + calls("await send_{}('a')", 7, name="also"))
    assert [one.confidence for one in found] == [Confidence.POSSIBLE] * 8
    doubt = "8 functions do so, more than don't: `@traced` may change what it is given"
    assert all(doubt in [step.text for step in one.proof] for one in found)


def test_a_decorator_whose_functions_are_awaited_elsewhere_changes_nothing(tmp_path: Path) -> None:
    found = findings(tmp_path, decorated(8) + calls("send_{}('a')", 8) + calls("await send_{}('a')", 8, name="also"))
    assert [one.confidence for one in found] == [Confidence.CERTAIN] * 8


def test_what_many_functions_await_can_be_awaited(tmp_path: Path) -> None:
    found = findings(tmp_path, PLAIN + uses("print(await count('a'))", 8) + plain_uses("print(count('a'))", 7))
    assert [one.confidence for one in found] == [Confidence.POSSIBLE] * 8


def test_what_most_functions_call_plainly_is_plain(tmp_path: Path) -> None:
    found = findings(tmp_path, PLAIN + uses("print(await count('a'))", 8) + plain_uses("print(count('a'))", 8))
    assert [one.confidence for one in found] == [Confidence.CERTAIN] * 8


def handlers(async_: int, plain: int) -> str:
    """A base with empty methods, and a class that has some of them in another color."""
    names = [f"on_{number}" for number in range(async_ + plain)]
    base = "class Handler:\n" + "".join(f'    def {name}(self):\n        """Called."""\n' for name in names)
    mine = "".join(
        f"    {'async ' if number < async_ else ''}def {name}(self):\n"
        f"        {'await asyncio.sleep(0)' if number < async_ else 'print()'}\n"
        for number, name in enumerate(names)
    )
    other = "".join(f"    def {name}(self):\n        print()\n" for name in names)
    return f"import asyncio\n\n\n{base}\n\nclass Mine(Handler):\n{mine}\n\nclass Other(Handler):\n{other}"


def test_a_class_that_has_most_methods_of_a_base_in_another_color_is_meant_so(tmp_path: Path) -> None:
    found = findings(tmp_path, handlers(9, 1))
    assert [(one.code, one.confidence) for one in found] == [("DUO601", Confidence.POSSIBLE)] * 9


def test_a_class_that_has_some_methods_of_a_base_in_another_color_is_wrong(tmp_path: Path) -> None:
    found = findings(tmp_path, handlers(8, 8))
    assert [(one.code, one.confidence) for one in found] == [("DUO601", Confidence.CERTAIN)] * 8
