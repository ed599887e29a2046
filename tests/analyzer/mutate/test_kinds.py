"""The other kinds of faults: needless async, hidden, compound, and plain functions where one is awaited."""

from __future__ import annotations

import textwrap

import pytest

from duotone.analyzer.mutate import Mutation, apply, mutations


def planted(kind: str, code: str) -> list[Mutation]:
    return mutations({"main.py": textwrap.dedent(code)}, [kind])


def after(kind: str, code: str) -> str:
    found = planted(kind, code)
    assert len(found) == 1
    return apply(found[0], textwrap.dedent(code))


def test_a_needless_async_brings_its_callers_along() -> None:
    code = """
        def double(n):
            return n * 2

        async def work(n):
            x = double(n)
            return double(x).real, [double(i) for i in range(n)]
    """
    assert after("async", code) == textwrap.dedent("""
        async def double(n):
            return n * 2

        async def work(n):
            x = await double(n)
            return (await double(x)).real, [(await double(i)) for i in range(n)]
    """)


@pytest.mark.parametrize(
    "code",
    [
        "def f(n):\n    return n\n\ndef g(n):\n    return f(n)\n",  # f has a plain caller; g is the only one left
        "def g(n):\n    return n\n",
        "class A:\n    def g(self):\n        return 1\n",
        "class A(Generic[T]):\n    def g(self):\n        return 1\n",
        "class A:\n    @staticmethod\n    def g():\n        return 1\n",
    ],
)
def test_a_function_without_callers_can_be_async_without_need(code: str) -> None:
    assert [one.symbol.rpartition(".")[2] for one in planted("async", code)] == ["g"]


@pytest.mark.parametrize(
    "code",
    [
        "@app.get('/')\ndef f():\n    return 1\n",
        "def f():\n    yield 1\n",
        "def f():\n    raise NotImplementedError\n",
        "def test_f():\n    return 1\n",
        "class A:\n    def __init__(self):\n        self.x = 1\n",
        "class A(other.Base):\n    def f(self):\n        return 1\n",
        "class A:\n    def f(self):\n        return 1\nclass B(A):\n    def f(self):\n        return 2\n",
        "def f():\n    return 1\nasync def g(run):\n    return run(f)\n",
        "def f():\n    return 1\nasync def g():\n    return sum(f() for _ in range(3))\n",
        "def f():\n    return 1\nasync def g(o):\n    return getattr(o, 'f')\n",
        "def f():\n    return 1\nx = f()\n",
        "def f():\n    return 1\nasync def g(o=f()):\n    return o\n",
        "class A(B):\n    def f(self):\n        return 1\nclass B(A): ...\nclass B: ...\n",
    ],
)
def test_a_function_whose_color_somebody_asks_for_stays_as_it_is(code: str) -> None:
    assert not [one for one in planted("async", code) if one.symbol.rpartition(".")[2] == "f"]


def test_a_site_under_a_broad_except_is_hidden_as_it_is() -> None:
    code = """
        async def load(): ...

        async def work():
            try:
                x = await load()
            except Exception:
                log()
    """
    assert after("except", code) == textwrap.dedent(code).replace("await ", "")


@pytest.mark.parametrize(
    "around",
    [
        "try:\n        await load(){}\n    except:\n        pass",
        "try:\n        await load(){}\n    except (ValueError, BaseException) as e:\n        log(e)",
        "with contextlib.suppress(Exception):\n        await load(){}",
        "with open(p):\n        with suppress(Exception):\n            await load(){}",
    ],
)
def test_what_swallows_everything_is_a_broad_except(around: str) -> None:
    code = "async def load(): ...\n\nasync def work():\n    " + around.format("")
    assert "put around" not in planted("except", code)[0].description


@pytest.mark.parametrize(
    "around",
    [
        "try:\n        await load()\n    except ValueError:\n        pass",
        "try:\n        await load()\n    except Exception:\n        raise",
        "try:\n        pass\n    except Exception:\n        await load()",
    ],
)
def test_what_lets_errors_through_is_not(around: str) -> None:
    code = "async def load(): ...\n\nasync def work():\n    " + around
    assert "put around" in planted("except", code)[0].description


def test_an_except_is_put_around_a_statement_of_several_lines() -> None:
    code = '''
        async def load(*args): ...

        async def work():
            print(
                await load(
                    1,  # one
                ),
                """a
            b""",

            )  # end
            print(2)
    '''
    found = planted("except", code)
    text = textwrap.dedent(code)
    assert apply(found[0], text) == textwrap.dedent('''
        async def load(*args): ...

        async def work():
            try:
                print(
                    load(
                        1,  # one
                    ),
                    """a
            b""",

                )  # end
            except Exception:
                pass
            print(2)
    ''')


