"""Context managers made of generators: their decorator, their annotation, and every `with` change color together."""

from __future__ import annotations

import textwrap

import pytest

from duotone.analyzer.recolor import Verdict
from tests.analyzer.recolor.conftest import Recolored

ASYNC = """\
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


@asynccontextmanager
async def session(name: str) -> AsyncIterator[str]:
    yield name


class Pool:
    @asynccontextmanager
    async def taken(self) -> AsyncIterator[str]:
        async with session("pool") as one:
            yield one


async def main(pool: Pool) -> None:
    async with session("a") as a, pool.taken() as b:
        print(a, b)
    async with (
        session("c"),
    ):
        print()
"""
SYNC = """\
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def session(name: str) -> Iterator[str]:
    yield name


class Pool:
    @contextmanager
    def taken(self) -> Iterator[str]:
        with session("pool") as one:
            yield one


async def main(pool: Pool) -> None:
    with session("a") as a, pool.taken() as b:
        print(a, b)
    with (
        session("c"),
    ):
        print()
"""


def test_context_managers_become_sync_and_async_again(recolored: Recolored) -> None:
    there = recolored({"m.py": ASYNC}, "m:session", "m:Pool.taken")
    assert there.texts["m.py"] == SYNC
    back = recolored({"m.py": SYNC}, "m:session", to="async")
    assert [name for name, _ in back.plan.joined] == ["m.Pool.taken"]
    assert back.texts["m.py"] == ASYNC


def test_the_module_may_be_named_and_other_uses_keep_the_import(recolored: Recolored) -> None:
    code = """\
    import contextlib
    from contextlib import asynccontextmanager

    @contextlib.asynccontextmanager
    async def session():
        yield 1

    @asynccontextmanager
    async def first():
        yield 1

    @asynccontextmanager
    async def other():
        await something()
        yield 1

    async def main(stack: contextlib.AsyncExitStack):
        x = await stack.enter_async_context(session())
    """
    text = recolored({"m.py": code}, "m:session", "m:first").texts["m.py"]
    assert "import contextlib\nfrom contextlib import asynccontextmanager, contextmanager\n" in text
    assert "@contextlib.contextmanager\ndef session():" in text
    assert "@contextmanager\ndef first():" in text
    assert "    x = stack.enter_context(session())\n" in text


def test_a_seam_enters_it_over_the_bridge(recolored: Recolored) -> None:
    code = """\
    from contextlib import contextmanager

    @contextmanager
    def session():
        yield 1

    def lines():
        yield 1

    with session() as x, open("f") as file:
        print(x, file)

    for line in lines():
        print(line)
    """
    text = recolored({"m.py": code}, "m:session", "m:lines", to="async").texts["m.py"]
    assert 'with duotone.manage(session()) as x, open("f") as file:\n' in text
    assert "for line in duotone.iterate(lines()):\n" in text


REFUSED = {
    "async with session(), open_file() as file:\n        print(file)": "the `with` enters something else beside it",
    "manager = session()\n    register(manager)": "its coroutine is kept",
    "app = App(lifespan=session)": "it is passed around as a value",
}


@pytest.mark.parametrize("line", REFUSED)
def test_what_can_not_be_entered_in_the_other_color_is_refused(recolored: Recolored, line: str) -> None:
    head = textwrap.dedent("""\
    from contextlib import asynccontextmanager

    @asynccontextmanager
    async def session():
        yield 1

    async def main():
        """)
    result = recolored({"m.py": f"{head}    {line}\n"}, "m:session")
    [reason] = result.reasons(Verdict.REFUSED)
    assert REFUSED[line] in reason
    assert result.texts == {}


def test_a_decorator_of_the_same_name_from_elsewhere_is_refused(recolored: Recolored) -> None:
    code = "from mine import asynccontextmanager\n\n@asynccontextmanager\nasync def session():\n    yield 1\n"
    result = recolored({"m.py": code}, "m:session")
    assert result.reasons(Verdict.REFUSED) == ["`@asynccontextmanager` may need the color that it has"]
