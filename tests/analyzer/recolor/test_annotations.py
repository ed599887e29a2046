"""Annotations that show a color, parameters that take functions, and protocols: edited where that is proved."""

from __future__ import annotations

import textwrap

import pytest

from duotone.analyzer.recolor import Verdict
from tests.analyzer.recolor.conftest import Recolored

RESULTS = {
    "Awaitable[int]": "int",
    "Coroutine[Any, Any, list[int]]": "list[int]",
    "Awaitable[int] | None": "int | None",
    "typing.Awaitable[int]": "int",
    "Optional[Awaitable[int]]": "Optional[int]",
}


@pytest.mark.parametrize("annotation", RESULTS)
def test_what_passes_a_coroutine_on_is_annotated_with_its_result(recolored: Recolored, annotation: str) -> None:
    code = """\
    import typing
    from collections.abc import Awaitable, Coroutine
    from typing import Any, Optional

    async def save() -> int:
        return 1

    def forward() -> {}:
        return save()

    async def other(a: Awaitable[int], b: Coroutine[Any, Any, int], c: Optional[int]) -> None:
        await a
        await b
        await forward()
    """
    text = textwrap.dedent(code).format(annotation)
    result = recolored({"m.py": text}, "m:save")
    expected = text.replace("async def save", "def save").replace("await forward", "forward")
    assert result.texts["m.py"] == expected.replace(f"-> {annotation}:", f"-> {RESULTS[annotation]}:")


def test_imports_that_nothing_needs_any_more_go(recolored: Recolored) -> None:
    code = """\
    from collections.abc import Awaitable, Iterable
    from typing import Any

    async def save() -> int:
        return 1

    def forward(x: Iterable[Any]) -> Awaitable[int]:
        return save()
    """
    text = recolored({"m.py": code}, "m:save").texts["m.py"]
    assert text.startswith("from collections.abc import Iterable\nfrom typing import Any\n")


@pytest.mark.parametrize(
    ("asynchronous", "sync"),
    [
        ("AsyncIterator[int]", "Iterator[int]"),
        ("AsyncIterable[int]", "Iterable[int]"),
        ("AsyncGenerator[int, None]", "Generator[int, None, None]"),
    ],
)
def test_generators_are_annotated_with_the_type_of_their_color_there_and_back(
    recolored: Recolored, asynchronous: str, sync: str
) -> None:
    code = textwrap.dedent("""\
    from collections.abc import {name}

    async def lines() -> {whole}:
        yield 1

    async def main() -> None:
        async for line in lines():
            print(line)
    """)
    text = code.format(name=asynchronous.partition("[")[0], whole=asynchronous)
    there = recolored({"m.py": text}, "m:lines").texts["m.py"]
    plain = code.replace("async def lines", "def lines").replace("async for", "for")
    assert there == plain.format(name=sync.partition("[")[0], whole=sync)
    assert recolored({"m.py": there}, "m:lines", to="async").texts["m.py"] == text


def test_an_annotation_that_can_not_be_edited_is_listed(recolored: Recolored) -> None:
    code = """\
    async def save() -> int:
        return 1

    def forward() -> "Awaitable[int]":
        return save()
    """
    result = recolored({"m.py": code}, "m:save")
    assert result.reasons(Verdict.OPEN) == [
        "the annotation `'Awaitable[int]'` says another color, in a form that can't be edited"
    ]


def test_a_name_for_a_coroutine_is_annotated_with_its_result(recolored: Recolored) -> None:
    code = """\
    from collections.abc import Coroutine
    from typing import Any

    async def save() -> int:
        return 1

    async def main() -> None:
        waiting: Coroutine[Any, Any, int] = save()
        print(await waiting)
    """
    text = recolored({"m.py": code}, "m:save").texts["m.py"]
    assert "    waiting: int = save()\n    print(waiting)\n" in text
    assert "import" not in text


SLOT = """\
from collections.abc import Awaitable, Callable

async def save(value: int) -> int:
    return value

async def drop(value: int) -> int:
    return value

async def each(handler: Callable[[int], Awaitable[int]] | None) -> None:
    if handler is not None:
        print(await handler(1), (await handler(2)).real)
    await other()

async def main() -> None:
    await each(save)
    await each(None)
    await each(handler=drop)
"""


def test_a_parameter_that_gets_nothing_else_is_called_without_await(recolored: Recolored) -> None:
    text = recolored({"m.py": SLOT}, "m:save", "m:drop").texts["m.py"]
    assert "from collections.abc import Callable\n" in text
    assert "async def each(handler: Callable[[int], int] | None) -> None:" in text
    assert "        print(handler(1), handler(2).real)\n    await other()\n" in text
    assert "    await each(save)\n" in text


OPEN = {
    "something else is given to it": (SLOT, ("m:save",), "`handler` of `m.each` is given `m.drop` as well"),
    "it is used in another way": (
        SLOT.replace("    await other()", "    register(handler)"),
        ("m:save", "m:drop"),
        "`m.each` does more with it in line 12 than to await what it gives",
    ),
    "its caller is given away itself": (
        SLOT + "\nregister(each)\n",
        ("m:save", "m:drop"),
        "not all that is given to `m.each` is known",
    ),
}


@pytest.mark.parametrize("name", OPEN)
def test_a_parameter_that_may_get_others_refuses_the_recoloring(recolored: Recolored, name: str) -> None:
    code, functions, reason = OPEN[name]
    result = recolored({"m.py": code}, *functions)
    assert reason in result.reasons(Verdict.REFUSED)
    assert result.texts == {}


def test_a_protocol_changes_with_a_class_that_is_given_for_it(recolored: Recolored) -> None:
    shapes = """\
    from typing import Protocol

    class Saver(Protocol):
        async def save(self, value: int) -> int: ...

    async def keep(saver: Saver) -> None:
        await saver.save(1)
        await other()
    """
    stores = """\
    class Store:
        async def save(self, value: int) -> int:
            return value

    class Other:
        async def save(self, value: int) -> int:
            return value
    """
    main = "from shapes import keep\nfrom stores import Store\n\nasync def main() -> None:\n    await keep(Store())\n"
    result = recolored({"shapes.py": shapes, "stores.py": stores, "main.py": main}, "stores:Store.save")
    assert [name for name, _ in result.plan.joined] == ["shapes.Saver.save"]
    assert "    def save(self, value: int) -> int: ..." in result.texts["shapes.py"]
    assert "    saver.save(1)\n    await other()\n" in result.texts["shapes.py"]
    assert "class Other:\n    async def save" in result.texts["stores.py"]
