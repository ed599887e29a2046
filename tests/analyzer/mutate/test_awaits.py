"""Missing awaits: where they are planted, how they are labelled, and what the text is afterwards."""

from __future__ import annotations

import ast
import textwrap

import pytest

from duotone.analyzer.mutate import Mutation, apply, mutations

STORE = """
    class Base:
        async def close(self): ...

    class Store(Base):
        async def load(self, key=None): ...

        @classmethod
        async def open(cls): ...

    async def fetch(key=None): ...
"""


def awaits(body: str, **files: str) -> list[Mutation]:
    return mutations({"app/__init__.py": "", "app/store.py": textwrap.dedent(STORE)} | main(body, **files), ["await"])


def main(body: str, **files: str) -> dict[str, str]:
    return {"app/main.py": textwrap.dedent(body)} | {
        f"app/{name}.py": textwrap.dedent(one) for name, one in files.items()
    }


def only(body: str) -> Mutation:
    found = awaits(body)
    assert len(found) == 1
    return found[0]


def within(statement: str) -> str:
    return f"from app.store import fetch\n\nasync def work(rows, n):\n    {statement}\n"


@pytest.mark.parametrize(
    ("statement", "use"),
    [
        ("await fetch()", "statement"),
        ("x = await fetch()", "assigned"),
        ("x: int = await fetch()", "assigned"),
        ("self.x = await fetch()", "assigned"),
        ("return await fetch()", "returned"),
        ("if await fetch(): pass", "condition"),
        ("while not await fetch(): pass", "condition"),
        ("assert await fetch()", "condition"),
        ("x = rows or await fetch()", "condition"),
        ("if (x := await fetch()): pass", "condition"),
        ("if (x := await fetch()) is None: pass", "comparison"),
        ("x = 1 if await fetch() else 2", "condition"),
        ("x = await fetch() if n else 2", "assigned"),
        ("x = n in await fetch()", "comparison"),
        ("print(await fetch())", "argument"),
        ("print(end=await fetch())", "argument"),
        ("x = (await fetch()).name", "attribute"),
        ("x = (await fetch())['name']", "subscript"),
        ("a, b = await fetch()", "unpacked"),
        ("print(*await fetch())", "unpacked"),
        ("for x in await fetch(): pass", "unpacked"),
        ("x = f'{await fetch()}'", "f-string"),
        ("x = '%s' % await fetch()", "f-string"),
        ("x = [await fetch(), 1]", "container"),
        ("x = {'a': await fetch()}", "container"),
        ("x = [await fetch(row) for row in rows]", "comprehension"),
        ("x = [row for row in await fetch()]", "comprehension"),
        ("x = [row for row in rows if await fetch(row)]", "comprehension"),
        ("n += await fetch()", "operation"),
        ("x = -(await fetch())", "operation"),
        ("x = (await fetch())()", "operation"),
    ],
)
def test_the_use_of_the_value_is_the_label(statement: str, use: str) -> None:
    assert only(within(statement)).use == use


@pytest.mark.parametrize(
    ("code", "receiver"),
    [
        ("async def fetch(): ...\nasync def work():\n    await fetch()", "function"),
        ("from app.store import fetch\nasync def work():\n    await fetch()", "imported function"),
        ("from app import store\nasync def work():\n    await store.fetch()", "module attribute"),
        ("import app.store\nasync def work():\n    await app.store.fetch()", "module attribute"),
        ("class A:\n  async def load(self): ...\n  async def work(self):\n    await self.load()", "own method"),
        (
            "from app.store import Store\nclass A(Store):\n  async def work(self):\n    await self.load()",
            "inherited method",
        ),
        (
            "from app.store import Store\nclass A(Store):\n  async def load(self):\n    await super().load()",
            "inherited method",
        ),
        ("class A:\n  async def work(self):\n    await self.store.load()", "attribute of attribute"),
        ("async def work(store: 'Store'):\n    await store.load()", "typed parameter"),
        ("async def work(store):\n    await store.load()", "untyped parameter"),
        ("from app.store import Store\nasync def work():\n    s = Store()\n    await s.load()", "constructed local"),
        ("async def work(stores):\n    for s in stores:\n        await s.load()", "other local"),
        ("from app.store import Store\nasync def work():\n    await Store.open()", "class or static"),
        ("from app.stores import shared\nasync def work():\n    await shared.load()", "imported object"),
        ("store = make()\nasync def work():\n    await store.load()", "global variable"),
        ("async def work(make):\n    await make().load()", "call result"),
        ("async def work(make):\n    await (await make()).load()", "call result"),
        ("async def work(stores):\n    await stores['a'].load()", "item"),
        ("async def work(a, b):\n    await (a or b).load()", "other"),
        ("async def work():\n    async def inner(): ...\n    await inner()", "function"),
        ("import app.store\nasync def work():\n    await app.store.Store.open()", "class or static"),
    ],
)
def test_the_way_to_the_callee_is_the_label(code: str, receiver: str) -> None:
    found = [one for one in awaits(code) if one.path == "app/main.py"]
    assert [one.receiver for one in found] == [receiver]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("await fetch()", "fetch()"),
        ("await  fetch()", "fetch()"),
        ("await(fetch())", "(fetch())"),
        ("x = 'Ünïcödé', await fetch()", "x = 'Ünïcödé', fetch()"),
        ("x = '𝄞' + (await fetch())[0]", "x = '𝄞' + (fetch())[0]"),
        ("return(await fetch())", "return(fetch())"),
        ("x = (await\n        fetch())", "x = (\n        fetch())"),
    ],
)
def test_only_the_keyword_is_taken_away(before: str, after: str) -> None:
    text = within(before)
    assert apply(only(text), text) == within(after)