@pytest.mark.parametrize(
    "statement", ["if n: print(await load())", "x = 1; print(await load())", "print(await load()); x = 1"]
)
def test_a_statement_that_shares_its_line_gets_no_except(statement: str) -> None:
    assert planted("except", f"async def load(): ...\n\nasync def work(n):\n    {statement}\n") == []


def test_the_compound_uses_a_model_as_a_mapping() -> None:
    code = """
        class User(BaseModel):
            name: str

        async def load() -> User: ...

        async def work():
            user = await load()
            if user:
                print(user.name)
    """
    found = planted("compound", code)
    assert [one.related[0].line for one in found] == [10]
    text = textwrap.dedent(code)
    assert apply(found[0], text) == text.replace("await ", "").replace("user.name", 'user.get("name")')


def test_the_compound_works_without_a_variable() -> None:
    code = "class U:\n    age = 1\nasync def load() -> 'U': ...\nasync def work():\n    return (await load()).age\n"
    assert after("compound", code).endswith('return (load())["age"]\n')


LOAD = "async def load() -> U: ...\nasync def work():\n    u = await load()\n    "


@pytest.mark.parametrize(
    "code",
    [
        f"class U(dict): ...\n{LOAD}print(u.age)\n",
        f"class U:\n    def get(self, k): ...\n{LOAD}print(u.age)\n",
        "class U: ...\nasync def load(): ...\nasync def work():\n    u = await load()\n    print(u.age)\n",
        f"class U: ...\n{LOAD}u.age()\n",
        f"class U: ...\n{LOAD}print(u\\\n        . age)\n",
        "class U: ...\nasync def load() -> U: ...\nasync def work(o):\n    o.u = await load()\n    print(o.u.age)\n",
        "class U: ...\nasync def load() -> U: ...\nasync def work(o):\n    return (await load()).age()\n",
        f"class U: ...\n{LOAD}u = 1\n    print(u.real)\n",
    ],
)
def test_what_may_be_a_mapping_is_no_compound(code: str) -> None:
    assert planted("compound", code) == []


def test_a_function_that_is_awaited_everywhere_can_lose_its_async() -> None:
    code = """
        async def double(n):
            return n * 2

        async def work(n):
            return await double(n)
    """
    found = planted("callback", code)
    assert [(one.use, one.receiver, one.related[0].line) for one in found] == [("awaited", "function", 6)]
    assert apply(found[0], textwrap.dedent(code)) == textwrap.dedent(code).replace("async def double", "def double")


ON = "async def on(e):\n    print(e)\n"
EMIT = "async def emit(f):\n    await f(1)\nasync def work():\n    await emit(on)\n"
BUS = """
class Bus:
    def __init__(self, f=None):
        self.f = f
    async def emit(self):
        await self.f(1)
bus = Bus(f=on)
"""


@pytest.mark.parametrize(("code", "way"), [(ON + EMIT, "argument of a function"), (ON + BUS, "argument of a class")])
def test_a_function_that_is_handed_to_somebody_who_awaits_it_can_lose_its_async(code: str, way: str) -> None:
    assert [(one.use, one.receiver) for one in planted("callback", code) if one.symbol == "on"] == [
        ("handed over", way)
    ]


def test_a_function_that_is_handed_over_below_its_call_can_be_noticed_on_either_line() -> None:
    emit = "async def emit(name, f):\n    await f(name)\n"
    code = ON + emit + "async def work():\n    await emit(\n        1,\n        f=on,\n    )\n"
    found = [one for one in planted("callback", code) if one.symbol == "on"]
    assert [spot.line for spot in found[0].related] == [6, 8]


@pytest.mark.parametrize(
    "code",
    [
        "async def on(e):\n    await e\nasync def work():\n    await on(1)\n",
        ON + "async def work(tg):\n    tg.start_soon(on)\n",
        ON + "async def emit(f):\n    if iscoroutinefunction(f):\n        await f(1)\nemit(on)\n",
        ON + "async def emit(f):\n    f(1)\nemit(on)\n",
        ON + "async def emit(f):\n    await f(1)\nemit(*rest, on)\n",
        ON + "async def emit(f):\n    await f(1)\nemit(1, on)\n",
        ON + "async def emit(f):\n    await f(1)\nemit(g=on)\n",
        ON + "class Bus:\n    pass\nBus(on)\n",
        ON + BUS.replace("await self.f", "await self.g"),
        ON + BUS.replace("self.f = f", "self.f = None"),
        ON + EMIT.replace("emit(on)", "emit(f=off, g=on)"),
        "@hook\n" + ON + "async def work():\n    await on(1)\n",
    ],
)
def test_a_function_whose_result_may_be_either_keeps_its_async(code: str) -> None:
    assert not [one for one in planted("callback", code) if one.symbol == "on"]


def test_an_f_string_of_several_lines_is_not_moved() -> None:
    code = '''
        async def load(*args): ...

        async def work():
            print(f"""{await load()}
            end""")
    '''
    assert '    print(f"""{load()}\n    end""")\n    except' in after("except", code)
