"""Files as only generators write them, very long, deep or wide: each is checked in time, or said to be too deep."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from duotone.analyzer.engine import check
from duotone.analyzer.findings import Confidence, Finding
from duotone.analyzer.settings import Settings

SECONDS_PER_LINE = 0.001
SECONDS = 2.0
SEND = "async def send(x=0): return x\n"


def checked(text: str) -> tuple[Finding, ...]:
    """The findings of a file, made in no more time than its lines allow."""
    path = Path("/nowhere/generated.py")
    start = time.process_time()
    report = check([path], Settings(root=path.parent, jobs=1), overlay={path: text})
    assert time.process_time() - start < SECONDS + SECONDS_PER_LINE * report.lines
    return report.findings


def found(text: str) -> list[tuple[int, str]]:
    return [(finding.place.line, finding.code) for finding in checked(text)]


def lost_at(text: str) -> list[int]:
    return [line for line, code in found(text) if code == "DUO101"]


def test_a_class_that_inherits_through_a_thousand_others_has_the_methods_of_the_first() -> None:
    text = "class C0:\n    async def send(self): return 1\n"
    text += "".join(f"class C{i}(C{i - 1}):\n    def m{i}(self): return {i}\n" for i in range(1, 1_000))
    text += "async def go(c: C999):\n    c.send()\n"
    assert lost_at(text) == [2002]


def test_a_class_with_five_hundred_bases_has_the_methods_of_all() -> None:
    text = "".join(f"class C{i}:\n    async def m{i}(self): return 1\n" for i in range(500))
    text += f"class All({', '.join(f'C{i}' for i in range(500))}): ...\nasync def go(c: All):\n"
    text += "".join(f"    c.m{i}()\n" for i in range(500))
    assert len(lost_at(text)) == 500


def test_two_thousand_branches_are_all_followed() -> None:
    text = f"{SEND}async def go(x):\n    if x == 0: pass\n"
    text += "".join(f"    elif x == {i}:\n        send(x)\n" for i in range(1, 2_000))
    assert len(lost_at(text)) == 1_999


def test_what_two_thousand_branches_made_is_awaited_after_them() -> None:
    text = f"{SEND}async def go(x):\n    sent = send()\n"
    text += "".join(f"    if x == {i}:\n        sent = send(x)\n" for i in range(2_000)) + "    await sent\n"
    assert found(text) == []


def test_five_hundred_overloads_are_one_function() -> None:
    text = "from typing import overload\n"
    text += "".join(f"@overload\nasync def f(x: 'T{i}') -> int: ...\n" for i in range(500))
    text += "async def f(x): return 1\nasync def go():\n" + "    f(1)\n" * 500
    assert len(lost_at(text)) == 500


def test_a_dict_of_ten_thousand_is_read() -> None:
    rows = ",\n".join(f"    'k{i}': {{'a': [send, {i}]}}" for i in range(10_000))
    assert lost_at(f"{SEND}TABLE = {{\n{rows}\n}}\nasync def go():\n    send()\n") == [10_005]


@pytest.mark.parametrize("count", [1_000, pytest.param(10_000, marks=pytest.mark.nightly)])
def test_a_file_of_thousands_of_functions_is_checked(count: int) -> None:
    body = "async def f{0}(x, y=1):\n    z = x + y\n    if z:\n        await f{0}(z)\n    return [z for z in y]\n"
    text = "".join(body.format(i) for i in range(count)) + "async def go():\n    f1(1)\n"
    assert lost_at(text) == [5 * count + 2]


def test_a_function_that_hands_its_callback_to_itself_is_followed_once() -> None:
    text = f"{SEND}def walk(tree, each):\n    if not tree:\n        return each(tree)\n"
    text += "    return [walk(tree[0], each), {1: walk(tree[1], each)}, walk(tree[2], each)]\n"
    text += "async def go(tree):\n    walk(tree, send)\n    send()\n"
    assert lost_at(text) == [8]


def test_a_string_of_a_million_characters_is_read() -> None:
    assert lost_at(f"{SEND}TEXT = '{'a' * 1_000_000}'\nasync def go():\n    send()\n") == [4]


def test_a_thousand_coroutines_in_one_list_are_gathered() -> None:
    text = f"import asyncio\n{SEND}async def go():\n    sent = []\n" + "    sent.append(send())\n" * 1_000
    assert found(text + "    await asyncio.gather(*sent)\n") == []


DEEP: dict[str, Callable[[int], str]] = {
    "parentheses": lambda n: "(" * n + "1" + ")" * n,
    "lists": lambda n: "[" * n + "1" + "]" * n,
    "calls": lambda n: "f(" * n + "1" + ")" * n,
    "chain": lambda n: "f" + ".g()" * n,
    "sum": lambda n: " + ".join(["f"] * n),
    "nots": lambda n: "not " * n + "1",
    "lambdas": lambda n: "lambda: " * n + "1",
    "conditions": lambda n: "f if f else " * n + "1",
    "comprehensions": lambda n: "[" * n + "f" + " for f in f]" * n,
    "subscripts": lambda n: "f" + "[0]" * n,
    "types": lambda n: "list[" * n + "int" + "]" * n,
}


@pytest.mark.parametrize("shape", DEEP)
@pytest.mark.parametrize("depth", [150, 5_000])
def test_an_expression_however_deep_hides_nothing_that_comes_after_it(shape: str, depth: int) -> None:
    expression = DEEP[shape](depth)
    text = f"{SEND}X = {expression}\nasync def deep(f):\n    send(f)\n    y: {expression} = {expression}\n"
    assert 7 in lost_at(f"{text}async def go():\n    send()\n")


def test_a_body_that_is_too_deep_is_said_to_be_and_nothing_else_is_said_of_it() -> None:
    deep = "(" * 5_000 + "sent" + ")" * 5_000
    text = f"{SEND}async def deep(f):\n    sent = send(f)\n    await {deep}\nasync def go():\n    send()\n"
    assert found(text) == [(4, "DUO001"), (6, "DUO101")]


CIRCLES = {
    "inheritance": "class A(B): ...\nclass B(C): ...\nclass C(A):\n    x = A.x\n",
    "itself": "class A(A): ...\nclass B(B[B]): ...\n",
    "aliases": "A = B\nB = C\nC = A\ntype T = list[T]\ntype U = V\ntype V = U\n",
    "values": "x = [x]\ny = x.y\nx.x = x\nf = lambda: f()\nf = f(f)\n",
    "results": "def f(): return g()\ndef g(): return f() or h()\ndef h(): return [f(), g()]\n",
    "attributes": "class A:\n    def __init__(self):\n        self.a = self.b\n        self.b = self.c()\n"
    "    def c(self): return self.a or self.b\n",
    "decorators": "@f\ndef f(g): return f(g)\n@C\nclass C(C):\n    @C\n    def C(self, C=C): return C\n",
    "annotations": "class A:\n    A: A\n    def f(self: 'A', x: 'f') -> 'A.f': return self.f.A\n",
    "imports": "from generated import *\nfrom generated import a as b, b as a\n"
    "import generated\nc = generated.generated.c\n",
    "declared": "import enum\nclass A:\n    class C(enum.StrEnum): ...\n    enum: C\nclass B(A):\n    abc: A\n",
    "assigned": "import abc\nclass A:\n    class C(abc.ABC): ...\n    abc = C\nclass B(A):\n    abc = A.abc\n",
    "generics": "class A[T: A](list[A[T]]): ...\nclass B(A[B]): ...\ndef f[T: B](x: T) -> T: return f(x)\n",
}


@pytest.mark.parametrize("circle", CIRCLES)
def test_what_leads_back_to_itself_is_left_open(circle: str) -> None:
    uses = "async def go(x: A, y: B):\n    x.x.y().z\n    a = b = f(x)\n    await y.f(a, b, c, y)\n"
    assert 5 in [line - CIRCLES[circle].count("\n") for line in lost_at(f"{CIRCLES[circle]}{uses}    send()\n{SEND}")]


def test_methods_that_all_hand_on_to_one_another_are_followed_once() -> None:
    steps = [
        f"    def step_{number}(self, key) -> int:\n"
        + "".join(f"        if key == {other}: return self.step_{other}(key)\n" for other in range(24))
        + "        return 1\n"
        for number in range(24)
    ]
    use = "class Below(Base): pass\nasync def go(): return await Below().step_0(1)\n"
    assert "DUO121" in {code for _, code in found(f"class Base:\n{''.join(steps)}{use}")}


def mesh(line: str, count: int = 60) -> str:
    """Functions that each have a line for three others: `{i}` is the number of one, `{a}`, `{b}` and `{c}` theirs."""
    return "".join(
        line.format(i=number, a=(number + 1) % count, b=(number + 2) % count, c=(number + 3) % count)
        for number in range(count)
    )


def test_functions_that_all_hand_a_callback_to_one_another_are_followed_once() -> None:
    text = mesh("def add_{i}(cb):\n    add_{a}(cb)\n    add_{b}(cb)\n    add_{c}(cb)\n    cb(1)\n")
    assert (302, "DUO701") in found(f"{text}{SEND}add_0(send)\n")


def test_functions_that_all_hand_a_coroutine_to_one_another_are_followed_once() -> None:
    text = mesh(
        "def keep_{i}(coro):\n    keep_{a}(coro)\n    keep_{b}(coro)\n    keep_{c}(coro)\n    return len(coro)\n"
    )
    assert (302, "DUO106") in found(f"{text}{SEND}keep_0(send())\n")


HANDING = {
    "functions": "def get_{i}(cb): return get_{a}(cb) or get_{b}(cb) or get_{c}(cb) or cb\n",
    "coroutines": "async def get_{i}(cb): return await get_{a}(cb) or await get_{b}(cb) or await get_{c}(cb) or cb\n",
    "lambdas": "def get_{i}(cb): return get_{a}(lambda: cb) or get_{b}(send) or get_{c}(send(cb)) or cb\n",
    "methods": "def get_{i}(cb): return C{i}().go(cb)\nclass C{i}:\n"
    "    def go(self, cb): return self.on(cb) or get_{a}(cb)\n"
    "    def on(self, cb): return self.go(cb) or C{b}().on(cb) or C{c}().go(cb)\n",
}


@pytest.mark.parametrize("shape", HANDING)
def test_functions_that_all_return_what_others_make_of_a_callback_are_followed_a_few_times(shape: str) -> None:
    text = mesh(HANDING[shape])
    uses = "".join(f"async def use_{i}():\n    get_{i}(send)\n    send()\n" for i in range(60))
    assert len(lost_at(f"{text}{SEND}{uses}")) >= 60


def test_async_generators_that_all_go_through_one_another_are_read_once() -> None:
    text = mesh(
        "async def read_{i}():\n    async for one in read_{a}(): yield one\n"
        "    async for two in read_{b}(): yield two\n    async for three in read_{c}(): yield three\n"
    )
    assert (242, "DUO122") in found(f"{text}def go():\n    for one in read_0(): pass\n")


def test_coroutines_that_all_sleep_through_one_another_are_followed_once() -> None:
    text = mesh("async def nap_{i}():\n    await asyncio.sleep(1)\n    await nap_{a}()\n    await nap_{b}()\n")
    tasks = "async def go():\n    asyncio.create_task(nap_0())\n    asyncio.create_task(other())\n"
    other = "async def other():\n    await nap_1()\n    await asyncio.Event().wait()\n"
    findings = {one.place.line: one for one in checked(f"import asyncio\n{text}{tasks}{other}") if one.code == "DUO501"}
    assert {line: one.confidence for line, one in findings.items()} == {
        243: Confidence.POSSIBLE,
        244: Confidence.CERTAIN,
    }


def test_hundreds_of_names_for_a_coroutine_are_each_asked_about_once() -> None:
    branches = "".join(f"    if x == {i}: v{i} = send()\n    else: v{i} = v{max(0, i - 1)}\n" for i in range(300))
    everything = ", ".join(f"v{i}" for i in range(300))
    assert found(f"{SEND}async def go(x):\n{branches}    print({everything})\n")