def test_columns_count_characters() -> None:
    mutation = only(within("x = 'Ünïcödé', await fetch()"))
    assert (mutation.line, mutation.column) == (4, 20)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_every_line_end_stays_as_it_is(newline: str) -> None:
    text = within("x = 'ü'; await fetch()").replace("\n", newline)
    mutation = mutations({"app/main.py": text, "app/store.py": "async def fetch(): ..."}, ["await"])[0]
    assert apply(mutation, text) == text.replace("await ", "")


@pytest.mark.parametrize(
    "code",
    [
        # a name that is also plain somewhere
        "async def load(): ...\ndef load(): ...\nasync def work():\n    await load()",
        # a class of the same name
        "async def load(): ...\nclass load: ...\nasync def work():\n    await load()",
        # an async generator
        "async def load():\n    yield 1\nasync def work():\n    await load()",
        # from outside of the tree
        "import asyncio\nasync def sleep(): ...\nasync def work():\n    await asyncio.sleep(1)",
        "from other import fetch\nclass A:\n    async def fetch(self): ...\nasync def work():\n    await fetch()",
        "import other\nasync def load(): ...\nasync def work():\n    x = await other.connect()\n    await x.load()",
        # a method where only a function has the name, and the other way round
        "async def setup(): ...\nasync def work(app):\n    await app.setup()",
        "class A:\n    async def setup(self): ...\nasync def work(setup):\n    await setup()",
        # something that takes awaitables
        "import asyncio\nasync def f(): ...\nasync def work():\n    await asyncio.gather(await f())",
        "async def f(): ...\nasync def work(group):\n    group.create_task(await f())",
        # what a class of the tree makes of a function, which may go on without an await
        "class Job: ...\n@Job.wrap\nasync def f(): ...\nasync def work():\n    await f()",
        "class Job: ...\n@Job(1)\nasync def f(): ...\nasync def work():\n    await f()",
        # a result that is awaited itself: without the first await, it would be lost and not the coroutine
        "async def f(): ...\nasync def work():\n    await (await f())",
        # no call
        "async def f(): ...\nasync def work(task):\n    await task",
    ],
)
def test_nothing_is_planted_where_the_label_could_be_wrong(code: str) -> None:
    assert mutations({"main.py": code}, ["await"]) == []


def test_ids_stay_when_lines_move_and_tell_equal_places_apart() -> None:
    text = within("await fetch()\n    await fetch()")
    first = [one.id for one in awaits(text)]
    moved = [one.id for one in awaits("# a line more\n" + text)]
    assert first == moved
    assert len(set(first)) == 2


def test_the_tree_after_is_the_tree_before_without_one_await() -> None:
    text = within("x = [await fetch(await fetch(n)), {n: await fetch()}]")
    found = awaits(text)
    assert len(found) == 3
    for mutation in found:
        after = ast.parse(apply(mutation, text))
        assert sum(isinstance(node, ast.Await) for node in ast.walk(after)) == 2


def test_a_file_that_cant_be_parsed_has_no_mutations_and_stops_nobody() -> None:
    files = {"broken.py": "def (:\n", "null.py": "\0", "good.py": "async def f(): ...\nasync def g():\n    await f()\n"}
    assert [one.path for one in mutations(files, ["await"])] == ["good.py"]
