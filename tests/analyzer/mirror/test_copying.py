"""What a sync copy looks like, construct by construct."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.analyzer.mirror.conftest import Mirrored

Copy = Callable[..., str]

CASES = {
    "a function loses its color": (
        "async def fetch(url):\n    return await get(url)\n",
        "def fetch(url):\n    return get(url)\n",
    ),
    "blocks, loops and comprehensions lose theirs": (
        """\
        async def read(self):
            async with self.lock, self.other as other:
                async for line in other:
                    yield [part async for part in line if await part.ok()]
        """,
        """\
        def read(self):
            with self.lock, self.other as other:
                for line in other:
                    yield [part for part in line if part.ok()]
        """,
    ),
    "parentheses that only an await needed go": (
        "async def f():\n    return (await g()).name, (await h())[0], -(await i())\n",
        "def f():\n    return g().name, h()[0], -i()\n",
    ),
    "parentheses that something else needs stay": (
        "async def f():\n    return await (a or b), (await a) + (\n        await b\n    )\n",
        "def f():\n    return (a or b), a + (\n        b\n    )\n",
    ),
    "classes and the protocols of Python have their sync names": (
        """\
        class AsyncClient(AsyncBase):
            async def __aenter__(self) -> "AsyncClient":
                return self

            async def __aexit__(self, *args: object) -> None:
                await self.aclose()

            async def aclose(self) -> None: ...
        """,
        """\
        class Client(Base):
            def __enter__(self) -> "Client":
                return self

            def __exit__(self, *args: object) -> None:
                self.close()

            def close(self) -> None: ...
        """,
    ),
    "types that promise a value later are the value": (
        """\
        from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Coroutine

        Hook = Callable[[int], Awaitable[None]]
        def f(a: Coroutine[object, object, int], b: AsyncIterator[str]) -> AsyncGenerator[int, None]: ...
        """,
        """\
        from collections.abc import Generator, Iterator, Callable

        Hook = Callable[[int], None]
        def f(a: int, b: Iterator[str]) -> Generator[int, None, None]: ...
        """,
    ),
    "what asyncio has a sync form for becomes that": (
        """\
        import asyncio


        async def f(lock: asyncio.Lock) -> None:
            await asyncio.sleep(1)
            await asyncio.to_thread(print, 1, end="")
            await asyncio.to_thread(stop)
        """,
        """\
        import threading
        import time


        def f(lock: threading.Lock) -> None:
            time.sleep(1)
            print(1, end="")
            stop()
        """,
    ),
    "an alias of a module is seen through": (
        "import asyncio as a\nfrom anyio import sleep as b\n\nasync def f():\n    await a.sleep(1)\n    await b(2)\n",
        "import time\n\ndef f():\n    time.sleep(1)\n    time.sleep(2)\n",
    ),
    "a checkpoint goes, and the last one of a block leaves pass": (
        "import anyio\n\nasync def f():\n    await anyio.lowlevel.checkpoint()\n",
        "\ndef f():\n    pass\n",
    ),
    "gather becomes a list, one after the other": (
        """\
        import asyncio

        async def f(xs):
            first, second = await asyncio.gather(g(), h())
            return await asyncio.gather(*[g(x) for x in xs])
        """,
        """\

        def f(xs):
            first, second = [g(), h()]
            return [*[g(x) for x in xs]]
        """,
    ),
    "a function whose name says that it is async says so no more": (
        "async def handle_async_request(r):\n    return await handle_async_request(r)\n",
        "def handle_request(r):\n    return handle_request(r)\n",
    ),
    "f-strings are code": (
        'async def f():\n    return f"{await g()!r:>{await width()}} AsyncClient"\n',
        'def f():\n    return f"{g()!r:>{width()}} Client"\n',
    ),
    "docstrings and comments speak of the sync side, and prose stays prose": (
        '''\
        async def f():
            """Await what `AsyncClient` sends: ``await client.get()``.

            >>> async with AsyncClient() as client:
            ...     await client.aclose()
            """
            # We await the reply of AsyncClient, see `await x()`.
        ''',
        '''\
        def f():
            """Await what `Client` sends: ``client.get()``.

            >>> with Client() as client:
            ...     client.close()
            """
            # We await the reply of Client, see `x()`.
        ''',
    ),
    "marks of tests that need a loop go": (
        "import pytest\n\n@pytest.mark.anyio\n@pytest.mark.slow\nasync def test_it():\n    mock.assert_awaited()\n",
        "import pytest\n\n@pytest.mark.slow\ndef test_it():\n    mock.assert_called()\n",
    ),
    "everything without a color stays byte for byte": (
        "x = {  'a':1 ,}  # odd\nclass  B ( object ) :\n\tdef f( self ):pass ;  y = 'await AsyncIO'\n",
        "x = {  'a':1 ,}  # odd\nclass  B ( object ) :\n\tdef f( self ):pass ;  y = 'await AsyncIO'\n".replace(
            "AsyncIO", "IO"
        ),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_copy(copy: Copy, name: str) -> None:
    source, expected = (textwrap.dedent(text) for text in CASES[name])
    assert copy(source) == expected


def test_a_copy_of_a_copy_is_the_same(copy: Copy) -> None:
    for source, _ in CASES.values():
        once = copy(textwrap.dedent(source))
        assert copy(once) == once


def test_names_that_the_project_pairs_are_found(mirrored: Mirrored) -> None:
    models = "class Response:\n    async def aread(self): ...\n    def read(self): ...\n    def aim(self): ...\n"
    made = mirrored("async def f(r):\n    return await r.aread(), r.aim()\n", others={"models.py": models})
    assert made.made[1].text.endswith("def f(r):\n    return r.read(), r.aim()\n")


def test_rules_of_the_user_come_first(copy: Copy) -> None:
    source = """\
    import trio as concurrency
    from .helpers import alist, ensure, only_async

    @only_async
    async def gone(): ...

    async def f(AsyncThing):
        '''The (async) side.'''
        await ensure(AsyncThing.go, 1)
        return await alist(AutoBackend), concurrency
    """
    expected = """\
    from package import concurrency
    def f(AsyncThing):
        '''The (sync) side.'''
        AsyncThing.go(1)
        return list(SyncBackend), concurrency
    """
    made = copy(
        textwrap.dedent(source),
        rename={"AutoBackend": "SyncBackend", "alist": "list"},
        replace={"import trio as concurrency": "from package import concurrency"},
        words={"(async)": "(sync)"},
        unwrap=("ensure",),
        omit=("only_async",),
        keep=("AsyncThing",),
    )
    assert [line for line in made.splitlines() if line] == textwrap.dedent(expected).splitlines()


def test_a_rule_that_nothing_needs_is_named(mirrored: Mirrored) -> None:
    made = mirrored("async def f(): ...\n", rename={"Gone": "There", "used.module": "other"}, replace={"import x": ""})
    assert made.unused == ("Gone", "used.module", "import x")


REFUSED = {
    "import asyncio\nasync def f():\n    await asyncio.wait_for(g(), 1)\n": (3, "`asyncio.wait_for` has no sync form"),
    "import asyncio\nasync def f():\n    return asyncio.gather(g())\n": (3, "`gather` without `await`"),
    "import asyncio\nasync def f():\n    await asyncio.gather(g(), return_exceptions=True)\n": (
        3,
        "returns exceptions",
    ),
    "import asyncio\nasync def f():\n    async with asyncio.TaskGroup() as group: ...\n": (3, "`asyncio.TaskGroup`"),
    "import anyio\nasync def f():\n    async with anyio.create_task_group(): ...\n": (3, "`anyio.create_task_group`"),
    "class A:\n    def __enter__(self): ...\n    async def __aenter__(self): ...\n": (3, "would both be `__enter__`"),
    "async def f(:\n    pass\n": (1, "can't be parsed"),
}


@pytest.mark.parametrize("source", REFUSED)
def test_what_has_no_sync_form_is_refused_with_its_line(mirrored: Mirrored, source: str) -> None:
    line, words = REFUSED[source]
    [refusal] = mirrored(source).refusals
    assert (refusal.path, refusal.line) == ("package/_async/client.py", line)
    assert words in refusal.message


CONDITIONS = {
    "if IS_ASYNC:\n    import asyncio\nelse:\n    import time\nx = 1\n": "import time\nx = 1\n",
    "if not IS_ASYNC:\n    x = 1\nelse:\n    x = 2\n": "x = 1\n",
    "def f():\n    if IS_ASYNC:\n        x = 1\n": "def f():\n    pass\n",
    "if IS_ASYNC:\n    a = 1\nelif other:\n    b = 2\nelse:\n    c = 3\n": "if other:\n    b = 2\nelse:\n    c = 3\n",
    "if other:\n    a = 1\nelif IS_ASYNC:\n    b = 2\nelse:\n    c = 3\n": "if other:\n    a = 1\nelse:\n    c = 3\n",
    "if x:\n    a = 1\nelif not IS_ASYNC:\n    b = 2\nelse:\n    c = 3\n": "if x:\n    a = 1\nelse:\n    b = 2\n",
    "x = 1 if IS_ASYNC else 2\nIS_ASYNC = True\n": "x = 2\nIS_ASYNC = False\n",
    "if IS_ASYNC and f():\n    a = 1\nelse:\n    b = 1\n": "b = 1\n",
    "if not (IS_ASYNC or IS_ASYNC):\n    a = 1\n": "a = 1\n",
    "if not IS_ASYNC or f():\n    a = 1\n": "a = 1\n",
    "if f() and not IS_ASYNC:\n    a = 1\n": "if f() and not False:\n    a = 1\n",
    "x = (1, 2) if IS_ASYNC and f() else 3\n": "x = 3\n",
    "f(IS_ASYNC, IS_ASYNC=x.IS_ASYNC)\n": "f(False, IS_ASYNC=x.IS_ASYNC)\n",
    "if True:  # ASYNC\n    a = 1\nelse:\n    b = 2\n": "b = 2\n",
    'if not IS_ASYNC:\n    x = """\n    kept\n"""\n    # said\n': 'x = """\n    kept\n"""\n# said\n',
    "if IS_ASYNC:\n    if IS_ASYNC:\n        a = 1\nelse:\n    if not IS_ASYNC:\n        b = 1\n": "b = 1\n",
}


@pytest.mark.parametrize("source", CONDITIONS)
def test_blocks_for_one_side_are_resolved(copy: Copy, source: str) -> None:
    assert copy(source) == CONDITIONS[source]


def test_a_refusal_below_a_block_names_the_line_of_the_source(mirrored: Mirrored) -> None:
    source = "import asyncio\nif IS_ASYNC:\n    a = 1\n    b = 2\nasync def f():\n    await asyncio.wait(g())\n"
    [refusal] = mirrored(source).refusals
    assert refusal.line == 6


@pytest.mark.parametrize("present", [None, "README.md", "__init__.py"])
def test_imports_follow_the_sources_to_where_their_copies_are(
    mirrored: Mirrored, tmp_path: Path, present: str | None
) -> None:
    if present is not None:
        (tmp_path / "package" / "_sync").mkdir(parents=True)
        (tmp_path / "package" / "_sync" / present).touch()
    sources = {
        "client.py": """\
        from . import pool
        from .pool import AsyncPool
        from ..models import Response
        from package._async.pool import x
        import package._async.pool
        """,
        "pool.py": "class AsyncPool: ...\nx = 1\n",
    }
    made = mirrored(sources)
    text = next(one.text for one in made.made if one.twin.target.name == "client.py")
    assert text.splitlines()[1:] == [
        "from . import pool",
        "from .pool import Pool",
        "from ..models import Response",
        "from package._sync.pool import x",
        "import package._sync.pool",
    ]
